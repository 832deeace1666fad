// One thread's search of a position: it tells the compiled kernel what to search and for how long.
//
// What is searched and how it is judged is the kernel's; here are its clock, its memory, and the order
// of its steps, which is that of `bots.players` and `search.analysis` in Python.

import { numbersOf } from "./records.js";

/** @import { ConfigData, GameData, SearchData } from "./types.js" */
/** @import { Kernel, State } from "./kernel.js" */

/** Visits between two looks at the clock: at first, and at most. */
const MIN_CHUNK = 16, MAX_CHUNK = 4096;
const FIRST_CAPACITY = 1 << 16;
/** A node's numbers: four whole ones, and six of four bytes each. */
const BYTES_OF_A_ROW = 4;
/** What seeds are made for, and that nothing is: see `core.chance`, `search.tree`. */
const OF_POSITION = 0, OF_THREAD = 1, NO_ACTION = -1;
/** Positions that the solver searches between two looks at the clock. */
const POSITIONS_A_LOOK = 4000;
/** Milliseconds after which a search lets messages in. */
const PATIENCE = 12, PATIENCE_OF_TIMERS = 80;
/** Places of numbers in a row: see `search.summary`. */
const ACTION = 0, VISITS = 1, MARGIN = 3, VALUE = 4;

/**
 * @typedef {object} Ask how a position is to be searched
 * @property {SearchData} level
 * @property {boolean} learned whether the level has networks
 * @property {"plain" | null} config a configuration of its own
 * @property {number | null} visits
 * @property {number | null} ms
 * @property {bigint} seed
 * @property {number} thread which of them this is
 * @property {number} threads
 */

/**
 * @typedef {object} Rows what a tree found: rows of `search.summary`, and a line for each action
 * @property {Float64Array} rows
 * @property {number[][]} lines
 */

/** @typedef {{ action: number, value: number, isProven: boolean }} Solved */

export class Search {
  /**
   * @param {Kernel} kernel
   * @param {Uint8Array | null} weights the networks' arrays
   * @param {number} nodes that a tree may have at most
   */
  constructor(kernel, weights, nodes) {
    this.kernel = kernel;
    this.nodes = nodes;
    this.networks = 0;
    if (weights !== null) {
      this.networks = kernel.claim(weights.length);
      new Uint8Array(kernel.memory.buffer, this.networks, weights.length).set(weights);
    }
    this.capacity = Math.min(FIRST_CAPACITY, nodes);
    const { links, numbers } = kernel.data.search;
    this.rowsOfANode = links + numbers;
    this.tree = kernel.claim(this.capacity * this.rowsOfANode * BYTES_OF_A_ROW);
    this.visits = 0;
    /** Set to end what is searched. */
    this.stopped = false;
  }

  /**
   * Get ready for a position: its root is guessed, its tree is empty.
   *
   * @param {State} state
   * @param {Ask} ask
   */
  begin(state, ask) {
    const { kernel } = this;
    this.stopped = false;
    kernel.put(state);
    this.#seed(ask.seed, OF_POSITION, 1);
    kernel.exports.guess();
    this.#seed(ask.seed, OF_THREAD, ask.thread);
    kernel.write("tree", this.tree);
    kernel.write("capacity", this.capacity);
    kernel.exports.reset();
    this.visits = 0;
  }

  /**
   * Search as a level does: by which configuration, and with networks or without.
   *
   * @param {State} state
   * @param {Ask} ask
   * @param {boolean} toSolve before a search the configuration is that of two players
   */
  configure(state, ask, toSolve = false) {
    const { kernel } = this;
    const { configs } = kernel.data;
    kernel.put(state);
    const players = kernel.players(state);
    const covered = toSolve || (players > 1 && kernel.exports.is_covered() !== 0);
    const learned = ask.learned && covered;
    const special = learned && players > 2 ? configs.multiplayer : null;
    const config = ask.config !== null
      ? configs[ask.config]
      : special ?? (learned ? configs.learned : configs.heuristic);
    for (const [name, value] of Object.entries(/** @type {ConfigData} */ (config))) {
      kernel.write(name, value);
    }
    this.#place(learned);
  }

  /**
   * The best action where the rest of the round can be searched whole; null where it cannot.
   *
   * @param {State} state
   * @param {Ask} ask
   * @returns {Promise<Solved | null>}
   */
  async solve(state, ask) {
    const { kernel } = this;
    const { exports, data } = kernel;
    const most = exports.worth_solving(ask.level.exact, ask.visits ?? -1);
    if (most === 0) {
      return null;
    }
    this.configure(state, ask, true);
    const isProven = exports.ends_before_chance() !== 0;
    const part = isProven ? data.search.nearly_all : data.search.part_of_the_time;
    const end = ask.ms === null ? Infinity : performance.now() + part * ask.ms;
    const pause = new Pause();
    exports.begin_solving();
    for (let limit = 0; limit < most;) {
      limit = Math.min(limit + POSITIONS_A_LOOK, most);
      const value = exports.go_on_solving(limit);
      if (!Number.isNaN(value)) {
        return { action: exports.solved(), value, isProven };
      }
      await pause.ifDue();
      if (this.stopped || performance.now() >= end) {
        break;
      }
    }
    return null;
  }

