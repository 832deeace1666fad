// Turning and laying crosses, swapping plates, claiming blockades: by pointer, touch and keyboard.

import { along, focusOn, next, rove, setChoice, takes } from "../../js/choices.js";
import { all, around } from "../../js/dom.js";
import { TableInput } from "../../js/input.js";
import { _ } from "../../js/text.js";
import { gain, place, turned } from "./drawing.js";
import { showTools, toolOf, toolsOf } from "./side_tools.js";
import * as text from "./text.js";

/** @import { Choice } from "../../js/choices.js" */
/** @import { TableShown } from "../../js/types.js" */
/** @import AzuleoTable from "./table.js" */

/**
 * A way to lay the picked cross on a field.
 * @typedef {object} Way
 * @property {string} move
 * @property {string} colours
 * @property {number} quarters by which it is turned for that
 * @property {number} gain the points it gives
 */

const LAY = /^([a-z]\d+)([RYBG]{4})$/;

export class AzuleoInput extends TableInput {
  /** @param {AzuleoTable} table */
  constructor(table) {
    super(table.controller);
    this.table = table;
    this.data = table.controller.table;
    /** @type {Set<string>} */
    this.legal = new Set();
    /** @type {Record<string, number>} */
    this.gains = {};
    /** @type {number | null} the side that acts */
    this.side = null;
    /** @type {number | "start" | null} the place of a cross in the hand, or the start cross */
    this.picked = null;
    /** @type {SVGElement | null} the plate to be swapped */
    this.plate = null;
    this.claiming = false;
    this.startTurn = 0; // quarters by which the start cross is turned
    this.lastWheel = 0;
    const { board, sides, cards } = table;
    /** @param {Event} event */
    const field = (event) => around(event, ".field", SVGElement);
    board.addEventListener("click", (event) => this.clickOnField(field(event)));
    board.addEventListener("keydown", (event) => this.keyOnField(event));
    board.addEventListener("pointerover", (event) => this.hover(field(event)));
    board.addEventListener("focusin", (event) => this.hover(field(event)));
    board.addEventListener("pointerleave", () => table.clearGhost());
    board.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    sides.forEach((svg, side) => {
      svg.addEventListener("click", (event) => this.clickOnSide(event, side));
      svg.addEventListener("keydown", (event) => this.keyOnSide(event, side));
      svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
      toolsOf(cards[side]).addEventListener("click", (event) => {
        const act = around(event, "[data-act]")?.dataset.act;
        if (act) this.act(act);
      });
    });
    document.addEventListener("keydown", (event) => {
      if (
        around(event, "input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey
      ) return;
      if (event.key === "Escape") this.drop();
      else if (event.key.toLowerCase() === "r" && this.face) this.turn(1);
      else return;
      event.preventDefault();
    });
  }

  /** @param {TableShown} data */
  offer(data) {
    this.data = data;
    this.legal = new Set(data.legal);
    this.gains = data.gains;
    this.busy = data.legal.length === 0 && data.to_find.length === 0;
    this.side = data.turn === null ? null : this.table.sideOf(data.turn);
    this.picked = null;
    this.plate = null;
    this.claiming = false;
    this.startTurn = 0;
    if (!this.busy && data.phase === "start") this.picked = "start";
    this.show();
    const { board } = this.table;
    const reached = "[tabindex='0']";
    const held = this.hand ? all(reached, this.hand) : [];
    this.goOnAt(held[0] ?? all(reached, board)[0] ?? null);
  }

  rest() {
    this.busy = true;
    this.legal = new Set();
    this.gains = {};
    this.picked = this.plate = null;
    this.claiming = false;
    this.show();
  }

  /** The hand of who acts. */
  get hand() {
    return this.side === null ? null : this.table.sides[this.side];
  }

  // ── What is held ─────────────────────────────────────────────────────────────────────────────

  /** The picked cross as it is turned now. */
  get face() {
    const { start } = this.table.position;
    if (this.picked === "start") return start && turned(start, this.startTurn);
    if (this.picked === null || this.side === null) return null;
    return this.table.faces(this.side)[this.picked];
  }

  /** Fields for the picked cross: how it would be laid there, the present turn first. */
  lays() {
    /** @type {Map<string, Way[]>} */
    const fields = new Map();
    if (!this.face) return fields;
    for (let quarters = 0; quarters < 4; quarters++) {
      const colours = turned(this.face, quarters);
      for (const move of this.legal) {
        const [, field, lying] = LAY.exec(move) ?? [];
        if (lying !== colours) continue;
        const way = { move, colours, quarters, gain: this.gains[move] ?? 0 };
        fields.set(field, [...(fields.get(field) ?? []), way]);
      }
    }
    return fields;
  }

  // ── What is lit ──────────────────────────────────────────────────────────────────────────────

  /** @override */
  show() {
    const { table } = this;
    table.clearGhost();
    table.cards.forEach((card, side) =>
      showTools(this, card, side, !this.busy && side === this.side)
    );
    table.sides.forEach((svg, side) => this.showHand(svg, !this.busy && side === this.side));
    this.showFields();
    this.controller.showTask();
  }

  /**
   * Whether somebody at this screen plays for a side.
   * @param {number} side
   */
  isOwn(side) {
    return this.data.mine.some((player) => this.table.sideOf(player) === side);
  }

  /**
   * @param {SVGElement} svg
   * @param {boolean} active
   */
  showHand(svg, active) {
    const crosses = this.table.crosses(svg);
    /** @type {SVGElement[]} */
    const plates = all(".plate", svg);
    const start = this.data.phase === "start";
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
    const choices = [...crosses, ...plates].filter((one) => one.matches(".ready"));
    rove(choices, choices.find((one) => one.matches(".picked")));
  }

  /**
   * @param {Choice} piece
   * @param {boolean} active
   * @param {boolean} pressed
   */
  button(piece, active, pressed) {
    piece.classList.toggle("ready", active);
    setChoice(piece, active, pressed);
  }

  claims() {
    return [...this.legal, ...this.data.to_find].filter((move) => move.startsWith("#")).map((
      move,
    ) => move.slice(1));
  }

  showFields() {
    const { table } = this;
    /** @type {Map<string, Way[]>} */
    const lays = this.claiming ? new Map() : this.lays();
    const claims = new Set(this.claiming ? this.claims() : []);
    const hinted = new Set(
      [...this.legal].filter((move) => move.startsWith("#")).map((move) => move.slice(1)),
    );
    const active = !this.busy && (this.picked !== null || this.claiming);
    const fields = table.fields();
    for (const field of fields) {
      const { field: name = "" } = field.dataset;
      const ways = lays.get(name);
      const fits = ways?.[0]?.quarters === 0;
      field.querySelector(".gain")?.remove();
      field.classList.toggle("open", Boolean(fits) || claims.has(name));
      field.classList.toggle("turned", Boolean(ways) && !fits);
      field.classList.toggle("hinted", hinted.has(name));
      field.setAttribute("role", active ? "button" : "img");
      // Whoever stands on a field while a cross is turned goes on standing there.
      if (!active) field.removeAttribute("tabindex");
      if (ways && this.scores) {
        const badge = gain(fits ? ways[0].gain : best(ways).gain);
        badge.classList.toggle("if-turned", !fits);
        field.append(badge);
      }
      field.setAttribute("aria-label", [table.fieldText(field), ...this.fitText(ways)].join(", "));
    }
    if (active) {
      const focused = fields.find((field) => field === document.activeElement);
      rove(
        fields,
        focused ?? fields.find((field) => field.matches(".open")) ??
          fields.find((field) => field.matches(".turned")),
      );
    }
  }

  /** Whether a lay gives points: neither the start cross does, nor filling alone. */
  get scores() {
    return this.data.phase !== "start" && this.data.options.mode !== "fill";
  }

  /** @param {Way[] | undefined} ways */
  fitText(ways) {
    if (!ways) return [];
    const now = ways[0].quarters === 0;
    const { gain } = now ? ways[0] : best(ways);
    return [now ? _("fits") : _("fits when turned"), ...(this.scores ? [text.gain(gain)] : [])];
  }

  /** @param {SVGElement | null} field */
  hover(field) {
    if (!field || this.busy || this.claiming) return;
    const ways = this.lays().get(field.dataset.field ?? "");
    if (ways) this.table.ghost(field, ways[0].colours);
    else this.table.clearGhost();
  }

  // ── Doing ────────────────────────────────────────────────────────────────────────────────────

  /** @param {number} index the place in the hand */
  pick(index) {
    if (this.picked === index) {
      this.turn(1);
      return;
    }
    this.picked = index;
    this.plate = null;
    this.claiming = false;
    this.show();
    this.controller.say(_("Cross: {colours}", { colours: text.cross(this.face ?? "") }));
  }

  /** @param {number} quarters */
  turn(quarters) {
    const { hand } = this;
    if (!this.face) return;
    if (this.picked === "start") this.startTurn += quarters;
    else if (this.picked !== null && this.side !== null && hand) {
      const key = `${this.side} ${this.picked}`;
      this.table.turns.set(key, (this.table.turns.get(key) ?? 0) + quarters);
      const focused = hand.contains(document.activeElement);
      this.table.drawSide(this.side);
      this.table.label();
      this.show();
      if (focused) this.table.crosses(hand)[this.picked]?.focus();
    }
    this.show();
    this.controller.say(text.cross(this.face));
  }

  drop() {
    if (this.busy) return;
    if (this.picked !== "start") this.picked = null;
    this.plate = null;
    this.claiming = false;
    this.show();
  }

  /** @param {string} what */
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
    const { face } = this;
    if (!face) return;
    const kinds = [0, 1, 2, 3].map((quarters) => `^${turned(face, quarters)}`);
    const move = kinds.find((one) => this.legal.has(one));
    if (move) this.play(move);
  }

