// What a player makes of a position: the steps of `bots.players` in Python, over one kernel.

import { Refusal } from "./kernel.js";
import { merged, Search } from "./search.js";

/** @import { Kernel, State } from "./kernel.js" */
/** @import { Ask, Rows, Solved } from "./search.js" */

/** The most that may be asked for, as in `bots.requests`. */
export const LIMITS = { ms: 3_600_000, visits: 1_000_000_000, multipv: 1_000 };
const EVALUATORS = ["learned", "heuristic"];
/** Trials of the filling solver between two looks at the clock. */
const TRIALS_A_LOOK = 3000;
const MOST_TRIALS = 10_000_000;
const ANSWERS = ["no", "yes", "unknown"];

/**
 * @typedef {object} Found a move, and what is expected after it
 * @property {string} move
 * @property {number[]} values every player's expected result, 0 to 1
 * @property {number} margin expected final points above the best opponent
 * @property {number} visits
 * @property {string[]} pv
 */

/**
 * @typedef {object} Answer the best move in a position, as docs/engine.md has it
 * @property {string} move
 * @property {number[]} values
 * @property {number} margin
 * @property {number} visits
 * @property {Found[]} variations
 */

export class Thinker {
  /**
   * @param {Kernel} kernel
   * @param {Uint8Array | null} weights
   * @param {number} nodes that a tree may have at most
   */
  constructor(kernel, weights, nodes) {
    this.kernel = kernel;
    this.search = new Search(kernel, weights, nodes);
  }

  /** End what is searched now. */
  stop() {
    this.search.stopped = true;
  }

  /**
   * What a request asks for, checked. A Refusal says what is wrong.
   *
   * @param {Record<string, any>} request
   * @returns {Ask & { player: string, multipv: number }}
   */
  read(request) {
    const { data } = this.kernel;
    const { level, player, evaluator } = request;
    if (!isMissing(level) && !isMissing(player)) {
      throw new Refusal("expected_only_one", { one: '"level"', other: '"player"' });
    }
    if (!isMissing(evaluator) && !EVALUATORS.includes(evaluator)) {
      throw new Refusal("not_a_choice", { known: EVALUATORS, given: evaluator }, ["evaluator"]);
    }
    const given = /** @type {const} */ (["ms", "visits", "multipv"]).map((name) =>
      isMissing(request[name]) ? null : within(name, request[name], 1, LIMITS[name])
    );
    const seed = request.seed ?? crypto.getRandomValues(new BigUint64Array(1))[0] >> 2n;
    const name = player ??
      `level:${within("level", level ?? data.levels.length, 1, data.levels.length)}`;
    const number = /^level:(\d+)$/.exec(name);
    const found = number && data.levels[Number(number[1]) - 1];
    const learned = Boolean(found && found.learned) && evaluator !== "heuristic";
    const plain = {
      visits: null,
      ms: data.search.plain_ms,
      error: null,
      exact: 0,
      taste: 0,
      fondness: 0,
    };
    if (!found && !["random", "greedy", "mcts"].includes(name)) {
      throw new Refusal("no_player", { given: name }, ["player"]);
    }
    const how = found ? (learned && found.learned) || found.usual : plain;
    const [ms, visits, multipv] = given;
    return {
      player: name,
      level: how,
      learned,
      config: name === "mcts" ? "plain" : null,
      visits: visits ?? how.visits,
      ms: ms ?? (visits === null ? how.ms : null),
      seed: BigInt(seed),
      thread: 0,
      threads: 1,
      multipv: multipv ?? 1,
    };
  }

  /**
   * Whether a player searches.
   *
   * @param {Ask & { player: string }} ask
   */
  searches(ask) {
    return ask.level.error === null && !["random", "greedy"].includes(ask.player);
  }

  /**
   * The whole answer, by one thread.
   *
   * @param {State} state
   * @param {Record<string, any>} request
   * @param {(answer: Answer) => void} [onProgress] called as often as the request says
   * @returns {Promise<Answer>}
   */
  async answer(state, request, onProgress) {
    const ask = this.read(request);
    const begun = performance.now();
    const solved = await this.first(state, ask);
    const found = await this.look(state, ask, solved, begun, request.progress, onProgress);
    return this.told(state, ask, solved, [found]);
  }

  /**
   * The first step, which one thread takes alone: the exact ending, where there is one.
   *
   * @param {State} state
   * @param {Ask & { player: string }} ask
   * @returns {Promise<Solved | null>}
   */
  first(state, ask) {
    if (this.kernel.legal(state).length === 0) {
      const code = this.kernel.isOver(state) ? "game_over" : "nothing_to_decide";
      throw new Refusal(code, { phase: this.kernel.phase(state) });
    }
    this.search.begin(state, ask);
    return this.searches(ask) ? this.search.solve(state, ask) : Promise.resolve(null);
  }

