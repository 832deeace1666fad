import assert from "node:assert/strict";
import { clear, fire } from "./page.js";
import { Stub, tableAfter } from "./table_stub.js";
import { TableInput } from "js/input.js";

/** An input that is open, and a piece that may be taken. */
function open() {
  clear();
  const input = new TableInput(new Stub(tableAfter(3)).controller);
  input.busy = false;
  return { input, piece: document.body.appendChild(document.createElement("button")) };
}

Deno.test("who plays by keyboard goes on there when the focus is lost", () => {
  const { input, piece } = open();
  input.goOnAt(piece);
  assert.equal(document.activeElement, document.body); // so far nobody has pressed a key
  fire(document.body, "keydown", { key: "Enter" });
  input.goOnAt(piece);
  assert.equal(document.activeElement, piece);
});

Deno.test("the focus is taken from nothing that has it", () => {
  const { input, piece } = open();
  const field = document.body.appendChild(document.createElement("input"));
  fire(field, "keydown", { key: "a" });
  field.focus();
  input.goOnAt(piece);
  assert.equal(document.activeElement, field);
});

Deno.test("who has gone over to the pointer is left alone, and so is who may do nothing", () => {
  const { input, piece } = open();
  fire(document.body, "keydown");
  fire(document.body, "pointerdown");
  input.goOnAt(piece);
  fire(document.body, "keydown");
  input.busy = true;
  input.goOnAt(piece);
  input.busy = false;
  input.goOnAt(null);
  assert.equal(document.activeElement, document.body);
});

Deno.test("while a move is on its way nothing else may be done", () => {
  const { input } = open();
  /** @type {string[]} */
  const played = [];
  Object.assign(input.controller, { play: (/** @type {string} */ move) => played.push(move) });
  input.play("1B2");
  assert.deepEqual(played, ["1B2"]);
  assert(input.busy);
});
