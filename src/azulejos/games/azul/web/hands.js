// Taking and placing tiles by pointer, by touch and by keyboard.

import { _ } from "../../js/words.js";
import * as words from "./words.js";

const FAR = 7; // pixels that make a press a drag
const NEAR = 10; // pixels beside a tile that still mean it

export class AzulHands {
  constructor(table) {
    this.table = table;
    this.legal = [];
    this.picked = null;
    this.busy = true;
    this.dragged = false;
    this.byKey = false;
    const display = table.display;
    display.addEventListener("click", (event) => this.click(event));
    display.addEventListener("keydown", (event) => this.keyOnLot(event));
    display.addEventListener("pointerdown", (event) => this.press(event));
    table.boards.forEach((board, player) => {
      board.addEventListener("click", (event) => this.clickOnBoard(event, player));
      board.addEventListener("keydown", (event) => this.keyOnBoard(event, player));
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.picked) this.drop();
    });
    document.addEventListener("pointerdown", () => { this.byKey = false; });
    document.addEventListener("click", (event) => {
      if (this.picked && !event.target.closest(".line, .floor, .space, .button, dialog") && !this.lotAt(event)) this.drop();
    });
  }

  offer(data) {
    this.data = data;
    this.legal = data.legal.map((text) => ({ text, ...words.parse(text) }));
    this.busy = this.legal.length === 0;
    this.player = data.turn;
    this.picked = null;
    this.show();
    this.takeFocus();
  }

  /** Who plays by keyboard goes on where the next choice is. */
  takeFocus() {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (this.busy || !this.byKey || !lost) return;
    const { display, boards } = this.table;
    const next = this.tiling ? boards[this.player].querySelector(".space[tabindex='0']") : display.querySelector(".lot[tabindex='0']");
    next?.focus();
  }

  rest() {
    this.busy = true;
    this.legal = [];
    this.picked = null;
    this.show();
  }

  // ── What is lit ──────────────────────────────────────────────────────────────────────────────

  get tiling() {
    return this.legal.some((move) => move.column);
  }

  /** Lines (0 the floor line) that the picked tiles may go to. */
  openLines() {
    const { source, colour } = this.picked;
    return new Set(
      this.legal.filter((move) => move.source === source && move.colour === colour).map((move) => move.line),
    );
  }

  places(player = this.player) {
    const board = this.table.boards[player];
    return board ? [...board.querySelectorAll(".line, .floor")] : [];
  }

  lots() {
    return [...this.table.display.querySelectorAll(".lot")];
  }

  show() {
    const { display, boards } = this.table;
    display.classList.toggle("ready", !this.busy && !this.tiling);
    const open = this.picked ? this.openLines() : null;
    for (const lot of this.lots()) {
      const on = !this.busy && !this.tiling;
      const chosen = Boolean(this.picked) && this.isPicked(lot);
      lot.classList.toggle("picked", chosen);
      lot.setAttribute("role", on ? "button" : "img");
      // What has the focus keeps it while it can be chosen.
      if (on) lot.setAttribute("aria-pressed", String(chosen));
      else {
        lot.removeAttribute("aria-pressed");
        lot.removeAttribute("tabindex");
      }
    }
    if (!this.busy && !this.tiling) {
      const focused = this.lots().find((lot) => lot === document.activeElement);
      this.rove(this.lots(), this.lots().find((lot) => this.isPicked(lot)) ?? focused);
    }
    boards.forEach((board, player) => {
      const active = open && player === this.player;
      board.classList.toggle("ready", Boolean(active));
      for (const place of this.places(player)) {
        const isOpen = Boolean(active && open.has(Number(place.dataset.line)));
        place.classList.toggle("open", isOpen);
        place.classList.toggle("closed", Boolean(active && !isOpen));
        place.setAttribute("role", active ? "button" : "img");
        if (active && !isOpen) place.setAttribute("aria-disabled", "true");
        else place.removeAttribute("aria-disabled");
        if (!active) place.removeAttribute("tabindex");
      }
    });
    if (open) this.rove(this.places(), this.places().find((place) => place.classList.contains("open")));
    this.showColumns();
    this.table.shell.showTask();
  }

  /** On the grey wall: the spaces that the tile may go to. */
  showColumns() {
    const columns = new Map(this.legal.filter((move) => move.column).map((move) => [`${move.line}${move.column}`, move]));
    this.table.boards.forEach((board, player) => {
      const wall = board.querySelector(".wall");
      const choosing = columns.size > 0 && player === this.player;
      if (choosing) wall.removeAttribute("aria-hidden");
      else wall.setAttribute("aria-hidden", "true");
      for (const space of board.querySelectorAll(".space")) {
        const { line, column } = space.dataset;
        const open = choosing && columns.has(line + column);
        space.classList.toggle("open", open);
        space.removeAttribute("tabindex");
        if (open) {
          space.setAttribute("role", "button");
          space.setAttribute("aria-label", _("Row {line}, column {column}", { line, column }));
        } else {
          space.removeAttribute("role");
          space.removeAttribute("aria-label");
        }
      }
      if (choosing) this.rove([...board.querySelectorAll(".space.open")]);
    });
  }

  isPicked(lot) {
    return this.picked?.colour === lot.dataset.colour && this.picked?.source === Number(lot.dataset.source);
  }

  /** One of these can be reached by Tab, the others by arrows. */
  rove(elements, chosen = elements[0]) {
    for (const element of elements) element.setAttribute("tabindex", element === chosen ? "0" : "-1");
  }

  step(elements, from, by) {
    const next = elements[(elements.indexOf(from) + by + elements.length) % elements.length];
    this.rove(elements, next);
    next.focus({ preventScroll: false });
  }

  /** The lot under the pointer, or the nearest where it is between tiles: the larger of two as near. */
  lotAt({ target, clientX, clientY }) {
    const dish = target.closest(".lot, .factory, .centre");
    if (!dish || dish.matches(".lot")) return dish;
    let nearest = null;
    for (const lot of dish.querySelectorAll(".lot")) {
      const tiles = [...lot.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect());
      const far = Math.round(Math.min(...tiles.map(({ left, right, top, bottom }) =>
        Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom)))));
      if (far > NEAR || (nearest && far > nearest.far)) continue;
      if (!nearest || far < nearest.far || tiles.length > nearest.many) nearest = { lot, far, many: tiles.length };
    }
    return nearest?.lot ?? null;
  }

  // ── Taking ───────────────────────────────────────────────────────────────────────────────────

  pick(lot, byKey = false) {
    if (this.busy || this.tiling) {
      this.table.shell.sayNotNow();
      return;
    }
    const same = this.isPicked(lot);
    this.picked = same ? null : { source: Number(lot.dataset.source), colour: lot.dataset.colour };
    this.show();
    if (!this.picked) return;
    this.table.shell.say(this.table.lotWords(lot));
    if (byKey) this.places().find((place) => place.classList.contains("open"))?.focus();
    else this.reveal();
  }

  /** On a small screen the board may lie below the fold. */
  reveal() {
    const card = this.table.cards[this.player];
    const rect = card.getBoundingClientRect();
    if (rect.top > innerHeight - 120) card.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  drop() {
    const lot = this.lots().find((one) => this.isPicked(one));
    const hadFocus = document.activeElement?.closest(".line, .floor");
    this.picked = null;
    this.show();
    if (hadFocus) lot?.focus();
  }

  // ── Placing ──────────────────────────────────────────────────────────────────────────────────

  place(element) {
    const line = Number(element.dataset.line);
    const { source, colour } = this.picked;
    const move = this.legal.find((one) => one.source === source && one.colour === colour && one.line === line);
    if (!move) {
      this.table.shell.why(`${source || "C"}${colour}${line || "F"}`);
      return;
    }
    this.play(move.text);
  }

  play(text) {
    this.busy = true;
    this.picked = null;
    this.table.shell.play(text);
    this.show();
  }

  // ── Events ───────────────────────────────────────────────────────────────────────────────────

  click(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const lot = this.lotAt(event);
    if (lot) this.pick(lot);
  }

  clickOnBoard(event, player) {
    if (player !== this.player) return;
    const space = event.target.closest(".space.open");
    if (space) {
      this.play(`@${space.dataset.line}${space.dataset.column}`);
      return;
    }
    // A click on the wall means the line beside it, too.
    const place = event.target.closest(".line, .floor, .space");
    if (!place) return;
    const line = place.dataset.line;
    if (this.picked) this.place(this.places().find((one) => one.dataset.line === line));
    else if (!this.busy && !this.tiling) this.table.shell.tell(_("First take tiles from a factory or from the centre."));
  }

  keyOnLot(event) {
    this.byKey = true;
    const lot = event.target.closest(".lot");
    if (!lot) return;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) this.step(this.lots(), lot, by);
    else if (event.key === "Home") this.step(this.lots(), this.lots()[0], 0);
    else if (event.key === "End") this.step(this.lots(), this.lots().at(-1), 0);
    else if (event.key === "Enter" || event.key === " ") this.pick(lot, true);
    else return;
    event.preventDefault();
  }

  keyOnBoard(event, player) {
    this.byKey = true;
    const place = event.target.closest(".line, .floor, .space");
    if (!place || player !== this.player) return;
    const places = place.matches(".space")
      ? [...this.table.boards[player].querySelectorAll(".space.open")]
      : this.places();
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) this.step(places, place, by);
    else if (event.key === "Enter" || event.key === " ") {
      if (place.matches(".space.open")) this.play(`@${place.dataset.line}${place.dataset.column}`);
      else if (this.picked) this.place(place);
    } else return;
    event.preventDefault();
  }

  // ── Dragging ─────────────────────────────────────────────────────────────────────────────────

  press(event) {
    const lot = this.lotAt(event);
    if (!lot || this.busy || this.tiling || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    let ghost = null;
    const move = (now) => {
      if (!ghost) {
        if (Math.hypot(now.clientX - start.x, now.clientY - start.y) < FAR) return;
        if (!this.isPicked(lot)) this.pick(lot);
        ghost = this.ghost(lot);
        this.dragged = true;
      }
      ghost.style.transform = `translate(${now.clientX + scrollX}px, ${now.clientY + scrollY}px) translate(-50%, -60%)`;
      const under = this.under(now);
      for (const place of this.places()) place.classList.toggle("over", place === under);
      now.preventDefault();
    };
    const end = (now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      for (const place of this.places()) place.classList.remove("over");
      if (!ghost) return;
      ghost.remove();
      const under = now.type === "pointerup" ? this.under(now) : null;
      if (under) this.place(under);
      else this.drop();
      // The click that follows a drag is none; where none follows, the next one is.
      setTimeout(() => { this.dragged = false; });
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  under({ clientX, clientY }) {
    const element = document.elementFromPoint(clientX, clientY)?.closest(".line, .floor, .space");
    if (!element || Number(element.dataset.player) !== this.player) return null;
    return this.places().find((place) => place.dataset.line === element.dataset.line);
  }

  /** The tiles that hang on the pointer. */
  ghost(lot) {
    const ghost = document.createElement("div");
    ghost.className = "dragged";
    for (const tile of lot.querySelectorAll(".tile")) {
      const { width } = tile.getBoundingClientRect();
      const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      picture.setAttribute("viewBox", "0 0 40 40");
      picture.setAttribute("width", width);
      picture.setAttribute("height", width);
      const copy = tile.cloneNode();
      copy.removeAttribute("x");
      copy.removeAttribute("y");
      picture.append(copy);
      ghost.append(picture);
    }
    document.body.append(ghost);
    return ghost;
  }
}
