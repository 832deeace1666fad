// A table in the browser: a game, who sits there, and the list of what happened, as `web.tables` has it.
// `decide` makes an event of a command and changes nothing; when it is stored, `apply` changes the table.

import { Refused } from "../host.js";
import { _ } from "../text.js";
import { Game } from "./game.js";

/** @import { Sides } from "../host.js" */
/** @import { GameRecord, Play } from "./game.js" */
/** @import { OnTime } from "./on_time.js" */

/** @typedef {{ kind: "me" | "here" | "bot", name: string, level: number | null }} Seat */

/**
 * A table as it is stored: what it began with.
 * @typedef {object} Stored
 * @property {string} id
 * @property {string} game
 * @property {GameRecord} opening
 * @property {Seat[]} seats
 * @property {number} version
 * @property {string | null} rematch
 * @property {string | null} date
 * @property {number} changed when something happened there last, in milliseconds
 * @property {boolean} over
 * @property {number} entries
 * @property {boolean} [hints] whether hints may be taken; they may, if nothing is said
 * @property {number | null} [turn] whose it is; older tables do not say
 * @property {{ scores: number[], winners: number[] } | null} [result]
 * @property {OnTime | null} [onTime] how a game ended that was lost on time
 *   where it was played: here it was only opened
 * @property {boolean} [hasGoal] whether a single player has a goal instead of points
 */

/**
 * What happened at a table, as it is stored.
 * @typedef {object} Happened
 * @property {string} table
 * @property {number} version that it led to
 * @property {"move" | "undo" | "rematch" | "hint"} type
 * @property {any} body
 */

/**
 * @typedef {(
 *   | { type: "move", move: string, version: number }
 *   | { type: "bot", seat: number, move: string, version: number }
 *   | { type: "undo" }
 *   | { type: "rematch", sides: Sides }
 *   | { type: "hint", hint: Hint, version: number }
 * )} Command
 */

/**
 * Help in a decision.
 * @typedef {object} Hint
 * @property {string} move
 * @property {string | null} where to look at first
 * @property {string | null} instead what it was compared with
 * @property {number} gain
 * @property {{ code: string, points: number } | null} why
 */

/** What a command leads to. @typedef {{ event: Happened, game: Game | null }} Decided */

const MOST_ENTRIES = 5000;
const MOST_REDRAWN = 1000; // entries of the longest game in which hidden hands are drawn afresh
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyzA";

/** The steps of a hint, by how many have been told: where to look, the move, why. */
const WHERE = 1, MOVE = 2;
export const WHY = 3;

/** The table has gone on while a bot was thinking: it thinks again. */
export class Overtaken extends Error {}

export class Table {
  /**
   * @param {Stored} stored
   * @param {Game} game
   */
  constructor(stored, game) {
    this.stored = stored;
    this.game = game;
    this.version = 0;
    this.rematch = stored.rematch;
    /** The hint for the decision that is due. @type {{ seat: number, step: number, hint: Hint } | null} */
    this.hint = null;
    /** In how many decisions each seat has taken one. @type {number[]} */
    this.hinted = Array(stored.seats.length).fill(0);
  }

  /** Whether the people at this screen may have a hint now. */
  get mayHint() {
    const { turn } = this;
    const { awaitsChance } = this.game;
    const isTheirs = turn !== null && this.mine.includes(turn) && !awaitsChance;
    return isTheirs && !this.isFull && (this.stored.hints ?? true);
  }

  /**
   * A table from what is stored of it.
   * @param {Stored} stored
   * @param {Happened[]} events
   * @param {Play} by
   */
  static rebuilt(stored, events, by) {
    const table = new Table(stored, Game.replayed(by, stored.opening));
    for (const event of events) table.apply(event);
    return table;
  }

  get id() {
    return this.stored.id;
  }

  get seats() {
    return this.stored.seats;
  }

  /** The seats of the people at this screen. */
  get mine() {
    return [...this.seats.keys()].filter((seat) => this.seats[seat].kind !== "bot");
  }

  /** Whether the game is over, by the rules or because somebody's time was up. */
  get isOver() {
    return this.game.isOver || Boolean(this.stored.onTime);
  }

  /** The seat that is to act; null when the game is over. */
  get turn() {
    return this.isOver ? null : this.game.turn;
  }

  /** Scores and winners; null while the game runs. */
  result() {
    const { onTime } = this.stored;
    return onTime ? { scores: this.game.scores, winners: onTime.winners } : this.game.result();
  }

  /** Whether the game may not go on: it has reached the limit of entries. */
  get isFull() {
    return this.game.entries >= MOST_ENTRIES && !this.isOver;
  }

  /** The seat of the bot whose decision is due, if it is a bot's. */
  get botToMove() {
    const { turn } = this;
    const { awaitsChance } = this.game;
    if (this.isFull || turn === null || awaitsChance) return null;
    return this.seats[turn].kind === "bot" ? turn : null;
  }

  // ── Deciding ─────────────────────────────────────────────────────────────────────────────────

