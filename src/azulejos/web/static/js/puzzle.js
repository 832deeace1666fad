// A puzzle on its game's own table: one move is to be found. Whether a move is right is known without
// asking anybody, and so is how a wrong one is refuted.

import { byId, element } from "./dom.js";
import {
  dayNumber,
  filled,
  indexOf,
  keep,
  load,
  next,
  note,
  noteDay,
  ofGame,
  ofTheDay,
  pageOf,
  streak,
} from "./puzzle_log.js";
import { _, language, ngettext, signed } from "./text.js";
import { Trial } from "./trial.js";

/** @import { Index } from "./puzzle_log.js" */
/** @import { TableShown } from "./types.js" */

/** @typedef {{ move: string, player: number, after: any }} Step a move and what it changes */
/**
 * @typedef {object} Line
 * @property {Step[]} steps
 * @property {{ move: string, player: number | null, points: number | null } | null} reply what others
 *   could answer if they hold it
 * @property {Record<string, string> | string} why the answer is better, by language
 */
/**
 * @typedef {object} PuzzleShown
 * @property {string} id
 * @property {string} game
 * @property {string} kind
 * @property {number} rating
 * @property {number} deviation
 * @property {boolean} proven
 * @property {string[]} themes
 * @property {number} share of the win with the answer
 * @property {number} player
 * @property {string} position as text
 * @property {TableShown} table
 * @property {Record<string, number>} losses what each move gives away
 * @property {Record<string, any>} after what each move changes
 * @property {Line[]} lines that of the answer first
 */
/**
 * @typedef {object} Addresses
 * @property {string} all
 * @property {string} page
 * @property {string} data
 * @property {string | ((game: string) => Promise<Index>)} index
 */

/**
 * A position after changes, which are {"=": value} in its place, or changes by key or index.
 * @param {any} before
 * @param {any} changes
 * @returns {any}
 */
export function changed(before, changes) {
  if ("=" in changes) return changes["="];
  const after = Array.isArray(before) ? [...before] : { ...before };
  for (const [key, change] of Object.entries(changes)) after[key] = changed(before[key], change);
  return after;
}

/**
 * A share of a win, as the reader's language writes it.
 * @param {number} share
 */
function decimal(share) {
  return share.toLocaleString(language, { minimumFractionDigits: 2 });
}

export class Puzzle extends Trial {
  /**
   * @param {{ puzzle: PuzzleShown, themes: Record<string, string>, addresses: Addresses }} data
   * @param {new (controller: any) => any} GameTable
   */
  constructor({ puzzle, themes, addresses }, GameTable) {
    const { player } = puzzle;
    super(
      puzzle.table,
      (seat) => (seat === player ? _("You") : _("Player {number}", { number: seat + 1 })),
      player,
    );
    this.puzzle = puzzle;
    this.themes = themes;
    this.addresses = addresses;
    this.log = load();
    this.stream = new URLSearchParams(location.search).get("stream") ?? "";
    /** Whether a first try still counts. */
    this.counts = !(puzzle.id in ofGame(this.log, puzzle.game).results);
    this.before = ofGame(this.log, puzzle.game);
    this.solved = false;
    this.card = /** @type {HTMLElement} */ (document.querySelector(".puzzle"));
    this.again = byId("puzzle-again");
    this.show = byId("puzzle-show");
    this.next = byId("puzzle-next");
    this.line = byId("puzzle-line", HTMLOListElement);
    this.again.addEventListener("click", () => this.offer());
    this.show.addEventListener("click", () => this.giveUp());
    this.next.addEventListener("click", () => this.goOn());
    byId("puzzle-copy").addEventListener("click", () => this.copy());
    this.line.addEventListener("keydown", (event) => this.key(event));
    this.game = new GameTable(this);
  }

  begin() {
    this.showTitle();
    this.offer();
    document.documentElement.dataset.ready = "true";
  }

