// Opponents and analysis, in workers: one thread each, with a tree of its own, as on a CPU.

import { isSupported, Refusal } from "./kernel.js";

/** @import { Answer } from "./thinker.js" */
/** @import { Rows, Solved } from "./search.js" */

/** @typedef {Record<string, any>} Request as docs/engine.md has it; or a `state` */
/** @typedef {(answer: Answer) => void} OnProgress */

/** Trees that a module adds up at most. */
const MOST_THREADS = 8;
/** Milliseconds between two times that a review tells what it has found. */
const TELL_EVERY = 800;

/** What a worker of Node lacks: its messages have no event around them. */
const ofNode = "process" in globalThis && !("Deno" in globalThis);

export class Engine {
  /**
   * @param {{ folder: string | URL, threads?: number, nodes?: number, positions?: string | URL }}
   *   settings folder: where the games' files are; nodes: of each tree at most, 40 bytes each;
   *   positions: where the games' scripts are that read positions (`<game>/reading.js`)
   */
  constructor({ folder, threads = 1, nodes = 1 << 20, positions }) {
    this.folder = new URL(folder, globalThis.location?.href).href;
    this.positions = positions && new URL(positions, globalThis.location?.href).href;
    this.threads = Math.min(threads, MOST_THREADS);
    this.nodes = nodes;
    /** @type {Link[]} */
    this.links = [];
    this.made = 0;
    this.queue = Promise.resolve();
    /** @type {Set<string | number>} those that are not answered yet */
    this.asked = new Set();
    /** @type {Set<string | number>} */
    this.stopped = new Set();
  }

  /** Whether this is where games can be played. */
  get isSupported() {
    return isSupported();
  }

  /**
   * The answer to a request. It is rejected with a Refusal: what is wrong.
   *
   * @param {Request} request
   * @param {OnProgress} [onProgress]
   * @returns {Promise<any>}
   */
  ask(request, onProgress) {
    const id = request.id ?? `#${++this.made}`;
    this.asked.add(id);
    const answer = this.queue.then(() => this.#answered({ ...request, id }, onProgress));
    const done = () => {
      this.asked.delete(id);
      this.stopped.delete(id);
    };
    this.queue = answer.then(done, done);
    return answer;
  }

  /**
   * Answer a request now, with what is found.
   *
   * @param {string | number} id
   */
  stop(id) {
    if (!this.asked.has(id)) {
      return;
    }
    this.stopped.add(id);
    this.links.forEach((link) => link.send({ id, stop: true }));
  }

  /** End the workers, whatever they do. */
  close() {
    this.links.forEach((link) => link.end());
    this.links = [];
  }

  /**
   * @param {Request} request
   * @param {OnProgress} [onProgress]
   */
  async #answered(request, onProgress) {
    if (!this.isSupported) {
      throw new Refusal("no_simd", {}, [], "this browser is too old: it lacks WebAssembly SIMD");
    }
    const { id } = request;
    if (this.stopped.has(id)) {
      throw new Refusal("stopped_early", {}, [], "stopped before it began");
    }
    const { filling, explore, hint, review } = request;
    if (review) {
      const links = await this.#workers(review.threads ?? this.threads);
      return review.last
        ? await links[0].ask(request)
        : await this.#reviewed(links, request, onProgress);
    }
    const links = await this.#workers(filling || explore || hint ? 1 : this.threads);
    return links.length === 1
      ? await links[0].ask(request, onProgress)
      : await this.#together(links, request, onProgress);
  }

