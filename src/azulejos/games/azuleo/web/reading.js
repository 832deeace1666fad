// A position of Azuleo that comes from outside, as data or in one line, as the state of a game: its form
// is read here, as `position.py` and `notation.py` do; what it must agree with the compiled rules say.

import { Misread, quoted, Reader } from "../../js/browser/reader.js";
import {
  BLOCKADE,
  FIELD_IN,
  KINDS,
  ORIENTATIONS,
  PAIRS,
  PHASES,
  PURPOSES,
  UNSEEN,
} from "./kinds.js";

/** @import { Kernel, State } from "../../js/browser/kernel.js" */
/** @import { Position, Side } from "./types.js" */

const KEYS = [
  ...["players", "turn", "phase", "options", "board", "sides", "supply", "plate_supply"],
  ...["discards", "blockades", "start", "idle", "pending", "unseen"],
];
const PHASE_LETTERS = "dstx";
const IN_HAND = 3, PLATES = 2, SWAPS = 3, MOST_SIDES = 3;
/** Far above what any game reaches, within what a state can hold. */
const MOST = 30_000;
const LONGEST = 2000;
const NONE = -1, UNLIMITED = -1;

/**
 * The state of a position, whole or as a player views it.
 * @param {Kernel} kernel
 * @param {any} position
 * @returns {State}
 */
export function toState(kernel, position) {
  const data = new Reader(position);
  data.mapping(KEYS);
  const players = data.at("players").number(kernel.data.players.min, kernel.data.players.max);
  const begun = begunWith(kernel, players, data.at("options"));
  const usual = kernel.fields(begun);
  const phase = data.at("phase").word(PHASES);
  const turn = data.at("turn"), start = data.at("start");
  if (PHASES[phase] === "over" && turn.data !== null) throw turn.fail("expected_null_at_end");
  const mover = PHASES[phase] === "over" ? 0 : turn.number(0, players - 1);
  const idle = data.at("idle").number(0, usual.idle_limit * usual.sides);
  const first = start.data === null ? NONE : start.word(KINDS);
  const board = [...usual.board];
  data.at("board").items({ length: position.options.board.length }).forEach((row, y) =>
    row.items({ length: position.options.board[y].length }).forEach((lying, x) => {
      if (lying.data === "#") board[FIELD_IN[y][x]] = BLOCKADE;
      else if (lying.data !== null) board[FIELD_IN[y][x]] = lying.word(ORIENTATIONS) + 1;
    })
  );
  const sides = data.at("sides").items({ length: usual.sides }).map(readSide);
  const state = kernel.placed(kernel.written(begun, {
    phase,
    turn: mover,
    idle,
    start: first,
    board,
    score: padded(sides.map(({ score }) => score), 0),
    swaps: padded(sides.map(({ swaps }) => swaps), 0),
    hand: padded(sides.map(({ hand }) => hand), Array(KINDS.length).fill(0)),
    hidden: padded(sides.map(({ hidden }) => hidden), 0),
    plates: padded(sides.map(({ plates }) => plates), Array(PAIRS.length).fill(0)),
    ...readSupplies(data, sides, usual),
    ...readPending(data, PHASES[phase] === "draw", usual.sides),
  }));
  const blockades = data.at("blockades");
  const left = kernel.fields(state).blockades;
  if (blockades.data !== (left === UNLIMITED ? null : left)) {
    throw blockades.fail("blockades_left", { left: left === UNLIMITED ? "null" : left });
  }
  return state;
}

/**
 * A game with these options before anything is drawn.
 * @param {Kernel} kernel
 * @param {number} players
 * @param {Reader} options
 * @returns {State}
 */
function begunWith(kernel, players, options) {
  const { options: { properties }, chance } = kernel.data;
  const names = Object.keys(properties).filter((name) => name !== chance.option);
  options.mapping(names);
  const chosen = Object.fromEntries(names.map((name) => [name, options.at(name).data]));
  try {
    return kernel.begin({ players, first: 0, ...chosen });
  } catch (error) {
    const { code, parts, place } = /** @type {Misread} */ (error);
    throw new Misread(code, parts, [options.where, ...place].join("."));
  }
}

/**
 * @template T
 * @param {T[]} items
 * @param {T} nothing
 */
function padded(items, nothing) {
  return [...items, ...Array(MOST_SIDES - items.length).fill(nothing)];
}

