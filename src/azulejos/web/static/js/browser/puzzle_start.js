// Begins the page of a puzzle on the site; a page that does not know which one yet leads on to its kind's.

import { byId } from "../dom.js";
import { Refused } from "../host.js";
import { Puzzle } from "../puzzle.js";
import { dayNumber, ofTheDay } from "../puzzle_log.js";
import { _ } from "../text.js";
import { kitFor } from "./kit.js";
import { addresses, collectionOf, indexOf, pageOf, puzzleShown } from "./puzzles.js";
import { pageAt, site } from "./site.js";
import { fail } from "./sorry.js";

const { game: own = "", levels = [], themes = {}, ...words } = JSON.parse(
  byId("data").textContent ?? "{}",
);
const query = new URLSearchParams(location.search);

async function begin() {
  const game = own || (query.get("game") ?? "");
  if (!(game in site.games)) throw unknown();
  const at = addresses();
  const { puzzles } = await collectionOf(game);
  const isDaily = query.get("stream") === "daily" && !query.has("id");
  const id = isDaily ? ofTheDay(await indexOf(game), dayNumber()) : query.get("id");
  const puzzle = puzzles.find((one) => one.id === id);
  if (!puzzle) throw unknown();
  const address = pageOf(game, puzzle, query);
  if (new URL(address).pathname !== location.pathname) {
    location.replace(address);
    return;
  }
  const { by, whys } = await kitFor(game, levels, words);
  const told = puzzleShown(by, puzzle, whys, _("The answer"));
  const explore = new URLSearchParams({ game, position: puzzle.position });
  byId("puzzle-explore").setAttribute("href", `${pageAt("explore/")}?${explore}`);
  const { default: GameTable } = await import(`../../games/${game}/table.js`);
  new Puzzle({ puzzle: told, themes, addresses: at }, GameTable).begin();
}

function unknown() {
  return new Refused(404, "not_found", _("There is no such puzzle here."));
}

begin().catch(fail);
