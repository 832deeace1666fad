// The page of the reader's games where a service keeps the tables.

import { note } from "./game_log.js";
import { GamesPage } from "./games_page.js";
import { Refused } from "./host.js";
import { request } from "./service.js";
import { source } from "./service_games.js";
import { _ } from "./text.js";

/** @import { Transfer } from "./games_page.js" */
/** @import { OwnTables, WayToBring } from "./types.js" */

/** @type {Transfer} */
const transfer = {
  async link() {
    const { origin } = location;
    /** @type {WayToBring} */
    const { url, tables, picture } = await request(
      "POST",
      `/api/mine/link?origin=${encodeURIComponent(origin)}`,
    );
    const { complete } = await source.look();
    return { url: origin + url, games: tables, complete: complete && tables < 20, picture };
  },
  open(brought) {
    const tokens = brought.split(".");
    if (!tokens.every((token) => /^[\w-]{20,100}$/.test(token))) {
      throw new Refused(422, "no_link", _("This link brings no games: some of it is missing."));
    }
    const take = async () => {
      /** @type {OwnTables} */
      const { tables } = await request("POST", "/api/mine/seats", { tokens });
      for (const table of tables) note(table, { opened: true });
    };
    return Promise.resolve({ games: tokens.length, take });
  },
  file: (file) => Promise.resolve(file),
  load: () => () => Promise.resolve(),
};

await new GamesPage(source, transfer).begin();
