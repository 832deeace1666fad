// Reviews that this browser has made, kept in its storage by the tables they are of: whoever comes back finds
// them whole, or goes on with them. A review can always be made again, so that nothing is lost with them.

/** @import { Review } from "./reviewing.js" */

/**
 * A review as it is kept. digest: of the record it is of.
 * @typedef {{ id: string, digest: string, review: Review, changed: number }} Kept
 */

const NAME = "azulejos-reviews", VERSION = 1, STORE = "reviews";
/** So many are kept; then those that were made or renewed first go. */
const MOST = 200;

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

/**
 * Work on the store; null where this browser keeps nothing.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => Promise<T>} work
 * @returns {Promise<T | null>}
 */
async function within(mode, work) {
  try {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      const made = opening.result.createObjectStore(STORE, { keyPath: "id" });
      made.createIndex("changed", "changed");
    };
    const database = await answered(opening);
    try {
      return await work(database.transaction(STORE, mode).objectStore(STORE));
    } finally {
      database.close();
    }
  } catch (error) {
    console.warn("Reviews are not kept:", error);
    return null;
  }
}

/**
 * What is kept of a table's review, if it is of this record.
 * @param {string} id
 * @param {string} digest
 * @returns {Promise<Review | null>}
 */
export async function kept(id, digest) {
  /** @type {Kept | null | undefined} */
  const found = await within("readonly", (store) => answered(store.get(id)));
  return found?.digest === digest ? found.review : null;
}

/**
 * @param {string} id
 * @param {string} digest
 * @param {Review} review
 */
export async function keep(id, digest, review) {
  await within("readwrite", async (store) => {
    /** @type {Kept | undefined} */
    const there = await answered(store.get(id));
    if (there?.digest === digest && isAhead(there.review, review)) return;
    await answered(store.put({ id, digest, review, changed: Date.now() }));
    let over = await answered(store.count()) - MOST;
    if (over <= 0) return;
    const oldest = await answered(store.index("changed").getAllKeys(null, over));
    for (const key of oldest) if (over-- > 0) await answered(store.delete(key));
  });
}

/**
 * Whether another tab has got further with the same.
 * @param {Review} there
 * @param {Review} review
 */
function isAhead(there, { visits, samples, done }) {
  return there.visits === visits && there.samples === samples && there.done > done;
}

/** @param {string} id of a table that is deleted */
export async function forget(id) {
  await within("readwrite", (store) => answered(store.delete(id)));
}

/**
 * What tells a record from another.
 * @param {Record<string, any>} record
 */
export async function digestOf({ options, moves, position }) {
  const text = JSON.stringify([options, moves, position ?? null]);
  const digest = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(text));
  // Without a secure connection there is no digest: the text itself tells them apart.
  if (!digest) return text;
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
