// The compiled rules of a game, how its positions are told, and the engine that thinks about it in workers.

import { Refused } from "../host.js";
import { _ } from "../text.js";
import { Play } from "./game.js";

/** @import { Engine } from "./bots.js" */
/** @import { Kernel, Why } from "./kernel.js" */

/** Compiled rules, and the scripts that run them. */
const COMPILED = new URL("../../wasm/", import.meta.url);
/** Each game's scripts, which read positions. */
const GAMES = new URL("../../games/", import.meta.url);

/**
 * Why the rules refuse something, by codes, in the reader's language.
 * @typedef {Record<string, { forms: string[], names?: Record<string, Record<string, string>> }>} Reasons
 */

/**
 * What a game is played by in this browser; Refused where it is too old.
 * @param {string} game
 * @param {Reasons} reasons
 */
export async function rulesOf(game, reasons) {
  const [kernel, positions] = await Promise.all([
    kernelOf(game),
    import(`../../games/${game}/position.js`),
  ]);
  return new Play(kernel, positions, (why) => said(why, reasons));
}

/**
 * @param {string} game
 * @returns {Promise<Kernel>}
 */
async function kernelOf(game) {
  const { isSupported, loadKernel } = await import(`${COMPILED}kernel.js`);
  if (!isSupported()) {
    throw new Refused(
      501,
      "no_simd",
      _("This browser is too old to play here: WebAssembly SIMD is missing. Please update it."),
    );
  }
  return await loadKernel(game, COMPILED.href);
}

/** @returns {Promise<Engine & { close: () => void }>} */
export async function engine() {
  const { Engine } = await import(`${COMPILED}engine.js`);
  return new Engine({ folder: COMPILED.href, threads: 1, positions: GAMES.href });
}

/**
 * Why something is refused, in the reader's language.
 * @param {Why} why
 * @param {Reasons} reasons
 */
function said({ code, parts }, reasons) {
  const { forms, names = {} } = reasons[code] ?? { forms: [_("That is not possible here.")] };
  const form = forms.length > 1 && parts.n !== 1 ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (whole, name) => {
    const part = parts[name];
    if (part === undefined) return whole;
    return names[name]?.[part] ?? (Array.isArray(part) ? part.join(", ") : String(part));
  });
}
