// A tree of variations: what was tried from a position, and where in it one is. It knows no game: a
// move is a text, and one that nobody decided is chance's.

/** @import { Explored } from "./types.js" */

/** @typedef {[string, number | null, ...Data[]]} Data a step as it is kept: move, turn, what follows */

export class Step {
  /**
   * @param {Step | null} parent
   * @param {string} move
   * @param {number | null} turn whose move it is; null: chance's
   */
  constructor(parent, move, turn) {
    this.parent = parent;
    this.move = move;
    this.turn = turn;
    /** @type {Step[]} the first goes on with the line, the others are variations */
    this.children = [];
    /** @type {Step | null} the child by which one last went on */
    this.last = null;
    /** @type {Explored | null} the position after it, once it has been looked at */
    this.shown = null;
  }

  get isChance() {
    return this.parent !== null && this.turn === null;
  }

  /** @returns {Step[]} from the first move to this one */
  get path() {
    const path = [];
    for (let step = /** @type {Step} */ (this); step.parent; step = step.parent) path.unshift(step);
    return path;
  }

  get moves() {
    return this.path.map(({ move }) => move);
  }

  /** The child by which the line goes on from here. */
  get next() {
    return this.last ?? this.children[0] ?? null;
  }
}

export class Tree {
  constructor() {
    this.root = new Step(null, "", null);
    this.here = this.root;
  }

  /**
   * The step that a move leads to: the one that is there, or a new variation.
   * @param {Step} step
   * @param {string} move
   * @param {number | null} turn
   */
  add(step, move, turn) {
    const there = step.children.find((child) => child.move === move);
    if (there) return there;
    const child = new Step(step, move, turn);
    step.children.push(child);
    return child;
  }

  /** @param {Step} step */
  go(step) {
    for (const one of step.path) if (one.parent) one.parent.last = one;
    this.here = step;
  }

  /** The decision after the next move: what chance gives lies on the way. */
  get on() {
    let step = this.here.next;
    while (step?.next?.isChance) step = step.next;
    return step;
  }

  /** The decision before; nothing at the beginning. */
  get back() {
    let step = this.here;
    while (step.isChance && step.parent?.parent) step = step.parent;
    return step.parent;
  }

  /** The end of the line that one is on. */
  get end() {
    let step = this.here;
    while (step.next) step = step.next;
    return step;
  }

  /**
   * Another variation beside this move, or beside the last one that has others; null: there is none.
   * @param {number} by
   */
  beside(by) {
    for (const step of [...this.here.path].reverse()) {
      const all = step.parent?.children ?? [];
      if (all.length > 1) return all[(all.indexOf(step) + by + all.length) % all.length];
    }
    return null;
  }

  /**
   * Take a step away, with all that follows it.
   * @param {Step} step
   */
  remove(step) {
    const { parent } = step;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(step), 1);
    if (parent.last === step) parent.last = null;
    if (this.here.path.includes(step)) this.here = parent;
  }

  /** @returns {{ steps: Data[], here: number[] }} all of it as plain data */
  toData() {
    const here = this.here.path.map((step) => step.parent?.children.indexOf(step) ?? 0);
    return { steps: this.root.children.map(asData), here };
  }

  /** @param {{ steps: Data[], here: number[] }} data */
  static of({ steps, here }) {
    const tree = new Tree();
    for (const one of steps) grow(tree.root, one);
    let step = tree.root;
    for (const index of here) step = step.children[index] ?? step;
    tree.go(step);
    return tree;
  }
}

/**
 * @param {Step} step
 * @returns {Data}
 */
function asData({ move, turn, children }) {
  return [move, turn, ...children.map(asData)];
}

/**
 * @param {Step} parent
 * @param {Data} data
 */
function grow(parent, [move, turn, ...children]) {
  const step = new Step(parent, move, turn);
  parent.children.push(step);
  for (const child of children) grow(step, child);
}
