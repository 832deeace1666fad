// The page of a review: it grows while one looks, and every step can be seen on the board. Where the review is
// made it does not know (reviewing.js).

import { all, around, byId, element } from "./dom.js";
import { find, noteReview } from "./game_log.js";
import { whyNot } from "./host.js";
import { keepAsFile } from "./review_file.js";
import { ReviewParts } from "./review_parts.js";
import { ReviewTable } from "./review_table.js";
import { _, list } from "./text.js";

/** @import { About, Place, Review, ReviewHost, Told } from "./reviewing.js" */
/** @import { TableShown } from "./types.js" */

export class ReviewPage {
  /**
   * @param {ReviewHost} host
   * @param {{ table: TableShown, record: Record<string, any>, about: About }} data
   * @param {new (controller: any) => any} GameTable
   */
  constructor(host, { table, record, about }, GameTable) {
    this.host = host;
    this.scores = table.scores;
    this.about = about;
    this.record = record;
    this.table = new ReviewTable(table, about.names, GameTable);
    const moveText = (/** @type {string} */ move) => this.table.game.moveText(move);
    this.parts = new ReviewParts(about, record.moves, moveText, host);
    /** @type {Review | null} */
    this.review = null;
    /** @type {Place | null} */
    this.place = null;
    this.asked = 0; // how often a board has been asked for: an older answer is dropped
    this.board = byId("review-board");
  }

  async begin() {
    this.showHead();
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", () => this.readAddress());
    document.documentElement.dataset.ready = "true";
    this.tellState({ state: "running", done: 0, total: 0, review: null });
    await this.host.follow((told) => this.news(told));
    this.remember();
  }

  /** The same by another host, where the first one fails. @param {ReviewHost} host */
  async goOnWith(host) {
    this.host = this.parts.host = host;
    await host.follow((told) => this.news(told));
    this.remember();
  }

  showHead() {
    const parts = this.about.names.flatMap((name, player) => [
      ...(player ? [" · "] : []),
      `${name} `,
      element("strong", {}, String((this.review ?? this).scores[player])),
    ]);
    byId("review-result").replaceChildren(...parts);
    this.showLate();
  }

  /** Whose time was up, and whether that ended the game. */
  showLate() {
    const { late, names } = this.about;
    const out = list(late.map((player) => names[player]));
    const told = [
      late.length ? _("Out of time: {names}", { names: out }) + "." : "",
      this.review && !this.review.is_over
        ? _("The game was not played to its end: its result is what is expected.")
        : "",
    ].filter(Boolean).join(" ");
    byId("review-late").textContent = told;
    byId("review-late").hidden = !told;
  }

  /** Keep how the reader played, for "How am I doing". */
  remember() {
    const game = find(this.host.id);
    const { review } = this;
    if (!review || review.done < review.total) return;
    if (game?.mine.length === 1 && !game.review) noteReview(game.id, review);
    document.documentElement.dataset.reviewed = "true";
  }

  // ── While it is made ───────────────────────────────────────────────────────────────────────────

  /** @param {Told} told */
  news(told) {
    this.tellState(told);
    if (told.review) this.renew(told.review, told.state === "done");
  }

  /** @param {Told} told */
  tellState({ state, done, total, message }) {
    byId("review-state").hidden = state === "done";
    const bar = byId("review-progress", HTMLProgressElement);
    bar.hidden = state === "failed";
    if (total) bar.value = done / total;
    else bar.removeAttribute("value");
    /** @type {Record<string, string>} */
    const texts = {
      waiting: _("Other games are being reviewed first …"),
      failed: _("This game could not be reviewed."),
      done: _("The review is complete."),
    };
    const text = message ?? texts[state] ??
      _("The game is being reviewed; what you see grows more exact …");
    const line = byId("review-state-text");
    if (line.textContent !== text) line.textContent = text;
    if (state === "done") byId("live").textContent = text;
  }

  /**
   * Show what has been found since.
   * @param {Review} review
   * @param {boolean} isDone
   */
  renew(review, isDone) {
    this.review = review;
    this.parts.sides = review.sides;
    this.showHead(); // also where a board was filled: the game has no score then
    const before = document.querySelector(".review-list");
    const scrolled = before?.scrollTop ?? 0;
    this.put(byId("review-top"), this.parts.top(review, isDone));
    this.put(byId("review-moves"), this.parts.list(review));
    this.put(byId("review-rest"), this.parts.rest(review));
    const renewed = document.querySelector(".review-list");
    if (renewed) renewed.scrollTop = scrolled;
    document.documentElement.dataset.shown = "true";
    if (this.place) this.show(this.place, false);
    else if (!this.readAddress()) {
      this.show({ step: review.turning_points[0] ?? 0, line: "played", made: 0 }, false);
    }
  }

