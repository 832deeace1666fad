// The browser as the host of a table: it keeps it, decides what is asked, and lets the bots play. A
// change takes four steps, whoever asks for it: decide, store, apply, tell (`TableService.execute` is the
// same on a service). Several tabs may show one table; the bots play in one of them.

import { Refused } from "../host.js";
import { _, ngettext } from "../text.js";
import { Game, unreadable } from "./game.js";
import { isOnTime } from "./on_time.js";
import { sources } from "./points.js";
import { Conflict } from "./store.js";
import { newId, Overtaken, Table, today, WHY } from "./table.js";
import { packed } from "./transfer.js";
import { View } from "./view.js";
import { sentence } from "./why.js";

/** @import { Host, SeatWanted, Sides } from "../host.js" */
/** @import { EventShown, GameReadiness, OnlineShown } from "../types.js" */
/** @import { Bots } from "./bots.js" */
/** @import { GameRecord, Options, Play } from "./game.js" */
/** @import { OnTime } from "./on_time.js" */
/** @import { Sentences } from "./why.js" */
/** @import { PassingStore, Store } from "./store.js" */
/** @import { Command, Happened, Hint, Seat, Stored } from "./table.js" */

/**
 * All that a game needs in the browser.
 * @typedef {object} Kit
 * @property {Play} by
 * @property {Store | PassingStore} store
 * @property {Bots} bots
 * @property {Sentences} whys why a move is better
 * @property {(table: { id: string, game: string, options: Options }) => string} addressOf
 * @property {(page: string, query: Record<string, string>) => string} studyAt a page that looks closer
 * @property {(table: { id: string, game: string, options: Options }) => string} reviewAt
 * @property {(kind: string | null) => string} titleOf what points of a kind of facts are called
 */

/**
 * A new table as a form asks for it.
 * @typedef {object} Wanted
 * @property {string} game
 * @property {Options} [options]
 * @property {{ kind: string, name?: string, level?: number }[]} [seats]
 * @property {number | null} [first]
 * @property {"auto" | "manual"} [chance]
 * @property {boolean} [hints]
 * @property {GameRecord} [record]
 */

const ATTEMPTS = 8; // of a command, where another tab is quicker
const FAILURES = 3; // of a bot, after which it stops

/** @implements {Host} */
export class BrowserHost {
  invites = false;
  reviews = true;
  explores = true;

  /**
   * @param {Table} table
   * @param {Kit} kit
   */
  constructor(table, kit) {
    this.table = table;
    this.kit = kit;
    /** @type {Promise<unknown>} */
    this.lock = Promise.resolve();
    this.failures = 0;
    /** @type {((event: EventShown | OnlineShown) => void) | null} */
    this.news = null;
    this.channel = new BroadcastChannel(`azulejos-${table.id}`);
    this.channel.onmessage = () => this.one(() => this.catchUp());
    this.playsBots = false;
    this.thinking = false;
    this.leaveBots = () => {};
  }

  /**
   * Set a table, and keep it.
   * @param {Wanted} wanted
   * @param {Kit} kit
   */
  static async set(wanted, kit) {
    const { stored, game } = newTable(wanted, kit);
    await kit.store.create(stored);
    return new BrowserHost(new Table(stored, game), kit);
  }

  /**
   * The host of a table that is kept; null if there is none.
   * @param {string} id
   * @param {Kit} kit
   */
  static async open(id, kit) {
    const found = await kit.store.load(id);
    if (!found) return null;
    try {
      return new BrowserHost(
        Table.rebuilt(found.stored, found.happened, kit.by),
        kit,
      );
    } catch (error) {
      console.error(error);
      throw new Refused(
        500,
        "unreadable",
        _("This game cannot be read any more: what the browser has kept of it is damaged."),
      );
    }
  }

  // ── The four steps ───────────────────────────────────────────────────────────────────────────

