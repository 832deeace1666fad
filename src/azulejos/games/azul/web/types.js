// What a position of Azul is made of, as `games/azul/position.py` gives it. Types alone: no page loads
// this file, and a test compares them with positions.

/**
 * @typedef {object} Position
 * @property {number} players
 * @property {"coloured" | "grey"} wall
 * @property {number} round from 1
 * @property {number | null} turn
 * @property {"deal" | "offer" | "tiling" | "over"} phase
 * @property {number} first who owns the marker
 * @property {boolean} marker_in_centre
 * @property {number[][]} factories each as counts of B Y R K W
 * @property {number[]} centre
 * @property {number[]} bag
 * @property {number[]} lid
 * @property {Board[]} boards
 * @property {number} idle
 * @property {number} idle_limit
 */

/**
 * @typedef {object} Board
 * @property {number} score
 * @property {Line[]} lines
 * @property {(string | null)[][]} wall row by row
 * @property {string[]} floor letters from the left, M the marker
 */

/** @typedef {{ colour: string | null, count: number }} Line */

/**
 * What a move did, told by the rules (games/azul/facts.py): each kind has some of these numbers.
 * @typedef {object} Fact
 * @property {string} kind
 * @property {number} player
 * @property {number} points
 * @property {number} source 0: the centre
 * @property {number} colour
 * @property {number} count
 * @property {number} line
 * @property {number} column
 * @property {number} space of the floor line; -1: none is free
 * @property {number} into_lid
 * @property {number} row_run
 * @property {number} column_run
 * @property {number} index of a row, a column or a colour that is complete
 */

export {};
