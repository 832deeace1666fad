// Taking back: at once against bots and at one screen, by agreement with others.

import { _ } from "./text.js";
import { byId } from "./dom.js";
import { whyNot } from "./host.js";

/** @import { TableController } from "./table.js" */
/** @import { UndoShown } from "./types.js" */

export class Undo {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.button = byId("undo", HTMLButtonElement);
    this.dialog = byId("undo-asked", HTMLDialogElement);
    this.button.addEventListener("click", () => this.request());
    this.dialog.addEventListener("close", () => this.answer(this.dialog.returnValue === "yes"));
    if (controller.table.undo.asked_by !== null) this.ask(controller.table.undo);
  }

  show() {
    const { undo, mine } = this.controller.table;
    this.button.hidden = mine.length === 0;
    this.button.disabled = !undo.can || undo.asked_by !== null;
    this.button.textContent = undo.asks ? _("Ask for undo") : _("Undo");
    if (undo.asked_by === null && this.dialog.open) {
      this.dialog.returnValue = "gone";
      this.dialog.close("gone");
    }
  }

  async request() {
    this.button.disabled = true;
    try {
      await this.controller.host.undo();
      if (this.controller.table.undo.asks) {
        this.controller.tell(_("The others are asked whether you may take your move back."));
      }
    } catch (error) {
      this.controller.tell(whyNot(error));
      this.show();
    }
  }

  /** @param {UndoShown} undo */
  ask({ asked_by: by, agreed }) {
    const { mine, on_time: lost } = this.controller.table;
    if (by === null || mine.every((number) => lost.includes(number))) return;
    const settled = mine.includes(by) || mine.some((number) => agreed.includes(number));
    if (settled) return;
    byId("undo-text").textContent = _(
      "{name} would like to take back the last move.",
      { name: this.controller.seats.name(by) },
    );
    this.dialog.returnValue = "no";
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {boolean} agree */
  async answer(agree) {
    if (this.dialog.returnValue === "gone") return;
    try {
      await this.controller.host.answerUndo(agree);
    } catch (error) {
      this.controller.tell(whyNot(error));
    }
  }
}
