// The bots of the browser: an engine in workers (docs/engine.md), asked for one move after the other.

/** @import { Advice, GoalShown, GameReadiness } from "../types.js" */
/** @import { Game } from "./game.js" */

/**
 * @typedef {object} Engine
 * @property {(request: Record<string, any>, onProgress?: (found: any) => void) => Promise<any>} ask
 * @property {(id: string) => void} stop
 */

export class Bots {
  /**
   * @param {() => Promise<Engine>} start
   * @param {number} levels how many there are
   */
  constructor(start, levels) {
    this.levels = levels;
    this.ready = false;
    this.engine = start().then((engine) => {
      this.ready = true;
      return engine;
    });
    this.engine.catch(() => {});
  }

  /**
   * @param {Game} game
   * @param {Record<string, any>} question
   * @param {(found: any) => void} [onProgress]
   */
  async ask(game, question, onProgress) {
    const engine = await this.engine;
    return await engine.ask({ game: game.name, state: game.state, ...question }, onProgress);
  }

  /**
   * Answer a question now, with what has been found.
   * @param {string} id
   */
  async stop(id) {
    (await this.engine).stop(id);
  }

  /**
   * The move of a bot.
   * @param {Game} game
   * @param {number} level
   * @returns {Promise<string>}
   */
  async move(game, level) {
    return (await this.ask(game, { level })).move;
  }

  /**
   * What the strongest bot would do.
   * @param {Game} game
   * @param {number} ms
   * @returns {Promise<Advice>}
   */
  async advice(game, ms) {
    const { variations, ...found } = await this.ask(game, { level: this.levels, ms, multipv: 5 });
    return { ...found, lines: variations };
  }

  /**
   * Whether the goal of who plays alone can still be reached.
   * @param {Game} game
   * @returns {Promise<GoalShown>}
   */
  async goal(game) {
    if (game.isOver) return { state: game.winners.length ? "yes" : "no" };
    if (game.awaitsChance) return { state: "unknown" };
    return { state: (await this.ask(game, { filling: true, ms: 20_000 })).filling };
  }

  /** @returns {Promise<GameReadiness>} */
  readiness() {
    const levels = Array(this.levels).fill(this.ready);
    return Promise.resolve({
      rules: true,
      levels,
      stage: this.ready ? null : "strong",
      step: 1,
      steps: 1,
      needs: levels.map(() => 1),
      share: this.ready ? 1 : 0.5,
    });
  }
}
