// What a mistake in Azul was about, as `explaining.py` has it; a test compares.

/** @typedef {{ kind: string } & Record<string, any>} Fact */

/** What later points come from: tiles that reach the wall. */
export const COUNTED = "tile";

/** Kinds of facts that begin the tiling, which may follow a move. */
const OF_TILING = ["tile", "drop", "floor", "round", "end"];

/**
 * What falls to the floor, what one takes, or where one puts it; on a grey wall a tile is placed.
 * @param {Fact[]} played
 * @param {Fact[]} best
 */
export function kind(played, best) {
  if (fallen(played) > fallen(best)) return "floor";
  return taken(played) === taken(best) ? "place" : "take";
}

/**
 * How many tiles the move itself lets fall.
 * @param {Fact[]} facts
 */
function fallen(facts) {
  const end = facts.findIndex((fact) => OF_TILING.includes(fact.kind));
  const ofTheMove = end < 0 ? facts : facts.slice(0, end);
  return ofTheMove.reduce((n, fact) => n + (fact.kind === "fall" ? fact.count : 0), 0);
}

/**
 * Colour and number of the tiles taken; nothing where a wall is tiled.
 * @param {Fact[]} facts
 */
function taken(facts) {
  return facts.filter((fact) => fact.kind === "take").map(({ colour, count }) =>
    `${colour} ${count}`
  ).join();
}