  showTitle() {
    const { stream, themes } = this;
    const title = stream === "daily" ? _("Puzzle of the day") : themes[stream];
    if (title) byId("puzzle-title").textContent = title;
    if (!this.counts) {
      this.tellStanding(_("You have tried this one before: it counts no second time."));
    }
  }

  /** @override */
  offer() {
    this.card.classList.remove("solved");
    this.again.hidden = true;
    byId("puzzle-after").hidden = true;
    byId("puzzle-before").hidden = false;
    this.tell("");
    super.offer();
  }

  // ── A try ────────────────────────────────────────────────────────────────────────────────────

  /** @param {string} move */
  play(move) {
    const { losses, after } = this.puzzle;
    this.busy = true;
    this.look(changed(this.table.position, after[move]));
    this.showTask();
    if (losses[move] === 0) this.right(move);
    else this.wrong(move);
    this.card.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} move */
  right(move) {
    const told = this.puzzle.proven
      ? _("{move}: right, and proven.", { move: this.game.moveText(move) })
      : _("{move}: right.", { move: this.game.moveText(move) });
    this.tell(told);
    this.count(true);
    this.end();
    this.next.focus({ preventScroll: true });
  }

  /** @param {string} move */
  wrong(move) {
    const { lines, losses } = this.puzzle;
    this.tell(
      _("{move}: not this one, it gives away {loss} of a win.", {
        move: this.game.moveText(move),
        loss: decimal(losses[move]),
      }),
    );
    this.count(false);
    // Who is still looking is not told where to look.
    const refuted = lines.slice(1).find(({ steps }) => steps[0].move === move);
    this.showLine(refuted ?? null);
    byId("puzzle-why").hidden = true;
    this.again.hidden = false;
    this.again.classList.add("main");
    this.again.focus({ preventScroll: true });
  }

  giveUp() {
    const [answer] = this.puzzle.lines;
    const { move, after } = answer.steps[0];
    this.busy = true;
    this.look(changed(this.table.position, after));
    this.showTask();
    this.tell(_("The answer: {move}", { move: this.game.moveText(move) }));
    this.count(false);
    this.end();
  }

  /** The answer is known: how it goes on, why it is best, how hard it was. */
  end() {
    const { lines, themes, rating, deviation } = this.puzzle;
    this.solved = true;
    this.card.classList.add("solved");
    this.show.hidden = true;
    byId("puzzle-explore").hidden = false;
    this.again.hidden = false;
    this.again.classList.remove("main");
    this.next.classList.add("main");
    this.showLine(lines[0]);
    const why = byId("puzzle-why");
    const others = Object.values(this.puzzle.losses).filter((loss) => loss > 0);
    const told = _("Every other move gives away at least {loss} of a win.", {
      loss: decimal(Math.min(...others)),
    });
    const sentences = new Set(lines.slice(1).map((line) => this.whyText(line)).filter(Boolean));
    why.textContent = [told, ...[...sentences].slice(0, 2)].join(" ");
    why.hidden = false;
    const names = themes.map((theme) => this.themes[theme] ?? theme);
    byId("puzzle-about").textContent = [
      _("Rated {rating} ± {deviation}", { rating, deviation }),
      ...names,
    ].join(" · ");
  }

  /** @param {Line} line a wrong one */
  whyText({ why, steps }) {
    const told = typeof why === "string" ? why : why[language];
    if (!told) return "";
    return _("Instead of “{move}”: {why}", { move: this.game.moveText(steps[0].move), why: told });
  }

  // ── A line ───────────────────────────────────────────────────────────────────────────────────

