// What a mistake in Azuleo was about, as `explaining.py` has it; a test compares.

/** @typedef {{ kind: string }} Fact */

/**
 * Where a cross is laid, if both moves lay one; what else is done instead.
 * @param {Fact[]} played
 * @param {Fact[]} best
 */
export function kind(played, best) {
  return played[0]?.kind === "lay" && best[0]?.kind === "lay" ? "place" : "take";
}
