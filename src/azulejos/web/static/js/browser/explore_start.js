// Begins the page of the site on which a position is explored: the browser itself is its engine.

import { byId, element } from "../dom.js";
import { Explorer } from "../explore.js";
import { _ } from "../text.js";
import { BrowserEngine, shown } from "./engine.js";
import { Game } from "./game.js";
import { kitFor } from "./kit.js";
import { newTableAt, pageAt, shapePageAt, site, tableAt } from "./site.js";
import { fail } from "./sorry.js";

/** @import { Line } from "../engine.js" */

/** What stands between the moves of a line, and between names, in an address. */
const BETWEEN = ";";
const MOST_NAMES = 4, LONGEST_NAME = 24;

const { game, levels, ...words } = JSON.parse(byId("data").textContent ?? "");
const query = new URLSearchParams(location.search);

/**
 * The first position: that of the address, or a new game's; before anything is dealt where one is set up.
 * @param {BrowserEngine} engine
 * @returns {Game}
 */
function firstOf({ by }) {
  const position = query.get("position");
  if (position) return Game.ofPosition(by, position, true);
  const { min, max } = by.kernel.data.players;
  const asked = Number(query.get("players"));
  const players = asked >= min && asked <= max ? asked : Math.max(min, 2);
  /** @type {Record<string, any>} */
  const options = { players };
  for (const [name, { type }] of Object.entries(site.games[game].options)) {
    const value = query.get(name);
    if (value !== null && type === "string") options[name] = value;
  }
  const chance = by.kernel.data.chance.option;
  return Game.begun(by, { ...options, [chance]: query.has("edit") ? "manual" : "auto" });
}

/** @param {Game} first */
function namesOf(first) {
  const given = (query.get("names") ?? "").split(BETWEEN).filter(Boolean).slice(0, MOST_NAMES)
    .map((name) => name.slice(0, LONGEST_NAME));
  const names = Array.from(
    { length: first.players },
    (_seat, number) =>
      given[number] ||
      (first.players === 1 ? _("You") : _("Player {number}", { number: number + 1 })),
  );
  return { given, names };
}

/** The way back to the table at which the game was played. @param {Game} first */
function linkToTable(first) {
  const table = query.get("table") ?? "";
  const address = table && tableAt(game, first.options, { t: table });
  if (!address) return "";
  const link = element("a", { href: address }, _("To the table"));
  document.querySelector(".explore-ways")?.prepend(link, " ");
  return table;
}

async function begin() {
  const { by, bots } = await kitFor(game, levels, words);
  const engine = new BrowserEngine(by, bots, pageAt("explore/"), newTableAt);
  const first = firstOf(engine);
  const page = shapePageAt("explore", game, first.options, {});
  if (page && new URL(page).pathname !== location.pathname) {
    location.replace(new URL(page).pathname + location.search); // a page that is drawn otherwise
    return;
  }
  const position = first.toText();
  const moves = (query.get("line") ?? "").split(BETWEEN).filter(Boolean);
  /** @type {Line} */
  const line = { game, position, moves };
  const end = engine.followed(line);
  const at = Math.min(Number(query.get("at")) || 0, moves.length);
  const { given, names } = namesOf(first);
  const { default: GameTable } = await import(`../../games/${game}/table.js`);
  await new Explorer(engine, {
    ...{ game, shown: shown(end.after(at)), position, moves, at, names, given, levels },
    turns: moves.map((_move, number) => end.logEntry(number).turn),
    table: linkToTable(first),
    edit: query.has("edit"),
  }, GameTable).begin();
}

begin().catch(fail);
