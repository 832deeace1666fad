// Azuleo at a real table: draws are entered, and moves in writing.

import { element } from "../../js/dom.js";
import { picture } from "../../js/stencils.js";
import { _ } from "../../js/text.js";
import { cross, plate } from "./drawing.js";
import { KINDS, PAIRS } from "./kinds.js";
import * as text from "./text.js";

/** @import { TableController } from "../../js/table.js" */
/** @import { Position } from "./types.js" */

/** A move in writing. */
export const EXAMPLE = "c4RYBG";

/** How a move is written. */
export function legend() {
  return _(
    "c4RYBG is a cross on c4, its colours clockwise from the top left: R red, Y yellow, B blue, G green. #c4 is a blockade, ~RY a plate swapped, ^RYBG a cross exchanged, - a pass.",
  );
}

/**
 * A move as the rules write it: colours in capitals, fields small.
 * @param {string} typed
 */
export function asWritten(typed) {
  return typed.trim().toUpperCase().replace(/^#?[A-Z]\d+/, (field) => field.toLowerCase());
}

/**
 * A draw: one of the crosses or plates, or a cross nobody saw.
 * @param {TableController} controller
 */
export function chanceForm(controller) {
  const { pending } = /** @type {Position} */ (controller.table.position);
  const form = element("div", { className: "stack" });
  if (!pending) return form;
  const { seats } = controller;
  const [name, you] = [seats.name(pending.side), seats.isYou(pending.side)];
  const wantsPlate = pending.for === "plates" || pending.for === "swap";
  const question = wantsPlate
    ? you ? _("Which plate do you draw?") : _("Which plate does {name} draw?", { name })
    : you
    ? _("Which cross do you draw?")
    : _("Which cross does {name} draw?", { name });
  form.append(element("p", { textContent: question }));
  const buttons = element("div", { className: "row" });
  for (const kind of wantsPlate ? PAIRS : KINDS) {
    const button = element("button", { type: "button", className: "piece" });
    button.setAttribute("aria-label", wantsPlate ? text.plate(kind) : text.cross(kind));
    button.append(
      picture(wantsPlate ? plate(kind) : cross(kind)),
    );
    button.addEventListener(
      "click",
      () => controller.play(`${wantsPlate ? "%" : "+"}${kind}`),
    );
    buttons.append(button);
  }
  if (!wantsPlate) {
    const hidden = element("button", {
      type: "button",
      className: "button slim",
      textContent: _("Nobody saw it"),
    });
    hidden.addEventListener("click", () => controller.play("+?"));
    buttons.append(hidden);
  }
  form.append(buttons);
  return form;
}
