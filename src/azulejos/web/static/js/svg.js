// Elements of SVG, made and taken away.

/** @typedef {Record<string, string | number | null | undefined>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element; attributes that are null are left out.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function node(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * The part of a drawing that matches; it is there.
 * @param {ParentNode} drawing or the page it is on
 * @param {string} selector
 */
export function inside(drawing, selector) {
  const found = drawing.querySelector(selector);
  if (!(found instanceof SVGElement)) throw new TypeError(`no ${selector} is drawn`);
  return found;
}

/**
 * Take away the children of these kinds.
 * @param {Element} group
 * @param {string} kinds a selector
 */
export function clear(group, kinds) {
  for (const child of [...group.children]) {
    if (child.matches(kinds)) child.remove();
  }
}
