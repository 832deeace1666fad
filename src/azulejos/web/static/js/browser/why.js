// Why a move is better than another, in words. The engine finds the reasons (docs/wasm.md); the sentences come
// with the page, in the reader's language.

import { language } from "../text.js";

/** @typedef {{ code: string, points: number }} Reason */
/** @typedef {Record<string, string[]>} Sentences by code: for one point, and for more */

const LATER = "later";

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
