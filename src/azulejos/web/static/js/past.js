// The game so far: the list of moves, the slider, and going on from an earlier point.

import { _ } from "./words.js";
import { Refused } from "./service.js";

export class Past {
  constructor(shell) {
    this.shell = shell;
    this.at = null; // entries shown; null is now
    this.wanted = null;
    this.list = document.getElementById("moves");
    this.slider = document.getElementById("slider");
    this.tools = document.getElementById("past-tools");
    this.dialog = document.getElementById("branch-dialog");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    document.getElementById("step-back").addEventListener("click", () => this.go(this.now - 1));
    document.getElementById("step-on").addEventListener("click", () => this.go(this.now + 1));
    document.getElementById("to-now").addEventListener("click", () => this.go(this.moves.length));
    document.getElementById("branch").addEventListener("click", () => this.openBranch());
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "go") this.branch();
    });
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.go(Number(button.dataset.n));
    });
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.set(shell.table.opening, shell.table.moves);
  }

  get isShown() {
    return this.at !== null;
  }

  get now() {
    return this.at ?? this.moves.length;
  }

  /** Going on from a running game is for its players, and only while they hide nothing. */
  get mayBranch() {
    const { result, mine, options, seats } = this.shell.table;
    const secrets = options.open_hands === false && seats.length > 1;
    return Boolean(result) || (mine.length > 0 && !secrets);
  }

  set(opening, moves) {
    this.opening = opening;
    this.moves = [...moves];
    this.list.replaceChildren();
    for (const move of this.moves) this.append(move);
    this.show();
  }

  /** A move that has just happened. */
  note({ n, turn, text, drawn, round, points }) {
    if (n === null || n <= this.moves.length) return;
    const move = { n, turn, text, drawn, round, points };
    this.moves.push(move);
    this.append(move);
    this.show();
  }

  /** The moves after the first `n` were taken back. */
  cut(n) {
    this.moves.length = Math.min(this.moves.length, n ?? 0);
    while (this.list.children.length > this.moves.length) this.list.lastChild.remove();
    if (this.at !== null && this.at > this.moves.length) this.at = null;
    this.show();
  }

  append({ n, turn, text, round, points }) {
    const item = document.createElement("li");
    if (round && round !== this.moves[n - 2]?.round) {
      const heading = document.createElement("h3");
      heading.className = "move-round";
      heading.textContent = _("Round {number}", { number: round });
      item.append(heading);
    }
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.n = n;
    const who = document.createElement("span");
    who.className = "move-who";
    const { seats, game } = this.shell;
    who.textContent = turn === null ? "" : seats.name(turn);
    const what = document.createElement("span");
    what.textContent = game.moveWords(text, turn !== null && seats.isYou(turn));
    button.append(who, " ", what);
    const gained = points?.length ? game.pointsWords(points) : "";
    if (gained) {
      const scored = document.createElement("span");
      scored.className = "move-points";
      scored.textContent = gained;
      button.append(" ", scored);
    }
    item.append(button);
    this.list.append(item);
  }

  show() {
    this.slider.max = this.moves.length;
    this.slider.value = this.now;
    this.slider.setAttribute("aria-valuetext", this.words());
    this.tools.hidden = !this.isShown;
    document.getElementById("branch").hidden = !this.mayBranch;
    const current = (this.list.children[this.now - 1] ?? this.list.firstChild)?.querySelector("button");
    // One of them can be reached by Tab, the others by arrows.
    for (const button of this.list.querySelectorAll("button")) {
      button.tabIndex = button === current ? 0 : -1;
      button.removeAttribute("aria-current");
    }
    if (current) {
      if (this.now) current.setAttribute("aria-current", "step");
      // Only the list scrolls, never the page.
      const { list } = this;
      const top = current.parentElement.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - list.clientHeight / 2;
    }
    document.getElementById("step-back").disabled = this.now <= 0;
    document.getElementById("step-on").disabled = this.now >= this.moves.length;
  }

  key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = event.target.closest("li");
    if (!by || !item) return;
    const next = by > 0 ? item.nextElementSibling : item.previousElementSibling;
    next?.querySelector("button").focus();
    event.preventDefault();
  }

  words() {
    return _("After move {n} of {all}", { n: this.now, all: this.moves.length });
  }

  // ── Stepping ─────────────────────────────────────────────────────────────────────────────────

  /** Show the position after `n` entries. */
  async go(n) {
    const { shell } = this;
    const all = this.moves.length;
    this.at = n >= all ? null : Math.max(n, 0);
    this.wanted = this.at;
    this.show();
    shell.game.rest();
    shell.showTask();
    if (this.at === null) {
      shell.game.draw(shell.table.position);
      shell.settle();
      return;
    }
    try {
      const { position } = await shell.service.get(`/positions/${this.at}`);
      if (this.wanted !== this.at || this.at === null) return;
      shell.game.draw(position);
      const move = this.moves[this.at - 1];
      if (move) shell.tell(shell.told(move));
      shell.settle();
    } catch (error) {
      shell.tell(error instanceof Refused ? error.message : _("The service does not answer. Please try again."));
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
      return { kind, name: seat.kind === "bot" ? "" : seat.name };
    });
    try {
      const { url } = await service.post("/branch", { at: this.now, seats });
      location.assign(url);
    } catch (error) {
      this.shell.tell(error instanceof Refused ? error.message : _("The service does not answer. Please try again."));
    }
  }
}
