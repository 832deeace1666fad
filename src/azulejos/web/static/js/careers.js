// How a reader is doing: rating, results and points from the games that the browser remembers, by game
// and kind. All of it is worked out anew from these, so that a game more or less changes what it should.

import { beginner, rated } from "./glicko.js";
import { outcome } from "./outcomes.js";

/** @import { Kept } from "./game_log.js" */
/** @import { Met, Standing } from "./glicko.js" */
/** @import { GameTold } from "./outcomes.js" */

/**
 * What is known of a game's levels and kinds.
 * @typedef {GameTold & {
 *   ratings: [number, number][] | null,
 *   kinds: { name: string, usual: string, labels: Record<string, string> }[],
 * }} CareerTold ratings: of the levels, with their deviations
 */

/** @typedef {{ game: Kept, standing: Standing }} Rated a game, and the rating after it */
/** @typedef {{ level: number, games: number, share: number }} Against a level: how often met, and the score */

/** Of a normal distribution 95 in 100 lie within so many deviations. */
const Z = 1.96;

/**
 * What kind of game it was: games of one kind have one rating.
 * @param {Kept} game
 * @param {CareerTold} told
 */
export function kindOf({ seats, options }, { kinds }) {
  return [seats.length, ...kinds.map(({ name, usual }) => options[name] ?? usual)].join("/");
}

/**
 * Whether a game tells how strong its reader is: alone against levels, from the beginning, without help.
 * @param {Kept} game
 */
function isRated({ seats, mine, whole, helped, has_goal, result }) {
  return Boolean(result) && whole && !helped && !has_goal && seats.length > 1 &&
    mine.length === 1 && seats.every(({ level }, seat) => seat === mine[0] || level !== null);
}

/**
 * Whom the reader met in a game: each opponent, and what came of it.
 * @param {Kept} game
 * @param {[number, number][]} ratings of the levels
 * @returns {Met[]}
 */
function metIn({ seats, mine, result, on_time: late }, ratings) {
  if (!result) return [];
  const { scores, winners } = result;
  const sides = scores.length, own = mine[0] % sides;
  const won = new Set(winners.map((seat) => seat % sides));
  /** @type {Met[]} */
  const met = [];
  seats.forEach(({ level }, seat) => {
    const side = seat % sides;
    const known = level === null ? null : ratings[level - 1];
    if (side === own || !known) return;
    // Among those who have not won, time decides, then points.
    const lost = Number(late.includes(seat)) - Number(late.includes(mine[0]));
    const ahead = won.has(own) || won.has(side)
      ? Number(won.has(own)) - Number(won.has(side))
      : lost || Math.sign(scores[own] - scores[side]);
    met.push({ rating: known[0], deviation: known[1], score: (1 + ahead) / 2 });
  });
  return met;
}

/**
 * The rating after each rated game, in their order: each is a period of Glicko-2.
 * @param {Kept[]} games the oldest first
 * @param {[number, number][] | null} ratings
 * @returns {Rated[]}
 */
export function ratingsAfter(games, ratings) {
  if (!ratings) return [];
  let standing = beginner();
  /** @type {Rated[]} */
  const found = [];
  for (const game of games) {
    const met = isRated(game) ? metIn(game, ratings) : [];
    if (!met.length) continue;
    standing = rated(standing, met);
    found.push({ game, standing });
  }
  return found;
}

/**
 * A rating with the interval that it is in, 95 times of 100.
 * @param {Standing} standing
 */
export function interval({ rating, deviation }) {
  return { rating, low: rating - Z * deviation, high: rating + Z * deviation };
}

/**
 * The level whose rating is nearest, from 1.
 * @param {[number, number][]} ratings
 * @param {number} rating
 */
export function nearestLevel(ratings, rating) {
  const apart = ratings.map(([level]) => Math.abs(level - rating));
  return 1 + apart.indexOf(Math.min(...apart));
}

/**
 * Scores of games that were won, shared or lost, with their share of wins and its 95 % interval
 * (Wilson's); null where there are none.
 * @param {Kept[]} games
 */
export function results(games) {
  const shares = games.map(outcome).filter((share) => share !== null);
  if (!shares.length) return null;
  const n = shares.length;
  const share = shares.reduce((all, one) => all + one, 0) / n;
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = Z * Math.sqrt(share * (1 - share) / n + Z ** 2 / (4 * n ** 2)) / (1 + Z ** 2 / n);
  return {
    games: n,
    won: shares.filter((one) => one === 1).length,
    shared: shares.filter((one) => one > 0 && one < 1).length,
    lost: shares.filter((one) => one === 0).length,
    share,
    low: Math.max(0, middle - half),
    high: Math.min(1, middle + half),
  };
}

/**
 * How often each level was met in games of one's own seat, and the score against it.
 * @param {Kept[]} games
 * @returns {Against[]}
 */
export function againstLevels(games) {
  /** @type {Map<number, { games: number, score: number }>} */
  const found = new Map();
  for (const game of games) {
    if (outcome(game) === null || !game.result) continue;
    // Ratings play no part in the scores, so that any will do.
    const levels = new Set(game.seats.map(({ level }) => level).filter((level) => level !== null));
    for (const level of levels) {
      const met = metIn(
        {
          ...game,
          seats: game.seats.map((seat) => seat.level === level ? seat : { ...seat, level: null }),
        },
        Array.from({ length: level }, () => [0, 0]),
      );
      if (!met.length) continue;
      const before = found.get(level) ?? { games: 0, score: 0 };
      const score = met.reduce((all, one) => all + one.score, 0) / met.length;
      found.set(level, { games: before.games + 1, score: before.score + score });
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([level, { games: n, score }]) => ({
    level,
    games: n,
    share: score / n,
  }));
}

/**
 * A reader's own points in a game; null where there are none, or they were for several seats.
 * @param {Kept} game
 */
export function ownPoints({ result, mine, has_goal }) {
  if (!result || mine.length !== 1 || has_goal) return null;
  return result.scores[mine[0] % result.scores.length];
}

/** @param {number[]} values */
export function mean(values) {
  return values.reduce((all, value) => all + value, 0) / values.length;
}

/**
 * The error rate over several reviews: a real decision counts the same in each.
 * @param {{ rate: number, decisions: number }[]} reviews
 */
export function errorRate(reviews) {
  const decisions = reviews.reduce((all, one) => all + one.decisions, 0);
  const lost = reviews.reduce((all, one) => all + one.rate * one.decisions, 0);
  return decisions ? lost / decisions : null;
}

/**
 * Means over the last few of a list, at each of its places.
 * @param {number[]} values
 * @param {number} [last]
 */
export function movingMeans(values, last = 10) {
  return values.map((_value, place) =>
    mean(values.slice(Math.max(0, place + 1 - last), place + 1))
  );
}
