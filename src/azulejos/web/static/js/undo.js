// Taking back: at once against bots and at one screen, by agreement with others.

import { _ } from "./words.js";
import { Refused } from "./service.js";

export class Undo {
  constructor(shell) {
    this.shell = shell;
    this.button = document.getElementById("undo");
    this.dialog = document.getElementById("undo-asked");
    this.button.addEventListener("click", () => this.wish());
    this.dialog.addEventListener("close", () => this.answer(this.dialog.returnValue === "yes"));
    if (shell.table.undo.asked_by !== null) this.ask(shell.table.undo);
  }

  show() {
    const { undo, mine } = this.shell.table;
    this.button.hidden = mine.length === 0;
    this.button.disabled = !undo.can || undo.asked_by !== null;
    this.button.textContent = undo.asks ? _("Ask for undo") : _("Undo");
    if (undo.asked_by === null && this.dialog.open) {
      this.dialog.returnValue = "gone";
      this.dialog.close("gone");
    }
  }

  async wish() {
    this.button.disabled = true;
    try {
      await this.shell.service.wish("/undo", {});
      if (this.shell.table.undo.asks) this.shell.tell(_("The others are asked whether you may take your move back."));
    } catch (error) {
      this.shell.tell(error instanceof Refused ? error.message : _("The service does not answer. Please try again."));
      this.show();
    }
  }

  ask({ asked_by: by, agreed = [] }) {
    const { mine } = this.shell.table;
    const settled = mine.includes(by) || mine.some((number) => agreed.includes(number));
    if (by === null || !mine.length || settled) return;
    document.getElementById("undo-words").textContent =
      _("{name} would like to take back the last move.", { name: this.shell.seats.name(by) });
    this.dialog.returnValue = "no";
    if (!this.dialog.open) this.dialog.showModal();
  }

  async answer(agree) {
    if (this.dialog.returnValue === "gone") return;
    try {
      await this.shell.service.post("/undo/answer", { agree });
    } catch (error) {
      this.shell.tell(error.message);
    }
  }
}
