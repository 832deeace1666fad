// A guide for the first game: one short hint at a time, when it matters.

import { _ } from "./words.js";

export class Coach {
  constructor(shell) {
    this.shell = shell;
    this.card = document.getElementById("coach");
    this.told = new Set();
    this.shown = null; // what the hint that is read now is about
    this.scored = false; // a round has been scored since the player's last turn
    this.show(
      _("Welcome! Each factory holds four tiles. Choose a colour on one of them: you take all its tiles of that colour, and the rest slides to the centre."),
    );
    document.addEventListener("click", () => this.pick());
    document.addEventListener("keyup", () => this.pick());
  }

  show(words) {
    const text = document.createElement("p");
    text.textContent = words;
    this.card.replaceChildren(text);
    this.card.hidden = false;
  }

  hide() {
    this.shown = null;
    this.card.hidden = true;
  }

  /** Say something once. */
  once(key, words) {
    if (this.told.has(key)) return false;
    this.told.add(key);
    this.shown = key;
    this.show(words);
    return true;
  }

  pick() {
    if (!this.shell.game.hands?.picked) return;
    this.once("pick", _("Now choose a line: those that are framed take your tiles. Line 1 has room for one tile, line 5 for five. What does not fit falls to the floor and costs points."));
  }

  /**
   * When it is the player's turn again: the first thing that is new. A hint after every event would
   * be gone with the bot's quick answer before it is read.
   */
  look(event) {
    const { table } = this.shell;
    const { position, mine } = table;
    const own = position.boards[mine[0] ?? 0];
    if (table.result) {
      this.show(_("The game is over: somebody has a complete row. The result shows where the points came from. Well played!"));
      return;
    }
    if (event.type === "undo") {
      // What the hint was about is gone; when it comes again, so may the hint.
      this.told.delete(this.shown);
      this.scored = false;
      this.hide();
      return;
    }
    this.scored ||= event.steps.length > 0;
    if (!mine.includes(table.turn)) {
      if (this.shown === "pick") this.hide();
      return;
    }
    const { scored } = this;
    this.scored = false;
    if (scored && this.once("tiling", _("The round is over. Complete lines have moved one tile to the wall; tiles that touch others score for the whole row and column. Incomplete lines stay."))) return;
    if (own.floor.includes("M") && this.once("marker", _("You took from the centre first, so you have the marker: it costs a point, but you begin the next round."))) return;
    if (own.floor.length > 0 && this.once("floor", _("Tiles on the floor line cost points at the end of the round. Sometimes that is the lesser evil."))) return;
    if (own.lines.some((line, index) => line.count === index + 1) && this.once("complete", _("A line is complete. It takes no more tiles now, and at the end of the round one of its tiles moves to the wall."))) return;
    if (position.centre.some((count) => count) && this.once("centre", _("The centre fills up. You may take one colour from there too; the first to do so gets the marker with the 1."))) return;
    if (scored) this.once("aim", _("Look ahead: a complete row gives 2 points and ends the game, a column 7, all five of a colour 10. Neighbours pay."));
  }
}
