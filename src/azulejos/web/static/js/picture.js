// A table as a picture to keep or to share: its own drawings, with who plays and how it stands.

import { all } from "./dom.js";
import { node } from "./svg.js";
import { _, language, list } from "./text.js";

/** @import { Seats } from "./seats.js" */
/** @import { TableController } from "./table.js" */

const WIDTH = 1200, MARGIN = 40, GAP = 30;
const HEAD = 96, NAME = 40;
/** The tallest that the drawing in the middle of a table gets. */
const TALLEST = 720;
/** Pixels of the picture for each of its units, as PNG. */
const FINE = 1.5;
/** What is there to be played with, not to be looked at. */
const PLAYED_WITH = ".ghost, .highlight, .mark, .preview, title";

/**
 * @typedef {object} Drawn a drawing of the table
 * @property {SVGSVGElement} svg
 * @property {string} name whose it is; empty: everybody's
 * @property {string} points
 */

/**
 * The drawings of a table, those of everybody first.
 * @param {TableController} controller
 * @returns {Drawn[]}
 */
function drawings({ seats }) {
  /** @type {SVGSVGElement[]} */
  const found = all(".felt svg.azulejos");
  return found.map((svg) => {
    /** @type {HTMLElement | null} */
    const card = svg.closest(".seat-card");
    const points = card?.querySelector(".score")?.textContent ?? "";
    return { svg, name: card ? namesOn(card, seats) : "", points };
  }).sort((a, b) => Number(Boolean(a.name)) - Number(Boolean(b.name)));
}

/**
 * Who shares a card, for others: nobody is "you" to them.
 * @param {HTMLElement} card
 * @param {Seats} seats
 */
function namesOn(card, seats) {
  return seats.of(card).map((number) => nameOf(number, seats)).join(" & ");
}

/**
 * @param {number} number
 * @param {Seats} seats
 */
function nameOf(number, seats) {
  return seats.isYou(number) ? _("Player {number}", { number: number + 1 }) : seats.name(number);
}

/**
 * How a table stands, or how its game ended, for others.
 * @param {TableController} controller
 */
function standing({ table, history, result, seats, game }) {
  if (history.isShown || !table.result) return history.text();
  const isForTeams = seats.cards.length < table.seats.length;
  if (game.resultText(table) || table.seats.length === 1 || isForTeams) return result.text();
  const names = table.result.winners.map((number) => nameOf(number, seats));
  return names.length === 1
    ? _("{name} wins", { name: names[0] })
    : _("{names} share the win", { names: list(names) });
}

/** @param {string | null} date */
function dayText(date) {
  if (!date) return "";
  const writing = language === "en" ? "en-GB" : language;
  return new Intl.DateTimeFormat(writing, { dateStyle: "long" }).format(new Date(`${date}T12:00`));
}

/**
 * How high a drawing is for its width.
 * @param {SVGSVGElement} svg
 */
function shape(svg) {
  const { width, height } = svg.viewBox.baseVal;
  return height / width;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} fill
 * @param {string} words
 * @param {import("./svg.js").Attributes} [more]
 */
function text(x, y, size, fill, words, more = {}) {
  const made = node("text", { x, y, "font-size": size, fill, ...more });
  made.append(words);
  return made;
}

/** The drawings' style sheet, which the page has, too. */
async function styles() {
  const link = /** @type {HTMLLinkElement | null} */ (
    document.querySelector('link[rel="stylesheet"][href*="drawing.css"]')
  );
  return link ? await (await fetch(link.href)).text() : "";
}

/**
 * A picture of the table as it is shown now, as a standalone SVG.
 * @param {TableController} controller
 */
export async function picture(controller) {
  const { table, history, seats, game } = controller;
  const colours = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => colours.getPropertyValue(`--${name}`).trim();
  const ink = colour("ink"), soft = colour("soft");
  const isDark = colours.colorScheme === "dark";
  const title = document.querySelector("h1")?.textContent ?? "";
  const root = node("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    class: "azulejos",
    "data-theme": isDark ? "dark" : "light",
    width: WIDTH,
  });
  const style = node("style");
  style.append(await styles());
  const symbols = document.querySelector(".az-symbols")?.cloneNode(true);
  const ground = node("rect", { width: WIDTH, height: "100%", fill: colour("ground") });
  root.append(style, ...(symbols ? [symbols] : []), ground);
  root.append(
    text(MARGIN, 62, 40, ink, standing(controller), { "font-weight": 700 }),
    text(WIDTH - MARGIN, 62, 22, soft, [title, dayText(table.date)].filter(Boolean).join(" · "), {
      "text-anchor": "end",
    }),
  );
  let y = HEAD;
  const drawn = drawings(controller);
  const shared = drawn.filter(({ name }) => !name);
  const own = drawn.filter(({ name }) => name);
  const isOver = Boolean(table.result) && !history.isShown;
  for (const { svg } of shared) {
    // What is empty in the end, and not what everybody has built, is left out.
    if (isOver && own.length && !game.keepsAtEnd) continue;
    const width = Math.min(WIDTH - 2 * MARGIN, TALLEST / shape(svg));
    root.append(placed(svg, (WIDTH - width) / 2, y, width));
    y += width * shape(svg) + GAP;
  }
  const columns = own.length === 4 ? 2 : Math.max(1, own.length);
  const width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns;
  for (let first = 0; first < own.length; first += columns) {
    const row = own.slice(first, first + columns);
    row.forEach(({ svg, name, points }, place) => {
      const x = MARGIN + place * (width + GAP);
      root.append(
        text(x, y + 26, 24, ink, name.length > 28 ? `${name.slice(0, 27)}…` : name),
        text(x + width, y + 26, 26, ink, points, { "text-anchor": "end", "font-weight": 700 }),
        placed(svg, x, y + NAME, width),
      );
    });
    y += NAME + width * Math.max(...row.map(({ svg }) => shape(svg))) + GAP;
  }
  // Games whose players have no drawing still have names and points.
  if (!own.length) {
    all(".seat-card").forEach((card) => {
      const points = card.querySelector(".score")?.textContent ?? "";
      root.append(text(MARGIN, y + 26, 24, ink, `${namesOn(card, seats)}  ${points}`));
      y += NAME;
    });
  }
  root.append(text(MARGIN, y + 14, 18, soft, _("Played with Azulejos")));
  const height = Math.ceil(y + MARGIN);
  root.setAttribute("height", String(height));
  root.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
  return new XMLSerializer().serializeToString(root);
}

/**
 * A copy of a drawing in its place.
 * @param {SVGSVGElement} svg
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
function placed(svg, x, y, width) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  for (const one of copy.querySelectorAll(PLAYED_WITH)) one.remove();
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...one.attributes]) {
      if (/^(aria-|data-|on)|^(id|role|tabindex|style)$/.test(name)) one.removeAttribute(name);
    }
  }
  const { viewBox } = svg;
  const { x: left, y: top, width: wide, height: high } = viewBox.baseVal;
  const whole = { x, y, width, height: width * shape(svg) };
  for (const [name, value] of Object.entries(whole)) copy.setAttribute(name, String(value));
  copy.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
  return copy;
}

/**
 * The address of an SVG that is an image's source.
 * @param {string} svg
 */
export function sourceOf(svg) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/**
 * An SVG as PNG.
 * @param {HTMLImageElement} image that shows it
 * @returns {Promise<Blob>}
 */
export function asPng(image) {
  const { naturalWidth, naturalHeight } = image;
  const canvas = document.createElement("canvas");
  canvas.width = FINE * naturalWidth;
  canvas.height = FINE * naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error("no picture")), "image/png")
  );
}
