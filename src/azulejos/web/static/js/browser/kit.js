// All that a game needs in the browser: its rules, how its positions are told, where tables are kept,
// and the bots.

import { Refused } from "../host.js";
import { _ } from "../text.js";
import { Bots } from "./bots.js";
import { Play } from "./game.js";
import { pageAt, tableAt } from "./site.js";
import { Store } from "./store.js";

/** @import { Level } from "../table.js" */
/** @import { Kit } from "./host.js" */
/** @import { Kernel, Why } from "./kernel.js" */

/** Compiled rules, and the scripts that run them. */
const COMPILED = new URL("../../wasm/", import.meta.url);
/** Each game's scripts, which read positions. */
const GAMES = new URL("../../games/", import.meta.url);

/**
 * What the page says of a game's rules in the reader's language.
 * @typedef {object} Words
 * @property {Record<string, { forms: string[], names?: Record<string, Record<string, string>> }>} reasons
 * @property {import("./why.js").Sentences} whys why a move is better
 * @property {Record<string, string>} titles of points, by their kinds of facts; "" those at the start
 */

/**
 * @param {string} game
 * @param {Level[]} levels
 * @param {Words} words
 * @returns {Promise<Kit>}
 */
export async function kitFor(game, levels, { reasons, titles, whys }) {
  const [kernel, positions, store] = await Promise.all([
    rulesOf(game),
    import(`../../games/${game}/position.js`),
    Store.open(),
  ]);
  return {
    by: new Play(kernel, positions, (why) => said(why, reasons)),
    store,
    whys,
    bots: new Bots(engine, levels.length),
    addressOf: ({ id, game: name, options }) => tableAt(name, options, { t: id }) ?? "",
    studyAt: (page, query) => `${pageAt(`${page}/`)}?${new URLSearchParams(query)}`,
    titleOf: (kind) => titles[kind ?? ""] ?? kind ?? "",
  };
}

/**
 * @param {string} game
 * @returns {Promise<Kernel>}
 */
async function rulesOf(game) {
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

async function engine() {
  const { Engine } = await import(`${COMPILED}engine.js`);
  return new Engine({ folder: COMPILED.href, threads: 1, positions: GAMES.href });
}

/**
 * Why something is refused, in the reader's language.
 * @param {Why} why
 * @param {Words["reasons"]} reasons
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