  /**
   * What a command leads to. All is checked, and nothing changes.
   * @param {Command} command
   * @returns {Decided}
   */
  decide(command) {
    switch (command.type) {
      case "move":
        if (command.version !== this.version) {
          throw new Refused(409, "stale", _("The table has gone on meanwhile."));
        }
        return this.move(command.move);
      case "bot":
        if (command.version !== this.version || this.botToMove !== command.seat) {
          throw new Overtaken();
        }
        return this.move(command.move);
      case "hint":
        return this.hintTold(command);
      case "undo":
        return this.undo();
      case "rematch":
        return {
          event: this.event("rematch", { table: newId(), sides: command.sides }),
          game: null,
        };
    }
  }

  /**
   * @param {Happened["type"]} type
   * @param {any} body
   * @returns {Happened}
   */
  event(type, body) {
    return { table: this.id, version: this.version + 1, type, body };
  }

  /**
   * @param {string} text
   * @returns {Decided}
   */
  move(text) {
    if (this.isOver) throw new Refused(409, "game_over", _("The game is over."));
    if (this.isFull) throw tooLong();
    const game = this.game.copy();
    game.play(text);
    const { turn, made, drawn } = game.logEntry(game.entries - 1);
    const body = {
      n: game.entries - 1,
      turn,
      text: made.text,
      drawn: drawn.map((one) => one.text),
    };
    return { event: this.event("move", body), game };
  }

  /**
   * The next step of a hint; a game that does not say where to look tells the move at once.
   * @param {{ hint: Hint, version: number }} command
   * @returns {Decided}
   */
  hintTold({ hint, version }) {
    if (version !== this.version || !this.mayHint) {
      throw new Refused(409, "stale", _("The table has gone on meanwhile."));
    }
    const step = Math.max((this.hint?.step ?? 0) + 1, hint.where === null ? MOVE : WHERE);
    const body = { seat: this.game.turn, step: Math.min(step, WHY), hint };
    return { event: this.event("hint", body), game: null };
  }

  /** How many entries an undo keeps; null if there is nothing to take back. */
  get undoTarget() {
    const { game, mine } = this;
    // What was hidden until the end and then shown cannot be hidden again.
    if (!mine.length || this.stored.onTime || (game.isOver && game.hasSecrets)) return null;
    for (let number = game.entries - 1; number >= 0; number--) {
      const { turn } = game.logEntry(number);
      if (game.isManual || (turn !== null && mine.includes(turn))) return number;
    }
    return null;
  }

  /** @returns {Decided} */
  undo() {
    const kept = this.undoTarget;
    if (kept === null) throw nothingToUndo();
    if (!this.botsHaveSecrets) {
      return { event: this.event("undo", { kept }), game: this.game.takenBackTo(kept) };
    }
    // Who has seen what a bot held, or what it drew next, meets another bot.
    if (kept > MOST_REDRAWN) throw tooLong();
    const earlier = this.game.takenBackTo(kept);
    const { redrawn } = earlier.by.positions;
    const game = redrawn ? redrawn(earlier, this.mine) : earlier;
    if (!game) throw nothingToUndo();
    return { event: this.event("undo", { kept, record: game.record() }), game };
  }

  /** Whether bots hold what nobody at this screen sees. */
  get botsHaveSecrets() {
    const { game } = this;
    if (!game.hasSecrets || game.isManual) return false;
    return new Set(this.mine.map((seat) => seat % game.sides)).size < game.sides;
  }

  /**
   * The same once more: the options, and who sits where, as `web.rematch` has it.
   * @param {Sides} [sides] older events do not say
   */
  again(sides = "next") {
    const { options } = this.stored.opening;
    const numbers = [...this.seats.keys()];
    if (sides === "partners") numbers.push(...numbers.splice(1, 1));
    const began = numbers.indexOf(options.first);
    const first = sides === "same" ? began : (began + 1) % options.players;
    return { options: { ...options, first }, seats: numbers.map((seat) => this.seats[seat]) };
  }

  // ── What happened ────────────────────────────────────────────────────────────────────────────

  /**
   * Change the table as an event says that is stored.
   * @param {Happened} event
   * @param {Game | null} [game] the game after it, where that is known
   */
  apply({ version, type, body }, game = null) {
    if (version !== this.version + 1) throw new Error(`${this.id}: version ${version} missing`);
    if (game) this.game = game;
    else if (type === "move") {
      const next = this.game.copy();
      next.repeat(body.text, ...body.drawn);
      this.game = next;
    } else if (type === "undo") {
      this.game = body.record
        ? Game.replayed(this.game.by, body.record)
        : this.game.takenBackTo(body.kept);
    }
    if (type === "hint") {
      if (!this.hint) this.hinted[body.seat]++;
      this.hint = body;
    } else if (type !== "rematch") this.hint = null;
    if (type === "rematch") this.rematch = body.table;
    this.version = version;
  }
}

function tooLong() {
  return new Refused(409, "too_long", _("This game has gone on for too long and ends here."));
}

function nothingToUndo() {
  return new Refused(409, "nothing_to_undo", _("There is nothing you could take back."));
}

/** An id for a table that is no other's. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** The day it is here, as a record tells it. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
