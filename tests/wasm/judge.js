// Reviews, hints and analyses by the compiled rules: work on standard input, what was found on standard
// output, both JSON. Asked for by `test_judging.py`, and by benchmarks that time it. Where the games' own
// scripts are, what mistakes were about is told, too.

import { Engine } from "../../src/azulejos/wasm/js/engine.js";

const [folder, scripts] = Deno.args;
const { asked } = JSON.parse(await new Response(Deno.stdin.readable).text());
const positions = scripts && new URL(`file://${scripts}/`);
const engine = new Engine({
  folder: new URL(`file://${folder}/`),
  ...(positions && { positions }),
});
const found = [];
for (const { state, ...request } of asked) {
  const begun = performance.now();
  const bytes = state && Uint8Array.from(atob(state), (letter) => letter.charCodeAt(0));
  const answer = await engine.ask({ ...request, ...(bytes && { state: bytes }) });
  found.push({ ...answer, seconds: (performance.now() - begun) / 1000 });
}
engine.close();
console.log(JSON.stringify(found));
