import assert from "node:assert/strict";
import "./page.js";
import { along, focusOn, next, rove, setChoice, takes } from "js/choices.js";

/** @param {number} many */
function group(many) {
  return Array.from({ length: many }, () => document.createElement("button"));
}

/** @param {Element[]} choices */
function reached(choices) {
  return choices.map((one) => one.getAttribute("tabindex"));
}

Deno.test("Tab reaches the chosen one of a group, or the first", () => {
  const choices = group(3);
  rove(choices, choices[2]);
  assert.deepEqual(reached(choices), ["-1", "-1", "0"]);
  rove(choices);
  assert.deepEqual(reached(choices), ["0", "-1", "-1"]);
  rove(choices, undefined);
  assert.deepEqual(reached(choices), ["0", "-1", "-1"]);
  rove([]);
});

Deno.test("what is focused is what Tab comes back to", () => {
  const choices = group(2);
  focusOn(choices, choices[1]);
  assert.equal(document.activeElement, choices[1]);
  assert.deepEqual(reached(choices), ["-1", "0"]);
});

Deno.test("arrows go along a row, and round its ends", () => {
  const choices = group(3);
  assert.deepEqual(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Tab"].map(along), [
    1,
    1,
    -1,
    -1,
    0,
  ]);
  assert.equal(next(choices, choices[0], 1), choices[1]);
  assert.equal(next(choices, choices[2], 1), choices[0]);
  assert.equal(next(choices, choices[0], -1), choices[2]);
});

Deno.test("Enter and the space bar take a choice", () => {
  assert.deepEqual(["Enter", " ", "Escape", "a"].map(takes), [true, true, false, false]);
});

Deno.test("what may be chosen is a button, and else a picture that Tab passes by", () => {
  const [piece] = group(1);
  setChoice(piece, true, true);
  rove([piece]);
  setChoice(piece, true, false);
  assert.equal(piece.getAttribute("role"), "button");
  assert.equal(piece.getAttribute("aria-pressed"), "false");
  assert.equal(piece.getAttribute("tabindex"), "0"); // the focus stays
  setChoice(piece, false, false);
  assert.equal(piece.getAttribute("role"), "img");
  assert.equal(piece.hasAttribute("aria-pressed"), false);
  assert.equal(piece.hasAttribute("tabindex"), false);
});