  /**
   * Search until there are so many visits, or until then, or until stopped.
   *
   * @param {number | null} visits
   * @param {number} end a time of `performance.now()`
   * @param {() => void} [onPause] called now and then
   */
  async run(visits, end, onPause) {
    const { kernel } = this;
    const pause = new Pause();
    const { most_legal: most } = kernel.data.search;
    let chunk = MIN_CHUNK;
    let begun = performance.now();
    let used = Number(kernel.room("used")[0]);
    while (true) {
      if (used > this.capacity / 2 && this.capacity < this.nodes) {
        this.#grow();
      }
      // So few at a time that the tree cannot run full in between: the result must not depend on
      // how many visits come between two looks at the clock.
      const safe = Math.floor((this.capacity - used) / most);
      let left = Math.min(chunk, Math.max(safe, MIN_CHUNK));
      if (visits !== null) {
        left = Math.min(left, visits - this.visits);
      }
      if (left <= 0) {
        return;
      }
      used = kernel.exports.visit(left);
      this.visits += left;
      const now = performance.now();
      if (now >= end || this.stopped) {
        return;
      }
      if (now - begun < 1) {
        chunk = Math.min(2 * chunk, MAX_CHUNK);
      }
      if (await pause.ifDue()) {
        onPause?.();
        if (this.stopped) {
          return;
        }
      }
      begun = performance.now();
    }
  }

  /**
   * What this thread's tree has found.
   *
   * @returns {Rows}
   */
  found() {
    const { kernel } = this;
    const n = kernel.exports.write_rows(0);
    const rows = rowsOf(kernel, n);
    const lines = [];
    for (let i = 0; i < n; i++) {
      const action = rows[i * widthOf(kernel.data)];
      lines.push(
        action === NO_ACTION ? [] : kernel.read("line", kernel.exports.principal_variation(action)),
      );
    }
    return { rows, lines };
  }

  /**
   * Double the room for nodes, where the tree is.
   */
  #grow() {
    const { kernel } = this;
    const before = this.capacity;
    this.capacity = Math.min(2 * before, this.nodes);
    kernel.claimMore((this.capacity - before) * this.rowsOfANode * BYTES_OF_A_ROW);
    const memory = new Int32Array(
      kernel.memory.buffer,
      this.tree,
      this.capacity * this.rowsOfANode,
    );
    for (let row = this.rowsOfANode - 1; row > 0; row--) { // the last first: none is overwritten
      memory.copyWithin(row * this.capacity, row * before, (row + 1) * before);
    }
    kernel.write("capacity", this.capacity);
  }

  /**
   * @param {bigint} seed
   * @param {number} purpose
   * @param {number} number
   */
  #seed(seed, purpose, number) {
    this.kernel.write("seed", BigInt.asIntN(64, seed));
    this.kernel.exports.mix_seed(purpose, number);
  }

  /** Evaluate by the heuristic alone, as exact endings do. */
  withoutNetworks() {
    this.kernel.write("heuristic_weight", 0);
    this.#place(false);
  }

  /**
   * Tell the module where the networks lie, or that there are none.
   *
   * @param {boolean} used
   */
  #place(used) {
    const { kernel } = this;
    const { networks, layout } = kernel.data;
    const field = layout.room.fields.networks;
    const record = /** @type {import("./types.js").Layout} */ (field.record);
    const at = kernel.roomAt + field.offset;
    ["value", "policy"].forEach((part, i) => {
      for (const [name, place] of Object.entries(record.fields)) {
        const told = used && networks !== null ? /** @type {any} */ (networks)[part][name] : 0;
        const isAddress = ["first", "second", "last"].includes(name) && used;
        numbersOf(kernel.memory.buffer, at + i * record.size, place)[0] = isAddress
          ? this.networks + told
          : told;
      }
    });
  }
}

/** Lets messages in when it is time. */
export class Pause {
  constructor() {
    this.last = performance.now();
    this.lastTimer = this.last;
  }

  async ifDue() {
    if (performance.now() - this.last < PATIENCE) {
      return false;
    }
    if (this.last - this.lastTimer < PATIENCE_OF_TIMERS) {
      await new Promise((resume) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          resume(undefined);
        };
        port2.postMessage(0);
      });
    } else { // a message to oneself may come before others; a timer, which takes longer, does not
      await new Promise((resume) => setTimeout(resume));
      this.lastTimer = performance.now();
    }
    this.last = performance.now();
    return true;
  }
}

/** @param {GameData} data */
export function widthOf(data) {
  return data.layout.room.fields.rows.shape[1];
}

/**
 * @param {Kernel} kernel
 * @param {number} n
 */
function rowsOf(kernel, n) {
  return /** @type {Float64Array} */ (kernel.room("rows").slice(0, n * widthOf(kernel.data)));
}

/**
 * What several trees have found, added up: rows, the root's own first, then the best.
 *
 * @param {Kernel} kernel
 * @param {Rows[]} found
 * @param {number | null} first an action that comes before all others
 */
export function merged(kernel, found, first) {
  const room = /** @type {Float64Array} */ (kernel.room("rows"));
  const width = widthOf(kernel.data);
  let n = 0;
  for (const { rows } of found) {
    room.set(rows, n * width);
    n += rows.length / width;
  }
  const kept = kernel.exports.merge(n, first ?? NO_ACTION);
  const rows = rowsOf(kernel, kept);
  return Array.from({ length: kept }, (_, i) => {
    const row = rows.subarray(i * width, (i + 1) * width);
    const action = row[ACTION];
    return {
      action,
      visits: row[VISITS],
      margin: row[MARGIN],
      values: Array.from(row.subarray(VALUE)),
      line: lineOf(found, action, width),
    };
  });
}

/**
 * What follows an action, in the tree that has visited it most.
 *
 * @param {Rows[]} found
 * @param {number} action
 * @param {number} width
 * @returns {number[]}
 */
function lineOf(found, action, width) {
  let most = -1;
  /** @type {number[]} */
  let line = [];
  for (const { rows, lines } of found) {
    lines.forEach((each, i) => {
      if (rows[i * width] === action && rows[i * width + VISITS] > most) {
        most = rows[i * width + VISITS];
        line = each;
      }
    });
  }
  return line;
}
