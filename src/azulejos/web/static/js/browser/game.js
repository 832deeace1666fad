// A game in the browser: a state, the moves that led to it, and its record. As `core.game` has it in
// Python, over the same rules; what only one game knows is in its own module `browser.js`.

import { Refused } from "../host.js";
import { _ } from "../text.js";

/** @import { Fact, Kernel, State, Why } from "./kernel.js" */

/**
 * What a game's module `position.js` knows beside its rules: how a state is told as plain data.
 * @typedef {object} Positions
 * @property {(fields: Fields, options: Options) => Position} position the whole of it
 * @property {(position: Position, fields: Fields, player: number | null) => Position} view what a player
 *   may know of it
 * @property {(chance: string, fields: Fields) => number | null} [onlyFor] the side that sees what chance
 *   gives; where it is missing, all do
 * @property {(game: Game, players: number[], random?: () => number) => Game | null} [redrawn] the same to the eyes of these
 *   players, all that none of them sees drawn afresh; null if nothing is found that agrees with it
 * @property {(kernel: Kernel, position: any) => State} toState the state of a position as data
 * @property {(text: string, kernel: Kernel) => any} fromText a position as data, of one as text
 * @property {(position: any, kernel: Kernel) => string} toText
 * @property {(position: any) => Options} optionsOf what a position says of its game's options
 * @property {(move: string) => string} [where] what a hint points at first
 * @property {(options: Options) => boolean} [hasGoal] whether a single player has a goal instead of points
 * @property {(fields: Fields, options: Options) => string[]} [toFind] moves that players find by
 *   themselves
 */

/** @typedef {Record<string, any>} Fields of a state, by their names */
/** @typedef {Record<string, any>} Options */
/** @typedef {Record<string, any>} Position */
/** @typedef {Record<string, any>} GameRecord */
/** @typedef {{ text: string, onlyFor: number | null }} Drawn */

/**
 * @typedef {object} Entry
 * @property {State} before
 * @property {string} text
 * @property {number} action −1: it is chance
 * @property {number[]} drawn what chance gave after it; of chance itself, its outcomes
 */

const RECORD_VERSION = 1;

/** What is no move of the game, or not allowed there. */
class Illegal extends Refused {
  /** @param {string} message */
  constructor(message) {
    super(422, "illegal_move", message);
  }
}

/** What a game is played by: its rules, how its positions are told, and why something is refused. */
export class Play {
  /**
   * @param {Kernel} kernel
   * @param {Positions} positions
   * @param {(why: Why) => string} said why something is refused, in words
   */
  constructor(kernel, positions, said) {
    this.kernel = kernel;
    this.positions = positions;
    this.said = said;
  }

  /**
   * All options of a game, those that are not given as is usual.
   * @param {Options} given
   * @returns {Options}
   */
  complete(given) {
    const { options, chance } = this.kernel.data;
    const usual = Object.entries(options.properties).map((
      [name, option],
    ) => [name, option.default]);
    const all = { players: 2, ...Object.fromEntries(usual), [chance.option]: "auto", ...given };
    // Who plays alone has a mode of their own; others have no choice of it.
    if ("mode" in all) {
      const isAlone = all.players === 1;
      if (isAlone && all.mode === "normal") all.mode = "fill";
      if (!isAlone && !("mode" in given)) all.mode = "normal";
    }
    all.first ??= crypto.getRandomValues(new Uint32Array(1))[0] % all.players;
    return all;
  }
}

export class Game {
  /**
   * @param {Play} by
   * @param {Options} options
   * @param {State} state
   * @param {Position | null} start the position it began from, if not from the set-up
   */
  constructor(by, options, state, start = null) {
    this.by = by;
    this.kernel = by.kernel;
    this.options = options;
    this.state = state;
    this.start = start;
    /** @type {number[]} */
    this.opening = []; // what chance gave before the first entry
    /** @type {Entry[]} */
    this.history = [];
  }

  /**
   * A new game, what chance gives first drawn unless that is entered.
   * @param {Play} by
   * @param {Options} given
   */
  static begun(by, given) {
    const game = Game.setUp(by, by.complete(given));
    game.settle();
    return game;
  }

