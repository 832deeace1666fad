// The page of the reader's games where the browser itself keeps the tables: they go along whole, packed
// into the link or the file.

import { GamesPage } from "../games_page.js";
import { codeOf } from "../qr_picture.js";
import { note } from "../game_log.js";
import { source } from "./kept.js";
import { Store } from "./store.js";
import { inFile, packed, tablesIn, unpacked } from "./transfer.js";
import { pageAt } from "./site.js";

/** @import { Transfer } from "../games_page.js" */
/** @import { Moved } from "./transfer.js" */

/** Characters of the longest link that is made: what mail and messages still carry. */
const MOST = 16_000;

/** All tables with what happened there: the running ones first. */
async function all() {
  const store = await Store.open();
  const stored = await store.list();
  const sorted = [...stored.filter(({ over }) => !over), ...stored.filter(({ over }) => over)];
  const loaded = await Promise.all(sorted.map(({ id }) => store.load(id)));
  return loaded.filter((table) => table !== null);
}

/** @param {Moved[]} tables */
async function take(tables) {
  const store = await Store.open();
  for (const table of tables) await store.bring(table);
  const { tables: there } = await source.look();
  const brought = new Set(tables.map(({ stored }) => stored.id));
  for (const table of there) if (brought.has(table.id)) note(table, { opened: true });
}

/** @type {Transfer} */
const transfer = {
  async link() {
    const tables = await all();
    let games = tables.length, text = await packed(tables);
    while (text.length > MOST && games > 1) {
      games = Math.max(1, Math.min(games - 1, Math.floor(games * MOST / text.length)));
      text = await packed(tables.slice(0, games));
    }
    const url = `${pageAt("games/")}#bring=${text}`;
    return { url, games, complete: games === tables.length, picture: codeOf(url) };
  },
  async open(brought) {
    const tables = await unpacked(brought);
    return { games: tables.length, take: () => take(tables) };
  },
  file: async (file) => inFile(file, await all()),
  load: (text) => {
    const tables = tablesIn(text);
    return () => take(tables);
  },
};

await new GamesPage(source, transfer).begin();
