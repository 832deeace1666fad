// The table of Azuleo: it shows positions and events, and lets the player turn and lay crosses.
// What may be done, and what it would give, comes from the service.

import { _, ngettext, signed } from "../../js/words.js";
import { cross as crossOf, drawBoard, drawSide, turned } from "./drawing.js";
import * as words from "./words.js";
import { AzuleoHands } from "./hands.js";
import { Filling } from "../../js/filling.js";
import { fly, rise, show, still } from "../../js/motion.js";

// With so few turns of each side left, players are told that the game ends without a lay.
const FEW_TURNS = 10;

export default class AzuleoTable {
  constructor(shell) {
    this.shell = shell;
    this.board = document.querySelector(".floor-board .azulejos");
    this.cards = [...document.querySelectorAll(".seat-card")];
    this.sides = this.cards.map((card) => card.querySelector(".azulejos"));
    this.turns = new Map(); // quarters by which a held cross is turned, by side and place
    for (const svg of [this.board, ...this.sides]) svg.setAttribute("role", "group");
    this.hands = new AzuleoHands(this);
    this.filling = shell.table.options.mode === "fill" ? new Filling(shell) : null;
  }

  sideOf(player) {
    return player % this.sides.length;
  }

  /** Put a position on the table, at once. */
  draw(position) {
    this.position = position;
    this.turns.clear();
    drawBoard(this.board, position);
    position.sides.forEach((_own, side) => this.drawSide(side));
    this.drawStores(position);
    this.drawIdle(position);
    this.label();
  }

  drawSide(side) {
    const own = this.position.sides[side];
    drawSide(this.sides[side], own, side, this.faces(side));
    this.cards[side].querySelector(".score").textContent = own.score;
    // Who fills the board alone has no plates and no points.
    this.cards[side].classList.toggle("plain", this.position.options.mode === "fill");
  }

  /** The crosses of a side as they are held now; null where we do not know one. */
  faces(side) {
    const { hand } = this.position.sides[side];
    if (typeof hand === "number") return Array(hand).fill(null);
    return hand.map((colours, index) =>
      colours === "?" ? null : turned(colours, this.turns.get(`${side} ${index}`) ?? 0),
    );
  }

  drawStores(position) {
    const total = (pile) => (typeof pile === "number" ? pile : Object.values(pile).reduce((sum, n) => sum + n, 0));
    const unseen = position.sides.reduce(
      (sum, own) => sum + (typeof own.hand === "number" ? 0 : own.hand.filter((colours) => colours === "?").length), 0,
    );
    const crosses = total(position.supply) - (typeof position.supply === "number" ? 0 : unseen);
    const piles = [[_("Crosses"), crosses]];
    if (position.options.mode !== "fill") {
      piles.push(
        [_("Plates"), total(position.plate_supply)],
        [_("Put down"), total(position.discards)],
        [_("Blockades"), position.blockades ?? "∞"],
      );
    }
    document.getElementById("stores").replaceChildren(
      ...piles.map(([name, count]) => {
        const pile = document.createElement("div");
        const term = document.createElement("dt");
        term.textContent = name;
        const value = document.createElement("dd");
        value.textContent = count;
        pile.append(term, value);
        return pile;
      }),
    );
  }

  /** How long the game still lasts if nobody lays: only when it is soon, and has begun. */
  drawIdle({ idle, options, sides, phase }) {
    const left = Math.ceil(options.idle_limit - idle / sides.length);
    const line = document.getElementById("idle");
    line.hidden = phase === "over" || idle < sides.length || left > FEW_TURNS;
    line.textContent = line.hidden ? "" : ngettext(
      "The game ends after {n} more turn of each side in which nobody lays a cross.",
      "The game ends after {n} more turns of each side in which nobody lays a cross.",
      left,
    );
  }

