// What a move would do, shown before it is made: ghosts of tiles, what falls, what the wall scores.
// The rules foresee it; what they tell is drawn here and put into words.

import { inside, node } from "../../js/svg.js";
import { draw } from "../../js/stencils.js";
import { _, ngettext, signed } from "../../js/text.js";
import { COLOURS, ghost, places } from "./drawing.js";

/** @import { Fact } from "./types.js" */
/** @import AzulTable from "./table.js" */

export class Preview {
  /** @param {AzulTable} table */
  constructor(table) {
    this.table = table;
    /** @type {Map<string, Fact[]>} */
    this.known = new Map();
    this.asked = 0;
    /** @type {string | null} */
    this.shown = null; // the move that is pointed at
  }

  /** Another turn: nothing is known of its moves. */
  forget() {
    this.known.clear();
    this.asked++;
    this.hide();
  }

  /**
   * Ask what moves would do; what is pointed at is shown when the answer comes.
   * @param {string[]} moves
   */
  async ask(moves) {
    const unknown = moves.filter((move) => !this.known.has(move));
    if (!unknown.length) return;
    const asked = this.asked;
    const found = await this.table.controller.previews(unknown);
    if (asked !== this.asked) return;
    for (const [move, facts] of Object.entries(found)) {
      this.known.set(move, /** @type {Fact[]} */ (facts));
    }
    const { shown } = this;
    this.shown = null;
    if (shown) this.show(shown);
  }

  /**
   * Show what a move would do.
   * @param {string} move
   * @returns {string} the same in words
   */
  show(move) {
    const facts = this.known.get(move);
    if (this.shown === move) return facts ? words(facts) : "";
    this.hide();
    this.shown = move;
    if (!facts?.length) return "";
    const board = inside(this.table.boards[facts[0].player], ".board");
    board.append(node("g", { class: "ghost" }, ...this.pieces(facts)));
    const told = words(facts);
    this.table.controller.point(told);
    return told;
  }

  hide() {
    if (this.shown === null) return;
    this.shown = null;
    for (const board of this.table.boards) board.querySelector(".board > .ghost")?.remove();
    this.table.controller.point("");
  }

  /**
   * The tiles that would come to lie, and points where the wall would give them.
   * @param {Fact[]} facts
   */
  pieces(facts) {
    const own = this.table.position.boards[facts[0].player];
    const line = filled(facts);
    let fallen = own.floor.length;
    /** @type {SVGElement[]} */
    const pieces = [];
    for (const fact of facts) {
      const colour = COLOURS[fact.colour];
      if (fact.kind === "marker" && fact.space >= 0) {
        pieces.push(ghost("M", places.floor[fallen++].place));
      } else if (fact.kind === "place") {
        const { count } = own.lines[fact.line];
        const room = places.lines[fact.line].slice(count, count + fact.count);
        pieces.push(...room.map((place) => ghost(colour, place)));
      } else if (fact.kind === "fall") {
        const room = places.floor.slice(fallen, fallen += fact.count);
        pieces.push(...room.map(({ place }) => ghost(colour, place)));
      } else if (fact.kind === "tile" && (line === null || fact.line === line)) {
        const [x, y] = places.wall[fact.line][fact.column];
        pieces.push(ghost(colour, [x, y]), draw("gain", { points: signed(fact.points), x, y }));
      }
    }
    return pieces;
  }
}

/**
 * The line that a move puts tiles on; null for one that does not, as on a grey wall.
 * @param {Fact[]} facts
 */
function filled(facts) {
  return facts.find(({ kind }) => kind === "place")?.line ?? null;
}

/**
 * What facts tell of a move that is not made yet.
 * @param {Fact[]} facts
 */
function words(facts) {
  const line = filled(facts);
  const moving = facts.filter(({ kind }) => kind === "marker" || kind === "fall");
  const falling = moving.reduce((n, fact) => n + (fact.kind === "fall" ? fact.count : 1), 0);
  /** @param {string} kind */
  const points = (kind) => {
    const found = facts.filter((fact) => fact.kind === kind);
    return found.length ? signed(found.reduce((sum, fact) => sum + fact.points, 0)) : null;
  };
  const tile = facts.find((fact) => fact.kind === "tile" && (line === null || fact.line === line));
  const floor = points("floor");
  const bonus = ["row", "column", "colour"].flatMap((kind) => {
    const gained = points(kind);
    return gained ? [BONUS[kind](gained)] : [];
  });
  const told = [
    ...(tile ? [_("The tile on the wall: {points}", { points: signed(tile.points) })] : []),
    ...bonus,
    ...(falling
      ? [ngettext("{n} tile falls to the floor", "{n} tiles fall to the floor", falling)]
      : []),
    ...(floor && falling ? [_("The floor line then costs: {points}", { points: floor })] : []),
  ];
  return told.join(". ");
}

/** @type {Record<string, (points: string) => string>} */
const BONUS = {
  row: (points) => _("A complete row: {points}", { points }),
  column: (points) => _("A complete column: {points}", { points }),
  colour: (points) => _("All five of a colour: {points}", { points }),
};