  // ── Events ───────────────────────────────────────────────────────────────────────────────────

  /** @param {SVGElement | null} field */
  clickOnField(field) {
    if (!field) return;
    if (this.busy) {
      this.controller.sayNotNow();
      return;
    }
    const { field: name = "" } = field.dataset;
    if (this.claiming) {
      this.play(`#${name}`);
      return;
    }
    if (!this.face && this.legal.has(`#${name}`)) {
      this.play(`#${name}`); // pointed out to the players
      return;
    }
    if (!this.face) {
      this.controller.tell(_("First choose a cross from your hand."));
      return;
    }
    const ways = this.lays().get(name);
    if (!ways) this.controller.why(name + this.face);
    else if (ways[0].quarters === 0) this.play(ways[0].move);
    else this.turnFor(field, ways);
  }

  /**
   * The cross does not fit as it is: turn it the best way, and lay it with the next click.
   * @param {SVGElement} field
   * @param {Way[]} ways
   */
  turnFor(field, ways) {
    const { colours, quarters } = best(ways);
    this.turn(quarters);
    this.table.ghost(field, colours);
  }

  /**
   * @param {MouseEvent} event
   * @param {number} side
   */
  clickOnSide(event, side) {
    if (this.busy || side !== this.side) {
      if (this.isOwn(side) && around(event, ".cross, .plate")) {
        this.controller.sayNotNow();
      }
      return;
    }
    if (this.picked === "start" && around(event, ".cross, .plate")) {
      this.controller.tell(_("First lay the start cross; your own crosses come after it."));
      return;
    }
    const cross = around(event, ".cross.ready", SVGElement);
    const plate = around(event, ".plate.ready", SVGElement);
    if (cross) this.pick(this.table.crosses(this.table.sides[side]).indexOf(cross));
    else if (plate) this.pickPlate(plate);
  }