  /**
   * @param {number} threads
   * @returns {Promise<Link[]>}
   */
  async #workers(threads) {
    const wanted = Math.min(threads, MOST_THREADS);
    // One that has failed may never answer again.
    this.links.filter(({ failed }) => failed).forEach((link) => link.end());
    this.links = this.links.filter(({ failed }) => !failed);
    while (this.links.length < wanted) {
      this.links.push(
        await Link.made({ folder: this.folder, nodes: this.nodes, positions: this.positions }),
      );
    }
    return this.links.slice(0, wanted);
  }

  /**
   * A review whose parts several threads do, told as it grows; as far as it is when it is stopped. The
   * first thread puts together what all have found.
   *
   * @param {Link[]} links
   * @param {Request} request
   * @param {OnProgress} [onProgress]
   * @returns {Promise<any>}
   */
  async #reviewed(links, { id, game, record, review }, onProgress) {
    const begin = { id, game, step: "review", record, review };
    const [{ left, first }] = await Promise.all(links.map((link) => link.ask(begin)));
    /** @type {{ number: number, found: any }[]} what the first thread has not been told of */
    const news = [];
    let told = performance.now() - TELL_EVERY, undone = first;
    const taken = () => news.splice(0);
    const work = async (/** @type {Link} */ link) => {
      for (let part = left.shift(); part && !this.stopped.has(id); part = left.shift()) {
        const { found } = await link.ask({ id, game, step: "part", part });
        if (!found) return;
        news.push({ number: part.number, found });
        undone--;
        // The first curve is told when it is whole.
        if (link !== links[0] || undone > 0 || performance.now() - told < TELL_EVERY) continue;
        told = performance.now();
        onProgress?.(await link.ask({ id, game, step: "so far", taken: taken() }));
      }
    };
    const failed = (/** @type {unknown} */ error) => {
      left.length = 0; // the others end with what they are at
      throw error;
    };
    const ended = await Promise.allSettled(links.map((link) => work(link).catch(failed)));
    for (const end of ended) if (end.status === "rejected") throw end.reason;
    return links[0].ask({ id, game, step: "whole", taken: taken() });
  }

  /**
   * An answer that several threads find together.
   *
   * @param {Link[]} links
   * @param {Request} request
   * @param {OnProgress} [onProgress] of the first thread's tree
   * @returns {Promise<Answer>}
   */
  async #together(links, request, onProgress) {
    const { id, game } = request;
    await Promise.all(links.map((link) => link.ask({ id, game, step: "ready" })));
    const begun = performance.now();
    const seed = request.seed ?? crypto.getRandomValues(new Uint32Array(1))[0];
    const shared = { ...request, seed, thread: 0, threads: links.length };
    /** @type {{ solved: Solved | null }} */
    const { solved } = await links[0].ask({ ...shared, step: "first" });
    const elapsed = performance.now() - begun;
    const looks = links.map((link, thread) => {
      const part = { ...shared, step: "look", thread, solved, elapsed };
      return link.ask(thread === 0 ? part : { ...part, progress: 0 }, onProgress);
    });
    const found = (await Promise.all(looks)).map((each) => /** @type {Rows} */ (each.found));
    return links[0].ask({ ...shared, step: "told", solved, found });
  }
}

/** A worker, and the questions it has not answered yet: one at a time. */
class Link {
  /**
   * @param {any} worker
   */
  constructor(worker) {
    this.worker = worker;
    /** @type {((message: any) => void) | null} */
    this.answered = null;
    this.failed = false;
    const take = (/** @type {any} */ message) => this.answered?.(message);
    const fail = (/** @type {any} */ event) => {
      this.failed = true;
      take({
        error: event?.message ?? "a worker has failed",
        code: "internal_error",
        parts: {},
        place: [],
      });
    };
    if (ofNode) {
      worker.on("message", take);
      worker.on("error", fail);
    } else {
      worker.onmessage = (/** @type {MessageEvent} */ { data }) => take(data);
      worker.onerror = fail;
    }
  }

  /** @param {{ folder: string, nodes: number, positions?: string }} settings */
  static async made(settings) {
    const address = new URL("./engine_worker.js", import.meta.url);
    const link = new Link(
      ofNode
        ? new (await import("node:worker_threads")).Worker(new URL("./node_worker.js", address))
        : new Worker(address, { type: "module" }),
    );
    link.send(settings);
    return link;
  }

  /** @param {any} message */
  send(message) {
    this.worker.postMessage(message);
  }

  /**
   * @param {Request} request
   * @param {OnProgress} [onProgress]
   * @returns {Promise<any>}
   */
  ask(request, onProgress) {
    return new Promise((resolve, reject) => {
      this.answered = (message) => {
        if (message.progress === true) {
          onProgress?.(message);
          return;
        }
        this.answered = null;
        if (message.error === undefined) {
          resolve(message);
        } else {
          reject(new Refusal(message.code, message.parts, message.place, message.error));
        }
      };
      this.send(request);
    });
  }

  end() {
    this.answered?.({ error: "the engine is closed", code: "closed", parts: {}, place: [] });
    this.worker.terminate();
  }
}
