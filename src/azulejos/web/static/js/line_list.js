// The tree of variations as a list: the line goes on from move to move, and beside a move stand the
// variations that were tried in its place.

import { around, element } from "./dom.js";

/** @import { Step, Tree } from "./tree.js" */

export class LineList {
  /**
   * @param {HTMLElement} place
   * @param {(step: Step) => string} told a step in words
   * @param {(step: Step) => void} go
   */
  constructor(place, told, go) {
    this.place = place;
    this.told = told;
    /** @type {Map<Element, Step>} */
    this.steps = new Map();
    place.tabIndex = -1;
    place.addEventListener("click", (event) => {
      const button = around(event, "button");
      const step = button && this.steps.get(button);
      if (step) go(step);
    });
    // The engine's lines above take some of its height, a window that is made larger gives it more.
    new ResizeObserver(() => this.showCurrent()).observe(place);
  }

  /** Hold the focus here, so that the arrows go on stepping and do not choose on the board. */
  focus() {
    if (!this.place.contains(document.activeElement)) this.place.focus({ preventScroll: true });
  }

  /** @param {Tree} tree */
  show(tree) {
    const focused = this.place.contains(document.activeElement);
    this.steps.clear();
    const list = element("ol", { className: "moves" });
    this.fill(list, tree.root, tree);
    this.place.replaceChildren(...(list.children.length ? [list] : []));
    const current = this.place.querySelector("[aria-current]");
    if (!(current instanceof HTMLElement)) {
      if (focused) this.focus();
      return;
    }
    if (focused) current.focus({ preventScroll: true });
    this.showCurrent();
  }

  /** Scroll to the step that is on the board. */
  showCurrent() {
    const current = this.place.querySelector("[aria-current]");
    if (!current) return;
    const [whole, one] = [this.place, current].map((element) => element.getBoundingClientRect());
    this.place.scrollTop += one.top - whole.top - (whole.height - one.height) / 2;
  }

  /**
   * What follows a step.
   * @param {HTMLElement} list
   * @param {Step} from
   * @param {Tree} tree
   */
  fill(list, from, tree) {
    for (let step = from; step.children.length; step = step.children[0]) {
      const [first, ...others] = step.children;
      list.append(this.item(first, tree));
      for (const other of others) {
        const variation = element("ol", { className: "variation" });
        variation.append(this.item(other, tree));
        this.fill(variation, other, tree);
        list.append(element("li", {}, variation));
      }
    }
  }

  /**
   * @param {Step} step
   * @param {Tree} tree
   */
  item(step, tree) {
    const button = element("button", { type: "button" }, this.told(step));
    button.classList.toggle("of-chance", step.isChance);
    if (step === tree.here) button.setAttribute("aria-current", "step");
    this.steps.set(button, step);
    return element("li", {}, button);
  }
}
