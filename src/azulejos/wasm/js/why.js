// Why a move is better than another, in exact points: the lines of both are played, and the rules tell
// what happens in them. The steps are those of `analysis.why` in Python; words are made by whoever tells it.

/** @import { Kernel, State } from "./kernel.js" */
/** @import { Fact } from "./types.js" */
/** @import { Found } from "./judge.js" */

/** @typedef {{ code: string, points: number, count: number | null }} Reason */
/**
 * @typedef {object} Explaining a game's own module
 * @property {(played: Fact[], best: Fact[]) => string} kind what a mistake was about, by facts of two moves
 * @property {string} [COUNTED] the facts whose number tells what later points come from
 */

/** Points of a difference that is worth a word; of expected ones, which are no facts, more. */
const LEAST = 1, LEAST_LATER = 2;
const OTHERS = "leaves", LATER = "later", DENIAL = "denial", OTHER = "other";

/**
 * What the better line is ahead in, the most important first; and what it was about.
 * @param {Kernel} kernel
 * @param {State} before
 * @param {Pick<Found, "line" | "margin">} worse
 * @param {Pick<Found, "line" | "margin">} better
 * @param {number} player who decides
 * @param {Explaining | null} own the game's
 * @returns {{ why: Reason[], kind: string }}
 */
export function explained(kernel, before, worse, better, player, own) {
  const ours = factsOf(kernel, before, better.line), theirs = factsOf(kernel, before, worse.line);
  const sides = kernel.sides(before);
  const ahead = pointsIn(ours.flat(), player, sides);
  for (const [code, points] of pointsIn(theirs.flat(), player, sides)) {
    ahead.set(code, (ahead.get(code) ?? 0) - points);
  }
  /** @type {Reason[]} */
  const why = [...ahead].map(([code, points]) => ({ code, points, count: null }))
    .filter(({ points }) => points >= LEAST);
  const exact = [...ahead.values()].reduce((total, points) => total + points, 0);
  const later = Math.round(10 * (better.margin - worse.margin - exact)) / 10;
  if (later >= LEAST_LATER) {
    const count = countedIn(ours.flat(), theirs.flat(), player, sides, own?.COUNTED);
    why.push({ code: LATER, points: later, count });
  }
  why.sort((a, b) => b.points - a.points);
  if (why[0]?.code === OTHERS) return { why, kind: DENIAL };
  const kind = own && ours.length && theirs.length ? own.kind(theirs[0], ours[0]) : OTHER;
  return { why, kind };
}

/**
 * What each move of a line does.
 * @param {Kernel} kernel
 * @param {State} before
 * @param {number[]} line actions
 * @returns {Fact[][]}
 */
function factsOf(kernel, before, line) {
  let state = before;
  return line.map((action) => {
    const played = kernel.play(state, action);
    ({ state } = played);
    return played.facts;
  });
}

/**
 * How many more of the facts that the game counts the better line has for the player's side; else, below 0,
 * how many fewer for the others.
 * @param {Fact[]} ours
 * @param {Fact[]} theirs
 * @param {number} player
 * @param {number} sides
 * @param {string} [counted]
 * @returns {number | null}
 */
function countedIn(ours, theirs, player, sides, counted) {
  const isOwn = (/** @type {Fact} */ fact) => (Number(fact.player) - player) % sides === 0;
  const of = (/** @type {Fact[]} */ facts) =>
    facts.filter((fact) => fact.kind === counted && fact.player !== null);
  const [own, others] = [isOwn, (/** @type {Fact} */ fact) => !isOwn(fact)].map((whose) =>
    of(ours).filter(whose).length - of(theirs).filter(whose).length
  );
  return own > 0 ? own : others < 0 ? others : null;
}

/**
 * Points by what they are for: of the player's side, and of the others below 0.
 * @param {Fact[]} facts
 * @param {number} player
 * @param {number} sides
 * @returns {Map<string, number>}
 */
function pointsIn(facts, player, sides) {
  /** @type {Map<string, number>} */
  const points = new Map();
  for (const { kind, player: whose, points: n } of facts) {
    if (whose === null || !n) continue;
    const own = (whose - player) % sides === 0;
    const code = own ? kind : OTHERS;
    points.set(code, (points.get(code) ?? 0) + (own ? n : -n));
  }
  return points;
}
