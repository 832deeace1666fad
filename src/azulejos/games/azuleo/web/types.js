// What a position of Azuleo is made of, as `games/azuleo/position.py` gives it. Types alone: no page
// loads this file, and a test compares them with positions.

/**
 * @typedef {object} Position
 * @property {number} players
 * @property {number | null} turn
 * @property {"start" | "turn" | "draw" | "over"} phase
 * @property {Options} options
 * @property {(string | null)[][]} board rows of fields: four letters of a cross, "#" or null
 * @property {Side[]} sides
 * @property {Pile} supply
 * @property {Pile} plate_supply
 * @property {Record<string, number>} discards
 * @property {number | null} blockades null: without a limit
 * @property {string | null} start the start cross, while it is to be laid
 * @property {number} idle
 * @property {Record<string, number>} [unseen] crosses that lie in the supply or in others' hands
 * @property {Pending} [pending] the draw that is to be entered
 */

/** @typedef {number | Record<string, number>} Pile how many there are, or how many of each kind */

/**
 * @typedef {object} Side one player or a team
 * @property {number} score
 * @property {string[] | number} hand crosses as colours, "?" one that nobody saw; or how many
 * @property {string[]} plates
 * @property {number} swaps
 */

/**
 * @typedef {object} Pending
 * @property {string} for
 * @property {number} side
 * @property {string | null} put_down
 */

/**
 * @typedef {object} Options
 * @property {"normal" | "fill" | "score"} mode
 * @property {boolean} lenient
 * @property {"found" | "hinted" | "automatic"} claims
 * @property {boolean} open_hands
 * @property {boolean} exchange
 * @property {number | null} blockades
 * @property {boolean} free_border
 * @property {string[]} board
 * @property {number} idle_limit
 * @property {boolean} final_claims
 * @property {boolean} border_pairs
 * @property {boolean} equal_plates
 */

/**
 * What a move did, told by the rules (games/azuleo/facts.py).
 * @typedef {{ kind: string, player: number, points: number }} Fact
 */

export {};