  /**
   * @param {Play} by
   * @param {Options} options
   */
  static setUp(by, options) {
    try {
      const { properties } = by.kernel.data.options;
      const { players, first } = options;
      const chosen = Object.entries(options).filter(([name]) => name in properties);
      const state = by.kernel.begin({ players, first, ...Object.fromEntries(chosen) });
      return new Game(by, options, state);
    } catch (error) {
      throw inWords(by, error);
    }
  }

  /**
   * A game that goes on from a position with fresh chance; Refused says why it cannot be.
   * @param {Play} by
   * @param {any} given the position as text or as data
   * @param {boolean} isManual whether chance is given from outside
   */
  static ofPosition(by, given, isManual) {
    const { kernel, positions } = by;
    try {
      const data = typeof given === "string" ? positions.fromText(given, kernel) : given;
      const state = positions.toState(kernel, data);
      const chosen = positions.optionsOf(data);
      const options = { ...chosen, [kernel.data.chance.option]: isManual ? "manual" : "auto" };
      return new Game(by, options, state, positions.position(kernel.fields(state), options));
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      const why = /** @type {Why & { place: string[] }} */ (/** @type {unknown} */ (error));
      throw new Refused(422, "bad_position", by.said(why), null, why.place);
    }
  }

  // ── Looking ──────────────────────────────────────────────────────────────────────────────────

  get name() {
    return this.kernel.data.game;
  }

  get isManual() {
    return this.options[this.kernel.data.chance.option] === "manual";
  }

  get phase() {
    return this.kernel.phase(this.state);
  }

  get isOver() {
    return this.kernel.isOver(this.state);
  }

  get awaitsChance() {
    return this.kernel.isChance(this.state);
  }

  get turn() {
    return this.kernel.turn(this.state);
  }

  get players() {
    return this.kernel.players(this.state);
  }

  /** How many sides there are, players or teams. */
  get sides() {
    return this.kernel.sides(this.state);
  }

  get scores() {
    return this.kernel.scores(this.state);
  }

  get winners() {
    return this.kernel.winners(this.state);
  }

  get entries() {
    return this.history.length;
  }

  get hasSecrets() {
    return this.kernel.hasSecrets(this.state);
  }

  /** Whether a single player has a goal, and gets no points. */
  get hasGoal() {
    return this.by.positions.hasGoal?.(this.options) ?? false;
  }

  /** The whole position. @returns {Position} */
  toPosition() {
    return this.by.positions.position(this.kernel.fields(this.state), this.options);
  }

  /** The same in one line. */
  toText() {
    return this.by.positions.toText(this.toPosition(), this.kernel);
  }

  /** @param {number | null} player */
  view(player) {
    const { position, view } = this.by.positions;
    const fields = this.kernel.fields(this.state);
    return view(position(fields, this.options), fields, player);
  }

  /** Moves of which the player to act finds out whether they are legal. */
  toFind() {
    return this.by.positions.toFind?.(this.kernel.fields(this.state), this.options) ?? [];
  }

  // ── Playing ──────────────────────────────────────────────────────────────────────────────────

  /** @param {string} text */
  isChance(text) {
    return this.kernel.data.chance.marks.some((mark) => text.startsWith(mark));
  }

  /**
   * Make a move, or give chance where that is entered; Illegal says why not, and nothing changes.
   * @param {string} text
   */
  play(text) {
    if (this.isChance(text)) {
      if (!this.isManual) throw new Illegal(_("this game draws by itself"));
      this.give(text, true);
      return;
    }
    this.make(text);
    this.settle();
  }

  /**
   * Why a move is illegal, in words; null if it is legal.
   * @param {string} text
   */
  whyNot(text) {
    const action = this.kernel.action(text);
    if (action === null) return _("This is no move of this game.");
    if (this.kernel.isLegal(this.state, action)) return null;
    const why = this.kernel.whyIllegal(this.state, action);
    return why ? this.by.said(why) : _("That is not possible here.");
  }

