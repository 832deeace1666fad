// A position of Azul that comes from outside, as data or in one line, as the state of a game: its form is
// read here, as `position.py` does; what it must agree with the compiled rules say.

import { quoted, Reader } from "../../js/browser/reader.js";

/** @import { Kernel, State } from "../../js/browser/kernel.js" */
/** @import { Position } from "./types.js" */

const COLOURS = "BYRKW";
const LETTERS = [...COLOURS];
const ON_FLOOR = [...COLOURS, "M"];
const WALLS = ["coloured", "grey"];
const PHASES = ["deal", "offer", "tiling", "over"];
const PHASE_LETTERS = "dotx";
const KEYS = [
  ...["players", "wall", "round", "turn", "phase", "first", "marker_in_centre", "factories"],
  ...["centre", "bag", "lid", "boards", "idle", "idle_limit"],
];
const OF_A_COLOUR = 20, FLOOR_SPACES = 7, SOURCES = 10, MOST_PLAYERS = 4, LINES = 5;
/** Far above what any game reaches, within what a state can hold. */
const MOST = 30_000;
const LONGEST = 1000;

/**
 * The state of a position.
 * @param {Kernel} kernel
 * @param {any} position
 * @returns {State}
 */
export function toState(kernel, position) {
  const data = new Reader(position);
  data.mapping(KEYS);
  const { min, max } = kernel.data.players;
  const players = data.at("players").number(min, max);
  const wall = WALLS[data.at("wall").word(WALLS)];
  const phase = data.at("phase").word(PHASES);
  const round = data.at("round").number(1, MOST);
  const first = data.at("first").number(0, players - 1);
  const marker = data.at("marker_in_centre").flag();
  const most = kernel.data.options.properties.idle_limit.maximum;
  const limit = data.at("idle_limit").number(1, most);
  const idle = data.at("idle").number(0, limit);
  const turn = data.at("turn");
  if (PHASES[phase] === "over" && turn.data !== null) {
    throw turn.fail("turn_at_end", { given: quoted(turn.data) });
  }
  const mover = PHASES[phase] === "over" ? first : turn.number(0, players - 1);
  const factories = data.at("factories").items({ length: 2 * players + 1 });
  const sources = [data.at("centre"), ...factories].map(packed);
  const boards = data.at("boards").items({ length: players }).map(readBoard);
  return kernel.placed(kernel.written(kernel.begin({ players, wall, idle_limit: limit, first }), {
    phase,
    round_number: round,
    marker_in_centre: Number(marker),
    idle,
    turn: mover,
    sources: padded(sources, SOURCES, 0),
    bag: packed(data.at("bag")),
    lid: packed(data.at("lid")),
    score: boards.map(({ score }) => score),
    shows: padded(boards.map(({ shows }) => shows), MOST_PLAYERS, Array(LETTERS.length).fill(0)),
    line_count: padded(boards.map(({ counts }) => counts), MOST_PLAYERS, Array(LINES).fill(0)),
    line_colour: padded(boards.map(({ colours }) => colours), MOST_PLAYERS, Array(LINES).fill(0)),
    floor: padded(boards.map(({ floor }) => floor), MOST_PLAYERS, 0),
    floor_count: padded(boards.map(({ fallen }) => fallen), MOST_PLAYERS, 0),
  }));
}

/**
 * @template T
 * @param {T[]} items
 * @param {number} length
 * @param {T} nothing
 */
function padded(items, length, nothing) {
  return [...items, ...Array(length - items.length).fill(nothing)];
}

/** @param {Reader} heap counts of the colours, as the rules pack them: six bits each */
function packed(heap) {
  return heap.items({ length: LETTERS.length })
    .reduce((sum, item, colour) => sum + (item.number(0, OF_A_COLOUR) << (6 * colour)), 0);
}

/** @param {Reader} board */
function readBoard(board) {
  board.mapping(["score", "lines", "wall", "floor"]);
  const shows = Array(LETTERS.length).fill(0);
  board.at("wall").items({ length: 5 }).forEach((row, y) =>
    row.items({ length: 5 }).forEach((space, x) => {
      if (space.data !== null) shows[space.word(LETTERS)] |= 1 << (5 * y + x);
    })
  );
  const lines = board.at("lines").items({ length: LINES }).map((line, number) => {
    line.mapping(["colour", "count"]);
    const colour = line.at("colour");
    const count = line.at("count").number(0, number + 1);
    if (!count && colour.data !== null) throw colour.fail("empty_line_colour");
    return { count, colour: count ? colour.word(LETTERS) : 0 };
  });
  const lying = board.at("floor").items({ most: FLOOR_SPACES }).map((one) => one.word(ON_FLOOR));
  return {
    score: board.at("score").number(0, MOST),
    shows,
    counts: lines.map(({ count }) => count),
    colours: lines.map(({ colour }) => colour),
    floor: lying.reduce((floor, one, space) => floor | (one + 1) << (3 * space), 0),
    fallen: lying.length,
  };
}

