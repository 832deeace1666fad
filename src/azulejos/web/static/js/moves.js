// The list of moves. A game may be long: what is listed is a stretch of it, the newest one at first,
// and more is asked for when somebody looks there.

import { rove } from "./choices.js";
import { around, byId, element } from "./dom.js";
import { whyNot } from "./host.js";
import { preferences } from "./preferences.js";
import { _ } from "./text.js";

/** @import { TableController } from "./table.js" */
/** @import { EntryShown } from "./types.js" */

const PART = 50; // entries that the service sends at once
const MOST = 4 * PART; // entries listed at a time

export class MoveList {
  /**
   * @param {TableController} controller
   * @param {(n: number) => void} choose called with the entry that was chosen
   */
  constructor(controller, choose) {
    this.controller = controller;
    this.list = byId("moves");
    /** @type {Map<number, EntryShown>} */
    this.known = new Map(); // entries by their number, from 1
    this.entries = 0; // in all
    this.from = this.to = 0; // listed are the entries after `from`, up to `to`
    this.current = 0; // the entry that is looked at
    this.wanted = 0; // the entry that was asked for last
    this.loading = false;
    this.earlier = this.more(_("Earlier moves"), () => this.reveal(this.from, this.from));
    this.later = this.more(_("Later moves"), () => this.reveal(this.to + 1, this.to + 1));
    this.list.before(this.earlier);
    this.list.after(this.later);
    this.list.addEventListener("click", (event) => {
      const button = around(event, "button", HTMLButtonElement);
      if (button) choose(Number(button.dataset.n));
    });
    this.list.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * @param {string} text
   * @param {() => void} act
   */
  more(text, act) {
    const button = element("button", { type: "button", className: "button slim more-moves" }, text);
    button.addEventListener("click", act);
    return button;
  }

  /**
   * The newest entries, of so many in all.
   * @param {EntryShown[]} moves
   * @param {number} entries
   */
  set(moves, entries) {
    this.known = new Map(moves.map((move) => [move.n, move]));
    this.entries = this.to = entries;
    this.from = entries - moves.length;
    this.draw();
  }

  /**
   * An entry that has just been made.
   * @param {EntryShown} move
   */
  note(move) {
    this.known.set(move.n, move);
    this.entries = move.n;
    if (this.to !== move.n - 1) return; // another stretch is listed
    this.to = move.n;
    this.list.append(this.item(move));
    while (this.to - this.from > MOST) {
      this.from++;
      this.list.firstElementChild?.remove();
    }
    this.count();
  }

  /**
   * The entries after the first `n` were taken back.
   * @param {number} n
   */
  cut(n) {
    for (let gone = n + 1; gone <= this.entries; gone++) this.known.delete(gone);
    this.entries = Math.min(this.entries, n);
    this.to = Math.min(this.to, n);
    this.from = Math.min(this.from, this.to);
    if (this.from === this.to && n > 0) this.reveal(n, n);
    else this.draw();
  }

  /**
   * Mark the entry that is looked at; the stretch it is in is listed.
   * @param {number} n
   */
  mark(n) {
    this.current = n;
    if (n > 0 && (n <= this.from || n > this.to)) this.reveal(n);
    else this.highlight(n);
  }

  /**
   * Bring entry `n` into sight, with the mark where it belongs.
   * @param {number} n
   */
  highlight(n) {
    const marked = this.button(this.current);
    const reached = marked ?? this.button(n) ?? this.button(this.from + 1);
    const buttons = this.list.querySelectorAll("button");
    rove(buttons, reached);
    for (const button of buttons) button.removeAttribute("aria-current");
    marked?.setAttribute("aria-current", "step");
    const item = (this.button(n) ?? reached)?.parentElement;
    if (!item) return;
    // Only the list scrolls, never the page.
    const { list } = this;
    const top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  /**
   * List the part with entry `n` too, and focus an entry of it if that is wanted.
   * @param {number} n
   * @param {number} [focused]
   */
  async reveal(n, focused) {
    this.wanted = n;
    if (this.loading) return; // when that is done, this comes next
    this.loading = true;
    let after;
    let loaded;
    do {
      n = this.wanted;
      after = PART * Math.floor((n - 1) / PART);
      loaded = await this.load(after);
    } while (this.wanted !== n);
    this.loading = false;
    const last = Math.min(after + PART, this.entries);
    if (!loaded || last <= after) return;
    // A part beside the listed ones is added to them, unless they are too many.
    const beside = after <= this.to && last >= this.from;
    const [from, to] = beside
      ? [Math.min(after, this.from), Math.max(last, this.to)]
      : [after, last];
    [this.from, this.to] = to - from > MOST ? [after, last] : [from, to];
    this.draw();
    this.highlight(n);
    if (focused) this.button(focused)?.focus();
  }

  /**
   * Know the entries of a part; false if that did not work.
   * @param {number} after
   */
  async load(after) {
    const last = Math.min(after + PART, this.entries);
    let known = true;
    for (let n = after + 1; n <= last; n++) known &&= this.known.has(n);
    if (known) return true;
    try {
      const { moves } = await this.controller.host.entries(after);
      for (const move of moves) if (move.n <= this.entries) this.known.set(move.n, move);
      return true;
    } catch (error) {
      this.controller.tell(whyNot(error));
      return false;
    }
  }

  /** @param {number} n */
  button(n) {
    return this.list.children[n - this.from - 1]?.querySelector("button");
  }

  draw() {
    this.list.replaceChildren();
    for (let n = this.from + 1; n <= this.to; n++) {
      const move = this.known.get(n);
      if (move) this.list.append(this.item(move));
    }
    this.count();
  }

  count() {
    this.list.style.counterReset = `n ${this.from}`;
    this.earlier.hidden = this.from === 0;
    this.later.hidden = this.to === this.entries;
  }

  /** @param {EntryShown} move */
  item(move) {
    const { n, turn, text, round } = move;
    const item = element("li");
    if (round && (n === this.from + 1 || round !== this.known.get(n - 1)?.round)) {
      item.append(
        element("h3", { className: "move-round" }, _("Round {number}", { number: round })),
      );
    }
    const { seats, game } = this.controller;
    const who = element("span", { className: "move-who" }, turn === null ? "" : seats.name(turn));
    const words = () => game.moveText(text, turn !== null && seats.isYou(turn));
    const what = element("span", {}, preferences.notation ? text : words());
    const button = element("button", { type: "button" }, who, " ", what);
    button.dataset.n = String(n);
    const gained = game.pointsText(move);
    if (gained.length) {
      const scored = element("span", { className: "move-points" });
      for (const text of gained) {
        scored.append(scored.firstChild ? ", " : "", element("span", {}, text));
      }
      button.append(" ", scored);
    }
    item.append(button);
    return item;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = new Map([["ArrowDown", 1], ["ArrowUp", -1]]).get(event.key);
    const button = around(event, "li button", HTMLButtonElement);
    if (!by || !button) return;
    event.preventDefault();
    const n = Number(button.dataset.n) + by;
    if (n < 1 || n > this.entries) return;
    if (n > this.from && n <= this.to) this.button(n)?.focus();
    else this.reveal(n, n);
  }
}
