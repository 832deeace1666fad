// A table: what happens there comes as events, is shown one after the other, and then the player
// may act again. Each game brings its own table; this file is what they share.

import { _ } from "./words.js";
import { Refused, Service } from "./service.js";
import { still } from "./motion.js";
import { Seats } from "./seats.js";
import { Past } from "./past.js";
import { Result } from "./result.js";
import { Undo } from "./undo.js";
import { Preparing } from "./preparing.js";

const data = JSON.parse(document.getElementById("data").textContent);

class Shell {
  constructor(table, levels) {
    this.table = table;
    this.levels = levels;
    this.service = new Service(table.id);
    this.statusLine = document.getElementById("status");
    this.messageLine = document.getElementById("message");
    this.title = document.title;
    this.live = document.getElementById("live");
    this.offline = document.getElementById("offline");
    this.lineTimer = null;
    this.queue = Promise.resolve();
    this.waiting = 0;
    this.version = table.version;
    this.sending = false; // a move is on its way
    this.showing = false; // what happened is being shown
    this.scoredRound = null; // the round whose scoring is being shown
    this.scores = ""; // what the last round gave, until the player moves again
  }

  async begin() {
    const { game, chance } = this.table;
    const { default: GameTable } = await import(`../games/${game}/table.js`);
    this.game = new GameTable(this);
    this.seats = new Seats(this);
    this.past = new Past(this);
    this.result = new Result(this);
    this.undo = new Undo(this);
    this.preparing = new Preparing(this);
    if (chance === "manual") {
      const { Follow } = await import("./follow.js");
      this.follow = new Follow(this);
    }
    if (document.getElementById("coach")) {
      const { default: GameCoach } = await import(`../games/${game}/coach.js`);
      this.coach = new GameCoach(this);
    }
    this.game.draw(this.table.position);
    this.settle();
    this.service.follow(
      this.version,
      (event) => this.hear(event),
      (stands) => this.lineStands(stands),
    );
    // A finished record that was opened is there to be looked at.
    if (this.table.result && this.table.version > 0) this.result.open();
    this.seats.greet();
    document.documentElement.dataset.ready = "true";
  }

  // ── What happens ─────────────────────────────────────────────────────────────────────────────

  hear(event) {
    if (event.type === "online") {
      this.seats.showOnline(event.seats);
      return;
    }
    if (event.version <= this.version) return;
    this.version = event.version;
    this.waiting++;
    this.queue = this.queue.then(() => this.happen(event)).catch((error) => {
      console.error(error);
      this.refresh();
    }).finally(() => this.waiting--);
  }

  async happen(event) {
    if (event.type === "move") this.past.note(event);
    if (event.type === "undo") this.past.cut(event.n);
    if (!event.table) return; // missed on the way; the last of them brings the table
    if (event.table.moves) this.past.set(event.table);
    this.game.rest();
    const before = this.table;
    this.table = { ...before, ...event.table };
    this.sending = false;
    this.showing = true;
    this.scoredRound = event.round_points.length ? event.round : null;
    this.showTask();
    const message = this.announce(event, before);
    if (this.past.isShown) this.past.goOn();
    else if (event.type === "move" && this.waiting <= 2) await this.game.happen(event);
    else this.game.draw(this.table.position);
    // Who has not seen it move reads what it gave; who has, reads it again.
    if (message) this.messageLine.textContent = message;
    this.settle();
    if (event.type === "undo_asked") this.undo.ask(event.table.undo);
    if (event.type === "rematch") this.result.offerRematch(event.url);
    if (this.table.result && !before.result) this.result.open();
    if (!this.table.result && before.result) this.result.close(); // the end was taken back
    this.coach?.look(event);
  }

  /** Show everything around the game as it is now, and let the player act. */
  settle() {
    this.seats.show();
    this.undo.show();
    this.follow?.show();
    this.preparing.look();
    this.result.show();
    this.sending = this.showing = false;
    this.scoredRound = null;
    if (this.past.isShown) this.game.rest();
    else this.game.offer(this.table);
    this.showTask();
    document.documentElement.dataset.version = this.table.version;
  }

  /** Say what happens; a move's answer is all that is to be read when it has been shown. */
  announce(event, before) {
    const name = (seat) => this.seats.name(seat);
    if (event.type === "move") {
      const told = this.told(event);
      this.tell(told);
      const scored = this.game.stepWords(event.steps, name);
      const turn = this.table.turn;
      const next = turn !== null && this.table.mine.includes(turn) && !this.table.mine.includes(before.turn)
        ? [_("Your turn.")] : [];
      this.say([told, ...scored, ...next].join(". "));
      return this.toRead(told, scored, event, before);
    }
    if (event.type === "undo") {
      this.tell(_("A move was taken back."));
      this.scores = "";
    } else if (event.type === "undo_refused") {
      this.tell(_("The undo was refused."));
    } else if (event.type === "seat") {
      this.tell(
        this.seats.isYou(event.seat) ? _("You sit down.") : _("{name} sits down.", { name: name(event.seat) }),
      );
    }
  }

