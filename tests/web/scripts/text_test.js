import assert from "node:assert/strict";
import { document } from "./page.js";

const words = document.getElementById("text");
assert(words);
words.textContent = JSON.stringify({
  language: "de",
  messages: {
    "It is {name}": ["Es ist {name}"],
    "{n} point": ["{n} Punkt", "{n} Punkte"],
  },
});
const { _, language, list, ngettext, signed } = await import("js/text.js");

Deno.test("a message is said in the page's language, its parts filled in", () => {
  assert.equal(language, "de");
  assert.equal(_("It is {name}", { name: "Ana" }), "Es ist Ana");
  assert.equal(_("It is {name}"), "Es ist {name}");
});

Deno.test("a message without a translation is said as it is", () => {
  assert.equal(_("{a} beats {b}", { a: 1, b: "two" }), "1 beats two");
});

Deno.test("a part that looks like a part is not filled in again", () => {
  assert.equal(_("It is {name}", { name: "{name}" }), "Es ist {name}");
});

Deno.test("a number of things has the form that belongs to it", () => {
  assert.equal(ngettext("{n} point", "{n} points", 1), "1 Punkt");
  assert.equal(ngettext("{n} point", "{n} points", 0), "0 Punkte");
  assert.equal(ngettext("{n} tile of {all}", "{n} tiles of {all}", 2, { all: 5 }), "2 tiles of 5");
});

Deno.test("a list reads as the language writes it", () => {
  assert.equal(list(["a", "b", "c"]), "a, b und c");
});

Deno.test("points have their sign", () => {
  assert.deepEqual([3, 0, -2].map(signed), ["+3", "0", "−2"]);
});
