// Where the browser keeps its tables: what a table began with, and an append-only list of what happened
// there. An event is kept before anybody sees it. Two tabs may have one table open: what is appended
// must follow what is there, so that the second of two learns of the first one's event instead.

import { Refused } from "../host.js";
import { _ } from "../text.js";

/** @import { Happened, Stored } from "./table.js" */

const NAME = "azulejos";
const VERSION = 1;

/** Another tab was quicker. */
export class Conflict extends Error {}

/**
 * Why something cannot be kept or read, in words.
 * @param {unknown} error
 */
function refusal(error) {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") {
    return new Refused(
      507,
      "storage_full",
      _(
        "The browser's storage is full: this was not kept. Delete old games or free some space, then try again.",
      ),
    );
  }
  return new Refused(
    503,
    "no_storage",
    _("The browser's storage cannot be used just now. Please load the page again."),
  );
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Tables in IndexedDB. */
export class Store {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    this.lasts = true;
    // A newer page wants to change the tables' form: it shall not wait for this one.
    database.onversionchange = () => database.close();
  }

  /**
   * Open it; where the browser keeps nothing, a store that lasts as long as the page.
   * @returns {Promise<Store | PassingStore>}
   */
  static async open() {
    try {
      const opening = indexedDB.open(NAME, VERSION);
      opening.onupgradeneeded = () => {
        const database = opening.result;
        database.createObjectStore("tables", { keyPath: "id" });
        database.createObjectStore("events", { keyPath: ["table", "version"] });
      };
      return new Store(await answered(opening));
    } catch {
      return new PassingStore();
    }
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(tables: IDBObjectStore, events: IDBObjectStore) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async within(mode, work) {
    let transaction;
    try {
      transaction = this.database.transaction(["tables", "events"], mode, { durability: "strict" });
    } catch (error) {
      throw refusal(error);
    }
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    done.catch(() => {});
    try {
      const result = await work(
        transaction.objectStore("tables"),
        transaction.objectStore("events"),
      );
      await done;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended by itself.
      }
      if (error instanceof Conflict || error instanceof Refused) throw error;
      throw refusal(transaction.error ?? error);
    }
  }

  /** @param {Stored} table */
  create(table) {
    return this.within("readwrite", (tables) => answered(tables.add(table)));
  }

  /**
   * Keep an event, and with it a table that it sets up; Conflict if it does not follow what is there.
   * @param {Happened} event
   * @param {Partial<Stored>} head what is now different about the table
   * @param {Stored | null} [another]
   */
  append(event, head, another = null) {
    return this.within("readwrite", async (tables, events) => {
      /** @type {Stored | undefined} */
      const stored = await answered(tables.get(event.table));
      if (!stored || stored.version !== event.version - 1) throw new Conflict();
      await answered(events.add(event));
      if (another) await answered(tables.add(another));
      await answered(tables.put({ ...stored, ...head, version: event.version }));
    });
  }

  /**
   * A table and all that happened there after a version; null if there is none.
   * @param {string} id
   * @param {number} [after]
   */
  load(id, after = 0) {
    return this.within("readonly", async (tables, events) => {
      /** @type {Stored | undefined} */
      const stored = await answered(tables.get(id));
      if (!stored) return null;
      const range = IDBKeyRange.bound([id, after + 1], [id, Infinity]);
      /** @type {Happened[]} */
      const happened = await answered(events.getAll(range));
      return { stored, happened };
    });
  }

  /**
   * Keep a table of another browser, unless it has gone on further here.
   * @param {{ stored: Stored, happened: Happened[] }} table
   */
  bring({ stored, happened }) {
    return this.within("readwrite", async (tables, events) => {
      /** @type {Stored | undefined} */
      const own = await answered(tables.get(stored.id));
      if (own && own.version >= stored.version) return;
      await answered(tables.put(stored));
      await answered(events.delete(IDBKeyRange.bound([stored.id, 0], [stored.id, Infinity])));
      for (const event of happened) await answered(events.add(event));
    });
  }

  /** All tables, the newest first. */
  async list() {
    /** @type {Stored[]} */
    const found = await this.within("readonly", (tables) => answered(tables.getAll()));
    return found.sort((a, b) => b.changed - a.changed);
  }

  /** @param {string} id */
  forget(id) {
    return this.within("readwrite", async (tables, events) => {
      await answered(tables.delete(id));
      await answered(events.delete(IDBKeyRange.bound([id, 0], [id, Infinity])));
    });
  }
}

/** The same where the browser keeps nothing: it is gone with the page. */
export class PassingStore {
  lasts = false;
  /** @type {Map<string, { stored: Stored, happened: Happened[] }>} */
  tables = new Map();

  /** @param {Stored} table */
  create(table) {
    this.tables.set(table.id, { stored: table, happened: [] });
    return Promise.resolve(table.id);
  }

  /**
   * @param {Happened} event
   * @param {Partial<Stored>} head
   * @param {Stored | null} [another]
   */
  async append(event, head, another = null) {
    const found = this.tables.get(event.table);
    if (!found) throw new Conflict();
    found.happened.push(event);
    found.stored = { ...found.stored, ...head, version: event.version };
    if (another) await this.create(another);
  }

  /**
   * @param {string} id
   * @param {number} [after]
   */
  load(id, after = 0) {
    const found = this.tables.get(id);
    return Promise.resolve(found ? { ...found, happened: found.happened.slice(after) } : null);
  }

  /** @param {{ stored: Stored, happened: Happened[] }} table */
  bring(table) {
    this.tables.set(table.stored.id, table);
    return Promise.resolve();
  }

  list() {
    return Promise.resolve([...this.tables.values()].map(({ stored }) => stored));
  }

  /** @param {string} id */
  forget(id) {
    this.tables.delete(id);
    return Promise.resolve();
  }
}
