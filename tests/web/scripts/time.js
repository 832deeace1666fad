// A clock that goes on as the tests say.

/** While it is used, `setTimeout` waits for this clock: `using time = new FakeTime()`. */
export class FakeTime {
  now = 0;
  /** @type {Map<number, { at: number, act: () => void }>} */
  #due = new Map();
  #real = { setTimeout, clearTimeout };
  #ids = 0;

  constructor() {
    Object.assign(globalThis, {
      /** @type {(act: () => void, wait: number) => number} */
      setTimeout: (act, wait = 0) => {
        this.#due.set(++this.#ids, { at: this.now + wait, act });
        return this.#ids;
      },
      /** @type {(id: number) => boolean} */
      clearTimeout: (id) => this.#due.delete(id),
    });
  }

  [Symbol.dispose]() {
    Object.assign(globalThis, this.#real);
  }

  /** Let all that goes on without waiting come to where it waits. */
  #settled() {
    return new Promise((resolve) => this.#real.setTimeout(resolve, 0));
  }

  /** @param {number} milliseconds */
  async pass(milliseconds) {
    const end = this.now + milliseconds;
    while (true) {
      await this.#settled();
      const next = this.#next();
      if (!next || next.at > end) break;
      next.act();
    }
    this.now = end;
  }

  /**
   * What a promise gives, however long it waits.
   * @template T
   * @param {Promise<T>} promise
   */
  async until(promise) {
    let waits = true;
    const done = () => {
      waits = false;
    };
    promise.then(done, done);
    await this.#settled();
    while (waits) {
      const next = this.#next();
      if (!next) throw new Error("nothing is waited for, and it is not done");
      next.act();
      await this.#settled();
    }
    return await promise;
  }

  /** What is due next, taken off the list, with the clock set to it. */
  #next() {
    const [first] = [...this.#due].sort(([, one], [, other]) => one.at - other.at);
    if (!first) return null;
    const [id, due] = first;
    return {
      at: due.at,
      act: () => {
        this.#due.delete(id);
        this.now = due.at;
        due.act();
      },
    };
  }
}
