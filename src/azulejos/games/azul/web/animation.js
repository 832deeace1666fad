// What happened, shown: tiles fly, lines are tiled, points are counted. All of it can be skipped.

import { inside } from "../../js/svg.js";
import { _, signed } from "../../js/text.js";
import { COLOURS } from "./drawing.js";
import { after as afterFact, apart } from "./facts.js";
import { all } from "../../js/dom.js";
import { appear, flash, fly, rectOf, rise, still, wait } from "../../js/motion.js";

/** @import { EventShown } from "../../js/types.js" */
/** @import AzulTable from "./table.js" */
/** @import { Board, Fact, Position } from "./types.js" */

/**
 * @typedef {object} Bonus
 * @property {(index: number) => string} tiles where they lie, as a selector
 * @property {(points: string) => string} words
 */

/**
 * Of each bonus its tiles on the wall, and its words.
 * @type {Record<string, Bonus>}
 */
const BONUSES = {
  row: {
    tiles: (index) => `.space[data-line="${index + 1}"] .tile`,
    words: (points) => _("A complete row: {points}", { points }),
  },
  column: {
    tiles: (index) => `.space[data-column="${index + 1}"] .tile`,
    words: (points) => _("A complete column: {points}", { points }),
  },
  colour: {
    tiles: (index) => `.space .tile[data-colour="${COLOURS[index]}"]`,
    words: (points) => _("All five of a colour: {points}", { points }),
  },
};

export class AzulAnimation {
  /** @param {AzulTable} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * @param {EventShown} event
   * @param {Position} after
   */
  async showMove(event, after) {
    const { table } = this;
    const [moving, following] = apart(/** @type {Fact[]} */ (event.facts));
    const [taken] = moving;
    if (taken) await this.take(taken, moving.reduce(afterFact, table.position));
    for (const fact of following) await this.show(fact);
    if (following.length) await wait(250);
    const dealt = after.round !== table.position.round || table.position.phase === "deal";
    table.draw(after);
    if (dealt && after.phase === "offer") await appear(table.display.querySelectorAll(".tile"));
  }

  /**
   * Tiles fly from their source to the line, the floor and the centre.
   * @param {Fact} fact
   * @param {Position} after
   */
  async take({ player, source, colour: kind }, after) {
    const { table } = this;
    const colour = COLOURS[kind];
    const before = table.position;
    /** @param {string} selector */
    const places = (selector) => all(selector, table.display).map(rectOf);
    const taken = places(`.lot[data-source="${source}"][data-colour="${colour}"] .tile`);
    const marker = rectOf(table.display.querySelector(".marker"));
    /** @type {Map<string, (DOMRect | null)[]>} */
    const rest = new Map();
    if (source) {
      for (const other of COLOURS) {
        if (other !== colour) {
          rest.set(other, places(`.lot[data-source="${source}"][data-colour="${other}"] .tile`));
        }
      }
    }
    const [own, was] = [after.boards[player], before.boards[player]];
    table.draw(after);
    const board = table.boards[player];
    /** @type {Promise<void>[]} */
    const flights = [];
    /**
     * @param {DOMRect | null | undefined} from
     * @param {HTMLElement} piece
     */
    const send = (from, piece) => {
      if (from) flights.push(fly(from, piece, { delay: 45 * flights.length }));
    };
    own.lines.forEach(({ count }, line) => {
      if (count === was.lines[line].count) return;
      const placed = all(`.line[data-line="${line + 1}"] .tile`, board);
      for (const piece of placed.slice(was.lines[line].count)) send(taken.shift(), piece);
    });
    const fallen = all(".floor .tile, .floor .marker", board).slice(was.floor.length);
    for (const piece of fallen) send(piece.matches(".marker") ? marker : taken.shift(), piece);
    for (const [other, from] of rest) {
      const lying = all(`.centre .lot[data-colour="${other}"] .tile`, table.display);
      for (const piece of lying.slice(lying.length - from.length)) send(from.shift(), piece);
    }
    await Promise.all(flights);
  }

  /**
   * Complete lines move to the wall one by one; then floors, then the bonuses of the end.
   * @param {Fact} fact
   */
  async show(fact) {
    if (still()) return;
    const { table } = this;
    table.position = afterFact(table.position, fact);
    if (fact.kind === "tile") await this.place(fact);
    else if (fact.kind === "drop") await this.drop(fact);
    else if (fact.kind === "fall") table.drawBoard(this.board(fact), fact.player);
    else if (fact.kind === "floor") await this.payFloor(fact);
    else if (fact.kind in BONUSES) await this.bonus(fact);
  }

  /** @param {Fact} fact */
  board({ player }) {
    return this.table.position.boards[player];
  }

  /** @param {Fact} fact */
  async place(fact) {
    const { table } = this;
    const { player, line, column, points } = fact;
    const svg = table.boards[player];
    const from = rectOf(svg.querySelector(`.line[data-line="${line + 1}"] .tile`));
    const own = this.board(fact);
    table.drawBoard({ ...own, score: own.score - points }, player);
    /**
     * @param {number} row
     * @param {number} place
     */
    const at = (row, place) =>
      inside(svg, `.space[data-line="${row + 1}"][data-column="${place + 1}"] .tile`);
    const piece = at(line, column);
    await fly(from, piece, { duration: 360 });
    const run = this.run(own.wall, fact).map(([row, place]) => at(row, place));
    table.setScore(player, own.score);
    await Promise.all([
      flash(run, 500),
      Promise.race([rise(piece.getBoundingClientRect(), signed(points)), wait(480)]),
    ]);
  }

  /**
   * The tiles that count with the one just placed, each as its row and column.
   * @param {Board["wall"]} wall
   * @param {Fact} fact
   */
  run(wall, { line, column, row_run: across, column_run: down }) {
    const spaces = [[line, column]];
    for (const [dx, dy, on] of [[1, 0, across], [-1, 0, across], [0, 1, down], [0, -1, down]]) {
      if (on < 2) continue;
      for (let k = 1; wall[line + dy * k]?.[column + dx * k]; k++) {
        spaces.push([line + dy * k, column + dx * k]);
      }
    }
    return spaces;
  }

  /** @param {Fact} fact */
  async drop(fact) {
    this.table.drawBoard(this.board(fact), fact.player);
    this.table.controller.tell(
      _("Line {line} has no place on the wall and falls to the floor.", { line: fact.line + 1 }),
    );
    await wait(500);
  }

  /** @param {Fact} fact */
  async payFloor(fact) {
    const { player, points } = fact;
    const board = this.table.boards[player];
    const floor = inside(board, ".floor");
    const rect = (board.querySelector(".cost") ?? floor).getBoundingClientRect();
    await flash(floor.querySelectorAll(".tile, .marker"), 400);
    this.table.drawBoard(this.board(fact), player);
    if (points) await Promise.race([rise(rect, signed(points), true), wait(500)]);
  }

  /** @param {Fact} fact */
  async bonus(fact) {
    const { kind, player, index, points } = fact;
    const { tiles, words } = BONUSES[kind];
    const pieces = [...this.table.boards[player].querySelectorAll(tiles(index))];
    this.table.controller.tell(words(signed(points)));
    const middle = rectOf(pieces[2]);
    this.table.setScore(player, this.board(fact).score);
    await Promise.all([flash(pieces, 800), middle && rise(middle, signed(points))]);
  }
}
