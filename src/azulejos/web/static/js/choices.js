// Choices on the page: pieces, fields, moves of which the player takes one. Of a group, one is
// reached by Tab and the others by arrows ("roving focus").

/** @typedef {HTMLElement | SVGElement} Choice */

/**
 * Let Tab reach one of these: the chosen one, or the first.
 * @param {Iterable<Choice>} choices
 * @param {Choice | null} [chosen]
 */
export function rove(choices, chosen) {
  const all = [...choices];
  const reached = chosen ?? all[0];
  for (const one of all) one.setAttribute("tabindex", one === reached ? "0" : "-1");
}

/**
 * Focus one of a group, and let Tab come back to it.
 * @param {Iterable<Choice>} choices
 * @param {Choice} one
 */
export function focusOn(choices, one) {
  rove(choices, one);
  one.focus();
}

/**
 * How far a key leads along a row: by one, back or on; 0 for a key that does not.
 * @param {string} key
 */
export function along(key) {
  if (key === "ArrowRight" || key === "ArrowDown") return 1;
  return key === "ArrowLeft" || key === "ArrowUp" ? -1 : 0;
}

/**
 * The choice so far from another, round and round.
 * @template {Choice} C
 * @param {C[]} choices
 * @param {C} from
 * @param {number} by
 */
export function next(choices, from, by) {
  return choices[(choices.indexOf(from) + by + choices.length) % choices.length];
}

/**
 * Whether a key takes a choice, as it presses a button.
 * @param {string} key
 */
export function takes(key) {
  return key === "Enter" || key === " ";
}

/**
 * Make an element a button while it may be chosen; else it is a picture, which Tab passes by.
 * @param {Element} element
 * @param {boolean} may
 * @param {boolean} chosen
 */
export function setChoice(element, may, chosen) {
  element.setAttribute("role", may ? "button" : "img");
  // What has the focus keeps it while it can be chosen.
  if (may) element.setAttribute("aria-pressed", String(chosen));
  else {
    element.removeAttribute("aria-pressed");
    element.removeAttribute("tabindex");
  }
}
