import assert from "node:assert/strict";
import { FakeTime } from "./time.js";
import "./page.js";
import { Refused } from "js/host.js";
import { Service } from "js/service.js";

/**
 * Answer requests with these answers, the last of them again and again; null is a broken line.
 * @param {...({ status?: number, body?: unknown } | null)} answers
 */
function answering(...answers) {
  /** @type {{ path: string, method: string, body: any }[]} */
  const requests = [];
  /** @type {(path: string, options: RequestInit) => Promise<Response>} */
  const answer = (path, { method = "", body }) => {
    requests.push({ path, method, body: body ? JSON.parse(String(body)) : null });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (!next) return Promise.reject(new TypeError("no line"));
    const { status = 200, body: text = {} } = next;
    return Promise.resolve(
      new Response(typeof text === "string" ? text : JSON.stringify(text), { status }),
    );
  };
  Object.assign(globalThis, { fetch: answer });
  return requests;
}

/**
 * An error as the service tells it.
 * @param {number} status
 * @param {string} code
 * @param {number} [wait]
 */
function refusal(status, code, wait) {
  return { status, body: { error: { code, message: `no: ${code}`, retry_after: wait } } };
}

Deno.test("what is asked about a table is asked at its address", async () => {
  const requests = answering({ body: { n: 3 } });
  assert.deepEqual(await new Service("abc").get("/positions/3"), { n: 3 });
  assert.deepEqual(requests, [{ path: "/api/tables/abc/positions/3", method: "GET", body: null }]);
});

Deno.test("a refusal is told with its code and its words", async () => {
  answering(refusal(409, "stale"));
  await assert.rejects(new Service("abc").post("/moves"), (error) => {
    assert(error instanceof Refused);
    assert.deepEqual([error.status, error.code, error.message], [409, "stale", "no: stale"]);
    return true;
  });
});

Deno.test("an answer that is not the service's is told as one that went wrong", async () => {
  answering({ status: 502, body: "<html>Bad gateway</html>" });
  await assert.rejects(new Service("abc").get(), { status: 502, code: "unknown" });
});

Deno.test("a command is sent until it is answered, always with the same id", async () => {
  const requests = answering(null, { status: 503, body: "busy" }, { body: { version: 4 } });
  using time = new FakeTime();
  assert.deepEqual(await time.until(new Service("abc").command("/moves", { move: "1B2" })), {
    version: 4,
  });
  assert.equal(requests.length, 3);
  assert.deepEqual(new Set(requests.map(({ body }) => body.id)).size, 1);
  assert.deepEqual(new Set(requests.map(({ body }) => body.move)), new Set(["1B2"]));
});

Deno.test("a command that is refused is not sent again", async () => {
  const requests = answering(refusal(422, "illegal_move"));
  await assert.rejects(new Service("abc").command("/moves", {}), { code: "illegal_move" });
  assert.equal(requests.length, 1);
});

Deno.test("a command gives up after half a minute without a line", async () => {
  const requests = answering(null);
  using time = new FakeTime();
  await assert.rejects(time.until(new Service("abc").command("/moves", {})), TypeError);
  assert.equal(requests.length, 10);
  assert(time.now > 25_000 && time.now < 40_000, `${time.now}`);
});

Deno.test("a game that is getting ready is waited for, as long as it says", async () => {
  const preparing = Array(20).fill(refusal(503, "getting_ready", 3));
  const requests = answering(...preparing, { body: { version: 1 } });
  using time = new FakeTime();
  await time.until(new Service("abc").command("/moves", {}));
  assert.equal(requests.length, 21);
  assert.equal(time.now, 20 * 3000);
});

/** A stream of events that the tests send. */
class Source {
  /** @type {Source[]} */
  static all = [];
  static CLOSED = 2;
  readyState = 1;
  onopen = () => {};
  onerror = () => {};
  /** @type {(message: { data: string }) => void} */
  onmessage = () => {};

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    Source.all.push(this);
  }

  close() {
    this.readyState = Source.CLOSED;
  }

  /** @param {object} event */
  send(event) {
    this.onmessage({ data: JSON.stringify(event) });
  }
}

/** A table that is followed from version 7. */
function followed() {
  Source.all = [];
  Object.assign(globalThis, { EventSource: Source });
  /** @type {any[]} */
  const news = [];
  /** @type {boolean[]} */
  const line = [];
  new Service("abc").follow(7, (event) => news.push(event), (stands) => line.push(stands));
  return { news, line, source: Source.all[0] };
}

Deno.test("a table is followed from the version that is known", () => {
  const { news, line, source } = followed();
  assert.equal(source.address, "/api/tables/abc/events?after=7");
  source.onopen();
  source.send({ version: 8, type: "move" });
  source.send({ type: "online", seats: [0] });
  assert.deepEqual(news.map(({ type }) => type), ["move", "online"]);
  assert.deepEqual(line, [true]);
});

Deno.test("a stream that the browser gave up begins again where it was, later each time", async () => {
  const { line, source } = followed();
  using time = new FakeTime();
  source.send({ version: 9 });
  source.send({ type: "online" });
  source.onerror();
  await time.pass(60_000);
  assert.equal(Source.all.length, 1); // the browser itself still tries
  source.close();
  source.onerror();
  await time.pass(1000);
  assert.equal(Source.all[1].address, "/api/tables/abc/events?after=9");
  Source.all[1].close();
  Source.all[1].onerror();
  await time.pass(1999);
  assert.equal(Source.all.length, 2);
  await time.pass(1);
  assert.equal(Source.all.length, 3);
  assert.deepEqual(line, [false, false, false]);
});

Deno.test("who comes back to the page, or to the net, is connected anew", () => {
  const { line, source } = followed();
  dispatchEvent(new Event("offline"));
  assert.deepEqual(line, [false]);
  dispatchEvent(new Event("online"));
  assert.equal(source.readyState, Source.CLOSED);
  assert.equal(Source.all.length >= 2, true);
  const last = Source.all[Source.all.length - 1];
  dispatchEvent(new Event("pagehide"));
  assert.equal(last.readyState, Source.CLOSED);
  const shown = Source.all.length;
  dispatchEvent(new Event("pageshow"));
  assert.equal(Source.all.length, shown);
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  assert(Source.all.length > shown);
});
