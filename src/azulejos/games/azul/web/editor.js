// A position of Azul set up by hand: tiles and the marker on factories, centre, lines, walls, floors.

import { all } from "../../js/dom.js";
import { PositionEditor } from "../../js/position_editor.js";
import { picture } from "../../js/stencils.js";
import { inside } from "../../js/svg.js";
import { _ } from "../../js/text.js";
import { COLOURS, FLOOR_LOSSES, tile } from "./drawing.js";
import * as text from "./text.js";

/** @import { Editor, Field, Target } from "../../js/set_up.js" */
/** @import { Board, Position } from "./types.js" */
/** @import AzulTable from "./table.js" */

const MARKER = "M";
const ON_A_FACTORY = 4;

/**
 * @extends {PositionEditor<Position, AzulTable>}
 * @implements {Editor}
 */
export default class AzulEditor extends PositionEditor {
  /**
   * @param {Position} position
   * @param {AzulTable} table
   * @param {(player: number) => string} name
   */
  constructor(position, table, name) {
    super(position, table, name);
    /** How many tiles of each colour there are. */
    this.copies = [...COLOURS].map((_colour, kind) =>
      this.position.bag[kind] + position.lid[kind] + this.lying(kind)
    );
    this.hint = _(
      "Choose a piece, then where it lies. What lies nowhere is in the bag; a marker that nobody has lies in the centre.",
    );
  }

  /**
   * The tiles of a colour outside of bag and lid.
   * @param {number} kind
   */
  lying(kind) {
    const { factories, centre, boards } = this.position;
    const letter = COLOURS[kind];
    const heaps = [...factories, centre].reduce((sum, counts) => sum + counts[kind], 0);
    return boards.reduce(
      (sum, { lines, wall, floor }) =>
        sum + [...wall.flat(), ...floor].filter((one) => one === letter).length +
        lines.reduce((held, { colour, count }) => held + (colour === letter ? count : 0), 0),
      heaps,
    );
  }

  settle() {
    const { position } = this;
    position.bag = this.copies.map((copies, kind) =>
      Math.max(copies - this.lying(kind) - position.lid[kind], 0)
    );
    const offered = [...position.factories, position.centre].flat().some(Boolean);
    const complete = position.boards.some(({ lines }) =>
      lines.some(({ count }, index) => count > index)
    );
    position.phase = offered ? "offer" : complete && position.wall === "grey" ? "tiling" : "deal";
    const held = position.boards.findIndex(({ floor }) => floor.includes(MARKER));
    if (held >= 0) position.first = held;
    const hasRoom = position.boards[position.first].floor.length < FLOOR_LOSSES.length;
    if (held >= 0 || !offered) position.marker_in_centre = false;
    else if (hasRoom) position.marker_in_centre = true;
    if (position.phase === "deal" || position.turn === null) position.turn = position.first;
    position.idle = Math.min(position.idle, position.idle_limit - 1);
  }

  pieces() {
    return [...COLOURS, MARKER].map((id) => ({
      id,
      label: id === MARKER ? _("The first-player marker") : text.tiles(id, 1),
      picture: picture(tile(id)),
    }));
  }

  // ── Places ───────────────────────────────────────────────────────────────────────────────────

  /** @returns {Target[]} */
  targets() {
    const { display, boards } = this.table;
    const heaps = this.position.factories.map((counts, index) =>
      this.heap(
        inside(display, `.factory[data-source="${index + 1}"]`),
        _("Factory {number}", { number: index + 1 }),
        counts,
        ON_A_FACTORY,
      )
    );
    const centre = this.heap(
      inside(display, ".centre"),
      _("Centre"),
      this.position.centre,
      Infinity,
    );
    return [
      ...heaps,
      centre,
      ...boards.flatMap((svg, player) => this.onBoard(svg, player)),
    ];
  }

  /**
   * @param {SVGElement} element
   * @param {string} name
   * @param {number[]} counts
   * @param {number} room
   * @returns {Target}
   */
  heap(element, name, counts, room) {
    const tiles = counts.map((n, kind) => (n ? text.tiles(COLOURS[kind], n) : "")).filter(Boolean);
    return {
      element,
      group: "display",
      label: `${name}: ${tiles.join(", ") || _("empty")}`,
      put: (piece) => {
        const kind = COLOURS.indexOf(piece);
        if (piece === MARKER && room === Infinity) this.dropMarker();
        if (kind >= 0 && counts.reduce((sum, n) => sum + n, 0) < room) counts[kind]++;
      },
      take: (pointed) => {
        const last = counts.findLastIndex(Boolean);
        const kind = counts[COLOURS.indexOf(pointed)] ? COLOURS.indexOf(pointed) : last;
        if (kind >= 0) counts[kind]--;
      },
    };
  }

