// The reader's tables where a service keeps them: it knows by the browser's cookies which they are.

import { request } from "./service.js";

/** @import { Source } from "./my_games.js" */

/** @type {Source} */
export const source = {
  look: () => request("GET", "/api/mine"),
  addressOf: ({ id }) => `/t/${id}`,
  reviewOf: ({ id }) => `/t/${id}/review`,
  // The seat stays the reader's; only the list has it no more.
  forget: () => Promise.resolve(),
  deletes: false,
};
