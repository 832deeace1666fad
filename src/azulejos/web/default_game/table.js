// The table of a game that brings none: the service draws it, and every possible move is a button.

import { _ } from "../../js/words.js";

export default class DefaultTable {
  constructor(shell) {
    this.shell = shell;
    this.drawing = document.getElementById("drawing");
    this.moves = document.getElementById("legal-moves");
    this.cards = [...document.querySelectorAll(".seat-card")];
    this.wanted = 0; // how often a drawing has been asked for: an older answer is dropped
    this.shown = shell.table.entries; // the page came with this one
  }

  /** Put a position on the table: after so many entries as are to be seen. */
  draw() {
    const { past, table } = this.shell;
    const entries = past?.at ?? table.entries;
    const key = `${entries} ${table.version}`;
    this.showScores(table.scores);
    if (key === this.key || (this.key === undefined && entries === this.shown)) return;
    this.key = key;
    this.fetch(entries);
  }

  async fetch(entries) {
    const number = ++this.wanted;
    try {
      const { drawing, scores } = await this.shell.service.get(`/drawings/${entries}`);
      if (number !== this.wanted) return;
      const { documentElement } = new DOMParser().parseFromString(drawing, "image/svg+xml");
      this.drawing.replaceChildren(document.importNode(documentElement, true));
      this.showScores(scores);
    } catch {
      if (number === this.wanted) this.key = null; // the next event asks again
    }
  }

  showScores(scores) {
    this.cards.forEach((card, player) => {
      card.querySelector(".score").textContent = scores[player];
    });
  }

  /** Let the player do what the table says may be done. */
  offer(table) {
    const hadFocus = this.moves.contains(document.activeElement);
    this.moves.replaceChildren(...table.legal.map((move) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button slim";
      button.textContent = move;
      button.dataset.move = move;
      button.addEventListener("click", () => {
        this.rest();
        this.shell.play(move);
      });
      return button;
    }));
    this.moves.hidden = table.legal.length === 0;
    if (hadFocus) this.moves.querySelector("button")?.focus();
  }

  /** Nothing may be done now. */
  rest() {
    for (const button of this.moves.children) button.disabled = true;
  }

  async happen() {
    this.draw();
  }

  task() {
    return _("Choose a move");
  }

  moveWords(text) {
    return text;
  }

  /** A move and who made it. */
  told(name, text) {
    return _("{name}: {move}", { name, move: text });
  }

  pointsWords() {
    return [];
  }

  roundWords() {
    return [];
  }

  stepWords() {
    return [];
  }
}
