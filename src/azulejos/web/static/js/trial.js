// What stands before a game's table where single moves are tried, as the controller of a running game
// does elsewhere: mistakes of a reviewed game, puzzles.

import { byId, write } from "./dom.js";
import { _ } from "./text.js";

/** @import { TableShown } from "./types.js" */

export class Trial {
  /**
   * @param {TableShown} table
   * @param {(seat: number) => string} name
   * @param {number} player who tries
   */
  constructor(table, name, player) {
    this.table = table;
    this.player = player;
    this.busy = false;
    this.seats = {
      name,
      /** @param {number} seat */
      isYou: (seat) => seat === player,
    };
    /** @type {any} the game's table */
    this.game = null;
  }

  /**
   * Say who sits where; partners share a card.
   * @param {string[]} names
   */
  nameCards(names) {
    const { cards } = this.game;
    cards.forEach((/** @type {HTMLElement} */ card, /** @type {number} */ number) => {
      const sharing = names.filter((_name, player) => player % cards.length === number);
      write(card, ".seat-who", sharing.join(" & "));
    });
  }

  /** Let the player try, from the position of the table. */
  offer() {
    this.busy = false;
    this.game.draw(this.table.position);
    this.game.offer(this.table);
    this.showTask();
  }

  /**
   * Show a position in which nothing may be done.
   * @param {Record<string, any>} position
   */
  look(position) {
    this.game.draw(position);
    this.game.rest();
  }

  // ── What the game's table asks for ───────────────────────────────────────────────────────────

  /** What a move would do is to be found out by trying it. */
  previews() {
    return Promise.resolve({});
  }

  point() {}

  /** @param {string} move */
  why(move) {
    this.tell(_("{move} is not possible here.", { move: this.game.moveText(move) }));
  }

  showTask() {
    if (!this.game) return; // it is being made
    byId("status").textContent = this.busy ? "" : this.game.task(this.table);
  }

  /** @param {string} sentence */
  tell(sentence) {
    byId("message").textContent = sentence;
  }

  /** @param {string} sentence */
  say(sentence) {
    byId("live").textContent = sentence;
  }

  sayNotNow() {
    if (this.busy) this.tell(_("Choose “Once more” to try another move."));
  }
}
