// Tables on their way to another browser: all that is stored of them, packed into text.

import { Refused } from "../host.js";
import { _ } from "../text.js";
import { isOnTime } from "./on_time.js";
import { site } from "./site.js";

/** @import { Happened, Stored } from "./table.js" */

/** A table and what happened there. @typedef {{ stored: Stored, happened: Happened[] }} Moved */

/** What may come in: bytes when unpacked, tables, events of a table. */
const MOST_BYTES = 8_000_000, MOST_TABLES = 5000, MOST_EVENTS = 20_000;

function incomplete() {
  return new Refused(422, "no_link", _("This link brings no games: some of it is missing."));
}

/**
 * Plain data as text for a link.
 * @param {unknown} data
 */
export async function packed(data) {
  const stream = new Blob([JSON.stringify(data)]).stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The tables that a link brings; Refused if that is none.
 * @param {string} text
 * @returns {Promise<Moved[]>}
 */
export async function unpacked(text) {
  try {
    return checked(await unpackedData(text));
  } catch {
    throw incomplete();
  }
}

/**
 * The data that was packed; an error if it is none.
 * @param {string} text
 * @returns {Promise<any>}
 */
export async function unpackedData(text) {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await limited(stream));
}

/**
 * What a stream has, as text; an error once that is too much.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function limited(stream) {
  const decoder = new TextDecoder();
  let text = "", size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("too much");
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * A file with tables beside what is remembered of games.
 * @param {string} file
 * @param {Moved[]} tables
 */
export function inFile(file, tables) {
  return JSON.stringify({ ...JSON.parse(file), tables });
}

/**
 * The tables in a file; Refused if it has what can be none.
 * @param {string} text
 */
export function tablesIn(text) {
  try {
    return checked(JSON.parse(text).tables ?? []);
  } catch {
    throw new Refused(
      422,
      "no_tables",
      _("The tables in this file cannot be read; nothing has changed."),
    );
  }
}

/**
 * Tables of the form in which they are stored. Whether they replay shows when they are opened.
 * @param {unknown} tables
 * @returns {Moved[]}
 */
function checked(tables) {
  if (!Array.isArray(tables) || tables.length > MOST_TABLES || !tables.every(isTable)) {
    throw new TypeError("no tables");
  }
  return tables;
}

/** @param {any} value */
const isText = (value) => typeof value === "string" && value.length <= 100;
/** @param {any} value */
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

/** @param {any} moved */
function isTable(moved) {
  const { stored, happened } = moved;
  const { id, game, opening, seats, version, changed, entries, date } = stored;
  const kinds = ["me", "here", "bot"];
  return isText(id) && Object.hasOwn(site.games, game) && opening.game === game &&
    opening.options !== null && typeof opening.options === "object" &&
    Array.isArray(seats) && seats.length > 0 && seats.length <= 4 &&
    seats.every(({ kind, name, level }) =>
      kinds.includes(kind) && isText(name) && (level === null || isCount(level))
    ) &&
    [version, changed, entries].every(isCount) && (date === null || isText(date)) &&
    typeof stored.over === "boolean" &&
    (!stored.onTime || isOnTime(stored.onTime, seats.length)) &&
    Array.isArray(happened) && happened.length === version && version <= MOST_EVENTS &&
    happened.every(({ table, version: n, type, body }, number) =>
      table === id && n === number + 1 && ["move", "undo", "rematch", "hint"].includes(type) &&
      body !== null && typeof body === "object"
    );
}
