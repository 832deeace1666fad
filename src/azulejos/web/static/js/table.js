// A table: what happens there comes as events, is shown one after the other, and then the player
// may act again. Each game brings its own table; this file is what they share.

import { byId, element } from "./dom.js";
import { _ } from "./text.js";
import { note } from "./game_log.js";
import { Refused, whyNot } from "./host.js";
import { Seats } from "./seats.js";
import { Clocks } from "./clocks.js";
import { Sharing } from "./sharing.js";
import { offerSounds, sound } from "./sounds.js";
import { Company } from "./company.js";
import { Notices } from "./notices.js";
import { GameHistory } from "./history.js";
import { Result } from "./result.js";
import { Hints } from "./hints.js";
import { Undo } from "./undo.js";
import { still } from "./motion.js";
import { offerPreferences } from "./preferences.js";
import { Preparing } from "./preparing.js";
import { Typing } from "./typing.js";

/** @import { Coach } from "./coach.js" */
/** @import { Follow } from "./follow.js" */
/** @import { GameTable } from "./game_table.js" */
/** @import { Host } from "./host.js" */
/** @import { EntryShown, EventShown, OnlineShown, PhraseShown, TableShown } from "./types.js" */

/** @typedef {{ number: number, name: string }} Level a level of the bots, and what it is called */
/** @typedef {Pick<EntryShown, "turn" | "text">} Played */

export class TableController {
  /**
   * @param {Host} host keeps the table
   * @param {TableShown} table
   * @param {Level[]} levels
   * @param {new (controller: TableController) => GameTable} Table the game's own
   */
  constructor(host, table, levels, Table) {
    this.host = host;
    this.table = table;
    this.levels = levels;
    this.statusLine = byId("status");
    this.messageLine = byId("message");
    this.title = document.title;
    this.live = byId("live");
    this.offline = byId("offline");
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.lineTimer = null;
    this.queue = Promise.resolve();
    this.waiting = 0;
    this.version = table.version;
    this.sending = false; // a move is on its way
    this.showing = false; // what happened is being shown
    /** @type {number | null} */
    this.scoredRound = null; // the round whose scoring is being shown
    /** @type {string | null} */
    this.pointed = null; // what was to be read before something was pointed at
    this.scores = ""; // what the last round gave, until the player moves again
    this.game = new Table(this);
    this.seats = new Seats(this);
    this.clocks = new Clocks(this);
    this.company = new Company(this);
    this.notices = new Notices(this);
    this.history = new GameHistory(this);
    this.result = new Result(this);
    this.undo = new Undo(this);
    this.hints = new Hints(this);
    this.preparing = new Preparing(this);
    this.typing = new Typing(this);
    offerPreferences(byId("preferences", HTMLFormElement), () => this.history.rewrite());
    offerSounds();
    this.sharing = new Sharing(this);
    /** @type {Follow | null} */
    this.follow = null; // of a real table
    /** @type {Coach | null} */
    this.coach = null; // of a guided game
  }

  /** Show the table, and what happens there from now on. */
  async begin() {
    const { game, chance } = this.table;
    if (chance === "manual") {
      const [{ Follow }, own] = await Promise.all([
        import("./follow.js"),
        import(`../games/${game}/follow.js`),
      ]);
      this.follow = new Follow(this, own);
    }
    if (document.getElementById("coach")) {
      const { default: GameCoach } = await import(`../games/${game}/coach.js`);
      this.coach = new GameCoach(this);
    }
    this.game.draw(this.table.position);
    note(this.table, { helped: this.coach !== null, opened: true });
    this.settle();
    this.host.follow(
      this.version,
      (event) => this.receive(event),
      (stands) => this.lineStands(stands),
    );
    const at = new URLSearchParams(location.search).get("at") ?? "";
    if (/^\d+$/.test(at) && Number(at) < this.history.entries) await this.history.go(Number(at));
    // A finished record that was opened is there to be looked at.
    else if (this.table.result && this.table.version > 0) this.result.open();
    this.seats.greet();
    document.documentElement.dataset.ready = "true";
  }

  // ── What happens ─────────────────────────────────────────────────────────────────────────────

  /** @param {EventShown | OnlineShown | PhraseShown} event */
  receive(event) {
    if (event.type === "phrase") {
      this.company.hear(event);
      return;
    }
    if (event.type === "online") {
      this.seats.showOnline(event.seats);
      this.company.showWatching(event.watching);
      return;
    }
    if (event.version <= this.version) return;
    this.version = event.version;
    this.waiting++;
    this.queue = this.queue.then(() => this.handle(event)).catch((error) => {
      console.error(error);
      this.refresh();
    }).finally(() => this.waiting--);
  }