  /**
   * One thing after the other.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  one(work) {
    const done = this.lock.then(work);
    this.lock = done.catch(() => {});
    return done;
  }

  /**
   * Do what is asked.
   * @param {Command} command
   */
  execute(command) {
    return this.one(async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const { event, game } = this.table.decide(command);
        const after = game ?? this.table.game;
        try {
          await this.kit.store.append(
            event,
            headOf(after, event, this.table.stored),
            this.another(event),
          );
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          await this.catchUp();
          continue;
        }
        this.table.apply(event, game);
        this.failures = 0;
        this.tell(event);
        this.channel.postMessage(event.version);
        this.callBot();
        return { version: event.version, replayed: false };
      }
      throw new Refused(409, "busy", _("Another tab is changing this table. Please try again."));
    });
  }

  /**
   * The table that an event sets up.
   * @param {Happened} event
   * @returns {Stored | null}
   */
  another({ type, body }) {
    if (type !== "rematch") return null;
    const { stored } = this.table;
    const { options, seats } = this.table.again(body.sides);
    const { hints } = stored;
    const wanted = { game: stored.game, options, seats: seats.map(plain), hints };
    return { ...newTable({ ...wanted, first: options.first }, this.kit).stored, id: body.table };
  }

  /** Learn what another tab has done here. */
  async catchUp() {
    const found = await this.kit.store.load(this.table.id, this.table.version);
    if (!found) return;
    for (const event of found.happened) {
      this.table.apply(event);
      this.tell(event);
    }
    if (found.happened.length) this.callBot();
  }

  /** @param {Happened} event */
  tell(event) {
    this.news?.(this.view().event(event));
  }

  view() {
    const { failures } = this;
    const { game, stored } = this.table;
    return new View(
      this.table,
      { thinking: this.thinking, failed: failures >= FAILURES },
      (id) => this.kit.addressOf({ id, game: game.name, options: stored.opening.options }),
    );
  }

  // ── Bots ─────────────────────────────────────────────────────────────────────────────────────

  /** Let the bots play here, unless another tab does; when that is closed, they play on here. */
  playBots() {
    if (!this.table.seats.some(({ kind }) => kind === "bot")) return;
    const play = () => {
      this.playsBots = true;
      this.callBot();
      return new Promise((resolve) => {
        this.leaveBots = () => resolve(undefined);
      });
    };
    if (navigator.locks) navigator.locks.request(`azulejos-${this.table.id}`, play);
    else play();
  }

  /** If a bot's decision is due, it thinks; its move is a command like any other. */
  async callBot() {
    const seat = this.table.botToMove;
    if (!this.playsBots || this.thinking || seat === null || this.failures >= FAILURES) return;
    this.thinking = true;
    const { version, game } = this.table;
    try {
      const { level } = this.table.seats[seat];
      const move = await this.kit.bots.move(game, level ?? 1);
      this.thinking = false;
      await this.execute({ type: "bot", seat, move, version });
    } catch (error) {
      this.thinking = false;
      if (error instanceof Overtaken) {
        this.callBot();
        return;
      }
      console.warn("A bot could not move", error);
      this.failures++;
      if (this.failures >= FAILURES) this.news?.(this.view().missed());
      else setTimeout(() => this.callBot(), 500 * 2 ** this.failures);
    }
  }

  // ── What a page asks ─────────────────────────────────────────────────────────────────────────

  look() {
    return Promise.resolve(this.view().whole());
  }

  /** @param {number | null} n */
  exploreAt(n) {
    const { game, stored } = this.table;
    const query = { game: game.name, t: stored.id, ...(n !== null && { n: String(n) }) };
    return this.kit.studyAt("explore", query);
  }

  reviewAt() {
    const { id, game, stored } = this.table;
    return this.kit.reviewAt({ id, game: game.name, options: stored.opening.options });
  }

  /**
   * @param {number} version
   * @param {(event: EventShown | OnlineShown) => void} news
   * @param {(stands: boolean) => void} line
   */
  follow(version, news, line) {
    this.news = news;
    line(true);
    if (this.table.version > version) news(this.view().missed());
    this.playBots();
    addEventListener("pagehide", () => {
      this.leaveBots();
      this.playsBots = false;
    });
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.one(() => this.catchUp());
      this.playBots();
    });
  }

  /**
   * @param {string} move
   * @param {number} version
   */
  play(move, version) {
    return this.execute({ type: "move", move, version });
  }

  undo() {
    return this.execute({ type: "undo" });
  }

  /** The next step of a hint: where to look, then the move, then why. */
  async hint() {
    const { table } = this;
    if (!table.mayHint) throw notHere();
    const { game, version } = table;
    const told = table.hint;
    if (told?.step !== WHY) {
      const hint = told?.hint ?? await this.found(game);
      await this.execute({ type: "hint", hint, version });
    }
    const now = this.table.hint;
    const why = now?.step === WHY ? hinted(now.hint, this.kit.whys) : null;
    return { version: this.table.version, why };
  }

  /**
   * Help in the decision that is due, as `analysis.hinting` has it.
   * @param {Game} game
   * @returns {Promise<Hint>}
   */
  async found(game) {
    const { move, instead, gain, why } = await this.kit.bots.ask(game, { hint: true });
    const where = game.by.positions.where?.(move) ?? null;
    return { move, where, instead, gain, why };
  }

  /** @returns {Promise<never>} */
  answerUndo() {
    return Promise.reject(notHere());
  }

  /** @returns {Promise<never>} */
  sit() {
    return Promise.reject(notHere());
  }

  /** @returns {Promise<never>} */
  leave() {
    return Promise.reject(notHere());
  }

  /** @returns {Promise<never>} */
  pushKey() {
    return Promise.reject(notHere());
  }

  /** @returns {Promise<never>} */
  subscribe() {
    return Promise.reject(notHere());
  }

  /** @returns {Promise<never>} */
  unsubscribe() {
    return Promise.reject(notHere());
  }

  /** @returns {Promise<never>} */
  say() {
    return Promise.reject(notHere());
  }

  /** @returns {Promise<never>} */
  seatLink() {
    return Promise.reject(notHere());
  }

  /** @param {Sides} sides */
  async rematch(sides) {
    if (this.table.rematch === null) await this.execute({ type: "rematch", sides });
    return { url: this.view().state().rematch ?? "" };
  }

  /**
   * @param {number} at
   * @param {SeatWanted[]} seats
   */
  async branch(at, seats) {
    const { game } = this.table;
    if (!this.table.isOver && game.hasSecrets) throw notHere();
    const earlier = game.takenBackTo(at);
    const { stored } = newTable({ game: game.name, seats, record: earlier.record() }, this.kit);
    stored.date = today();
    await this.kit.store.create(stored);
    const { options } = stored.opening;
    return { url: this.kit.addressOf({ id: stored.id, game: game.name, options }) };
  }

  /** @param {number} after */
  entries(after) {
    const { version, game } = this.table;
    return Promise.resolve({ version, entries: game.entries, moves: this.view().entries(after) });
  }

  /** @param {number} n */
  position(n) {
    return Promise.resolve(this.view().positionAfter(n));
  }

  /** @returns {Promise<never>} */
  drawing() {
    return Promise.reject(notHere());
  }

  /** @param {number} n */
  async moment(n) {
    const { game } = this.table;
    if (game.hasSecrets && !this.table.isOver) return null;
    const { origin, pathname } = location;
    return `${origin}${pathname}?at=${n}#record=${await packed(this.view().record())}`;
  }

  tally() {
    const { game } = this.table;
    const facts = Array.from({ length: game.entries }, (_one, number) => game.facts(number));
    const told = sources(game, facts).map(({ kind, points }) => ({
      source: kind,
      title: this.kit.titleOf(kind),
      points,
    }));
    return Promise.resolve({ facts, sources: told, scores: game.scores });
  }

  /** @param {string} move */
  reason(move) {
    const { game } = this.table;
    if (game.toFind().includes(move)) {
      const message = _("Whether that is possible is for you to find out.");
      return Promise.reject(new Refused(403, "to_be_found", message));
    }
    const message = game.whyNot(move);
    if (message === null) return Promise.resolve({ legal: true, reason: null });
    const reason = { code: "illegal_move", parts: {}, message, place: [move] };
    return Promise.resolve({ legal: false, reason });
  }

  /** @param {string[]} moves */
  previews(moves) {
    return Promise.resolve({ previews: this.view().previews(moves) });
  }

  /** @param {number} ms */
  advice(ms) {
    return this.kit.bots.advice(this.table.game, ms);
  }

  goal() {
    return this.kit.bots.goal(this.table.game);
  }

  /** @returns {Promise<GameReadiness>} */
  readiness() {
    return this.kit.bots.readiness();
  }

  /** The record, as a file's text, and what the file is called. */
  record() {
    const text = JSON.stringify(this.view().record(), null, 1);
    return { name: `${this.table.game.name}-${this.table.id}.json`, text };
  }
}

