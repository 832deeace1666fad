// Where a service's page has a review made: in the reader's browser; where that cannot, by the service.

import { LocalReview } from "./local_review.js";
import { ServiceReview } from "./service_review.js";

/** @import { Reviewed } from "./local_review.js" */

/**
 * What a service's page is told: `local` says whether the game's rules are there for browsers, `done` whether
 * the service has a review already.
 * @typedef {Omit<Reviewed, "ways" | "stored"> & { local: boolean, done: boolean }} Data
 */

/**
 * Who makes a review: own is null where this browser cannot.
 * @param {Data} data
 * @returns {Promise<{ own: LocalReview | null, service: ServiceReview }>}
 */
export async function hostsOf(data) {
  const service = new ServiceReview(data.table.id);
  if (!data.local) return { own: null, service };
  try {
    const stored = data.done ? () => service.stored() : undefined;
    return { own: await LocalReview.begin({ ...data, ways: service, stored }), service };
  } catch (error) {
    console.info("Reviewed by the service:", error);
    return { own: null, service };
  }
}
