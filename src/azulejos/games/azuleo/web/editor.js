// A position of Azuleo set up by hand: crosses and blockades on the board, hands, plates.

import { PositionEditor } from "../../js/position_editor.js";
import { node } from "../../js/svg.js";
import { picture } from "../../js/stencils.js";
import { _ } from "../../js/text.js";
import { draw } from "../../js/stencils.js";
import { cross, kind, plate, turned } from "./drawing.js";
import * as text from "./text.js";

/** @import { Editor, Field, Slot, Target } from "../../js/set_up.js" */
/** @import { Pile, Position } from "./types.js" */
/** @import AzuleoTable from "./table.js" */

const BLOCKADE = "#";
const HIDDEN = "?";
const IN_HAND = 3;
const PLATES = 2;

/**
 * @extends {PositionEditor<Position, AzuleoTable>}
 * @implements {Editor}
 */
export default class AzuleoEditor extends PositionEditor {
  /**
   * @param {Position} position
   * @param {AzuleoTable} table
   * @param {(player: number) => string} name
   */
  constructor(position, table, name) {
    super(position, table, name);
    /** How many there are of each cross and of each plate. */
    this.crosses = this.counted(position.supply, (one) => this.lying(one));
    this.plates = this.counted(position.plate_supply, (one) => this.held(one));
    for (const [pair, n] of Object.entries(position.discards)) this.plates[pair] += n;
    const { pending } = position;
    if (pending?.put_down) {
      const copies = pending.put_down.length === 2 ? this.plates : this.crosses;
      copies[pending.put_down]++;
    }
    this.hint = _(
      "Choose a piece, then where it lies. A cross that lies there already is turned. What lies nowhere is still to be drawn.",
    );
  }

  /**
   * @param {Pile} pile
   * @param {(kind: string) => number} elsewhere
   * @returns {Record<string, number>}
   */
  counted(pile, elsewhere) {
    const counts = /** @type {Record<string, number>} */ (pile); // all lies open here
    return Object.fromEntries(
      Object.entries(counts).map(([one, n]) => [one, n + elsewhere(one)]),
    );
  }

  /**
   * Crosses of a kind on the board and in hands.
   * @param {string} one
   */
  lying(one) {
    const { board, sides, start } = this.position;
    const hands = sides.flatMap(({ hand }) => (typeof hand === "number" ? [] : hand));
    return [...board.flat(), ...hands, start].filter((there) =>
      there && there.length === 4 && kind(there) === one
    ).length;
  }

  /**
   * Plates of a pair before the sides.
   * @param {string} pair
   */
  held(pair) {
    return this.position.sides.flatMap(({ plates }) => plates).filter((one) => one === pair).length;
  }

  settle() {
    const { position } = this;
    /**
     * @param {Record<string, number>} copies
     * @param {(one: string) => number} used
     */
    const rest = (copies, used) =>
      Object.fromEntries(
        Object.entries(copies).map(([one, n]) => [one, Math.max(n - used(one), 0)]),
      );
    position.start = null;
    delete position.pending;
    position.supply = rest(this.crosses, (one) => this.lying(one));
    position.plate_supply = rest(this.plates, (pair) => this.held(pair));
    position.discards = Object.fromEntries(Object.keys(this.plates).map((pair) => [pair, 0]));
    position.phase = "turn";
    position.turn ??= 0;
    position.idle = 0;
    const laid = position.board.flat().filter((there) => there === BLOCKADE).length;
    const { mode, blockades } = position.options;
    position.blockades = mode === "fill"
      ? 0
      : blockades === null
      ? null
      : Math.max(blockades - laid, 0);
  }

  pieces() {
    const crosses = Object.keys(this.crosses).map((one) => ({
      id: one,
      label: _("Cross: {colours}", { colours: text.cross(one) }),
      picture: picture(cross(one)),
    }));
    const plates = Object.keys(this.plates).map((pair) => ({
      id: pair,
      label: text.plate(pair),
      picture: picture(plate(pair)),
    }));
    const blockade = {
      id: BLOCKADE,
      label: _("A blockade"),
      picture: picture(node("g", {}, draw("blockade"))),
    };
    const hidden = { id: HIDDEN, label: _("A hidden cross"), picture: sign(HIDDEN) };
    const { mode } = this.position.options;
    return mode === "fill" ? crosses : [...crosses, blockade, ...plates, hidden];
  }

