// Reviewing a record from coarse to fine, as `analysis.reviewer` and `analysis.summary` do: the same parts
// in the same order, the same numbers.

import { mean, rounded, sum } from "./numbers.js";
import { Refusal } from "./kernel.js";
import { replay } from "./replay.js";
import { explained } from "./why.js";

/** @import { Kernel } from "./kernel.js" */
/** @import { Found, Judge, Judged, Step } from "./judge.js" */

/**
 * @typedef {object} Line
 * @property {string} move
 * @property {number[]} values
 * @property {number} margin
 * @property {string[]} line this move first
 */

/**
 * A decision or what chance gave, as `analysis.review` has them.
 * @typedef {Record<string, any>} ReviewStep
 */

/**
 * How finely a game is reviewed; kept: the steps of a review of the same that was not finished.
 * @typedef {{
 *   visits?: number, samples?: number, seed?: number | bigint, kept?: ReviewStep[]
 * }} Budget
 */

/** A part of the work: a step of the game, judged with so many visits. @typedef {{ number: number, visits: number }} Part */

/**
 * The steps of a record: see `analysis.steps`.
 * @param {Kernel} kernel
 * @param {Record<string, any>} record
 * @returns {Step[]}
 */
export function stepsOf(kernel, record) {
  /** @type {Step[]} */
  const steps = [];
  /** @type {number | null} */
  let lastMover = null;
  let at = 0;
  for (const { text, turn, before, after } of replay(kernel, record)) {
    const hasSecrets = kernel.hasSecrets(before);
    const everybody = hasSecrets ? [...Array(kernel.players(before)).keys()] : [0];
    if (turn !== null) {
      const action = /** @type {number} */ (kernel.action(text));
      const round = kernel.roundOf(before);
      steps.push({ at, count: 1, player: turn, action, before, after, seenBy: [turn], round });
      lastMover = turn;
    } else if (steps.length && steps[steps.length - 1].player === null) {
      const first = steps[steps.length - 1];
      Object.assign(first, { count: at + 1 - first.at, after, round: kernel.roundOf(after) });
    } else {
      const seenBy = lastMover === null || !hasSecrets ? everybody : [lastMover];
      const round = kernel.roundOf(after);
      steps.push({ at, count: 1, player: null, action: -1, before, after, seenBy, round });
    }
    at++;
  }
  const last = steps[steps.length - 1];
  if (last && last.player === null && kernel.isChance(last.after)) steps.pop();
  return steps;
}

