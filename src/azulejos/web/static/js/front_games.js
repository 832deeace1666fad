// The reader's games on the front page: the running ones, and how the last ended.

import { byId } from "./dom.js";
import { item, refresh, sorted } from "./my_games.js";

/** @import { Source } from "./my_games.js" */
/** @import { GameTold } from "./outcomes.js" */

const MOST_RUNNING = 6, LAST_FINISHED = 3;

/**
 * Show them, if the page has a place for them.
 * @param {Source} source
 */
export async function showOnFront(source) {
  const place = document.getElementById("kept");
  if (!place) return;
  /** @type {Record<string, GameTold>} */
  const told = JSON.parse(byId("games-told").textContent ?? "");
  const show = () => {
    const { running, finished } = sorted();
    const shown = [...running.slice(0, MOST_RUNNING), ...finished.slice(0, LAST_FINISHED)];
    place.hidden = shown.length === 0;
    byId("kept-games").replaceChildren(...shown.map((game) => item(game, told, source, show)));
  };
  show();
  // What is remembered is shown at once; if the tables cannot be asked now, that is all there is.
  await refresh(source).catch(() => {});
  show();
}