/**
 * What a position says of the options of its game.
 * @param {Position} position
 */
export function optionsOf({ players, wall, first, idle_limit }) {
  return { players, wall, first, idle_limit };
}

// ── As text ──────────────────────────────────────────────────────────────────────────────────────

/**
 * A position in one line.
 * @param {Position} position
 */
export function toText(position) {
  const { players, wall, round, idle, idle_limit: limit, phase, turn, first } = position;
  return [
    "azul",
    `${players}${wall[0]}`,
    `${round}/${idle}/${limit}`,
    `${PHASE_LETTERS[PHASES.indexOf(phase)]}${turn ?? ""}`,
    `${first}${position.marker_in_centre ? "*" : ""}`,
    position.factories.map(letters).join(","),
    letters(position.centre),
    position.bag.join("."),
    position.lid.join("."),
    ...position.boards.map(({ score, lines, wall: tiled, floor }) =>
      [
        score,
        lines.map(({ colour, count }) => (count ? `${colour}${count}` : "-")).join("/"),
        tiled.map((row) => row.map((space) => space ?? ".").join("")).join("/"),
        floor.join("") || "-",
      ].join(";")
    ),
  ].join(" ");
}

/** @param {number[]} counts */
function letters(counts) {
  return counts.map((n, colour) => COLOURS[colour].repeat(n)).join("") || "-";
}

const HEAP = `(?:-|[${COLOURS}]{1,100})`;
const TILES = String.raw`\d{1,3}(?:\.\d{1,3}){4}`;
const TEXT = new RegExp(
  String
    .raw`^azul (?<players>[2-4])(?<wall>[cg]) (?<round>\d{1,5})/(?<idle>\d{1,3})/(?<limit>\d{1,3})` +
    String.raw` (?<phase>[dotx])(?<turn>\d?) (?<first>\d)(?<marker>\*?)` +
    ` (?<factories>${HEAP}(?:,${HEAP}){0,8}) (?<centre>${HEAP})` +
    ` (?<bag>${TILES}) (?<lid>${TILES}) (?<boards>.*)$`,
);
const BOARD = new RegExp(
  String.raw`^(?<score>\d{1,5});(?<lines>(?:-|[${COLOURS}]\d)(?:/(?:-|[${COLOURS}]\d)){4})` +
    `;(?<wall>[${COLOURS}.]{5}(?:/[${COLOURS}.]{5}){4});(?<floor>-|[${COLOURS}M]{1,7})$`,
);
const EXAMPLE = "azul 2c 1/0/50 o0 0* BBYR,KKWW,RRKW,BYKW,BYRW - 16.17.16.16.15 0.0.0.0.0 " +
  "0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-";

/**
 * The position of a line of text, as data that `toState` still has to look at.
 * @param {string} text
 * @returns {any}
 */
export function fromText(text) {
  const found = text.length <= LONGEST ? TEXT.exec(text.trim())?.groups : null;
  if (!found) throw new Reader(text).fail("no_position", { typed: quoted(text), example: EXAMPLE });
  return {
    players: Number(found.players),
    wall: WALLS.find((wall) => wall[0] === found.wall),
    round: Number(found.round),
    turn: found.turn ? Number(found.turn) : null,
    phase: PHASES[PHASE_LETTERS.indexOf(found.phase)],
    first: Number(found.first),
    marker_in_centre: found.marker === "*",
    factories: found.factories.split(",").map(countsOf),
    centre: countsOf(found.centre),
    bag: found.bag.split(".").map(Number),
    lid: found.lid.split(".").map(Number),
    boards: found.boards.split(/\s+/).filter(Boolean).map(boardOf),
    idle: Number(found.idle),
    idle_limit: Number(found.limit),
  };
}

/** @param {string} heap */
function countsOf(heap) {
  return LETTERS.map((letter) => heap.split(letter).length - 1);
}

/**
 * @param {string} text
 * @param {number} number
 */
function boardOf(text, number) {
  const board = BOARD.exec(text)?.groups;
  if (!board) {
    throw new Reader(text, `boards[${number}]`).fail("no_board", { typed: quoted(text) });
  }
  return {
    score: Number(board.score),
    lines: board.lines.split("/").map((line) =>
      line === "-" ? { colour: null, count: 0 } : { colour: line[0], count: Number(line[1]) }
    ),
    wall: board.wall.split("/").map((row) => [...row].map((space) => space === "." ? null : space)),
    floor: board.floor === "-" ? [] : [...board.floor],
  };
}
