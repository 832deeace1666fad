// How far a game is prepared: after an installation it has to be compiled first.

import { _ } from "./words.js";

const PAUSE = 700; // milliseconds between two looks

/**
 * Look until the game is as far as `isEnough` says of its readiness, and show every look.
 * `goesOn` says whether somebody still waits for it.
 */
export async function whilePreparing(game, isEnough, show, goesOn = () => true) {
  while (goesOn()) {
    try {
      const response = await fetch("/api/ready", { headers: { Accept: "application/json" } });
      const readiness = (await response.json())[game];
      if (!goesOn()) return;
      if (isEnough(readiness)) {
        show(null);
        return;
      }
      show(readiness);
    } catch {
      // The service does not answer just now; it may be restarting.
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** At a table: says why a bot does not move yet. Its move ends the waiting by itself. */
export class Preparing {
  constructor(shell) {
    this.shell = shell;
    this.line = document.getElementById("preparing");
    this.words = document.getElementById("preparing-words");
    this.bar = document.getElementById("preparing-bar");
    this.known = false; // everything this table needs has been ready before
    this.looks = false;
  }

  get level() {
    const { thinking, turn, seats } = this.shell.table;
    return thinking ? seats[turn].level : null;
  }

  async look() {
    if (this.level === null) this.line.hidden = true;
    if (this.level === null || this.known || this.looks) return;
    this.looks = true;
    const { game } = this.shell.table;
    await whilePreparing(
      game,
      ({ levels }) => levels[this.level - 1],
      (readiness) => this.show(readiness),
      () => this.level !== null,
    );
    this.looks = false;
    this.line.hidden = true;
  }

  show(readiness) {
    this.line.hidden = readiness === null;
    if (readiness === null) {
      this.known = true;
      return;
    }
    const name = this.shell.seats.name(this.shell.table.turn);
    const why = _("{name} is getting ready. That happens once, after an installation or an update.", { name });
    if (this.words.textContent !== why) this.words.textContent = why; // each change is read aloud
    this.bar.max = readiness.needs[this.level - 1];
    this.bar.value = readiness.step - 1 + readiness.share;
  }
}
