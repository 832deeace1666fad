// Where things are on the site, or at a service that lets the browser keep tables: the root, pages in this
// language, tables.

import { byId } from "../dom.js";
import { language } from "../text.js";

/** @import { Wanted } from "./host.js" */

/**
 * What every page of the site is told.
 * @typedef {object} SiteData
 * @property {boolean} service whether a service has these pages, beside its own
 * @property {Record<string, Wanted>} quick what one click asks for, by its button's value
 * @property {Record<string, GameData>} games
 * @property {Record<string, Record<string, any>[]>} shapes by game, the options its pages differ by
 */

/**
 * @typedef {object} GameData
 * @property {string} title
 * @property {number} least
 * @property {number} most players
 * @property {Record<string, { type: string, alone?: boolean }>} options that a form offers
 */

/** @type {SiteData} */
export const site = JSON.parse(byId("site").textContent ?? "");

/** The folder of the whole site: scripts lie in static/<key>/js/browser. */
export const root = new URL("../../../../", import.meta.url);

/** What a service has at other addresses than its own pages of that kind. */
const HERE = "here/", KEPT_HERE = ["t", "explore", "review", "retry"];

/**
 * The address of a page in this language.
 * @param {string} path such as "new/"
 */
export function pageAt(path) {
  if (site.service) {
    const folder = KEPT_HERE.includes(path.split("/")[0]) ? HERE : "";
    return new URL(folder + path.replace(/\/$/, ""), root).href;
  }
  const folder = language === "en" ? "" : `${language}/`;
  return new URL(folder + path, root).href;
}

/**
 * The address of a table, or of a page that sets one.
 * @param {string} game
 * @param {Record<string, any>} options of the game, the number of players among them
 * @param {Record<string, string>} query
 */
export function tableAt(game, options, query) {
  return shapePageAt("t", game, options, query);
}

/**
 * The address of a page that is drawn for each shape of a game's tables.
 * @param {string} folder
 * @param {string} game
 * @param {Record<string, any>} options
 * @param {Record<string, string>} query
 */
export function shapePageAt(folder, game, options, query) {
  const shapes = site.shapes[game] ?? [];
  const number = shapes.findIndex((shape) =>
    Object.entries(shape).every(([name, value]) =>
      JSON.stringify(options[name] ?? shapes[0][name]) === JSON.stringify(value)
    )
  );
  if (number < 0) return null;
  return `${pageAt(`${folder}/${game}/${number}/`)}?${new URLSearchParams(query)}`;
}

/**
 * The address of a page that sets a table as it is wanted.
 * @param {Wanted} wanted
 * @param {Record<string, string>} [query]
 */
export function newTableAt(wanted, query = {}) {
  const { game, record, seats } = wanted;
  const options = record?.options ?? { ...wanted.options, players: seats?.length };
  return tableAt(game, options, { new: JSON.stringify(wanted), ...query });
}
