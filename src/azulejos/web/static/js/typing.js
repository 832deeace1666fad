// Moves that are typed as they are written: each key leads on towards a legal move, the last plays it.

import { around } from "./dom.js";
import { preferences } from "./preferences.js";
import { _ } from "./text.js";

/** @import { TableController } from "./table.js" */

export class Typing {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.typed = "";
    // Before anybody else: what begins a move is no other command.
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** The legal moves, in small letters, with the moves as they are written. */
  get legal() {
    const { table, sending, showing, history } = this.controller;
    if (sending || showing || history.isShown) return [];
    return table.legal.map((move) => ({ move, small: move.toLowerCase() }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const elsewhere = around(event, "input, select, textarea, dialog, summary");
    if (!preferences.keys || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.typed && (event.key === "Escape" || event.key === "Backspace")) {
      this.typed = event.key === "Escape" ? "" : this.typed.slice(0, -1);
      this.show();
    } else {
      if (event.key.length !== 1 || event.key === " ") return;
      const typed = this.typed + event.key.toLowerCase();
      const fitting = this.legal.filter(({ small }) => small.startsWith(typed));
      if (!fitting.length) {
        if (!this.typed) return;
        this.refuse(typed);
      } else this.goOn(typed, fitting.map(({ move }) => move));
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {string} typed
   * @param {string[]} fitting the legal moves that begin like this
   */
  goOn(typed, fitting) {
    this.typed = typed;
    const [move] = fitting;
    if (fitting.length === 1 && move.length === typed.length) {
      this.typed = "";
      this.controller.game.rest();
      this.controller.play(move);
    } else this.show();
  }

  /** @param {string} typed */
  refuse(typed) {
    this.typed = "";
    this.controller.tell(_("{typed} begins no move.", { typed: typed.toUpperCase() }));
  }

  show() {
    const { typed } = this;
    this.controller.tell(typed ? _("A move: {typed}…", { typed: typed.toUpperCase() }) : "");
  }
}
