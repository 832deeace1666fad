// What the people at this screen get to see of a table, as `web.views` has it on a service.

import { gained, gainedInRound, ranking, tieBreaks } from "./points.js";

/** @import { Drawn, Game } from "./game.js" */
/** @import { Fact } from "./kernel.js" */
/** @import { Happened, Table } from "./table.js" */
/** @import { EntryShown, EventShown, TableShown, TableState } from "../types.js" */

const PART = 50; // entries that are listed at once

export class View {
  /**
   * @param {Table} table
   * @param {{ thinking: boolean, failed: boolean }} bots
   * @param {(id: string) => string} addressOf a table
   */
  constructor(table, bots, addressOf) {
    this.table = table;
    this.game = table.game;
    this.bots = bots;
    this.addressOf = addressOf;
    this.seat = perspective(table.game, table.mine);
    /** @type {Map<number, Fact[]>} */
    this.told = new Map();
    /** @param {number} number */
    this.factsOf = (number) => {
      const known = this.told.get(number) ?? this.game.facts(number);
      this.told.set(number, known);
      return known;
    };
  }

  /** The table without its moves. @returns {TableState} */
  state() {
    const { table, game } = this;
    const stopped = table.isFull ? "too_long" : this.bots.failed ? "bots_failed" : null;
    const myTurn = stopped !== "too_long" && table.turn !== null &&
      table.mine.includes(table.turn) && !game.awaitsChance;
    const { kernel } = game;
    const actions = myTurn ? kernel.shown(game.state) : [];
    const gains = myTurn ? kernel.gains(game.state, actions) : new Map();
    return {
      id: table.id,
      version: table.version,
      game: game.name,
      options: table.stored.opening.options,
      chance: game.isManual ? "manual" : "auto",
      seats: table.seats.map(({ kind, name, level }, number) => ({
        kind,
        name,
        level,
        taken: true,
        open: false,
        mine: kind !== "bot",
        online: true,
        hints: table.hinted[number],
      })),
      mine: table.mine,
      viewer: this.seat,
      position: game.view(this.seat),
      phase: table.isOver ? "over" : game.phase,
      awaits_chance: game.awaitsChance,
      turn: table.turn,
      entries: game.entries,
      legal: actions.map((action) => kernel.text(action)),
      to_find: myTurn ? game.toFind() : [],
      scores: game.scores,
      has_secrets: game.hasSecrets,
      has_goal: game.hasGoal,
      gains: Object.fromEntries(
        [...gains].filter(([, gain]) => gain).map(([action, gain]) => [kernel.text(action), gain]),
      ),
      thinking: table.botToMove !== null && stopped === null,
      stopped,
      undo: { can: table.undoTarget !== null, asks: false, asked_by: null, agreed: [] },
      may_hint: table.mayHint && stopped === null,
      hint: this.hint(),
      result: this.result(),
      on_time: table.stored.onTime?.lost ?? [],
      rematch: table.rematch === null ? null : this.addressOf(table.rematch),
      date: table.stored.date,
      since: 0,
      clock: null,
      listed: false,
      watching: 0,
    };
  }

  /** The hint for the decision that is due, as far as it has been told. */
  hint() {
    const { hint: body } = this.table;
    if (!body) return null;
    const { step, hint: { where, move, instead } } = body;
    return {
      ...{ step, where },
      ...{ move: step > 1 ? move : null, instead: step > 2 ? instead : null },
    };
  }

  /** The table with the newest of its moves. @returns {TableShown} */
  whole() {
    return {
      ...this.state(),
      opening: this.game.openingDraws().map((drawn) => this.shown(drawn)),
      moves: this.entries(Math.max(0, this.game.entries - PART)),
    };
  }

  result() {
    const result = this.table.result();
    const late = new Set(this.table.stored.onTime?.lost);
    const order = ranking(this.game, this.factsOf);
    return result && {
      ...result,
      order: [
        ...order.filter((seat) => !late.has(seat)),
        ...order.filter((seat) => late.has(seat)),
      ],
      ties: tieBreaks(this.game, this.factsOf),
    };
  }

  /** @param {Drawn} drawn */
  shown({ text, onlyFor }) {
    const { game, seat } = this;
    if (onlyFor === null || this.table.isOver || (seat !== null && seat % game.sides === onlyFor)) {
      return text;
    }
    return game.kernel.data.chance.texts?.at(-1) ?? "";
  }

