// The engine of a service's page whose analyses are made in the reader's browser, by the same compiled
// rules and networks: they cost the service nothing. Where the browser cannot, the service analyses.

import { ServiceEngine } from "./service_engine.js";

/** @import { Line, Running } from "./engine.js" */
/** @import { Analysed } from "./types.js" */

/** Compiled rules, and the scripts that run them; each game's scripts, which read positions. */
const COMPILED = new URL("../wasm/", import.meta.url);
const GAMES = new URL("../games/", import.meta.url);

/**
 * @typedef {object} Worker
 * @property {boolean} isSupported
 * @property {(request: Record<string, any>, tell: (found: Analysed) => void) => Promise<Analysed>} ask
 * @property {(id: string) => void} stop
 */

export class LocalEngine extends ServiceEngine {
  /** @type {Promise<Worker | null> | null} null: this browser cannot */
  worker = null;

  /** @returns {Promise<Worker | null>} */
  async started() {
    try {
      const { Engine } = await import(`${COMPILED}engine.js`);
      const engine = new Engine({ folder: COMPILED.href, positions: GAMES.href });
      return engine.isSupported ? engine : null;
    } catch {
      return null;
    }
  }

  /**
   * @override
   * @param {Line} line
   * @param {{ multipv: number }} options
   * @param {(found: Analysed) => void} news
   * @returns {Running}
   */
  analyse(line, options, news) {
    const id = crypto.randomUUID();
    let going = true;
    /** @type {Running | null} */
    let elsewhere = null;
    const tell = (/** @type {Analysed} */ found) => {
      if (going) news(found);
    };
    const work = async () => {
      this.worker ??= this.started();
      const worker = await this.worker;
      if (!going) return;
      const { game, position, moves } = line;
      try {
        if (!worker) throw new Error("this browser is too old");
        const record = { game, position, moves, options: {} };
        tell(await worker.ask({ id, game, record, explore: true, ...options }, tell));
      } catch (error) {
        if (!going) return;
        console.warn("Analysed by the service:", error);
        this.worker = Promise.resolve(null);
        elsewhere = super.analyse(line, options, news);
        await elsewhere.ended;
      }
    };
    return {
      ended: work(),
      stop: () => {
        going = false;
        elsewhere?.stop();
        this.worker?.then((worker) => worker?.stop(id));
      },
    };
  }
}
