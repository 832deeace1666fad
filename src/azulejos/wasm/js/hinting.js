// Help in a decision, judged as a review judges it: the steps of `analysis.hinting`. Why a move is better
// is told by whoever shows it: the lines are there.

import { Refusal } from "./kernel.js";
import { rounded } from "./judge.js";

/** @import { State } from "./kernel.js" */
/** @import { Found, Judge, Step } from "./judge.js" */

/**
 * @typedef {object} Hinted
 * @property {string} move
 * @property {string | null} instead the move it was compared with; null if there is no other
 * @property {number} gain how much of a win it is ahead, 0 within the error of the search
 * @property {string[]} line of the move
 * @property {string[]} other line of what it was compared with
 * @property {number} ahead what the margins of the two differ by
 */

/**
 * @param {Judge} judge
 * @param {State} state as its player to move knows it
 * @param {{ visits?: number, seed?: number | bigint }} request
 * @returns {Promise<Hinted>}
 */
export async function hint(judge, state, { visits, seed = 0 }) {
  const { kernel } = judge;
  const player = kernel.toMove(state);
  if (player < 0) throw new Refusal("nothing_to_decide", { phase: kernel.phase(state) });
  judge.seed = BigInt(seed);
  const round = kernel.roundOf(state);
  /** @type {Step} */
  const step = {
    ...{ at: 0, count: 1, player, action: -1, round, seenBy: [player] },
    before: state,
    after: state,
  };
  const choices = judge.choices(step);
  if (choices?.length === 1) return alone(kernel.text(choices[0]));
  const n = visits ?? judge.numbers.hints.visits;
  let judged = await judge.decision(0, { ...step, action: judge.greedy(step) }, n);
  if (judged.best.action === judged.played.action && judged.second) {
    judged = await judge.decision(0, { ...step, action: judged.second.action }, n);
  }
  const { best, played } = judged;
  if (best.action === played.action) return alone(kernel.text(best.action));
  const gain = best.values[player] - played.values[player];
  const texts = (/** @type {Found} */ { line }) => line.map((action) => kernel.text(action));
  return {
    move: kernel.text(best.action),
    instead: kernel.text(played.action),
    gain: gain > judged.se ? rounded(gain, 4) : 0,
    line: texts(best),
    other: texts(played),
    ahead: best.margin - played.margin,
  };
}

/**
 * @param {string} move
 * @returns {Hinted}
 */
function alone(move) {
  return { move, instead: null, gain: 0, line: [move], other: [], ahead: 0 };
}
