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
    if (this.asked === version || table.result) {
      this.line.hidden = Boolean(table.result);
      return;
    }
    this.asked = version;
    this.show("thinking");
    for (let pause = 400; ; pause = Math.min(pause * 1.5, 4000)) {
      let state;
      try {
        ({ state } = await this.shell.service.get("/fillable"));
      } catch {
        state = "unknown";
      }
      if (this.asked !== version) return;
      this.show(state);
      if (state !== "thinking") return;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.asked !== version) return;
    }
  }

  show(state) {
    this.line.hidden = false;
    this.line.dataset.state = state;
    this.line.textContent = {
      yes: _("The whole board can still be filled."),
      no: _("The whole board can no longer be filled. Take back, or see how far you get."),
      unknown: _("Nobody knows whether the board can still be filled."),
      thinking: _("Can it still be filled? Thinking …"),
    }[state];
  }
}
