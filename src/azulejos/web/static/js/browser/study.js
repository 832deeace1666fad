// A page of the site that leads on to the one on which the position is explored that its address names.
// Without anything in its address it offers a choice.

import { Refused } from "../host.js";
import { _ } from "../text.js";
import { lineOf } from "./engine.js";
import { Game } from "./game.js";
import { kitFor } from "./kit.js";
import { shapePageAt, site } from "./site.js";
import { fail } from "./sorry.js";
import { Table } from "./table.js";

const query = new URLSearchParams(location.search);
const BETWEEN = ";";

/** @param {string} game */
async function leadOn(game) {
  const { by, store } = await kitFor(game, [], { reasons: {}, titles: {}, whys: {} });
  const id = query.get("t");
  if (!id) {
    const position = query.get("position");
    const { min } = by.kernel.data.players;
    const options = position
      ? Game.ofPosition(by, position, true).options
      : { players: Math.max(min, 2), ...Object.fromEntries(query) };
    return go(game, { ...options, players: Number(options.players) }, Object.fromEntries(query));
  }
  const found = await store.load(id);
  if (!found) {
    throw new Refused(404, "not_found", _("There is no such game in this browser any more."));
  }
  const table = Table.rebuilt(found.stored, found.happened, by);
  const whole = table.game;
  if (!table.isOver) {
    throw new Refused(409, "not_explored_yet", _("While a game is played, nobody explores it."));
  }
  const n = query.has("n") ? Number(query.get("n")) : whole.entries;
  const at = query.has("at")
    ? Number(query.get("at"))
    : whole.after(Math.min(n, whole.entries)).record().moves.length;
  const line = lineOf(whole, at);
  const names = table.seats.map(({ name, level }, number) =>
    name || (level === null ? "" : _("level {level}", { level })) ||
    _("Player {number}", { number: number + 1 })
  ).map((name) => name.replaceAll(BETWEEN, ","));
  go(game, whole.options, {
    ...{ game, position: line.position, line: line.moves.join(BETWEEN), at: String(line.at) },
    ...{ names: names.join(BETWEEN), table: id },
  });
}

/**
 * @param {string} game
 * @param {Record<string, any>} options
 * @param {Record<string, string>} more
 */
function go(game, options, more) {
  const address = shapePageAt("explore", game, options, more);
  if (!address) {
    throw new Refused(404, "no_page", _("A game on this board cannot be shown here."));
  }
  location.replace(address);
}

const game = query.get("game") ?? "";
if (game in site.games) leadOn(game).catch(fail);
