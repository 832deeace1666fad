// A state of Azuleo as the position that pages and records tell, and what a side may know of it: as
// `position.py` and `game.py` have it; a test compares.

import {
  BLOCKADE,
  FIELD_IN,
  KINDS,
  ORIENTATIONS,
  PAIRS,
  PHASES,
  PURPOSES,
  UNSEEN,
} from "./kinds.js";

/** @import { Fields } from "../../js/browser/game.js" */
/** @import { Options, Position } from "./types.js" */

const [FOR_START, AFTER_SWAP] = [2, 4];
const UNLIMITED = -1;
const NONE = -1;
/**
 * @param {readonly string[]} names
 * @param {number[]} counts
 * @returns {string[]}
 */
function spread(names, counts) {
  return counts.flatMap((count, n) => Array(count).fill(names[n]));
}

/**
 * @param {readonly string[]} names
 * @param {number[]} counts
 */
function named(names, counts) {
  return Object.fromEntries(names.map((name, n) => [name, counts[n]]));
}

/** @param {number[]} counts */
function sum(counts) {
  return counts.reduce((total, count) => total + count, 0);
}

/** @param {number} lies on a field */
function lying(lies) {
  if (lies === 0) return null;
  return lies === BLOCKADE ? "#" : ORIENTATIONS[lies - 1];
}

/**
 * What a position has of a game's options.
 * @param {Record<string, any>} options
 * @returns {Options}
 */
function chosen({ players: _players, first: _first, draws: _draws, ...rest }) {
  return /** @type {Options} */ ({ ...rest, board: [...rest.board] });
}

/**
 * The whole position.
 * @param {Fields} fields
 * @param {Record<string, any>} options of the game
 * @returns {Position}
 */
export function position(fields, options) {
  const { players, phase, awaiting, put_down: put } = fields;
  const kinds = awaiting === AFTER_SWAP ? PAIRS : KINDS;
  /** @type {string[]} */
  const rows = options.board;
  return {
    players,
    turn: PHASES[phase] === "over" ? null : fields.turn,
    phase: PHASES[phase],
    options: chosen(options),
    board: rows.map((letters, row) =>
      [...letters].map((_letter, column) => lying(fields.board[FIELD_IN[row][column]]))
    ),
    sides: Array.from({ length: fields.sides }, (_side, side) => ({
      score: fields.score[side],
      hand: [
        ...spread(KINDS, fields.hand[side]),
        ...Array(fields.hidden[side]).fill(UNSEEN),
      ],
      plates: spread(PAIRS, fields.plates[side]),
      swaps: fields.swaps[side],
    })),
    supply: named(KINDS, fields.supply),
    plate_supply: named(PAIRS, fields.plate_supply),
    discards: named(PAIRS, fields.discards),
    blockades: fields.blockades === UNLIMITED ? null : fields.blockades,
    start: fields.start === NONE ? null : KINDS[fields.start],
    idle: fields.idle,
    ...(PHASES[phase] === "draw" && {
      pending: {
        for: PURPOSES[awaiting],
        side: fields.drawing,
        put_down: put === NONE ? null : kinds[put],
      },
    }),
  };
}

/**
 * What a player may know of a position; what everybody may, for null.
 * @param {Position} whole
 * @param {Fields} fields
 * @param {number | null} player
 * @returns {Position}
 */
export function view(whole, fields, player) {
  const unseen = { .../** @type {Record<string, number>} */ (whole.supply) };
  const sides = whole.sides.map((content, side) => {
    const isOwn = player !== null && side === player % fields.sides;
    if (isOwn || fields.open_hands || typeof content.hand === "number") return content;
    for (const kind of content.hand) if (kind !== UNSEEN) unseen[kind]++;
    return { ...content, hand: content.hand.length };
  });
  return {
    ...whole,
    sides,
    supply: sum(fields.supply) - sum(fields.hidden),
    plate_supply: sum(fields.plate_supply),
    unseen,
  };
}

/**
 * The side that sees what chance gives next, or after a move; null: all do.
 * @param {string} chance
 * @param {Fields} fields before it
 * @returns {number | null}
 */
export function onlyFor(chance, fields) {
  if (chance.startsWith("%") || fields.open_hands) return null;
  // What was drawn after a move, was drawn by whoever made that.
  if (PHASES[fields.phase] !== "draw") return fields.turn % fields.sides;
  return fields.awaiting === FOR_START ? null : fields.drawing;
}

/**
 * Whether a single player has a goal instead of points.
 * @param {Record<string, any>} options
 */
export function hasGoal({ mode }) {
  return mode === "fill";
}

/**
 * The claims of all free fields, where players find the unplayable ones themselves.
 * @param {Fields} fields
 * @param {Record<string, any>} options
 */
export function toFind(fields, { claims, mode, board }) {
  const hidden = claims === "found" && !hasGoal({ mode });
  if (!hidden || PHASES[fields.phase] !== "turn" || fields.blockades === 0) return [];
  /** @type {string[]} */
  const found = [];
  board.forEach((/** @type {string} */ letters, /** @type {number} */ row) => {
    for (let column = 0; column < letters.length; column++) {
      if (!(fields.free >> BigInt(FIELD_IN[row][column]) & 1n)) continue;
      found.push(`#${String.fromCharCode(97 + column)}${row + 1}`);
    }
  });
  return found;
}

/**
 * What a hint points at first: a field, or by a sign the plates, the hand, or nothing.
 * @param {string} move
 */
export function where(move) {
  return /^#?([a-z][0-9]+)/.exec(move)?.[1] ?? move.slice(0, 1);
}

export { fromText, optionsOf, toState, toText } from "./reading.js";
export { redrawn } from "./redrawing.js";
