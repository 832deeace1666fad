// What this browser knows of its reader's games: an entry for each, wherever the table is kept. Lists of
// games and all figures are made of it; it never leaves the browser, but in a file that its reader saves.

/** @import { Result, SeatShown, TableSummary } from "./types.js" */

/** What a review found about the reader's play.
 * @typedef {object} Figures
 * @property {number} rate thousandths of a win that a real decision gave away
 * @property {number} decisions how many of them there were
 * @property {number} luck what chance gave, as a share of a win
 */

/**
 * @typedef {object} Kept a game
 * @property {string} id of its table
 * @property {number} version
 * @property {string} game
 * @property {Record<string, any>} options
 * @property {Pick<SeatShown, "name" | "level" | "taken">[]} seats
 * @property {number[]} mine the reader's seats
 * @property {number | null} turn
 * @property {number} entries
 * @property {boolean} has_goal
 * @property {Pick<Result, "scores" | "winners"> | null} result
 * @property {number[]} on_time who has lost on time
 * @property {string | null} date when it was begun
 * @property {number} changed when something happened last, in milliseconds since 1970
 * @property {boolean} whole it was played here from the beginning, by our chance
 * @property {boolean} helped a hint, a guide or a move taken back has helped the reader
 * @property {Figures | null} review
 * @property {boolean} [elsewhere] it came in a file: its table is not here
 * @property {boolean} [hidden] its reader does not want to see it any more
 */

/** What a table tells of itself. @typedef {Omit<TableSummary, "changed"> & { changed?: number }} Told */

const PREFIX = "azulejos.game.";
const FORMAT = "azulejos games", VERSION = 1;
/** A browser's storage has room for more; the oldest finished ones go first. */
const MOST = 3000;
/** What a file may hold. */
const MOST_BYTES = 8_000_000, MOST_SEATS = 8, MOST_TEXT = 200;

/** A file that holds no games of ours; the number of the first that cannot be read, if some can. */
export class Unreadable extends Error {
  /** @param {number | null} [number] */
  constructor(number = null) {
    super("no games");
    this.number = number;
  }
}

// ── One game ─────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {string} id
 * @returns {Kept | null}
 */
export function find(id) {
  try {
    return kept(JSON.parse(localStorage.getItem(PREFIX + id) ?? "null"));
  } catch {
    return null;
  }
}

/** @param {Kept} game */
function put(game) {
  const text = JSON.stringify(game);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      localStorage.setItem(PREFIX + game.id, text);
      return true;
    } catch {
      if (!makeRoom(1)) return false; // a browser that keeps nothing
    }
  }
  return false;
}

/**
 * Let go of so many finished games, the oldest first; whether there were any.
 * @param {number} n
 */
function makeRoom(n) {
  const old = games(true).filter(({ result }) => result).slice(-n);
  for (const { id } of old) localStorage.removeItem(PREFIX + id);
  return old.length > 0;
}

/**
 * Remember how a table of the reader's stands.
 * @param {Told} table
 * @param {{ helped?: boolean, opened?: boolean }} [more] opened: the reader looks at it
 */
export function note(table, { helped = false, opened = false } = {}) {
  if (!table.mine.length) return;
  const before = find(table.id);
  if (before?.hidden && !opened) return;
  const { id, version, game, options, turn, entries, has_goal, result, date, mine } = table;
  const isSame = before?.version === version && !before.elsewhere;
  put({
    id,
    version,
    game,
    options,
    seats: table.seats.map(({ name, level, taken }) => ({ name, level, taken })),
    mine,
    turn,
    entries,
    has_goal,
    result: result && { scores: result.scores, winners: result.winners },
    on_time: table.on_time,
    date,
    changed: table.changed ?? (isSame ? before.changed : Date.now()),
    whole: before?.whole ?? (entries <= version && table.chance === "auto"),
    helped: helped || before?.helped || mine.some((seat) => table.seats[seat].hints > 0),
    review: result ? before?.review ?? null : null,
  });
  if (!before && localStorage.length > MOST) makeRoom(localStorage.length - MOST);
}

/**
 * Remember what a complete review has found about the reader; nothing, if several seats were the reader's.
 * @param {string} id
 * @param {{ summaries: { errors: Omit<Figures, "luck">, identity: { luck: number } }[] }} review
 */
export function noteReview(id, { summaries }) {
  const game = find(id);
  if (!game?.result || game.mine.length !== 1) return;
  const { errors: { rate, decisions }, identity: { luck } } = summaries[game.mine[0]];
  put({ ...game, review: { rate, decisions, luck } });
}

