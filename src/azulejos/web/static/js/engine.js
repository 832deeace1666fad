// What a page that explores asks of an engine. It does not know where that runs: on a service
// (service_engine.js), or in the browser. Everything that crosses is plain data: positions as text,
// moves as the record writes them, analyses as `azulejos engine` answers (docs/engine.md).

/** @import { Analysed, Explored } from "./types.js" */
/** @import { SeatWanted } from "./host.js" */

/**
 * A position, and what was done from there.
 * @typedef {object} Line
 * @property {string} game
 * @property {string | Record<string, any>} position as text or as data
 * @property {string[]} moves moves and draws
 */

/**
 * An analysis that goes on until it is done or stopped.
 * @typedef {object} Running
 * @property {Promise<void>} ended rejected where it could not begin or broke off
 * @property {() => void} stop
 */

/**
 * What is refused is thrown as `Refused` (host.js), with the reason in words.
 * @typedef {object} Engine
 * @property {boolean} invites whether friends can join a new table by a link
 * @property {string} home the address of the page that explores whatever its query says
 * @property {(line: Line) => Promise<Explored>} look the position at the end of a line, and what may
 *   be done there. A move is played by a line with it at its end.
 * @property {(line: Line) => Promise<string[]>} draws what chance may give there, sampled
 * @property {(
 *   line: Line,
 *   options: { multipv: number },
 *   news: (found: Analysed) => void,
 * ) => Running} analyse the position there, ever deeper
 * @property {(game: string, position: string, seats: SeatWanted[]) => Promise<string>} table a new
 *   table that begins there: its address
 */

export {};
