import assert from "node:assert/strict";
import { document } from "./page.js";

/** @import { Kept } from "js/game_log.js" */
/** @import { CareerTold } from "js/careers.js" */

const words = document.getElementById("text");
assert(words);
words.textContent = JSON.stringify({ language: "en", messages: {} });
const careers = await import("js/careers.js");

/** @param {number | null} level */
const seat = (level) => ({ name: "", level, taken: true });

/**
 * @param {number[]} scores
 * @param {number[]} winners
 * @param {Partial<Kept>} [other]
 * @returns {Kept}
 */
const game = (scores, winners, other = {}) => ({
  id: "x",
  version: 40,
  game: "azul",
  options: { players: 2 },
  seats: [seat(null), seat(1)],
  mine: [0],
  turn: null,
  entries: 40,
  has_goal: false,
  result: { scores, winners },
  on_time: [],
  date: null,
  changed: 0,
  whole: true,
  helped: false,
  review: null,
  ...other,
});
/** @type {[number, number][]} */
const ratings = [[1300, 40], [1500, 0], [1700, 40]];
/** @type {CareerTold} */
const told = {
  title: "Azul",
  levels: {},
  ratings,
  kinds: [{ name: "wall", usual: "coloured", labels: { grey: "Grey" } }],
};

Deno.test("a kind is the number of players and what makes it another game", () => {
  assert.equal(careers.kindOf(game([1, 2], [1]), told), "2/coloured");
  assert.equal(careers.kindOf(game([1, 2], [1], { options: { wall: "grey" } }), told), "2/grey");
  const three = game([1, 2, 3], [2], { seats: [seat(null), seat(1), seat(2)] });
  assert.equal(careers.kindOf(three, told), "3/coloured");
});

/** @param {Kept} one */
const isRated = (one) => careers.ratingsAfter([one], ratings).length === 1;

Deno.test("rated are whole games of one's own against levels, without help", () => {
  assert(isRated(game([1, 2], [1])));
  for (
    const other of [
      { helped: true },
      { whole: false },
      { result: null },
      { mine: [0, 1] },
      { seats: [seat(null), seat(null)] },
      { seats: [seat(null)] },
    ]
  ) assert(!isRated(game([1, 2], [1], other)), JSON.stringify(other));
});

Deno.test("each opponent is met: by the win, and among those who have not won by points", () => {
  const seats = [seat(null), seat(1), seat(2), seat(3)];
  /** @param {Kept} one */
  const against = (one) => careers.againstLevels([one]).map(({ level, share }) => [level, share]);
  const fourth = against(game([40, 30, 50, 40], [2], { seats }));
  assert.deepEqual(fourth, [[1, 1], [2, 0], [3, 0.5]]);
  assert.deepEqual(against(game([40, 40], [0, 1])), [[1, 0.5]]);
  // In teams one's partner is none.
  assert.deepEqual(against(game([40, 50], [0, 2], { seats })), [[1, 1], [3, 1]]);
});

Deno.test("the rating comes near that of the level one is as good as, and gets surer", () => {
  const even = Array.from(
    { length: 60 },
    (_, n) => game(n % 2 ? [9, 1] : [1, 9], [n % 2 ? 0 : 1], { seats: [seat(null), seat(3)] }),
  );
  const after = careers.ratingsAfter(even, ratings);
  assert.equal(after.length, 60);
  const { rating, deviation } = after[59].standing;
  assert(Math.abs(rating - 1700) < 80, String(rating));
  assert(deviation < 70 && after[0].standing.deviation > 200);
  assert.equal(careers.nearestLevel(ratings, rating), 3);
  const { low, high } = careers.interval(after[59].standing);
  assert(low < 1700 && 1700 < high);
  assert.deepEqual(careers.ratingsAfter(even, null), []);
});

Deno.test("wins are counted, with the share that they may come from", () => {
  const games = [game([2, 1], [0]), game([2, 2], [0, 1]), game([1, 2], [1]), game([3, 1], [0])];
  const found = careers.results(games);
  assert(found);
  const { won, shared, lost, share, low, high } = found;
  assert.deepEqual([won, shared, lost, share], [2, 1, 1, 0.625]);
  assert(low > 0.2 && low < 0.25 && high > 0.9 && high < 0.95, `${low} ${high}`);
  assert.equal(careers.results([game([1], [0], { seats: [seat(null)] })]), null);
});

Deno.test("levels are told apart, also where several are met at once", () => {
  const three = { seats: [seat(null), seat(1), seat(3)] };
  const games = [game([2, 1], [0]), game([1, 2], [1]), game([5, 9, 1], [1], three)];
  assert.deepEqual(careers.againstLevels(games), [
    { level: 1, games: 3, share: 1 / 3 },
    { level: 3, games: 1, share: 1 },
  ]);
});

Deno.test("points, means and error rates", () => {
  assert.equal(careers.ownPoints(game([7, 9], [1])), 7);
  assert.equal(careers.ownPoints(game([7, 9], [1], { mine: [0, 1] })), null);
  assert.deepEqual(careers.movingMeans([2, 4, 6, 8], 2), [2, 3, 5, 7]);
  assert.equal(careers.errorRate([{ rate: 10, decisions: 30 }, { rate: 40, decisions: 10 }]), 17.5);
  assert.equal(careers.errorRate([]), null);
});
