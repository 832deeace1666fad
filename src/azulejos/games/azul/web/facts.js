// What a fact changes on the table: a position after it. The rules tell the facts; here tiles move
// and scores change only as they say.

import { COLOURS } from "./drawing.js";

/** @import { Board, Fact, Position } from "./types.js" */

/** Facts of tiles that are taken and come to lie on a board, before anything scores. */
const MOVING = new Set(["take", "marker", "place", "fall"]);

/**
 * A move's facts, apart: how its tiles move, and what follows (a line that is dropped, points).
 * @param {Fact[]} facts
 * @returns {[Fact[], Fact[]]}
 */
export function apart(facts) {
  const end = facts.findIndex(({ kind }) => !MOVING.has(kind));
  return end < 0 ? [facts, []] : [facts.slice(0, end), facts.slice(end)];
}

/**
 * The position after a fact.
 * @param {Position} position
 * @param {Fact} fact
 */
export function after(position, fact) {
  const change = CHANGES[fact.kind];
  if (!change) return position;
  const changed = structuredClone(position);
  change(changed, fact, changed.boards[fact.player]);
  return changed;
}

/** @type {Record<string, (position: Position, fact: Fact, own: Board) => void>} */
const CHANGES = {
  take(position, { source, colour }) {
    const heap = source ? position.factories[source - 1] : position.centre;
    heap[colour] = 0;
    if (!source) return;
    position.centre = position.centre.map((n, kind) => n + heap[kind]);
    heap.fill(0);
  },
  marker(position, { player, space }, own) {
    position.marker_in_centre = false;
    position.first = player;
    if (space >= 0) own.floor.push("M");
  },
  place(_position, { line, colour, count }, own) {
    own.lines[line] = { colour: COLOURS[colour], count: own.lines[line].count + count };
  },
  fall(position, { colour, count, into_lid: rest }, own) {
    own.floor.push(...Array(count).fill(COLOURS[colour]));
    position.lid[colour] += rest;
  },
  tile(_position, { line, column, colour, points }, own) {
    own.lines[line] = { colour: null, count: 0 };
    own.wall[line][column] = COLOURS[colour];
    own.score += points;
  },
  drop(_position, { line }, own) {
    own.lines[line] = { colour: null, count: 0 };
  },
  floor(_position, { points }, own) {
    own.floor = [];
    own.score += points;
  },
  row: bonus,
  column: bonus,
  colour: bonus,
};

/**
 * @param {Position} _position
 * @param {Fact} fact
 * @param {Board} own
 */
function bonus(_position, { points }, own) {
  own.score += points;
}
