// The game so far: the slider, what it shows, and going on from an earlier point.

import { _ } from "./text.js";
import { around, byId, element } from "./dom.js";
import { MoveList } from "./moves.js";
import { whyNot } from "./host.js";

/** @import { TableController } from "./table.js" */
/** @import { EntryShown, EventShown, PositionShown, TableShown } from "./types.js" */

export class GameHistory {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    /** @type {number | null} */
    this.at = null; // entries shown; null is now
    this.loading = false; // a position is on its way
    /** @type {EntryShown | null} */
    this.seen = null; // the entry that led to the position shown
    this.list = new MoveList(controller, (n) => this.go(n));
    this.slider = byId("slider", HTMLInputElement);
    this.tools = byId("history-tools");
    this.dialog = byId("branch-dialog", HTMLDialogElement);
    this.back = byId("step-back", HTMLButtonElement);
    this.on = byId("step-on", HTMLButtonElement);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.back.addEventListener("click", () => this.go(this.now - 1));
    this.on.addEventListener("click", () => this.go(this.now + 1));
    document.addEventListener("keydown", (event) => this.key(event));
    byId("to-now").addEventListener("click", () => this.go(this.entries));
    byId("branch").addEventListener("click", () => this.openBranch());
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "go") this.branch();
    });
    this.set(controller.table);
  }

  get isShown() {
    return this.at !== null;
  }

  /** How many entries the game has. */
  get entries() {
    return this.list.entries;
  }

  get now() {
    return this.at ?? this.entries;
  }

  /** The entry that led to what is on the table; null at the beginning. */
  get entry() {
    return this.isShown ? this.seen : this.list.known.get(this.entries) ?? null;
  }

  /** Going on from a running game is for its players, and only while they hide nothing. */
  get mayBranch() {
    const { result, mine, has_secrets: secrets } = this.controller.table;
    return Boolean(result) || (mine.length > 0 && !secrets);
  }

  /**
   * A table with its newest moves.
   * @param {TableShown} table
   */
  set({ moves, entries }) {
    this.list.set(moves, entries);
    if (this.at !== null && this.at >= entries) this.at = null;
    this.show();
  }

  /**
   * A move that has just happened.
   * @param {EventShown} event
   */
  note({ n, turn, text, drawn, round, points, round_points }) {
    if (n === null || text === null || n <= this.entries) return;
    this.list.note({ n, turn, text, drawn, round, points, round_points });
    this.show();
  }

  /**
   * The moves after the first `n` were taken back.
   * @param {number | null} n
   */
  cut(n) {
    this.list.cut(Math.min(this.entries, n ?? 0));
    if (this.at !== null && this.at > this.entries) this.at = null;
    this.show();
  }

  show() {
    this.slider.max = String(this.entries);
    this.slider.value = String(this.now);
    this.slider.setAttribute("aria-valuetext", this.text());
    this.tools.hidden = !this.isShown;
    byId("branch").hidden = !this.mayBranch;
    const { host, table: { result } } = this.controller;
    const explore = byId("explore-here");
    explore.hidden = !result || !host.explores;
    explore.setAttribute("href", host.exploreAt(this.now));
    this.list.mark(this.now);
    this.back.disabled = this.now <= 0;
    this.on.disabled = this.now >= this.entries;
  }

  text() {
    return _("After move {n} of {all}", { n: this.now, all: this.entries });
  }

  // ── Stepping ─────────────────────────────────────────────────────────────────────────────────

  /**
   * The arrows step through the game while no piece and no field has them.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const by = new Map([["ArrowLeft", -1], ["ArrowRight", 1]]).get(event.key);
    const free = event.target === document.body || around(event, ".panel :not(input):not(select)");
    if (!by || !free || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = this.now + by;
    if (to >= 0 && to <= this.entries) this.go(to);
  }

  /** The list of moves, written anew. */
  rewrite() {
    this.list.draw();
    this.list.mark(this.now);
  }

  /**
   * Show the position after `n` entries.
   * @param {number} n
   */
  async go(n) {
    const { controller } = this;
    const all = this.entries;
    this.at = n >= all ? null : Math.max(n, 0);
    this.show();
    controller.game.rest();
    controller.showTask();
    if (this.at === null) {
      controller.game.draw(controller.table.position);
      controller.settle();
      return;
    }
    if (this.loading) return; // when that is done, this comes next
    this.loading = true;
    try {
      /** @type {PositionShown | null} */
      let seen = null;
      while (this.at !== null && seen?.n !== this.at) {
        seen = await controller.host.position(this.at);
      }
      if (!this.isShown || !seen) return;
      this.seen = seen.move;
      controller.game.draw(seen.position);
      if (seen.move) controller.tell(controller.told(seen.move));
      controller.settle();
    } catch (error) {
      controller.tell(whyNot(error));
    } finally {
      this.loading = false;
    }
  }

  /** The table has gone on while the past is shown. */
  goOn() {
    this.show();
  }

  // ── Going on from here ───────────────────────────────────────────────────────────────────────

  openBranch() {
    const { table, levels } = this.controller;
    const rows = table.seats.map((seat, number) => {
      const id = `branch-${number}`;
      const label = element("label", { htmlFor: id }, this.controller.seats.name(number));
      const select = element("select", { id });
      const mine = number === (table.mine[0] ?? 0);
      select.append(new Option(_("Me"), "me", false, mine));
      for (const level of levels) {
        const chosen = !mine && level.number === (seat.level ?? 5);
        select.append(
          new Option(`${level.number} · ${level.name}`, String(level.number), chosen, chosen),
        );
      }
      return element("div", {}, label, select);
    });
    byId("branch-seats").replaceChildren(...rows);
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  async branch() {
    const { table, host } = this.controller;
    let me = false;
    const seats = table.seats.map((seat, number) => {
      const chosen = byId(`branch-${number}`, HTMLSelectElement).value;
      if (chosen !== "me") return { kind: "bot", level: Number(chosen) };
      const kind = me ? "here" : "me";
      me = true;
      return { kind, name: seat.level === null ? seat.name : "" };
    });
    try {
      const { url } = await host.branch(this.now, seats);
      location.assign(url);
    } catch (error) {
      this.controller.tell(whyNot(error));
    }
  }
}
