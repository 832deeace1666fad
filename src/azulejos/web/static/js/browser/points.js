// Points as sums over the facts that the rules tell, as `core.points` has it: nothing is scored again.

/** @import { Game } from "./game.js" */
/** @import { Fact } from "./kernel.js" */

/**
 * The names of the kinds of facts that have a property.
 * @param {Game} game
 * @param {"scores" | "closes_round" | "breaks_ties"} property
 */
function kinds(game, property) {
  return new Set(game.kernel.data.facts.filter((kind) => kind[property]).map(({ name }) => name));
}

/**
 * What facts brought each player; empty if nothing scored.
 * @param {Game} game
 * @param {Fact[]} facts
 */
export function gained(game, facts) {
  const scoring = kinds(game, "scores");
  const points = Array(game.players).fill(0);
  let hasScored = false;
  for (const { kind, player, points: more } of facts) {
    if (player === null || !scoring.has(kind)) continue;
    points[player] += more;
    hasScored = true;
  }
  return hasScored ? points : [];
}

/**
 * What a round brought each player, with the entry that closes it; empty with any other.
 * @param {Game} game
 * @param {number} number
 * @param {(number: number) => Fact[]} factsOf
 */
export function gainedInRound(game, number, factsOf) {
  const closing = kinds(game, "closes_round");
  /** @param {Fact[]} facts how many there are up to the last that closes a round */
  const closed = (facts) => facts.findLastIndex(({ kind }) => closing.has(kind)) + 1;
  const last = factsOf(number);
  if (!closed(last)) return [];
  const ofRound = last.slice(0, closed(last));
  for (let earlier = number - 1; earlier >= 0; earlier--) {
    const facts = factsOf(earlier);
    ofRound.push(...facts.slice(closed(facts)));
    if (closed(facts)) break;
  }
  const points = gained(game, ofRound);
  return points.length ? points : Array(game.players).fill(0);
}

/**
 * Where the points of a game came from, for each side.
 * @param {Game} game
 * @param {Fact[][]} facts of each entry
 * @returns {{ kind: string | null, points: number[] }[]}
 */
export function sources(game, facts) {
  const found = [...kinds(game, "scores")].map((kind) => ({
    kind: /** @type {string | null} */ (kind),
    points: Array(game.sides).fill(0),
  }));
  for (const { kind, player, points } of facts.flat()) {
    const source = found.find((one) => one.kind === kind);
    if (source && player !== null) source.points[player % game.sides] += points;
  }
  const begunWith = game.after(0).scores.slice(0, game.sides);
  return begunWith.some(Boolean) ? [{ kind: null, points: begunWith }, ...found] : found;
}

/**
 * How much each player has of what decides among equal points; null if nothing does.
 * @param {Game} game
 * @param {(number: number) => Fact[]} factsOf
 */
export function tieBreaks(game, factsOf) {
  const breaking = kinds(game, "breaks_ties");
  if (!breaking.size || !game.entries || !game.isOver) return null;
  const counts = Array(game.players).fill(0);
  for (const { kind, player } of factsOf(game.entries - 1)) {
    if (player !== null && breaking.has(kind)) counts[player]++;
  }
  return counts;
}

/**
 * The players, best first: by points, then by what breaks ties, then as they sit.
 * @param {Game} game
 * @param {(number: number) => Fact[]} factsOf
 */
export function ranking(game, factsOf) {
  const ties = tieBreaks(game, factsOf) ?? Array(game.players).fill(0);
  const { scores } = game;
  return [...scores.keys()].sort((a, b) => scores[b] - scores[a] || ties[b] - ties[a]);
}
