// On a small screen one board is seen at a time: the names are its tabs, and a swipe leads to the
// board beside it. Where there is room for all boards, their style sheet shows them all.

import { all } from "./dom.js";

const FAR = 45; // pixels that make a touch a swipe

export class SeatTabs {
  /** @param {HTMLElement[]} cards */
  constructor(cards) {
    this.cards = cards;
    this.shown = 0;
    cards.forEach((card, number) => {
      for (const tab of this.tabs(card)) tab.addEventListener("click", () => this.show(number));
    });
    const boards = cards[0]?.closest(".boards");
    if (boards instanceof HTMLElement) this.swipe(boards);
  }

  /**
   * @param {HTMLElement} card
   * @returns {HTMLButtonElement[]}
   */
  tabs(card) {
    return all(".seat-open", card);
  }

  /** @param {number} number */
  show(number) {
    this.shown = number;
    this.cards.forEach((card, other) => {
      card.classList.toggle("shown", other === number);
      for (const tab of this.tabs(card)) tab.setAttribute("aria-pressed", String(other === number));
    });
  }

  /** @param {HTMLElement} boards */
  swipe(boards) {
    /** @type {{ x: number, y: number } | null} */
    let start = null;
    boards.addEventListener("pointerdown", ({ pointerType, clientX, clientY }) => {
      start = pointerType === "touch" ? { x: clientX, y: clientY } : null;
    });
    boards.addEventListener("pointerup", ({ clientX, clientY }) => {
      if (!start) return;
      const across = clientX - start.x;
      if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(clientY - start.y)) return;
      const next = this.shown - Math.sign(across);
      if (next >= 0 && next < this.cards.length) this.show(next);
    });
  }
}
