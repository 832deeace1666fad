// The table of Azul: it shows positions and events, and lets the player take and place tiles.
// What may be done comes from the service as a list of moves; nothing here knows the rules.

import { all, describe, write } from "../../js/dom.js";
import { GameTable } from "../../js/game_table.js";
import { inside } from "../../js/svg.js";
import { _, ngettext, signed } from "../../js/text.js";
import { COLOURS, drawBoard, drawDisplay } from "./drawing.js";
import * as text from "./text.js";
import { AzulInput } from "./input.js";
import { AzulAnimation } from "./animation.js";

/** @import { Points } from "../../js/game_table.js" */
/** @import { TableController } from "../../js/table.js" */
/** @import { EntryShown, EventShown, TableShown } from "../../js/types.js" */
/** @import { Board, Position } from "./types.js" */

/** @extends {GameTable<Position>} */
export default class AzulTable extends GameTable {
  /** The factories are empty then. @override */
  get keepsAtEnd() {
    return false;
  }

  /** @param {TableController} controller */
  constructor(controller) {
    super(controller);
    this.display = inside(document, ".display .azulejos");
    this.boards = this.cards.map((card) => inside(card, ".azulejos"));
    this.input = new AzulInput(this);
    this.animation = new AzulAnimation(this);
    for (const svg of [this.display, ...this.boards]) svg.setAttribute("role", "group");
  }

  /**
   * @override
   * @param {Position} position
   */
  draw(position) {
    super.draw(position);
    drawDisplay(this.display, position);
    position.boards.forEach((own, player) => this.drawBoard(own, player));
    this.drawStore("bag", position.bag);
    this.drawStore("lid", position.lid);
    this.drawMarker(position);
    this.label();
  }

  /**
   * @param {Board} own
   * @param {number} player
   */
  drawBoard(own, player) {
    drawBoard(this.boards[player], own, player, this.position.wall === "coloured");
    this.setScore(player, own.score);
  }

  /**
   * @param {number} player
   * @param {number} score
   */
  setScore(player, score) {
    write(this.cards[player], ".score", score);
  }

  /**
   * @param {string} store
   * @param {number[]} counts
   */
  drawStore(store, counts) {
    const [place] = all(`[data-store=${store}]`);
    write(place, ".total", counts.reduce((sum, n) => sum + n, 0));
    all(".swatch", place).forEach((swatch, kind) => {
      write(swatch, ".count", counts[kind]);
      swatch.classList.toggle("none", counts[kind] === 0);
      describe(swatch, text.tiles(COLOURS[kind], counts[kind]));
    });
  }

  /** @param {Position} position */
  drawMarker(position) {
    this.cards.forEach((card, player) => {
      const mine = position.first === player;
      card.classList.toggle("first", mine && !position.marker_in_centre);
      card.classList.toggle("was-first", mine && position.marker_in_centre);
    });
  }

  /** Say in words what lies where, for those who do not see it. */
  label() {
    this.position.boards.forEach((own, player) => {
      const svg = this.boards[player];
      own.lines.forEach((_line, index) => {
        const number = index + 1;
        describe(inside(svg, `.line[data-line="${number}"]`), text.line(own, number));
      });
      describe(inside(svg, ".floor"), text.floor(own));
      inside(svg, ".wall").setAttribute("aria-hidden", "true");
    });
    for (const lot of this.lots()) describe(lot, this.lotText(lot));
  }

  /** @returns {SVGElement[]} the tiles of one colour on a factory or in the centre */
  lots() {
    return all(".lot", this.display);
  }

  /** @param {SVGElement} lot */
  lotText(lot) {
    const source = Number(lot.dataset.source);
    const counts = source ? this.position.factories[source - 1] : this.position.centre;
    return text.lot(source, lot.dataset.colour ?? "", counts, this.position.marker_in_centre);
  }

  /**
   * @override
   * @param {TableShown} table
   */
  offer(table) {
    this.arrange(table);
    this.input.offer(table);
  }

  /**
   * From where tiles were taken, while that round lasts, and where to.
   * @override
   * @param {EntryShown | null} entry
   */
  mark(entry) {
    for (const marked of all(".last", document)) marked.classList.remove("last");
    const made = entry && entry.turn !== null ? text.parse(entry.text) : null;
    if (!made || !entry || entry.turn === null) return;
    const board = this.boards[entry.turn];
    if (made.column !== undefined) {
      const space = `.space[data-line="${made.line}"][data-column="${made.column}"]`;
      inside(board, space).classList.add("last");
      return;
    }
    const place = made.line ? `.line[data-line="${made.line}"]` : ".floor";
    inside(board, place).classList.add("last");
    if (entry.round !== this.position.round) return;
    const source = made.source ? `.factory[data-source="${made.source}"]` : ".centre";
    inside(this.display, source).classList.add("last");
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
    const board = this.boards[turn];
    const made = move === null ? null : text.parse(move);
    const line = made?.line ?? (where.startsWith("@") ? Number(where.slice(1)) : null);
    const places = line === null
      ? []
      : [inside(board, `[data-line="${line}"].line, .floor[data-line="${line}"]`)];
    if (made?.column) {
      places.push(inside(board, `.space[data-line="${line}"][data-column="${made.column}"]`));
    }
    if (!where.startsWith("@")) {
      const source = where === "C" ? "0" : where;
      const lots = this.lots().filter(({ dataset }) =>
        dataset.source === source && dataset.colour === made?.colour
      );
      const dish = source === "0" ? ".centre" : `.factory[data-source="${source}"]`;
      places.push(...(lots.length ? lots : [inside(this.display, dish)]));
    }
    for (const place of places) place.classList.add("pointed-at");
  }

  /**
   * @override
   * @param {string} where
   */
  whereText(where) {
    if (where === "C") return _("Look at the centre of the table.");
    if (where.startsWith("@")) return _("Look at line {line}.", { line: where.slice(1) });
    return _("Look at factory {number}.", { number: where });
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
   * @param {Position} position
   */
  showMove(event, position) {
    return this.animation.showMove(event, position);
  }

  /**
   * @override
   * @param {TableShown} table
   */
  task(table) {
    const tiling = table.phase === "tiling" ? text.parse(table.legal[0]) : null;
    if (tiling) return _("Choose a column for the tile of line {line}", { line: tiling.line });
    return this.input.picked ? _("Choose a line") : _("Take all tiles of one colour");
  }

  /**
   * @override
   * @param {string} move
   */
  moveText(move) {
    return text.move(move);
  }

  /**
   * What an entry gave: the round it ended to each player, or a tile.
   * @override
   * @param {Points} entry
   */
  pointsText({ points, round_points: round }) {
    if (!round.length) return points.filter(Boolean).map(signed);
    return super.roundText(round);
  }

  /**
   * @override
   * @param {number[]} points
   */
  roundText(points) {
    const { seats } = this.controller;
    return points.map((gained, player) =>
      ngettext("{name}: {points} point", "{name}: {points} points", Math.abs(gained), {
        name: seats.name(player),
        points: signed(gained),
      })
    );
  }

  /** @override */
  tieText() {
    return _("On equal points, more complete rows win");
  }

  /**
   * @override
   * @param {number} n
   */
  tieCount(n) {
    return ngettext("{n} complete row", "{n} complete rows", n);
  }
}
