// The choice of a puzzle: that of the day, or the next of a stream, as hard as suits the reader; and
// what this browser knows of the reader's puzzles.

import { all, byId, element } from "./dom.js";
import {
  dayNumber,
  forget,
  indexOf,
  keep,
  levelReached,
  load,
  next,
  ofGame,
  ofTheDay,
  pageOf,
  read,
  streak,
} from "./puzzle_log.js";
import { _, ngettext } from "./text.js";

/** @import { Addresses } from "./puzzle.js" */

/** @type {{ games: string[], addresses: Addresses | null }} */
const told = JSON.parse(byId("data").textContent ?? "");
const { games } = told;
/** Where there is no service, the browser has the puzzles itself. @type {Addresses} */
const addresses = told.addresses ?? (await import("./browser/puzzles.js")).addresses();
const message = byId("log-message");

/** @param {HTMLElement} link @returns the game it belongs to */
const gameOf = (link) =>
  /** @type {HTMLElement} */ (link.closest("[data-game]")).dataset.game ?? "";

/**
 * @param {HTMLAnchorElement} link
 * @returns {Promise<string | null>} where a stream goes on
 */
async function address(link) {
  const game = gameOf(link), theme = link.dataset.stream ?? "";
  const index = await indexOf(addresses.index, game);
  const found = next(index, load(), theme);
  return found && pageOf(addresses.page, game, found, theme);
}

for (const link of all("[data-stream]")) {
  if (!(link instanceof HTMLAnchorElement)) continue;
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Of a stream in which all are tried, the first comes again.
    location.assign(await address(link).catch(() => null) ?? link.href);
  });
}

/** @param {string} game */
async function showGame(game) {
  const card = document.querySelector(`[data-game="${CSS.escape(game)}"]`);
  if (!(card instanceof HTMLElement)) return;
  const log = load();
  const { rating, deviation, results } = ofGame(log, game);
  const tried = Object.values(results);
  const index = await indexOf(addresses.index, game);
  const today = ofTheDay(index, dayNumber());
  const daily = card.querySelector("[data-daily]");
  if (daily instanceof HTMLAnchorElement) {
    daily.href = pageOf(addresses.page, game, today, "daily");
  }
  const level = levelReached(index.levels, rating);
  const parts = { rating: Math.round(rating), deviation: Math.round(deviation), level };
  const told = tried.length
    ? [
      level
        ? _("Your rating: {rating} ± {deviation}, as good at puzzles as level {level}.", parts)
        : _("Your rating: {rating} ± {deviation}.", parts),
      ngettext(
        "{right} of {n} puzzle at the first try.",
        "{right} of {n} puzzles at the first try.",
        tried.length,
        {
          right: tried.filter(Boolean).length,
        },
      ),
    ]
    : [_("You have not tried any yet.")];
  if (today in results) {
    told.push(results[today] ? _("Today’s is solved.") : _("Today’s is tried."));
  }
  const standing = card.querySelector(".standing");
  if (standing) standing.textContent = told.join(" ");
}

function show() {
  const days = streak(load(), dayNumber());
  byId("streak").textContent = days
    ? ngettext(
      "Puzzles of the day: {n} day in a row.",
      "Puzzles of the day: {n} days in a row.",
      days,
    )
    : _("Solve the puzzle of the day to begin a streak.");
  for (const game of games) showGame(game).catch(() => {});
}

byId("log-export").addEventListener("click", () => {
  const file = new Blob([JSON.stringify(load())], { type: "application/json" });
  const link = element("a", { href: URL.createObjectURL(file), download: "azulejos-puzzles.json" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});

const chosen = byId("log-file", HTMLInputElement);
byId("log-import").addEventListener("click", () => chosen.click());
chosen.addEventListener("change", async () => {
  const file = chosen.files?.[0];
  chosen.value = "";
  if (!file) return;
  const found = read(await file.text());
  if (!found) {
    message.textContent = _("This file holds no puzzle results of ours; nothing has changed.");
  } else {
    message.textContent = keep(found)
      ? _("The results in the file have taken the place of those here.")
      : _("This browser keeps nothing.");
    show();
  }
});

const asks = byId("forget", HTMLDialogElement);
byId("log-forget").addEventListener("click", () => asks.showModal());
asks.addEventListener("close", () => {
  if (asks.returnValue !== "yes") return;
  forget();
  message.textContent = _("All results are forgotten.");
  show();
});

show();
document.documentElement.dataset.ready = "true";
