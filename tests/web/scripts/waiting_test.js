import assert from "node:assert/strict";
import { clear, put } from "./page.js";
import { Stub, tableAfter } from "./table_stub.js";
import { FakeTime } from "./time.js";
import { Filling } from "games/azuleo/web/filling.js";
import { Preparing, whilePreparing } from "js/preparing.js";
import { Refused } from "js/host.js";

/** @import { GameReadiness } from "js/types.js" */

/**
 * How far a game of two levels is.
 * @param {number} step
 * @returns {GameReadiness}
 */
function readiness(step) {
  return {
    rules: step > 1,
    levels: [step > 1, step > 2],
    stage: step > 2 ? null : "rules",
    step,
    steps: 2,
    needs: [1, 2],
    share: 0.5,
  };
}

/**
 * Answer the question how far the games are, one answer after the other.
 * @param {(GameReadiness | null)[]} answers null: the service does not answer
 */
function preparing(...answers) {
  return () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return next ? Promise.resolve(next) : Promise.reject(new Error());
  };
}

Deno.test("a game is looked at until it is as far as it has to be", async () => {
  const look = preparing(readiness(1), null, readiness(1), readiness(2));
  using time = new FakeTime();
  /** @type {(number | null)[]} */
  const seen = [];
  await time.until(
    whilePreparing(look, ({ rules }) => rules, (now) => seen.push(now && now.step)),
  );
  assert.deepEqual(seen, [1, 1, null]);
});

Deno.test("nobody looks any longer when nobody waits", async () => {
  using time = new FakeTime();
  let looks = 0;
  await time.until(
    whilePreparing(preparing(readiness(1)), () => false, () => looks++, () => looks < 3),
  );
  assert.equal(looks, 3);
});

Deno.test("a bot that cannot move yet says why, until it can", async () => {
  clear();
  put({ preparing: "div", "preparing-text": "p", "preparing-bar": "progress" });
  const [me] = tableAfter(0).seats;
  const bot = { ...me, name: "Bot", level: 2, mine: false };
  const stub = new Stub(tableAfter(0, { seats: [me, bot], turn: 1, thinking: true }));
  const shown = new Preparing(stub.controller);
  stub.answers["/ready"] = preparing(readiness(2), readiness(3));
  using time = new FakeTime();
  const looked = shown.look();
  await time.pass(1);
  assert(!shown.line.hidden);
  assert.match(shown.text.textContent ?? "", /^Bot is getting ready/);
  assert.equal(Number(shown.bar.value), 1.5);
  await time.until(looked);
  assert(shown.line.hidden);
  assert(shown.known);
});

/** A board that is filled alone. */
function filled() {
  clear();
  put({ fillable: "p" });
  const stub = new Stub(tableAfter(4));
  return { stub, filling: new Filling(stub.controller) };
}

Deno.test("whether a board can be filled is asked until it is known", async () => {
  const { stub, filling } = filled();
  const states = ["thinking", "thinking", "yes"];
  stub.answers["/goal"] = () => ({ state: states.shift() });
  using time = new FakeTime();
  await time.until(filling.look());
  assert.equal(filling.line.dataset.state, "yes");
  await filling.look(); // known for this version
  assert.equal(stub.asked.length, 3);
});

Deno.test("the answer for a position that is gone is dropped", async () => {
  const { stub, filling } = filled();
  stub.answers["/goal"] = () => ({ state: "thinking" });
  using time = new FakeTime();
  const first = filling.look();
  await time.pass(10);
  stub.table = tableAfter(5);
  stub.answers["/goal"] = () => ({ state: "no" });
  await time.until(filling.look());
  await time.until(first);
  assert.equal(filling.line.dataset.state, "no");
});

Deno.test("who asks too often asks again later; any other trouble leaves it unknown", async () => {
  const { stub, filling } = filled();
  let asked = 0;
  stub.answers["/goal"] = () => {
    if (++asked === 1) throw new Refused(429, "too_many", "slowly", 2);
    return { state: "yes" };
  };
  using time = new FakeTime();
  await time.until(filling.look());
  assert.deepEqual([filling.line.dataset.state, time.now], ["yes", 2000]);
  const other = filled();
  await time.until(other.filling.look());
  assert.equal(other.filling.line.dataset.state, "unknown");
});

Deno.test("when the game is over there is nothing to ask", async () => {
  const { stub, filling } = filled();
  stub.table.result = { scores: [0], winners: [], order: [0], ties: null };
  await filling.look();
  assert(filling.line.hidden);
  assert.deepEqual(stub.asked, []);
});
