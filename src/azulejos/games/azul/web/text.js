// Azul in words: tiles, places and moves, for those who hear the table and for the list of moves.

import { _, list, ngettext } from "../../js/text.js";
import { COLOURS, FLOOR_LOSSES, floorCost } from "./drawing.js";

/** @import { Board } from "./types.js" */

/** @typedef {{ source: number, colour: string, line: number, column?: undefined }} Take 0: centre, floor */
/** @typedef {{ line: number, column: number, source?: undefined, colour?: undefined }} Tiling */

/**
 * "2 blue tiles".
 * @param {string} colour
 * @param {number} n
 */
export function tiles(colour, n) {
  switch (colour) {
    case "B":
      return ngettext("{n} blue tile", "{n} blue tiles", n);
    case "Y":
      return ngettext("{n} yellow tile", "{n} yellow tiles", n);
    case "R":
      return ngettext("{n} red tile", "{n} red tiles", n);
    case "K":
      return ngettext("{n} black tile", "{n} black tiles", n);
    default:
      return ngettext("{n} white tile", "{n} white tiles", n);
  }
}

/** @param {string} letter */
export function colour(letter) {
  switch (letter) {
    case "B":
      return _("blue");
    case "Y":
      return _("yellow");
    case "R":
      return _("red");
    case "K":
      return _("black");
    default:
      return _("white");
  }
}

/** @param {number} number 0: the centre */
function source(number) {
  return number ? _("Factory {number}", { number }) : _("Centre");
}

/**
 * A lot and what would be left behind.
 * @param {number} number its source
 * @param {string} letter
 * @param {number[]} counts
 * @param {boolean} marker whether the marker lies there
 */
export function lot(number, letter, counts, marker) {
  const here = `${source(number)}: ${tiles(letter, counts[COLOURS.indexOf(letter)])}`;
  const rest = [...COLOURS]
    .map((other, kind) => (other !== letter && counts[kind] ? tiles(other, counts[kind]) : ""))
    .filter(Boolean);
  if (number && rest.length) {
    return _("{here}; to the centre: {rest}", { here, rest: list(rest) });
  }
  if (!number && marker) return _("{here}, with the first-player marker", { here });
  return here;
}

/**
 * @param {Board} own
 * @param {number} number from 1
 */
export function line(own, number) {
  const { colour: letter, count } = own.lines[number - 1];
  const wall = own.wall[number - 1].filter((tile) => tile !== null).map(colour);
  const held = letter
    ? _("Line {number}: {count} of {number}, {colour}", { number, count, colour: colour(letter) })
    : _("Line {number}: empty", { number });
  return wall.length ? _("{line}. On the wall: {tiles}", { line: held, tiles: list(wall) }) : held;
}

/** @param {Board} own */
export function floor(own) {
  const n = own.floor.length;
  // What is printed on the line and beside it is part of its name, for those who speak to it.
  const spaces = FLOOR_LOSSES.map((loss) => `−${loss}`).join(" ");
  const cost = floorCost(own.floor);
  const empty = _("Floor line: empty");
  const taken = ngettext(
    "Floor line: {n} space taken, costs {cost}",
    "Floor line: {n} spaces taken, costs {cost}",
    n,
    { cost },
  );
  const losses = n ? `${spaces}; −${cost}` : spaces;
  const line = _("{floor}, its spaces: {losses}", { floor: n ? taken : empty, losses });
  return own.floor.includes("M") ? `${line}. ${_("The first-player marker lies here")}` : line;
}

const TAKE = /^([1-9C])([BYRKW])([1-5F])$/;
const TILING = /^@([1-5])([1-5])$/;

/**
 * A move, apart; null for a deal.
 * @param {string} text
 * @returns {Take | Tiling | null}
 */
export function parse(text) {
  const take = TAKE.exec(text);
  if (take) {
    return {
      source: take[1] === "C" ? 0 : Number(take[1]),
      colour: take[2],
      line: take[3] === "F" ? 0 : Number(take[3]),
    };
  }
  const tiling = TILING.exec(text);
  return tiling ? { line: Number(tiling[1]), column: Number(tiling[2]) } : null;
}

/**
 * A move in words, without its player.
 * @param {string} text
 */
export function move(text) {
  const made = parse(text);
  if (!made) return _("The factories are filled");
  if (made.column !== undefined) {
    return _("line {line} to column {column}", { line: made.line, column: made.column });
  }
  const parts = { colour: colour(made.colour), line: made.line, source: made.source };
  if (made.source && made.line) return _("{colour} from factory {source} to line {line}", parts);
  if (made.source) return _("{colour} from factory {source} to the floor", parts);
  if (made.line) return _("{colour} from the centre to line {line}", parts);
  return _("{colour} from the centre to the floor", parts);
}