export class Reviewer {
  /**
   * @param {Judge} judge
   * @param {Record<string, any>} record
   * @param {Budget} budget
   */
  constructor(judge, record, { visits, samples, seed = 0, kept = [] }) {
    const { kernel } = judge;
    const { reviews } = kernel.data.judging;
    this.judge = judge;
    this.kernel = kernel;
    this.record = record;
    judge.seed = BigInt(seed);
    judge.configuredFor = "";
    this.steps = stepsOf(kernel, record);
    if (!this.steps.length) throw new Refusal("nothing_to_decide", {}, ["record"]);
    const [{ before }] = this.steps;
    this.players = kernel.players(before);
    this.sides = kernel.sides(before);
    this.hasSecrets = kernel.hasSecrets(before);
    this.visits = visits ?? reviews.visits[this.players];
    this.samples = samples ?? reviews.samples;
    this.choices = this.steps.map((step) => step.player === null ? null : judge.choices(step));
    /** @type {ReviewStep[]} */
    this.found = this.steps.map((_, number) => this.#unjudged(number));
    const stages = [this.visits];
    while (stages[0] > reviews.coarsest) {
      stages.unshift(Math.max(Math.floor(stages[0] / reviews.coarser), reviews.min_visits));
    }
    const order = [...this.steps.keys()].sort((a, b) =>
      Number(this.steps[a].player === null) - Number(this.steps[b].player === null)
    );
    /** @type {Part[]} */
    this.parts = stages.flatMap((each) => order.map((number) => ({ number, visits: each })))
      .filter(({ number }) => this.#isOpen(number));
    this.done = 0;
    const fits = kept.length === this.found.length &&
      kept.every(({ what, at }, number) =>
        what === this.found[number].what && at === this.found[number].at
      );
    if (fits) this.#goOnFrom(kept);
  }

  /** The parts that are still to be done, the coarse ones first. */
  get left() {
    return this.parts.filter(({ number, visits }) => this.found[number].visits < visits);
  }

  /**
   * What a part finds. Parts may be done in any order, and elsewhere: each has seeds of its own.
   * @param {Part} part
   * @returns {Promise<ReviewStep>}
   */
  find({ number, visits }) {
    return this.steps[number].player === null
      ? this.#chance(number, visits)
      : this.decision(number, this.steps[number], visits);
  }

  /**
   * Take in what a part has found.
   * @param {number} number of the step
   * @param {ReviewStep} found
   */
  take(number, found) {
    this.done++;
    if (found.visits > this.found[number].visits) this.found[number] = found;
  }

  /** The judgement of the last decision alone, as fine as any. */
  lastDecision() {
    const number = this.steps.findLastIndex(({ player }) => player !== null);
    if (number < 0 || !this.#isOpen(number)) throw new Refusal("nothing_to_decide", {});
    return this.decision(number, this.steps[number], this.visits);
  }

  /** What has been found so far. */
  review() {
    const { kernel, judge } = this;
    const { start, steps } = this.#joined();
    const last = this.steps[this.steps.length - 1].after;
    const review = {
      game: kernel.game,
      players: this.players,
      sides: this.sides,
      visits: this.visits,
      samples: this.samples,
      done: this.done,
      total: this.parts.length,
      is_over: kernel.isOver(last),
      scores: kernel.points(last),
      start,
      steps,
    };
    const { thresholds, kinds } = judge.numbers.reviews;
    return {
      ...review,
      summaries: Array.from(
        { length: this.players },
        (_, p) => summary(review, p, thresholds, kinds),
      ),
      turning_points: turningPoints(steps),
    };
  }

  // ── Parts ──────────────────────────────────────────────────────────────────────────────────────

  /** @param {ReviewStep[]} kept */
  #goOnFrom(kept) {
    kept.forEach((step, number) => {
      if (step.visits) this.found[number] = step;
    });
    this.done = this.parts.length - this.left.length;
  }

  /** @param {number} number */
  #isOpen(number) {
    const choices = this.choices[number];
    return this.steps[number].player === null || (choices !== null && choices.length > 1);
  }

  /**
   * @param {number} number
   * @returns {ReviewStep}
   */
  #unjudged(number) {
    const { at, count, round, player } = this.steps[number];
    const nothing = Array(this.players).fill(0);
    if (player === null) {
      const se = nothing, values = nothing;
      const whole = { what: "chance", at, count, round, visits: 0, values, mean: nothing, se };
      return { ...whole, player: this.#seenAlone(number) };
    }
    const choices = this.choices[number];
    const verdict = choices === null ? "unknown" : choices.length === 1 ? "forced" : "equal";
    return {
      ...{ what: "decision", at, player, round, visits: 0, values: nothing, verdict },
      ...{ proven: false, loss: 0, se: 0, gap: null, gap_se: null, stake: 0, good: false },
      ...{ kind: null, played: null, best: null, why: [] },
    };
  }

  /** @param {number} number */
  #seenAlone(number) {
    const { seenBy } = this.steps[number];
    return this.hasSecrets && seenBy.length === 1 ? seenBy[0] : null;
  }

