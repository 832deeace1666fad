// Filling the board alone: whether it can still be completed, honestly, as soon as it is known.

import { byId } from "../../js/dom.js";
import { Refused } from "../../js/host.js";
import { _ } from "../../js/text.js";

/** @import { TableController } from "../../js/table.js" */
/** @import { GoalShown } from "../../js/types.js" */

export class Filling {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.line = byId("fillable");
    /** @type {number | null} the version of the table that was asked about last */
    this.asked = null;
  }

  async look() {
    const { table } = this.controller;
    const version = table.version;
    // Who only watches is told nothing that could help.
    if (table.result || !table.mine.length) {
      this.asked = version; // whoever still asks for an earlier answer gives up
      this.line.hidden = true;
      return;
    }
    if (this.asked === version) {
      this.line.hidden = false;
      return;
    }
    this.asked = version;
    this.show("thinking");
    for (let pause = 700; this.asked === version; pause = Math.min(pause * 1.5, 5000)) {
      /** @type {GoalShown["state"]} */
      let state = "thinking";
      try {
        ({ state } = await this.controller.host.goal());
      } catch (error) {
        // Asked too often: later it will be told.
        const refused = error instanceof Refused ? error : null;
        if (refused?.status !== 429) state = "unknown";
        pause = Math.max(pause, 1000 * (refused?.wait ?? 1));
      }
      if (this.asked !== version) return;
      this.show(state);
      if (state !== "thinking") return;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** @param {GoalShown["state"]} state */
  show(state) {
    this.line.hidden = false;
    this.line.dataset.state = state;
    this.line.textContent = {
      yes: _("The whole board can still be filled."),
      no: _("The whole board can no longer be filled. Take a move back, or see how far you get."),
      unknown: _("Nobody knows whether the board can still be filled."),
      thinking: _("Can it still be filled? Thinking …"),
    }[state];
  }
}
