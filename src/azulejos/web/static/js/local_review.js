// A review that the reader's own browser makes, by the compiled rules and networks: it costs a service nothing, and
// the site has no other. What has been found is kept in the browser's storage; for the same record it is the same
// as the service's, number by number (docs/wasm.md).

import { shown } from "./browser/engine.js";
import { Game } from "./browser/game.js";
import { engine, rulesOf } from "./browser/rules.js";
import { Refused } from "./host.js";
import { digestOf, keep, kept } from "./review_store.js";
import { answer, isDecision, isError, why } from "./review_words.js";
import { _ } from "./text.js";

/** @import { Engine } from "./browser/bots.js" */
/** @import { Play } from "./browser/game.js" */
/** @import { About, BoardShown, Decision, Place, Review, ReviewHost, Told, Tried } from "./reviewing.js" */
/** @import { TableShown } from "./types.js" */

/** Workers at most, and on a device that is held: each has trees of its own, up to 140 MB. */
const MOST_THREADS = 4, MOST_OF_A_PHONE = 2;
/** Milliseconds between two times that an unfinished review is kept. */
const KEEP_EVERY = 3000;
const SEED = 0;

/**
 * Where things of a review are.
 * @typedef {Pick<ReviewHost, "exploreAt" | "reviewAt" | "retryAt">} Ways
 */

/**
 * What is to be reviewed.
 * @typedef {object} Reviewed
 * @property {TableShown} table at which it was played
 * @property {Record<string, any>} record
 * @property {number | null} visits of each of the moves that are compared; null: as many as suit the game
 * @property {About} about
 * @property {import("./browser/rules.js").Reasons} reasons
 * @property {Ways} ways
 * @property {() => Promise<Review | null>} [stored] a review that is there already
 */

/** @implements {ReviewHost} */
export class LocalReview {
  /** @type {Review | null} */
  review = null;
  /** @type {Promise<Engine & { close: () => void }> | null} */
  engine = null;

  /**
   * @param {Reviewed} asked
   * @param {Play} by
   */
  constructor(asked, by) {
    const { table, record, ways } = asked;
    this.asked = asked;
    this.by = by;
    this.id = table.id;
    this.record = record;
    this.exploreAt = ways.exploreAt;
    this.reviewAt = ways.reviewAt;
    this.retryAt = ways.retryAt;
  }

  /**
   * Get ready; what this browser cannot do is thrown.
   * @param {Reviewed} asked
   */
  static async begin(asked) {
    if (!("Worker" in globalThis)) {
      throw new Refused(501, "no_worker", _("The game could not be started in this browser."));
    }
    return new LocalReview(asked, await rulesOf(asked.table.game, asked.reasons));
  }

  // ── The review ─────────────────────────────────────────────────────────────────────────────────

  /** How finely the game is reviewed. */
  get budget() {
    const { long, min_visits: least, samples, visits: usual } = this.by.kernel.data.judging.reviews;
    const { moves } = this.record;
    const players = this.asked.table.seats.length;
    const visits = this.asked.visits ??
      Math.max(Math.floor(usual[players] * long / Math.max(moves.length, long)), least);
    return { visits, samples, seed: SEED };
  }

  /** The review, if it is complete: as it is there already, or as this browser has kept it. */
  async finished() {
    const { visits, samples } = this.budget;
    const found = await kept(this.id, await digestOf(this.record));
    const fits = found && found.visits === visits && found.samples === samples ? found : null;
    if (fits?.done === fits?.total && fits) this.review = fits;
    else this.review = await this.asked.stored?.() ?? null;
    return { review: this.review, begun: fits };
  }

  /** @param {(news: Told) => void} news */
  async follow(news) {
    const { review, begun } = await this.finished();
    if (review) {
      news({ state: "done", done: review.total, total: review.total, review });
      return;
    }
    if (begun) this.tell(begun, news);
    const threads = threadsHere();
    try {
      await this.make(threads, begun, news);
    } catch (error) {
      if (threads === 1) throw error;
      // Where there is too little memory for so many trees, one worker may do.
      console.info("Reviewed by one worker:", error);
      this.close();
      await this.make(1, this.review, news);
    } finally {
      this.close();
    }
  }

  /**
   * @param {number} threads
   * @param {Review | null} begun what there is of it
   * @param {(news: Told) => void} news
   */
  async make(threads, begun, news) {
    const digest = await digestOf(this.record);
    let keptAt = performance.now();
    const working = await this.worker();
    const whole = await working.ask(
      {
        id: crypto.randomUUID?.() ?? String(Math.random()),
        game: this.asked.table.game,
        record: this.record,
        review: { ...this.budget, threads, kept: begun?.steps ?? [] },
      },
      ({ review: found }) => {
        this.tell(found, news);
        if (performance.now() < keptAt + KEEP_EVERY) return;
        keptAt = performance.now();
        keep(this.id, digest, found);
      },
    );
    await keep(this.id, digest, whole.review);
    this.tell(whole.review, news);
  }

  /**
   * @param {Review} review
   * @param {(news: Told) => void} news
   */
  tell(review, news) {
    this.review = review;
    const { done, total } = review;
    news({ state: done === total ? "done" : "running", done, total, review });
  }

