// Plots over games: dots, a line through them, a band around it. What a plot shows stands in a table
// beside it, too.

import { element } from "./dom.js";
import { node } from "./svg.js";
import { _ } from "./text.js";

/**
 * @typedef {object} Point
 * @property {string} label what it is of
 * @property {number} value
 * @property {number} [low] of the band
 * @property {number} [high]
 * @property {number} [line] the height of the line there, if it is not the point's own
 */

/**
 * @typedef {object} Plot
 * @property {string} title
 * @property {string} told what is to be seen, in words
 * @property {Point[]} points the oldest first
 * @property {(value: number) => string} written a value in words
 * @property {{ value: number, label: string }[]} [marks] heights that are named
 * @property {boolean} [zero] whether zero belongs into it
 */

const HEIGHT = 210;
const MARGIN = { left: 54, right: 14, top: 12, bottom: 12 };
const TICKS = 4;

/**
 * Round numbers from one to another, about so many.
 * @param {number} low
 * @param {number} high
 * @param {number} [about]
 */
function ticks(low, high, about = TICKS) {
  const rough = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_tick, n) => {
    const value = (first + n) * step;
    return Number(value.toPrecision(12));
  });
}

/**
 * The drawing of a plot, so many units wide.
 * @param {Plot} plot
 * @param {number} width
 */
export function drawn({ told, points, written, marks = [], zero = false }, width) {
  const values = points.flatMap(({ value, low, high, line }) =>
    [value, low, high, line].filter((one) => one !== undefined)
  );
  if (zero) values.push(0);
  let low = Math.min(...values), high = Math.max(...values);
  if (high === low) high += Math.abs(high) / 5 || 1; // all are the same: an axis needs a length
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  low = zero && low === 0 ? 0 : low - room;
  high += room;
  const named = marks.filter(({ value }) => value >= low && value <= high);
  const right = named.length ? MARGIN.right + 14 : MARGIN.right;
  const inner = width - MARGIN.left - right;
  /** @param {number} place */
  const x = (place) =>
    round(MARGIN.left + (points.length > 1 ? inner * place / (points.length - 1) : inner / 2));
  /** @param {number} value */
  const y = (value) =>
    round(MARGIN.top + (HEIGHT - MARGIN.top - MARGIN.bottom) * (high - value) / (high - low));
  const svg = node("svg", {
    class: "plot",
    viewBox: `0 0 ${width} ${HEIGHT}`,
    width,
    height: HEIGHT,
    role: "img",
    "aria-label": told,
  });
  for (const tick of ticks(low, high)) {
    const text = node("text", { x: MARGIN.left - 8, y: y(tick) + 4, "text-anchor": "end" });
    text.append(written(tick));
    const line = { x1: MARGIN.left, x2: width - right, y1: y(tick), y2: y(tick) };
    svg.append(node("line", { class: tick === 0 ? "grid zero" : "grid", ...line }), text);
  }
  for (const { value, label } of named) {
    const text = node("text", { class: "mark", x: width - right + 6, y: y(value) + 4 });
    text.append(label);
    const line = { x1: MARGIN.left, x2: width - right, y1: y(value), y2: y(value) };
    svg.append(node("line", { class: "mark", ...line }), text);
  }
  if (points.length > 1 && points.every((point) => point.low !== undefined)) {
    const up = points.map((point, place) => `${x(place)} ${y(point.high ?? 0)}`);
    const down = points.map((point, place) => `${x(place)} ${y(point.low ?? 0)}`).reverse();
    svg.append(node("path", { class: "band", d: `M${[...up, ...down].join("L")}Z` }));
  }
  const way = points.map(({ value, line = value }, place) => `${x(place)} ${y(line)}`);
  if (points.length > 1) svg.append(node("path", { class: "line", d: `M${way.join("L")}` }));
  points.forEach(({ value, label, low: from, high: to }, place) => {
    if (points.length === 1 && from !== undefined && to !== undefined) {
      svg.append(
        node("line", { class: "whisker", x1: x(place), x2: x(place), y1: y(from), y2: y(to) }),
      );
    }
    const dot = node("circle", { class: "dot", cx: x(place), cy: y(value), r: 3.5 });
    const title = node("title");
    title.append(`${label}: ${written(value)}`);
    dot.append(title);
    svg.append(dot);
  });
  return svg;
}

/** @param {number} value */
function round(value) {
  return Math.round(10 * value) / 10;
}

/**
 * A plot that takes the width there is, and its table.
 * @param {Plot} plot
 */
export function figure(plot) {
  const place = element("div", { className: "plot-box" });
  let before = 0;
  new ResizeObserver(([{ contentRect: { width } }]) => {
    const now = Math.max(240, Math.floor(width));
    if (now === before) return;
    before = now;
    place.replaceChildren(drawn(plot, now));
  }).observe(place);
  return element("figure", { className: "plot-figure" }, place, table(plot));
}

/** @param {Plot} plot */
function table({ title, points, written }) {
  const hasBand = points.some(({ low }) => low !== undefined);
  const box = element("table", { className: "plot-table" });
  box.createCaption().textContent = title;
  const head = box.createTHead().insertRow();
  for (const name of [_("Game"), title, ...(hasBand ? [_("95 in 100 lie between")] : [])]) {
    head.append(element("th", { scope: "col" }, name));
  }
  const body = box.createTBody();
  for (const { label, value, low, high } of [...points].reverse()) {
    const row = body.insertRow();
    row.append(element("th", { scope: "row" }, label));
    row.insertCell().textContent = written(value);
    if (low !== undefined && high !== undefined) {
      row.insertCell().textContent = _("{low} to {high}", {
        low: written(low),
        high: written(high),
      });
    }
  }
  return element(
    "details",
    { className: "small" },
    element("summary", {}, _("As a table")),
    element("div", { className: "plot-scroll" }, box),
  );
}
