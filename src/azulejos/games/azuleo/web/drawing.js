// Azuleo's pieces on the drawings that the service made: its stencils, where its drawing puts them.

import { draw, places as told, placesIn } from "../../js/stencils.js";
import { inside } from "../../js/svg.js";

/** @typedef {import("../../js/svg.js").Attributes} Attributes */
/** @typedef {import("../../js/stencils.js").Place} Place */
/** @typedef {{ y: number, spread: [x: number, step: number][] }} Row */
/** @import { Position } from "./types.js" */

/**
 * As `games/azuleo/places.py` tells them.
 * @typedef {object} Places
 * @property {{ point: [number, number], fields: [row: number, column: number][], place: Place }[]} points
 * @property {Row} hand
 * @property {Row} plates
 */
const places = /** @type {Places} */ (told);

export const COLOURS = "RYBG";

/**
 * A cross, its colours clockwise from the north-west.
 * @param {string} colours
 * @param {Attributes} [attributes]
 */
export function cross(colours, attributes = {}) {
  const [nw, ne, se, sw] = colours;
  return draw("cross", { nw, ne, se, sw }, attributes);
}

/**
 * A cross as it would lie.
 * @param {string} colours
 */
export function ghost(colours) {
  const [nw, ne, se, sw] = colours;
  return draw("ghost", { nw, ne, se, sw });
}

/**
 * @param {string} pair
 * @param {Attributes} [attributes]
 */
export function plate(pair, attributes = {}) {
  const [first, second] = pair;
  return draw("plate", { first, second }, attributes);
}

/**
 * What a lay would give, on its field.
 * @param {number} points
 */
export function gain(points) {
  return draw("gain", { points });
}

/** What the last move is pointed out by, on its field. */
export function lastMark() {
  return draw("last-mark");
}

/**
 * The same cross, turned clockwise by quarters.
 * @param {string} colours
 * @param {number} quarters
 */
export function turned(colours, quarters) {
  const by = ((quarters % 4) + 4) % 4;
  return colours.slice(4 - by) + colours.slice(0, 4 - by);
}

/**
 * A cross's colours clockwise from the first of all, however it is turned.
 * @param {string} colours
 */
export function kind(colours) {
  const start = colours.indexOf("R");
  return colours.slice(start) + colours.slice(0, start);
}

/**
 * Row and column of a field, from 0.
 * @param {string} field
 */
export function place(field) {
  return [Number(field.slice(1)) - 1, field.charCodeAt(0) - 97];
}

/**
 * Everything that lies on the board.
 * @param {SVGElement} svg
 * @param {Position} position
 */
export function drawBoard(svg, position) {
  for (const field of svg.querySelectorAll(".field")) {
    const name = field.getAttribute("data-field") ?? "";
    const [row, column] = place(name);
    const [ground] = field.children;
    field.replaceChildren(ground, ...lying(field, name, position.board[row][column]));
  }
  inside(svg, ".azuleos").replaceChildren(...azuleos(position.board));
}

/**
 * What is to be seen on a field.
 * @param {Element} field
 * @param {string} name
 * @param {string | null} content
 * @returns {Iterable<Element>}
 */
function lying(field, name, content) {
  const where = { "data-field": name };
  if (content === "#") return [draw("blockade", {}, where)];
  if (content) return [cross(content, where)];
  const painted = field.classList.contains("dotted") ? "dotted-field" : "bare-field";
  return draw(painted).children;
}

/**
 * The marks of the points round which four crosses lie.
 * @param {Position["board"]} board
 */
function azuleos(board) {
  const found = [];
  for (const { point, fields, place: [x, y] } of places.points) {
    const around = fields.map(([row, column]) => board[row][column] ?? "");
    if (!around.every((content) => content.length === 4)) continue;
    const touching = new Set(around.map((colours, k) => colours[(k + 2) % 4]));
    const pair = [...COLOURS].filter((colour) => touching.has(colour)).join("");
    found.push(draw("azuleo", { x, y, point: point.join(","), pair }));
  }
  return found;
}

/**
 * A side's hand and plates.
 * @param {SVGElement} svg
 * @param {{ plates: string[] }} own
 * @param {number} side
 * @param {(string | null)[]} faces the crosses as they are held, null a hidden one
 */
export function drawSide(svg, own, side, faces) {
  const where = { "data-side": side };
  const hand = inside(svg, ".hand");
  hand.dataset.count = String(faces.length);
  hold(hand, places.hand, faces, (face) => face ? cross(face, where) : draw("back", {}, where));
  hold(inside(svg, ".plates"), places.plates, own.plates, (pair) => plate(pair, where));
}

/**
 * Lay pieces side by side.
 * @template T
 * @param {SVGElement} group
 * @param {Row} row
 * @param {T[]} held
 * @param {(one: T) => SVGElement} drawn
 */
function hold(group, row, held, drawn) {
  const lefts = placesIn(row, held.length);
  group.replaceChildren(...held.map((one, k) => {
    const shown = draw("held", { x: lefts[k], y: row.y });
    shown.append(drawn(one));
    return shown;
  }));
}