/** @param {Reader} content */
function readSide(content) {
  content.mapping(["score", "hand", "plates", "swaps"]);
  const hand = Array(KINDS.length).fill(0), plates = Array(PAIRS.length).fill(0);
  let hidden = 0;
  const held = content.at("hand");
  if (typeof held.data === "number") hidden = held.number(0, IN_HAND);
  else {
    for (const cross of held.items({ most: IN_HAND })) {
      const kind = cross.word([...KINDS, UNSEEN]);
      if (kind === KINDS.length) hidden++;
      else hand[kind]++;
    }
  }
  for (const plate of content.at("plates").items({ most: PLATES })) plates[plate.word(PAIRS)]++;
  return {
    score: content.at("score").number(0, MOST),
    swaps: content.at("swaps").number(0, SWAPS),
    hand,
    hidden,
    plates,
  };
}

/**
 * @param {Reader} counts
 * @param {readonly string[]} names
 * @param {number[]} copies that there are of each
 * @returns {number[]}
 */
function countsOf(counts, names, copies) {
  counts.mapping(names);
  return names.map((name, n) => counts.at(name).number(0, copies[n]));
}

/** @param {number[]} counts */
function sum(counts) {
  return counts.reduce((total, count) => total + count, 0);
}

/**
 * What can be drawn; of a view, what its player makes of what lies open.
 * @param {Reader} data
 * @param {{ hidden: number, plates: number[] }[]} sides
 * @param {Record<string, any>} usual
 */
function readSupplies(data, sides, usual) {
  const discards = countsOf(data.at("discards"), PAIRS, usual.plate_supply);
  const told = data.at("supply"), platesTold = data.at("plate_supply");
  const isView = typeof told.data === "number";
  const supply = countsOf(isView ? data.at("unseen") : told, KINDS, usual.supply);
  const left = sum(supply) - sum(sides.map(({ hidden }) => hidden));
  if (isView && told.number(0, MOST) !== left) {
    throw told.fail("unseen_not_in_hands", { n: left });
  }
  if (typeof platesTold.data !== "number") {
    return { discards, supply, plate_supply: countsOf(platesTold, PAIRS, usual.plate_supply) };
  }
  const rest = PAIRS.map((pair, n) =>
    usual.plate_supply[n] - discards[n] - sum(sides.map(({ plates }) => plates[n])) -
    Number(data.data.pending?.put_down === pair)
  );
  if (rest.some((n) => n < 0)) throw data.at("sides").fail("too_many_plates");
  platesTold.number(sum(rest), sum(rest));
  return { discards, supply, plate_supply: rest };
}

/**
 * The draw that comes next.
 * @param {Reader} data
 * @param {boolean} isDue
 * @param {number} sides
 */
function readPending(data, isDue, sides) {
  if (!isDue) {
    if ((data.data.pending ?? null) !== null) {
      throw data.at("pending").fail("nothing_drawn_in_phase");
    }
    return {};
  }
  const pending = data.at("pending");
  pending.mapping(["for", "side", "put_down"]);
  const awaiting = pending.at("for").word(PURPOSES);
  const down = pending.at("put_down");
  const kinds = { swap: PAIRS, exchange: KINDS }[PURPOSES[awaiting]];
  if (!kinds && down.data !== null) throw down.fail("nothing_put_down");
  return {
    awaiting,
    drawing: pending.at("side").number(0, sides - 1),
    put_down: kinds ? down.word(kinds) : NONE,
  };
}

/**
 * What a position says of the options of its game.
 * @param {Position} position
 */
export function optionsOf({ players, turn, options }) {
  return { players, first: turn ?? 0, ...options };
}

// ── As text ──────────────────────────────────────────────────────────────────────────────────────

/**
 * The usual options of a position.
 * @param {Kernel} kernel
 * @returns {Record<string, any>}
 */
function usualOptions({ data }) {
  const all = Object.entries(data.options.properties);
  const ofPosition = all.filter(([name]) => name !== data.chance.option);
  return Object.fromEntries(ofPosition.map(([name, option]) => [name, option.default]));
}

/**
 * A whole position in one line.
 * @param {Position} position
 * @param {Kernel} kernel
 */
