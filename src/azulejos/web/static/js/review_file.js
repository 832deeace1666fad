// A review as one file to keep or to send: what its page shows, with the boards of the moments at which the game
// turned. It needs nothing else, not even a script.

import { all, element } from "./dom.js";
import { _, language } from "./text.js";

/** @import { BoardShown, Place, Review } from "./reviewing.js" */
/** @import { ReviewParts } from "./review_parts.js" */
/** @import { ReviewTable } from "./review_table.js" */

/** @typedef {{ place: Place, board: BoardShown }} Shown */

/** What leads somewhere, or can only be played with. */
const OF_THE_PAGE = "button, .retries, script, .ghost, .preview";
/** What stands on a page of its own is not a part of a larger one. */
const LAYOUT = `
body { max-width: 64rem; margin: 0 auto; padding: 1rem; }
.pair { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); }
.pair .azulejos { width: 100%; height: auto; margin-top: .5rem; }
figure { margin: 0; }
.played { --pointed: var(--bad); }
.review { display: block; }
.review > * { margin-bottom: 1.2rem; }
.review .review-list { max-height: none; }
`;

/**
 * Save it. The table is left as the last board has it.
 * @param {Review} review
 * @param {Shown[]} shown
 * @param {ReviewParts} parts
 * @param {ReviewTable} table
 */
export async function keepAsFile(review, shown, parts, table) {
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")];
  const texts = await Promise.all(
    sheets.map(async (link) =>
      await (await fetch(/** @type {HTMLLinkElement} */ (link).href)).text()
    ),
  );
  // Pictures of the pages' ground stay there.
  const style = [...texts, LAYOUT].join("\n").replace(/url\([^)]*\)/g, "none");
  const title = document.querySelector("title")?.textContent ?? "";
  const head = element("head", {});
  head.append(
    meta({ charset: "utf-8" }),
    meta({ name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("title", {}, title),
    element("style", {}, style),
  );
  const body = element("body", {}, ...bodyOf(review, shown, parts, table));
  const whole = element("html", { lang: language }, head, body);
  whole.dataset.theme = "auto";
  for (const one of whole.querySelectorAll(OF_THE_PAGE)) one.remove();
  for (const link of whole.querySelectorAll("a")) {
    const plain = element("span", { className: link.className }, ...link.childNodes);
    link.replaceWith(plain);
  }
  for (const one of whole.querySelectorAll("[tabindex]")) one.removeAttribute("tabindex");
  const text = `<!doctype html>\n${whole.outerHTML}\n`;
  const href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  element("a", { href, download: `azulejos-${parts.host.id}.html` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** @param {Record<string, string>} attributes */
function meta(attributes) {
  const made = element("meta", {});
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/**
 * @param {Review} review
 * @param {Shown[]} shown
 * @param {ReviewParts} parts
 * @param {ReviewTable} table
 */
function bodyOf(review, shown, parts, table) {
  const symbols = document.querySelector(".az-symbols")?.cloneNode(true);
  const result = document.getElementById("review-result")?.cloneNode(true);
  /** @type {HTMLElement[]} */
  const cards = [];
  for (const number of review.turning_points) {
    const of = shown.filter(({ place }) => place.step === number);
    const figures = of.map(({ place, board }) => figureOf(place, board, parts, table));
    const step = review.steps[number], { who, move, verdict, change } = parts.row(step);
    const why = parts.why(step);
    cards.push(element(
      "article",
      { className: "card" },
      element("h3", {}, move ? `${who}: ${move}` : who),
      element("p", {}, `${verdict} ${change}`),
      ...(why ? [element("p", {}, why)] : []),
      element("div", { className: "pair" }, ...figures),
    ));
  }
  const section = (/** @type {string} */ name, /** @type {Element[]} */ held) =>
    element("section", { className: name }, ...held);
  const isDone = review.done === review.total;
  return [
    ...(symbols ? [symbols] : []),
    element("h1", {}, _("Review")),
    ...(result ? [result] : []),
    element(
      "div",
      { className: "review" },
      section("review-top", [...parts.top(review, isDone), ...cards]),
      section("review-rest", parts.rest(review)),
      section("review-moves card", parts.list(review)),
    ),
  ];
}

/**
 * A board as its player saw it, with the move that comes next.
 * @param {Place} place
 * @param {BoardShown} board
 * @param {ReviewParts} parts
 * @param {ReviewTable} table
 */
function figureOf({ line }, board, parts, table) {
  table.put(board);
  /** @type {SVGSVGElement[]} */
  const drawn = all(".felt svg.azulejos");
  const { cards } = table.game;
  const own = board.viewer === null ? null : cards[board.viewer % cards.length];
  const seen = drawn.filter((svg) => {
    const card = svg.closest(".seat-card");
    return !card || !own || card === own;
  }).map((svg) => svg.cloneNode(true));
  const name = line === "played" ? _("Played") : _("Best");
  const moves = (board.lines[line] ?? []).map((move) => parts.moveText(move));
  const told = moves.length ? `${name}: ${moves.join("; ")}` : "";
  return element(
    "figure",
    { className: line },
    element("figcaption", {}, told),
    ...seen,
  );
}
