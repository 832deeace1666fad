// Mistakes of a reviewed game, played again: one position after the other on the game's own table,
// with an answer to every move.

import { byId, element } from "./dom.js";
import { whyNot } from "./host.js";
import { Service } from "./service.js";
import { _ } from "./text.js";
import { Trial } from "./trial.js";

/** @import { TableShown } from "./types.js" */

/**
 * @typedef {object} Mistake
 * @property {number} step of the review
 * @property {number | null} round
 * @property {string} played
 * @property {string} loss
 */

/**
 * @typedef {object} Tried what a move would have been
 * @property {string} move
 * @property {boolean} solved it is no mistake
 * @property {string} best
 * @property {string} text
 * @property {string} why
 * @property {Record<string, Record<string, any>>} positions after it and after the best, by move
 */

export class Retry extends Trial {
  /**
   * @param {{ table: TableShown, steps: Mistake[], names: string[], player: number }} data
   * @param {new (controller: any) => any} GameTable
   */
  constructor({ table, steps, names, player }, GameTable) {
    super(table, (seat) => names[seat], player);
    this.steps = steps;
    this.at = 0;
    this.service = new Service(table.id);
    /** @type {Tried | null} */
    this.tried = null;
    this.card = /** @type {HTMLElement} */ (document.querySelector(".retry"));
    this.again = byId("retry-again");
    this.best = byId("retry-best");
    this.next = byId("retry-next");
    this.again.addEventListener("click", () => this.offer());
    this.best.addEventListener("click", () => this.showBest());
    this.next.addEventListener("click", () => this.goOn());
    this.game = new GameTable(this);
  }

  begin() {
    this.show();
    document.documentElement.dataset.ready = "true";
  }

  get mistake() {
    return this.steps[this.at];
  }

  /** A position that is to be tried. */
  show() {
    const { round, played, loss, step } = this.mistake;
    byId("retry-count").textContent = _("Position {number} of {all}", {
      number: this.at + 1,
      all: this.steps.length,
    });
    byId("retry-title").textContent = round === null
      ? _("{name}: find a better move", { name: this.seats.name(this.player) })
      : _("Round {n}. {name}: find a better move", {
        n: round,
        name: this.seats.name(this.player),
      });
    byId("retry-played").textContent = _("Played: {move}. That gave away {loss} of a win.", {
      move: this.game.moveText(played),
      loss,
    });
    byId("to-step", HTMLAnchorElement).href = `/t/${this.table.id}/review?step=${step}`;
    this.next.hidden = this.steps.length === 1;
    document.documentElement.dataset.step = String(step);
    this.offer();
  }

  /** @override */
  offer() {
    this.tried = null;
    this.card.classList.remove("solved");
    this.again.hidden = this.best.hidden = true;
    byId("retry-why").hidden = true;
    this.tell("");
    super.offer();
  }

  async goOn() {
    this.at = (this.at + 1) % this.steps.length;
    this.busy = true;
    this.game.rest();
    try {
      const response = await fetch(`/t/${this.table.id}/retry/${this.mistake.step}`);
      if (!response.ok) throw new Error(String(response.status));
      this.table = await response.json();
      this.show();
      byId("retry-title").scrollIntoView({ block: "nearest" });
    } catch {
      this.tell(_("The service does not answer. Please try again."));
    }
  }

  // ── What the game's table asks for ───────────────────────────────────────────────────────────

  /** @param {string} move */
  async play(move) {
    this.busy = true;
    this.tell(_("One moment …"));
    this.showTask();
    try {
      const { step } = this.mistake;
      const tried = await this.service.post("/review/tries", { step, move });
      if (step !== this.mistake.step) return;
      this.answer(tried);
    } catch (error) {
      this.busy = false;
      this.tell(whyNot(error));
      this.game.offer(this.table);
      this.showTask();
    }
  }

  /** @param {Tried} tried */
  answer(tried) {
    this.tried = tried;
    this.look(tried.positions[tried.move]);
    this.showTask();
    this.card.classList.toggle("solved", tried.solved);
    this.tell(`${this.game.moveText(tried.move)}: ${tried.text}`);
    const why = byId("retry-why");
    const [before, ...after] = tried.why.split(tried.best);
    const best = element("q", { textContent: this.game.moveText(tried.best) });
    why.replaceChildren(before, ...(after.length ? [best, after.join(tried.best)] : []));
    // Who is still looking is not told where to look.
    why.hidden = true;
    this.again.hidden = false;
    this.best.hidden = tried.best === tried.move;
    (tried.solved && !this.next.hidden ? this.next : this.again).focus({ preventScroll: true });
    this.card.scrollIntoView({ block: "nearest" });
  }

  showBest() {
    if (!this.tried) return;
    const { best, positions, solved } = this.tried;
    this.look(positions[best]);
    this.tell(_("The best move found: {move}", { move: this.game.moveText(best) }));
    byId("retry-why").hidden = solved || !byId("retry-why").textContent;
    this.again.focus({ preventScroll: true });
    this.best.hidden = true;
  }

  /** @override */
  sayNotNow() {
    if (this.tried) super.sayNotNow();
  }
}