/**
 * Why a hint is a good one, in a sentence or two.
 * @param {Hint} hint
 * @param {Sentences} sentences
 */
function hinted({ move, instead, gain, why }, sentences) {
  if (instead === null) return _("There is no other choice that would be different.");
  if (!gain) return _("{move} and {other} are about equally good.", { move, other: instead });
  const n = Math.max(Math.round(100 * gain), 1);
  const reason = why ? sentence(why, move, sentences) : ngettext(
    "{move} wins about {n} game in 100 more.",
    "{move} wins about {n} games in 100 more.",
    n,
    { move },
  );
  return _("Compared with {other}: {reason}", { other: instead, reason });
}

function notHere() {
  return new Refused(403, "not_here", _("That is not possible here."));
}

/** @param {Seat} seat */
function plain({ kind, name, level }) {
  return { kind, name, ...(level !== null && { level }) };
}

/**
 * What an event changes about what is told of its table in a list.
 * @param {Game} game after it
 * @param {Happened} event
 * @param {Stored} stored
 */
function headOf(game, { type, body }, { onTime }) {
  return {
    changed: Date.now(),
    ...standing(game, onTime ?? null),
    ...(type === "rematch" && { rematch: body.table }),
  };
}

/**
 * A table that is asked for, as it will be stored, and its game.
 * @param {Wanted} wanted
 * @param {Kit} kit
 * @returns {{ stored: Stored, game: Game }}
 */
