// Which levels somebody plays like: as `analysis.like_levels` has it, by the rates that it has measured.

/** @import { Decision, Rate, Review } from "./reviewing.js" */

/** @typedef {{ visits: number, rates: Rate[], bounds: Bounds }} LevelRates by level, the first being level 1 */
/** @typedef {{ nearest: number, first: number, last: number }} Likeness */

/**
 * By which numbers games are compared; `like_levels` says why.
 * @typedef {object} Bounds
 * @property {number} factor by which visits may differ
 * @property {number} decided the share of the win from which a game is decided
 * @property {number} most_decided of all decisions
 * @property {number} times that one player errs more than an equal
 */

const Z = 1.96;

/** The standard error in an interval; its upper half, since the lower one ends at 0. @param {Rate} rate */
function errorOf({ rate, high }) {
  return (high - rate) / Z;
}

/**
 * The rates of the levels, if they are of such games and of such reviews.
 * @param {Review} review
 * @param {LevelRates | null} known
 */
function alike({ players, visits }, known) {
  if (!known || players !== 2) return [];
  const times = visits / known.visits;
  return times >= 1 / known.bounds.factor && times <= known.bounds.factor ? known.rates : [];
}

/**
 * Why a game says little of its players' levels, which are measured between equals; null: it says as much
 * as any, or levels are not to be told of it anyway.
 * @param {Review} review
 * @param {LevelRates | null} known
 * @returns {"decided" | "unequal" | null}
 */
export function whyUnlike(review, known) {
  if (!known || !alike(review, known).length) return null;
  const { decided: sure, most_decided: most, times } = known.bounds;
  const judged =
    /** @type {Decision[]} */ (review.steps.filter((step) =>
      step.what === "decision" && step.visits && !["forced", "unknown"].includes(step.verdict)
    ));
  const decided = judged.filter(({ best, player }) => {
    const value = best?.values[player] ?? 0.5;
    return value < 1 - sure || value > sure;
  });
  if (decided.length > most * judged.length) return "decided";
  const [less, more] = review.summaries.map(({ errors }) => errors).sort((a, b) => a.rate - b.rate);
  const isSure = more.rate - less.rate > Z * Math.hypot(errorOf(less), errorOf(more));
  return isSure && more.rate >= times * less.rate ? "unequal" : null;
}

/**
 * The levels that a player's error rate fits: those it does not differ from for sure; else the one or two
 * whose rates are nearest. Null where that cannot be compared.
 * @param {Review} review
 * @param {number} player
 * @param {LevelRates | null} known
 * @returns {Likeness | null}
 */
export function levelsLike(review, player, known) {
  const rates = whyUnlike(review, known) ? [] : alike(review, known);
  const own = review.summaries[player].errors;
  if (!own.decisions || !rates.length) return null;
  const levels = rates.map((_rate, n) => n + 1);
  const away = (/** @type {number} */ level) => Math.abs(rates[level - 1].rate - own.rate);
  let fit = levels.filter((level) =>
    away(level) <= Z * Math.hypot(errorOf(own), errorOf(rates[level - 1]))
  );
  if (!fit.length) {
    const weaker = levels.filter((level) => rates[level - 1].rate > own.rate);
    const stronger = levels.filter((level) => rates[level - 1].rate <= own.rate);
    fit = [...weaker.slice(-1), ...stronger.slice(0, 1)];
  }
  const nearest = fit.reduce((a, b) => away(b) < away(a) ? b : a);
  return { nearest, first: Math.min(...fit), last: Math.max(...fit) };
}
