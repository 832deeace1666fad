// Begins the page on the site on which mistakes of a reviewed game are tried again.

import { LocalReview } from "../local_review.js";
import { beginRetry } from "../retry.js";
import { reviewed } from "./reviewed.js";
import { fail } from "./sorry.js";

async function begin() {
  const found = await reviewed("retry");
  if (!found) return;
  const { asked } = found;
  const { default: GameTable } = await import(`../../games/${asked.table.game}/table.js`);
  const player = Number(new URLSearchParams(location.search).get("player"));
  const { names } = asked.about;
  const told = {
    moves: asked.record.moves,
    names,
    player: names[player] === undefined ? 0 : player,
  };
  await beginRetry(await LocalReview.begin(asked), told, GameTable);
}

begin().catch(fail);
