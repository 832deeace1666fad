// Following a real table: deals, draws and moves are entered, and a bot may advise.

import { _, ngettext } from "./text.js";
import { whyNot } from "./host.js";
import { byId, element } from "./dom.js";

/** @import { TableController } from "./table.js" */

/**
 * A game's module `follow.js`, which knows how chance and moves are entered.
 * @typedef {object} GameFollow
 * @property {string} EXAMPLE a move in writing
 * @property {() => string} legend how a move is written
 * @property {(typed: string) => string} asWritten a move as the rules write it
 * @property {(controller: TableController) => HTMLElement} chanceForm where chance is entered
 */

export class Follow {
  /**
   * @param {TableController} controller
   * @param {GameFollow} own
   */
  constructor(controller, own) {
    this.controller = controller;
    this.own = own;
    this.place = byId("follow");
    this.heading = element("h2", { textContent: _("A game at a real table") });
    this.chance = element("div", { className: "stack" });
    this.advice = element("p", { className: "advice" });
    this.advice.setAttribute("role", "status");
    this.adviseButton = element(
      "button",
      { type: "button", className: "button slim" },
      _("What would a bot do?"),
    );
    this.adviseButton.addEventListener("click", () => this.advise());
    this.place.append(
      this.heading,
      this.chance,
      this.moveForm(),
      element("div", { className: "row" }, this.adviseButton),
      this.advice,
    );
  }

  /** Ask for what is due: a deal, a draw, or a move. */
  show() {
    const { phase, awaits_chance: awaitsChance } = this.controller.table;
    this.advice.textContent = "";
    this.chance.replaceChildren(...(awaitsChance ? [this.own.chanceForm(this.controller)] : []));
    this.adviseButton.disabled = awaitsChance || phase === "over";
  }

  // ── Moves and advice ─────────────────────────────────────────────────────────────────────────

  /** A move in writing: for hands that we do not see, and for quick fingers. */
  moveForm() {
    const form = element("form", { className: "row write" });
    const label = element("label", { htmlFor: "written", textContent: _("A move in writing") });
    const field = element("input", {
      type: "text",
      id: "written",
      autocomplete: "off",
      spellcheck: false,
    });
    field.placeholder = this.own.EXAMPLE;
    const done = element("button", { className: "button slim", textContent: _("Play") });
    const legend = element("p", {
      className: "hint",
      id: "written-legend",
      textContent: this.own.legend(),
    });
    field.setAttribute("aria-describedby", legend.id);
    form.append(label, field, done, legend);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!field.value.trim()) return;
      this.controller.play(this.own.asWritten(field.value));
      field.value = "";
    });
    return form;
  }

  async advise() {
    this.advice.textContent = _("Thinking …");
    this.adviseButton.disabled = true;
    try {
      const { move, margin } = await this.controller.host.advice(800);
      const text = this.controller.game.moveText(move);
      const ahead = Math.round(margin);
      const rating = ahead >= 0
        ? ngettext("it would come out {n} point ahead", "it would come out {n} points ahead", ahead)
        : ngettext(
          "it would come out {n} point behind",
          "it would come out {n} points behind",
          -ahead,
        );
      this.advice.textContent = _("A bot would play: {move} ({rating}).", { move: text, rating });
    } catch (error) {
      this.advice.textContent = whyNot(error);
    }
    this.adviseButton.disabled = false;
  }
}
