// A finished game that this browser keeps, as its review asks for it.

import { byId } from "../dom.js";
import { Refused } from "../host.js";
import { _ } from "../text.js";
import { lineOf } from "./engine.js";
import { kitFor } from "./kit.js";
import { shapePageAt, tableAt } from "./site.js";
import { Table } from "./table.js";
import { View } from "./view.js";

/** @import { Reviewed } from "../local_review.js" */
/** @import { Level } from "../table.js" */
/** @import { Game } from "./game.js" */
/** @import { Seat } from "./table.js" */

/** What stands between the moves of a line, and between names, in an address. */
const BETWEEN = ";";

/**
 * The game that the address names; back: where its table is. Null: another page is drawn for its shape, and
 * comes instead.
 * @param {"review" | "retry"} page
 * @returns {Promise<{ asked: Reviewed, back: string } | null>}
 */
export async function reviewed(page) {
  const { game: name, levels, rates, ...words } = JSON.parse(byId("data").textContent ?? "");
  const kit = await kitFor(name, levels, words);
  const id = new URLSearchParams(location.search).get("t") ?? "";
  const found = await kit.store.load(id);
  if (!found) {
    const gone = _("There is no such game in this browser any more.");
    throw new Refused(404, "not_found", gone);
  }
  const table = Table.rebuilt(found.stored, found.happened, kit.by);
  const { game } = table;
  if (!table.isOver) {
    throw new Refused(409, "not_reviewed_yet", _("While a game is played, nobody reviews it."));
  }
  const pageAt = (/** @type {string} */ page, /** @type {Record<string, string>} */ query) =>
    shapePageAt(page, name, table.stored.opening.options, { t: id, ...query }) ?? "#";
  const own = pageAt(page, {});
  if (own !== "#" && new URL(own).pathname !== location.pathname) {
    location.replace(new URL(own).pathname + location.search);
    return null;
  }
  const names = namesOf(table.seats, levels);
  const exploreAt = exploring(game, names, id);
  return {
    asked: {
      table: new View(table, { thinking: false, failed: false }, () => "").whole(),
      record: game.record(),
      visits: null,
      about: {
        ...{ names, own: table.mine, hints: table.hinted, late: found.stored.onTime?.lost ?? [] },
        ...{ whys: words.whys, rates },
      },
      reasons: words.reasons,
      ways: {
        exploreAt,
        reviewAt: (step) => pageAt("review", { step: String(step) }),
        retryAt: (player) => pageAt("retry", { player: String(player) }),
      },
    },
    back: tableAt(name, table.stored.opening.options, { t: id }) ?? "#",
  };
}

/**
 * What each seat is called, as a service has it.
 * @param {Seat[]} seats
 * @param {Level[]} levels
 */
function namesOf(seats, levels) {
  const isAlone = seats.filter(({ kind }) => kind !== "bot").length === 1;
  return seats.map(({ kind, name, level }, number) => {
    const found = levels.find((one) => one.number === level);
    if (kind === "bot" && found) {
      const twins = seats.filter((seat) => seat.level === level).length > 1;
      return twins ? `${found.name} ${number + 1}` : found.name;
    }
    if (name) return name;
    return isAlone ? _("You") : _("Player {number}", { number: number + 1 });
  });
}

/**
 * Where the game is explored, at an entry of its record.
 * @param {Game} game
 * @param {string[]} names
 * @param {string} table
 * @returns {(at: number | null) => string}
 */
function exploring(game, names, table) {
  const { position, moves } = lineOf(game, 0);
  const first = game.record().moves.length - moves.length;
  const told = names.map((name) => name.replaceAll(BETWEEN, ","));
  return (at) =>
    shapePageAt("explore", game.name, game.options, {
      ...{ game: game.name, position, line: moves.join(BETWEEN) },
      ...{ at: String(Math.max((at ?? 0) - first, 0)), names: told.join(BETWEEN), table },
    }) ?? "#";
}
