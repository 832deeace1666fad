// A table and its controller as far as the parts round it need them.

/** @import { TableController } from "js/table.js" */
/** @import { EntryShown, TableShown } from "js/types.js" */

/**
 * The entries from one number to another, as the service lists them.
 * @param {number} from
 * @param {number} to
 * @returns {EntryShown[]}
 */
export function entries(from, to) {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => ({
    n: from + place,
    turn: (from + place) % 2,
    text: `move ${from + place}`,
    drawn: [],
    round: null,
    points: [],
    round_points: [],
  }));
}

/**
 * A table of two people after so many entries, as the first of them sees it.
 * @param {number} count
 * @param {Partial<TableShown>} [other]
 * @returns {TableShown}
 */
export function tableAfter(count, other = {}) {
  const seat = {
    kind: "person",
    name: "",
    level: null,
    taken: true,
    open: false,
    mine: false,
    online: true,
    hints: 0,
  };
  return {
    id: "abc",
    version: count,
    game: "azul",
    options: {},
    chance: "auto",
    seats: [{ ...seat, name: "Ana", mine: true }, { ...seat, name: "Bo" }],
    mine: [0],
    viewer: 0,
    position: { after: count },
    phase: "offer",
    awaits_chance: false,
    has_goal: false,
    turn: 0,
    entries: count,
    legal: [],
    to_find: [],
    scores: [0, 0],
    has_secrets: false,
    gains: {},
    thinking: false,
    stopped: null,
    undo: { can: true, asks: false, asked_by: null, agreed: [] },
    may_hint: false,
    hint: null,
    result: null,
    rematch: null,
    date: null,
    since: 0,
    clock: null,
    listed: false,
    on_time: [],
    watching: 0,
    opening: [],
    moves: entries(Math.max(1, count - 49), count),
    ...other,
  };
}

/** A stand-in for the controller, with notes of what was asked of it. */
export class Stub {
  /** @type {string[]} */
  messages = [];
  /** @type {unknown[]} the positions that were drawn */
  drawn = [];
  /** @type {{ path: string, body?: any }[]} */
  asked = [];
  /** @type {Record<string, (path: string) => unknown>} answers by how a path begins */
  answers = {};
  settled = 0;
  holds = false;
  levels = [{ number: 1, name: "First" }, { number: 5, name: "Fifth" }];
  game = {
    rest: () => {},
    isHolding: () => this.holds,
    /** @param {{ after: number }} position */
    draw: (position) => this.drawn.push(position.after),
    /** @param {string} text */
    moveText: (text) => text,
    /** @param {EntryShown} entry */
    pointsText: ({ points }) => points.map(String),
  };
  seats = {
    /** @param {number} seat */
    name: (seat) => this.table.seats[seat].name,
    isYou: () => false,
  };
  host = {
    invites: true,
    explores: true,
    /** @param {number} n */
    exploreAt: (n) => `/explore/${n}`,
    look: () => this.#answer(""),
    follow: () => {},
    play: () => this.#answer("/moves"),
    undo: () => this.#answer("/undo", {}),
    /** @param {boolean} agree */
    answerUndo: (agree) => this.#answer("/undo/answer", { agree }),
    /** @param {number} after */
    entries: (after) => this.#answer(`/entries?after=${after}`),
    /** @param {number} n */
    position: (n) => this.#answer(`/positions/${n}`),
    /**
     * @param {number} at
     * @param {object[]} seats
     */
    branch: (at, seats) => this.#answer("/branch", { at, seats }),
    goal: () => this.#answer("/goal"),
    readiness: () => this.#answer("/ready"),
  };

  /** @param {TableShown} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * @param {string} path
   * @param {object} [body]
   */
  async #answer(path, body) {
    this.asked.push({ path, ...(body && { body }) });
    const [, answer] = Object.entries(this.answers).find(([start]) => path.startsWith(start)) ?? [];
    if (!answer) throw new TypeError("no line");
    return await answer(path);
  }

  /** @param {string} text */
  tell(text) {
    this.messages.push(text);
  }

  /** @param {EntryShown} entry */
  told({ text }) {
    return text;
  }

  showTask() {}

  /** @param {number | null} turn */
  isMine(turn) {
    return turn !== null && this.table.mine.includes(turn);
  }

  settle() {
    this.settled++;
  }

  /** As the parts of the page take it. */
  get controller() {
    return /** @type {TableController} */ (/** @type {unknown} */ (this));
  }
}
