// Mistakes of a reviewed game, played again: one position after the other on the game's own table,
// with an answer to every move.

import { byId, element } from "./dom.js";
import { whyNot } from "./host.js";
import { errorsOf } from "./review_parts.js";
import { share } from "./review_words.js";
import { _ } from "./text.js";
import { Trial } from "./trial.js";

/** @import { Decision, Review, ReviewHost, Tried } from "./reviewing.js" */
/** @import { TableShown } from "./types.js" */

class Retry extends Trial {
  /**
   * @param {ReviewHost} host
   * @param {Review} review
   * @param {number[]} steps those in which the player erred
   * @param {{ table: TableShown, moves: string[], names: string[], player: number }} data table: before
   *   the first of them; moves: of the record
   * @param {new (controller: any) => any} GameTable
   */
  constructor(host, review, steps, { table, moves, names, player }, GameTable) {
    super(table, (seat) => names[seat], player);
    this.host = host;
    this.review = review;
    this.steps = steps;
    this.moves = moves;
    this.at = 0;
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
    this.nameCards(names);
  }

  begin() {
    this.show();
    document.documentElement.dataset.ready = "true";
  }

  /** The step that is tried again, and its number. */
  get mistake() {
    const number = this.steps[this.at];
    return { number, step: /** @type {Decision} */ (this.review.steps[number]) };
  }

  /** A position that is to be tried. */
  show() {
    const { number, step: { round, at, loss } } = this.mistake;
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
      move: this.game.moveText(this.moves[at]),
      loss: share(loss),
    });
    byId("to-step", HTMLAnchorElement).href = this.host.reviewAt(number);
    this.next.hidden = this.steps.length === 1;
    document.documentElement.dataset.step = String(number);
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
    const at = (this.at + 1) % this.steps.length;
    this.busy = true;
    this.game.rest();
    try {
      const table = await this.host.before(this.steps[at]);
      this.at = at;
      this.table = table;
      this.show();
      byId("retry-title").scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (!this.tried) this.offer(); // the same as before
      this.tell(whyNot(error));
    }
  }

  // ── What the game's table asks for ───────────────────────────────────────────────────────────

  /** @param {string} move */
  async play(move) {
    this.busy = true;
    this.tell(_("One moment …"));
    this.showTask();
    const { number } = this.mistake;
    try {
      const tried = await this.host.attempt(number, move);
      if (number === this.mistake.number) this.answer(tried);
    } catch (error) {
      if (number !== this.mistake.number) return; // the next one is shown
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

/**
 * Begin the page; without a review that is complete, or without a mistake, go to the review instead.
 * @param {ReviewHost} host
 * @param {{ moves: string[], names: string[], player: number }} data
 * @param {new (controller: any) => any} GameTable
 */
export async function beginRetry(host, data, GameTable) {
  const { review } = await host.finished();
  const steps = review ? errorsOf(review.steps, data.player) : [];
  if (!review || !steps.length) {
    location.replace(host.reviewAt(0));
    return;
  }
  const table = await host.before(steps[0]);
  new Retry(host, review, steps, { ...data, table }, GameTable).begin();
}