  /** @param {SVGElement} plate */
  pickPlate(plate) {
    this.plate = this.plate === plate ? null : plate;
    if (this.picked !== "start") this.picked = null;
    this.claiming = false;
    this.show();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} side
   */
  keyOnSide(event, side) {
    const one = around(event, ".cross.ready, .plate.ready", SVGElement);
    if (!one || this.busy || side !== this.side) return;
    const svg = this.table.sides[side];
    /** @type {SVGElement[]} */
    const choices = all(".cross.ready, .plate.ready", svg);
    const crosses = this.table.crosses(svg);
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      focusOn(choices, next(choices, one, along(event.key)));
    } else if (takes(event.key)) {
      const again = one.classList.contains("picked");
      if (one.matches(".plate")) {
        this.pickPlate(one);
        if (!again) toolOf(this.table.cards[side], "swap").focus();
      } else {
        if (!again) this.pick(crosses.indexOf(one));
        const fields = this.table.fields();
        const open = fields.find((field) => field.matches(".open"));
        (open ?? fields.find((field) => field.matches(".turned")))?.focus();
      }
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const index = crosses.indexOf(one);
      if (index < 0) return;
      if (this.picked !== index) this.pick(index);
      this.turn(event.key === "ArrowUp" ? -1 : 1);
      this.table.crosses(svg)[index].focus();
    } else return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  keyOnField(event) {
    const field = around(event, ".field", SVGElement);
    if (!field || this.busy) return;
    const by = along(event.key);
    if (by) {
      const down = event.key === "ArrowDown" || event.key === "ArrowUp";
      const [row, column] = place(field.dataset.field ?? "");
      const [to, across] = down ? [row + by, column] : [row, column + by];
      const beside = this.table.field(`${String.fromCharCode(97 + across)}${to + 1}`);
      if (beside) focusOn(this.table.fields(), beside);
    } else if (takes(event.key)) this.clickOnField(field);
    else return;
    event.preventDefault();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (this.busy || !this.face) return;
    event.preventDefault();
    const now = performance.now();
    if (now - this.lastWheel < 140) return;
    this.lastWheel = now;
    this.turn(event.deltaY > 0 ? 1 : -1);
    this.hover(around(event, ".field", SVGElement));
  }

  /** @param {TableShown} table */
  task(table) {
    if (table.phase === "start") {
      return _("Lay the start cross on a dotted field; turn it as you like");
    }
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

/**
 * The way to lay a cross on a field that gives most.
 * @param {Way[]} ways
 */
function best(ways) {
  return ways.reduce((one, other) => (other.gain > one.gain ? other : one));
}
