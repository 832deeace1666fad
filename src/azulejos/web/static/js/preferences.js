// How a reader wants tables to be: how fast pieces move, how moves are written and entered. It is kept
// in the browser, for all tables.

import { byId } from "./dom.js";

const KEY = "azulejos.table";

/** How long a movement takes, beside the usual. */
const PACES = { slow: 1.8, usual: 1, fast: 0.45 };

/**
 * @typedef {object} Preferences
 * @property {keyof PACES} pace
 * @property {boolean} keys moves are entered by typing them
 * @property {boolean} notation the list has moves as they are written
 * @property {boolean} sound whether anything is heard
 */

/** @type {Preferences} */
export const preferences = { pace: "usual", keys: true, notation: false, sound: true };

try {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  if (kept.pace in PACES) preferences.pace = kept.pace;
  for (const name of /** @type {const} */ (["keys", "notation", "sound"])) {
    if (typeof kept[name] === "boolean") preferences[name] = kept[name];
  }
} catch {
  // Nothing was kept that can be read: everything is as usual.
}

/** How long a movement takes, beside the usual. */
export function pace() {
  return PACES[preferences.pace];
}

/**
 * Remember what the reader prefers.
 * @param {Partial<Preferences>} chosen
 */
export function prefer(chosen) {
  Object.assign(preferences, chosen);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

/**
 * Let the reader choose, in the form that the page has for it.
 * @param {HTMLFormElement} form
 * @param {() => void} changed
 */
export function offerPreferences(form, changed) {
  const pace = byId("pace", HTMLSelectElement);
  const keys = byId("typing", HTMLInputElement);
  const notation = byId("notation", HTMLInputElement);
  pace.value = preferences.pace;
  keys.checked = preferences.keys;
  notation.checked = preferences.notation;
  form.addEventListener("change", () => {
    prefer({
      pace: /** @type {keyof PACES} */ (pace.value),
      keys: keys.checked,
      notation: notation.checked,
    });
    changed();
  });
}