  /** @param {EventShown} event */
  async handle(event) {
    if (event.type === "move") this.history.note(event);
    if (event.type === "undo") this.history.cut(event.n);
    if (!event.table) return; // missed on the way; the last of them brings the table
    if ("moves" in event.table) this.history.set(event.table);
    this.game.rest();
    this.game.mark(null);
    const before = this.table;
    this.table = { ...before, ...event.table };
    note(this.table, { helped: event.type === "undo" });
    this.sending = false;
    this.showing = true;
    this.scoredRound = event.round_points.length ? event.round : null;
    this.showTask();
    const message = this.announce(event, before);
    if (event.type === "move" && (this.history.isShown || still())) sound("tile");
    if (this.history.isShown) this.history.goOn();
    else if (event.type === "move" && this.waiting <= 2) {
      await this.game.animate(event, this.table.position);
    } else this.game.draw(this.table.position);
    // Who has not seen it move reads what it gave; who has, reads it again.
    this.pointed = null;
    if (message) this.messageLine.textContent = message;
    this.settle();
    this.sound(event, before);
    if (event.type === "undo_asked") this.undo.ask(event.table.undo);
    if (event.url) this.result.offerRematch(event.url);
    if (this.table.result && !before.result) this.result.open();
    if (!this.table.result && before.result) this.result.close(); // the end was taken back
    this.coach?.look(event);
    this.notices.look(before);
  }

  /**
   * Let be heard what happened: that the game is over, else that it is the player's turn, else points.
   * @param {EventShown} event
   * @param {TableShown} before
   */
  sound(event, before) {
    const { result, turn } = this.table;
    if (result && !before.result) sound("end");
    else if (event.type === "move" && this.isMine(turn) && !this.isMine(before.turn)) sound("turn");
    else if (event.type === "move" && event.points.some((points) => points > 0)) sound("points");
  }

  /** Show everything around the game as it is now, and let the player act. */
  settle() {
    this.seats.show();
    this.clocks.show();
    this.company.show();
    this.undo.show();
    this.hints.show();
    this.follow?.show();
    this.preparing.look();
    this.result.show();
    this.sending = this.showing = false;
    this.scoredRound = null;
    this.game.mark(this.history.entry);
    if (this.history.isShown) this.game.rest();
    else this.game.offer(this.table);
    this.showTask();
    document.documentElement.dataset.version = String(this.table.version);
  }

  /**
   * Say what happens; a move's answer is all that is to be read when it has been shown.
   * @param {EventShown} event
   * @param {TableShown} before
   */
  announce(event, before) {
    /** @param {number} seat */
    const name = (seat) => this.seats.name(seat);
    if (event.type === "move" && event.text !== null) {
      const told = this.told({ ...event, text: event.text });
      this.tell(told);
      const scored = this.game.scoredText(event);
      const turn = this.table.turn;
      const next = this.isMine(turn) && !this.isMine(before.turn) ? [_("Your turn.")] : [];
      this.say([told, ...scored, ...next].join(". "));
      return this.toRead(told, scored, event, before);
    }
    if (event.type === "undo") {
      this.tell(_("A move was taken back."));
      this.scores = "";
    } else if (event.type === "undo_refused") {
      this.tell(_("The undo was refused."));
    } else if (event.type === "seat" && event.seat !== null) {
      this.tell(
        this.seats.isYou(event.seat)
          ? _("You sit down.")
          : _("{name} sits down.", { name: name(event.seat) }),
      );
    } else if (event.type === "time_up" && event.seat !== null) {
      this.tell(
        this.isMine(event.seat)
          ? _("Your time is up: a bot makes this move.")
          : _("Time is up: a bot moves for {name}.", { name: name(event.seat) }),
      );
    } else if (event.type === "lost_on_time" && event.seat !== null) {
      this.tell(this.seats.lostText(event.seat));
    } else if (event.type === "left" && event.seat !== null) {
      this.tell(this.seats.leftText(event.seat, before));
    }
    return "";
  }

  /**
   * A move and its points. Bots are quick: what a round gave stays in sight beside their next moves,
   * until the player has moved; who only watches has read it with the next move.
   * @param {string} told
   * @param {string[]} scored
   * @param {EventShown} event
   * @param {TableShown} before
   */
  toRead(told, scored, { turn, round_points: points }, before) {
    if (scored.length && this.scoredRound === null) return [told, ...scored].join(". ");
    if (this.scoredRound !== null) {
      this.scores = [
        _("Round {n} is scored", { n: this.scoredRound }),
        ...this.game.roundText(points),
      ].join(". ");
    } else if (before.mine.length === 0 || this.isMine(turn)) this.scores = "";
    return [told, this.scores].filter(Boolean).join(". ");
  }

  /**
   * A move in words, with its player's name unless it is chance's.
   * @param {Played} played
   */
  told({ turn, text }) {
    if (turn === null) return this.game.moveText(text);
    return this.game.told(this.seats.name(turn), text, this.seats.isYou(turn));
  }

  /** @param {boolean} stands */
  lineStands(stands) {
    if (stands) {
      if (this.lineTimer) clearTimeout(this.lineTimer);
      this.lineTimer = null;
      this.offline.hidden = true;
    } else {
      // A line that comes back at once was never missed. It breaks again with every attempt.
      this.lineTimer ??= setTimeout(() => {
        this.offline.hidden = false;
      }, 1500);
    }
  }

  async refresh() {
    try {
      const table = await this.host.look();
      this.version = Math.max(this.version, table.version);
      this.table = table;
      this.history.set(table);
      this.game.draw(table.position);
      this.settle();
    } catch {
      // The stream goes on trying; when it is back it brings the table.
    }
  }

