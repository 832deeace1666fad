// The table of a game that brings none: the service draws it, and every possible move is a button.

import { byId, element, write } from "../../js/dom.js";
import { GameTable } from "../../js/game_table.js";

/** @import { TableController } from "../../js/table.js" */
/** @import { TableShown } from "../../js/types.js" */

export default class DefaultTable extends GameTable {
  /** @param {TableController} controller */
  constructor(controller) {
    super(controller);
    this.drawing = byId("drawing");
    this.moves = byId("legal-moves");
    /** @type {string | null} what was asked for last: a position of a version of the table */
    this.key = null;
    this.wanted = 0; // how often a drawing has been asked for: an older answer is dropped
    this.shown = controller.table.entries; // the page came with this one
    this.isAsItCame = true;
  }

  /**
   * Put a position on the table: after so many entries as are to be seen.
   * @override
   */
  draw() {
    const { history, table } = this.controller;
    const entries = history?.at ?? table.entries;
    const key = `${entries} ${table.version}`;
    this.showScores(table.scores);
    if (key === this.key || (this.isAsItCame && entries === this.shown)) return;
    this.isAsItCame = false;
    this.key = key;
    this.fetch(entries);
  }

  /** @param {number} entries */
  async fetch(entries) {
    const number = ++this.wanted;
    try {
      const { drawing, scores } = await this.controller.host.drawing(entries);
      if (number !== this.wanted) return;
      const { documentElement } = new DOMParser().parseFromString(drawing, "image/svg+xml");
      this.drawing.replaceChildren(document.importNode(documentElement, true));
      this.showScores(scores);
    } catch {
      if (number === this.wanted) this.key = null; // the next event asks again
    }
  }

  /** @param {number[]} scores */
  showScores(scores) {
    this.cards.forEach((card, player) => write(card, ".score", scores[player]));
  }

  /**
   * @override
   * @param {TableShown} table
   */
  offer(table) {
    const hadFocus = this.moves.contains(document.activeElement);
    this.moves.replaceChildren(...table.legal.map((move) => {
      const button = element("button", { type: "button", className: "button slim" }, move);
      button.dataset.move = move;
      button.addEventListener("click", () => {
        this.rest();
        this.controller.play(move);
      });
      return button;
    }));
    this.moves.hidden = table.legal.length === 0;
    if (hadFocus) this.moves.querySelector("button")?.focus();
  }

  /** @override */
  rest() {
    for (const button of this.moves.querySelectorAll("button")) button.disabled = true;
  }
}
