// The types of what a game's rules, compiled to WebAssembly, offer (src/azulejos/wasm/js/kernel.js). No
// page loads this file.

/** @typedef {Uint8Array} State a position, as the rules keep it */
/** @typedef {{ kind: string, player: number | null, points: number } & Record<string, any>} Fact */

/**
 * @typedef {object} KernelData
 * @property {string} game
 * @property {{ state: { fields: Record<string, { offset: number }> } }} layout
 * @property {{ properties: Record<string, any> }} options as JSON Schema
 * @property {{ min: number, max: number }} players
 * @property {string[]} phases in the first of them chance is awaited
 * @property {{ marks: string[], option: string, texts?: string[] }} chance
 * @property {{ reviews: {
 *   visits: Record<number, number>, samples: number, min_visits: number, long: number
 * } }} judging
 * @property {{
 *   name: string, fields: string[], scores: boolean, closes_round: boolean, breaks_ties: boolean
 * }[]} facts
 */

/**
 * @typedef {object} Kernel
 * @property {KernelData} data
 * @property {(options: Record<string, any>) => State} begin
 * @property {(state: State) => Record<string, any>} fields
 * @property {(state: State, fields: Record<string, any>) => State} written with these fields
 * @property {(state: State) => State} placed what was written as a position, complete
 * @property {(state: State) => string} phase
 * @property {(state: State) => boolean} isOver
 * @property {(state: State) => boolean} isChance
 * @property {(state: State) => number | null} turn
 * @property {(state: State) => number} players
 * @property {(state: State) => number} sides
 * @property {(state: State) => number[]} legal
 * @property {(state: State, action: number) => boolean} isLegal
 * @property {(state: State) => number[]} shown
 * @property {(state: State, action: number) => { state: State, facts: Fact[] }} play
 * @property {(state: State, outcome: number) => { state: State, facts: Fact[] }} give
 * @property {(state: State) => { state: State, outcomes: number[], facts: Fact[] }} draw
 * @property {(state: State, seed?: bigint) => State} reseeded
 * @property {(state: State, player: number, seed: number) => State} determinize a guess of what a
 *   player cannot know
 * @property {(action: number) => string} text
 * @property {(text: string) => number | null} action
 * @property {(players: number, outcomes: number[]) => string[]} chanceTexts
 * @property {(state: State, text: string) => number[]} outcomes
 * @property {(state: State, action: number) => Why | null} whyIllegal
 * @property {(state: State) => number[]} scores
 * @property {(state: State) => number[]} winners
 * @property {(state: State, actions?: number[]) => Map<number, number>} gains
 * @property {(state: State, action: number) => Fact[]} foreseen
 * @property {(state: State) => boolean} hasSecrets
 * @property {(state: State) => number | null} roundOf
 */

/** @typedef {{ code: string, parts: Record<string, any> }} Why why something is refused */

export {};