  // ── What the player does ─────────────────────────────────────────────────────────────────────

  /** @param {string} move */
  async play(move) {
    this.sending = true;
    this.tell("");
    this.showTask();
    try {
      const { version } = await this.host.play(move, this.table.version);
      setTimeout(() => {
        if (this.version < version) this.refresh();
      }, 2000);
    } catch (error) {
      this.sending = false;
      this.tell(
        error instanceof Refused ? sentence(error.message) : whyNot(error),
      );
      if (error instanceof Refused && error.code === "stale") await this.refresh();
      else this.game.offer(this.table);
    }
  }

  /**
   * Why a move is not possible, in words.
   * @param {string} move
   */
  async why(move) {
    try {
      const { reason } = await this.host.reason(move);
      if (reason) this.tell(sentence(reason.message));
    } catch (error) {
      this.tell(whyNot(error));
    }
  }

  /**
   * What moves would do, as facts by move; nothing of those of which that is not known.
   * @param {string[]} moves
   * @returns {Promise<Record<string, Record<string, any>[]>>}
   */
  async previews(moves) {
    try {
      const { previews } = await this.host.previews(moves);
      return previews;
    } catch {
      return {}; // one can play without them
    }
  }

  // ── Words ────────────────────────────────────────────────────────────────────────────────────

  /** Whose turn it is, and what is to be done. */
  showTask() {
    const mine = this.isMine(this.table.turn);
    this.statusLine.classList.toggle("mine", mine && !this.history.isShown);
    this.statusLine.replaceChildren(...this.task(mine));
    // Whoever looks at another page meanwhile sees by the tab when it is their turn.
    document.title = `${mine ? "● " : ""}${this.title}`;
  }

  /**
   * @param {boolean} mine whether it is the player's turn
   * @returns {(string | Node)[]}
   */
  task(mine) {
    const { table } = this;
    if (this.history.isShown) return [this.history.text()];
    if (this.scoredRound !== null) return [_("Round {n} is scored", { n: this.scoredRound })];
    if (table.result) {
      return [[this.result.text(), this.result.whyText()].filter(Boolean).join(". ")];
    }
    if (table.stopped === "too_long") {
      return [_("This game has gone on for too long and ends here.")];
    }
    if (table.stopped) return [_("The bot cannot move. Take a move back, or come again later.")];
    if (table.awaits_chance) return [_("Enter what is dealt")];
    const free = table.seats.findIndex((seat) => !seat.taken);
    if (free >= 0 && !mine) return [_("A seat is free: send the link to a friend")];
    const name = this.seats.name(table.turn);
    if (table.turn !== null && table.on_time.includes(table.turn)) {
      const isMine = table.mine.includes(table.turn);
      return [
        isMine
          ? _("You have lost on time. A bot plays on for you.")
          : _("Time is up: a bot moves for {name}.", { name }),
      ];
    }
    if (table.turn !== null && table.clock?.expired === table.turn) {
      return [
        mine
          ? _("Your time is up: a bot makes this move.")
          : _("Time is up: a bot moves for {name}.", { name }),
      ];
    }
    if (!mine) {
      const task = table.thinking
        ? _("{name} is thinking …", { name })
        : _("{name} is to move", { name });
      return table.mine.length ? [task] : [_("You are watching."), " ", task];
    }
    if (this.sending || this.showing) return ["…"];
    const several = table.mine.length > 1;
    const turn = several ? _("{name}, it is your turn.", { name }) : _("Your turn.");
    return [element("strong", {}, turn), " ", this.game.task(table)];
  }

  /**
   * Show a sentence, and say it.
   * @param {string} sentence
   */
  tell(sentence) {
    this.pointed = null;
    this.messageLine.textContent = sentence;
    this.say(sentence);
  }

  /**
   * Show a sentence for as long as something is pointed at; none: what was there before.
   * @param {string} sentence
   */
  point(sentence) {
    this.pointed ??= this.messageLine.textContent;
    this.messageLine.textContent = sentence || this.pointed;
    if (!sentence) this.pointed = null;
  }

  /**
   * Say a sentence to those who listen.
   * @param {string} sentence
   */
  say(sentence) {
    this.live.textContent = sentence;
  }

  sayNotNow() {
    const { table } = this;
    if (this.history.isShown) {
      this.tell(
        _("This is an earlier position. Go back to the current one to play, or play on from here."),
      );
    } else if (table.result) this.tell(_("The game is over."));
    else if (!table.mine.length) this.tell(_("You are watching."));
    else if (!this.isMine(table.turn)) this.tell(_("It is not your turn."));
  }

  /**
   * Whether a turn is the player's; a bot has those of who has lost on time.
   * @param {number | null} turn
   */
  isMine(turn) {
    const { mine, on_time: lost } = this.table;
    return turn !== null && mine.includes(turn) && !lost.includes(turn);
  }
}

/**
 * A reason as a sentence of its own: the rules give it as a part of one.
 * @param {string} reason
 */
function sentence(reason) {
  const whole = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
