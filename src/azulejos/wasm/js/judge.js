// Judging one step of a game: a decision against the best one, a deal against those that could be. The
// steps are those of `analysis.judge` in Python, where they are explained; every search is compiled.

import { NO_ACTION, SearchAfter, Trees } from "./after.js";
import { mean, sum, variance } from "./numbers.js";
import { Objective } from "./objective.js";
import { Pause, Search } from "./search.js";

/** @import { Kernel, State } from "./kernel.js" */

const POSITIONS_A_LOOK = 4000;
/** Bits between the seeds of searches that are compared: see `Judge._chance_seen_by`. */
const OF_REPLICAS = 40n, OF_SAMPLES = 32n;

/**
 * A decision, or all that chance gave between two of them.
 * @typedef {object} Step
 * @property {number} at the entry of the record's moves
 * @property {number} count entries of it
 * @property {number | null} player who decided; null: chance
 * @property {number} action −1: chance
 * @property {State} before
 * @property {State} after
 * @property {number[]} seenBy players from whose knowledge it is judged
 * @property {number | null} round
 */

/**
 * A move as it was judged: every player's share of the win after it, and what follows.
 * @typedef {object} Found
 * @property {number} action
 * @property {number[]} values
 * @property {number} margin of the player who decides
 * @property {number} visits
 * @property {number[]} line actions, this one first
 * @property {number[][]} batches of the last two parts, players in each; none: the values are facts
 */

/**
 * @typedef {object} Judged
 * @property {Found} played
 * @property {Found} best
 * @property {Found | null} second the best of the others
 * @property {number} se standard error of the loss
 * @property {number} gapSe of what the best is ahead of the second
 * @property {number} stake
 * @property {boolean} proven
 */

/** @typedef {{ values: number[], mean: number[], se: number[] }} Dealt */

export class Judge {
  /**
   * @param {Kernel} kernel of its own
   * @param {Uint8Array | null} weights
   */
  constructor(kernel, weights) {
    this.kernel = kernel;
    this.numbers = kernel.data.judging;
    this.search = new Search(kernel, weights, 1024); // for its settings
    this.trees = new Trees(kernel);
    this.objective = new Objective(kernel);
    this.pause = new Pause();
    /** Set to end what is done: it throws. */
    this.stopped = false;
    this.seed = 0n;
    this.configuredFor = "";
    /** The game's module `explaining`. @type {import("./why.js").Explaining | null} */
    this.explaining = null;
  }

  /**
   * Let messages in, now and then.
   * @throws {Stopped}
   */
  async breathe() {
    await this.pause.ifDue();
    if (this.stopped) throw new Stopped();
  }

  // ── Decisions ──────────────────────────────────────────────────────────────────────────────────

  /**
   * The actions to choose from, one of each set alike; null: nobody here knows them.
   * @param {Step} step
   * @returns {number[] | null}
   */
  choices({ before, seenBy: [player] }) {
    const { kernel } = this;
    const legal = kernel.legal(before);
    kernel.put(before);
    const alike = legal.map((action) => kernel.exports.representative(action));
    for (let seed = 1; seed <= this.numbers.guesses; seed++) {
      const guessed = kernel.legal(kernel.determinize(before, player, seed));
      if (String(guessed) !== String(legal)) return null;
    }
    return [...new Set(alike)];
  }

  /**
   * What the greedy player would have chosen.
   * @param {Step} step
   */
  greedy({ before, seenBy: [player] }) {
    const guess = this.kernel.determinize(before, player, 1);
    return this.representative(guess, this.kernel.greedy(guess));
  }

  /**
   * The first action that is equivalent to another.
   * @param {State} state
   * @param {number} action
   */
  representative(state, action) {
    this.kernel.put(state);
    return this.kernel.exports.representative(action);
  }

