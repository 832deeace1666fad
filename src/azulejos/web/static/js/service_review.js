// A review that a service makes, for browsers that cannot, and of games whose rules no browser has.

import { Refused } from "./host.js";
import { request, Service } from "./service.js";
import { _ } from "./text.js";

/** @import { BoardShown, Place, Review, ReviewHost, Told, Tried } from "./reviewing.js" */
/** @import { TableShown } from "./types.js" */

const PAUSE = 700; // milliseconds between two looks at a review that is made
const SOON = 150; // until there is something to be seen
const PATIENCE = 5000; // and when the service did not answer

/** @implements {ReviewHost} */
export class ServiceReview {
  /** @param {string} id the table's */
  constructor(id) {
    this.id = id;
    this.service = new Service(id);
    this.page = `/t/${id}`;
  }

  /** The review, if it is complete. @returns {Promise<Review | null>} */
  async stored() {
    const { state, review } = await this.service.get("/review");
    return state === "done" ? review : null;
  }

  async finished() {
    return { review: await this.stored() };
  }

  /** @param {(news: Told) => void} news */
  async follow(news) {
    for (let state = "none", known = -1; state !== "done" && state !== "failed";) {
      try {
        const told = await this.service.get(`/review?known=${known}`);
        state = told.state;
        if (state === "none" || state === "stopped") {
          state = (await this.service.post("/review/start")).state;
        } else {
          if (told.review) known = told.done;
          news(told);
        }
        if (state !== "done") await pause(known > 0 ? PAUSE : SOON);
      } catch (error) {
        const isRefused = error instanceof Refused;
        const message = isRefused
          ? error.message
          : _("The service does not answer. Please try again.");
        news({ state: "waiting", done: 0, total: 0, review: null, message });
        await pause(isRefused && error.wait ? 1000 * error.wait : PATIENCE);
      }
    }
  }

  /**
   * @param {Place} place
   * @returns {Promise<BoardShown>}
   */
  board({ step, line, made }) {
    const asked = new URLSearchParams({ step: String(step), line, made: String(made) });
    return request("GET", `${this.page}/review/board?${asked}`);
  }

  /**
   * @param {number} step
   * @param {string} move
   * @returns {Promise<Tried>}
   */
  attempt(step, move) {
    return this.service.post("/review/tries", { step, move });
  }

  /**
   * @param {number} step
   * @returns {Promise<TableShown>}
   */
  before(step) {
    return request("GET", `${this.page}/retry/${step}`);
  }

  /** @param {number | null} at */
  exploreAt = (at) => `${this.page}/explore${at === null ? "" : `?at=${at}`}`;
  /** @param {number} step */
  reviewAt = (step) => `${this.page}/review?step=${step}`;
  /** @param {number} player */
  retryAt = (player) => `${this.page}/retry?player=${player}`;
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