export function toText(position, kernel) {
  const usual = usualOptions(kernel);
  const { players, phase, turn, board, sides, blockades, start, idle, pending } = position;
  const options = Object.entries(position.options)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name]))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join("/") : value}`);
  return [
    "azuleo",
    players,
    PHASE_LETTERS[PHASES.indexOf(phase)] + (turn ?? "") +
    (pending ? `:${pending.for}:${pending.side}:${pending.put_down ?? "-"}` : ""),
    board.map((row) => row.map((lying) => lying ?? ".").join("")).join("/"),
    ...sides.map(sideText),
    ...[position.supply, position.plate_supply, position.discards].map((pile) =>
      Object.values(pile).join(".")
    ),
    blockades ?? "*",
    start ?? "-",
    idle,
    options.join(",") || "-",
  ].join(" ");
}

/** @param {Side} side */
function sideText({ score, hand, plates, swaps }) {
  const held = /** @type {string[]} */ (hand); // all lies open here
  return `${score};${held.join(",") || "-"};${plates.join(",") || "-"};${swaps}`;
}

const ROW = /^(?:\.|#|[A-Z]{4}){1,8}$/;
const SIDE = /^(\d{1,5});([A-Z?,]+|-);([A-Z,]+|-);(\d)$/;
const PHASE = /^([dstx])(\d?)(?::([a-z]+):(\d):([A-Z]+|-))?$/;
const EXAMPLE = "azuleo 2 t0 ....../....../..RYBG.../....../....../...... " +
  "0;RYBG,RBGY,RBGY;RY,BG;0 0;RYBG,RYGB,RGYB;RB,YG;0 3.5.6.4.5.6 2.2.3.3.2.2 0.0.0.0.0.0 8 - 0 -";

/**
 * The position of a line of text, as data that `toState` still has to look at.
 * @param {string} text
 * @param {Kernel} kernel
 * @returns {any}
 */
export function fromText(text, kernel) {
  const words = text.length <= LONGEST ? text.trim().split(/\s+/) : [];
  const sides = words.length - 11;
  if (words[0] !== "azuleo" || sides < 1 || sides > 3) {
    throw new Reader(text).fail("no_position", { typed: quoted(text), example: EXAMPLE });
  }
  const [, letter, turn, purpose, side, down] = matched(PHASE, words[2], "phase");
  const rest = words.slice(4 + sides);
  return {
    players: numberOf(words[1], "players"),
    turn: turn ? Number(turn) : null,
    phase: PHASES[PHASE_LETTERS.indexOf(letter)],
    options: optionsIn(rest[6], usualOptions(kernel)),
    board: words[3].split("/").map((row, y) =>
      (matched(ROW, row, `board[${y}]`)[0].match(/\.|#|[A-Z]{4}/g) ?? [])
        .map((lying) => lying === "." ? null : lying)
    ),
    sides: words.slice(4, 4 + sides).map(sideOf),
    supply: pileOf(rest[0], KINDS, "supply"),
    plate_supply: pileOf(rest[1], PAIRS, "plate_supply"),
    discards: pileOf(rest[2], PAIRS, "discards"),
    blockades: rest[3] === "*" ? null : numberOf(rest[3], "blockades"),
    start: rest[4] === "-" ? null : rest[4],
    idle: numberOf(rest[5], "idle"),
    ...(purpose &&
      { pending: { for: purpose, side: Number(side), put_down: down === "-" ? null : down } }),
  };
}

/**
 * @param {RegExp} pattern
 * @param {string} word
 * @param {string} where
 */
function matched(pattern, word, where) {
  const found = pattern.exec(word);
  if (!found) throw new Reader(word, where).fail("unreadable", { typed: quoted(word) });
  return found;
}

/**
 * @param {string} word
 * @param {string} where
 */
function numberOf(word, where) {
  return Number(matched(/^\d{1,5}$/, word, where)[0]);
}

/**
 * @param {string} word
 * @param {number} number
 */
function sideOf(word, number) {
  const [, score, hand, plates, swaps] = matched(SIDE, word, `sides[${number}]`);
  return {
    score: Number(score),
    hand: hand === "-" ? [] : hand.split(","),
    plates: plates === "-" ? [] : plates.split(","),
    swaps: Number(swaps),
  };
}

/**
 * @param {string} word
 * @param {string[]} names
 * @param {string} where
 */
function pileOf(word, names, where) {
  const counts = word.split(".");
  if (counts.length !== names.length) {
    const parts = { n: names.length, given: quoted(word) };
    throw new Reader(word, where).fail("counts_expected", parts);
  }
  return Object.fromEntries(names.map((name, n) => [name, numberOf(counts[n], where)]));
}

/**
 * @param {string} word
 * @param {Record<string, any>} usual
 */
function optionsIn(word, usual) {
  const options = { ...usual };
  for (const pair of word === "-" ? [] : word.split(",")) {
    const [name, ...others] = pair.split("=");
    const value = others.join("=");
    if (!Object.hasOwn(usual, name)) {
      throw new Reader(word, "options").fail("no_such_option", { name: quoted(name) });
    }
    if (name === "board") options[name] = value.split("/");
    else if (typeof options[name] === "string") options[name] = value;
    else options[name] = plain(value, `options.${name}`);
  }
  return options;
}

/**
 * @param {string} value as JSON has it
 * @param {string} where
 */
function plain(value, where) {
  try {
    return JSON.parse(value);
  } catch {
    throw new Reader(value, where).fail("unreadable", { typed: quoted(value) });
  }
}