  /** @param {number} after */
  entries(after) {
    const last = Math.min(after + PART, this.game.entries);
    return Array.from({ length: Math.max(0, last - after) }, (_, n) => this.entry(after + n + 1));
  }

  /**
   * Entry n, from 1.
   * @param {number} n
   * @returns {EntryShown}
   */
  entry(n) {
    const { turn, round, made, drawn } = this.game.logEntry(n - 1);
    return {
      n,
      turn,
      text: this.shown(made),
      drawn: drawn.map((one) => this.shown(one)),
      round,
      points: gained(this.game, this.factsOf(n - 1)),
      round_points: gainedInRound(this.game, n - 1, this.factsOf),
    };
  }

  /**
   * What each of these moves would do for whoever is to move here: facts of it.
   * @param {string[]} moves
   */
  previews(moves) {
    const { game, table } = this;
    const { kernel, state } = game;
    if (table.turn === null || !table.mine.includes(table.turn) || game.awaitsChance) return {};
    const shown = kernel.shown(state).map((
      action,
    ) => /** @type {const} */ ([kernel.text(action), action]));
    return Object.fromEntries(
      shown.filter(([text]) => moves.includes(text))
        .map(([text, action]) => [text, this.foreseen(action)]),
    );
  }

  /** @param {number} action what it would do for its player, with what is certain to follow */
  foreseen(action) {
    return this.game.kernel.foreseen(this.game.state, action);
  }

  /**
   * @param {Happened} event
   * @returns {EventShown}
   */
  event({ version, type, body }) {
    const told = { ...blank(version, type), table: this.state() };
    if (type === "rematch") told.url = this.addressOf(body.table);
    if (type === "undo") told.n = body.kept;
    if (type === "move") {
      const is = body.n < this.game.entries && this.game.history[body.n].text === body.text;
      Object.assign(told, { n: body.n + 1, turn: body.turn }, is && this.entry(body.n + 1));
      if (is) told.facts = this.factsOf(body.n);
    }
    return told;
  }

  /** For who has missed what happened: the table as it is. @returns {EventShown} */
  missed() {
    const { version } = this.table;
    return { ...blank(version, "table"), n: this.game.entries, table: this.whole() };
  }

  /** @param {number} n */
  positionAfter(n) {
    const game = this.game.after(n);
    // At one screen the hand of whoever acts now is shown, not of whoever acted then.
    const seat = this.table.isOver ? perspective(game, this.table.mine) : this.seat;
    return {
      n,
      position: game.view(seat),
      scores: game.scores,
      move: n ? this.entry(n) : null,
      facts: n ? this.factsOf(n - 1) : [],
    };
  }

  /** The record that the people at this screen may have, with who played and when. */
  record() {
    const { date, seats, onTime } = this.table.stored;
    const whole = onTime ? this.game.record() : this.game.publicRecord(this.seat);
    const { game, version, ...rest } = whole;
    const { hinted } = this.table;
    const told = seats.map(({ name, level }, number) => ({
      ...(name && { name }),
      ...(level !== null && { level }),
      ...(hinted[number] && { hints: hinted[number] }),
    }));
    const head = { ...(date && { date }), seats: told, ...(onTime && { on_time: onTime }) };
    return { game, version, ...head, ...rest };
  }
}

/**
 * The seat as which people look at a position; null: as a watcher. Several at one screen see what
 * whoever is to act may see, and nobody's otherwise.
 * @param {Game} game
 * @param {number[]} mine
 */
function perspective(game, mine) {
  const { turn } = game;
  if (turn !== null && mine.includes(turn)) return turn;
  return new Set(mine.map((seat) => seat % game.sides)).size === 1 ? mine[0] : null;
}

/**
 * An event that tells nothing yet but what it is.
 * @param {number} version
 * @param {EventShown["type"]} type
 * @returns {EventShown}
 */
function blank(version, type) {
  return {
    version,
    type,
    n: null,
    turn: null,
    text: null,
    drawn: [],
    round: null,
    points: [],
    round_points: [],
    seat: null,
    url: null,
    facts: [],
    table: null,
  };
}
