import assert from "node:assert/strict";
import { clear, fire, put } from "./page.js";
import { entries, Stub, tableAfter } from "./table_stub.js";
import { MoveList } from "js/moves.js";

/**
 * The list of a game of so many entries, of which the newest are known.
 * @param {number} count
 */
function listOf(count) {
  clear();
  put({ moves: "ol" });
  const stub = new Stub(tableAfter(count));
  stub.answers["/entries?after="] = (path) => {
    const after = Number(path.split("=")[1]);
    return { version: count, entries: count, moves: entries(after + 1, after + 50) };
  };
  /** @type {number[]} */
  const chosen = [];
  const list = new MoveList(stub.controller, (n) => chosen.push(n));
  list.set(stub.table.moves, count);
  return { stub, list, chosen };
}

/** The numbers of the entries that are listed. */
function listed() {
  return [...document.querySelectorAll("li button")].map((button) =>
    Number(button.getAttribute("data-n"))
  );
}

/** @param {number} n */
function entry(n) {
  const button = document.querySelector(`[data-n="${n}"]`);
  assert(button);
  return button;
}

/** @param {number} from @param {number} to */
function numbers(from, to) {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

Deno.test("the newest entries are listed, each with who and what", () => {
  const { list } = listOf(60);
  assert.deepEqual(listed(), numbers(11, 60));
  assert.equal(entry(60).textContent, "Ana move 60");
  assert.equal(entry(59).textContent, "Bo move 59");
  assert.equal(list.earlier.hidden, false);
  assert.equal(list.later.hidden, true);
});

Deno.test("an entry that is chosen is told", () => {
  const { chosen } = listOf(3);
  fire(entry(2).firstChild, "click");
  fire(document.getElementById("moves"), "click");
  assert.deepEqual(chosen, [2]);
});

Deno.test("a round begins with its name, once", () => {
  const { list } = listOf(0);
  list.set(entries(1, 4).map((move) => ({ ...move, round: move.n < 3 ? 1 : 2 })), 4);
  assert.deepEqual([...document.querySelectorAll("h3")].map((one) => one.textContent), [
    "Round 1",
    "Round 2",
  ]);
});

Deno.test("what an entry gave stands beside it", () => {
  const { list } = listOf(0);
  list.set([{ ...entries(1, 1)[0], points: [2, 5] }], 1);
  assert.equal(entry(1).textContent, "Bo move 1 2, 5");
});

Deno.test("a new entry is added, and the list stays as short as it may be", () => {
  const { list } = listOf(50);
  for (const move of entries(51, 260)) list.note(move);
  assert.equal(list.entries, 260);
  assert.deepEqual(listed(), numbers(61, 260));
});

Deno.test("earlier entries are asked for when they are looked at, and joined to those beside", async () => {
  const { list, stub } = listOf(120);
  await list.reveal(70);
  assert.deepEqual(stub.asked, [{ path: "/entries?after=50" }]);
  assert.deepEqual(listed(), numbers(51, 120));
  await list.reveal(60); // known by now
  assert.equal(stub.asked.length, 1);
});

Deno.test("a part that is far away is listed alone, and new entries wait", async () => {
  const { list } = listOf(400);
  await list.reveal(10);
  assert.deepEqual(listed(), numbers(1, 50));
  assert.deepEqual([list.earlier.hidden, list.later.hidden], [true, false]);
  list.note(entries(401, 401)[0]);
  assert.deepEqual(listed(), numbers(1, 50));
  assert.equal(list.entries, 401);
});

Deno.test("of many wishes while a part is loaded, the last one counts", async () => {
  const { list, stub } = listOf(400);
  const first = list.reveal(10);
  list.reveal(110);
  list.reveal(210);
  await first;
  assert.deepEqual(stub.asked.map(({ path }) => path), ["/entries?after=0", "/entries?after=200"]);
  assert.deepEqual(listed(), numbers(201, 250));
});

Deno.test("a part that cannot be had is told, and the list stays", async () => {
  const { list, stub } = listOf(400);
  stub.answers = {};
  await list.reveal(10);
  assert.deepEqual(listed(), numbers(351, 400));
  assert.deepEqual(stub.messages, ["The service does not answer. Please try again."]);
});

Deno.test("entries that are taken back are gone", () => {
  const { list } = listOf(60);
  list.cut(58);
  assert.deepEqual(listed(), numbers(11, 58));
  list.note({ ...entries(59, 59)[0], text: "another" });
  assert.equal(entry(59).textContent, "Bo another");
});

Deno.test("an undo past all that is listed lists what comes before", async () => {
  const { list } = listOf(400);
  list.cut(120);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(listed(), numbers(101, 120));
});

Deno.test("the entry that is looked at is marked, and Tab reaches it", () => {
  const { list } = listOf(20);
  list.mark(7);
  assert.equal(entry(7).getAttribute("aria-current"), "step");
  list.mark(9);
  assert.equal(document.querySelectorAll("[aria-current]").length, 1);
  const reached = [...document.querySelectorAll("li button")].filter((one) =>
    one.getAttribute("tabindex") === "0"
  );
  assert.deepEqual(reached, [entry(9)]);
});

Deno.test("arrows go through the list, beyond what is listed, too", async () => {
  listOf(120);
  const pressed = fire(entry(72).firstChild, "keydown", { key: "ArrowUp" });
  assert(pressed.defaultPrevented);
  assert.equal(document.activeElement, entry(71));
  fire(entry(71), "keydown", { key: "ArrowUp" });
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(document.activeElement, entry(70));
  fire(entry(120), "keydown", { key: "ArrowDown" });
  assert.equal(document.activeElement, entry(70)); // there is none after the last
  assert(!fire(entry(71), "keydown", { key: "a" }).defaultPrevented);
});
