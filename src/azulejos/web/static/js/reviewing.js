// What the page of a review, and the page on which mistakes are tried again, ask for a review. They do not know
// where it is made: in the browser (local_review.js), or by a service (service_review.js).

/** @import { TableShown } from "./types.js" */

/**
 * A review and its steps, as `analysis.review` has them (docs/analysis.md).
 * @typedef {object} Review
 * @property {string} game
 * @property {number} players
 * @property {number} sides
 * @property {number} visits
 * @property {number} samples
 * @property {number} done parts, of `total`
 * @property {number} total
 * @property {boolean} is_over
 * @property {number[]} scores
 * @property {number[]} start every player's share of the win before the first step
 * @property {Step[]} steps
 * @property {Summary[]} summaries
 * @property {number[]} turning_points numbers of steps
 */

/** @typedef {Decision | Chance} Step */

/**
 * @typedef {object} Decision
 * @property {"decision"} what
 * @property {number} at entries of the record before it
 * @property {number} player
 * @property {number | null} round
 * @property {number} visits
 * @property {number[]} values
 * @property {string} verdict
 * @property {boolean} proven
 * @property {number} loss
 * @property {number} se
 * @property {number | null} gap
 * @property {boolean} good
 * @property {string | null} kind
 * @property {MoveLine | null} played
 * @property {MoveLine | null} best
 * @property {{ code: string, points: number }[]} why
 */

/** @typedef {{ move: string, values: number[], margin: number, line: string[] }} MoveLine */

/**
 * @typedef {object} Chance
 * @property {"chance"} what
 * @property {number} at
 * @property {number} count entries
 * @property {number | null} player who saw it, if it was not everybody
 * @property {number | null} round
 * @property {number} visits
 * @property {number[]} values
 * @property {number[]} mean
 * @property {number[]} se
 */

/** @typedef {{ decisions: number, rate: number, low: number, high: number }} Rate */

/**
 * @typedef {object} Summary
 * @property {number} player
 * @property {Rate} errors
 * @property {number | null} accuracy
 * @property {Record<string, number>} verdicts
 * @property {Record<string, Rate>} by_round
 * @property {Record<string, number>} by_kind
 * @property {number[]} good
 * @property {Record<
 *   "start" | "luck" | "luck_se" | "own" | "partners" | "opponents" | "remainder" | "result", number
 * >} identity
 */

/**
 * How far a review is; review: null while there is nothing new.
 * @typedef {object} Told
 * @property {"none" | "waiting" | "running" | "stopped" | "done" | "failed"} state
 * @property {number} done
 * @property {number} total
 * @property {Review | null} review
 * @property {string} [message] what keeps it waiting
 */

/**
 * A line of a step: what was played, or the best. made: after so many of its moves.
 * @typedef {{ step: number, line: "played" | "best", made: number }} Place
 */

/**
 * A step on the board.
 * @typedef {object} BoardShown
 * @property {Record<string, any>} position as its player saw it
 * @property {number[]} scores
 * @property {number | null} turn whose it is
 * @property {number | null} viewer who sees it
 * @property {string | null} next the move that comes next in the line
 * @property {string | null} where to look at for it, as the game's `explaining.where` has it
 * @property {{ played?: string[], best?: string[] }} lines as far as they can be played
 * @property {string | null} drawing as SVG, where no script of the game draws
 */

/**
 * What a move would have been.
 * @typedef {object} Tried
 * @property {string} move
 * @property {boolean} solved it is no mistake
 * @property {string} best
 * @property {string} text
 * @property {string} why
 * @property {Record<string, Record<string, any>>} positions after it and after the best, by move
 */

/**
 * @typedef {object} ReviewHost
 * @property {string} id of the table
 * @property {(news: (told: Told) => void) => Promise<void>} follow have it made, and be told as it
 *   grows, until it is done or cannot be made
 * @property {() => Promise<{ review: Review | null }>} finished the review, if it is complete
 * @property {(place: Place) => Promise<BoardShown>} board
 * @property {(step: number, move: string) => Promise<Tried>} attempt another move in a decision
 * @property {(step: number) => Promise<TableShown>} before the table before a decision, for who decides
 * @property {(at: number | null) => string} exploreAt where the game is explored, at an entry of its
 *   record
 * @property {(step: number) => string} reviewAt the page of the review, with a step on the board
 * @property {(player: number) => string} retryAt where a player's mistakes are tried again
 */

/**
 * What a page says of the game beside its review.
 * @typedef {object} About
 * @property {string[]} names
 * @property {number[]} own seats of the reader
 * @property {number[]} hints taken by each seat
 * @property {number[]} late seats whose time was up
 * @property {import("./browser/why.js").Sentences} whys why a move is better
 * @property {import("./like_levels.js").LevelRates | null} rates error rates of the game's levels
 */

export {};
