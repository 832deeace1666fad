// Talking with the service: commands over HTTP, and what happens at the table as a stream of events.

import { Refused } from "./host.js";
import { _ } from "./text.js";

/** @import { Host, SeatWanted, Sides } from "./host.js" */
/** @import { EventShown, GameReadiness, OnlineShown, PhraseShown } from "./types.js" */

const ATTEMPTS = 10; // half a minute

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
export async function request(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  /** @type {RequestInit} */
  const options = { method, headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options);
  const text = await response.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // An answer that is not ours, from something between us and the service.
  }
  if (response.ok) return data;
  const error = data?.error ?? {};
  throw new Refused(
    response.status,
    error.code ?? "unknown",
    error.message ?? _("Something went wrong. Please try again."),
    error.retry_after,
    error.place,
  );
}

/**
 * How far a game is prepared: after an installation it has to be compiled first.
 * @param {string} game
 * @returns {Promise<GameReadiness>}
 */
export async function readinessOf(game) {
  return (await request("GET", "/api/ready"))[game];
}

/**
 * A table of a service. A command with an id is carried out once however often it is sent.
 * @implements {Host}
 */
export class Service {
  invites = true;
  reviews = true;
  explores = true;

  /**
   * @param {string} id the table's
   * @param {string} [game] the table's
   */
  constructor(id, game = "") {
    this.id = id;
    this.base = `/api/tables/${id}`;
    this.game = game;
  }

  // ── What is asked ────────────────────────────────────────────────────────────────────────────

  look() {
    return this.get();
  }

  /** @param {number | null} n */
  exploreAt(n) {
    return `/t/${this.id}/explore${n === null ? "" : `?n=${n}`}`;
  }

  reviewAt() {
    return `/t/${this.id}/review`;
  }

  /**
   * @param {string} move
   * @param {number} version
   */
  play(move, version) {
    return this.command("/moves", { move, version });
  }

  undo() {
    return this.command("/undo", {});
  }

  hint() {
    return this.command("/hint", {});
  }

  /** @param {boolean} agree */
  answerUndo(agree) {
    return this.post("/undo/answer", { agree });
  }

  /**
   * @param {number} seat
   * @param {string} name
   */
  sit(seat, name) {
    return this.post(`/seats/${seat}`, { name });
  }

  /**
   * @param {number} seat
   * @param {boolean} toBot
   */
  leave(seat, toBot) {
    return this.post(`/seats/${seat}/leave`, { to_bot: toBot });
  }

  pushKey() {
    return request("GET", "/api/push");
  }

  /** @param {object} subscription */
  subscribe(subscription) {
    return this.post("/push", subscription);
  }

  /** @param {string} endpoint */
  unsubscribe(endpoint) {
    return request("POST", "/api/push/stop", { endpoint });
  }

  /** @param {string} phrase */
  say(phrase) {
    return this.post("/phrases", { phrase });
  }

  /** @param {number} seat */
  seatLink(seat) {
    return this.post(`/seats/${seat}/link`);
  }

  /** @param {Sides} sides */
  rematch(sides) {
    return this.post("/rematch", { sides });
  }

  /**
   * @param {number} at
   * @param {SeatWanted[]} seats
   */
  branch(at, seats) {
    return this.post("/branch", { at, seats });
  }

  /** @param {number} after */
  entries(after) {
    return this.get(`/entries?after=${after}`);
  }

  /** @param {number} n */
  position(n) {
    return this.get(`/positions/${n}`);
  }

  /** @param {number} n */
  drawing(n) {
    return this.get(`/drawings/${n}`);
  }

  /** @param {number} n */
  moment(n) {
    const id = this.base.slice(this.base.lastIndexOf("/") + 1);
    return Promise.resolve(`${location.origin}/t/${id}?at=${n}`);
  }

  tally() {
    return this.get("/tally");
  }

  /** @param {string} move */
  reason(move) {
    return this.get(`/reason?move=${encodeURIComponent(move)}`);
  }

  /** @param {string[]} moves */
  previews(moves) {
    const asked = new URLSearchParams(moves.map((move) => ["move", move]));
    return this.get(`/previews?${asked}`);
  }

  /** @param {number} ms */
  advice(ms) {
    return this.get(`/advice?ms=${ms}`);
  }

  goal() {
    return this.get("/goal");
  }

  readiness() {
    return readinessOf(this.game);
  }

  // ── How it is asked ──────────────────────────────────────────────────────────────────────────

  get(path = "") {
    return request("GET", this.base + path);
  }

  /**
   * @param {string} path
   * @param {object} [body]
   */
  post(path, body = {}) {
    return request("POST", this.base + path, body);
  }

  /**
   * Send a command until it is answered: what is lost on the way is sent again.
   * @param {string} path
   * @param {object} body
   */
  async command(path, body) {
    const named = { id: crypto.randomUUID?.() ?? String(Math.random()), ...body };
    for (let attempt = 1;; attempt++) {
      try {
        return await this.post(path, named);
      } catch (error) {
        const refused = error instanceof Refused ? error : null;
        const passing = !refused || refused.status >= 502;
        // A game that is getting ready may take its time: it says when to come back.
        const preparing = refused?.code === "getting_ready";
        if (preparing) attempt = 0;
        if (!passing || attempt === ATTEMPTS) throw error;
        await pause(preparing ? 1000 * (refused.wait ?? 1) : Math.min(300 * 2 ** attempt, 5000));
      }
    }
  }

  /**
   * Follow the table from a version on.
   * @param {number} version
   * @param {(event: EventShown | OnlineShown | PhraseShown) => void} news gets events
   * @param {(stands: boolean) => void} line gets whether the line stands
   */
  follow(version, news, line) {
    let last = version;
    /** @type {EventSource} */
    let source;
    let broken = 0;
    const connect = () => {
      source = new EventSource(`${this.base}/events?after=${last}`);
      source.onmessage = (message) => {
        /** @type {EventShown | OnlineShown | PhraseShown} */
        const event = JSON.parse(message.data);
        if ("version" in event) last = Math.max(last, event.version);
        news(event);
      };
      source.onopen = () => {
        broken = 0;
        line(true);
      };
      source.onerror = () => {
        line(false);
        if (source.readyState === EventSource.CLOSED) {
          // The browser has given up, so that we begin again where we were.
          broken = Math.min(broken + 1, 5);
          setTimeout(connect, 500 * 2 ** broken);
        }
      };
    };
    const again = () => {
      source.close();
      connect();
    };
    connect();
    addEventListener("offline", () => line(false));
    addEventListener("online", again);
    addEventListener("pagehide", () => source.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) again();
    });
  }
}
