// Crosses, plates and fields, and what happens with them, as the rules number all that.

/** @import { Position } from "./types.js" */

/** The kinds of crosses. */
export const KINDS = ["RYBG", "RYGB", "RBYG", "RBGY", "RGYB", "RGBY"];
/** A cross in a hand that nobody here has seen. */
export const UNSEEN = "?";
/** @type {Position["phase"][]} */
export const PHASES = ["draw", "start", "turn", "over"];
/** What a draw is for. */
export const PURPOSES = ["hand", "plates", "start", "lay", "swap", "exchange"];
const TURNS = 4; // of a cross
const USUAL = 6; // rows and columns of the usual board, whose fields come first
const MOST = 8;

/** Pairs, and how a cross may lie, as the rules number them. */
export const PAIRS = ["RY", "RB", "RG", "YB", "YG", "BG"];
export const ORIENTATIONS = KINDS.flatMap((kind) =>
  Array.from({ length: TURNS }, (_turn, turn) => turned(kind, turn))
);
export const BLOCKADE = ORIENTATIONS.length + 1;

/**
 * @param {string} colours
 * @param {number} turn
 */
function turned(colours, turn) {
  return colours.slice(turn) + colours.slice(0, turn);
}

/** @type {[row: number, column: number][]} every field's place, by its number */
const PLACES = Array.from({ length: MOST * MOST }, (_field, n) => {
  /** @type {[number, number]} */
  const place = [Math.floor(n / MOST), n % MOST];
  return place;
}).sort((a, b) => Number(isWide(a)) - Number(isWide(b)) || a[0] - b[0] || a[1] - b[1]);

/** @param {[number, number]} place */
function isWide([row, column]) {
  return row >= USUAL || column >= USUAL;
}

/** The number of the field in every row and column. */
export const FIELD_IN = Array.from(
  { length: MOST },
  (_row, row) =>
    Array.from(
      { length: MOST },
      (_column, column) => PLACES.findIndex(([r, c]) => r === row && c === column),
    ),
);