  /** @param {string} text */
  make(text) {
    const why = this.whyNot(text);
    if (why !== null) throw new Illegal(why);
    const action = this.kernel.action(text) ?? -1;
    this.history.push({ before: this.state, text: this.kernel.text(action), action, drawn: [] });
    this.state = this.kernel.play(this.state, action).state;
  }

  /**
   * Chance as it is told: an entry of its own, or what came after the last one.
   * @param {string} told
   * @param {boolean} isEntry
   */
  give(told, isEntry) {
    let after = this.state;
    /** @type {number[]} */
    let outcomes;
    try {
      outcomes = this.kernel.outcomes(this.state, told);
      for (const outcome of outcomes) after = this.kernel.give(after, outcome).state;
    } catch (error) {
      throw inWords(this.by, error);
    }
    const [text] = this.kernel.chanceTexts(this.players, outcomes);
    if (isEntry) this.history.push({ before: this.state, text, action: -1, drawn: outcomes });
    else this.keep(outcomes);
    this.state = after;
  }

  /** Let the game's own generator draw what is due. */
  settle() {
    if (this.isManual || !this.awaitsChance) return;
    const { state, outcomes } = this.kernel.draw(this.state);
    this.state = state;
    this.keep(outcomes);
  }

  /** @param {number[]} outcomes */
  keep(outcomes) {
    const last = this.history.pop();
    if (last) this.history.push({ ...last, drawn: [...last.drawn, ...outcomes] });
    else this.opening = [...this.opening, ...outcomes];
  }

  /**
   * A move or chance again, as a record or an event tells it.
   * @param {string[]} texts
   */
  repeat(...texts) {
    for (const text of texts) {
      if (!this.isChance(text)) this.make(text);
      else this.give(text, this.isManual);
    }
  }

  /** An independent game with the same past. */
  copy() {
    const other = new Game(this.by, this.options, this.state, this.start);
    other.opening = this.opening;
    other.history = [...this.history];
    return other;
  }

  /**
   * The game as it was after so many entries, with the past it had then.
   * @param {number} entries
   */
  after(entries) {
    const earlier = this.copy();
    if (entries < this.entries) {
      earlier.state = this.history[entries].before;
      earlier.history.length = entries;
    }
    return earlier;
  }

  /**
   * The same, to be played on from there: what comes is drawn afresh.
   * @param {number} entries
   */
  takenBackTo(entries) {
    const earlier = this.after(entries);
    earlier.state = this.kernel.reseeded(earlier.state);
    return earlier;
  }

  // ── What has happened ────────────────────────────────────────────────────────────────────────

  /**
   * What happened with entry `number`, from 0, and with what chance gave after it.
   * @param {number} number
   * @returns {Fact[]}
   */
  facts(number) {
    const { before, action, drawn } = this.history[number];
    let { state, facts } = action < 0
      ? { state: before, facts: [] }
      : this.kernel.play(before, action);
    for (const outcome of drawn) {
      const given = this.kernel.give(state, outcome);
      state = given.state;
      facts = [...facts, ...given.facts];
    }
    return facts;
  }

  /**
   * Entry `number`, from 0, as it can be told.
   * @param {number} number
   */
  logEntry(number) {
    const { before, text, action, drawn } = this.history[number];
    const isChance = action < 0;
    return {
      turn: isChance ? null : this.kernel.turn(before),
      round: this.kernel.roundOf(before),
      made: isChance ? this.drawn(text, before) : { text, onlyFor: null },
      drawn: isChance
        ? []
        : this.kernel.chanceTexts(this.players, drawn).map((told) => this.drawn(told, before)),
    };
  }

  /**
   * @param {string} text
   * @param {State} before
   * @returns {Drawn}
   */
  drawn(text, before) {
    const { onlyFor } = this.by.positions;
    return { text, onlyFor: onlyFor?.(text, this.kernel.fields(before)) ?? null };
  }

  /** What chance gave before the first entry. @returns {Drawn[]} */
  openingDraws() {
    let { state } = this.begunAgain();
    return this.kernel.chanceTexts(this.players, this.opening).map((text) => {
      const told = this.drawn(text, state);
      for (const outcome of this.kernel.outcomes(state, text)) {
        state = this.kernel.give(state, outcome).state;
      }
      return told;
    });
  }

