// Turning and laying crosses, swapping plates, claiming blockades: by pointer, touch and keyboard.

import { _ } from "../../js/words.js";
import { cross as crossOf, place, turned } from "./drawing.js";
import { label, node } from "../../js/svg.js";
import * as words from "./words.js";

const LAY = /^([a-z]\d+)([RYBG]{4})$/;

export class AzuleoHands {
  constructor(table) {
    this.table = table;
    this.byKey = false;
    this.rest();
    const { board, sides, cards } = table;
    board.addEventListener("click", (event) => this.clickOnField(event.target.closest(".field")));
    board.addEventListener("keydown", (event) => this.keyOnField(event));
    board.addEventListener("pointerover", (event) => this.hover(event.target.closest(".field")));
    board.addEventListener("focusin", (event) => this.hover(event.target.closest(".field")));
    board.addEventListener("pointerleave", () => table.clearGhost());
    board.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    sides.forEach((svg, side) => {
      svg.addEventListener("click", (event) => this.clickOnSide(event, side));
      svg.addEventListener("keydown", (event) => this.keyOnSide(event, side));
      svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
      cards[side].querySelector(".side-tools").addEventListener("click", (event) => {
        const act = event.target.closest("[data-act]")?.dataset.act;
        if (act) this.act(act);
      });
    });
    document.addEventListener("pointerdown", () => { this.byKey = false; });
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") this.drop();
      else if (event.key.toLowerCase() === "r" && this.face) this.turn(1);
      else return;
      event.preventDefault();
    });
  }

  offer(data) {
    this.data = data;
    this.legal = new Set(data.legal);
    this.gains = data.gains;
    this.busy = data.legal.length === 0 && data.claims_open.length === 0;
    this.side = data.turn === null ? null : this.table.sideOf(data.turn);
    this.picked = null; // place of a cross in the hand, or "start"
    this.plate = null;
    this.claiming = false;
    this.startTurn = 0;
    if (!this.busy && data.phase === "start") this.picked = "start";
    this.show();
    this.takeFocus();
  }

  /** Who plays by keyboard goes on where the next choice is. */
  takeFocus() {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (this.busy || !this.byKey || !lost) return;
    const hand = this.table.sides[this.side].querySelector("[tabindex='0']");
    (hand ?? this.table.board.querySelector("[tabindex='0']"))?.focus();
  }

  rest() {
    this.busy = true;
    this.legal = new Set();
    this.gains = {};
    this.picked = this.plate = null;
    this.claiming = false;
    this.data = this.data ?? null;
    this.side = this.side ?? null;
    if (this.data) this.show();
  }

  // ── What is held ─────────────────────────────────────────────────────────────────────────────

  /** The picked cross as it is turned now. */
  get face() {
    if (this.picked === null) return null;
    if (this.picked === "start") return turned(this.table.position.start, this.startTurn);
    return this.table.faces(this.side)[this.picked];
  }

  /** Fields for the picked cross: how it would be laid there, the present turn first. */
  lays() {
    const fields = new Map();
    if (!this.face) return fields;
    for (let quarters = 0; quarters < 4; quarters++) {
      const colours = turned(this.face, quarters);
      for (const move of this.legal) {
        const [, field, lying] = LAY.exec(move) ?? [];
        if (lying !== colours) continue;
        if (!fields.has(field)) fields.set(field, []);
        fields.get(field).push({ move, colours, quarters, gain: this.gains[move] ?? 0 });
      }
    }
    return fields;
  }

  // ── What is lit ──────────────────────────────────────────────────────────────────────────────

  show() {
    const { table } = this;
    table.clearGhost();
    table.cards.forEach((card, side) => this.showTools(card, side, !this.busy && side === this.side));
    table.sides.forEach((svg, side) => this.showHand(svg, !this.busy && side === this.side));
    this.showFields();
    table.shell.showTask();
  }

  /** The buttons of a side at this screen: they stay in their places while others play. */
  showTools(card, side, active) {
    const { options, result } = this.data;
    const tools = card.querySelector(".side-tools");
    tools.hidden = !this.isOwn(side) || Boolean(result);
    tools.classList.toggle("active", active);
    const start = this.data.phase === "start" && side === this.side;
    const fill = options.mode === "fill";
    const legal = active ? [...this.legal] : [];
    const show = (act, shown, enabled) => {
      const button = tools.querySelector(`[data-act=${act}]`);
      button.hidden = !shown;
      button.disabled = !(active && enabled);
      return button;
    };
    const passes = legal.includes("-");
    const exchanges = legal.some((move) => move.startsWith("^"));
    show("turn", true, this.face);
    show("swap", !start && !fill && !passes && !exchanges, this.plate);
    show("pass", passes, true);
    show("exchange", exchanges, typeof this.picked === "number");
    const claims = active && this.claims().length > 0;
    const claim = show("claim", !start && !fill && options.claims !== "automatic", claims);
    claim.setAttribute("aria-pressed", String(active && this.claiming));
    this.showStart(tools, start && !tools.hidden);
  }

  /** Whether somebody at this screen plays for a side. */
  isOwn(side) {
    return this.data.mine.some((player) => this.table.sideOf(player) === side);
  }

  /** The start cross, which lies in no hand. While its lay is shown, it is where it was held. */
  showStart(tools, start) {
    if (start && this.picked !== "start") return;
    this.clearStart(tools);
    if (!start) return;
    const picture = node(
      "svg",
      { viewBox: "0 0 80 80", class: "azulejos start-cross", role: "img",
        "aria-label": _("Start cross: {colours}", { colours: words.cross(this.face) }) },
      crossOf(this.face),
    );
    picture.addEventListener("click", () => this.turn(1));
    const name = document.createElement("span");
    name.className = "start-name";
    name.setAttribute("aria-hidden", "true"); // the picture says it too
    name.textContent = _("Start cross");
    tools.prepend(picture, name);
  }

  clearStart(tools) {
    for (const part of tools.querySelectorAll(".start-cross, .start-name")) part.remove();
  }

  showHand(svg, active) {
    const crosses = [...svg.querySelectorAll(".cross")];
    const plates = [...svg.querySelectorAll(".plate")];
    const start = this.data?.phase === "start";
    crosses.forEach((cross, index) => {
      const chosen = active && this.picked === index;
      cross.classList.toggle("picked", chosen);
      this.button(cross, active && !start, chosen);
    });
    plates.forEach((plate) => {
      const swappable = active && this.legal.has(`~${plate.dataset.pair}`);
      const chosen = active && this.plate === plate;
      plate.classList.toggle("picked", chosen);
      this.button(plate, swappable, chosen);
    });
    const all = [...crosses, ...plates].filter((one) => one.getAttribute("role") === "button");
    rove(all, all.find((one) => one.classList.contains("picked")));
  }

  button(element, active, pressed) {
    element.setAttribute("role", active ? "button" : "img");
    element.classList.toggle("ready", active);
    if (active) element.setAttribute("aria-pressed", String(pressed));
    else {
      element.removeAttribute("aria-pressed");
      element.removeAttribute("tabindex");
    }
  }

  claims() {
    const hinted = [...this.legal].filter((move) => move.startsWith("#")).map((move) => move.slice(1));
    return [...new Set([...hinted, ...(this.data?.claims_open ?? [])])];
  }

  showFields() {
    const { table } = this;
    const lays = this.claiming ? new Map() : this.lays();
    const claims = new Set(this.claiming ? this.claims() : []);
    const hinted = new Set([...this.legal].filter((move) => move.startsWith("#")).map((move) => move.slice(1)));
    const active = !this.busy && (this.picked !== null || this.claiming);
    const fields = [...table.board.querySelectorAll(".field")];
    for (const field of fields) {
      const name = field.dataset.field;
      const ways = lays.get(name);
      const fits = ways?.[0]?.quarters === 0;
      field.querySelector(".gain")?.remove();
      field.classList.toggle("open", Boolean(fits) || claims.has(name));
      field.classList.toggle("turned", Boolean(ways) && !fits);
      field.classList.toggle("hinted", hinted.has(name));
      field.setAttribute("role", active ? "button" : "img");
      // Whoever stands on a field while a cross is turned goes on standing there.
      if (!active) field.removeAttribute("tabindex");
      if (ways && this.scores) field.append(fits ? badge(ways[0].gain) : badge(best(ways).gain, "gain if-turned"));
      field.setAttribute("aria-label", [table.fieldWords(field), ...this.fitWords(ways)].join(", "));
    }
    if (active) {
      const focused = fields.find((field) => field === document.activeElement);
      rove(fields, focused ?? fields.find((field) => field.matches(".open")) ?? fields.find((field) => field.matches(".turned")));
    }
  }

  /** Whether a lay gives points: neither the start cross does, nor filling alone. */
  get scores() {
    return this.data.phase !== "start" && this.data.options.mode !== "fill";
  }

  fitWords(ways) {
    if (!ways) return [];
    const now = ways[0].quarters === 0;
    const { gain } = now ? ways[0] : best(ways);
    return [now ? _("fits") : _("fits when turned"), ...(this.scores ? [words.gain(gain)] : [])];
  }

  hover(field) {
    if (!field || this.busy || this.claiming) return;
    const ways = this.lays().get(field.dataset.field);
    if (ways) this.table.ghost(field.dataset.field, ways[0].colours);
    else this.table.clearGhost();
  }

  // ── Doing ────────────────────────────────────────────────────────────────────────────────────

  pick(index) {
    if (this.picked === index) {
      this.turn(1);
      return;
    }
    this.picked = index;
    this.plate = null;
    this.claiming = false;
    this.show();
    this.table.shell.say(_("Cross: {colours}", { colours: words.cross(this.face) }));
  }

  turn(quarters) {
    if (!this.face) return;
    if (this.picked === "start") this.startTurn += quarters;
    else {
      const key = `${this.side} ${this.picked}`;
      this.table.turns.set(key, (this.table.turns.get(key) ?? 0) + quarters);
      const focused = this.table.sides[this.side].contains(document.activeElement);
      this.table.drawSide(this.side);
      this.table.label();
      this.show();
      if (focused) this.table.sides[this.side].querySelectorAll(".cross")[this.picked]?.focus();
    }
    this.show();
    this.table.shell.say(words.cross(this.face));
  }

  drop() {
    if (this.busy) return;
    if (this.picked !== "start") this.picked = null;
    this.plate = null;
    this.claiming = false;
    this.show();
  }

  play(move) {
    this.busy = true;
    this.table.clearGhost();
    this.table.shell.play(move);
    this.show();
  }

  act(what) {
    if (this.busy) return;
    if (what === "turn") this.turn(1);
    else if (what === "pass") this.play("-");
    else if (what === "swap" && this.plate) this.play(`~${this.plate.dataset.pair}`);
    else if (what === "exchange" && typeof this.picked === "number") this.exchange();
    else if (what === "claim") {
      this.claiming = !this.claiming;
      this.picked = this.plate = null;
      this.show();
    }
  }

  exchange() {
    const kinds = [0, 1, 2, 3].map((quarters) => `^${turned(this.face, quarters)}`);
    const move = kinds.find((one) => this.legal.has(one));
    if (move) this.play(move);
  }

  // ── Events ───────────────────────────────────────────────────────────────────────────────────

  clickOnField(field) {
    if (!field) return;
    if (this.busy) {
      this.table.shell.sayNotNow();
      return;
    }
    const name = field.dataset.field;
    if (this.claiming) {
      this.play(`#${name}`);
      return;
    }
    if (!this.face && this.legal.has(`#${name}`)) {
      this.play(`#${name}`); // pointed out to the players
      return;
    }
    if (!this.face) {
      this.table.shell.tell(_("First choose a cross from your hand."));
      return;
    }
    const ways = this.lays().get(name);
    if (!ways) this.table.shell.why(name + this.face);
    else if (ways[0].quarters === 0) this.play(ways[0].move);
    else this.turnFor(ways);
  }

  /** The cross does not fit as it is: turn it the best way, and lay it with the next click. */
  turnFor(ways) {
    const { move, colours, quarters } = best(ways);
    this.turn(quarters);
    this.table.ghost(LAY.exec(move)[1], colours);
  }

  clickOnSide(event, side) {
    if (this.busy || side !== this.side) {
      if (this.data && this.isOwn(side) && event.target.closest(".cross, .plate")) this.table.shell.sayNotNow();
      return;
    }
    if (this.picked === "start" && event.target.closest(".cross, .plate")) {
      this.table.shell.tell(_("First lay the start cross; your own crosses come after it."));
      return;
    }
    const cross = event.target.closest(".cross.ready");
    const plate = event.target.closest(".plate.ready");
    if (cross) this.pick([...this.table.sides[side].querySelectorAll(".cross")].indexOf(cross));
    else if (plate) this.pickPlate(plate);
  }

  pickPlate(plate) {
    this.plate = this.plate === plate ? null : plate;
    if (this.picked !== "start") this.picked = null;
    this.claiming = false;
    this.show();
  }

  keyOnSide(event, side) {
    this.byKey = true;
    const one = event.target.closest(".cross.ready, .plate.ready");
    if (!one || this.busy || side !== this.side) return;
    const all = [...this.table.sides[side].querySelectorAll(".cross.ready, .plate.ready")];
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) {
      const next = all[(all.indexOf(one) + by + all.length) % all.length];
      rove(all, next);
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      const again = one.classList.contains("picked");
      if (one.matches(".plate")) {
        this.pickPlate(one);
        if (!again) this.table.cards[side].querySelector("[data-act=swap]").focus();
      } else {
        if (!again) this.pick(all.indexOf(one));
        const { board } = this.table;
        (board.querySelector(".field.open") ?? board.querySelector(".field.turned"))?.focus();
      }
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const index = [...this.table.sides[side].querySelectorAll(".cross")].indexOf(one);
      if (index < 0) return;
      if (this.picked !== index) this.pick(index);
      this.turn(event.key === "ArrowUp" ? -1 : 1);
      this.table.sides[side].querySelectorAll(".cross")[index].focus();
    } else return;
    event.preventDefault();
  }

  keyOnField(event) {
    this.byKey = true;
    const field = event.target.closest(".field");
    if (!field || this.busy) return;
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    if (step) {
      const [row, column] = place(field.dataset.field);
      const next = this.table.field(`${String.fromCharCode(97 + column + step[1])}${row + 1 + step[0]}`);
      if (next) {
        rove([...this.table.board.querySelectorAll(".field")], next);
        next.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") this.clickOnField(field);
    else return;
    event.preventDefault();
  }

  wheel(event) {
    if (this.busy || !this.face) return;
    event.preventDefault();
    const now = performance.now();
    if (now - (this.lastWheel ?? 0) < 140) return;
    this.lastWheel = now;
    this.turn(event.deltaY > 0 ? 1 : -1);
    this.hover(event.target.closest(".field"));
  }

  task(table) {
    if (table.phase === "start") return _("Lay the start cross on a dotted field; turn it as you like");
    if (this.claiming) return _("Which field can never be filled? A wrong claim costs nothing.");
    if (this.picked !== null) return _("Choose a field, or turn the cross");
    if (this.plate) return _("Swap this plate?");
    const canLay = [...this.legal].some((move) => LAY.test(move));
    if (canLay && table.options.mode === "fill") return _("Choose a cross");
    if (canLay) return _("Choose a cross, or swap a plate");
    if (this.legal.has("-")) return _("Nothing fits: you have to pass");
    return _("No cross matches your plates: swap one");
  }
}

/** One of these can be reached by Tab, the others by arrows. */
function rove(elements, chosen = elements[0]) {
  for (const element of elements) element.setAttribute("tabindex", element === (chosen ?? elements[0]) ? "0" : "-1");
}

/** The way to lay a cross on a field that gives most. */
function best(ways) {
  return ways.reduce((one, other) => (other.gain > one.gain ? other : one));
}

function badge(points, kind = "gain") {
  return node(
    "g",
    { class: kind, "pointer-events": "none" },
    node("circle", { cx: 40, cy: 40, r: 19, class: "gain-disc" }),
    label(`+${points}`, 40, 47.5, 21, { class: "gain-number", "text-anchor": "middle", "font-weight": 700 }),
  );
}
