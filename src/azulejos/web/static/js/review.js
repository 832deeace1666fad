// The page of a review: it grows while one looks, and every step can be seen on the board.

import { around, byId } from "./dom.js";
import { find, noteReview } from "./game_log.js";
import { Refused } from "./host.js";
import { Service } from "./service.js";
import { _ } from "./text.js";

const PAUSE = 700; // milliseconds between two looks at a review that is made
const SOON = 150; // until there is something to be seen
const PATIENCE = 5000; // and when the service did not answer
const NARROW = "(max-width: 35.99rem)";

/**
 * @typedef {object} Place what is shown on the board
 * @property {number} step of the review
 * @property {string} line "played" or "best"
 * @property {number} made how many moves of the line have been made
 */

const data = JSON.parse(byId("data").textContent ?? "");
const address = `/t/${data.table}/review`;

class ReviewPage {
  constructor() {
    this.service = new Service(data.table);
    this.done = data.state === "none" ? -1 : data.done;
    this.board = byId("review-board");
    /** @type {Place | null} */
    this.place = null;
    this.asked = 0; // how often a board has been asked for: an older answer is dropped
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", () => this.readAddress());
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener("change", () => this.place && this.show(this.place, false));
  }

  async begin() {
    const { default: GameTable } = await import(`../games/${data.game}/table.js`);
    /** @type {(move: string) => string} */
    this.moveText = (move) => GameTable.prototype.moveText(move);
    this.putInWords(document);
    if (!byId("review").hidden) this.readAddress();
    this.markCurrent();
    document.documentElement.dataset.ready = "true";
    if (data.state !== "done") await this.follow();
    await this.remember();
  }

  /** Keep how the reader played, for "How am I doing". */
  async remember() {
    const game = find(data.table);
    if (game?.mine.length !== 1 || game.review) return;
    const { state, review } = await this.service.get("/review");
    if (state === "done") noteReview(game.id, review);
  }

  // ── While it is made ─────────────────────────────────────────────────────────────────────────

  /** Have the review made, and show it as it grows. */
  async follow() {
    let state = data.state;
    while (state !== "done" && state !== "failed") {
      try {
        if (state === "none" || state === "stopped") {
          state = (await this.service.post("/review/start")).state;
        }
        const told = await fetched(`${address}/whole?known=${this.done}`);
        ({ state } = told);
        this.tellState(told);
        if (told.parts) await this.renew(told.parts, told.done);
        if (state !== "done") await pause(this.done > 0 ? PAUSE : SOON);
      } catch (error) {
        const wait = error instanceof Refused && error.wait ? 1000 * error.wait : PATIENCE;
        byId("review-state-text").textContent = error instanceof Refused
          ? error.message
          : _("The service does not answer. Please try again.");
        await pause(wait);
      }
    }
  }

  /** @param {{ state: string, done: number, total: number }} told */
  tellState({ state, done, total }) {
    byId("review-state").hidden = state === "done";
    const bar = byId("review-progress", HTMLProgressElement);
    bar.hidden = state === "failed";
    if (total) bar.value = done / total;
    else bar.removeAttribute("value");
    const text = {
      waiting: _("Other games are being reviewed first …"),
      failed: _("This game could not be reviewed."),
      done: _("The review is complete."),
    }[state] ?? _("The game is being reviewed; what you see grows more exact …");
    const line = byId("review-state-text");
    if (line.textContent !== text) line.textContent = text;
    if (state === "done") byId("live").textContent = text;
  }

  /**
   * Show what has been found since.
   * @param {Record<string, string>} parts HTML of ours, by the end of the element's id
   * @param {number} done
   */
  async renew(parts, done) {
    this.done = done;
    const list = document.querySelector(".review-list");
    const scrolled = list?.scrollTop ?? 0;
    for (const [name, html] of Object.entries(parts)) this.put(byId(`review-${name}`), html);
    const renewed = document.querySelector(".review-list");
    if (renewed) renewed.scrollTop = scrolled;
    byId("review").hidden = false;
    if (this.place) await this.show(this.place, false);
    else if (!this.readAddress()) {
      const first = document.querySelector(".turns [data-step]") ??
        document.querySelector(".review-list [data-step]");
      if (first instanceof HTMLElement) await this.show(placeOf(first), false);
    }
    this.markCurrent();
  }

