// Filling the board alone: whether it can still be completed, honestly, as soon as it is known.

import { _ } from "./words.js";

export class Filling {
  constructor(shell) {
    this.shell = shell;
    this.line = document.getElementById("fillable");
    this.asked = null;
  }

  async look() {
    const { table } = this.shell;
    const version = table.version;
    if (table.result) {
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
      let state = "thinking";
      try {
        ({ state } = await this.shell.service.get("/fillable"));
      } catch (error) {
        // Asked too often: later it will be told.
        if (error.status !== 429) state = "unknown";
        pause = Math.max(pause, 1000 * (error.wait ?? 1));
      }
      if (this.asked !== version) return;
      this.show(state);
      if (state !== "thinking") return;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

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