  /**
   * @param {number} number
   * @param {number} visits
   * @returns {Promise<ReviewStep>}
   */
  async #chance(number, visits) {
    const step = this.steps[number];
    const dealt = await this.judge.chance(number, step, visits, this.samples);
    return {
      ...this.found[number],
      visits,
      values: told(dealt.values),
      mean: told(dealt.mean),
      se: told(dealt.se),
      player: this.#seenAlone(number),
    };
  }

  /**
   * @param {number} number
   * @param {Step} step
   * @param {number} visits
   * @returns {Promise<ReviewStep>}
   */
  async decision(number, step, visits) {
    const { judge, kernel } = this;
    const { reviews } = judge.numbers;
    const judged = await judge.decision(number, step, visits);
    const [player] = step.seenBy;
    const { played, best, second } = judged;
    const loss = rounded(Math.max(best.values[player] - played.values[player], 0), 6);
    const se = rounded(judged.se, 6);
    const gap = second && rounded(best.values[player] - second.values[player], 6);
    const gapSe = second && rounded(judged.gapSe, 6);
    const first = kernel.text(step.action);
    const good = played === best && gap !== null && gapSe !== null &&
      gap >= Math.max(reviews.good, 2 * gapSe) && judge.greedy(step) !== played.action;
    const name = verdict(loss, se, judged, reviews.thresholds);
    const isError = loss > se && name !== "best" && name !== "equal";
    const because = isError
      ? explained(kernel, step.before, played, best, player, judge.explaining)
      : { why: [], kind: null };
    return {
      ...{ what: "decision", at: step.at, player, round: step.round, visits },
      ...{ values: told(played.values), verdict: name },
      ...{ proven: judged.proven, loss, se, gap, gap_se: gapSe, stake: rounded(judged.stake, 6) },
      ...{ good, played: this.#line(played, first) },
      ...{ best: this.#line(best, played === best ? first : null), ...because },
    };
  }

  /**
   * @param {Found} found
   * @param {string | null} first a move alike, as it was played
   * @returns {Line}
   */
  #line({ values, margin, line }, first) {
    let moves = line.map((action) => this.kernel.text(action));
    // What follows may name a factory that is another one then.
    if (first !== null && moves[0] !== first) moves = [first];
    return { move: moves[0], values: told(values), margin: rounded(margin, 6), line: moves };
  }

  // ── The whole ──────────────────────────────────────────────────────────────────────────────────

  /** The share of the win before the first step, and all steps: see `Reviewer._joined`. */
  #joined() {
    const { kernel, judge } = this;
    const first = this.found.find(({ visits, mean, best }) => visits && (mean ?? best));
    /** @type {number[]} */
    const start = first?.mean ?? first?.best?.values ??
      Array(this.players).fill(this.players === 1 ? 0 : 1 / this.sides);
    let now = start;
    const steps = this.found.map((each, number) => {
      const { after } = this.steps[number];
      if (!each.visits) {
        now = kernel.isOver(after) ? told(judge.objective.result(after)) : now;
        return { ...each, values: now, ...(each.what === "chance" && { mean: now }) };
      }
      now = each.values;
      return each;
    });
    return { start, steps };
  }
}

/** @param {number[]} values */
function told(values) {
  return values.map((value) => rounded(value, 6));
}

/**
 * @param {number} loss
 * @param {number} se
 * @param {Judged} judged
 * @param {Record<string, number>} thresholds
 */
function verdict(loss, se, { played, best }, thresholds) {
  if (played === best || loss === 0) return "best";
  if (loss <= se) return "equal";
  const reached = Object.keys(thresholds).filter((name) => loss >= thresholds[name]);
  return reached[reached.length - 1] ?? "equal";
}

// ── What it adds up to: see `analysis.summary` ──────────────────────────────────────────────────

const Z = 1.96,
  HALF_LOST = 0.1,
  LEAST_STAKE = 0.01,
  PARTS = 4,
  TURNING_POINTS = 3,
  LEAST_TURN = 0.05;

/** @param {ReviewStep} step */
const isOpen = ({ verdict: name }) => name !== "forced" && name !== "unknown";
/** @param {ReviewStep} step */
const isJudged = (step) => step.visits > 0 && isOpen(step);
/** @param {ReviewStep} step */
const lossOf = ({ loss, se }) => loss > se ? loss : 0;
/** @param {ReviewStep} step */
const luckOf = ({ values, mean: means }) =>
  values.map((/** @type {number} */ value, /** @type {number} */ p) => value - means[p]);

/** @param {ReviewStep[]} steps */
function turningPoints(steps) {
  const changes = steps.map((step, number) => ({ number, change: changeOf(step) }))
    .filter(({ change }) => change >= LEAST_TURN)
    .sort((a, b) => b.change - a.change || a.number - b.number);
  return changes.slice(0, TURNING_POINTS).map(({ number }) => number).sort((a, b) => a - b);
}

/** @param {ReviewStep} step */
function changeOf(step) {
  if (step.what === "decision") return isJudged(step) ? lossOf(step) : 0;
  const sure = luckOf(step).filter((/** @type {number} */ luck, /** @type {number} */ p) =>
    Math.abs(luck) > 2 * step.se[p]
  );
  return Math.max(0, ...sure.map(Math.abs));
}

