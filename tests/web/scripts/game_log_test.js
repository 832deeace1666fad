import assert from "node:assert/strict";
import { document } from "./page.js";

/** @import { Told } from "js/game_log.js" */

const words = document.getElementById("text");
assert(words);
words.textContent = JSON.stringify({ language: "en", messages: {} });
const log = await import("js/game_log.js");
const { refresh, sorted } = await import("js/my_games.js");
const { opponents, outcome, resultText } = await import("js/outcomes.js");

/** @param {number | null} level */
const seat = (level, name = "") => ({
  kind: level === null ? "me" : "bot",
  name,
  level,
  taken: true,
  open: false,
  mine: level === null,
  online: true,
  hints: 0,
});

/**
 * A game against a bot, as a host tells of it.
 * @param {string} id
 * @param {Partial<Told>} [other]
 * @returns {Told}
 */
const table = (id, other = {}) => ({
  id,
  version: 3,
  game: "azul",
  options: { players: 2 },
  chance: "auto",
  seats: [seat(null), seat(4)],
  mine: [0],
  turn: 0,
  entries: 3,
  has_goal: false,
  result: null,
  on_time: [],
  date: "2026-11-19",
  ...other,
});

/**
 * @param {number[]} scores
 * @param {number[]} winners
 */
const ended = (scores, winners) => ({ scores, winners, order: [0, 1], ties: null });
const told = { title: "Azul", levels: { 4: "Layer" } };

/**
 * @param {string} name
 * @param {() => void | Promise<void>} work
 */
function test(name, work) {
  Deno.test(name, () => {
    localStorage.clear();
    return work();
  });
}

test("a game is remembered as it stands, and how it ended", () => {
  log.note(table("a"));
  log.note(table("watched", { mine: [] }));
  assert.deepEqual(log.games().map(({ id }) => id), ["a"]);
  const { changed } = log.games()[0];
  log.note(table("a")); // looked at, and nothing has happened
  assert.equal(log.find("a")?.changed, changed);
  log.note(table("a", { version: 9, entries: 8, turn: null, result: ended([60, 52], [0]) }));
  const kept = log.find("a");
  assert(kept?.result && kept.whole && !kept.helped);
  assert.deepEqual(kept.result, { scores: [60, 52], winners: [0] });
  assert.equal(resultText(kept, told), "Won 60\u00a0: 52");
  assert.equal(opponents(kept, told), "Layer");
});

test("help is remembered, and what began elsewhere", () => {
  log.note(table("hints", { seats: [{ ...seat(null), hints: 2 }, seat(4)] }));
  log.note(table("undo"), { helped: true });
  log.note(table("undo", { version: 7 }));
  log.note(table("branch", { version: 1, entries: 20 }));
  log.note(table("real", { chance: "manual" }));
  assert(log.find("hints")?.helped && log.find("undo")?.helped);
  assert(!log.find("branch")?.whole && !log.find("real")?.whole);
});

test("running games come first, one's own turn before others", () => {
  log.note(table("theirs", { turn: 1, changed: 5 }));
  log.note(table("over", { result: ended([1, 2], [1]), turn: null, changed: 9 }));
  log.note(table("yours", { changed: 2 }));
  const { running, finished } = sorted();
  assert.deepEqual(running.map(({ id }) => id), ["yours", "theirs"]);
  assert.deepEqual(finished.map(({ id }) => id), ["over"]);
});

test("what is off the list stays off, until it is opened again", () => {
  log.note(table("a"));
  log.hide("a");
  log.note(table("a", { version: 4 }));
  assert.deepEqual(log.games(), []);
  log.note(table("a", { version: 4 }), { opened: true });
  assert.deepEqual(log.games().map(({ id }) => id), ["a"]);
});

test("a list from the host drops running games that are gone, if it is complete", async () => {
  log.note(table("gone"));
  log.note(table("won", { result: ended([3, 2], [0]), turn: null }));
  const source = {
    look: () => Promise.resolve({ tables: [table("new")], complete: false }),
    addressOf: () => null,
    reviewOf: () => null,
    forget: () => Promise.resolve(),
    deletes: () => false,
  };
  await refresh(source);
  assert.equal(log.games().length, 3);
  await refresh({ ...source, look: () => Promise.resolve({ tables: [], complete: true }) });
  assert.deepEqual(log.games().map(({ id }) => id), ["won"]);
});

test("how a game ended is said for one, two, several and teams", () => {
  /** @param {Partial<Told>} other */
  const share = (other) => {
    log.note(table("x", { turn: null, version: Math.floor(Math.random() * 1e9), ...other }));
    const kept = log.find("x");
    assert(kept);
    return [outcome(kept), resultText(kept, told)];
  };
  assert.deepEqual(share({ result: ended([50, 50], [0, 1]) }), [0.5, "Shared 50\u00a0: 50"]);
  assert.deepEqual(share({ result: ended([40, 50], [1]) }), [0, "Lost 40\u00a0: 50"]);
  const teams = { seats: [seat(4), seat(null), seat(4), seat(4)], mine: [1] };
  assert.deepEqual(share({ ...teams, result: ended([40, 50], [1, 3]) }), [1, "Won 50\u00a0: 40"]);
  const alone = { seats: [seat(null)] };
  assert.deepEqual(share({ ...alone, result: ended([1], [0]) }), [null, "1 point"]);
  const goal = { ...alone, has_goal: true };
  assert.deepEqual(share({ ...goal, result: ended([0], [0]) }), [1, "Goal reached"]);
  assert.deepEqual(share({ ...goal, result: ended([0], []) }), [0, "Goal missed"]);
  const both = { seats: [seat(null, "Ann"), seat(null, "Bo")], mine: [0, 1] };
  assert.deepEqual(share({ ...both, result: ended([4, 6], [1]) }), [null, "Bo won"]);
});

test("a file brings games to another browser, once", () => {
  log.note(table("a", { result: ended([60, 52], [0]), turn: null }));
  const summary = { errors: { rate: 31.5, decisions: 40 }, identity: { luck: -0.12 } };
  log.noteReview("a", { summaries: [summary, { ...summary, identity: { luck: 0.12 } }] });
  const file = log.written();
  localStorage.clear();
  assert.equal(log.merge(log.read(file)), 1);
  assert.equal(log.merge(log.read(file)), 0);
  const [game] = log.games();
  assert(game.elsewhere);
  assert.deepEqual(game.review, { rate: 31.5, decisions: 40, luck: -0.12 });
  assert.equal(log.written(), log.written());
});

test("a bad file is refused, and says which game is wrong", () => {
  log.note(table("a"));
  const file = JSON.parse(log.written());
  for (const text of ["", "null", "[]", "{}", "1", JSON.stringify({ ...file, version: 2 })]) {
    assert.throws(() => log.read(text), log.Unreadable, text);
  }
  const wrong = [
    null,
    { ...file.games[0], seats: [] },
    { ...file.games[0], mine: [7] },
    { ...file.games[0], changed: "now" },
    { ...file.games[0], id: "x".repeat(1000) },
    { ...file.games[0], result: { scores: ["<b>"], winners: [] } },
    { ...file.games[0], review: { rate: "high", decisions: 1, luck: 0 } },
  ];
  for (const game of wrong) {
    const text = JSON.stringify({ ...file, games: [file.games[0], game] });
    assert.throws(() => log.read(text), { number: 2 }, JSON.stringify(game));
  }
  localStorage.setItem("azulejos.game.broken", "{");
  assert.deepEqual(log.games().map(({ id }) => id), ["a"]);
});