  /** This game before the first entry, chance still to come. */
  begunAgain() {
    return Game.beforeRecord(this.by, { options: this.options, position: this.start });
  }

  // ── Records ──────────────────────────────────────────────────────────────────────────────────

  result() {
    return this.isOver ? { scores: this.scores, winners: this.winners } : null;
  }

  /** Options, draws, moves and result as plain data. @returns {GameRecord} */
  record() {
    return this.recordOf(() => true);
  }

  /**
   * The record that may be given to a player, or to anybody (null): draws hidden from them are blank.
   * @param {number | null} player
   */
  publicRecord(player) {
    if (this.isOver || !this.hasSecrets) return this.record();
    const side = player === null ? null : player % this.sides;
    const record = this.recordOf((onlyFor) => onlyFor === null || onlyFor === side);
    if (this.start) record.position = this.begunAgain().view(player);
    return record;
  }

  /**
   * @param {(onlyFor: number | null) => boolean} isSeen
   * @returns {GameRecord}
   */
  recordOf(isSeen) {
    const hidden = this.kernel.data.chance.texts?.at(-1) ?? "";
    /** @param {Drawn} drawn */
    const told = ({ text, onlyFor }) => isSeen(onlyFor) ? text : hidden;
    const moves = this.openingDraws().map(told);
    /** @type {(number | null)[]} */
    const turns = moves.map(() => null);
    for (let number = 0; number < this.entries; number++) {
      const { turn, made, drawn } = this.logEntry(number);
      moves.push(told(made), ...drawn.map(told));
      turns.push(turn, ...drawn.map(() => null));
    }
    return {
      game: this.name,
      version: RECORD_VERSION,
      options: this.options,
      moves,
      turns,
      result: this.result(),
      ...(this.start && { position: this.start }),
    };
  }

  /**
   * The game a record tells of; Refused says why it cannot be read.
   * @param {Play} by
   * @param {GameRecord} record
   */
  static replayed(by, record) {
    const game = Game.beforeRecord(by, record);
    if (!Array.isArray(record.moves)) throw unreadable("moves");
    for (const [number, text] of record.moves.entries()) {
      if (typeof text !== "string") throw unreadable(`moves[${number}]`);
      const turn = game.isChance(text) ? null : game.turn;
      if (record.turns && record.turns[number] !== turn) throw unreadable(`turns[${number}]`);
      try {
        game.repeat(text);
      } catch (error) {
        if (error instanceof Refused) throw unreadable(`moves[${number}]: ${text}`, error.message);
        throw error;
      }
    }
    if (record.result !== undefined) {
      const told = record.result &&
        { scores: record.result.scores, winners: record.result.winners };
      if (JSON.stringify(told) !== JSON.stringify(game.result())) throw unreadable("result");
    }
    game.settle();
    return game;
  }

  /**
   * @param {Play} by
   * @param {GameRecord} record
   */
  static beforeRecord(by, { options, position }) {
    if (!options || typeof options !== "object") throw unreadable("options");
    if (!position) return Game.setUp(by, by.complete(options));
    let game;
    try {
      game = Game.ofPosition(by, position, options[by.kernel.data.chance.option] === "manual");
    } catch (error) {
      if (error instanceof Refused) throw unreadable("position", error.message);
      throw error;
    }
    const told = Object.entries(game.options);
    const agree = told.every(([name, value]) =>
      JSON.stringify(options[name]) === JSON.stringify(value)
    );
    if (!agree) throw unreadable("options");
    return game;
  }
}

/**
 * What the rules refuse, in words; any other error as it is.
 * @param {Play} by
 * @param {unknown} error
 */
function inWords(by, error) {
  return error instanceof Error && "code" in error
    ? new Illegal(by.said(/** @type {Why} */ (/** @type {unknown} */ (error))))
    : error;
}

/**
 * @param {string} where
 * @param {string} [why]
 */
export function unreadable(where, why) {
  const told = why ? `${where} (${why})` : where;
  return new Refused(422, "bad_record", _("This record cannot be read: {place}", { place: told }));
}
