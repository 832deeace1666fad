// Why a move is better than another, in exact points: the lines of both are played, and the rules tell
// what happens in them (`analysis.why`). The sentences come with the page, in the reader's language.

import { language } from "../text.js";

/** @import { Fact, Kernel, State } from "./kernel.js" */

/** @typedef {{ code: string, points: number }} Reason */
/** @typedef {Record<string, string[]>} Sentences by code: for one point, and for more */

/** Points of a difference that is worth a word; of expected ones, which are no facts, more. */
const LEAST = 1, LEAST_LATER = 2;
const OTHERS = "leaves", LATER = "later";

/**
 * What the better line is ahead in, the most important first.
 * @param {Kernel} kernel
 * @param {State} before
 * @param {string[]} better moves
 * @param {string[]} worse
 * @param {number} ahead what the expected margins of the two differ by
 * @returns {Reason[]}
 */
export function reasonsFor(kernel, before, better, worse, ahead) {
  const player = kernel.turn(before) ?? 0;
  const points = pointsIn(kernel, before, better, player);
  for (const [code, n] of pointsIn(kernel, before, worse, player)) {
    points.set(code, (points.get(code) ?? 0) - n);
  }
  const found = [...points].map(([code, n]) => ({ code, points: n }))
    .filter(({ points: n }) => n >= LEAST);
  const exact = [...points.values()].reduce((total, n) => total + n, 0);
  const later = Math.round(10 * (ahead - exact)) / 10;
  if (later >= LEAST_LATER) found.push({ code: LATER, points: later });
  return found.sort((a, b) => b.points - a.points);
}

/**
 * Points by what they are for: of the player's side, and of the others below 0.
 * @param {Kernel} kernel
 * @param {State} before
 * @param {string[]} line
 * @param {number} player
 * @returns {Map<string, number>}
 */
function pointsIn(kernel, before, line, player) {
  const sides = kernel.sides(before);
  /** @type {Map<string, number>} */
  const points = new Map();
  let state = before;
  for (const text of line) {
    const action = kernel.action(text);
    if (action === null) break;
    /** @type {Fact[]} */
    let facts;
    ({ state, facts } = kernel.play(state, action));
    for (const { kind, player: whose, points: n } of facts) {
      if (whose === null || !n) continue;
      const own = (whose - player) % sides === 0;
      const code = own ? kind : OTHERS;
      points.set(code, (points.get(code) ?? 0) + (own ? n : -n));
    }
  }
  return points;
}

/**
 * A reason as a sentence; move: the better one, as it is told.
 * @param {Reason} reason
 * @param {string} move
 * @param {Sentences} sentences
 */
export function sentence({ code, points }, move, sentences) {
  const [one, many] = sentences[code] ?? sentences[""];
  const n = code === LATER
    ? points.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    : String(Math.round(points));
  return (n === "1" ? one : many).replaceAll("{n}", n).replaceAll("{move}", move);
}
