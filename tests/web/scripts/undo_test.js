import assert from "node:assert/strict";
import { clear, put } from "./page.js";
import { Stub, tableAfter } from "./table_stub.js";
import { Undo } from "js/undo.js";

const asked = { can: false, asks: true, asked_by: 1, agreed: [] };

/** @param {Partial<import("js/types.js").TableShown>} [other] */
function undoAt(other) {
  clear();
  put({ undo: "button", "undo-asked": "dialog", "undo-text": "p" });
  const stub = new Stub(tableAfter(5, other));
  stub.answers["/undo"] = () => ({ version: 6 });
  const undo = new Undo(stub.controller);
  undo.show();
  return { stub, undo };
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("the button is for players, while something can be taken back", () => {
  const { undo } = undoAt();
  assert.deepEqual([undo.button.hidden, undo.button.disabled], [false, false]);
  assert.equal(undo.button.textContent, "Undo");
  assert(undoAt({ mine: [] }).undo.button.hidden);
  const { undo: waiting } = undoAt({ undo: { ...asked, asked_by: 0 } });
  assert(waiting.button.disabled);
});

Deno.test("where others play, they are asked", async () => {
  const { stub, undo } = undoAt({ undo: { can: true, asks: true, asked_by: null, agreed: [] } });
  assert.equal(undo.button.textContent, "Ask for undo");
  undo.button.click();
  await soon();
  assert.deepEqual(stub.asked, [{ path: "/undo", body: {} }]);
  assert.deepEqual(stub.messages, ["The others are asked whether you may take your move back."]);
});

Deno.test("an undo that did not work is told, and can be tried again", async () => {
  const { stub, undo } = undoAt();
  stub.answers = {};
  undo.button.click();
  await soon();
  assert.deepEqual(stub.messages, ["The service does not answer. Please try again."]);
  assert(!undo.button.disabled);
});

Deno.test("who is asked answers once", async () => {
  const { stub, undo } = undoAt({ undo: asked });
  assert(undo.dialog.open);
  assert.match(document.getElementById("undo-text")?.textContent ?? "", /^Bo would like/);
  undo.dialog.close("yes");
  await soon();
  assert.deepEqual(stub.asked, [{ path: "/undo/answer", body: { agree: true } }]);
});

Deno.test("closing the question without an answer refuses", async () => {
  const { stub, undo } = undoAt({ undo: asked });
  undo.dialog.close();
  await soon();
  assert.deepEqual(stub.asked, [{ path: "/undo/answer", body: { agree: false } }]);
});

Deno.test("a question that is no longer asked goes away unanswered", async () => {
  const { stub, undo } = undoAt({ undo: asked });
  stub.table.undo = { can: true, asks: true, asked_by: null, agreed: [] };
  undo.show();
  await soon();
  assert(!undo.dialog.open);
  assert.deepEqual(stub.asked, []);
});

Deno.test("who asked, has agreed or only watches is not asked", () => {
  assert(!undoAt({ undo: { ...asked, asked_by: 0 } }).undo.dialog.open);
  assert(!undoAt({ undo: { ...asked, agreed: [0] } }).undo.dialog.open);
  assert(!undoAt({ undo: asked, mine: [] }).undo.dialog.open);
});
