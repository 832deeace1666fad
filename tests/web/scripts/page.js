// A small stand-in for a page, without layout: elements, attributes, selectors, events and focus, as
// far as the scripts use them. It is there as soon as this module is imported, so that it comes
// before the scripts that look for their elements when they are loaded.

/** @typedef {{ type: string, target: Element, key: string, defaultPrevented: boolean, preventDefault: () => void }} Happening */

class Node {
  /** @type {Element | null} */
  parentElement = null;

  remove() {
    this.parentElement?.drop(this);
  }
}

class Text extends Node {
  /** @param {string} text */
  constructor(text) {
    super();
    this.textContent = text;
  }
}

class Element extends Node {
  /** @type {Node[]} */
  childNodes = [];
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {Map<string, ((event: any) => void)[]>} */
  listeners = new Map();
  /** @type {Record<string, string>} */
  style = {};
  open = false;
  returnValue = "";
  #value = "";

  /** @param {string} tag */
  constructor(tag) {
    super();
    this.localName = tag;
    this.dataset = new Proxy({}, {
      get: (_target, name) => this.getAttribute(dataName(name)) ?? undefined,
      set: (_target, name, value) => {
        this.setAttribute(dataName(name), value);
        return true;
      },
    });
    this.classList = {
      /** @param {string} name */
      contains: (name) => this.className.split(/\s+/).includes(name),
      /**
       * @param {string} name
       * @param {boolean} [on]
       */
      toggle: (name, on = !this.classList.contains(name)) => {
        const others = this.className.split(/\s+/).filter((one) => one && one !== name);
        this.className = [...others, ...(on ? [name] : [])].join(" ");
      },
      /** @param {string} name */
      add: (name) => this.classList.toggle(name, true),
      /** @param {string} name */
      remove: (name) => this.classList.toggle(name, false),
    };
  }

  // ── Attributes ───────────────────────────────────────────────────────────────────────────────

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.attributes.has(name);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  get className() {
    return this.getAttribute("class") ?? "";
  }

  set className(names) {
    this.setAttribute("class", names);
  }

  get tabIndex() {
    return Number(this.getAttribute("tabindex") ?? -1);
  }

  set tabIndex(value) {
    this.setAttribute("tabindex", value);
  }

  get value() {
    return this.#value;
  }

  set value(value) {
    this.#value = String(value);
  }

  // ── The tree ─────────────────────────────────────────────────────────────────────────────────

  get children() {
    return this.childNodes.filter((one) => one instanceof Element);
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((one) =>
      one instanceof Element || one instanceof Text ? one.textContent : ""
    ).join("");
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  /** @param {...(Node | string)} added */
  append(...added) {
    this.#put(this.childNodes.length, added);
  }

  /**
   * @template {Node} N
   * @param {N} added
   */
  appendChild(added) {
    this.append(added);
    return added;
  }

  /** @param {...(Node | string)} added */
  replaceChildren(...added) {
    for (const child of [...this.childNodes]) child.remove();
    this.append(...added.filter((one) => one !== ""));
  }

  /** @param {...(Node | string)} added */
  before(...added) {
    const { parentElement } = this;
    if (parentElement) parentElement.#put(parentElement.childNodes.indexOf(this), added);
  }

  /** @param {...(Node | string)} added */
  after(...added) {
    const { parentElement } = this;
    if (parentElement) parentElement.#put(parentElement.childNodes.indexOf(this) + 1, added);
  }

  /**
   * @param {Node} added
   * @param {Node | null} before
   */
  insertBefore(added, before) {
    this.#put(before ? this.childNodes.indexOf(before) : this.childNodes.length, [added]);
  }

  /**
   * @param {number} place
   * @param {(Node | string)[]} added
   */
  #put(place, added) {
    const nodes = added.map((one) => (one instanceof Node ? one : new Text(one)));
    for (const node of nodes) {
      node.remove();
      node.parentElement = this;
    }
    this.childNodes.splice(place, 0, ...nodes);
  }

  /** @param {Node} child */
  drop(child) {
    this.childNodes = this.childNodes.filter((one) => one !== child);
    child.parentElement = null;
  }

  /** @param {Node | null} other */
  contains(other) {
    let one = other;
    while (one && one !== this) one = one.parentElement;
    return one === this;
  }

  // ── Selectors ────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {string} selector
   * @returns {boolean}
   */
  matches(selector) {
    return selector.split(/,(?![^(]*\))/).some((one) => fits(this, one.trim().split(/\s+/)));
  }

  /**
   * @param {string} selector
   * @returns {Element | null}
   */
  closest(selector) {
    return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null;
  }

