// Tiles that are dragged from their lot to a line.

import { picture } from "../../js/stencils.js";

/** @import { AzulInput } from "./input.js" */

const FAR = 7; // pixels that make a press a drag

export class Dragging {
  /** @param {AzulInput} input */
  constructor(input) {
    this.input = input;
    this.isDone = false; // the click that follows is none
    input.table.display.addEventListener("pointerdown", (event) => this.press(event));
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { input } = this;
    const lot = input.lotAt(event);
    if (!lot || input.busy || input.tiling || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @param {PointerEvent} now */
    const move = (now) => {
      if (!ghost) {
        if (Math.hypot(now.clientX - start.x, now.clientY - start.y) < FAR) return;
        if (!input.isPicked(lot)) input.pick(lot);
        ghost = this.ghost(lot);
        this.isDone = true;
      }
      ghost.style.transform = `translate(${now.clientX + scrollX}px, ${
        now.clientY + scrollY
      }px) translate(-50%, -60%)`;
      const under = this.under(now);
      for (const place of input.places()) place.classList.toggle("over", place === under);
      input.hover(under);
      now.preventDefault();
    };
    /** @param {PointerEvent} now */
    const end = (now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      for (const place of input.places()) place.classList.remove("over");
      if (!ghost) return;
      ghost.remove();
      const under = now.type === "pointerup" ? this.under(now) : null;
      if (under) input.place(under);
      else input.drop();
      // The click that follows a drag is none; where none follows, the next one is.
      setTimeout(() => {
        this.isDone = false;
      });
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /**
   * The line, or the floor, under the pointer.
   * @param {PointerEvent} event
   */
  under({ clientX, clientY }) {
    const element = document.elementFromPoint(clientX, clientY)?.closest(".line, .floor, .space");
    if (!(element instanceof SVGElement)) return null;
    const { input } = this;
    return Number(element.dataset.player) === input.player ? input.placeAt(element) : null;
  }

  /**
   * The tiles that hang on the pointer.
   * @param {SVGElement} lot
   */
  ghost(lot) {
    const ghost = document.createElement("div");
    ghost.className = "dragged";
    for (const tile of lot.querySelectorAll(".tile")) {
      const { width } = tile.getBoundingClientRect();
      const copy = /** @type {Element} */ (tile.cloneNode());
      ghost.append(picture(copy, { width, height: width }));
    }
    document.body.append(ghost);
    return ghost;
  }
}
