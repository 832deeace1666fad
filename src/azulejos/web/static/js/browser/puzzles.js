// Puzzles on the site: a game's file of them, and each told as `puzzle_view` tells it on a service. What a
// move leads to the compiled rules say; what it gives away stands in the file (`puzzles/puzzle.py`).

import { Game } from "./game.js";
import { shown } from "./engine.js";
import { pageAt } from "./site.js";
import { sentence } from "./why.js";

/** @import { Addresses, Line, PuzzleShown } from "../puzzle.js" */
/** @import { Index } from "../puzzle_log.js" */
/** @import { Play } from "./game.js" */
/** @import { Sentences } from "./why.js" */

/**
 * A puzzle as the file has it.
 * @typedef {object} Stored
 * @property {string} id
 * @property {string} position
 * @property {number} rating
 * @property {number} rd
 * @property {number} share
 * @property {string} losses
 * @property {boolean} [proven]
 * @property {string[]} themes
 * @property {string} line
 * @property {[string, ...[string, number, number?][]][]} wrong
 */

/** @typedef {{ levels: number[], puzzles: Stored[] }} Collection */

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const STEPS = 50; // losses are in fiftieths of a win
const GUESSES = 32; // of hidden hands, until one lets a reply be made
const FOLDER = new URL("../../puzzles/", import.meta.url);

/** @type {Map<string, Promise<Collection>>} */
const loaded = new Map();

/**
 * The puzzles of a game.
 * @param {string} game
 */
export function collectionOf(game) {
  const found = loaded.get(game) ?? fetched(game);
  loaded.set(game, found);
  return found;
}

/**
 * @param {string} game
 * @returns {Promise<Collection>}
 */
async function fetched(game) {
  const response = await fetch(new URL(`${game}.jsonl`, FOLDER));
  if (!response.ok) throw new Error(`${game}: ${response.status}`);
  const [head, ...puzzles] = (await response.text()).split("\n").filter(Boolean).map((line) =>
    JSON.parse(line)
  );
  return { levels: head.levels, puzzles };
}

/**
 * The kind of a puzzle's game: the tables of puzzles of a kind look alike.
 * @param {Stored} puzzle
 */
export function kindOf({ themes }) {
  const own = themes.filter((theme) => theme.includes(":")).map((theme) => theme.split(":")[1]);
  return own.join("-") || "usual";
}

/**
 * What a page needs to choose a puzzle.
 * @param {string} game
 * @returns {Promise<Index>}
 */
export async function indexOf(game) {
  const { levels, puzzles } = await collectionOf(game);
  const kinds = [...new Set(puzzles.map(kindOf))];
  const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort();
  return {
    ...{ game, levels, kinds, themes },
    puzzles: puzzles.map((puzzle) => {
      const of = puzzle.themes.map((theme) => themes.indexOf(theme));
      return [puzzle.id, puzzle.rating, puzzle.rd, kinds.indexOf(kindOf(puzzle)), of];
    }),
  };
}

/** Where a script finds puzzles. @returns {Addresses} */
export function addresses() {
  return {
    all: pageAt("puzzles/"),
    page: `${pageAt("puzzles/one/")}?game={game}&id={id}`,
    data: "",
    index: indexOf,
  };
}

/**
 * A puzzle with all that its page needs.
 * @param {Play} by
 * @param {Stored} puzzle
 * @param {Sentences} sentences
 * @param {string} answer what the answer is called in a sentence
 * @returns {PuzzleShown}
 */
export function puzzleShown(by, puzzle, sentences, answer) {
  const game = Game.ofPosition(by, puzzle.position, true);
  const player = game.turn ?? 0;
  const legal = game.kernel.legal(game.state).map((action) => game.kernel.text(action));
  const [first, ...wrong] = [puzzle.line, ...puzzle.wrong.map(([line]) => line)]
    .map((line) => lineOf(game, line, player));
  const lines = wrong.map((line, n) => {
    const [, reason] = puzzle.wrong[n];
    if (!reason) return { ...line, why: "" };
    const [code, points, count] = reason;
    return { ...line, why: sentence({ code, points, count }, answer, sentences) };
  });
  const { table } = shown(game);
  const mine = { legal: game.kernel.shown(game.state).map((action) => game.kernel.text(action)) };
  return {
    ...{ id: puzzle.id, game: game.name, kind: kindOf(puzzle), themes: puzzle.themes },
    ...{ rating: puzzle.rating, deviation: puzzle.rd, proven: puzzle.proven ?? false },
    ...{ share: puzzle.share, player, position: puzzle.position },
    table: {
      ...{ ...table, ...mine, position: game.view(player), mine: [player], viewer: player },
      ...{ opening: [], moves: [] },
    },
    losses: Object.fromEntries(
      legal.map((move, n) => [move, LETTERS.indexOf(puzzle.losses[n]) / STEPS]),
    ),
    after: Object.fromEntries(
      legal.map((move) => [move, { "=": after(game, [move]).view(player) }]),
    ),
    lines: [{ ...first, why: "" }, ...lines],
  };
}

/**
 * @param {Game} game
 * @param {string[]} moves
 */
function after(game, moves) {
  const going = game.copy();
  for (const move of moves) going.play(move);
  return going;
}

/**
 * A line: who makes each move, and what it leads to.
 * @param {Game} game
 * @param {string} text
 * @param {number} player
 * @returns {Omit<Line, "why">}
 */
function lineOf(game, text, player) {
  const [made, reply] = text.split(" ?");
  const moves = made.split(" ");
  const steps = moves.map((move, n) => ({
    move,
    player: after(game, moves.slice(0, n)).turn ?? 0,
    after: { "=": after(game, moves.slice(0, n + 1)).view(player) },
  }));
  return { steps, reply: reply ? replyOf(game, moves, reply) : null };
}

/**
 * What others could answer if they hold it, with the points it would bring them.
 * @param {Game} game
 * @param {string[]} moves
 * @param {string} reply
 * @returns {Line["reply"]}
 */
function replyOf(game, moves, reply) {
  const { kernel, state } = game;
  const turn = kernel.turn(state) ?? 0;
  for (let seed = 0; seed < GUESSES; seed++) {
    let guess = kernel.determinize(state, turn, seed);
    try {
      for (const move of [...moves, reply]) {
        if (kernel.isChance(guess)) guess = kernel.draw(guess).state;
        const whose = kernel.turn(guess);
        if (move === reply && (whose === null || (whose - turn) % kernel.sides(guess) === 0)) {
          return null; // nobody is to answer
        }
        const next = kernel.play(guess, kernel.action(move) ?? -1).state;
        if (move === reply && whose !== null) {
          const points = kernel.scores(next)[whose] - kernel.scores(guess)[whose];
          return { move: reply, player: whose, points };
        }
        guess = next;
      }
    } catch { // in this guess they do not hold it
    }
  }
  return { move: reply, player: null, points: null };
}

/**
 * The address of the page on which the puzzles of a kind are shown.
 * @param {string} game
 * @param {Stored} puzzle
 * @param {URLSearchParams} query
 */
export function pageOf(game, puzzle, query) {
  const more = new URLSearchParams(query);
  more.delete("game");
  more.set("id", puzzle.id);
  return `${pageAt(`puzzles/${game}/${kindOf(puzzle)}/`)}?${more}`;
}