/**
 * Let the reader see a game no more. Something of it stays, so that a list from elsewhere does not
 * bring it back.
 * @param {string} id
 */
export function hide(id) {
  const game = find(id);
  if (game) put({ ...game, hidden: true });
}

/** @param {string} id of a table that is gone */
export function drop(id) {
  localStorage.removeItem(PREFIX + id);
}

// ── All games ────────────────────────────────────────────────────────────────────────────────────

/**
 * All games, the newest first.
 * @param {boolean} [all] those that are hidden, too
 * @returns {Kept[]}
 */
export function games(all = false) {
  /** @type {Kept[]} */
  const found = [];
  try {
    for (let n = 0; n < localStorage.length; n++) {
      const key = localStorage.key(n) ?? "";
      if (!key.startsWith(PREFIX)) continue;
      const game = find(key.slice(PREFIX.length));
      if (game && (all || !game.hidden)) found.push(game);
    }
  } catch {
    // A browser that keeps nothing.
  }
  return found.sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1));
}

/** All games, as the text of a file. */
export function written() {
  return JSON.stringify({ format: FORMAT, version: VERSION, games: games() });
}

/**
 * The games in the text of a file; Unreadable if it holds none.
 * @param {string} text
 */
export function read(text) {
  let told;
  try {
    if (text.length > MOST_BYTES) throw new Unreadable();
    told = JSON.parse(text);
  } catch {
    throw new Unreadable();
  }
  if (told?.format !== FORMAT || told.version !== VERSION || !Array.isArray(told.games)) {
    throw new Unreadable();
  }
  return told.games.map((/** @type {unknown} */ data, /** @type {number} */ n) => {
    const game = kept(data);
    if (!game) throw new Unreadable(n + 1);
    return game;
  });
}

/**
 * Take games in that another browser has kept; how many were new here, or newer.
 * @param {Kept[]} others
 */
export function merge(others) {
  let taken = 0;
  for (const other of others) {
    const own = find(other.id);
    const isNewer = !own || own.hidden || (!own.result && other.result) ||
      (Boolean(own.result) === Boolean(other.result) && !own.review && other.review);
    if (!isNewer || other.hidden) continue;
    const isHere = own && !own.hidden && !own.elsewhere;
    const { hidden: _hidden, elsewhere: _elsewhere, ...rest } = other;
    if (put(isHere ? rest : { ...rest, elsewhere: true })) taken++;
  }
  return taken;
}

// ── Data from outside ────────────────────────────────────────────────────────────────────────────

/** @param {unknown} value */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** @param {unknown} value */
const isText = (value) => typeof value === "string" && value.length <= MOST_TEXT;
/**
 * @param {unknown} value
 * @param {(item: any) => boolean} is
 */
const isList = (value, is) => Array.isArray(value) && value.length <= MOST_SEATS && value.every(is);

/**
 * A game as it was kept; null if it is none.
 * @param {any} data
 * @returns {Kept | null}
 */
function kept(data) {
  if (!data || typeof data !== "object") return null;
  const { id, version, game, options, seats, mine, turn, entries, result, date, changed } = data;
  const { review } = data;
  /** @param {unknown} seat */
  const isSeat = (seat) => isCount(seat) && Number(seat) < seats.length;
  const isRight = isText(id) && isText(game) && [version, entries, changed].every(isCount) &&
    options && typeof options === "object" && JSON.stringify(options).length < 2000 &&
    isList(seats, (seat) => isText(seat?.name) && (seat.level === null || isCount(seat.level))) &&
    isList(mine, isSeat) && mine.length > 0 && (turn === null || isSeat(turn)) &&
    (date === null || isText(date)) &&
    (result === null ||
      isList(result?.scores, Number.isSafeInteger) && result.scores.length > 0 &&
        isList(result.winners, isSeat)) &&
    (data.on_time === undefined || isList(data.on_time, isSeat)) &&
    (!review ||
      Number.isFinite(review.rate) && isCount(review.decisions) && Number.isFinite(review.luck));
  if (!isRight) return null;
  return {
    id,
    version,
    game,
    options,
    seats: seats.map((/** @type {any} */ { name, level, taken }) => ({
      name,
      level,
      taken: taken !== false,
    })),
    mine,
    turn,
    entries,
    has_goal: data.has_goal === true,
    result: result && { scores: result.scores, winners: result.winners },
    on_time: data.on_time ?? [],
    date,
    changed,
    whole: data.whole === true,
    helped: data.helped === true,
    review: review ? { rate: review.rate, decisions: review.decisions, luck: review.luck } : null,
    ...(data.elsewhere === true && { elsewhere: true }),
    ...(data.hidden === true && { hidden: true }),
  };
}