  // ── Places ───────────────────────────────────────────────────────────────────────────────────

  /** @returns {Target[]} */
  targets() {
    return this.table.fields().map((field) => {
      const name = field.dataset.field ?? "";
      const row = this.position.board[Number(name.slice(1)) - 1];
      const column = name.charCodeAt(0) - 97;
      const there = row[column];
      return {
        element: field,
        group: "board",
        label: this.table.fieldText(field),
        put: (piece) => {
          if (piece.length === 2 || piece === HIDDEN) return;
          const same = there && there.length === 4 && kind(there) === piece;
          row[column] = same ? turned(there, 1) : piece;
        },
        take: () => {
          row[column] = null;
        },
      };
    });
  }

  /**
   * @override
   * @returns {Slot[]}
   */
  slots() {
    const { sides, options } = this.position;
    return sides.flatMap((side, number) => {
      const hand = typeof side.hand === "number" ? [] : side.hand;
      const crosses = Array.from(
        { length: IN_HAND },
        (_one, place) =>
          this.slot(
            hand,
            place,
            _("Hand of {name}", { name: this.sideName(number) }),
            (piece) => piece.length === 4 || piece === HIDDEN,
          ),
      );
      if (options.mode === "fill") return crosses;
      const plates = Array.from(
        { length: PLATES },
        (_one, place) =>
          this.slot(
            side.plates,
            place,
            _("Plates of {name}", { name: this.sideName(number) }),
            (piece) => piece.length === 2,
          ),
      );
      return [...crosses, ...plates];
    });
  }

  /**
   * @param {string[]} held
   * @param {number} place
   * @param {string} group
   * @param {(piece: string) => boolean} fits
   * @returns {Slot}
   */
  slot(held, place, group, fits) {
    const there = held[place];
    const words = !there
      ? _("empty")
      : there === HIDDEN
      ? _("A hidden cross")
      : there.length === 2
      ? text.plate(there)
      : text.cross(there);
    return {
      group,
      label: `${group}: ${words}`,
      picture: !there
        ? null
        : there === HIDDEN
        ? sign(HIDDEN)
        : picture(there.length === 2 ? plate(there) : cross(there)),
      put: (piece) => {
        if (fits(piece)) held.splice(place, 1, piece);
      },
      take: () => {
        held.splice(place, 1);
      },
    };
  }

  /** @param {number} side */
  sideName(side) {
    const { sides, players } = this.position;
    const names = [];
    for (let player = side; player < players; player += sides.length) names.push(this.name(player));
    return names.join(" & ");
  }

  // ── Numbers ──────────────────────────────────────────────────────────────────────────────────

  /** @returns {Field[]} */
  fields() {
    const { options, sides } = this.position;
    const points = sides.map((side, n) => this.pointsField(this.sideName(n), side, 999));
    return [
      this.playersField([1, 2, 3, 4]),
      this.turnField(),
      ...(options.mode === "fill" ? [] : points),
    ];
  }

  /** @param {string} place */
  where(place) {
    if (/^$|^(board|start|phase|idle|supply|sides|blockades|pending)$/.test(place)) return "";
    if (place === "turn") return _("To move");
    const field = /^board\[(\d)\]\[(\d)\]/.exec(place);
    if (field) {
      const name = String.fromCharCode(97 + Number(field[2])) + (Number(field[1]) + 1);
      return _("Field {field}", { field: name });
    }
    const side = /^sides\[(\d)\](?:\.(hand|plates))?/.exec(place);
    if (!side) return undefined;
    const name = this.sideName(Number(side[1]));
    if (side[2] === "hand") return _("Hand of {name}", { name });
    if (side[2] === "plates") return _("Plates of {name}", { name });
    return name;
  }
}

/**
 * A sign in the place of a picture.
 * @param {string} letter
 */
function sign(letter) {
  const shown = document.createElement("span");
  shown.className = "piece-sign";
  shown.textContent = letter;
  return shown;
}
