// What this browser knows of its reader's puzzles: ratings, results, days; and which puzzle is next.
// Nobody else knows it. It can be taken elsewhere as a file.

import { beginner, rated } from "./glicko.js";

/** @import { Standing } from "./glicko.js" */

/** @typedef {[string, number, number, number, number[]]} Row name, rating, deviation, kind, themes */
/**
 * All puzzles of a game.
 * @typedef {object} Index
 * @property {string} game
 * @property {number[]} levels the levels' ratings
 * @property {string[]} kinds
 * @property {string[]} themes
 * @property {Row[]} puzzles
 */
/**
 * Puzzles of a game. results: by name, 1 if the first try was right and 0 if not.
 * @typedef {Standing & { results: Record<string, 0 | 1> }} OfGame
 */
/** @typedef {{ format: string, version: number, games: Record<string, OfGame>, days: number[] }} Log */

const FORMAT = "azulejos puzzle log", VERSION = 1;
const KEY = "azulejos-puzzles";
/** Puzzles about as hard as the reader is good: one of so many is chosen. */
const NEAREST = 12;
const DAY = 86_400_000, WEEK = 7;
/** The first day that is counted was a Thursday, the fourth day of its week. */
const FIRST_WEEKDAY = 3;
/** A file with more is none of ours. */
const MOST_GAMES = 100, MOST_RESULTS = 100_000, MOST_DAYS = 40_000;

/** @returns {Log} */
function empty() {
  return { format: FORMAT, version: VERSION, games: {}, days: [] };
}

/** @returns {Log} what is known; nothing, where the browser keeps nothing */
export function load() {
  try {
    return read(localStorage.getItem(KEY) ?? "") ?? empty();
  } catch {
    return empty();
  }
}

/**
 * @param {Log} log
 * @returns {boolean} whether the browser keeps it
 */
export function keep(log) {
  try {
    localStorage.setItem(KEY, JSON.stringify(log));
    return true;
  } catch {
    return false;
  }
}

export function forget() {
  keep(empty());
}

/**
 * The log in a text; null if there is none.
 * @param {string} text
 * @returns {Log | null}
 */
export function read(text) {
  try {
    const told = JSON.parse(text);
    if (told.format !== FORMAT || told.version !== VERSION) return null;
    const of = Object.entries(told.games).slice(0, MOST_GAMES);
    const days = told.days.filter(Number.isInteger).slice(-MOST_DAYS);
    return { ...empty(), games: Object.fromEntries(of.map(readGame)), days };
  } catch {
    return null;
  }
}

/**
 * @param {[string, any]} entry
 * @returns {[string, OfGame]}
 */
function readGame([game, { rating, deviation, volatility, results }]) {
  if (![rating, deviation, volatility].every(Number.isFinite)) throw new TypeError(game);
  const first = Object.entries(results).slice(0, MOST_RESULTS);
  return [game, {
    rating,
    deviation,
    volatility,
    results: Object.fromEntries(first.map(([name, right]) => [name, right ? 1 : 0])),
  }];
}

/**
 * A game's part of the log.
 * @param {Log} log
 * @param {string} game
 * @returns {OfGame}
 */
export function ofGame(log, game) {
  return log.games[game] ?? { ...beginner(), results: {} };
}

/**
 * Note a first try. A puzzle that was tried before counts no second time.
 * @param {Log} log
 * @param {string} game
 * @param {{ id: string, rating: number, deviation: number }} puzzle
 * @param {boolean} right
 */
export function note(log, game, { id, rating, deviation }, right) {
  const before = ofGame(log, game);
  if (id in before.results) return;
  const score = right ? 1 : 0;
  const after = rated(before, [{ rating, deviation, score }]);
  log.games[game] = { ...after, results: { ...before.results, [id]: score } };
}

// ── Days ─────────────────────────────────────────────────────────────────────────────────────────

/**
 * The number of a day, as the reader's calendar has it.
 * @param {Date} [now]
 */
export function dayNumber(now = new Date()) {
  return Math.round(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY);
}

/**
 * Note that a puzzle of the day was solved.
 * @param {Log} log
 * @param {number} day
 */
export function noteDay(log, day) {
  if (!log.days.includes(day)) log.days.push(day);
}

/**
 * On how many days without a gap one was solved, up to today or yesterday.
 * @param {Log} log
 * @param {number} today
 */
export function streak({ days }, today) {
  const solved = new Set(days);
  let last = solved.has(today) ? today : today - 1, n = 0;
  while (solved.has(last--)) n++;
  return n;
}

// ── Choosing ─────────────────────────────────────────────────────────────────────────────────────

/**
 * The puzzle of a day: harder from Monday to Sunday. `puzzle_view.py` chooses alike.
 * @param {Index} index
 * @param {number} day
 */
export function ofTheDay({ puzzles }, day) {
  const number = day + FIRST_WEEKDAY, weekday = number % WEEK, n = puzzles.length;
  const ordered = [...puzzles].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  const from = Math.floor(weekday * n / WEEK), to = Math.floor((weekday + 1) * n / WEEK);
  const band = to > from ? ordered.slice(from, to) : ordered;
  band.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return band[Math.floor(number / WEEK) % band.length][0];
}

/**
 * A puzzle that was not tried yet, about as hard as the reader is good; null if there is none.
 * @param {Index} index
 * @param {Log} log
 * @param {string} theme none: of any
 * @param {string} [but] the puzzle that is just being solved
 */
export function next(index, log, theme, but = "") {
  const { rating, results } = ofGame(log, index.game);
  const number = index.themes.indexOf(theme);
  const open = index.puzzles.filter(([id, , , , themes]) =>
    id !== but && !(id in results) && (!theme || themes.includes(number))
  );
  open.sort((a, b) => Math.abs(a[1] - rating) - Math.abs(b[1] - rating));
  const near = open.slice(0, NEAREST);
  return near.length ? near[Math.floor(Math.random() * near.length)][0] : null;
}

/**
 * The highest level that solves puzzles no better, from 1; 0 if all do.
 * @param {number[]} levels
 * @param {number} rating
 */
export function levelReached(levels, rating) {
  return 1 + levels.findLastIndex((level) => level <= rating);
}

/**
 * An address with its parts filled in.
 * @param {string} address
 * @param {string} game
 * @param {string} [id]
 */
export function filled(address, game, id = "") {
  return address.replace("{game}", game).replace("{id}", id);
}

/** @type {Map<string, Promise<Index>>} */
const asked = new Map();

/**
 * The address of a puzzle's page. stream: in which it is met; "" for none
 * @param {string} page
 * @param {string} game
 * @param {string} id
 * @param {string} stream
 */
export function pageOf(page, game, id, stream) {
  const address = filled(page, game, id);
  const more = `${address.includes("?") ? "&" : "?"}stream=${encodeURIComponent(stream)}`;
  return stream ? address + more : address;
}

/**
 * All puzzles of a game.
 * @param {string | ((game: string) => Promise<Index>)} address or what finds them
 * @param {string} game
 * @returns {Promise<Index>}
 */
export function indexOf(address, game) {
  if (typeof address === "function") return address(game);
  const from = filled(address, game);
  const found = asked.get(from) ?? fetched(from);
  asked.set(from, found);
  found.catch(() => asked.delete(from));
  return found;
}

/** @param {string} address */
export async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}
