// How far a game is prepared: after an installation it has to be compiled first.

import { byId } from "./dom.js";
import { _ } from "./text.js";

/** @import { TableController } from "./table.js" */
/** @import { GameReadiness } from "./types.js" */

const PAUSE = 700; // milliseconds between two looks

/**
 * Look until a game is as far as `isEnough` says of its readiness, and show every look.
 * `goesOn` says whether somebody still waits for it.
 * @param {() => Promise<GameReadiness>} look
 * @param {(readiness: GameReadiness) => boolean} isEnough
 * @param {(readiness: GameReadiness | null) => void} show gets null when it is enough
 */
export async function whilePreparing(look, isEnough, show, goesOn = () => true) {
  while (goesOn()) {
    try {
      const readiness = await look();
      if (!goesOn()) return;
      if (isEnough(readiness)) {
        show(null);
        return;
      }
      show(readiness);
    } catch {
      // It does not answer just now; a service may be restarting.
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** At a table: says why a bot does not move yet. Its move ends the waiting by itself. */
export class Preparing {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.line = byId("preparing");
    this.text = byId("preparing-text");
    this.bar = byId("preparing-bar", HTMLProgressElement);
    this.known = false; // everything this table needs has been ready before
    this.looks = false;
  }

  /** The bot that thinks: its seat and level. */
  get bot() {
    const { thinking, turn, seats } = this.controller.table;
    const level = thinking && turn !== null ? seats[turn].level : null;
    return turn === null || level === null ? null : { seat: turn, level };
  }

  async look() {
    if (this.bot === null) this.line.hidden = true;
    if (this.bot === null || this.known || this.looks) return;
    this.looks = true;
    await whilePreparing(
      () => this.controller.host.readiness(),
      ({ levels }) => this.bot !== null && levels[this.bot.level - 1],
      (readiness) => this.show(readiness),
      () => this.bot !== null,
    );
    this.looks = false;
    this.line.hidden = true;
  }

  /** @param {GameReadiness | null} readiness */
  show(readiness) {
    const { bot } = this;
    this.line.hidden = readiness === null;
    if (readiness === null || bot === null) {
      this.known = true;
      return;
    }
    const why = _(
      "{name} is getting ready. That happens once, after an installation or an update.",
      { name: this.controller.seats.name(bot.seat) },
    );
    if (this.text.textContent !== why) this.text.textContent = why; // each change is read aloud
    this.bar.max = readiness.needs[bot.level - 1];
    this.bar.value = readiness.step - 1 + readiness.share;
  }
}
