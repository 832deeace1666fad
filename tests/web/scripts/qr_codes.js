// Codes of texts, as rows of 0 and 1: with a mask, or with the best.

import { modules } from "js/qr.js";

/** @type {[string, number | undefined][]} */
const asked = JSON.parse(Deno.readTextFileSync(Deno.args[0]));
const told = asked.map(([text, mask]) =>
  modules(text, mask)?.map((row) => row.map(Number).join("")) ?? null
);
console.log(JSON.stringify(told));