  /**
   * @param {string} selector
   * @returns {Element[]}
   */
  querySelectorAll(selector) {
    return this.children.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  // ── Events ───────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {string} type
   * @param {(event: any) => void} listener
   */
  addEventListener(type, listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  click() {
    if (!this.hasAttribute("disabled")) fire(this, "click");
  }

  focus() {
    document.activeElement = this;
  }

  showModal() {
    this.open = true;
  }

  /** @param {string} [value] */
  close(value = this.returnValue) {
    if (!this.open) return;
    this.open = false;
    this.returnValue = value;
    fire(this, "close");
  }

  // ── Layout: there is none ────────────────────────────────────────────────────────────────────

  scrollTop = 0;
  offsetTop = 0;
  clientHeight = 100;

  getBoundingClientRect() {
    return { left: 0, top: 0, width: 40, height: 40 };
  }

  /** @param {object[]} _frames */
  animate(_frames) {
    return { finished: Promise.resolve() };
  }
}

/** Properties that are attributes of another name, and those that are there or not. */
const NAMED = { id: "id", htmlFor: "for", type: "type", name: "name" };
for (const [property, attribute] of Object.entries(NAMED)) {
  Object.defineProperty(Element.prototype, property, {
    get() {
      return this.getAttribute(attribute) ?? "";
    },
    set(value) {
      this.setAttribute(attribute, value);
    },
  });
}
for (const name of ["hidden", "disabled"]) {
  Object.defineProperty(Element.prototype, name, {
    get() {
      return this.hasAttribute(name);
    },
    set(on) {
      if (on) this.setAttribute(name, "");
      else this.removeAttribute(name);
    },
  });
}

/** @param {string | symbol} name */
function dataName(name) {
  return `data-${String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

const SIMPLE = /^([a-z]\w*)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:="?([^"\]]*)"?)?\]|:not\(([^)]+)\)/gi;

/**
 * Whether an element fits the last of these parts, and those round it the parts before.
 * @param {Element} element
 * @param {string[]} parts
 */
function fits(element, parts) {
  const last = parts.at(-1) ?? "";
  const tests = [...last.matchAll(SIMPLE)];
  if (tests.map(([text]) => text).join("") !== last) throw new Error(`not a selector: ${last}`);
  const here = tests.every(([, tag, id, name, attribute, value, not]) => {
    if (tag) return element.localName === tag;
    if (id) return element.getAttribute("id") === id;
    if (name) return element.classList.contains(name);
    if (not) return !element.matches(not);
    const given = element.getAttribute(attribute);
    return value === undefined ? given !== null : given === value;
  });
  if (!here || parts.length === 1) return here;
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (fits(outer, parts.slice(0, -1))) return true;
  }
  return false;
}

/**
 * Let something happen to an element: those round it hear of it, too.
 * @param {any} target
 * @param {string} type
 * @param {{ key?: string }} [details]
 */
export function fire(target, type, { key = "" } = {}) {
  /** @type {Happening} */
  const event = {
    type,
    target,
    key,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
  for (let one = target; one; one = one.parentElement) {
    for (const listener of one.listeners.get(type) ?? []) listener(event);
  }
  return event;
}

/** A document: an element that makes others. */
class Page extends Element {
  body = new Element("body");
  documentElement = new Element("html");
  /** @type {Element} */
  activeElement = this.body;
  title = "Azulejos";

  constructor() {
    super("#document");
    this.append(this.documentElement);
    this.documentElement.append(this.body);
  }

  /** @param {string} tag */
  createElement(tag) {
    return new Element(tag);
  }

  /**
   * @param {string} _namespace
   * @param {string} tag
   */
  createElementNS(_namespace, tag) {
    return new Element(tag);
  }

  /** @param {string} id */
  getElementById(id) {
    return this.querySelector(`#${id}`);
  }

  getAnimations() {
    return [];
  }
}

export const document = new Page();

/**
 * Add elements to the page, by id and tag: `{ undo: "button" }`.
 * @param {Record<string, string>} tags
 */
export function put(tags) {
  for (const [id, tag] of Object.entries(tags)) {
    const made = document.createElement(tag);
    made.setAttribute("id", id);
    document.body.append(made);
  }
}

/**
 * What the drawing tells the scripts.
 * @param {Record<string, unknown>} places
 */
export function putDrawing(places) {
  put({ "drawing-data": "script" });
  const told = document.getElementById("drawing-data");
  if (told) told.textContent = JSON.stringify({ places, stencils: {} });
}

/** Empty the page, but for its words. */
export function clear() {
  document.body.replaceChildren();
  document.listeners.clear();
  put({ text: "script", live: "div", skip: "button" });
  const words = document.getElementById("text");
  if (words) words.textContent = JSON.stringify({ language: "en", messages: {} });
  document.activeElement = document.body;
}

const kinds =
  "HTML SVG HTMLButton HTMLDetails HTMLDialog HTMLForm HTMLInput HTMLProgress HTMLSelect";
Object.assign(
  globalThis,
  { document, Node, Element },
  Object.fromEntries(kinds.split(" ").map((kind) => [`${kind}Element`, Element])),
  { matchMedia: () => ({ matches: false }) },
);
clear();
