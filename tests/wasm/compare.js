// Does in WebAssembly what `agreement.py` has done in Python: searches positions, plays games out.
//
//   deno run --allow-read compare.js FOLDER   with a request in JSON on standard input

import { bytesOf, unpacked } from "../../src/azulejos/wasm/js/files.js";
import { loadKernel } from "../../src/azulejos/wasm/js/kernel.js";
import { Thinker } from "../../src/azulejos/wasm/js/thinker.js";

/**
 * @typedef {object} Work
 * @property {string} game
 * @property {{ state: string, request: Record<string, any> }[]} positions
 * @property {{ state: string, action: number, illegal: number, player: number }[]} looks
 * @property {string[]} starts states to be played out at random
 */

/** @param {string} text */
const bytes = (text) => Uint8Array.fromBase64(text);

const folder = new URL(`file://${Deno.args[0]}/`);
/** @type {Work} */
const work = await new Response(Deno.stdin.readable).json();
const kernel = await loadKernel(work.game, folder);
const weights = kernel.data.networks &&
  await unpacked(await bytesOf(folder, `${work.game}.weights`));
const thinker = new Thinker(kernel, weights, 1 << 20);

const answers = [];
for (const { state, request } of work.positions) {
  const answer = await thinker.answer(bytes(state), request);
  const searched = thinker.searches(thinker.read(request));
  answers.push({ ...answer, nodes: searched ? Number(kernel.room("used")[0]) : 0 });
}
const looks = work.looks.map(({ state: text, action, illegal, player }) => {
  const state = bytes(text);
  const { state: after, facts } = kernel.play(state, action);
  return {
    legal: kernel.legal(state),
    shown: kernel.shown(state),
    gains: Object.fromEntries(kernel.gains(state)),
    turn: kernel.turn(state),
    phase: kernel.phase(state),
    scores: kernel.scores(state),
    points: kernel.points(state),
    winners: kernel.winners(after),
    round: kernel.roundOf(state),
    sides: kernel.sides(state),
    has_secrets: kernel.hasSecrets(state),
    observation: kernel.observe(state, player),
    known: kernel.conceal(state, player).toBase64(),
    why: kernel.whyIllegal(state, illegal),
    facts,
    foreseen: kernel.foreseen(state, action),
    after: after.toBase64(),
  };
});
const ends = work.starts.map((start) => {
  kernel.put(bytes(start));
  kernel.exports.play_out();
  return kernel.take().toBase64();
});
console.log(JSON.stringify({ answers, looks, ends }));
