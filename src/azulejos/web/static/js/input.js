// What the player's input has in every game that is played with pieces: it is open or closed, holds
// something or nothing, and who plays by keyboard goes on by keyboard.

/** @import { Choice } from "./choices.js" */
/** @import { TableController } from "./table.js" */

export class TableInput {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.busy = true; // nothing may be done now
    this.byKey = false; // the player's last doing was a key
    document.addEventListener("pointerdown", () => {
      this.byKey = false;
    });
    document.addEventListener("keydown", () => {
      this.byKey = true;
    });
  }

  /** Show what may be done, and what is held. */
  show() {}

  /**
   * Focus what comes next, if the player plays by keyboard and the focus is gone with what had it.
   * @param {Choice | null} choice
   */
  goOnAt(choice) {
    const { activeElement } = document;
    const lost = activeElement === document.body || activeElement === null;
    if (!this.busy && this.byKey && lost) choice?.focus();
  }

  /**
   * Send a move; until it is answered nothing else may be done.
   * @param {string} move
   */
  play(move) {
    this.busy = true;
    this.controller.play(move);
    this.show();
  }
}