  /** The marker lies on no floor line any more: it is in the centre. */
  dropMarker() {
    for (const board of this.position.boards) {
      board.floor = board.floor.filter((piece) => piece !== MARKER);
    }
  }

  /**
   * @param {SVGElement} svg
   * @param {number} player
   * @returns {Target[]}
   */
  onBoard(svg, player) {
    const own = this.position.boards[player];
    const group = `board ${player}`;
    inside(svg, ".wall").removeAttribute("aria-hidden");
    const lines = own.lines.map((line, index) => ({
      element: inside(svg, `.line[data-line="${index + 1}"]`),
      group,
      label: `${this.name(player)}. ${text.line(own, index + 1)}`,
      /** @param {string} piece */
      put: (piece) => {
        if (piece === MARKER) return;
        const same = line.colour === piece;
        line.colour = piece;
        line.count = same ? Math.min(line.count + 1, index + 1) : 1;
      },
      take: () => {
        line.count = Math.max(line.count - 1, 0);
        if (!line.count) line.colour = null;
      },
    }));
    /** @type {SVGElement[]} */
    const elements = all(".space", svg);
    const spaces = elements.map((space) => this.space(space, own, player, group));
    const floor = {
      element: inside(svg, ".floor"),
      group,
      label: `${text.floor(own)}. ${this.name(player)}`,
      /** @param {string} piece */
      put: (piece) => {
        if (piece === MARKER) this.dropMarker();
        if (own.floor.length < FLOOR_LOSSES.length) own.floor.push(piece);
      },
      take: () => {
        own.floor.pop();
      },
    };
    return [...lines, ...spaces, floor];
  }

  /**
   * @param {SVGElement} space
   * @param {Board} own
   * @param {number} player
   * @param {string} group
   * @returns {Target}
   */
  space(space, own, player, group) {
    const { line = "", column = "", colour: printed } = space.dataset;
    const row = own.wall[Number(line) - 1];
    const at = Number(column) - 1;
    const there = row[at];
    const place = _("Row {line}, column {column}", { line, column });
    return {
      element: space,
      group,
      label: `${this.name(player)}. ${place}: ${there ? text.colour(there) : _("empty")}`,
      put: (piece) => {
        if (piece === MARKER) return;
        // A coloured wall takes on each space what is printed there.
        const fitting = this.position.wall === "coloured" ? printed ?? piece : piece;
        row[at] = there === fitting ? null : fitting;
      },
      take: () => {
        row[at] = null;
      },
    };
  }

  // ── Numbers ──────────────────────────────────────────────────────────────────────────────────

  /** @returns {Field[]} */
  fields() {
    const { position } = this;
    return [
      this.playersField([2, 3, 4]),
      {
        label: _("Wall"),
        value: position.wall,
        choices: [["coloured", _("coloured")], ["grey", _("grey")]],
        reloads: "wall",
      },
      this.turnField((player) => {
        if (position.phase === "deal") position.first = player;
      }),
      {
        label: _("Round"),
        value: position.round,
        most: 99,
        set: (value) => {
          position.round = Math.max(Number(value), 1);
        },
      },
      ...position.boards.map((board, player) => this.pointsField(this.name(player), board, 500)),
      ...[...COLOURS].map((letter, kind) => ({
        label: _("In the lid: {colour}", { colour: text.colour(letter) }),
        value: position.lid[kind],
        most: this.copies[kind],
        /** @param {string} value */
        set: (value) => {
          position.lid[kind] = Number(value);
        },
      })),
    ];
  }

  /** @param {string} place */
  where(place) {
    if (/^$|^(boards|phase|first|marker_in_centre|idle)$/.test(place)) return "";
    if (place === "round") return _("Round");
    if (place === "turn") return _("To move");
    const heap = /^(bag|lid|centre|factories\[(\d)\])(?:\[(\d)\])?/.exec(place);
    if (heap) {
      const [, what, factory, kind] = heap;
      const colour = kind ? text.colour(COLOURS[Number(kind)]) : "";
      if (what === "bag") return colour ? _("In the bag: {colour}", { colour }) : _("Bag");
      if (what === "lid") return colour ? _("In the lid: {colour}", { colour }) : _("Lid");
      const name = factory ? _("Factory {number}", { number: Number(factory) + 1 }) : _("Centre");
      return colour ? `${name}, ${colour}` : name;
    }
    const found = /^boards\[(\d)\](?:\.(lines|wall|floor)(?:\[(\d)\])?)?/.exec(place);
    if (!found) return undefined;
    const [, player, what, index] = found;
    const name = this.name(Number(player));
    const line = Number(index) + 1;
    if (what === "floor") return _("{name}, floor line", { name });
    if (what === "lines" && index) return _("{name}, line {line}", { name, line });
    if (what === "wall" && index) return _("{name}, row {line}", { name, line });
    return name;
  }
}