/**
 * One player's game in numbers.
 * @param {{ steps: ReviewStep[], sides: number, start: number[] }} review
 * @param {number} player
 * @param {Record<string, number>} thresholds
 * @param {string[]} kinds
 */
function summary(review, player, thresholds, kinds) {
  const { steps } = review;
  const own = steps.filter((step) => step.what === "decision" && step.player === player);
  const judged = own.filter(isJudged);
  const verdicts = ["forced", "unknown", "best", "equal", ...Object.keys(thresholds)];
  return {
    player,
    errors: rate(judged),
    accuracy: accuracy(judged),
    verdicts: Object.fromEntries(verdicts.map((name) => [
      name,
      own.filter((step) => step.verdict === name && (step.visits || !isOpen(step))).length,
    ])),
    by_round: byRound(steps, judged),
    by_kind: Object.fromEntries(kinds.map((kind) => [kind, rateOf(kind, judged)])),
    good: steps.flatMap((step, number) => own.includes(step) && step.good ? [number] : []),
    identity: identity(review, player),
  };
}

/** @param {ReviewStep[]} judged */
function rate(judged) {
  const n = judged.length;
  if (!n) return { decisions: 0, rate: 0, low: 0, high: 0 };
  const losses = judged.map(lossOf), middle = mean(losses);
  const spread = sum(losses.map((loss) => (loss - middle) ** 2)) / Math.max(n - 1, 1);
  const measured = sum(judged.map(({ se }) => se ** 2)) / n;
  const half = Z * Math.sqrt((spread + measured) / n);
  const low = 1000 * Math.max(middle - half, 0);
  return { decisions: n, rate: 1000 * middle, low, high: 1000 * (middle + half) };
}

/**
 * What mistakes about something lost: in thousandths, for each real decision.
 * @param {string} kind
 * @param {ReviewStep[]} judged
 */
function rateOf(kind, judged) {
  const losses = judged.filter((step) => step.kind === kind).map(lossOf);
  return 1000 * sum(losses) / Math.max(judged.length, 1);
}

/** @param {ReviewStep[]} judged */
function accuracy(judged) {
  if (!judged.length) return null;
  const weights = judged.map(({ stake }) => Math.max(stake, LEAST_STAKE));
  const single = judged.map((step) => 100 * Math.exp(-Math.LN2 * lossOf(step) / HALF_LOST));
  return sum(weights.map((weight, i) => weight * single[i])) / sum(weights);
}

/**
 * By round; where there are none, by quarter of the game.
 * @param {ReviewStep[]} steps
 * @param {ReviewStep[]} judged
 */
function byRound(steps, judged) {
  const end = Math.max(0, ...steps.map(({ at }) => at)) + 1;
  /** @type {Map<string, ReviewStep[]>} */
  const parts = new Map();
  for (const step of judged) {
    const part = String(step.round ?? Math.floor(step.at * PARTS / end) + 1);
    parts.set(part, [...parts.get(part) ?? [], step]);
  }
  return Object.fromEntries([...parts].map(([part, of]) => [part, rate(of)]));
}

/**
 * Where the result came from.
 * @param {{ steps: ReviewStep[], sides: number, start: number[] }} review
 * @param {number} player
 */
function identity({ steps, sides, start: starts }, player) {
  let luck = 0, own = 0, partners = 0, opponents = 0, spread = 0;
  for (const step of steps) {
    if (step.what === "chance") {
      luck += step.values[player] - step.mean[player];
      spread += step.se[player] ** 2;
      continue;
    }
    const { played, best } = step;
    if (!played || !best || step.loss <= step.se) continue;
    const shift = played.values[player] - best.values[player];
    if (step.player === player) own += shift;
    else if ((step.player - player) % sides === 0) partners += shift;
    else opponents += shift;
  }
  const start = starts[player];
  const result = steps.length ? steps[steps.length - 1].values[player] : start;
  return {
    ...{ start, luck, luck_se: Math.sqrt(spread), own, partners, opponents },
    ...{ remainder: result - start - luck - own - partners - opponents, result },
  };
}
