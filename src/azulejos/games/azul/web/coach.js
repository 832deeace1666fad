// What the guide tells in a first game of Azul.

import { _ } from "../../js/text.js";
import { Coach } from "../../js/coach.js";
import { COLOURS, FLOOR_LOSSES } from "./drawing.js";

/** @import { Hint } from "../../js/coach.js" */
/** @import { EventShown } from "../../js/types.js" */
/** @import AzulTable from "./table.js" */
/** @import { Board, Position } from "./types.js" */

export default class AzulCoach extends Coach {
  scored = false; // a round has been scored

  get position() {
    return /** @type {Position} */ (this.controller.table.position);
  }

  /** @override */
  begins() {
    const { position } = this;
    return position.round === 1 && position.marker_in_centre &&
      position.centre.every((n) => n === 0);
  }

  /** @override */
  welcome() {
    return _(
      "Welcome! Each factory holds four tiles. Choose a colour on one of them: you take all its tiles of that colour, and the rest slides to the centre.",
    );
  }

  /** @override */
  farewell() {
    const { boards } = this.position;
    const complete = boards.some(({ wall }) => wall.some((row) => row.every(Boolean)));
    return complete
      ? _(
        "The game is over: somebody has a complete row. The result shows where the points came from. Well played!",
      )
      : _("The game is over. The result shows where the points came from. Well played!");
  }

  get own() {
    return this.position.boards[this.controller.table.mine[0] ?? 0];
  }

  /**
   * @override
   * @param {EventShown} event
   */
  note({ facts }) {
    this.scored ||= facts.some(({ kind }) => kind === "round");
  }

  /** @override */
  forget() {
    this.scored = this.position.round > 1;
  }

  /**
   * @override
   * @returns {Hint[]}
   */
  picked() {
    const { input } = /** @type {AzulTable} */ (this.controller.game);
    const { lines, wall } = this.own;
    if (!input.picked) return [];
    const { colour } = input.picked;
    const closed = wall.some((row) => row.includes(colour));
    const begun = lines.some((line, index) => line.colour === colour && line.count <= index);
    return [
      [
        "pick",
        true,
        _("Now choose a line: those that are framed take your tiles. All of them go into the same line, and it holds one colour only. Line 1 has room for one tile, line 5 for five; what does not fit falls onto the floor line."),
      ],
      [
        "pick closed",
        closed,
        _("A line never takes a colour that its row of the wall already shows. That is why not every line is framed for this colour; you collect it in the other lines."),
      ],
      [
        "pick several",
        begun && input.openLines().size > 2,
        _("You have begun a line of this colour already. You may go on with it, or begin another line of the same colour."),
      ],
    ];
  }

  /**
   * @override
   * @returns {Hint[]}
   */
  hints() {
    const { own, position } = this;
    const { legal } = this.controller.table;
    /** @param {Board} board */
    const complete = ({ lines }) => lines.some((line, index) => line.count === index + 1);
    /** @param {Board} board */
    const finishes = ({ lines, wall }) =>
      lines.some(
        (line, index) =>
          line.count === index + 1 && wall[index].filter(Boolean).length === COLOURS.length - 1,
      );
    /** @param {number[]} counts */
    const total = (counts) => counts.reduce((sum, n) => sum + n, 0);
    return [
      [
        "tiling",
        this.scored,
        _("The round is over. Of each complete line one tile has moved to the wall: on its own it gives 1 point; beside others, 1 for each tile of its unbroken row and 1 for each of its unbroken column, where there are two or more. Incomplete lines stay."),
      ],
      [
        "full",
        own.floor.length >= FLOOR_LOSSES.length,
        _("Your floor line is full. More tiles that do not fit go straight into the lid and cost nothing."),
      ],
      [
        "must",
        legal.every((move) => move.endsWith("F")),
        _("You must take tiles in every turn. When no line takes any of them, they all go onto the floor line."),
      ],
      [
        "last",
        position.boards.some(finishes),
        _("This is the last round: a complete line will finish a row of a wall. Once the round is scored, each complete row gives 2 points more, each column 7, and all five tiles of a colour 10."),
      ],
      [
        "marker",
        own.floor.includes("M"),
        _("You took from the centre first, so you have the marker: it lies on your floor line and costs what its space says, but you begin the next round."),
      ],
      [
        "floor",
        own.floor.some((tile) => tile !== "M"),
        _("Each tile on the floor line costs what its space says when the round is scored. Your score never falls below 0. Sometimes that is the lesser evil."),
      ],
      [
        "complete",
        complete(own),
        _("A line is complete. It takes no more tiles now. At the end of the round one of them moves to the wall, and the others go into the lid."),
      ],
      [
        "centre",
        total(position.centre) > 0,
        _("The centre fills up. You may take all tiles of one colour from there too; the first in a round to do so also gets the marker with the 1. The round goes on until factories and centre are empty."),
      ],
      [
        "aim",
        position.round > 1,
        _("Look ahead: the game ends with the round in which somebody completes a row. Then a complete row gives 2 points, a column 7, all five tiles of a colour 10. On equal points, more complete rows win."),
      ],
      [
        "bag",
        total(position.bag) === 0,
        _("The bag is empty. When tiles must be drawn, those in the lid go back into it. Everybody may know what is in bag and lid: it stands below the factories."),
      ],
    ];
  }
}
