// What the service draws, drawn again: stencils with placeholders, and the places to put them.
// Both come with the page, from the game's drawing; no script knows a coordinate of its own.

import { node } from "./svg.js";

/** @typedef {[keyof SVGElementTagNameMap, Record<string, string>, ...(string | Stencil)[]]} Stencil */
/** @typedef {Record<string, string | number>} Values of the placeholders, by name */
/** @typedef {[x: number, y: number]} Place */

const told = JSON.parse(document.getElementById("drawing-data")?.textContent || "{}");

/** @type {Record<string, Stencil>} */
const stencils = told.stencils ?? {};

/**
 * Where things lie on the drawings of this table; each game's drawing says what there is.
 * @type {Record<string, any>}
 */
export const places = told.places ?? {};

/**
 * An element as the service draws it: `{x}` in its stencil becomes `values.x`.
 * @param {string} name
 * @param {Values} [values]
 * @param {import("./svg.js").Attributes} [more] attributes beside those of the stencil
 */
export function draw(name, values = {}, more = {}) {
  return filled(stencils[name], values, more);
}

/**
 * @param {Stencil} stencil
 * @param {Values} values
 * @param {import("./svg.js").Attributes} [more]
 * @returns {SVGElement}
 */
function filled([tag, attributes, ...children], values, more = {}) {
  const own = Object.entries(attributes).map(([name, text]) => [name, fill(text, values)]);
  const inner = children.map((child) =>
    typeof child === "string" ? fill(child, values) : filled(child, values)
  );
  return node(tag, { ...Object.fromEntries(own), ...more }, ...inner);
}

/**
 * @param {string} text
 * @param {Values} values
 */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_all, name) => {
    const value = values[name];
    // A coordinate to a hundredth, as short as it can be.
    return typeof value === "number" ? String(Number(value.toFixed(2))) : value;
  });
}

/**
 * A piece as a picture of its own, wherever it lies; it fills the picture.
 * @param {Element} piece
 * @param {import("./svg.js").Attributes} [attributes] of the picture
 */
export function picture(piece, attributes = {}) {
  for (const name of ["x", "y", "tabindex", "transform"]) piece.removeAttribute(name);
  const viewBox = `0 0 ${places.piece} ${places.piece}`;
  return node("svg", { viewBox, class: "azulejos", "aria-hidden": "true", ...attributes }, piece);
}

/**
 * Where so many pieces of a row begin.
 * @param {{ spread: [x: number, step: number][] }} row
 * @param {number} count
 */
export function placesIn(row, count) {
  const [x, step] = row.spread[count];
  return Array.from({ length: count }, (_one, place) => x + place * step);
}