  /**
   * Replace what an element holds; what has the focus keeps it, if it is there again.
   * @param {Element} place
   * @param {Element[]} parts
   */
  put(place, parts) {
    const { activeElement } = document;
    const focused = activeElement && place.contains(activeElement) ? signOf(activeElement) : null;
    place.replaceChildren(...parts);
    const again = focused && place.querySelector(focused);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  // ── The board ──────────────────────────────────────────────────────────────────────────────────

  /** Show the step that the address names; whether it names one. */
  readAddress() {
    const asked = new URLSearchParams(location.search);
    const step = Number(asked.get("step") ?? Number.NaN);
    if (Number.isNaN(step)) return false;
    const line = asked.get("line") === "best" ? "best" : "played";
    this.show({ step, line, made: Math.max(0, Number(asked.get("made")) || 0) }, false);
    return true;
  }

  /**
   * @param {Place} place
   * @param {boolean} [tells] the address too, and those who listen
   */
  async show(place, tells = true) {
    const { review } = this;
    if (!review) return;
    const number = ++this.asked;
    const last = review.steps.length - 1;
    this.place = { ...place, step: Math.max(0, Math.min(Math.trunc(place.step), last)) };
    this.markCurrent();
    try {
      const shown = await this.host.board(this.place);
      if (number !== this.asked) return;
      const { lines } = shown;
      const line = lines[place.line] ? place.line : "played";
      const made = Math.max(0, Math.min(place.made, lines[line]?.length ?? 0));
      this.place = { ...this.place, line, made };
      this.put(this.board, this.parts.board(review, this.place, shown));
      this.table.put(shown);
      byId("main").dataset.line = line;
      if (review.done === review.total) byId("review-state").hidden = true; // it works again
      if (!tells) return;
      history.replaceState(null, "", this.address());
      byId("live").textContent = ["h2", ".judged", ".why"]
        .map((part) => this.board.querySelector(part)?.textContent ?? "").join(". ");
    } catch (error) {
      if (number === this.asked) this.sayWhyNot(error);
    }
  }

  /** Why something did not work, where it is seen and heard. @param {unknown} error */
  sayWhyNot(error) {
    console.warn(error);
    const told = whyNot(error);
    byId("review-state").hidden = false;
    byId("review-progress").hidden = true;
    byId("review-state-text").textContent = told;
    byId("live").textContent = told;
  }

  /** The address of what is on the board. */
  address() {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(this.place ?? {})) query.set(name, String(value));
    return `${location.pathname}?${query}`;
  }

  /** Which move of the list is on the board. */
  markCurrent() {
    for (const row of all(".review-list a, .turn-card")) {
      if (Number(row.dataset.step) === this.place?.step) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    const rows = document.querySelector(".review-list");
    const row = rows?.querySelector("[aria-current]");
    if (rows instanceof HTMLElement && row instanceof HTMLElement) {
      if (rows.scrollHeight <= rows.clientHeight) return;
      const top = row.offsetTop - rows.offsetTop;
      if (top < rows.scrollTop || top > rows.scrollTop + rows.clientHeight - 40) {
        rows.scrollTop = top - rows.clientHeight / 2;
      }
    }
  }

  // ── Events ─────────────────────────────────────────────────────────────────────────────────────

  /** @param {MouseEvent} event */
  click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (around(event, "#keep-file")) this.keepFile().catch((error) => this.sayWhyNot(error));
    const link = around(event, "[data-step]");
    if (!link || link.matches("h2")) return;
    event.preventDefault();
    const inBoard = this.board.contains(link);
    this.show(placeOf(link));
    if (!inBoard && !isInView(this.board)) this.board.scrollIntoView({ block: "start" });
  }

  /**
   * The arrows step through the game, with Shift from one moment that mattered to the next; within
   * a line they step through the line.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey || !this.review) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) {
      return;
    }
    const chips = [...(around(event, ".line-row")?.querySelectorAll(".chip") ?? [])];
    const here = chips.indexOf(/** @type {Element} */ (event.target));
    const buttons = this.board.querySelectorAll(".steps .step");
    const next = here >= 0
      ? chips[here + by]
      : buttons[by < 0 ? (event.shiftKey ? 0 : 1) : (event.shiftKey ? 3 : 2)];
    if (!(next instanceof HTMLElement) || !next.dataset.step) return;
    event.preventDefault();
    if (here >= 0) next.focus();
    this.show(placeOf(next));
  }

  async keepFile() {
    const { review } = this;
    if (!review) return;
    const places = review.turning_points.flatMap((step) =>
      /** @type {const} */ (["played", "best"]).map((line) => ({ step, line, made: 0 }))
    );
    const boards = await Promise.all(places.map((place) => this.host.board(place)));
    const shown = places.map((place, n) => ({ place, board: boards[n] }))
      .filter(({ place, board }) => place.line === "played" || board.lines.best);
    await keepAsFile(review, shown, this.parts, this.table);
    if (this.place) this.show(this.place, false);
  }
}

/**
 * The place that a link leads to.
 * @param {HTMLElement | SVGElement} link
 * @returns {Place}
 */
function placeOf({ dataset }) {
  const { step, lineOf = "played", made = "0" } = dataset;
  return {
    step: Number(step),
    line: lineOf === "best" ? "best" : "played",
    made: Number(made),
  };
}

/**
 * A selector that finds the same link again.
 * @param {Element} link
 */
function signOf(link) {
  if (link.matches(".step")) {
    const place = [...(link.parentElement?.children ?? [])].indexOf(link) + 1;
    return `.step:nth-child(${place})`;
  }
  return ["data-step", "data-line-of", "data-made"].filter((name) => link.hasAttribute(name)).map(
    (name) => `[${name}="${link.getAttribute(name)}"]`,
  ).join("") || null;
}

/** @param {Element} element */
function isInView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && top < innerHeight * 0.6 && bottom > 0;
}
