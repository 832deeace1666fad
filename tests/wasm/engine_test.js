// The kernel and the engine as scripts use them. The folder of the games' files is in WASM_FOLDER.

import { Engine } from "../../src/azulejos/wasm/js/engine.js";
import { loadKernel, Refusal } from "../../src/azulejos/wasm/js/kernel.js";
import { replayed } from "../../src/azulejos/wasm/js/replay.js";

const folder = new URL(`file://${Deno.env.get("WASM_FOLDER")}/`);

/**
 * @param {unknown} found
 * @param {unknown} expected
 */
function same(found, expected) {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value));
  if (a !== b) {
    throw new Error(`expected ${b}, not ${a}`);
  }
}

/**
 * The Refusal that something is answered by.
 *
 * @param {() => unknown} action
 * @returns {Promise<Refusal>}
 */
async function refused(action) {
  try {
    await action();
  } catch (error) {
    if (error instanceof Refusal) {
      return error;
    }
    throw error;
  }
  throw new Error("it was not refused");
}

/**
 * A game played by the first legal actions, so many of them.
 *
 * @param {import("../../src/azulejos/wasm/js/kernel.js").Kernel} kernel
 * @param {number} moves
 */
function record(kernel, moves) {
  const options = { players: 2, first: 0 };
  let state = kernel.begin({ ...options, seed: 4 });
  /** @type {string[]} */
  const texts = [];
  const draw = () => {
    const drawn = kernel.draw(state);
    texts.push(...kernel.chanceTexts(2, drawn.outcomes));
    state = drawn.state;
  };
  draw();
  for (let n = 0; n < moves && !kernel.isOver(state); n++) {
    const [action] = kernel.legal(state);
    texts.push(kernel.text(action));
    state = kernel.play(state, action).state;
    draw();
  }
  return { record: { game: kernel.game, options, moves: texts }, state };
}

for (const game of ["azul", "azuleo"]) {
  Deno.test(`${game}: a record leads to the state it was written in`, async () => {
    const kernel = await loadKernel(game, folder);
    const played = record(kernel, 40);
    const again = replayed(kernel, played.record);
    const generator = (/** @type {typeof again} */ state) => kernel.reseeded(state, 0).toBase64();
    same(generator(again), generator(played.state));
  });

  Deno.test(`${game}: no call changes a state that it is given`, async () => {
    const kernel = await loadKernel(game, folder);
    const { state } = record(kernel, 10);
    const before = state.toBase64();
    kernel.play(state, kernel.legal(state)[0]);
    kernel.conceal(state, 0);
    kernel.determinize(state, 0, 5);
    kernel.gains(state);
    kernel.draw(state);
    same(state.toBase64(), before);
  });

  Deno.test(`${game}: an illegal move is refused by a code, and nothing happens`, async () => {
    const kernel = await loadKernel(game, folder);
    const { state } = record(kernel, 10);
    const illegal = kernel.data.actions.findIndex((_, action) => !kernel.isLegal(state, action));
    const known = kernel.data.refusals.map(({ code }) => code);
    const why = await refused(() => kernel.play(state, illegal));
    same(known.includes(why.code), true);
    same(kernel.whyIllegal(state, kernel.legal(state)[0]), null);
  });

  Deno.test(`${game}: threads find a legal move together, and say how they are doing`, async () => {
    const kernel = await loadKernel(game, folder);
    const { state } = record(kernel, 2);
    const engine = new Engine({ folder, threads: 2 });
    let reports = 0;
    const answer = await engine.ask({ game, state, ms: 800, multipv: 3, progress: 20 }, () => {
      reports++;
    });
    same(kernel.isLegal(state, /** @type {number} */ (kernel.action(answer.move))), true);
    same(answer.variations[0].move, answer.move);
    same(reports > 0, true);
    same(answer.visits > 10, true);
    engine.close();
  });

  Deno.test(`${game}: one thread with a seed and visits gives the same again`, async () => {
    const kernel = await loadKernel(game, folder);
    const { record: told } = record(kernel, 8);
    const engine = new Engine({ folder });
    const ask = { game, record: told, visits: 200, seed: 9, multipv: 4, level: 9 };
    same(
      { ...await engine.ask(ask), id: 0 },
      { ...await engine.ask(ask), id: 0 },
    );
    engine.close();
  });
}

Deno.test("a search is stopped, and answered with what it has found", async () => {
  const kernel = await loadKernel("azul", folder);
  const { state } = record(kernel, 2);
  for (const threads of [1, 2]) {
    const engine = new Engine({ folder, threads });
    const ask = { id: "long", game: "azul", state, ms: 600_000, progress: 20 };
    const answer = await engine.ask(ask, () => engine.stop("long"));
    same(answer.visits > 0, true);
    engine.close();
  }
});

Deno.test("what is stopped before it began is not searched", async () => {
  const kernel = await loadKernel("azul", folder);
  const { state } = record(kernel, 2);
  const engine = new Engine({ folder });
  const asked = engine.ask({ id: 1, game: "azul", state, ms: 600_000 });
  engine.stop(1);
  same((await refused(() => asked)).code, "stopped_early");
  engine.close();
});

Deno.test("what cannot be answered is refused, and the next is answered", async () => {
  const kernel = await loadKernel("azul", folder);
  const { state } = record(kernel, 2);
  const engine = new Engine({ folder });
  same((await refused(() => engine.ask({ game: "azul", state, level: 99 }))).code, "out_of_range");
  same((await refused(() => engine.ask({ game: "azul" }))).code, "expected_either");
  same((await refused(() => engine.ask({ game: "chess", state }))).code, "internal_error");
  same((await engine.ask({ game: "azul", state, level: 1 })).visits, 0);
  engine.close();
});

Deno.test("a tree that may not grow any more is searched on", async () => {
  const kernel = await loadKernel("azul", folder);
  const { state } = record(kernel, 1);
  const engine = new Engine({ folder, nodes: 2000 });
  same((await engine.ask({ game: "azul", state, visits: 3000, seed: 1 })).visits, 3000);
  engine.close();
});

Deno.test("a board that is filled alone: whether it still can be", async () => {
  const kernel = await loadKernel("azuleo", folder);
  const state = kernel.draw(kernel.begin({ players: 1, mode: "fill", seed: 2 })).state;
  const engine = new Engine({ folder });
  same((await engine.ask({ game: "azuleo", state, filling: true })).filling, "yes");
  engine.close();
});