  label() {
    for (const field of this.board.querySelectorAll(".field")) {
      field.setAttribute("role", "img");
      field.setAttribute("aria-label", this.fieldWords(field));
    }
    for (const svg of this.sides) {
      for (const cross of svg.querySelectorAll(".cross")) {
        cross.setAttribute("role", "img");
        cross.setAttribute("aria-label", _("Cross: {colours}", { colours: words.cross(cross.dataset.cross) }));
      }
      for (const hidden of svg.querySelectorAll(".back")) {
        hidden.setAttribute("role", "img");
        hidden.setAttribute("aria-label", _("A hidden cross"));
      }
      for (const plate of svg.querySelectorAll(".plate")) {
        plate.setAttribute("role", "img");
        plate.setAttribute("aria-label", words.plate(plate.dataset.pair));
      }
    }
  }

  fieldWords(field) {
    const content = field.querySelector(".blockade") ? "#" : field.querySelector(".cross:not(.ghost)")?.dataset.cross;
    return words.field(field.dataset.field, content);
  }

  field(name) {
    return this.board.querySelector(`.field[data-field="${name}"]`);
  }

  offer(table) {
    const side = table.turn === null ? -1 : this.sideOf(table.turn);
    const mine = table.mine.map((player) => this.sideOf(player));
    this.cards.forEach((card, index) => {
      card.classList.toggle("primary", index === (mine[0] ?? 0));
      card.classList.toggle("acting", index === side && mine.includes(side));
    });
    this.hands.offer(table);
    this.filling?.look();
  }

  rest() {
    this.hands.rest();
  }

  async happen(event) {
    const after = event.table.position;
    if (still() || event.type !== "move") {
      this.draw(after);
      return;
    }
    await show(async () => {
      const [, name, colours] = /^([a-z]\d+)([RYBG]{4})$/.exec(event.text) ?? [];
      const from = colours ? this.held(event.turn, colours) : null;
      this.draw(after);
      if (!name) return;
      const piece = this.field(name).querySelector(".cross");
      if (piece) await fly(from, piece, { duration: 480 });
      const [step] = event.steps;
      if (step?.points) await rise(this.field(name).getBoundingClientRect(), signed(step.points));
    });
  }

  /** Where a cross lies that is about to be laid: in the hand, or hidden among others. */
  held(player, colours) {
    const svg = this.sides[this.sideOf(player)];
    const start = document.querySelector(".start-cross");
    if (start && this.position.phase === "start") {
      const place = start.getBoundingClientRect();
      this.hands.clearStart(start.parentElement);
      return place;
    }
    const same = [...svg.querySelectorAll(".cross")].find((one) => turnsOf(one.dataset.cross).includes(colours));
    return (same ?? svg.querySelector(".back"))?.getBoundingClientRect() ?? null;
  }

  task(table) {
    return this.hands.task(table);
  }

  moveWords(text, you) {
    return words.move(text, you);
  }

  /** A move and who made it. */
  told(name, text, you) {
    const parts = { name, move: words.move(text, you) };
    return you ? _("{name} {move}", parts) : _("{name}: {move}", parts);
  }

  /** What a move gave, for the list of moves. */
  pointsWords({ points }) {
    const gained = points.reduce((sum, n) => sum + n, 0);
    return gained ? [signed(gained)] : [];
  }

  stepWords(steps) {
    return steps.filter(({ points }) => points).map(({ points }) =>
      ngettext("{points} point", "{points} points", Math.abs(points), { points: signed(points) }),
    );
  }

  /** A cross that would lie on a field. */
  ghost(name, colours) {
    this.clearGhost();
    const field = this.field(name);
    const ghost = crossOf(colours, { class: "cross ghost", opacity: 0.6, "pointer-events": "none" });
    field.insertBefore(ghost, field.querySelector(".gain"));
  }

  clearGhost() {
    for (const ghost of this.board.querySelectorAll(".ghost")) ghost.remove();
  }
}

function turnsOf(colours) {
  return [0, 1, 2, 3].map((quarters) => turned(colours, quarters));
}
