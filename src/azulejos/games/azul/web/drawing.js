// Azul's pieces on the drawings that the service made, placed as azulejos.draw places them.

import { clear, label, node, short, use } from "../../js/svg.js";

export const COLOURS = "BYRKW";
const TILE = 40;
const PITCH = 44;
const LINES_X = 36;
const TOP = 61;
const WALL_X = 294;
const FLOOR_Y = TOP + 5 * PITCH + 24;
export const FLOOR_LOSSES = [1, 1, 2, 2, 2, 3, 3];
const DISC = 66;

function tile(colour, x, y, data) {
  const place = {};
  for (const [name, value] of Object.entries(data)) place[`data-${name}`] = value;
  if (colour === "M") return use("az-marker", short(x), short(y), TILE, { class: "marker", ...place });
  return use(`az-tile-${colour}`, short(x), short(y), TILE, {
    class: "tile",
    "data-colour": colour,
    ...place,
  });
}

function lot(colour, tiles, source) {
  return node("g", { class: "lot", "data-colour": colour, "data-source": source }, ...tiles);
}

function slot(x, y, attributes = {}) {
  return node("rect", {
    x, y, width: TILE, height: TILE, rx: 4.2, class: "az-slot slot", "stroke-width": 1, ...attributes,
  });
}

/** The factories and the centre of a position. */
export function drawDisplay(svg, position) {
  position.factories.forEach((counts, index) => {
    const source = index + 1;
    const group = svg.querySelector(`.factory[data-source="${source}"]`);
    clear(group, ".lot");
    const badge = group.querySelector(".badge");
    let place = 0;
    [...COLOURS].forEach((colour, kind) => {
      if (!counts[kind]) return;
      const tiles = [];
      for (let k = 0; k < counts[kind]; k++, place++) {
        const x = place % 2 ? 2 : 2 - PITCH;
        const y = place > 1 ? 2 : 2 - PITCH;
        tiles.push(tile(colour, x, y, { source }));
      }
      group.insertBefore(lot(colour, tiles, source), badge);
    });
  });
  drawCentre(svg, position);
}

function drawCentre(svg, position) {
  const factories = position.factories.length;
  const radius = Math.max(194, (DISC + 5) / Math.sin(Math.PI / factories)) - DISC - 6;
  const rows = [...COLOURS].map((colour, kind) => colour.repeat(position.centre[kind])).filter(Boolean);
  if (position.marker_in_centre) {
    if (rows.length < COLOURS.length) {
      rows.unshift("M");
    } else {
      const lengths = rows.map((row) => row.length);
      const shortest = lengths.indexOf(Math.min(...lengths));
      rows[shortest] = `M${rows[shortest]}`;
    }
  }
  const parts = [];
  rows.forEach((row, index) => {
    const y = (index - rows.length / 2) * PITCH + 2;
    const farthest = Math.max(Math.abs(y), Math.abs(y + TILE));
    const room = 2 * Math.sqrt(Math.max(radius ** 2 - farthest ** 2, 62 ** 2)) - 6;
    const step = row.length > 1 ? Math.min(PITCH, (room - TILE) / (row.length - 1)) : 0;
    const x = -((row.length - 1) * step + TILE) / 2;
    const tiles = [...row].map((colour, place) => tile(colour, x + place * step, y, { source: 0 }));
    if (row[0] === "M") parts.push(tiles.shift());
    if (tiles.length) parts.push(lot(row.at(-1), tiles, 0));
    if (row.length > 1 && step < PITCH - 4) parts.push(badge(tiles.length, -x, y + TILE / 2));
  });
  svg.querySelector(".centre .lots").replaceChildren(...parts);
}

function badge(number, x, y) {
  const round = { cx: short(x), cy: short(y), r: 9.5 };
  return node(
    "g",
    { class: "badge", "pointer-events": "none" },
    node("circle", { ...round, class: "az-panel" }),
    node("circle", { ...round, class: "az-frame", "stroke-width": 1 }),
    label(number, short(x), short(y + 4.4), 12.5, { "text-anchor": "middle", "font-weight": 600 }),
  );
}

/** A player's lines, wall and floor line. */
export function drawBoard(svg, own, player, coloured) {
  own.lines.forEach((line, index) => drawLine(svg, line, index + 1, player));
  for (const space of svg.querySelectorAll(".space")) {
    const row = Number(space.dataset.line);
    const column = Number(space.dataset.column);
    drawSpace(space, own.wall[row - 1][column - 1], row, column, player, coloured);
  }
  drawFloor(svg, own.floor, player);
}

function drawLine(svg, { colour, count }, number, player) {
  const group = svg.querySelector(`.line[data-line="${number}"]`);
  const arrow = group.querySelector("path");
  const y = TOP + (number - 1) * PITCH + 2;
  const complete = count === number;
  clear(group, ".tile, .slot");
  for (let place = 1; place <= number; place++) {
    const x = LINES_X + (5 - place) * PITCH + 2;
    const piece = place > count
      ? slot(x, y, { "data-place": place })
      : tile(colour, x, y, { player, line: number });
    group.insertBefore(piece, arrow);
  }
  arrow.setAttribute("class", complete ? "az-gold" : "az-dish");
  group.classList.toggle("complete", complete);
  group.dataset.count = count;
  if (colour) group.dataset.colour = colour;
  else delete group.dataset.colour;
}

export function drawSpace(space, colour, line, column, player, coloured) {
  const x = WALL_X + (column - 1) * PITCH + 2;
  const y = TOP + (line - 1) * PITCH + 2;
  clear(space, ".tile, .printed");
  if (colour) {
    space.append(tile(colour, x, y, { player, line, column }));
  } else if (coloured) {
    const printed = space.dataset.colour;
    const paint = printed === "W" ? "az-printed az-printed-W" : "az-printed";
    space.append(use(`az-tile-${printed}`, x, y, TILE, { class: `printed ${paint}` }));
  }
}

function drawFloor(svg, floor, player) {
  const group = svg.querySelector(".floor");
  clear(group, ".tile, .marker, .slot, text");
  FLOOR_LOSSES.forEach((loss, place) => {
    const x = LINES_X + place * PITCH + 2;
    const taken = place < floor.length;
    group.append(
      label(`−${loss}`, x + TILE / 2, FLOOR_Y - 5, 13, {
        class: taken ? "az-loss" : "az-soft",
        "font-weight": taken ? 700 : null,
        "text-anchor": "middle",
      }),
      taken
        ? tile(floor[place], x, FLOOR_Y + 2, { player, line: 0 })
        : slot(x, FLOOR_Y + 2, { "data-place": place + 1 }),
    );
  });
  const cost = floorCost(floor);
  if (cost) {
    group.append(
      label(`−${cost}`, 516, FLOOR_Y + 31, 24, {
        class: "az-loss cost", "font-weight": 700, "text-anchor": "end",
      }),
    );
  }
  group.dataset.cost = cost;
}

export function floorCost(floor) {
  return FLOOR_LOSSES.slice(0, floor.length).reduce((sum, loss) => sum + loss, 0);
}
