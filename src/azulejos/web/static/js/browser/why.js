// Why a move is better than another, in words. The engine finds the reasons (docs/wasm.md); the sentences come
// with the page, in the reader's language.

import { language } from "../text.js";

/** @typedef {{ code: string, points: number, count?: number | null }} Reason */
/** @typedef {Record<string, string[]>} Sentences by code: for one point, and for more */

const LATER = "later", MORE = "later more", LESS = "later less";

/**
 * A reason as a sentence; move: the better one, as it is told.
 * @param {Reason} reason
 * @param {string} move
 * @param {Sentences} sentences
 */
export function sentence({ code, points, count }, move, sentences) {
  const [one, many] = sentences[code] ?? sentences[""];
  const n = code === LATER
    ? points.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    : String(Math.round(points));
  const told = (n === "1" ? one : many).replaceAll("{n}", n).replaceAll("{move}", move);
  const counted = count ? sentences[count > 0 ? MORE : LESS] : undefined;
  if (!count || !counted) return told;
  const amount = Math.abs(count);
  return `${told} ${counted[amount === 1 ? 0 : 1].replaceAll("{n}", String(amount))}`;
}