  /**
   * The judgement of a decision with at least two choices.
   * @param {number} number of the step
   * @param {Step} step
   * @param {number} visits
   * @returns {Promise<Judged>}
   */
  async decision(number, step, visits) {
    const played = this.representative(step.before, step.action);
    const solved = await this.#solved(step, played, visits);
    if (solved) return solved;
    const { candidates, halving, batches } = this.numbers;
    const [player] = step.seenBy;
    const seed = this.seedOf(number, visits);
    const search = (/** @type {number} */ action) =>
      this.after(step.before, action, player, visits, seed);
    const whole = search(NO_ACTION);
    await this.#visit(whole, visits);
    const tried = whole.byVisits().slice(0, candidates);
    whole.close();
    const alive = new Map(
      [...new Set([...tried, played])].map((
        action,
      ) => /** @type {const} */ ([action, search(action)])),
    );
    let worst = 1;
    const kept = [Math.floor(candidates / 2), 2, 2];
    for (const [i, share] of halving.entries()) {
      for (const each of alive.values()) {
        const batch = Math.max(Math.floor((Math.trunc(visits * share) - each.visits) / batches), 1);
        for (let n = 0; n < batches; n++) await this.#visit(each, batch);
      }
      const of = (/** @type {number} */ action) =>
        /** @type {SearchAfter} */ (alive.get(action)).values[player];
      const order = [...alive.keys()].sort((a, b) => of(b) - of(a));
      worst = Math.min(worst, of(order[order.length - 1]));
      for (const action of order.slice(kept[i])) {
        if (action === played) continue;
        alive.get(action)?.close();
        alive.delete(action);
      }
    }
    const found = new Map(
      [...alive].map((
        [action, each],
      ) => /** @type {const} */ ([action, this.found(each, step.before, visits)])),
    );
    for (const each of alive.values()) each.close();
    const is = (/** @type {number} */ action) => /** @type {Found} */ (found.get(action));
    const order = [...found.keys()].sort((a, b) =>
      is(b).values[player] - is(a).values[player] || Number(a !== played) - Number(b !== played)
    );
    if (order[0] !== played) { // to be compared, both lines lead to the same place
      for (const action of [played, order[0]]) {
        found.set(action, await this.#toChance(is(action), step, seed));
      }
    }
    const best = is(order[0]), second = order.length > 1 ? is(order[1]) : null;
    const stake = best.values[player] - this.objective.share(worst, best.margin, step.before);
    return {
      played: is(played),
      best,
      second,
      se: this.#error(best, is(played), player),
      gapSe: second ? this.#error(best, second, player) : 0,
      stake: Math.max(stake, 0),
      proven: false,
    };
  }

  /**
   * The search of what follows an action, for who knows what a player knows.
   * @param {State} state
   * @param {number} action
   * @param {number} player
   * @param {number} visits that it will get, about
   * @param {bigint} [seed]
   */
  after(state, action, player, visits, seed = this.seedOf(action)) {
    return new SearchAfter(this.trees, visits, state, action, player, seed);
  }

  /**
   * @param {SearchAfter} search
   * @param {number} n visits
   */
  async #visit(search, n) {
    await this.breathe();
    this.configure(search.root);
    search.visit(n);
  }

  /**
   * Have positions of this game searched with its networks, if they cover it.
   * @param {State} state
   */
  configure(state) {
    if (this.configuredFor === "search") return;
    const { networks } = this.kernel.data;
    const ask = /** @type {any} */ ({ learned: networks !== null, config: null });
    this.search.configure(state, ask);
    this.configuredFor = "search";
  }

  /**
   * A search as it is told: its values as shares of the win.
   * @param {SearchAfter} search
   * @param {State} before
   * @param {number} visits
   * @returns {Found}
   */
  found(search, before, visits) {
    const { kernel, objective, numbers } = this;
    const { action, player } = search;
    const { state: after } = kernel.play(before, action);
    const least = Math.max(Math.trunc(visits * numbers.share_of_a_line), numbers.least_of_a_line);
    let line = search.line(least);
    // What others would answer hangs on guesses of what they hold.
    if (kernel.hasSecrets(before)) line = line.slice(0, 1);
    line = this.#untilChance(before, line);
    const told = { action, visits: search.visits, line };
    if (kernel.isOver(after)) { // nothing is left to be judged
      const margin = objective.margin(after, player);
      return { ...told, values: objective.result(after), margin, batches: [] };
    }
    const used = search.batches.slice(-2 * numbers.batches);
    const last = used.slice(-numbers.batches);
    const mean = last[0].map((_, p) => sum(last.map((batch) => batch[p])) / last.length);
    const values = objective.shares(mean, search.margin, player, before);
    return { ...told, values, margin: search.margin, batches: used };
  }

