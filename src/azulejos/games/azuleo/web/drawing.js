// Azuleo's pieces on the drawings that the service made, placed as azulejos.draw places them.

import { node, short, use } from "../../js/svg.js";

export const COLOURS = "RYBG";
const FIELD = 80;
const STEP = 90;
const HELD_X = 18;
const SIDE_WIDTH = 6 * FIELD + 68;
const CORNERS = ["nw", "ne", "se", "sw"];

/** A cross, its colours clockwise from the north-west. */
export function cross(colours, attributes = {}) {
  const triangles = [...colours].map((colour, k) =>
    use(`az-triangle-${colour}`, 0, 0, FIELD / 2, {
      transform: k ? `rotate(${90 * k} ${FIELD / 2} ${FIELD / 2})` : null,
      class: "triangle",
      "data-colour": colour,
      "data-corner": CORNERS[k],
    }),
  );
  return node("g", { "data-cross": colours, class: "cross", ...attributes }, use("az-cross-body", 0, 0, FIELD), ...triangles);
}

export function plate(pair, attributes = {}) {
  const quarters = [0, 1, 2, 3].map((k) =>
    use(`az-triangle-${pair[k % 2]}`, 0, 0, FIELD / 2, {
      transform: `translate(40 40) rotate(${90 * k}) scale(.84)`,
      "data-colour": pair[k % 2],
    }),
  );
  return node("g", { class: "plate", "data-pair": pair, ...attributes }, use("az-plate", 0, 0, FIELD), ...quarters);
}

export function back(attributes = {}) {
  return use("az-cross-back", 0, 0, FIELD, { class: "back", ...attributes });
}

/** The same cross, turned clockwise by quarters. */
export function turned(colours, quarters) {
  const by = ((quarters % 4) + 4) % 4;
  return colours.slice(4 - by) + colours.slice(0, 4 - by);
}

/** A cross's colours clockwise from the first of all, however it is turned. */
export function kind(colours) {
  const start = colours.indexOf("R");
  return colours.slice(start) + colours.slice(0, start);
}

/** Row and column of a field, from 0. */
export function place(field) {
  return [Number(field.slice(1)) - 1, field.charCodeAt(0) - 97];
}

/** Everything that lies on the board. */
export function drawBoard(svg, position) {
  for (const field of svg.querySelectorAll(".field")) {
    const [row, column] = place(field.dataset.field);
    drawField(field, position.board[row][column]);
  }
  svg.querySelector(".azuleos").replaceChildren(...azuleos(position.board));
}

function drawField(field, content) {
  const name = field.dataset.field;
  const [ground] = field.children;
  if (content === "#") {
    field.replaceChildren(ground, use("az-blockade", 0, 0, FIELD, { class: "blockade", "data-field": name }));
  } else if (content) {
    field.replaceChildren(ground, cross(content, { "data-field": name }));
  } else if (field.classList.contains("dotted")) {
    field.replaceChildren(
      ground,
      node("circle", { cx: 40, cy: 40, r: 13, class: "az-frame", "stroke-width": 1.6 }),
      node("circle", { cx: 40, cy: 40, r: 8.5, class: "az-ornament dot" }),
    );
  } else {
    field.replaceChildren(ground, node("path", { d: "M40 28L52 40L40 52L28 40Z", class: "az-lace", "stroke-width": 1.2 }));
  }
}

function azuleos(board) {
  const found = [];
  for (let y = 1; y < board.length; y++) {
    for (let x = 1; x < board[0].length; x++) {
      const around = [board[y - 1][x - 1], board[y - 1][x], board[y][x], board[y][x - 1]];
      if (!around.every((content) => content?.length === 4)) continue;
      const touching = new Set(around.map((colours, k) => colours[(k + 2) % 4]));
      found.push(
        use("az-rosette", short((x - 0.5) * FIELD), short((y - 0.5) * FIELD), FIELD, {
          class: "azuleo",
          "data-point": `${x},${y}`,
          "data-pair": [...COLOURS].filter((colour) => touching.has(colour)).join(""),
          "pointer-events": "none",
        }),
      );
    }
  }
  return found;
}

/** A side's hand and plates; `faces` are the crosses as they are held, null a hidden one. */
export function drawSide(svg, own, side, faces) {
  const held = svg.querySelector(".hand");
  const step = Math.min(STEP, (2 * STEP) / Math.max(faces.length - 1, 1));
  held.dataset.count = faces.length;
  held.replaceChildren(
    ...faces.map((colours, index) =>
      at(HELD_X + index * step, colours ? cross(colours, { "data-side": side }) : back({ "data-side": side })),
    ),
  );
  const plateStep = Math.min(STEP, STEP / Math.max(own.plates.length - 1, 1));
  svg.querySelector(".plates").replaceChildren(
    ...own.plates.map((pair, index) =>
      at(SIDE_WIDTH - HELD_X - STEP - FIELD + index * plateStep, plate(pair, { "data-side": side })),
    ),
  );
}

function at(x, child) {
  return node("g", { transform: `translate(${short(x)} 0)` }, child);
}
