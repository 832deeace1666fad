// The engine of a page that explores, in the browser itself: positions and moves by the compiled rules,
// analyses by workers (docs/wasm.md). On a service `service_engine.js` is the same.

import { Refused } from "../host.js";
import { _ } from "../text.js";
import { Game } from "./game.js";
import { Table } from "./table.js";
import { View } from "./view.js";

/** @import { Engine, Line, Running } from "../engine.js" */
/** @import { SeatWanted } from "../host.js" */
/** @import { Analysed, Explored } from "../types.js" */
/** @import { Bots } from "./bots.js" */
/** @import { Play } from "./game.js" */
/** @import { Wanted } from "./host.js" */

/** Entries of a line: more than almost any game has. */
const MOST_MOVES = 600;
const NO_TABLE = "-";

/** @implements {Engine} */
export class BrowserEngine {
  invites = false;

  /**
   * @param {Play} by
   * @param {Bots} bots
   * @param {string} home where a page is that explores anything
   * @param {(wanted: Wanted) => string | null} newTable the address that sets a table
   */
  constructor(by, bots, home, newTable) {
    this.by = by;
    this.bots = bots;
    this.home = home;
    this.newTable = newTable;
  }

  /**
   * The game after a line; Refused says why it cannot be.
   * @param {Line} line
   */
  followed({ position, moves }) {
    if (moves.length > MOST_MOVES) {
      throw new Refused(422, "too_many_entries", _("That is not possible here."));
    }
    const game = Game.ofPosition(this.by, position, true);
    moves.forEach((move, number) => {
      try {
        game.play(move);
      } catch (error) {
        if (error instanceof Refused && number < moves.length - 1) {
          error.place.unshift(`moves[${number}]`);
        }
        throw error;
      }
    });
    return game;
  }

  /**
   * @param {Line} line
   * @returns {Promise<Explored>}
   */
  look(line) {
    return Promise.resolve().then(() => shown(this.followed(line)));
  }

  /**
   * @param {Line} line
   * @returns {Promise<string[]>}
   */
  draws(line) {
    return Promise.resolve().then(() => {
      const { kernel, state, players, awaitsChance } = this.followed(line);
      if (!awaitsChance) return [];
      return kernel.chanceTexts(players, kernel.draw(kernel.reseeded(state)).outcomes);
    });
  }

  /**
   * @param {Line} line
   * @param {{ multipv: number }} options
   * @param {(found: Analysed) => void} news
   * @returns {Running}
   */
  analyse(line, { multipv }, news) {
    let going = true;
    const id = crypto.randomUUID();
    const tell = (/** @type {Analysed} */ found) => {
      if (going) news(found);
    };
    const work = async () => {
      const game = this.followed(line);
      tell(await this.bots.ask(game, { id, explore: true, multipv }, tell));
    };
    const ended = work().catch((error) => {
      if (going) throw error;
    });
    return {
      ended,
      stop: () => {
        going = false;
        this.bots.stop(id);
      },
    };
  }

  /**
   * @param {string} game
   * @param {string} position
   * @param {SeatWanted[]} seats
   * @returns {Promise<string>}
   */
  table(game, position, seats) {
    return Promise.resolve().then(() => {
      const begun = Game.ofPosition(this.by, position, false);
      const address = this.newTable({ game, record: begun.record(), seats });
      if (!address) {
        throw new Refused(404, "no_page", _("A game on this board cannot be shown here."));
      }
      return address;
    });
  }
}

/**
 * A position of a line, as a table at which one acts for all sides and sees all.
 * @param {Game} game
 * @returns {Explored}
 */
export function shown(game) {
  const seats = Array.from({ length: game.players }, () => ({
    kind: /** @type {const} */ ("here"),
    name: "",
    level: null,
  }));
  const stored = {
    ...{ id: NO_TABLE, game: game.name, opening: { options: game.options }, seats, version: 0 },
    ...{ rematch: null, date: null, changed: 0, over: game.isOver, entries: game.entries },
  };
  const view = new View(new Table(stored, game), { thinking: false, failed: false }, () => "");
  const n = game.entries;
  const last = n ? game.logEntry(n - 1) : null; // of which nothing is hidden here
  return {
    position: game.toText(),
    table: { ...view.state(), position: game.toPosition() },
    entry: last && {
      ...view.entry(n),
      text: last.made.text,
      drawn: last.drawn.map(({ text }) => text),
      facts: view.factsOf(n - 1),
    },
    draws: game.awaitsChance,
    drawing: null,
  };
}

/**
 * The line of a whole game, and where in it the first `at` entries of its record have led to. It begins
 * with the first decision.
 * @param {Game} game
 * @param {number} at
 * @returns {{ position: string, moves: string[], at: number }}
 */
export function lineOf(game, at) {
  const { moves } = game.record();
  const follower = game.begunAgain();
  let first = moves.findIndex((/** @type {string} */ move) => !game.isChance(move));
  if (first < 0) first = moves.length;
  if (moves.length - first > MOST_MOVES) first = Math.max(at, first);
  follower.repeat(...moves.slice(0, first));
  return {
    position: follower.toText(),
    moves: moves.slice(first, first + MOST_MOVES),
    at: Math.max(at - first, 0),
  };
}
