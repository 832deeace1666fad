// Help in a decision, judged as a review judges it: the steps of `analysis.hinting`.

import { Refusal } from "./kernel.js";
import { rounded } from "./numbers.js";
import { explained } from "./why.js";

/** @import { State } from "./kernel.js" */
/** @import { Found, Judge, Step } from "./judge.js" */
/** @import { Reason } from "./why.js" */

/**
 * @typedef {object} Hinted
 * @property {string} move
 * @property {string | null} instead the move it was compared with; null if there is no other
 * @property {number} gain how much of a win it is ahead, 0 within the error of the search
 * @property {string[]} line of the move
 * @property {string[]} other line of what it was compared with
 * @property {Reason | null} why the greatest of what it is ahead in; null where no number tells
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
  const ahead = best.values[player] - played.values[player];
  const gain = ahead > judged.se ? rounded(ahead, 4) : 0;
  const { why } = explained(kernel, state, played, best, player, judge.explaining);
  const texts = (/** @type {Found} */ { line }) => line.map((action) => kernel.text(action));
  return {
    move: kernel.text(best.action),
    instead: kernel.text(played.action),
    gain,
    line: texts(best),
    other: texts(played),
    why: gain ? why[0] ?? null : null,
  };
}

/**
 * @param {string} move
 * @returns {Hinted}
 */
function alone(move) {
  return { move, instead: null, gain: 0, line: [move], other: [], why: null };
}
