// The host of a table: it keeps the table, decides what is asked of it, and tells what happens. A
// page does not know which host it talks to: a service (service.js), or the browser itself.

import { _ } from "./text.js";

/**
 * @import {
 *   Advice, Drawing, EventShown, GameReadiness, GoalShown, HintTold, Legality, Link, MovesShown, OnlineShown, Played,
 *   PhraseShown, PositionShown, PushKeyShown, Previews, TableShown, TallyShown
 * } from "./types.js"
 */

/** @typedef {{ kind: string, name?: string, level?: number }} SeatWanted a seat of a new table */

/**
 * @typedef {"next" | "same" | "partners"} Sides what changes in a rematch: who began is last now; nothing;
 *   partners, too
 */

/**
 * A table where it is kept, as one reader may see it. What is refused is thrown as `Refused`.
 * @typedef {object} Host
 * @property {boolean} invites whether others can come to the table by a link
 * @property {boolean} reviews whether a finished game can be reviewed
 * @property {boolean} explores whether a finished game can be explored
 * @property {(n: number | null) => string} exploreAt where it is explored, after n entries or all
 * @property {() => string} reviewAt where it is reviewed
 * @property {() => Promise<TableShown>} look at the table as it is now
 * @property {(
 *   version: number,
 *   news: (event: EventShown | OnlineShown | PhraseShown) => void,
 *   line: (stands: boolean) => void,
 * ) => void} follow the table from a version on; `line` gets whether the line stands
 * @property {(move: string, version: number) => Promise<Played>} play a move, once
 * @property {() => Promise<Played>} undo take back, or ask the others whether one may
 * @property {() => Promise<HintTold>} hint the next step of a hint
 * @property {(agree: boolean) => Promise<unknown>} answerUndo
 * @property {(seat: number, name: string) => Promise<unknown>} sit down
 * @property {(seat: number, toBot: boolean) => Promise<unknown>} leave a seat: a bot plays on there,
 *   or it is free
 * @property {() => Promise<PushKeyShown>} pushKey the key by which a browser subscribes to Web Push
 * @property {(subscription: object) => Promise<unknown>} subscribe a browser to the turns here
 * @property {(endpoint: string) => Promise<unknown>} unsubscribe a browser from everything
 * @property {(phrase: string) => Promise<unknown>} say a quick phrase, by its code
 * @property {(seat: number) => Promise<Link>} seatLink the private link to a seat of one's own
 * @property {(sides: Sides) => Promise<Link>} rematch the table of a rematch
 * @property {(at: number, seats: SeatWanted[]) => Promise<Link>} branch a new table that goes on from
 *   an earlier point
 * @property {(after: number) => Promise<MovesShown>} entries the next part of the list of moves
 * @property {(n: number) => Promise<PositionShown>} position after n entries
 * @property {(n: number) => Promise<Drawing>} drawing the position after n entries as SVG, for a game
 *   whose scripts do not draw
 * @property {(n: number) => Promise<string | null>} moment the address of the position after n entries,
 *   for anybody; null while that would tell what is hidden
 * @property {() => Promise<TallyShown>} tally where points came from
 * @property {(move: string) => Promise<Legality>} reason why a move is not possible
 * @property {(moves: string[]) => Promise<Previews>} previews what moves of one's own would do
 * @property {(ms: number) => Promise<Advice>} advice what a bot would do
 * @property {() => Promise<GoalShown>} goal whether the goal of who plays alone is in reach
 * @property {() => Promise<GameReadiness>} readiness how far the table's game is prepared
 */

/** Something that a host did not do, and why. */
export class Refused extends Error {
  /**
   * @param {number} status as HTTP has it
   * @param {string} code
   * @param {string} message
   * @param {number | null} [wait] seconds after which to ask again
   * @param {string[]} [place] where what was asked is wrong, from the outermost in
   */
  constructor(status, code, message, wait, place = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.wait = wait;
    this.place = place;
  }
}

/**
 * Why something asked of a host did not work, for the player.
 * @param {unknown} error
 */
export function whyNot(error) {
  return error instanceof Refused
    ? error.message
    : _("The service does not answer. Please try again.");
}
