// The reader's games, listed: whose turn it is where one is played, how the others ended. Where the tables
// are kept is for a source to know: a service, or the browser itself.

import { element } from "./dom.js";
import { drop, games, hide, note } from "./game_log.js";
import { whyNot } from "./host.js";
import { nameOf, opponents, resultText } from "./outcomes.js";
import { _, language, ngettext } from "./text.js";

/** @import { Kept, Told } from "./game_log.js" */
/** @import { GameTold } from "./outcomes.js" */

/**
 * Where tables are kept.
 * @typedef {object} Source
 * @property {() => Promise<{ tables: Told[], complete: boolean }>} look at the reader's tables
 * @property {(game: Kept) => string | null} addressOf its table
 * @property {(game: Kept) => string | null} reviewOf it
 * @property {(game: Kept) => Promise<unknown>} forget it
 * @property {(game: Kept) => boolean} deletes whether the table is gone then; else only the list has it no more
 */

/**
 * Bring what is remembered up to date.
 * @param {Source} source
 */
export async function refresh(source) {
  const { tables, complete } = await source.look();
  for (const table of tables) note(table);
  if (!complete) return;
  const there = new Set(tables.map(({ id }) => id));
  // A running game whose table is gone is none any more; a finished one is remembered.
  for (const { id, result, elsewhere } of games(true)) {
    if (!result && !elsewhere && !there.has(id)) drop(id);
  }
}

/** The reader's games: those where it is their turn first, then other running ones, then finished ones. */
export function sorted() {
  const all = games();
  const running = all.filter(({ result }) => !result);
  return {
    running: [...running.filter(isMyTurn), ...running.filter((game) => !isMyTurn(game))],
    finished: all.filter(({ result }) => result),
  };
}

/** @param {Kept} game */
function isMyTurn({ result, turn, mine, on_time: lost }) {
  return !result && turn !== null && mine.includes(turn) && !lost.includes(turn);
}

/** @param {number} time in milliseconds since 1970 */
function dayText(time) {
  const writing = language === "en" ? "en-GB" : language;
  return new Intl.DateTimeFormat(writing, { dateStyle: "medium" }).format(new Date(time));
}

/**
 * A game in a list.
 * @param {Kept} game
 * @param {Record<string, GameTold>} told
 * @param {Source} source
 * @param {() => void} gone called when it is taken off the list
 */
export function item(game, told, source, gone) {
  const of = told[game.game];
  const title = of?.title ?? game.game;
  const here = game.elsewhere ? null : source.addressOf(game);
  const name = here
    ? element("a", { href: here, className: "my-title" }, title)
    : element("span", { className: "my-title" }, title);
  const against = opponents(game, of);
  const state = game.result ? resultText(game, of) : turnText(game, of);
  const badge = element(
    "span",
    { className: isMyTurn(game) ? "my-state yours" : "my-state" },
    state,
  );
  const rest = [
    against && _("with {names}", { names: against }),
    game.result ? "" : ngettext("{n} move so far", "{n} moves so far", game.entries),
    dayText(game.changed),
  ].filter(Boolean).join(" · ");
  const review = game.result && here ? source.reviewOf(game) : null;
  const parts = { game: title, date: dayText(game.changed) };
  const remove = element("button", { type: "button", className: "my-remove" }, "×");
  const deletes = source.deletes(game);
  remove.title = deletes ? _("Delete") : _("Take off the list");
  remove.setAttribute(
    "aria-label",
    deletes
      ? _("Delete the game {game} of {date}", parts)
      : _("Take {game} of {date} off the list", parts),
  );
  remove.addEventListener("click", async () => {
    try {
      await source.forget(game);
      hide(game.id);
      gone();
    } catch (error) {
      remove.replaceWith(element("span", { className: "trouble small" }, whyNot(error)));
    }
  });
  return element(
    "li",
    {},
    name,
    badge,
    element("span", { className: "my-rest soft small" }, rest),
    ...(review ? [element("a", { href: review, className: "my-review small" }, _("Review"))] : []),
    remove,
  );
}

/**
 * @param {Kept} game
 * @param {GameTold | undefined} told
 */
function turnText(game, told) {
  if (isMyTurn(game)) return _("Your turn");
  if (game.turn === null) return _("running");
  return _("{name} is to move", { name: nameOf(game, game.turn, told) });
}
