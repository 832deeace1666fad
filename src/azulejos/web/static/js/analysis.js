// The engine beside a board that is explored: its best lines, on and off, deeper while one looks.

import { around, byId, element } from "./dom.js";
import { Refused, whyNot } from "./host.js";
import { _, language, ngettext } from "./text.js";

/** @import { Engine, Line, Running } from "./engine.js" */
/** @import { Analysed, AnalysedLine, TableState } from "./types.js" */

const LINES = 4;
const LONGEST = 8; // moves of a line that are shown
const SOON = 250; // milliseconds that one stays before an analysis begins
const KEPT = "azulejos-engine"; // whether it is on, in this browser

/**
 * @typedef {object} Board whose positions are analysed
 * @property {(move: string) => string} moveText
 * @property {(seat: number) => string} name
 * @property {(moves: string[]) => void} follow play these moves
 */

export class AnalysisPanel {
  /**
   * @param {Engine} engine
   * @param {Board} board
   */
  constructor(engine, board) {
    this.engine = engine;
    this.board = board;
    this.button = byId("engine-switch");
    this.state = byId("engine-state");
    this.list = byId("engine-lines");
    /** @type {Running | null} */
    this.running = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {{ line: Line, table: TableState } | null} what is on the board */
    this.shown = null;
    /** @type {Map<string, Analysed>} */
    this.found = new Map();
    this.isOn = localStorage.getItem(KEPT) === "on";
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.button.addEventListener("click", () => this.switch());
    this.list.addEventListener("click", (event) => {
      const chip = around(event, "[data-moves]");
      if (chip) this.board.follow(JSON.parse(chip.dataset.moves ?? "[]"));
    });
    addEventListener("pagehide", () => this.stop());
  }

  switch() {
    this.isOn = !this.isOn;
    localStorage.setItem(KEPT, this.isOn ? "on" : "off");
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.begin();
  }

  /**
   * A position that is looked at now.
   * @param {Line} line
   * @param {TableState} table
   */
  look(line, table) {
    this.shown = { line, table };
    this.begin();
  }

  begin() {
    this.stop();
    this.list.replaceChildren();
    this.state.textContent = "";
    if (!this.isOn || !this.shown) return;
    const { table } = this.shown;
    if (!table.legal.length && !table.to_find.length) {
      this.state.textContent = table.result
        ? _("The game is over.")
        : _("Chance comes next: there is nothing to decide.");
      return;
    }
    const known = this.found.get(this.key);
    if (known) this.show(known);
    if (known?.done) return;
    if (!known) this.state.textContent = _("Thinking …");
    this.timer = setTimeout(() => this.analyse(), SOON);
  }

  /** What the position is known by. */
  get key() {
    const { line } = /** @type {{ line: Line }} */ (this.shown);
    return JSON.stringify(line);
  }

  async analyse() {
    const { shown, key } = this;
    if (!shown) return;
    const running = this.engine.analyse(shown.line, { multipv: LINES }, (found) => {
      if (this.running !== running) return;
      this.found.set(key, found);
      this.show(found);
    });
    this.running = running;
    try {
      await running.ended;
    } catch (error) {
      if (this.running !== running) return;
      this.state.textContent = whyNot(error);
      const wait = error instanceof Refused ? error.wait : null;
      if (wait) this.timer = setTimeout(() => this.analyse(), 1000 * wait);
    }
  }

  stop() {
    clearTimeout(this.timer);
    this.running?.stop();
    this.running = null;
  }

  // ── What is found ────────────────────────────────────────────────────────────────────────────

  /** @param {Analysed} found */
  show(found) {
    const table = /** @type {{ table: TableState }} */ (this.shown).table;
    const alone = table.seats.length === 1;
    const visits = new Intl.NumberFormat(language).format(found.visits);
    const told = found.proven
      ? [_("Known for certain.")]
      : [ngettext("{visits} position searched", "{visits} positions searched", found.visits, {
        visits,
      })];
    if (!alone) {
      const shares = found.values.map((value, seat) =>
        _("{name} {percent} %", { name: this.board.name(seat), percent: percent(value) })
      );
      told.unshift(shares.join(" · "));
    }
    this.state.textContent = told.join(" · ");
    const focused = this.list.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.moves
      : null;
    this.list.replaceChildren(...found.variations.map((one) => this.row(one, table, alone)));
    // Who is on a move stays there while the lines change.
    for (const chip of this.list.querySelectorAll("button")) {
      if (chip.dataset.moves === focused) chip.focus({ preventScroll: true });
    }
  }

  /**
   * @param {AnalysedLine} variation
   * @param {TableState} table
   * @param {boolean} alone
   */
  row({ move, values, margin, visits, pv }, table, alone) {
    const points = margin.toLocaleString(language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: alone ? "auto" : "exceptZero",
    }).replace("-", "−");
    const figures = element(
      "span",
      { className: "engine-figures" },
      ...(alone
        ? []
        : [element("b", {}, _("{percent} %", { percent: percent(values[table.turn ?? 0]) })), " "]),
      element(
        "span",
        { title: alone ? _("Expected points") : _("Expected margin in points") },
        points,
      ),
    );
    const name = element(
      "button",
      { type: "button", className: "engine-move", title: _("Play this move") },
      this.board.moveText(move),
    );
    name.dataset.moves = JSON.stringify([move]);
    // What others would answer hangs on guesses of what they hold.
    const following = table.has_secrets ? [] : pv.slice(1, LONGEST);
    const chips = following.map((text, index) => {
      const words = this.board.moveText(text);
      const chip = element(
        "button",
        { type: "button", className: "chip", title: words },
        text,
      );
      if (words !== text) chip.setAttribute("aria-label", `${text}: ${words}`);
      chip.dataset.moves = JSON.stringify(pv.slice(0, index + 2));
      return chip;
    });
    const count = element(
      "span",
      { className: "soft small" },
      new Intl.NumberFormat(language, { notation: "compact" }).format(visits),
    );
    count.title = ngettext("{n} position searched", "{n} positions searched", visits);
    const row = element(
      "li",
      {},
      element("div", { className: "engine-row" }, figures, name, count),
    );
    if (chips.length) row.append(element("div", { className: "engine-pv" }, ...chips));
    return row;
  }
}

/** @param {number} share */
function percent(share) {
  return Math.round(100 * share);
}
