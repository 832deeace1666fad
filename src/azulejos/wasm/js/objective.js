// What a game is played for, as shares of the win, and what a search's values say of it
// (`analysis.objective` in Python).

import { rounded } from "./numbers.js";

/** @import { Kernel, State } from "./kernel.js" */

/** What a game is played for, as numbers from 0 to 1: the share of the win; alone, points. */
export class Objective {
  /** @param {Kernel} kernel */
  constructor(kernel) {
    this.kernel = kernel;
    this.numbers = kernel.data.judging;
  }

  /**
   * The share of the win in a value of the player whose margin it is.
   * @param {number} value
   * @param {number} margin
   * @param {State} state of the game
   */
  share(value, margin, state) {
    if (this.kernel.sides(state) !== 2) return Math.min(Math.max(value, 0), 1);
    const { margin_weight: weight, margin_scale: scale } = this.numbers;
    const ofMargin = weight / (1 + Math.exp(-margin / scale));
    return Math.min(Math.max((value - ofMargin) / (1 - weight), 0), 1);
  }

  /**
   * Every player's share of the win; margin: of one player.
   * @param {number[]} values
   * @param {number} margin
   * @param {number} player
   * @param {State} state of the game
   */
  shares(values, margin, player, state) {
    const sides = this.kernel.sides(state);
    return values.map((value, p) =>
      this.share(value, (p - player) % sides === 0 ? margin : -margin, state)
    );
  }

  /**
   * Every player's share of the win at the end.
   * @param {State} state
   */
  result(state) {
    if (this.kernel.players(state) > 1) return this.kernel.returns(state);
    const [points] = this.kernel.points(state);
    return [points / (points + this.numbers.solo_scale)];
  }

  /**
   * A player's points above the best opponent's; alone, the points.
   * @param {State} state
   * @param {number} player
   */
  margin(state, player) {
    const points = this.kernel.points(state), sides = this.kernel.sides(state);
    const others = points.filter((_, q) => (q - player) % sides !== 0);
    return others.length ? points[player] - Math.max(...others) : points[0];
  }

  /**
   * The share of the win and the margin in a solved value between two players; null: it is no result.
   * @param {number} value
   * @returns {{ share: number, margin: number } | null}
   */
  resultIn(value) {
    const { margin_weight: weight, margin_scale: scale } = this.numbers;
    for (const share of [0, 0.5, 1]) {
      const ofMargin = (value - (1 - weight) * share) / weight;
      if (-1e-9 <= ofMargin && ofMargin <= 1 + 1e-9) {
        const chance = Math.min(Math.max(ofMargin, 1e-12), 1 - 1e-12);
        return { share, margin: rounded(scale * Math.log(chance / (1 - chance)), 6) };
      }
    }
    return null;
  }
}