  worker() {
    this.engine ??= engine();
    return this.engine;
  }

  /** End the workers, whose trees take much memory; who asks again has new ones. */
  close() {
    this.engine?.then((working) => working.close(), () => {});
    this.engine = null;
  }

  // ── The board ──────────────────────────────────────────────────────────────────────────────────

  /**
   * The game before an entry of the record. What chance brings after that is not drawn.
   * @param {number} at
   */
  at(at) {
    const { options, moves, position } = this.record;
    const { option } = this.by.kernel.data.chance;
    const game = Game.beforeRecord(this.by, {
      options: { ...options, [option]: "manual" },
      position,
    });
    game.repeat(...moves.slice(0, at));
    return game;
  }

  /** @param {number} number of a step */
  step(number) {
    const step = this.review?.steps[number];
    if (!step) throw new Refused(404, "not_found", _("That is not possible here."));
    return step;
  }

  /** @param {number} number */
  decision(number) {
    const step = this.step(number);
    if (!isDecision(step)) throw new Refused(409, "nothing_to_decide", _("There was no choice."));
    return step;
  }

  /**
   * @param {Place} place
   * @returns {Promise<BoardShown>}
   */
  board(place) {
    return Promise.resolve().then(() => {
      const step = this.step(place.step);
      if (!isDecision(step)) {
        const game = this.at(step.at + step.count);
        return boardOf(game, step.player ?? (game.players === 1 ? 0 : null), {}, null);
      }
      const game = this.at(step.at);
      const { played, best } = step;
      /** @type {BoardShown["lines"]} */
      const lines = { played: played ? playable(game, played.line) : [this.record.moves[step.at]] };
      if (best && best.move !== played?.move) lines.best = playable(game, best.line);
      const line = lines[place.line] ?? lines.played ?? [];
      const made = Math.min(place.made, line.length);
      game.repeat(...line.slice(0, made));
      return boardOf(game, step.player, lines, line[made] ?? null);
    });
  }

  // ── Trying again ───────────────────────────────────────────────────────────────────────────────

  /**
   * @param {number} number
   * @returns {Promise<TableShown>}
   */
  before(number) {
    return Promise.resolve().then(() => {
      const { at, player } = this.decision(number);
      const game = this.at(at), { table } = shown(game);
      const { id, seats } = this.asked.table;
      const own = { mine: [player], viewer: player, position: game.view(player) };
      return { ...table, ...own, id, seats, opening: [], moves: [] };
    });
  }

  /**
   * @param {number} number
   * @param {string} move
   * @returns {Promise<Tried>}
   */
  async attempt(number, move) {
    const played = this.decision(number);
    const tried = played.played?.move === move ? played : await this.judged(played, move);
    const made = tried.played?.move ?? move, best = tried.best?.move ?? move;
    const solved = !isError(tried);
    const after = (/** @type {string} */ text) => {
      const game = this.at(played.at);
      game.make(text);
      return game.view(played.player);
    };
    return {
      ...{ move: made, solved, best, text: answer(played, tried) },
      why: solved ? "" : why(tried, best, this.review?.sides ?? 2, this.asked.about.whys),
      positions: { [made]: after(made), [best]: after(best) },
    };
  }

  /**
   * Another move than the one that was played, judged as finely as the review does.
   * @param {Decision} played
   * @param {string} move
   * @returns {Promise<Decision>}
   */
  async judged({ at }, move) {
    const game = this.at(at);
    game.make(move);
    const { visits, samples } = /** @type {Review} */ (this.review);
    const working = await this.worker();
    const { step } = await working.ask({
      game: game.name,
      record: game.record(),
      review: { visits, samples, seed: SEED, last: true },
    });
    return step;
  }
}

/** As many workers as this device has processors and memory for. */
function threadsHere() {
  const { hardwareConcurrency: cores, deviceMemory: gigabytes = MOST_THREADS } =
    /** @type {Navigator & { deviceMemory?: number }} */ (navigator);
  const most = matchMedia("(pointer: coarse)").matches ? MOST_OF_A_PHONE : MOST_THREADS;
  return Math.max(1, Math.min(cores || 1, most, Math.floor(gigabytes)));
}

/**
 * @param {Game} game
 * @param {number | null} viewer
 * @param {BoardShown["lines"]} lines
 * @param {string | null} next
 * @returns {BoardShown}
 */
function boardOf(game, viewer, lines, next) {
  return {
    ...{ position: game.view(viewer), scores: game.scores, turn: game.turn, viewer, lines, next },
    where: next && (game.by.positions.where?.(next) ?? null),
    drawing: null,
  };
}

/**
 * The moves of a line until chance comes next: what it would bring is not known.
 * @param {Game} game
 * @param {string[]} line
 */
function playable(game, line) {
  const trial = game.copy();
  const moves = [];
  for (const move of line) {
    if (trial.awaitsChance || trial.whyNot(move) !== null) break;
    trial.make(move);
    moves.push(move);
  }
  return moves.length ? moves : line.slice(0, 1);
}
