// The table of Azuleo: it shows positions and events, and lets the player turn and lay crosses.
// What may be done, and what it would give, comes from the service.

import { all, byId, describe, write } from "../../js/dom.js";
import { GameTable } from "../../js/game_table.js";
import { _, ngettext, signed } from "../../js/text.js";
import { drawBoard, drawSide, ghost, kind, lastMark, turned } from "./drawing.js";
import * as text from "./text.js";
import { AzuleoInput } from "./input.js";
import { clearStart } from "./side_tools.js";
import { drawStores } from "./stores.js";
import { Filling } from "./filling.js";
import { fly, rectOf, rise } from "../../js/motion.js";
import { inside } from "../../js/svg.js";

/** @import { Points } from "../../js/game_table.js" */
/** @import { TableController } from "../../js/table.js" */
/** @import { EntryShown, EventShown, TableShown } from "../../js/types.js" */
/** @import { Fact, Position } from "./types.js" */

// With so few turns of each side left, players are told that the game ends without a lay.
const FEW_TURNS = 10;

/** @extends {GameTable<Position>} */
export default class AzuleoTable extends GameTable {
  /** @param {TableController} controller */
  constructor(controller) {
    super(controller);
    this.board = inside(document, ".floor-board .azulejos");
    this.sides = this.cards.map((card) => inside(card, ".azulejos"));
    /** @type {Map<string, number>} */
    this.turns = new Map(); // quarters by which a held cross is turned, by side and place
    for (const svg of [this.board, ...this.sides]) svg.setAttribute("role", "group");
    this.input = new AzuleoInput(this);
    this.filling = controller.table.options.mode === "fill" ? new Filling(controller) : null;
  }

  /** @param {number} player */
  sideOf(player) {
    return player % this.sides.length;
  }

  /**
   * @override
   * @param {Position} position
   */
  draw(position) {
    super.draw(position);
    this.turns.clear();
    drawBoard(this.board, position);
    position.sides.forEach((_own, side) => this.drawSide(side));
    drawStores(position);
    this.drawIdle(position);
    this.label();
  }

  /** @param {number} side */
  drawSide(side) {
    const own = this.position.sides[side];
    drawSide(this.sides[side], own, side, this.faces(side));
    write(this.cards[side], ".score", own.score);
    // Who fills the board alone has no plates and no points.
    this.cards[side].classList.toggle("plain", this.position.options.mode === "fill");
  }

  /**
   * The crosses of a side as they are held now; null where we do not know one.
   * @param {number} side
   * @returns {(string | null)[]}
   */
  faces(side) {
    const { hand } = this.position.sides[side];
    if (typeof hand === "number") return Array(hand).fill(null);
    return hand.map((colours, index) =>
      colours === "?" ? null : turned(colours, this.turns.get(`${side} ${index}`) ?? 0)
    );
  }

  /**
   * How long the game still lasts if nobody lays: only when it is soon, and has begun.
   * @param {Position} position
   */
  drawIdle({ idle, options, sides, phase }) {
    const left = Math.ceil(options.idle_limit - idle / sides.length);
    const line = byId("idle");
    line.hidden = phase === "over" || idle < sides.length || left > FEW_TURNS;
    line.textContent = line.hidden ? "" : ngettext(
      "The game ends after {n} more turn of each side in which nobody lays a cross.",
      "The game ends after {n} more turns of each side in which nobody lays a cross.",
      left,
    );
  }

  label() {
    for (const field of this.fields()) describe(field, this.fieldText(field));
    for (const svg of this.sides) {
      for (const cross of this.crosses(svg)) {
        describe(cross, _("Cross: {colours}", { colours: text.cross(cross.dataset.cross ?? "") }));
      }
      for (const hidden of all(".back", svg)) describe(hidden, _("A hidden cross"));
      for (const plate of all(".plate", svg)) {
        describe(plate, text.plate(plate.dataset.pair ?? ""));
      }
    }
  }

  /** @returns {SVGElement[]} */
  fields() {
    return all(".field", this.board);
  }

  /**
   * The crosses of a hand that are to be seen.
   * @param {SVGElement} svg
   * @returns {SVGElement[]}
   */
  crosses(svg) {
    return all(".cross", svg);
  }

  /** @param {SVGElement} field */
  fieldText(field) {
    const [cross] = all(".cross:not(.ghost)", field);
    const content = field.querySelector(".blockade") ? "#" : cross?.dataset.cross;
    return text.field(field.dataset.field ?? "", content);
  }

  /**
   * @param {string} name
   * @returns {SVGElement | null}
   */
  field(name) {
    return this.board.querySelector(`.field[data-field="${name}"]`);
  }

  /**
   * @override
   * @param {TableShown} table
   */
  offer(table) {
    this.arrange(table, (player) => this.sideOf(player));
    this.input.offer(table);
    this.filling?.look();
  }

  /**
   * The field of a lay or a blockade, or the plates of who swapped.
   * @override
   * @param {EntryShown | null} entry
   */
  mark(entry) {
    for (const mark of all(".last-mark", document)) mark.remove();
    for (const marked of all(".last", document)) marked.classList.remove("last");
    if (!entry || entry.turn === null) return;
    const [, name] = /^#?([a-z]\d+)/.exec(entry.text) ?? [];
    if (name) this.field(name)?.append(lastMark());
    else if (entry.text.startsWith("~")) {
      inside(this.sides[this.sideOf(entry.turn)], ".plates").classList.add("last");
    }
  }

