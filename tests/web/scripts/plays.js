// What the browser plays a game with, made once for each game: for the scripts that tests run.

import { Play } from "js/browser/game.js";

/** @import { Kernel } from "js/browser/kernel.js" */

/**
 * @param {string} folder where the compiled kernels are
 * @param {ConstructorParameters<typeof Play>[2]} words
 * @returns {Promise<(game: string) => Promise<Play>>}
 */
export async function playsFrom(folder, words) {
  const { loadKernel } = await import(`${folder}/kernel.js`);
  /** @type {Map<string, Play>} */
  const plays = new Map();
  return async (game) => {
    let play = plays.get(game);
    if (!play) {
      /** @type {Kernel} */
      const kernel = await loadKernel(game, `${folder}/`);
      const positions = await import(`games/${game}/web/position.js`);
      play = new Play(kernel, positions, words);
      plays.set(game, play);
    }
    return play;
  };
}
