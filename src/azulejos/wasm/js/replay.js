// A record played again: options, draws and moves, each checked by the compiled rules.

import { Refusal } from "./kernel.js";

/** @import { Kernel, State } from "./kernel.js" */
/** @import { Fact } from "./types.js" */

/**
 * @typedef {object} Entry a move or a draw, and what it did
 * @property {string} text
 * @property {number | null} turn whose it was; null: chance's
 * @property {State} before
 * @property {State} after
 * @property {Fact[]} facts
 */

/**
 * The state that a record begins with, before any chance.
 *
 * @param {Kernel} kernel
 * @param {Record<string, any>} record
 * @returns {State}
 */
export function beginning(kernel, record) {
  if (record === null || typeof record !== "object" || !Array.isArray(record.moves)) {
    throw new Refusal("no_record", {}, ["record"], "expected a record: options and moves");
  }
  if (record.game !== kernel.game) {
    throw new Refusal("not_a_choice", { known: [kernel.game], given: record.game }, ["game"]);
  }
  if (record.position) {
    return kernel.stateOf(record.position);
  }
  return kernel.begin(record.options ?? {});
}

/**
 * All that happened in a record, entry by entry. A Refusal names the entry at fault.
 *
 * @param {Kernel} kernel
 * @param {Record<string, any>} record as `Game.record()` gives it
 * @returns {Generator<Entry, State, void>} which returns the last state
 */
export function* replay(kernel, record) {
  let state = beginning(kernel, record);
  for (const [number, text] of record.moves.entries()) {
    try {
      const entry = played(kernel, state, String(text));
      yield entry;
      state = entry.after;
    } catch (error) {
      if (error instanceof Refusal) {
        throw new Refusal(
          error.code,
          error.parts,
          ["record", `moves[${number}]`, ...error.place],
          error.message,
        );
      }
      throw error;
    }
  }
  return state;
}

/**
 * The last state of a record.
 *
 * @param {Kernel} kernel
 * @param {Record<string, any>} record
 * @returns {State}
 */
export function replayed(kernel, record) {
  const entries = replay(kernel, record);
  let step = entries.next();
  while (!step.done) {
    step = entries.next();
  }
  return step.value;
}

/**
 * One text of a record, played.
 *
 * @param {Kernel} kernel
 * @param {State} before
 * @param {string} text
 * @returns {Entry}
 */
export function played(kernel, before, text) {
  if (kernel.isChanceText(text)) {
    const { state: after, facts } = kernel.tellAll(before, kernel.outcomes(before, text));
    return { text, turn: null, before, after, facts };
  }
  const action = kernel.action(text);
  if (action === null) {
    throw new Refusal("no_move", { typed: text }, [text]);
  }
  const turn = kernel.turn(before);
  const { state: after, facts } = kernel.play(before, action);
  return { text, turn, before, after, facts };
}
