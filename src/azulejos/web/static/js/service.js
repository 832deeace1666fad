// Talking with the service: wishes over HTTP, and what happens at the table as a stream of events.

import { _ } from "./words.js";

export class Refused extends Error {
  constructor(status, code, message, wait) {
    super(message);
    this.status = status;
    this.code = code;
    this.wait = wait;
  }
}

const ATTEMPTS = 10; // half a minute

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function request(method, path, body) {
  const options = { method, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
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
  );
}

/** Wishes at one table. A wish with an id is done once however often it is sent. */
export class Service {
  constructor(id) {
    this.base = `/api/tables/${id}`;
  }

  get(path = "") {
    return request("GET", this.base + path);
  }

  post(path, body = {}) {
    return request("POST", this.base + path, body);
  }

  /** Send a wish until it is answered: what is lost on the way is sent again. */
  async wish(path, body) {
    const named = { id: crypto.randomUUID?.() ?? String(Math.random()), ...body };
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.post(path, named);
      } catch (error) {
        const passing = !(error instanceof Refused) || error.status >= 502;
        // A game that is getting ready may take its time: it says when to come back.
        const preparing = error.code === "getting_ready";
        if (preparing) attempt = 0;
        if (!passing || attempt === ATTEMPTS) throw error;
        await pause(preparing ? 1000 * error.wait : Math.min(300 * 2 ** attempt, 5000));
      }
    }
  }

  /** Follow the table from a version on. `news` gets events, `line` whether the line stands. */
  follow(version, news, line) {
    let last = version;
    let source = null;
    let broken = 0;
    const connect = () => {
      source = new EventSource(`${this.base}/events?after=${last}`);
      source.onmessage = (message) => {
        const event = JSON.parse(message.data);
        if (event.version) last = Math.max(last, event.version);
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
