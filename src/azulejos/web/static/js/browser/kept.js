// The reader's tables where the browser itself keeps them.

import { forget as forgetReview } from "../review_store.js";
import { shapePageAt, tableAt } from "./site.js";
import { Store } from "./store.js";

/** @import { Told } from "../game_log.js" */
/** @import { Source } from "../my_games.js" */
/** @import { Stored } from "./table.js" */

/** @type {Source} */
export const source = {
  async look() {
    const store = await Store.open();
    return { tables: (await store.list()).map(told), complete: store.lasts };
  },
  addressOf: ({ id, game, options }) => tableAt(game, options, { t: id }),
  reviewOf: ({ id, game, options }) => shapePageAt("review", game, options, { t: id }),
  forget: async ({ id }) => {
    await (await Store.open()).forget(id);
    await forgetReview(id);
  },
  deletes: () => true,
};

/**
 * What a table in the store tells of itself.
 * @param {Stored} stored
 * @returns {Told}
 */
function told(stored) {
  const {
    id,
    version,
    game,
    opening,
    seats,
    entries,
    date,
    changed,
    turn,
    result,
    hasGoal,
    onTime,
  } = stored;
  return {
    id,
    version,
    game,
    options: opening.options,
    chance: "auto",
    seats: seats.map((seat) => ({
      ...seat,
      taken: true,
      open: false,
      mine: seat.kind !== "bot",
      online: true,
      hints: 0,
    })),
    mine: [...seats.keys()].filter((seat) => seats[seat].kind !== "bot"),
    turn: turn ?? null,
    entries,
    has_goal: hasGoal ?? false,
    result: result ? { ...result, order: [], ties: null } : null,
    on_time: onTime?.lost ?? [],
    date,
    changed,
  };
}