  /**
   * The second step, which every thread takes: a tree of its own, or a look one ply ahead.
   *
   * @param {State} state
   * @param {Ask & { player: string, multipv: number }} ask
   * @param {Solved | null} solved
   * @param {number} begun when the question came, by the clock of this thread
   * @param {number} [every] milliseconds between two reports
   * @param {(answer: Answer) => void} [onProgress]
   * @returns {Promise<Rows>}
   */
  async look(state, ask, solved, begun, every, onProgress) {
    if (!this.searches(ask)) {
      return { rows: new Float64Array(), lines: [] };
    }
    const end = ask.ms === null || solved ? Infinity : begun + ask.ms;
    const visits = solved ? this.kernel.data.search.visits_of_the_solved : ask.visits;
    if (ask.thread > 0) {
      this.search.begin(state, ask);
    }
    this.search.configure(state, ask);
    let reported = performance.now();
    await this.search.run(visits && Math.ceil(visits / ask.threads), end, () => {
      if (every && onProgress && performance.now() - reported >= every) {
        reported = performance.now();
        onProgress(this.told(state, ask, solved, [this.search.found()]));
      }
    });
    return this.search.found();
  }

  /**
   * The last step: what all threads have found, as an answer.
   *
   * @param {State} state
   * @param {Ask & { player: string, multipv: number }} ask
   * @param {Solved | null} solved
   * @param {Rows[]} found
   * @returns {Answer}
   */
  told(state, ask, solved, found) {
    const { kernel } = this;
    if (!this.searches(ask)) {
      return this.#atOnePly(state, ask);
    }
    const players = kernel.players(state);
    const [root, ...children] = merged(kernel, found, solved && solved.action);
    const { taste } = ask.level;
    const looked = children.slice(
      0,
      taste ? Math.max(ask.multipv, kernel.data.search.candidates) : ask.multipv,
    );
    kernel.put(state);
    const liked = taste ? kernel.exports.liked_most(taste, looked.length) : 0;
    looked.unshift(...looked.splice(liked, 1));
    const variations = looked.slice(0, ask.multipv).map((child) => ({
      move: kernel.text(child.action),
      values: child.values.slice(0, players),
      margin: child.margin,
      visits: child.visits,
      pv: child.line.map((action) => kernel.text(action)),
    }));
    let values = root.values.slice(0, players);
    if (solved !== null) { // the exact value, instead of the search's mean
      values = [1 - solved.value, 1 - solved.value];
      values[kernel.toMove(state)] = solved.value;
      variations[0].values = values;
    }
    return {
      move: variations[0].move,
      values,
      margin: root.margin,
      visits: root.visits,
      variations,
    };
  }

  /**
   * What a player without search chooses, and what a look one ply ahead makes of it.
   *
   * @param {State} state
   * @param {Ask & { player: string, multipv: number }} ask
   * @returns {Answer}
   */
  #atOnePly(state, ask) {
    const { kernel } = this;
    const { exports } = kernel;
    kernel.write("error", ask.level.error ?? 0);
    kernel.write("fondness", ask.level.fondness);
    const liked = ask.player === "random"
      ? [exports.random_legal()]
      : ask.player === "greedy"
      ? [exports.greedy_guess()]
      : kernel.read("actions", exports.rank(ask.level.taste)).slice(0, ask.multipv);
    const variations = liked.map((action) => {
      const margin = exports.evaluate_one_ply(action);
      const values = kernel.read("values", kernel.players(state));
      const move = kernel.text(action);
      return { move, values, margin, visits: 0, pv: [move] };
    });
    const [{ move, values, margin }] = variations;
    return { move, values, margin, visits: 0, variations };
  }

  /**
   * Whether a board filled alone can still be filled.
   *
   * @param {State} state
   * @param {number} ms
   * @returns {Promise<"yes" | "no" | "unknown">}
   */
  async filling(state, ms) {
    const { kernel } = this;
    if (!("begin_filling" in kernel.exports)) {
      throw new Refusal("no_filling", {}, [], "in this game no board is filled");
    }
    this.search.stopped = false;
    kernel.put(state);
    let answer = kernel.exports.begin_filling();
    const end = performance.now() + ms;
    let trials = 0;
    while (ANSWERS[answer] === "unknown" && trials < MOST_TRIALS) {
      trials += TRIALS_A_LOOK;
      answer = kernel.exports.go_on_filling(trials);
      await new Promise((resume) => setTimeout(resume));
      if (this.search.stopped || performance.now() >= end) {
        break;
      }
    }
    return /** @type {"yes" | "no" | "unknown"} */ (ANSWERS[answer]);
  }
}

/** @param {unknown} value of an optional key */
function isMissing(value) {
  return value === undefined || value === null;
}

/**
 * A whole number within bounds; a Refusal if it is none.
 *
 * @param {string} name
 * @param {unknown} given
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
function within(name, given, least, most) {
  if (!Number.isInteger(given) || Number(given) < least || Number(given) > most) {
    throw new Refusal("out_of_range", { least, most, given }, [name]);
  }
  return Number(given);
}
