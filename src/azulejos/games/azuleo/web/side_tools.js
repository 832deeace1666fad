// The buttons of a side beside its hand, and the start cross, which lies there while it is held.

import { all, element } from "../../js/dom.js";
import { picture } from "../../js/stencils.js";
import { _ } from "../../js/text.js";
import { cross } from "./drawing.js";
import * as text from "./text.js";

/** @import { AzuleoInput } from "./input.js" */

/** @param {HTMLElement} card */
export function toolsOf(card) {
  return all(".side-tools", card)[0];
}

/**
 * @param {HTMLElement} card
 * @param {string} act what the button does
 * @returns {HTMLButtonElement}
 */
export function toolOf(card, act) {
  return /** @type {HTMLButtonElement[]} */ (all(`[data-act=${act}]`, card))[0];
}

/**
 * The buttons of a side at this screen: they stay in their places while others play.
 * @param {AzuleoInput} input
 * @param {HTMLElement} card
 * @param {number} side
 * @param {boolean} active
 */
export function showTools(input, card, side, active) {
  const { options, phase, result } = input.data;
  const tools = toolsOf(card);
  tools.hidden = !input.isOwn(side) || Boolean(result);
  tools.classList.toggle("active", active);
  const start = phase === "start" && side === input.side;
  const fill = options.mode === "fill";
  const legal = active ? [...input.legal] : [];
  /**
   * @param {string} act
   * @param {boolean} shown
   * @param {boolean} enabled
   */
  const show = (act, shown, enabled) => {
    const button = toolOf(card, act);
    button.hidden = !shown;
    button.disabled = !(active && enabled);
    return button;
  };
  const passes = legal.includes("-");
  const exchanges = legal.some((move) => move.startsWith("^"));
  show("turn", true, input.face !== null);
  show("swap", !start && !fill && !passes && !exchanges, input.plate !== null);
  show("pass", passes, true);
  show("exchange", exchanges, typeof input.picked === "number");
  const claims = active && input.claims().length > 0;
  const claim = show("claim", !start && !fill && options.claims !== "automatic", claims);
  claim.setAttribute("aria-pressed", String(active && input.claiming));
  showStart(input, tools, start && !tools.hidden);
}

/**
 * The start cross, which lies in no hand. While its lay is shown, it is where it was held.
 * @param {AzuleoInput} input
 * @param {HTMLElement} tools
 * @param {boolean} start
 */
function showStart(input, tools, start) {
  const { face } = input;
  if (start && input.picked !== "start") return;
  clearStart(tools);
  if (!start || !face) return;
  const shown = picture(cross(face), {
    class: "azulejos start-cross",
    role: "img",
    "aria-hidden": null,
    "aria-label": _("Start cross: {colours}", { colours: text.cross(face) }),
  });
  shown.addEventListener("click", () => input.turn(1));
  const name = element("span", { className: "start-name" }, _("Start cross"));
  name.setAttribute("aria-hidden", "true"); // the picture says it too
  tools.append(shown, name); // behind the button that turns it, which stays where it is
}

/** @param {Element} tools */
export function clearStart(tools) {
  for (const part of tools.querySelectorAll(".start-cross, .start-name")) part.remove();
}
