// A guide for the first game: one short hint at a time, when it matters. What each game has to tell
// is in a file of its own; here is when a hint comes and goes.

import { byId, element } from "./dom.js";
import { _ } from "./text.js";

/** @import { TableController } from "./table.js" */
/** @import { EventShown } from "./types.js" */

/** @typedef {[key: string, due: boolean, message: string]} Hint what to say once, when it is due */

export class Coach {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.card = byId("coach");
    /** @type {Set<string>} */
    this.told = new Set();
    /** @type {string | null} */
    this.shown = null; // what the hint that is read now is about
    this.moved = false; // the player has moved since the hint came
    if (this.begins()) this.once("welcome", this.welcome());
    else if (this.isTurn) this.first(this.hints());
    document.addEventListener("click", () => this.pick());
    document.addEventListener("keyup", () => this.pick());
  }

  get isTurn() {
    return this.controller.isMine(this.controller.table.turn);
  }

  /** @param {string} message */
  show(message) {
    // Where there is no room beside the table, the card lies over it until it has been read.
    const read = element("button", { type: "button", className: "button slim" }, _("Got it"));
    read.addEventListener("click", () => this.hide());
    this.card.replaceChildren(element("p", {}, message), read);
    this.card.hidden = false;
    this.card.dataset.about = this.shown ?? "";
  }

  hide() {
    this.shown = null;
    this.card.hidden = true;
  }

  // ── What each game brings ────────────────────────────────────────────────────────────────────

  /** Whether the game is at its beginning, where the player is welcomed. */
  begins() {
    return false;
  }

  welcome() {
    return "";
  }

  /** What to say when the game is over. */
  farewell() {
    return "";
  }

  /**
   * What there is to say when it is the player's turn, the most important first.
   * @returns {Hint[]}
   */
  hints() {
    return [];
  }

  /**
   * What there is to say when the player holds something.
   * @returns {Hint[]}
   */
  picked() {
    return [];
  }

  /**
   * Remember what an event tells for the hints to come.
   * @param {EventShown} _event
   */
  note(_event) {}

  /** A move was taken back: know only what the position tells. */
  forget() {}

  // ── When a hint comes ────────────────────────────────────────────────────────────────────────

  /**
   * Say something once.
   * @param {string} key
   * @param {string} message
   */
  once(key, message) {
    if (this.told.has(key)) return false;
    this.told.add(key);
    this.shown = key;
    this.moved = false;
    this.show(message);
    return true;
  }

  /**
   * Say the first of these hints that is due and new.
   * @param {Hint[]} hints
   */
  first(hints) {
    return hints.some(([key, due, message]) => due && this.once(key, message));
  }

  /** The player holds something: what there is to say about that. */
  pick() {
    if (this.isTurn && this.controller.game.isHolding()) this.first(this.picked());
  }

  /**
   * When it is the player's turn again: the first thing that is new. A hint after every event would
   * be gone with the bot's quick answer before it is read; it goes when the player has moved.
   * @param {EventShown} event
   */
  look(event) {
    const { table } = this.controller;
    if (table.result) {
      this.show(this.farewell());
      return;
    }
    if (event.type === "undo") {
      // What the hint was about is gone; when it comes again, so may the hint.
      if (this.shown) this.told.delete(this.shown);
      this.forget();
      this.hide();
    } else {
      this.note(event);
      if (event.type === "move" && this.controller.isMine(event.turn)) this.moved = true;
    }
    if (!this.isTurn) {
      if (this.shown?.startsWith("pick")) this.hide();
      return;
    }
    if (!this.first(this.hints()) && this.moved) this.hide();
  }
}
