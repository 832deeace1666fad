// Azul's pieces on the drawings that the service made: its stencils, where its drawing puts them.

import { clear, inside, node } from "../../js/svg.js";
import { draw, places as told, placesIn } from "../../js/stencils.js";

/** @typedef {import("../../js/stencils.js").Place} Place */
/** @import { Board, Line, Position } from "./types.js" */

/** @typedef {[x: number, y: number, baseline: number]} Badge */
/** @typedef {{ y: number, spread: [x: number, step: number][], badge: (Badge | null)[] }} CentreRow */
/**
 * As `games/azul/places.py` tells them.
 * @typedef {object} Places
 * @property {Place[]} factory of its tiles
 * @property {CentreRow[][]} centre the rows, by how many there are
 * @property {Place[][]} lines as they fill
 * @property {Place[][]} wall
 * @property {{ place: Place, loss: Place, costs: number }[]} floor
 */
export const places = /** @type {Places} */ (told);

export const COLOURS = "BYRKW";
/** What the spaces of the floor line cost. */
export const FLOOR_LOSSES = places.floor.map(({ costs }) => costs);

/**
 * A tile, or the marker.
 * @param {string} colour
 * @param {Place} [place]
 * @param {Record<string, string | number>} [data] in which part of the table it is
 */
export function tile(colour, [x, y] = [0, 0], data = {}) {
  const where = Object.entries(data).map(([name, value]) => [`data-${name}`, value]);
  const name = colour === "M" ? "marker" : "tile";
  return draw(name, { colour, x, y }, Object.fromEntries(where));
}

/**
 * A tile, or the marker, as it would lie.
 * @param {string} colour
 * @param {Place} place
 */
export function ghost(colour, [x, y]) {
  return draw(colour === "M" ? "ghost-marker" : "ghost", { colour, x, y });
}

/**
 * @param {string} colour
 * @param {SVGElement[]} tiles
 * @param {number} source
 */
function lot(colour, tiles, source) {
  return node("g", { class: "lot", "data-colour": colour, "data-source": source }, ...tiles);
}

/**
 * @param {Place} place
 * @param {number} number
 */
function slot([x, y], number) {
  return draw("slot", { x, y }, { "data-place": number });
}

/**
 * The factories and the centre of a position.
 * @param {SVGElement} svg
 * @param {Position} position
 */
export function drawDisplay(svg, position) {
  position.factories.forEach((counts, index) => {
    const source = index + 1;
    const group = inside(svg, `.factory[data-source="${source}"]`);
    clear(group, ".lot");
    const badge = group.querySelector(".badge");
    const free = [...places.factory];
    [...COLOURS].forEach((colour, kind) => {
      if (!counts[kind]) return;
      const tiles = free.splice(0, counts[kind]).map((place) => tile(colour, place, { source }));
      group.insertBefore(lot(colour, tiles, source), badge);
    });
  });
  drawCentre(svg, position);
}

/**
 * @param {SVGElement} svg
 * @param {Position} position
 */
function drawCentre(svg, position) {
  const rows = [...COLOURS].map((colour, kind) => colour.repeat(position.centre[kind])).filter(
    Boolean,
  );
  if (position.marker_in_centre) {
    if (rows.length < COLOURS.length) {
      rows.unshift("M");
    } else {
      const lengths = rows.map((row) => row.length);
      const shortest = lengths.indexOf(Math.min(...lengths));
      rows[shortest] = `M${rows[shortest]}`;
    }
  }
  const parts = /** @type {SVGElement[]} */ ([]);
  rows.forEach((row, index) => {
    const room = places.centre[rows.length - 1][index];
    const lefts = placesIn(room, row.length);
    const tiles = [...row].map((colour, k) => tile(colour, [lefts[k], room.y], { source: 0 }));
    parts.push(...tiles.splice(0, row.lastIndexOf("M") + 1));
    if (tiles.length) parts.push(lot(row[row.length - 1], tiles, 0));
    const badge = room.badge[row.length];
    if (badge) {
      const [x, y, baseline] = badge;
      parts.push(draw("badge", { number: tiles.length, x, y, baseline }));
    }
  });
  inside(svg, ".centre .lots").replaceChildren(...parts);
}

/**
 * A player's lines, wall and floor line.
 * @param {SVGElement} svg
 * @param {Board} own
 * @param {number} player
 * @param {boolean} coloured
 */
export function drawBoard(svg, own, player, coloured) {
  own.lines.forEach((line, index) => drawLine(svg, line, index + 1, player));
  for (const space of svg.querySelectorAll(".space")) {
    if (!(space instanceof SVGElement)) continue;
    const row = Number(space.dataset.line);
    const column = Number(space.dataset.column);
    drawSpace(space, own.wall[row - 1][column - 1], row, column, player, coloured);
  }
  drawFloor(svg, own.floor, player);
}

/**
 * @param {SVGElement} svg
 * @param {Line} line
 * @param {number} number
 * @param {number} player
 */
function drawLine(svg, { colour, count }, number, player) {
  const group = inside(svg, `.line[data-line="${number}"]`);
  const arrow = inside(group, "path");
  const complete = count === number;
  clear(group, ".tile, .slot");
  places.lines[number - 1].forEach((place, index) => {
    const piece = colour && index < count
      ? tile(colour, place, { player, line: number })
      : slot(place, index + 1);
    group.insertBefore(piece, arrow);
  });
  arrow.setAttribute("class", complete ? "az-gold" : "az-dish");
  group.classList.toggle("complete", complete);
  group.dataset.count = String(count);
  if (colour) group.dataset.colour = colour;
  else delete group.dataset.colour;
}

/**
 * @param {SVGElement} space
 * @param {string | null} colour
 * @param {number} line
 * @param {number} column
 * @param {number} player
 * @param {boolean} coloured
 */
function drawSpace(space, colour, line, column, player, coloured) {
  const [x, y] = places.wall[line - 1][column - 1];
  clear(space, ".tile, .printed");
  if (colour) space.append(tile(colour, [x, y], { player, line, column }));
  else if (coloured) space.append(draw(`printed-${space.dataset.colour}`, { x, y }));
}

/**
 * @param {SVGElement} svg
 * @param {string[]} floor
 * @param {number} player
 */
function drawFloor(svg, floor, player) {
  const group = inside(svg, ".floor");
  clear(group, ".tile, .marker, .slot");
  places.floor.forEach(({ place }, index) => {
    const taken = index < floor.length;
    group.append(taken ? tile(floor[index], place, { player, line: 0 }) : slot(place, index + 1));
  });
  const cost = floorCost(floor);
  inside(svg, ".losses").replaceChildren(
    ...places.floor.map(({ loss: [x, y], costs: points }, index) =>
      draw(index < floor.length ? "loss-taken" : "loss", { points, x, y })
    ),
    ...(cost ? [draw("cost", { points: cost })] : []),
  );
  group.dataset.cost = String(cost);
}

/** @param {string[]} floor */
export function floorCost(floor) {
  return FLOOR_LOSSES.slice(0, floor.length).reduce((sum, loss) => sum + loss, 0);
}
