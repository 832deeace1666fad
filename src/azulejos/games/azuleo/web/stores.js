// What is still to be drawn and what was put down, beside the board.

import { byId, element } from "../../js/dom.js";
import { _ } from "../../js/text.js";

/** @import { Pile, Position } from "./types.js" */

/**
 * How many there are in a pile.
 * @param {Pile} pile
 */
export function total(pile) {
  if (typeof pile === "number") return pile;
  return Object.values(pile).reduce((sum, n) => sum + n, 0);
}

/** @param {Position} position */
export function drawStores(position) {
  const { supply } = position;
  const held = position.sides.flatMap(({ hand }) => (typeof hand === "number" ? [] : hand));
  const unseen = held.filter((colours) => colours === "?").length;
  /** @type {[name: string, count: string | number][]} */
  const piles = [[_("Crosses"), total(supply) - (typeof supply === "number" ? 0 : unseen)]];
  if (position.options.mode !== "fill") {
    piles.push(
      [_("Plates"), total(position.plate_supply)],
      [_("Put down"), total(position.discards)],
      [_("Blockades"), position.blockades ?? "∞"],
    );
  }
  byId("stores").replaceChildren(
    ...piles.map(([name, count]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, String(count)))
    ),
  );
}
