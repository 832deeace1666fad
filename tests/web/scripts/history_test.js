import assert from "node:assert/strict";
import { clear, fire, put } from "./page.js";
import { entries, Stub, tableAfter } from "./table_stub.js";
import { GameHistory } from "js/history.js";

/** @import { TableShown } from "js/types.js" */

/**
 * The history of a game of so many entries.
 * @param {number} count
 * @param {Partial<TableShown>} [other]
 */
function historyOf(count, other) {
  clear();
  put({ slider: "input", "history-tools": "div", "branch-dialog": "dialog", "to-now": "button" });
  put({ "step-back": "button", "step-on": "button", branch: "button", "branch-seats": "div" });
  put({ moves: "ol", "explore-here": "a" });
  const stub = new Stub(tableAfter(count, other));
  stub.answers["/positions/"] = (path) => {
    const n = Number(path.split("/")[2]);
    return { n, position: { after: n }, scores: [0, 0], move: n ? entries(n, n)[0] : null };
  };
  return { stub, history: new GameHistory(stub.controller) };
}

/** @param {string} id */
function byId(id) {
  const element = document.getElementById(id);
  assert(element);
  return /** @type {HTMLInputElement & HTMLDialogElement} */ (element);
}

/** @param {number} n */
function event(n) {
  const nothing = { seat: null, url: null, facts: [], table: null };
  return { ...entries(n, n)[0], version: n, type: /** @type {const} */ ("move"), ...nothing };
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("the slider stands at the end of the game", () => {
  const { history } = historyOf(12);
  assert.deepEqual([byId("slider").max, byId("slider").value], ["12", "12"]);
  assert(!history.isShown);
  assert(byId("history-tools").hidden);
  assert(byId("step-on").disabled);
});

Deno.test("an earlier position is asked for, drawn and told", async () => {
  const { history, stub } = historyOf(12);
  byId("step-back").click();
  await soon();
  assert.deepEqual(stub.asked, [{ path: "/positions/11" }]);
  assert.deepEqual(stub.drawn, [11]);
  assert.deepEqual(stub.messages, ["move 11"]);
  assert(history.isShown);
  assert(!byId("history-tools").hidden);
  assert.equal(byId("slider").getAttribute("aria-valuetext"), "After move 11 of 12");
});

Deno.test("the start of the game has no move to tell", async () => {
  const { history, stub } = historyOf(2);
  await history.go(-3);
  assert.deepEqual(stub.drawn, [0]);
  assert.deepEqual(stub.messages, []);
  assert(byId("step-back").disabled);
});

Deno.test("back at the end, the table's own position is drawn at once", async () => {
  const { history, stub } = historyOf(12);
  await history.go(3);
  byId("to-now").click();
  assert.deepEqual(stub.drawn, [3, 12]);
  assert(!history.isShown);
});

Deno.test("who moves the slider quickly is shown where it stops", async () => {
  const { history, stub } = historyOf(12);
  const first = history.go(3);
  history.go(4);
  history.go(5);
  await first;
  assert.deepEqual(stub.asked.map(({ path }) => path), ["/positions/3", "/positions/5"]);
  assert.deepEqual(stub.drawn, [5]);
});

Deno.test("who goes back to the end meanwhile stays there", async () => {
  const { history, stub } = historyOf(12);
  const first = history.go(3);
  history.go(12);
  await first;
  assert.deepEqual(stub.drawn, [12]);
});

Deno.test("a position that cannot be had is told", async () => {
  const { history, stub } = historyOf(12);
  stub.answers = {};
  await history.go(3);
  assert.deepEqual(stub.messages, ["The service does not answer. Please try again."]);
  stub.answers["/positions/"] = () => ({ n: 2, position: { after: 2 }, move: null });
  await history.go(2); // it can be tried again
  assert.deepEqual(stub.drawn, [2]);
});

Deno.test("the game goes on while an earlier position is shown", async () => {
  const { history } = historyOf(12);
  await history.go(3);
  history.note(event(13));
  assert.deepEqual([history.now, history.entries, byId("slider").max], [3, 13, "13"]);
  history.note(event(13)); // known
  assert.equal(history.entries, 13);
});

Deno.test("an undo takes back what is shown, too", async () => {
  const { history } = historyOf(12);
  await history.go(8);
  history.cut(5);
  assert.deepEqual([history.isShown, history.entries], [false, 5]);
});

Deno.test("only who plays goes on from a running game, and only where nothing is hidden", () => {
  const result = { scores: [3, 1], winners: [0], order: [0, 1], ties: null };
  assert(historyOf(5).history.mayBranch);
  assert(!historyOf(5, { mine: [] }).history.mayBranch);
  assert(!historyOf(5, { has_secrets: true }).history.mayBranch);
  assert(historyOf(5, { has_secrets: true, mine: [], result }).history.mayBranch);
});

Deno.test("a branch is set up with those who were chosen", async () => {
  const { history, stub } = historyOf(12);
  /** @type {string[]} */
  const visited = [];
  Object.assign(globalThis, {
    location: { assign: (/** @type {string} */ url) => visited.push(url) },
  });
  Object.assign(globalThis, {
    Option: class {
      constructor() {
        return document.createElement("option");
      }
    },
  });
  stub.answers["/branch"] = () => ({ url: "/t/xyz" });
  await history.go(4);
  byId("branch").click();
  byId("branch-0").value = "me";
  byId("branch-1").value = "5";
  fire(byId("branch-dialog"), "close"); // cancelled
  await soon();
  assert.deepEqual(visited, []);
  byId("branch-dialog").close("go");
  await soon();
  assert.deepEqual(stub.asked.at(-1), {
    path: "/branch",
    body: { at: 4, seats: [{ kind: "me", name: "Ana" }, { kind: "bot", level: 5 }] },
  });
  assert.deepEqual(visited, ["/t/xyz"]);
});
