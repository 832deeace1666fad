// What the guide tells in a first game of Azuleo.

import { _ } from "../../js/text.js";
import { Coach } from "../../js/coach.js";
import { place } from "./drawing.js";
import { total } from "./stores.js";
import { isCombination } from "./table.js";

/** @import { Hint } from "../../js/coach.js" */
/** @import { EventShown } from "../../js/types.js" */
/** @import AzuleoTable from "./table.js" */
/** @import { Fact, Position } from "./types.js" */

const LAY = /^[a-z]\d+[RYBG]{4}$/;
/** So few crosses left to draw are worth a word. */
const FEW = 4;

export default class AzuleoCoach extends Coach {
  laid = false; // the player has laid a cross for points

  get position() {
    return /** @type {Position} */ (this.controller.table.position);
  }

  /** @override */
  begins() {
    return this.controller.table.phase === "start";
  }

  /** @override */
  welcome() {
    return _(
      "Welcome! The first cross comes from the supply. Turn it as you like and lay it on one of the four fields with a dot; it gives no points. Then you take your first turn.",
    );
  }

  /** @override */
  farewell() {
    return _(
      "The game is over. Whoever has the most points wins; equal points share the win. Well played!",
    );
  }

  /**
   * @override
   * @param {EventShown} event
   */
  note({ facts }) {
    const { mine } = this.controller.table;
    this.laid ||= /** @type {Fact[]} */ (facts).some((fact) =>
      isCombination(fact) && mine.includes(fact.player)
    );
  }

  /** @override */
  forget() {
    this.laid = false;
  }

  /**
   * @override
   * @returns {Hint[]}
   */
  picked() {
    const { input } = /** @type {AzuleoTable} */ (this.controller.game);
    if (typeof input.picked !== "number") return [];
    const fields = [...input.lays().keys()];
    const another = this.controller.table.legal.some((move) => LAY.test(move));
    return [
      [
        "pick",
        fields.length > 0,
        _("Fields with a solid frame take this cross as it lies, those with a broken one when you turn it; the numbers are the points. At each corner point, opposite triangles must have the same colour, and neighbouring ones must differ."),
      ],
      [
        "pick none",
        fields.length === 0 && another,
        _("This cross fits nowhere so that it matches one of your plates. Try another one."),
      ],
      [
        "pick border",
        fields.some((field) => this.atBorder(field)),
        _("At the border only two crosses meet. The colour rule holds there too, and a pair can score, but there is never an azuleo."),
      ],
    ];
  }

  /** @param {string} field */
  atBorder(field) {
    const [row, column] = place(field);
    const { board } = this.position;
    return row === 0 || column === 0 || row === board.length - 1 ||
      column === board[row].length - 1;
  }

  /** Whether three crosses lie round a corner of a free field. */
  nearlyThere() {
    const { board } = this.position;
    /**
     * @param {number} row
     * @param {number} column
     */
    const cross = (row, column) => board[row]?.[column]?.length === 4;
    return board.some((line, row) =>
      line.some((lying, column) =>
        lying === null && [-1, 1].some(
          (down) =>
            [-1, 1].some(
              (right) =>
                cross(row + down, column) && cross(row, column + right) &&
                cross(row + down, column + right),
            ),
        )
      )
    );
  }

  /**
   * @override
   * @returns {Hint[]}
   */
  hints() {
    const { position } = this;
    const { legal, phase } = this.controller.table;
    if (phase === "start") return [];
    const canLay = legal.some((move) => LAY.test(move));
    const canSwap = legal.some((move) => move.startsWith("~"));
    return [
      [
        "pass",
        legal.includes("-"),
        _("No cross fits, and three swaps in a row are all you may do. Only now you may pass."),
      ],
      [
        "claim",
        legal.some((move) => move.startsWith("#")),
        _("No cross can ever fit on the marked field: it would have to show one colour twice. Claim it before your move: a blockade cross goes there and gives you 2 points. In most games nobody marks such fields; you find them yourself, and a wrong claim costs nothing."),
      ],
      [
        "hand",
        true,
        _("You hold three crosses that only you see, and two plates that everybody sees. In your turn you lay a cross on a free field that shares an edge with a coloured cross, so that it makes a combination in the colours of one of your plates."),
      ],
      [
        "swap must",
        !canLay && canSwap,
        _("None of your crosses fits so that it matches a plate. Swap a plate for a new one: that is your turn. At most three turns in a row may be swaps."),
      ],
      [
        "points",
        this.laid,
        _("A combination is all the triangles at one corner of your cross, at least one of them next to yours. In the colours of one of your plates it gives 1 point per triangle. After that you have drawn a new cross."),
      ],
      [
        "azuleo",
        this.nearlyThere(),
        _("Three crosses meet at a corner. The fourth completes an azuleo: 4 points if it matches one of your plates, and 2 more. If a cross completes several, one that matches is enough for the 2 points of each; without one you may not lay it."),
      ],
      [
        "last",
        total(position.supply) <= FEW,
        _("The crosses run out. Once there are none to draw, you go on with those in your hand. The game ends when somebody has laid the last one, or when no cross in any hand fits on the board any more."),
      ],
      [
        "plates",
        total(position.plate_supply) === 0 && total(position.discards) > 0,
        _("There is no plate left to draw. With the next swap the plates that were put down are shuffled and become the new supply."),
      ],
      [
        "swap",
        canLay && canSwap,
        this.told.has("swap must") ? _("You may swap a plate even when you could lay a cross.") : _(
          "Instead of laying a cross you may swap a plate for a new one, even when you could lay. At most three turns in a row may be swaps; if you still cannot lay then, you pass.",
        ),
      ],
    ];
  }
}
