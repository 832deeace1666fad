// A worker that answers questions about positions, one after the other: see docs/wasm.md.
//
// The first message tells where the files are: { folder, nodes }. Those after it are requests of the
// engine protocol, and steps of requests that several workers share (engine.js).

import { loadKernel, Refusal } from "./kernel.js";
import { bytesOf, unpacked } from "./files.js";
import { replayed } from "./replay.js";
import { explore } from "./exploring.js";
import { hint } from "./hinting.js";
import { Judge, Stopped } from "./judge.js";
import { Reviewer } from "./reviewer.js";
import { Thinker } from "./thinker.js";

/** @import { State } from "./kernel.js" */

/** Milliseconds after which the filling solver gives up, if the question says nothing else. */
const FILLING = 20_000;
const GZIP = 0x1f;
/** Milliseconds between two times that an analysis tells what it has found. */
const TELL_EVERY = 200;
/** The steps of a review: it begins, each part is done, and what has been found is put together. */
const REVIEWING = ["review", "part", "so far", "whole"];

class Desk {
  /** @param {(message: Record<string, any>) => void} send */
  constructor(send) {
    this.send = send;
    this.folder = "./";
    this.nodes = 1 << 20;
    /** @type {string | undefined} */
    this.positions = undefined;
    /** @type {Map<string, Promise<Thinker>>} */
    this.thinkers = new Map();
    /** @type {Map<string, Promise<Judge>>} */
    this.judges = new Map();
    /** @type {Judge | null} */
    this.judging = null;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    /** @type {Set<string | number>} */
    this.stopped = new Set();
    /** @type {{ id: string | number, thinker: Thinker | null } | null} */
    this.now = null;
    /** @type {{ id: string | number, reviewer: Reviewer } | null} the review that is made */
    this.reviewing = null;
  }

  /** @param {Record<string, any>} message */
  take(message) {
    if (message.folder !== undefined) {
      this.folder = message.folder;
      this.nodes = message.nodes ?? this.nodes;
      this.positions = message.positions;
    } else if (message.stop) {
      this.#stop(message.id);
    } else {
      this.queue = this.queue.then(() => this.#answer(message));
    }
  }

  /** @param {string | number} id */
  #stop(id) {
    this.stopped.add(id);
    if (this.now?.id === id) {
      this.now.thinker?.stop();
      if (this.judging) this.judging.stopped = true;
    }
  }

  /** @param {Record<string, any>} request */
  async #answer(request) {
    const { id, step } = request;
    try {
      // A review thinks by rules and memory of its own.
      const reviews = request.review || REVIEWING.includes(step);
      const thinker = reviews ? null : await this.#thinker(request.game);
      if (step === undefined && this.stopped.has(id)) {
        throw new Refusal("stopped_early", {}, [], "stopped before it began");
      }
      this.now = { id, thinker };
      this.send({ id, ...await (thinker ? this.#done(thinker, request) : this.#review(request)) });
    } catch (error) {
      this.send({ id, ...refusal(error) });
    }
    this.now = this.judging = null;
    if (step === undefined || step === "told" || step === "whole") {
      this.stopped.delete(id);
    }
  }

  /**
   * @param {Thinker} thinker
   * @param {Record<string, any>} request
   * @returns {Promise<Record<string, any>>}
   */
  async #done(thinker, request) {
    if (request.step === "ready") {
      return {};
    }
    const state = stateOf(thinker, request);
    if (request.explore || request.hint) {
      return await this.#judged(thinker, state, request);
    }
    if (request.filling) {
      return { filling: await thinker.filling(state, request.ms ?? FILLING) };
    }
    if (request.step === undefined) {
      return rounded(
        await thinker.answer(state, request, (answer) => {
          this.send({ id: request.id, progress: true, ...rounded(answer) });
        }),
      );
    }
    const { step, thread, threads, solved, found } = request;
    const ask = { ...thinker.read(request), thread, threads };
    if (this.stopped.has(request.id)) {
      ask.visits = threads; // told to stop between two steps: one visit is enough
    }
    switch (step) {
      case "first":
        return { solved: await thinker.first(state, ask) };
      case "look":
        return {
          found: await thinker.look(
            state,
            ask,
            solved,
            performance.now() - request.elapsed,
            request.progress,
            (answer) => this.send({ id: request.id, progress: true, ...rounded(answer) }),
          ),
        };
      default:
        return rounded(thinker.told(state, ask, solved, found));
    }
  }

  /**
   * An analysis that grows, or help in a decision.
   *
   * @param {Thinker} thinker
   * @param {State} state
   * @param {Record<string, any>} request
   * @returns {Promise<Record<string, any>>}
   */
  async #judged(thinker, state, request) {
    const judge = await this.#judge(request.game);
    if (request.hint) {
      return await hint(judge, state, request);
    }
    /** @type {Record<string, any>} */
    let last = {};
    let told = 0;
    try {
      return await explore(thinker, judge, state, request, (found) => {
        last = found;
        if (performance.now() - told < TELL_EVERY) return;
        told = performance.now();
        this.send({ id: request.id, progress: true, ...found });
      });
    } catch (error) {
      if (error instanceof Stopped) return last;
      throw error;
    }
  }