  /**
   * Replace what an element holds; what has the focus keeps it, if it is there again.
   * @param {Element} place
   * @param {string} html
   */
  put(place, html) {
    const focused = place.contains(document.activeElement)
      ? signOf(/** @type {Element} */ (document.activeElement))
      : null;
    place.innerHTML = html;
    this.putInWords(place);
    const again = focused && place.querySelector(focused);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /**
   * Moves as the table tells them.
   * @param {ParentNode} root
   */
  putInWords(root) {
    for (const place of root.querySelectorAll("[data-move]")) {
      const move = /** @type {HTMLElement} */ (place).dataset.move ?? "";
      const text = this.moveText?.(move) ?? move;
      if (place.matches(".chip")) {
        place.setAttribute("aria-label", text === move ? move : `${move}: ${text}`);
        place.setAttribute("title", text);
      } else place.textContent = text;
    }
  }

  // ── The board ────────────────────────────────────────────────────────────────────────────────

  /** Show the step that the address names; whether it names one. */
  readAddress() {
    const asked = new URLSearchParams(location.search);
    const step = Number(asked.get("step") ?? Number.NaN);
    const shown = this.board.querySelector("[aria-current='step'], .steps [data-step]");
    if (Number.isNaN(step)) {
      if (!shown || this.place) return this.place !== null;
      this.place = this.placeShown();
      // The service cannot know how wide the page is: it drew what suits a desk.
      if (this.place && this.narrow.matches) this.show(this.place, false);
      return this.place !== null;
    }
    this.show(
      { step, line: asked.get("line") ?? "played", made: Number(asked.get("made")) },
      false,
    );
    return true;
  }

  /** The step that the service has drawn already. */
  placeShown() {
    const chip = this.board.querySelector("[aria-current='step']");
    if (chip instanceof HTMLElement) return placeOf(chip);
    const title = this.board.querySelector("[data-shown]");
    return title instanceof HTMLElement ? placeOf(title) : null;
  }

  /**
   * @param {Place} place
   * @param {boolean} [tells] the address too, and those who listen
   */
  async show(place, tells = true) {
    const number = ++this.asked;
    this.place = place;
    this.markCurrent();
    const query = new URLSearchParams({
      step: String(place.step),
      line: place.line,
      made: String(place.made),
    });
    try {
      const { html } = await fetched(`${address}/board?${query}&narrow=${this.narrow.matches}`);
      if (number !== this.asked) return;
      this.put(this.board, html);
      const there = this.placeShown();
      if (there && there.step < place.step) { // an address beyond the end of the game
        this.place = there;
        this.markCurrent();
      }
      if (!tells) return;
      history.replaceState(null, "", `?${query}`);
      byId("live").textContent = [".board-head h2", ".judged", ".why"]
        .map((part) => this.board.querySelector(part)?.textContent ?? "").join(". ");
    } catch (error) {
      if (number === this.asked) byId("live").textContent = String(error);
    }
  }

  /** Which move of the list is on the board. */
  markCurrent() {
    for (const row of document.querySelectorAll(".review-list a, .turn-card")) {
      const { step } = /** @type {HTMLElement} */ (row).dataset;
      if (Number(step) === this.place?.step) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    const list = document.querySelector(".review-list");
    const row = list?.querySelector("[aria-current]");
    if (list && row instanceof HTMLElement && list.scrollHeight > list.clientHeight) {
      const top = row.offsetTop - /** @type {HTMLElement} */ (list).offsetTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) {
        list.scrollTop = top - list.clientHeight / 2;
      }
    }
  }

  // ── Events ───────────────────────────────────────────────────────────────────────────────────

  /** @param {MouseEvent} event */
  click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = around(event, "[data-step]");
    if (!link) return;
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
    if (!by || event.ctrlKey || event.metaKey || event.altKey || byId("review").hidden) return;
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
}

/**
 * The place that a link leads to.
 * @param {HTMLElement | SVGElement} link
 * @returns {Place}
 */
function placeOf({ dataset }) {
  const { step, lineOf = "played", made = "0" } = dataset;
  return { step: Number(step), line: lineOf, made: Number(made) };
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

/** @param {string} path */
async function fetched(path) {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
  const told = await response.json();
  if (response.ok) return told;
  const { code, message, retry_after: wait } = told.error ?? {};
  throw new Refused(response.status, code ?? "unknown", message ?? "", wait);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

new ReviewPage().begin();