  /**
   * @override
   * @param {string | null} where
   * @param {string | null} move
   */
  point(where, move) {
    for (const one of document.querySelectorAll(".pointed-at")) one.classList.remove("pointed-at");
    const { turn } = this.position;
    if (where === null || turn === null) return;
    const svg = this.sides[this.sideOf(turn)];
    /** @type {Element[]} */
    const places = [];
    const field = this.field(where);
    if (field) places.push(field);
    else if (where === "~") places.push(...all(".plate", svg));
    else if (where === "^") places.push(...this.crosses(svg));
    const colours = /[RYBG]{2,4}$/.exec(move ?? "")?.[0];
    if (colours) {
      const held = [...this.crosses(svg), ...all(".plate", svg)];
      const piece = held.find(({ dataset }) =>
        colours.length === 2
          ? dataset.pair === colours
          : dataset.cross && kind(dataset.cross) === kind(colours)
      );
      if (!field) places.length = 0;
      if (piece) places.push(piece);
    }
    for (const place of places) place.classList.add("pointed-at");
  }

  /**
   * @override
   * @param {string} where
   */
  whereText(where) {
    if (where === "~") return _("Look at your plates.");
    if (where === "^") return _("Look at your hand.");
    if (where === "-") return _("There is only one thing to do.");
    return _("Look at field {field}.", { field: where });
  }

  /** @override */
  rest() {
    this.input.rest();
  }

  /** @override */
  isHolding() {
    return !this.input.busy && this.input.picked !== null;
  }

  /**
   * @override
   * @param {EventShown} event
   * @param {Position} after
   */
  async showMove(event, after) {
    const [, name, colours] = /^([a-z]\d+)([RYBG]{4})$/.exec(event.text ?? "") ?? [];
    const from = colours && event.turn !== null ? this.held(event.turn, colours) : null;
    this.draw(after);
    const field = name ? this.field(name) : null;
    if (!field) return;
    const [piece] = all(".cross", field);
    if (piece) await fly(from, piece, { duration: 480 });
    const gained = laidFor(event);
    if (gained) await rise(field.getBoundingClientRect(), signed(gained));
  }

  /**
   * Where a cross lies that is about to be laid: in the hand, or hidden among others.
   * @param {number} player
   * @param {string} colours
   */
  held(player, colours) {
    const svg = this.sides[this.sideOf(player)];
    const start = document.querySelector(".start-cross");
    if (start?.parentElement && this.position.phase === "start") {
      const place = rectOf(start);
      clearStart(start.parentElement);
      return place;
    }
    const same = this.crosses(svg).find(({ dataset }) =>
      kind(dataset.cross ?? "") === kind(colours)
    );
    return rectOf(same ?? svg.querySelector(".back"));
  }

  /**
   * @override
   * @param {TableShown} table
   */
  task(table) {
    return this.input.task(table);
  }

  /**
   * @override
   * @param {string} move
   * @param {boolean} [you]
   */
  moveText(move, you) {
    return text.move(move, you);
  }

  /**
   * @override
   * @param {string} name
   * @param {string} move
   * @param {boolean} [you]
   */
  told(name, move, you) {
    const parts = { name, move: text.move(move, you) };
    return you ? _("{name} {move}", parts) : _("{name}: {move}", parts);
  }

  /**
   * @override
   * @param {Points} entry
   */
  pointsText({ points }) {
    const gained = points.reduce((sum, n) => sum + n, 0);
    return gained ? [signed(gained)] : [];
  }

  /**
   * What scored: a lay, and blockades one by one.
   * @override
   * @param {EventShown} event
   */
  scoredText(event) {
    const blockades = event.facts.filter(({ kind }) => kind === "blockade");
    return [laidFor(event), ...blockades.map(({ points }) => points)].filter(Boolean).map(
      (points) => ngettext("{points} point", "{points} points", points, { points: signed(points) }),
    );
  }

  /**
   * How a board filled alone has ended; any other game is told as every game is.
   * @override
   * @param {TableShown} table
   */
  resultText({ options, result }) {
    if (options.mode !== "fill" || !result) return null;
    return result.winners.length ? _("The whole board is filled!") : _("Nothing fits any more.");
  }

  /**
   * A cross that would lie on a field.
   * @param {SVGElement} field
   * @param {string} colours
   */
  ghost(field, colours) {
    this.clearGhost();
    field.insertBefore(ghost(colours), field.querySelector(".gain"));
  }

  clearGhost() {
    for (const shown of this.board.querySelectorAll(".ghost")) shown.remove();
  }
}

/**
 * The points of a cross that was laid: of all its combinations.
 * @param {EventShown} event
 */
function laidFor({ facts }) {
  const scored = /** @type {Fact[]} */ (facts).filter(isCombination);
  return scored.reduce((sum, { points }) => sum + points, 0);
}

/**
 * Whether a fact is one of the combinations that a lay has made.
 * @param {Fact} fact
 */
export function isCombination({ kind }) {
  return kind === "pair" || kind === "azuleo";
}