  /** @param {Line | null} line */
  showLine(line) {
    byId("puzzle-after").hidden = false;
    byId("puzzle-before").hidden = true;
    /** @type {HTMLElement[]} */
    const items = [];
    let position = this.table.position;
    for (const [number, { move, player, after }] of (line?.steps ?? []).entries()) {
      position = changed(position, after);
      items.push(this.item(position, player, move, number === 0));
    }
    const { reply } = line ?? {};
    if (reply && reply.player !== null) {
      const parts = { name: this.seats.name(reply.player), move: this.game.moveText(reply.move) };
      const told = reply.points
        ? ngettext(
          "{name} could answer, with the right hand: {move} ({n} point).",
          "{name} could answer, with the right hand: {move} ({n} points).",
          reply.points,
          parts,
        )
        : _("{name} could answer, with the right hand: {move}.", parts);
      items.push(element("li", { textContent: told }));
    }
    this.line.replaceChildren(...items);
    this.line.hidden = byId("puzzle-line-title").hidden = items.length < 2;
  }

  /**
   * A move of a line, which shows the position after it.
   * @param {any} position
   * @param {number} player
   * @param {string} move
   * @param {boolean} current
   */
  item(position, player, move, current) {
    const button = element("button", {
      type: "button",
      className: "button slim",
      textContent: this.game.told(this.seats.name(player), move, player === this.player),
    });
    if (current) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => {
      for (const other of this.line.querySelectorAll("[aria-current]")) {
        other.removeAttribute("aria-current");
      }
      button.setAttribute("aria-current", "step");
      this.look(position);
    });
    return element("li", {}, button);
  }

  /** @param {KeyboardEvent} event the arrows go through a line */
  key(event) {
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const buttons = [...this.line.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const other = buttons[at + step];
    other?.focus();
    other?.click();
  }

  // ── What counts ──────────────────────────────────────────────────────────────────────────────

  /** @param {boolean} right whether the try was */
  async count(right) {
    const { game } = this.puzzle;
    const first = this.counts;
    this.counts = false;
    if (first) {
      this.log = load(); // another window may have written
      note(this.log, game, this.puzzle, right);
      const kept = keep(this.log);
      this.tellRating();
      if (!kept) {
        this.tellStanding(_("This browser keeps nothing: your rating is lost with this page."));
      }
    }
    if (!right) return;
    const index = await this.index();
    const today = dayNumber();
    if (!index || ofTheDay(index, today) !== this.puzzle.id) return;
    this.log = load();
    noteDay(this.log, today);
    keep(this.log);
    const days = streak(this.log, today);
    const told = ngettext(
      "Puzzles of the day: {n} day in a row.",
      "Puzzles of the day: {n} days in a row.",
      days,
    );
    this.tellStanding(`${byId("puzzle-standing").textContent} ${told}`.trim());
  }

  tellRating() {
    const { rating, deviation } = ofGame(this.log, this.puzzle.game);
    const change = Math.round(rating) - Math.round(this.before.rating);
    this.tellStanding(
      _("Your rating: {rating} ± {deviation} ({change}).", {
        rating: Math.round(rating),
        deviation: Math.round(deviation),
        change: signed(change),
      }),
    );
  }

  /** @param {string} text */
  tellStanding(text) {
    byId("puzzle-standing").textContent = text;
    byId("puzzle-standing").hidden = !text;
  }

  // ── Going on ─────────────────────────────────────────────────────────────────────────────────

  /** @returns {Promise<Index | null>} */
  async index() {
    try {
      return await indexOf(this.addresses.index, this.puzzle.game);
    } catch {
      return null;
    }
  }

  async goOn() {
    const { game, id } = this.puzzle;
    const stream = this.stream === "daily" ? "" : this.stream;
    const index = await this.index();
    const found = index && next(index, load(), stream, id);
    if (found) {
      location.assign(pageOf(this.addresses.page, game, found, stream));
    } else if (index) {
      location.assign(this.addresses.all);
    } else {
      this.tell(_("The service does not answer. Please try again."));
    }
  }

  async copy() {
    const { game, id } = this.puzzle;
    const { href } = new URL(filled(this.addresses.page, game, id), location.href);
    try {
      await navigator.clipboard.writeText(href);
      this.say(_("The link is copied."));
      byId("puzzle-copy").textContent = _("Copied");
    } catch {
      this.tell(href);
    }
  }

  /** @override */
  sayNotNow() {
    if (this.busy) super.sayNotNow();
  }
}
