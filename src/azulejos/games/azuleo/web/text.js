// Azuleo in words: crosses, plates, fields and moves.

import { _, list, ngettext } from "../../js/text.js";

/** @param {string} letter */
export function colour(letter) {
  switch (letter) {
    case "R":
      return _("red");
    case "Y":
      return _("yellow");
    case "B":
      return _("blue");
    default:
      return _("green");
  }
}

/**
 * "red, yellow, blue, green": clockwise from the top left.
 * @param {string} colours
 */
export function cross(colours) {
  return [...colours].map(colour).join(", ");
}

/** @param {string} letters */
export function pair(letters) {
  return list([...letters].map(colour));
}

/** @param {string} letters */
export function plate(letters) {
  return _("Plate: {pair}", { pair: pair(letters) });
}

/**
 * What lies on a field.
 * @param {string} name
 * @param {string | null} [content]
 */
export function field(name, content) {
  if (content === "#") return _("{field}: blockade", { field: name });
  if (content) return _("{field}: cross {colours}", { field: name, colours: cross(content) });
  return _("{field}: free", { field: name });
}

/** @param {number} n */
export function gain(n) {
  return ngettext("gives {n} point", "gives {n} points", n);
}

/**
 * A move in words, after its player's name.
 * @param {string} text
 * @param {boolean} [you]
 */
export function move(text, you = false) {
  if (you) return yours(text);
  if (text === "-") return _("passes");
  if (text.startsWith("#")) return _("blockade on {field}", { field: text.slice(1) });
  if (text.startsWith("~")) return _("swaps the plate {pair}", { pair: pair(text.slice(1)) });
  if (text.startsWith("^")) return _("exchanges a cross");
  if (text.startsWith("+")) return _("a cross is drawn");
  if (text.startsWith("%")) return _("a plate is drawn");
  const [name, colours] = lay(text);
  return _("lays on {field}: {colours}", { field: name, colours: cross(colours) });
}

/**
 * The same after "You": many languages have another verb there.
 * @param {string} text
 */
function yours(text) {
  if (text === "-") return _("pass");
  if (text.startsWith("#")) return _("put a blockade on {field}", { field: text.slice(1) });
  if (text.startsWith("~")) return _("swap the plate {pair}", { pair: pair(text.slice(1)) });
  if (text.startsWith("^")) return _("exchange a cross");
  const [name, colours] = lay(text);
  return _("lay on {field}: {colours}", { field: name, colours: cross(colours) });
}

/**
 * The field and the colours of a lay.
 * @param {string} text
 */
function lay(text) {
  const [, name, colours] = /^([a-z]\d+)([RYBG]{4})$/.exec(text) ?? ["", text, ""];
  return [name, colours];
}
