// All that a game needs in the browser: its rules, how its positions are told, where tables are kept,
// and the bots.

import { Bots } from "./bots.js";
import { engine, rulesOf } from "./rules.js";
import { pageAt, shapePageAt, tableAt } from "./site.js";
import { Store } from "./store.js";

/** @import { Level } from "../table.js" */
/** @import { Kit } from "./host.js" */

/**
 * What the page says of a game's rules in the reader's language.
 * @typedef {object} Words
 * @property {import("./rules.js").Reasons} reasons
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
  const [by, store] = await Promise.all([rulesOf(game, reasons), Store.open()]);
  return {
    by,
    store,
    whys,
    bots: new Bots(engine, levels.length),
    addressOf: ({ id, game: name, options }) => tableAt(name, options, { t: id }) ?? "",
    studyAt: (page, query) => `${pageAt(`${page}/`)}?${new URLSearchParams(query)}`,
    reviewAt: ({ id, game: name, options }) =>
      shapePageAt("review", name, options, { t: id }) ?? "",
    titleOf: (kind) => titles[kind ?? ""] ?? kind ?? "",
  };
}
