// What a game's table does for the controller. Each game's own says what is different: how a position
// is drawn, what may be done, and what moves and points are called.

import { all } from "./dom.js";
import { skippable, still } from "./motion.js";
import { SeatTabs } from "./seat_tabs.js";
import { _, signed } from "./text.js";

/** @import { TableController } from "./table.js" */
/** @import { EntryShown, EventShown, TableShown } from "./types.js" */

/**
 * What an event or an entry tells of points.
 * @typedef {Pick<EntryShown, "points" | "round_points">} Points
 */

/** @template {Record<string, any>} [P=Record<string, any>] a position of the game */
export class GameTable {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.cards = all(".seat-card");
    this.tabs = new SeatTabs(this.cards);
    /** @type {number | null} */
    this.near = null; // the card that lies nearest to the player
    this.position = /** @type {P} */ (controller.table.position);
  }

  /** Whether what lies in the middle is what all have built, and stays worth seeing in the end. */
  get keepsAtEnd() {
    return true;
  }

  // ── Showing ──────────────────────────────────────────────────────────────────────────────────

  /**
   * Put a position on the table, at once.
   * @param {P} position
   */
  draw(position) {
    this.position = position;
  }

  /**
   * Show a move, from the position on the table to that after it; all of it can be skipped.
   * @param {EventShown} event
   * @param {P} position
   */
  async animate(event, position) {
    if (still()) this.draw(position);
    else await skippable(() => this.showMove(event, position));
  }

  /**
   * Show a move piece by piece.
   * @param {EventShown} _event
   * @param {P} position after it
   */
  showMove(_event, position) {
    this.draw(position);
    return Promise.resolve();
  }

  /**
   * Point out what a move did, where it still lies; null: nothing.
   * @param {EntryShown | null} _entry
   */
  mark(_entry) {}

  /**
   * The card of who plays here lies nearest; on a phone, where several share one, that of who acts.
   * @param {TableShown} table
   * @param {(player: number) => number} [cardOf] the number of a player's card
   */
  arrange({ turn, mine }, cardOf = (player) => player) {
    const own = mine.map(cardOf);
    const acting = turn === null ? -1 : cardOf(turn);
    this.cards.forEach((card, number) => {
      card.classList.toggle("primary", number === (own[0] ?? 0));
      card.classList.toggle("acting", number === acting && own.includes(acting));
    });
    const near = own.includes(acting) ? acting : own[0] ?? 0;
    if (near !== this.near) this.tabs.show(near);
    this.near = near;
  }

  // ── What may be done ─────────────────────────────────────────────────────────────────────────

  /**
   * Let the player do what the table says may be done.
   * @param {TableShown} _table
   */
  offer(_table) {}

  /**
   * Point out what a hint tells: where to look, and the move once it is told.
   * @param {string | null} _where as the game's `explaining.where` has it; null: nothing
   * @param {string | null} _move
   */
  point(_where, _move) {}

  /**
   * Where to look, in words.
   * @param {string} where
   */
  whereText(where) {
    return _("Look at {move}", { move: where });
  }

  /** Nothing may be done now. */
  rest() {}

  /** Whether the player holds something that is not yet placed. */
  isHolding() {
    return false;
  }

  /**
   * What the player is to do now.
   * @param {TableShown} _table
   */
  task(_table) {
    return _("Choose a move");
  }

  // ── In words ─────────────────────────────────────────────────────────────────────────────────

  /**
   * A move in words.
   * @param {string} move
   * @param {boolean} [_you] whether it is told after "You"
   */
  moveText(move, _you) {
    return move;
  }

  /**
   * A move and who made it.
   * @param {string} name
   * @param {string} move
   * @param {boolean} [_you] whether the name is "You"
   */
  told(name, move, _you) {
    return _("{name}: {move}", { name, move: this.moveText(move) });
  }

  /**
   * What each player gained, in a few words.
   * @param {number[]} points
   */
  roundText(points) {
    const { seats } = this.controller;
    return points.map((gained, player) => `${seats.name(player)} ${signed(gained)}`);
  }

  /**
   * What an entry gave, for the list of moves.
   * @param {Points} entry
   */
  pointsText({ points }) {
    return this.roundText(points).filter((_text, player) => points[player]);
  }

  /**
   * What scored with an event, in a few words for the live region.
   * @param {EventShown} event
   */
  scoredText(event) {
    return this.roundText(event.points).filter((_text, player) => event.points[player]);
  }

  /**
   * How the game has ended, where that is not told by points.
   * @param {TableShown} _table
   * @returns {string | null}
   */
  resultText(_table) {
    return null;
  }

  /** What decides among equal points, if anything does. */
  tieText() {
    return "";
  }

  /**
   * How much of it a player has.
   * @param {number} n
   */
  tieCount(n) {
    return String(n);
  }
}
