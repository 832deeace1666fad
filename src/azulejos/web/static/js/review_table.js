// The game's own table on the page of a review: it shows steps and lines, and nothing can be done there.

import { Trial } from "./trial.js";

/** @import { BoardShown } from "./reviewing.js" */
/** @import { TableShown } from "./types.js" */

export class ReviewTable extends Trial {
  /**
   * @param {TableShown} table
   * @param {string[]} names
   * @param {new (controller: any) => any} GameTable
   */
  constructor(table, names, GameTable) {
    super(table, (seat) => names[seat], -1);
    /** @type {string | null} */
    this.drawing = null;
    /** What a game's table asks of its host. */
    this.host = {
      drawing: () => Promise.resolve({ drawing: this.drawing ?? "", scores: this.table.scores }),
      goal: () => Promise.resolve({ state: "unknown" }),
    };
    this.game = new GameTable(this);
    this.nameCards(names);
  }

  /** @param {BoardShown} shown */
  put({ position, scores, turn, viewer, next, where, drawing }) {
    const { version } = this.table;
    this.drawing = drawing;
    this.table = {
      ...this.table,
      ...{ position, scores, turn, viewer, mine: viewer === null ? [] : [viewer] },
      ...{ version: version + 1, legal: [], to_find: [], gains: {} },
    };
    this.game.draw(position);
    this.game.offer(this.table);
    this.game.rest();
    this.game.cards.forEach((/** @type {HTMLElement} */ card, /** @type {number} */ number) => {
      card.classList.toggle("turn", turn !== null && turn % this.game.cards.length === number);
    });
    this.game.point(where, next);
  }

  /** @override */
  showTask() {}

  /** @override */
  tell() {}
}