function newTable(wanted, { by }) {
  const { record, chance = "auto", first } = wanted;
  const told = wanted.seats ?? record?.seats;
  const game = record ? Game.replayed(by, record) : Game.begun(by, {
    players: wanted.seats?.length ?? 2,
    ...wanted.options,
    ...(first !== null && first !== undefined && { first }),
    [by.kernel.data.chance.option]: chance,
  });
  const seats = Array.from({ length: game.players }, (_one, number) => {
    const { kind = number ? "here" : "me", name = "", level = null } = told?.[number] ?? {};
    return { kind, name: tidy(name), level: kind === "bot" || !wanted.seats ? level : null };
  });
  const onTime = record ? onTimeOf(record, game.players) : null;
  const stored = {
    id: newId(),
    game: game.name,
    opening: game.record(),
    seats: /** @type {Seat[]} */ (seats),
    version: 0,
    rematch: null,
    date: record ? record.date ?? null : today(),
    changed: Date.now(),
    ...(onTime && { onTime }),
    ...standing(game, onTime),
    hints: wanted.hints ?? true,
  };
  return { stored, game };
}

/**
 * How a game ended that was lost on time; null if it was not, or went on.
 * @param {GameRecord} record
 * @param {number} players
 */
function onTimeOf({ on_time: told }, players) {
  if (!told?.winners) return null;
  if (!isOnTime(told, players)) throw unreadable("on_time");
  return { lost: told.lost, winners: told.winners };
}

/**
 * How a game stands, as a list tells it.
 * @param {Game} game
 * @param {OnTime | null} onTime
 */
function standing(game, onTime) {
  const { isOver: over, entries, turn, hasGoal } = game;
  if (!onTime) return { over, entries, turn, hasGoal, result: game.result() };
  const result = { scores: game.scores, winners: onTime.winners };
  return { over: true, entries, turn: null, hasGoal, result };
}

/** @param {string} name as it is kept: on one line, not too long */
function tidy(name) {
  return name.normalize("NFC").replace(/\p{C}/gu, " ").split(/\s+/u).join(" ").trim()
    .slice(0, 24).trim();
}
