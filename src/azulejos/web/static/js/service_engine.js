// The engine of a service. Nothing is kept there: each question brings its position along.

import { Refused } from "./host.js";
import { request } from "./service.js";

/** @import { Engine, Line, Running } from "./engine.js" */
/** @import { SeatWanted } from "./host.js" */
/** @import { Analysed, Explored } from "./types.js" */

const PLACE = "/api/explore";

/** @implements {Engine} */
export class ServiceEngine {
  invites = true;
  home = "/explore";

  /**
   * @param {Line} line
   * @returns {Promise<Explored>}
   */
  look(line) {
    return request("POST", `${PLACE}/look`, line);
  }

  /**
   * @param {Line} line
   * @returns {Promise<string[]>}
   */
  async draws(line) {
    return (await request("POST", `${PLACE}/draws`, line)).draws;
  }

  /**
   * @param {Line} line
   * @param {{ multipv: number }} options
   * @param {(found: Analysed) => void} news
   * @returns {Running}
   */
  analyse(line, options, news) {
    const stopping = new AbortController();
    const ended = follow({ ...line, ...options }, stopping.signal, news);
    return { ended, stop: () => stopping.abort() };
  }

  /**
   * @param {string} game
   * @param {string} position
   * @param {SeatWanted[]} seats
   * @returns {Promise<string>}
   */
  async table(game, position, seats) {
    return (await request("POST", "/api/tables", { game, position, seats })).url;
  }
}

/**
 * Read an analysis line by line, as long as it goes on.
 * @param {object} asked
 * @param {AbortSignal} signal
 * @param {(found: Analysed) => void} news
 */
async function follow(asked, signal, news) {
  try {
    const response = await fetch(`${PLACE}/analysis`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(asked),
      signal,
    });
    if (!response.ok || !response.body) {
      const { code, message, retry_after: wait } = (await response.json()).error;
      throw new Refused(response.status, code, message, wait);
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (!signal.aborted) news(JSON.parse(line));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
