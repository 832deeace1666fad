// Azul at a real table: deals are entered, and moves in writing.

import { element } from "../../js/dom.js";
import { picture } from "../../js/stencils.js";
import { _ } from "../../js/text.js";
import { COLOURS, tile } from "./drawing.js";
import { tiles } from "./text.js";

/** @import { TableController } from "../../js/table.js" */
/** @import { Position } from "./types.js" */

/** A move in writing. */
export const EXAMPLE = "3B2";

/** How a move is written. */
export function legend() {
  return _(
    "3B2 is factory 3 (C: the centre), blue, line 2 (F: the floor). B blue, Y yellow, R red, K black, W white.",
  );
}

/**
 * A move as the rules write it: in capitals.
 * @param {string} typed
 */
export function asWritten(typed) {
  return typed.trim().toUpperCase();
}

/**
 * A deal, tile by tile: buttons or letters, four to a factory.
 * @param {TableController} controller
 */
export function chanceForm(controller) {
  const position = /** @type {Position} */ (controller.table.position);
  const form = element("form", { className: "stack deal" });
  const label = element("label", {
    htmlFor: "deal",
    textContent: _("Tiles on the factories, four by four"),
  });
  const field = element("input", {
    type: "text",
    id: "deal",
    autocomplete: "off",
    spellcheck: false,
  });
  const room = position.factories.length * 4;
  const tidy = () => {
    const letters = [...field.value.toUpperCase()].filter((letter) => COLOURS.includes(letter))
      .slice(0, room);
    field.value = letters.join("").replace(/(.{4})(?=.)/g, "$1 ");
  };
  field.addEventListener("input", tidy);
  const buttons = element("div", { className: "row" });
  for (const colour of COLOURS) {
    const button = element("button", { type: "button", className: "piece" });
    button.setAttribute("aria-label", tiles(colour, 1));
    const letter = element("span", { className: "piece-letter", textContent: colour });
    letter.setAttribute("aria-hidden", "true");
    button.append(
      picture(tile(colour)),
      letter,
    );
    button.addEventListener("click", () => {
      field.value += colour;
      tidy();
    });
    buttons.append(button);
  }
  const back = element("button", {
    type: "button",
    className: "button slim",
    textContent: _("Take back a tile"),
  });
  back.addEventListener("click", () => {
    field.value = field.value.trim().slice(0, -1);
    tidy();
  });
  buttons.append(back);
  const done = element("button", { className: "button slim main", textContent: _("Deal") });
  form.append(label, field, buttons, done);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const groups = field.value.split(" ").filter(Boolean);
    while (groups.length < position.factories.length) groups.push("-");
    controller.play(`=${groups.join(" ")}`);
  });
  return form;
}
