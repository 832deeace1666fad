// Hints: where to look, then the move, then why. Each step is asked for, and counted at the table.

import { byId } from "./dom.js";
import { whyNot } from "./host.js";
import { _, ngettext } from "./text.js";

/** @import { TableController } from "./table.js" */
/** @import { HintShown } from "./types.js" */

export class Hints {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.button = byId("hint", HTMLButtonElement);
    this.card = byId("hint-card");
    this.text = byId("hint-text");
    this.more = byId("hint-more", HTMLButtonElement);
    this.why = ""; // of the hint that is shown, once it has been told
    this.isClosed = false;
    this.button.addEventListener("click", () => {
      this.isClosed = false;
      if (this.controller.table.hint) this.show();
      else this.ask();
    });
    this.more.addEventListener("click", () => this.ask());
    byId("hint-close").addEventListener("click", () => {
      this.isClosed = true;
      this.show();
      this.button.focus();
    });
  }

  /** The next step. */
  async ask() {
    const { controller } = this;
    this.button.disabled = this.more.disabled = true;
    this.card.hidden = false;
    this.text.textContent = _("Thinking …");
    try {
      const { why, version } = await controller.host.hint();
      this.why = why ?? "";
      if (controller.version < version) await controller.refresh();
      this.show();
    } catch (error) {
      this.text.textContent = whyNot(error);
      this.more.hidden = true;
    }
    this.button.disabled = this.more.disabled = false;
    if (!this.more.hidden) this.more.focus({ preventScroll: true });
  }

  /** Show what has been told for the decision that is due, and offer the rest. */
  show() {
    const { table, game, history } = this.controller;
    const { hint, may_hint: may } = table;
    this.button.hidden = !may;
    if (!hint) {
      this.why = "";
      this.isClosed = false;
    }
    const isShown = Boolean(hint) && may && !this.isClosed && !history.isShown;
    this.card.hidden = !isShown;
    game.point(isShown && hint ? hint.where : null, isShown && hint ? hint.move : null);
    if (!hint || !isShown) return;
    this.text.textContent = this.told(hint);
    this.more.hidden = hint.step > 2 && this.why !== "";
    this.more.textContent = hint.step === 1 ? _("Show the move") : _("Why?");
  }

  /** @param {HintShown} hint */
  told({ where, move, instead, step }) {
    const { game } = this.controller;
    if (move === null) return game.whereText(where ?? "");
    const best = _("A good move: {move}", { move: game.moveText(move) });
    if (step < 3 || !this.why) return best;
    // The reason names moves as the record writes them; here they are told as at this table.
    let why = this.why.replaceAll(move, _("this move"));
    if (instead) why = why.replaceAll(instead, `“${game.moveText(instead)}”`);
    return `${best}. ${why.charAt(0).toUpperCase()}${why.slice(1)}`;
  }

  /**
   * How many hints a seat has had, in words; empty for none.
   * @param {number} seat
   */
  count(seat) {
    const n = this.controller.table.seats[seat].hints;
    return n ? ngettext("{n} hint", "{n} hints", n) : "";
  }
}