  /**
   * As much of a line as comes before chance: what follows hangs on what is drawn.
   * @param {State} before
   * @param {number[]} line
   */
  #untilChance(before, line) {
    let state = before;
    for (const [n, action] of line.entries()) {
      ({ state } = this.kernel.play(state, action));
      if (this.kernel.toMove(state) < 0) return line.slice(0, n + 1);
    }
    return line;
  }

  /**
   * The same with its line played on until chance comes next, as far as players can know.
   * @param {Found} found
   * @param {Step} step
   * @param {bigint} seed
   * @returns {Promise<Found>}
   */
  async #toChance(found, { before, seenBy: [player] }, seed) {
    const { kernel, numbers } = this;
    let state = before;
    for (const action of found.line) state = kernel.play(state, action).state;
    const line = [...found.line];
    while (
      kernel.toMove(state) >= 0 && !kernel.hasSecrets(before) && line.length < numbers.longest_line
    ) {
      const visits = numbers.visits_of_a_line;
      const search = this.after(state, NO_ACTION, player, visits, seed);
      await this.#visit(search, visits);
      const [action] = search.byVisits();
      search.close();
      line.push(action);
      state = kernel.play(state, action).state;
    }
    return { ...found, line };
  }

  // ── Endings ────────────────────────────────────────────────────────────────────────────────────

  /**
   * The judgement by the endgame solver, where the game ends within its reach.
   * @param {Step} step
   * @param {number} played
   * @param {number} visits
   * @returns {Promise<Judged | null>}
   */
  async #solved(step, played, visits) {
    const { before, seenBy: [player] } = step;
    if (!this.#canBeSolved(before)) return null;
    const most = this.numbers.positions_a_visit * visits * 4;
    const solution = await this.#solve(before, most);
    if (!solution) return null;
    const best = await this.#exact(before, solution.action, solution.value, player, most);
    const other = played === solution.action
      ? best
      : await this.#afterExactly(before, played, player, most);
    if (!best || !other) return null;
    const stake = best.values[player] - other.values[player];
    return { played: other, best, second: null, se: 0, gapSe: 0, stake, proven: true };
  }

  /** @param {State} state */
  #canBeSolved(state) {
    const { kernel } = this;
    if (kernel.players(state) !== 2 || kernel.sides(state) !== 2) return false;
    this.#root(state);
    return kernel.exports.ends_before_chance() !== 0 &&
      kernel.exports.decisions_left() <= this.numbers.decisions_of_an_ending;
  }

  /** @param {State} state */
  #root(state) {
    /** @type {Uint8Array} */ (this.kernel.room("root")).set(state);
  }

  /**
   * What an action is worth if both play their best from there on.
   * @param {State} root
   * @param {number} action
   * @param {number} player
   * @param {number} most
   * @returns {Promise<Found | null>}
   */
  async #afterExactly(root, action, player, most) {
    const { kernel, objective } = this;
    const { state: after } = kernel.play(root, action);
    if (kernel.isOver(after)) {
      const margin = objective.margin(after, player);
      const values = objective.result(after);
      return { action, values, margin, visits: 0, line: [action], batches: [] };
    }
    const solution = await this.#solve(after, most);
    if (!solution) return null;
    const value = kernel.toMove(after) === player ? solution.value : 1 - solution.value;
    return this.#exact(root, action, value, player, most);
  }

  /**
   * A solved action, with the line in which both play their best; null: nothing is proven.
   * @param {State} root
   * @param {number} action
   * @param {number} value
   * @param {number} player
   * @param {number} most
   * @returns {Promise<Found | null>}
   */
  async #exact(root, action, value, player, most) {
    const result = this.objective.resultIn(value);
    if (!result) return null;
    const values = [1 - result.share, 1 - result.share];
    values[player] = result.share;
    const line = [action];
    let { state } = this.kernel.play(root, action);
    while (!this.kernel.isOver(state)) {
      const solution = await this.#solve(state, most);
      if (!solution) break;
      line.push(solution.action);
      ({ state } = this.kernel.play(state, solution.action));
    }
    return { action, values, margin: result.margin, visits: 0, line, batches: [] };
  }

  /**
   * @param {State} state
   * @param {number} most positions
   * @returns {Promise<{ action: number, value: number } | null>}
   */
  async #solve(state, most) {
    const { exports } = this.kernel;
    this.#root(state);
    if (this.configuredFor !== "endings") {
      this.search.withoutNetworks();
      this.configuredFor = "endings";
    }
    exports.begin_solving();
    for (let limit = 0; limit < most;) {
      limit = Math.min(limit + POSITIONS_A_LOOK, most);
      const value = exports.go_on_solving(limit);
      if (!Number.isNaN(value)) return { action: exports.solved(), value };
      await this.breathe();
    }
    return null;
  }

  // ── Chance ─────────────────────────────────────────────────────────────────────────────────────

  /**
   * The judgement of what chance gave, against so many other outcomes.
   * @param {number} number
   * @param {Step} step
   * @param {number} visits
   * @param {number} samples
   * @returns {Promise<Dealt>}
   */
  async chance(number, step, visits, samples) {
    const { seenBy } = step;
    const players = this.kernel.players(step.before);
    const [first, ...others] = seenBy;
    const dealt = await this.#chanceSeenBy(number, step, first, visits, samples);
    if (!others.length) return dealt;
    /** @type {Dealt} */
    const told = {
      values: Array(players).fill(0),
      mean: Array(players).fill(0),
      se: Array(players).fill(0),
    };
    // In a game with secrets each player's part is as that player could know it.
    for (const viewer of seenBy) {
      const own = viewer === first
        ? dealt
        : await this.#chanceSeenBy(number, step, viewer, visits, samples);
      for (const name of /** @type {const} */ (["values", "mean", "se"])) {
        told[name][viewer] = own[name][viewer];
      }
    }
    return told;
  }

  /**
   * @param {number} number
   * @param {Step} step
   * @param {number} viewer
   * @param {number} visits
   * @param {number} samples
   * @returns {Promise<Dealt>}
   */
  async #chanceSeenBy(number, { before, after }, viewer, visits, samples) {
    const { kernel } = this;
    const { share_of_a_deal: share, replicas } = this.numbers;
    const each = Math.max(Math.trunc(visits * share), 4);
    const seed = this.seedOf(number, visits, viewer % kernel.sides(before)); // partners alike
    /** @type {number[][]} */
    const given = [];
    for (let i = 0; i < replicas; i++) {
      const own = seed + (BigInt(i) << OF_REPLICAS);
      given.push(await this.#valueOf(after, viewer, each, visits, own));
    }
    /** @type {number[][]} */
    const others = [];
    for (let i = 0; i < samples; i++) {
      const chance = seed + (BigInt(replicas + i) << OF_REPLICAS);
      const state = kernel.draw(kernel.determinize(before, viewer, chance)).state;
      const own = seed + (BigInt(i + 1) << OF_SAMPLES);
      others.push(await this.#valueOf(state, viewer, each, visits, own));
    }
    const of = (/** @type {number[][]} */ all, /** @type {number} */ p) => all.map((v) => v[p]);
    const players = given[0].map((_, p) => p);
    return {
      values: players.map((p) => mean(of(given, p))),
      mean: players.map((p) => mean(of(others, p))),
      se: players.map((p) =>
        Math.sqrt(
          variance(of(given, p)) / replicas +
            (samples > 1 ? variance(of(others, p)) / samples : 0),
        )
      ),
    };
  }

  /**
   * Every player's share of the win in a position, as the viewer may know it.
   * @param {State} state
   * @param {number} viewer
   * @param {number} n visits
   * @param {number} visits of a decision: as large are the trees
   * @param {bigint} seed
   * @returns {Promise<number[]>}
   */
  async #valueOf(state, viewer, n, visits, seed) {
    if (this.kernel.isOver(state)) return this.objective.result(state);
    const search = this.after(state, NO_ACTION, viewer, visits, seed);
    await this.#visit(search, n);
    const found = this.objective.shares(search.values, search.margin, viewer, state);
    search.close();
    return found;
  }

  // ── Helpers ────────────────────────────────────────────────────────────────────────────────────

  /**
   * The standard error of the difference between two moves, from their batches.
   * @param {Found} one
   * @param {Found} other
   * @param {number} player
   */
  #error(one, other, player) {
    if (one === other || (!one.batches.length && !other.batches.length)) return 0;
    const { batches, least_error: least } = this.numbers;
    const n = Math.max(one.batches.length, other.batches.length);
    const differences = Array.from(
      { length: n },
      (_, i) => (one.batches[i]?.[player] ?? 0) - (other.batches[i]?.[player] ?? 0),
    );
    const before = differences.slice(0, batches), last = differences.slice(-batches);
    const spread = variance(last) / batches + (mean(last) - mean(before)) ** 2;
    return Math.sqrt(spread + least ** 2 / Math.max(one.visits, other.visits));
  }

  /**
   * @param {...number} numbers
   * @returns {bigint}
   */
  seedOf(...numbers) {
    const { kernel } = this;
    kernel.write("seed", BigInt.asIntN(64, this.seed));
    for (const number of numbers) kernel.exports.mix_seed(this.numbers.purpose, number);
    return /** @type {BigInt64Array} */ (kernel.room("seed"))[0];
  }
}

/** Thrown out of what is told to end. */
export class Stopped extends Error {}
