import assert from "node:assert/strict";
import { document } from "./page.js";

const words = document.getElementById("text");
assert(words);
words.textContent = JSON.stringify({ language: "en", messages: {} });
const { rated } = await import("js/glicko.js");
const log = await import("js/puzzle_log.js");
const { changed } = await import("js/puzzle.js");

/** @returns {import("js/puzzle_log.js").Log} */
const empty = () => ({ format: "azulejos puzzle log", version: 1, games: {}, days: [] });

/** @type {import("js/puzzle_log.js").Index} */
const index = {
  game: "azul",
  levels: [1100, 1500, 1900],
  kinds: ["2"],
  themes: ["denial", "ending"],
  puzzles: Array.from(
    { length: 30 },
    (_, n) => [`p${n}`, 1000 + 40 * ((n * 7) % 30), 100, 0, [n % 2]],
  ),
};

Deno.test("Glicko-2 gives what its paper's example gives", () => {
  const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  assert(Math.abs(after.rating - 1464.06) < 0.05);
  assert(Math.abs(after.deviation - 151.52) < 0.05);
  assert(Math.abs(after.volatility - 0.05999) < 0.00005);
});

Deno.test("a first try counts, a second does not", () => {
  const own = empty();
  const puzzle = { id: "p1", rating: 1500, deviation: 100 };
  log.note(own, "azul", puzzle, true);
  const once = structuredClone(own);
  assert(own.games.azul.rating > 1550 && own.games.azul.deviation < 350);
  log.note(own, "azul", puzzle, false);
  assert.deepEqual(own, once);
  log.note(own, "azul", { ...puzzle, id: "p2" }, false);
  assert(own.games.azul.rating < once.games.azul.rating);
  assert.deepEqual(own.games.azul.results, { p1: 1, p2: 0 });
  assert.deepEqual(log.ofGame(own, "azuleo").results, {});
});

Deno.test("a deviation stays what it may be after hundreds of tries", () => {
  const own = empty();
  for (let n = 0; n < 300; n++) {
    log.note(own, "azul", { id: `p${n}`, rating: 1500, deviation: 60 }, n % 2 === 0);
  }
  const { rating, deviation } = own.games.azul;
  assert(Math.abs(rating - 1500) < 100 && deviation >= 45 && deviation < 120);
});

Deno.test("days in a row end today or yesterday", () => {
  const own = empty();
  assert.equal(log.streak(own, 100), 0);
  for (const day of [95, 97, 98, 99, 99]) log.noteDay(own, day);
  assert.deepEqual(own.days, [95, 97, 98, 99]);
  assert.equal(log.streak(own, 100), 3);
  log.noteDay(own, 100);
  assert.equal(log.streak(own, 100), 4);
  assert.equal(log.streak(own, 102), 0);
});

Deno.test("a day is the reader's own", () => {
  assert.equal(log.dayNumber(new Date(1970, 0, 1, 0, 5)), 0);
  assert.equal(log.dayNumber(new Date(2026, 10, 19, 23, 59)), 20776);
});

Deno.test("the puzzle of the day gets harder from Monday to Sunday, and is another each week", () => {
  const of = new Map(index.puzzles.map(([id, rating]) => [id, rating]));
  const monday = 20776 - 3; // 2026-11-16
  const week = Array.from({ length: 7 }, (_, n) => of.get(log.ofTheDay(index, monday + n)) ?? 0);
  assert.deepEqual(week, week.toSorted((a, b) => a - b));
  assert.notEqual(log.ofTheDay(index, monday), log.ofTheDay(index, monday + 7));
  // The same as `puzzle_view.of_the_day`: tests/web/test_puzzles.py has these, too.
  assert.equal(log.ofTheDay(index, 20776), "p28");
  assert.equal(log.ofTheDay(index, 20777), "p11");
});

Deno.test("the next puzzle is of the theme, new, and about as hard as the reader is good", () => {
  const own = empty();
  /** @type {string[]} */
  const tried = [];
  for (let found; (found = log.next(index, own, "ending"));) {
    const row = index.puzzles.find(([id]) => id === found);
    assert(row && row[4].includes(1) && !tried.includes(found));
    if (!tried.length) assert(Math.abs(row[1] - 1500) <= 500);
    tried.push(found);
    log.note(own, "azul", { id: found, rating: row[1], deviation: 100 }, true);
  }
  assert.equal(tried.length, 15);
  assert.notEqual(log.next(index, own, ""), null);
});

Deno.test("a level is reached by who solves puzzles as well", () => {
  assert.deepEqual([1000, 1490, 1500, 2500].map((n) => log.levelReached(index.levels, n)), [
    0,
    1,
    2,
    3,
  ]);
});

Deno.test("a log goes through a file, and what is none is refused", () => {
  const own = empty();
  log.note(own, "azul", { id: "p1", rating: 1500, deviation: 100 }, true);
  log.noteDay(own, 5);
  assert.deepEqual(log.read(JSON.stringify(own)), own);
  const wrong = ["", "{}", "[]", "null", '{"format":"azulejos puzzle log","version":2}'];
  const games = { azul: { rating: "x", deviation: 1, volatility: 1, results: {} } };
  for (const text of [...wrong, JSON.stringify({ ...own, games })]) {
    assert.equal(log.read(text), null, text);
  }
});

Deno.test("a position is what was, with its changes", () => {
  const before = { a: [1, { b: 2 }], c: null, d: "x" };
  const after = changed(before, { a: { 1: { b: { "=": [3] } } }, c: { "=": { e: 1 } } });
  assert.deepEqual(after, { a: [1, { b: [3] }], c: { e: 1 }, d: "x" });
  assert.deepEqual(before, { a: [1, { b: 2 }], c: null, d: "x" });
  assert.deepEqual(changed(before, {}), before);
});
