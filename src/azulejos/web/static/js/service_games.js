// The reader's tables where a service keeps them: it knows by the browser's cookies which they are. Those
// that were set while it was getting ready the browser keeps itself.

import { request } from "./service.js";

/** @import { Kept, Told } from "./game_log.js" */
/** @import { Source } from "./my_games.js" */
/** @import { OwnTables } from "./types.js" */

/** The browser's own tables, where the page says that there may be some. @type {Source | null} */
const own = document.getElementById("site") ? (await import("./browser/kept.js")).source : null;

/** @returns {Promise<Told[]>} */
async function kept() {
  return own ? (await own.look()).tables : [];
}

const here = new Set((await kept().catch(() => [])).map(({ id }) => id));

/** Whether the browser keeps a game's table. @param {Kept} game */
const isHere = ({ id }) => here.has(id);

/** @type {Source} */
export const source = {
  async look() {
    /** @type {OwnTables} */
    const { tables, complete } = await request("GET", "/api/mine");
    return { tables: [...tables, ...await kept()], complete };
  },
  addressOf: (game) => own && isHere(game) ? own.addressOf(game) : `/t/${game.id}`,
  reviewOf: (game) => own && isHere(game) ? own.reviewOf(game) : `/t/${game.id}/review`,
  // The seat stays the reader's; only the list has it no more.
  forget: (game) => own && isHere(game) ? own.forget(game) : Promise.resolve(),
  deletes: (game) => isHere(game),
};
