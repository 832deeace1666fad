// The page's words in the reader's language. English ones are the messages themselves.

import { byId } from "./dom.js";

/**
 * What the page brings: its language, and each message's forms in it, the singular first.
 * @typedef {{ language: string, messages: Record<string, string[]> }} Words
 * @typedef {Record<string, string | number>} Parts what stands for the {parts} of a message
 */

/** @type {Words} */
const { language, messages } = JSON.parse(byId("text").textContent);

export { language };

/**
 * @param {string} text
 * @param {Parts} parts
 */
function fill(text, parts) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in parts ? String(parts[name]) : whole));
}

/**
 * The message in this language, its {parts} filled in.
 * @param {string} message
 * @param {Parts} [parts]
 */
export function _(message, parts = {}) {
  return fill(messages[message]?.[0] ?? message, parts);
}

/**
 * The same for a number of things; {n} is the number.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Parts} [parts]
 */
export function ngettext(one, many, n, parts = {}) {
  const forms = messages[one] ?? [one, many];
  return fill(n === 1 ? forms[0] : forms[forms.length - 1], { n, ...parts });
}

const lists = new Intl.ListFormat(language, { type: "conjunction" });

/**
 * "a, b and c".
 * @param {string[]} items
 */
export function list(items) {
  return lists.format(items);
}

/**
 * A number with its sign, as points are shown.
 * @param {number} points
 */
export function signed(points) {
  if (points === 0) return "0";
  return points < 0 ? `−${-points}` : `+${points}`;
}
