// The game so far: the slider, what it shows, and going on from an earlier point.

import { _ } from "./words.js";
import { MoveList } from "./moves.js";
import { Refused } from "./service.js";

export class Past {
  constructor(shell) {
    this.shell = shell;
    this.at = null; // entries shown; null is now
    this.loading = false; // a position is on its way
    this.list = new MoveList(shell, (n) => this.go(n));
    this.slider = document.getElementById("slider");
    this.tools = document.getElementById("past-tools");
    this.dialog = document.getElementById("branch-dialog");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    document.getElementById("step-back").addEventListener("click", () => this.go(this.now - 1));
    document.getElementById("step-on").addEventListener("click", () => this.go(this.now + 1));
    document.getElementById("to-now").addEventListener("click", () => this.go(this.entries));
    document.getElementById("branch").addEventListener("click", () => this.openBranch());
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "go") this.branch();
    });
    this.set(shell.table);
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

  /** Going on from a running game is for its players, and only while they hide nothing. */
  get mayBranch() {
    const { result, mine, has_secrets: secrets } = this.shell.table;
    return Boolean(result) || (mine.length > 0 && !secrets);
  }

  /** A table with its newest moves. */
  set({ moves, entries }) {
    this.list.set(moves, entries);
    if (this.at !== null && this.at >= entries) this.at = null;
    this.show();
  }

  /** A move that has just happened. */
  note({ n, turn, text, drawn, round, points, round_points }) {
    if (n === null || n <= this.entries) return;
    this.list.note({ n, turn, text, drawn, round, points, round_points });
    this.show();
  }

  /** The moves after the first `n` were taken back. */
  cut(n) {
    this.list.cut(Math.min(this.entries, n ?? 0));
    if (this.at !== null && this.at > this.entries) this.at = null;
    this.show();
  }

  show() {
    this.slider.max = this.entries;
    this.slider.value = this.now;
    this.slider.setAttribute("aria-valuetext", this.words());
    this.tools.hidden = !this.isShown;
    document.getElementById("branch").hidden = !this.mayBranch;
    this.list.mark(this.now);
    document.getElementById("step-back").disabled = this.now <= 0;
    document.getElementById("step-on").disabled = this.now >= this.entries;
  }

  words() {
    return _("After move {n} of {all}", { n: this.now, all: this.entries });
  }

  // ── Stepping ─────────────────────────────────────────────────────────────────────────────────

  /** Show the position after `n` entries. */
  async go(n) {
    const { shell } = this;
    const all = this.entries;
    this.at = n >= all ? null : Math.max(n, 0);
    this.show();
    shell.game.rest();
    shell.showTask();
    if (this.at === null) {
      shell.game.draw(shell.table.position);
      shell.settle();
      return;
    }
    if (this.loading) return; // when that is done, this comes next
    this.loading = true;
    try {
      let seen = null;
      while (this.isShown && seen?.n !== this.at) seen = await shell.service.get(`/positions/${this.at}`);
      if (!this.isShown) return;
      shell.game.draw(seen.position);
      if (seen.move) shell.tell(shell.told(seen.move));
      shell.settle();
    } catch (error) {
      shell.tell(error instanceof Refused ? error.message : _("The service does not answer. Please try again."));
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
    const { table, levels } = this.shell;
    const rows = table.seats.map((seat, number) => {
      const row = document.createElement("div");
      const label = document.createElement("label");
      label.htmlFor = `branch-${number}`;
      label.textContent = this.shell.seats.name(number);
      const select = document.createElement("select");
      select.id = `branch-${number}`;
      const mine = number === (table.mine[0] ?? 0);
      select.append(new Option(_("Me"), "me", false, mine));
      for (const level of levels) {
        const chosen = !mine && level.number === (seat.level ?? 5);
        select.append(new Option(`${level.number} · ${level.name}`, level.number, chosen, chosen));
      }
      row.append(label, select);
      return row;
    });
    document.getElementById("branch-seats").replaceChildren(...rows);
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  async branch() {
    const { table, service } = this.shell;
    let me = false;
    const seats = table.seats.map((seat, number) => {
      const chosen = document.getElementById(`branch-${number}`).value;
      if (chosen !== "me") return { kind: "bot", level: Number(chosen) };
      const kind = me ? "here" : "me";
      me = true;
      return { kind, name: seat.level === null ? seat.name : "" };
    });
    try {
      const { url } = await service.post("/branch", { at: this.now, seats });
      location.assign(url);
    } catch (error) {
      this.shell.tell(error instanceof Refused ? error.message : _("The service does not answer. Please try again."));
    }
  }
}
