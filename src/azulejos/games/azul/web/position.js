// A state of Azul as the position that pages and records tell: as `position.py` has it; a test compares.

/** @import { Fields } from "../../js/browser/game.js" */
/** @import { Position } from "./types.js" */

const COLOURS = "BYRKW";
/** @type {Position["wall"][]} */
const WALLS = ["coloured", "grey"];
/** @type {Position["phase"][]} */
const PHASES = ["deal", "offer", "tiling", "over"];

/** @param {number} heap packed tiles: six bits a colour */
function counts(heap) {
  return [...COLOURS].map((_letter, colour) => heap >> (6 * colour) & 63);
}

/**
 * @param {Fields} fields
 * @param {number} player
 */
function board(fields, player) {
  /** @type {(string | null)[][]} */
  const wall = Array.from({ length: 5 }, () => Array(5).fill(null));
  [...COLOURS].forEach((letter, colour) => {
    const spaces = fields.shows[player][colour];
    for (let space = 0; space < 25; space++) {
      if (spaces >> space & 1) wall[Math.floor(space / 5)][space % 5] = letter;
    }
  });
  /** @type {number[]} */
  const held = fields.line_count[player];
  return {
    score: fields.score[player],
    lines: held.map((count, line) => ({
      colour: count ? COLOURS[fields.line_colour[player][line]] : null,
      count,
    })),
    wall,
    // A space holds a colour + 1, or the first-player marker.
    floor: Array.from(
      { length: fields.floor_count[player] },
      (_space, place) => `${COLOURS}M`[(fields.floor[player] >> (3 * place) & 7) - 1],
    ),
  };
}

/**
 * The whole position; all of it lies open.
 * @param {Fields} fields
 * @returns {Position}
 */
export function position(fields) {
  const { players, phase, sources } = fields;
  return {
    players,
    wall: WALLS[fields.wall_kind],
    round: fields.round_number,
    turn: PHASES[phase] === "over" ? null : fields.turn,
    phase: PHASES[phase],
    first: fields.first,
    marker_in_centre: Boolean(fields.marker_in_centre),
    factories: sources.slice(1, 2 * players + 2).map(counts),
    centre: counts(sources[0]),
    bag: counts(fields.bag),
    lid: counts(fields.lid),
    boards: Array.from({ length: players }, (_board, player) => board(fields, player)),
    idle: fields.idle,
    idle_limit: fields.idle_limit,
  };
}

/** @param {Position} whole */
export function view(whole) {
  return whole;
}

/**
 * What a hint points at first: a move's source, or the line whose tile is placed.
 * @param {string} move
 */
export function where(move) {
  return move.startsWith("@") ? move.slice(0, 2) : move.slice(0, 1);
}

export { fromText, optionsOf, toState, toText } from "./reading.js";
