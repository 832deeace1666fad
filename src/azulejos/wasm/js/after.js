// Searching what follows single actions, each in a tree of its own, for comparing them fairly: the order
// of the calls is that of `search.after` in Python; what is searched and how is the compiled kernel's.

import { widthOf } from "./search.js";

/** @import { Kernel, State } from "./kernel.js" */

/** What stands for no action: the state itself is searched. */
export const NO_ACTION = -1;
const BYTES_OF_A_ROW = 4;
/** Places of numbers in a row: see `search.summary`. */
const ACTION = 0, VISITS = 1, MARGIN = 3, VALUE = 4;

/** @typedef {{ at: number, room: number, capacity: number, used: number }} Tree */

/** Trees to be used again and again. They lie in the kernel's memory. */
export class Trees {
  /** @param {Kernel} kernel which nobody else claims memory of */
  constructor(kernel) {
    this.kernel = kernel;
    const { links, numbers } = kernel.data.search;
    this.bytesOfANode = (links + numbers) * BYTES_OF_A_ROW;
    /** @type {Tree[]} */
    this.free = [];
  }

  /**
   * An empty tree for so many visits, about.
   * @param {number} visits
   * @returns {Tree}
   */
  take(visits) {
    const { nodes_a_visit: each, min_nodes: min, max_nodes: max } = this.kernel.data.judging.trees;
    const capacity = Math.min(Math.max(each * visits, min), max);
    const found = this.free.findIndex(({ room }) => room >= capacity);
    const [tree] = found < 0 ? [this.#claimed(capacity)] : this.free.splice(found, 1);
    tree.capacity = capacity;
    this.select(tree);
    this.kernel.exports.reset();
    this.keep(tree);
    return tree;
  }

  /**
   * @param {number} capacity
   * @returns {Tree}
   */
  #claimed(capacity) {
    const at = this.kernel.claim(capacity * this.bytesOfANode);
    return { at, room: capacity, capacity, used: 1 };
  }

  /** @param {Tree} tree that is searched from now on */
  select({ at, capacity, used }) {
    this.kernel.write("tree", at);
    this.kernel.write("capacity", capacity);
    this.kernel.write("used", used);
  }

  /** @param {Tree} tree whose nodes have been searched */
  keep(tree) {
    tree.used = Number(this.kernel.room("used")[0]);
  }

  /** @param {Tree} tree */
  giveBack(tree) {
    this.free.push(tree);
    this.free.sort((a, b) => a.room - b.room);
  }
}

/** The search of what follows an action, for the player who knows what `player` knows. */
export class SearchAfter {
  /**
   * @param {Trees} trees
   * @param {number} visits that it will get, about
   * @param {State} root the state before the action
   * @param {number} action NO_ACTION for what follows the state itself
   * @param {number} player
   * @param {bigint} seed
   */
  constructor(trees, visits, root, action, player, seed) {
    this.trees = trees;
    this.kernel = trees.kernel;
    this.tree = trees.take(visits);
    this.root = root;
    this.action = action;
    this.player = player;
    this.seed = seed;
    this.players = this.kernel.players(root);
    /** Sums of every player's values, and visits, after each batch. @type {number[][]} */
    this.sums = [Array(this.players).fill(0)];
    this.counts = [0];
    this.margin = 0;
  }

  get visits() {
    return this.counts[this.counts.length - 1];
  }

  /**
   * Make n more visits: a batch of its own.
   * @param {number} n
   */
  visit(n) {
    const { kernel } = this;
    this.trees.select(this.tree);
    /** @type {Uint8Array} */ (kernel.room("root")).set(this.root);
    kernel.write("seed", this.seed + BigInt(this.visits));
    kernel.exports.visit_after(this.action, this.player, n);
    this.trees.keep(this.tree);
    const visits = this.visits + n;
    const [root] = this.#rows();
    this.counts.push(visits);
    this.sums.push(root.slice(VALUE, VALUE + this.players).map((mean) => mean * visits));
    this.margin = root[MARGIN];
  }

  /** Every player's mean value in each batch of visits. */
  get batches() {
    return this.sums.slice(1).map((sum, i) =>
      sum.map((value, p) => (value - this.sums[i][p]) / (this.counts[i + 1] - this.counts[i]))
    );
  }

  /** Every player's mean value over all visits. */
  get values() {
    return this.sums[this.sums.length - 1].map((sum) => sum / this.visits);
  }

  /** The actions that follow, the most visited first. */
  byVisits() {
    this.trees.select(this.tree);
    const [, ...children] = this.#rows();
    return children.sort((a, b) => b[VISITS] - a[VISITS]).map((row) => row[ACTION]);
  }

  /**
   * The action and what follows it most: only nodes with at least so many visits.
   * @param {number} least
   */
  line(least) {
    this.trees.select(this.tree);
    const following = this.kernel.read("line", this.kernel.exports.line_of_visits(least));
    return this.action === NO_ACTION ? following : [this.action, ...following];
  }

  /** Hand the tree back; nothing may be asked any more. */
  close() {
    this.trees.giveBack(this.tree);
  }

  /** @returns {number[][]} of the tree's root, then of its children */
  #rows() {
    const width = widthOf(this.kernel.data);
    const n = this.kernel.exports.write_rows(0);
    const numbers = this.kernel.read("rows", n * width);
    return Array.from({ length: n }, (_, i) => numbers.slice(i * width, (i + 1) * width));
  }
}
