// Elements of a page, found and made as what they are.

/**
 * The element with an id. A page that asks for it has it.
 * @template {Element} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} [kind] where more is wanted of it than of any HTML element
 * @returns {E}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof (kind ?? HTMLElement))) throw new TypeError(`#${id} is not there`);
  return /** @type {E} */ (/** @type {Element} */ (element));
}

/**
 * The nearest element round the origin of an event that matches; null if there is none.
 * @template {Element} [E=HTMLElement | SVGElement]
 * @param {Event} event
 * @param {string} selector
 * @param {new () => E} [kind]
 * @returns {E | null}
 */
export function around(event, selector, kind) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  if (kind && !(found instanceof kind)) return null;
  return /** @type {E | null} */ (found);
}

/**
 * A new element with these properties, and what it holds.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Partial<HTMLElementTagNameMap[T]>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/**
 * All elements that match, in a part of the page or in the whole.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [part]
 * @returns {E[]}
 */
export function all(selector, part = document) {
  return /** @type {E[]} */ ([...part.querySelectorAll(selector)]);
}

/**
 * Let a text stand in the first element that matches.
 * @param {ParentNode} part of the page
 * @param {string} selector
 * @param {string | number} text
 */
export function write(part, selector, text) {
  const place = part.querySelector(selector);
  if (!place) throw new TypeError(`${selector} is not there`);
  place.textContent = String(text);
}

/**
 * Make an element a picture that is told in words.
 * @param {Element} element
 * @param {string} words
 */
export function describe(element, words) {
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", words);
}