  /**
   * A step of a review: its beginning, a part, or what has been found; or the last decision alone.
   *
   * @param {Record<string, any>} request
   * @returns {Promise<Record<string, any>>}
   */
  async #review({ id, game, record, review, step, part, taken }) {
    const budget = review === true ? {} : review;
    if (step === undefined) {
      const alone = new Reviewer(await this.#judge(game), record, budget);
      return { step: await alone.lastDecision() };
    }
    if (step === "review") {
      const reviewer = new Reviewer(await this.#judge(game), record, budget);
      this.reviewing = { id, reviewer };
      const { left, found, steps } = reviewer;
      const unseen = found.filter(({ visits }, number) =>
        !visits && steps[number].player !== null &&
        left.some((each) => each.number === number)
      );
      return { left, first: unseen.length };
    }
    const { reviewing } = this;
    if (reviewing?.id !== id) throw new Error("another review was begun");
    const { reviewer } = /** @type {{ reviewer: Reviewer }} */ (reviewing);
    if (step === "part") {
      const { judge } = reviewer;
      this.judging = judge;
      judge.stopped = this.stopped.has(id);
      try {
        return { found: await reviewer.find(part) };
      } catch (error) {
        if (error instanceof Stopped) return { found: null };
        throw error;
      }
    }
    for (const { number, found } of taken) reviewer.take(number, found);
    return { review: reviewer.review() };
  }

  /**
   * Who judges the moves of a game, with rules and memory of its own.
   *
   * @param {string} game
   */
  async #judge(game) {
    let judge = this.judges.get(game);
    if (judge === undefined) {
      judge = judging(game, this.folder, this.positions);
      this.judges.set(game, judge);
      judge.catch(() => this.judges.delete(game));
    }
    this.judging = await judge;
    this.judging.stopped = false;
    this.judging.configuredFor = "";
    return this.judging;
  }

  /**
   * Whoever thinks about a game, made when it is first asked about.
   *
   * @param {string} game
   */
  #thinker(game) {
    let thinker = this.thinkers.get(game);
    if (thinker === undefined) {
      thinker = made(game, this.folder, this.nodes, this.positions);
      this.thinkers.set(game, thinker);
      thinker.catch(() => this.thinkers.delete(game)); // the next question tries again
    }
    return thinker;
  }
}

/**
 * @param {string} game
 * @param {string} folder
 * @param {number} nodes
 * @param {string} [positions] where the scripts are that read them
 */
async function made(game, folder, nodes, positions) {
  const { kernel, weights } = await loaded(game, folder);
  if (positions) {
    kernel.positions = await import(new URL(`${game}/reading.js`, positions).href);
  }
  return new Thinker(kernel, weights, nodes);
}

/**
 * @param {string} game
 * @param {string} folder
 * @param {string} [scripts] where the game's are
 */
async function judging(game, folder, scripts) {
  const { kernel, weights } = await loaded(game, folder);
  const judge = new Judge(kernel, weights);
  if (scripts) {
    judge.explaining = await import(new URL(`${game}/explaining.js`, scripts).href);
  }
  return judge;
}

/**
 * @param {string} game
 * @param {string} folder
 */
async function loaded(game, folder) {
  const kernel = await loadKernel(game, folder);
  if (kernel.data.networks === null) {
    return { kernel, weights: null };
  }
  const packed = await bytesOf(folder, `${game}.weights`);
  // A server may have unpacked it on the way.
  return { kernel, weights: packed[0] === GZIP ? await unpacked(packed) : packed };
}

/**
 * The position that a request is about, as its player to move knows it.
 *
 * @param {Thinker} thinker
 * @param {Record<string, any>} request
 * @returns {State}
 */
function stateOf({ kernel }, { state, record, position }) {
  const given = [state, record, position].filter((each) => each !== undefined && each !== null);
  if (given.length !== 1) {
    throw new Refusal("expected_either", { one: '"position"', other: '"record"' });
  }
  const whole = state ?? (record ? replayed(kernel, record) : kernel.stateOf(position));
  const player = kernel.toMove(whole);
  return player < 0 ? whole : kernel.conceal(whole, player);
}

/**
 * Numbers as they are told: no more digits than mean something.
 *
 * @param {import("./thinker.js").Answer} answer
 */
function rounded(answer) {
  const to = (/** @type {number} */ value, /** @type {number} */ digits) =>
    Number(value.toFixed(digits));
  return {
    ...answer,
    values: answer.values.map((value) => to(value, 4)),
    margin: to(answer.margin, 2),
    variations: answer.variations.map((variation) => ({
      ...variation,
      values: variation.values.map((value) => to(value, 4)),
      margin: to(variation.margin, 2),
    })),
  };
}

/** @param {unknown} error */
function refusal(error) {
  if (error instanceof Refusal) {
    const { message, code, parts, place } = error;
    return { error: message, code, parts, place };
  }
  const problem = error instanceof Error ? error.message : String(error);
  return { error: problem, code: "internal_error", parts: { problem }, place: [] };
}

const desk = new Desk((message) => /** @type {any} */ (globalThis).postMessage(message));
/** @type {any} */ (globalThis).onmessage = (/** @type {MessageEvent} */ { data }) =>
  desk.take(data);