  /**
   * A move and its points. Bots are quick: what a round gave stays in sight beside their next moves,
   * until the player has moved; who only watches has read it with the next move.
   */
  toRead(told, scored, { turn, round_points: points }, before) {
    if (scored.length && this.scoredRound === null) return [told, ...scored].join(". ");
    if (this.scoredRound !== null) {
      this.scores = [_("Round {n} is scored", { n: this.scoredRound }), ...this.game.roundWords(points)].join(". ");
    } else if (before.mine.length === 0 || before.mine.includes(turn)) this.scores = "";
    return [told, this.scores].filter(Boolean).join(". ");
  }

  /** A move in words, with its player's name unless it is chance's. */
  told({ turn, text }) {
    if (turn === null) return this.game.moveWords(text);
    return this.game.told(this.seats.name(turn), text, this.seats.isYou(turn));
  }

  lineStands(stands) {
    if (stands) {
      clearTimeout(this.lineTimer);
      this.lineTimer = null;
      this.offline.hidden = true;
    } else {
      // A line that comes back at once was never missed. It breaks again with every attempt.
      this.lineTimer ??= setTimeout(() => { this.offline.hidden = false; }, 1500);
    }
  }

  async refresh() {
    try {
      const table = await this.service.get();
      this.version = Math.max(this.version, table.version);
      this.table = table;
      this.past.set(table);
      this.game.draw(table.position);
      this.settle();
    } catch {
      // The stream goes on trying; when it is back it brings the table.
    }
  }

  // ── What the player does ─────────────────────────────────────────────────────────────────────

  async play(move) {
    this.sending = true;
    this.tell("");
    this.showTask();
    try {
      const { version } = await this.service.wish("/moves", { move, version: this.table.version });
      setTimeout(() => { if (this.version < version) this.refresh(); }, 2000);
    } catch (error) {
      this.sending = false;
      this.tell(error instanceof Refused ? sentence(error.message) : _("The service does not answer. Please try again."));
      if (error instanceof Refused && error.code === "stale") await this.refresh();
      else this.game.offer(this.table);
    }
  }

  /** Why a move is not possible, in words. */
  async why(move) {
    try {
      const { reason } = await this.service.get(`/reason?move=${encodeURIComponent(move)}`);
      if (reason) this.tell(sentence(reason));
    } catch (error) {
      this.tell(error.message);
    }
  }

  // ── Words ────────────────────────────────────────────────────────────────────────────────────

  /** Whose turn it is, and what is to be done. */
  showTask() {
    const { table } = this;
    const mine = table.turn !== null && table.mine.includes(table.turn);
    this.statusLine.classList.toggle("mine", mine && !this.past.isShown);
    this.statusLine.replaceChildren(...this.task(mine));
    // Whoever looks at another page meanwhile sees by the tab when it is their turn.
    document.title = `${mine ? "● " : ""}${this.title}`;
  }

  task(mine) {
    const { table } = this;
    if (this.past.isShown) return [this.past.words()];
    if (this.scoredRound !== null) return [_("Round {n} is scored", { n: this.scoredRound })];
    if (table.result) return [[this.result.words(), this.result.tieWords()].filter(Boolean).join(". ")];
    if (table.stopped === "too_long") return [_("This game has gone on for too long and ends here.")];
    if (table.stopped) return [_("The bot cannot move. Take a move back, or come again later.")];
    if (table.phase === "deal" || table.phase === "draw") return [_("Enter what is dealt")];
    const free = table.seats.findIndex((seat) => !seat.taken);
    if (free >= 0 && !mine) return [_("A seat is free: send the link to a friend")];
    const name = this.seats.name(table.turn);
    if (!mine) {
      return [table.thinking ? _("{name} is thinking …", { name }) : _("{name} is to move", { name })];
    }
    if (this.sending || this.showing) return ["…"];
    const several = table.mine.length > 1;
    const strong = document.createElement("strong");
    strong.textContent = several ? _("{name}, it is your turn.", { name }) : _("Your turn.");
    return [strong, " ", this.game.task(table)];
  }

  /** Show a sentence, and say it. */
  tell(sentence) {
    this.messageLine.textContent = sentence;
    this.say(sentence);
  }

  /** Say a sentence to those who listen. */
  say(sentence) {
    this.live.textContent = sentence;
  }

  sayNotNow() {
    const { table } = this;
    if (this.past.isShown) this.tell(_("This is an earlier position. Go back to the current one to play, or play on from here."));
    else if (table.result) this.tell(_("The game is over."));
    else if (!table.mine.length) this.tell(_("You are watching."));
    else if (!table.mine.includes(table.turn)) this.tell(_("It is not your turn."));
  }

  get isQuick() {
    return still();
  }
}

/** A reason as a sentence of its own: the rules give it as a part of one. */
function sentence(reason) {
  const whole = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

new Shell(data.table, data.levels).begin();
