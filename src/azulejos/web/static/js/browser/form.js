// The form for a new game: what a filled-in form asks for, as `pages/new_game.py` has it on a service.

import { _ } from "../text.js";
import { site } from "./site.js";

/** @import { Wanted } from "./host.js" */

const MOST_SEATS = 4;

/**
 * The table that a filled-in form asks for.
 * @param {FormData} form
 * @returns {Wanted}
 */
export function wantedBy(form) {
  const game = text(form, "game") in site.games ? text(form, "game") : Object.keys(site.games)[0];
  const seats = Array.from({ length: MOST_SEATS }, (_seat, number) => seat(form, number, game))
    .filter((one) => one !== null);
  /** @type {Record<string, any>} */
  const options = { players: seats.length };
  for (const [name, option] of Object.entries(site.games[game].options)) {
    if (option.alone && seats.length > 1) continue;
    const value = chosen(form, `${game}-${name}`, option.type);
    if (value !== undefined) options[name] = value;
  }
  const first = Number(text(form, "first") || -1);
  return {
    game,
    options,
    seats,
    first: first >= 0 && first < seats.length ? first : null,
    chance: form.has("follow") ? "manual" : "auto",
    hints: form.has("hints"),
  };
}

/**
 * What is plainly wrong with what is asked for, in words; an empty text if nothing is.
 * @param {Wanted} wanted
 */
export function whatIsWrong({ game, seats = [] }) {
  const { title, least, most } = site.games[game];
  if (seats.length < least || seats.length > most) {
    return _("{game} is for {least} to {most} players.", { game: title, least, most });
  }
  return seats.every(({ kind }) => kind === "bot")
    ? _("Somebody should play: at least one seat is for a person.")
    : "";
}

/**
 * @param {FormData} form
 * @param {string} name
 */
function text(form, name) {
  return String(form.get(name) ?? "");
}

/**
 * @param {FormData} form
 * @param {number} number
 * @param {string} game
 */
function seat(form, number, game) {
  const kind = text(form, `kind${number}`);
  if (kind === "bot") return { kind, level: Number(text(form, `${game}-level${number}`)) || 1 };
  return kind === "me" || kind === "here" ? { kind, name: text(form, `name${number}`) } : null;
}

/**
 * What was chosen in a field; undefined where it is left as usual.
 * @param {FormData} form
 * @param {string} field
 * @param {string} type of the option, as JSON Schema has it
 */
function chosen(form, field, type) {
  if (type === "boolean") return form.has(field);
  if (form.has(`${field}-unlimited`)) return null;
  const value = text(form, field);
  if (!value) return undefined;
  if (type === "array") return value.split("/");
  return type === "integer" ? Number(value) : value;
}
