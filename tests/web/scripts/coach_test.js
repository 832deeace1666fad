import assert from "node:assert/strict";
import { clear, fire, put } from "./page.js";
import { entries, Stub, tableAfter } from "./table_stub.js";
import { Coach } from "js/coach.js";

/** @import { Hint } from "js/coach.js" */

/** A coach with hints that the test makes due. */
class Guide extends Coach {
  /** @override */
  begins() {
    return true;
  }

  /** @override */
  welcome() {
    return "Welcome";
  }

  /** @override */
  farewell() {
    return "Well played";
  }

  /**
   * @override
   * @returns {Hint[]}
   */
  hints() {
    return [["first", due.has("first"), "First"], ["second", due.has("second"), "Second"]];
  }

  /**
   * @override
   * @returns {Hint[]}
   */
  picked() {
    return [["pick", true, "Choose a line"]];
  }
}

/** @type {Set<string>} */
const due = new Set();

function guided() {
  clear();
  due.clear();
  put({ coach: "aside" });
  const stub = new Stub(tableAfter(0));
  return { stub, coach: new Guide(stub.controller) };
}

/**
 * @param {"move" | "undo"} type
 * @param {number | null} turn who moved
 */
function event(type, turn) {
  const nothing = { seat: null, url: null, facts: [], table: null };
  return { ...entries(1, 1)[0], version: 1, type, turn, ...nothing };
}

Deno.test("a game begins with a welcome, which stays until the player has moved", () => {
  const { coach, stub } = guided();
  assert.equal(coach.card.querySelector("p")?.textContent, "Welcome");
  coach.look(event("move", 1));
  assert(!coach.card.hidden);
  coach.look(event("move", 0));
  assert(coach.card.hidden);
  assert.equal(stub.messages.length, 0);
});

Deno.test("the first hint that is due comes, each once", () => {
  const { coach } = guided();
  due.add("first").add("second");
  coach.look(event("move", 0));
  assert.equal(coach.card.querySelector("p")?.textContent, "First");
  coach.look(event("move", 0));
  assert.equal(coach.card.querySelector("p")?.textContent, "Second");
  coach.look(event("move", 0));
  assert(coach.card.hidden);
});

Deno.test("no hint comes while others move", () => {
  const { coach, stub } = guided();
  due.add("first");
  stub.table.turn = 1;
  coach.look(event("move", 0));
  assert.equal(coach.card.querySelector("p")?.textContent, "Welcome");
});

Deno.test("what a move that was taken back had told may be told again", () => {
  const { coach } = guided();
  due.add("first");
  coach.look(event("move", 0));
  coach.look(event("undo", null));
  assert.equal(coach.card.querySelector("p")?.textContent, "First");
  assert(!coach.card.hidden);
});

Deno.test("what the player holds is spoken of, and no longer when it is placed", () => {
  const { coach, stub } = guided();
  fire(document.body, "click");
  assert.equal(coach.card.querySelector("p")?.textContent, "Welcome");
  stub.holds = true;
  fire(document.body, "click");
  assert.equal(coach.card.querySelector("p")?.textContent, "Choose a line");
  stub.table.turn = 1;
  coach.look(event("move", 0));
  assert(coach.card.hidden);
});

Deno.test("at the end the coach says goodbye", () => {
  const { coach, stub } = guided();
  stub.table.result = { scores: [1, 0], winners: [0], order: [0, 1], ties: null };
  coach.look(event("move", 0));
  assert.equal(coach.card.querySelector("p")?.textContent, "Well played");
});
