// The rules of a game, compiled to WebAssembly: the kernel contract over states that are bytes.
//
// A state is a Uint8Array of `stateSize` bytes. No call changes a state that it is given; what comes
// back is a new one. Nothing here knows a rule.

import { numbersOf, readRecord } from "./records.js";
import { bytesOf } from "./files.js";

/** @import { Fact, GameData, GroupsOfChance } from "./types.js" */
/** @import { Numbers } from "./records.js" */
/** @import { Source } from "./files.js" */

/** @typedef {Uint8Array<ArrayBuffer>} State */
/** @typedef {(...numbers: number[]) => number} Export */

/**
 * @typedef {object} Positions how a game reads and writes positions as plain data
 * @property {(kernel: Kernel, position: any) => State} toState of plain data
 * @property {(text: string, kernel: Kernel) => any} fromText plain data of one line
 */

/** What WebAssembly itself counts memory by. */
const PAGE = 1 << 16;

/** Why something is refused: a code with parts, of which words are made where they are read. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {Record<string, any>} [parts]
   * @param {string[]} [place] where it is wrong, from the outermost in
   * @param {string} [english]
   */
  constructor(code, parts = {}, place = [], english = code) {
    super(english);
    this.code = code;
    this.parts = parts;
    this.place = place;
  }
}

/** Whether this is where games can be played: WebAssembly with vectors (SIMD). */
export function isSupported() {
  // A module with one function, which makes a vector of zeros and drops it.
  const smallest = [
    ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0],
    ...[10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11],
  ];
  return typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(smallest));
}

/**
 * The kernel of a game.
 *
 * @param {string} game
 * @param {Source} source the folder of its files, or a function that gives each of them
 */
export async function loadKernel(game, source) {
  if (!isSupported()) {
    throw new Refusal("no_simd", {}, [], "this browser is too old: it lacks WebAssembly SIMD");
  }
  const [data, code] = await Promise.all([
    bytesOf(source, `${game}.json`),
    bytesOf(source, `${game}.wasm`),
  ]);
  const { instance } = await WebAssembly.instantiate(code, {});
  return new Kernel(JSON.parse(new TextDecoder().decode(data)), instance);
}

export class Kernel {
  /**
   * @param {GameData} data
   * @param {WebAssembly.Instance} instance
   */
  constructor(data, instance) {
    this.data = data;
    this.game = data.game;
    this.exports = /** @type {Record<string, Export>} */ (instance.exports);
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    this.stateSize = data.layout.state.size;
    this.roomAt = this.exports.room();
    /** @type {Map<string, Numbers>} */
    this.views = new Map();
    this.heap = /** @type {WebAssembly.Global} */ (instance.exports.__heap_base).value;
    /** @type {Positions | null} */
    this.positions = null;
    /** @type {Map<string, number>} */
    this.numbers = new Map(data.actions.map((text, action) => [text, action]));
    for (const [text, action] of Object.entries(data.spellings)) {
      this.numbers.set(text, action);
    }
  }

  // ── Memory ────────────────────────────────────────────────────────────────────────────────────

  /**
   * A field of the module's room, as it lies in memory.
   *
   * @param {string} name
   */
  room(name) {
    let view = this.views.get(name);
    if (view === undefined || view.buffer !== this.memory.buffer) { // it has grown
      const field = this.data.layout.room.fields[name];
      view = numbersOf(this.memory.buffer, this.roomAt, field);
      this.views.set(name, view);
    }
    return view;
  }

  /**
   * A field of few numbers, none of them beyond 53 bits.
   *
   * @param {string} name
   * @param {number} [n] how many of them
   * @returns {number[]}
   */
  read(name, n) {
    return Array.from(/** @type {Int32Array} */ (this.room(name).subarray(0, n)), Number);
  }

  /**
   * Write a field's first number.
   *
   * @param {string} name
   * @param {number | bigint} value
   */
  write(name, value) {
    const room = this.room(name);
    room[0] = room instanceof BigInt64Array || room instanceof BigUint64Array
      ? BigInt(value)
      : /** @type {any} */ (value);
  }

  /**
   * Memory of so many bytes behind all that there is, for whoever asks first.
   *
   * @param {number} size
   * @returns {number} its address
   */
  claim(size) {
    const at = (this.heap + 15) & ~15;
    this.claimMore(at + size - this.heap);
    return at;
  }

  /**
   * So much more of it for whoever was last to claim some.
   *
   * @param {number} size
   */
  claimMore(size) {
    this.heap += size;
    const missing = this.heap - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE));
    }
  }

  /** @param {State} state */
  put(state) {
    if (state.length !== this.stateSize) {
      throw new TypeError(`expected a state of ${this.game}: ${this.stateSize} bytes`);
    }
    /** @type {Uint8Array} */ (this.room("states")).set(state);
  }

  /** @returns {State} */
  take() {
    return /** @type {State} */ (this.room("states")).slice(0, this.stateSize);
  }

  // ── Looking ───────────────────────────────────────────────────────────────────────────────────

  /**
   * All fields of a state, by name.
   *
   * @param {State} state
   */
  fields(state) {
    return readRecord(state, this.data.layout.state);
  }

  /**
   * @param {State} state
   * @param {string} name of a field of one number
   * @returns {number}
   */
  field(state, name) {
    const field = this.data.layout.state.fields[name];
    const aligned = state.byteOffset % 8 === 0 ? state : state.slice();
    return Number(numbersOf(aligned.buffer, aligned.byteOffset, field)[0]);
  }

  /** @param {State} state */
  phase(state) {
    return this.data.phases[this.field(state, "phase")];
  }

  /** @param {State} state */
  players(state) {
    return this.field(state, "players");
  }

  /**
   * Whose turn it is; null at the end.
   *
   * @param {State} state
   */
  turn(state) {
    return this.isOver(state) ? null : this.field(state, "turn");
  }

  /** @param {State} state */
  isOver(state) {
    return this.#ask(state, "is_over") !== 0;
  }

  /** @param {State} state */
  isChance(state) {
    return this.#ask(state, "is_chance") !== 0;
  }

  /**
   * The player to decide; −1 where chance is next, and at the end.
   *
   * @param {State} state
   */
  toMove(state) {
    return this.#ask(state, "to_move");
  }

  /** @param {State} state */
  sides(state) {
    return this.#ask(state, "sides");
  }

  /**
   * @param {State} state
   * @param {number} player
   */
  sideOf(state, player) {
    return player % this.sides(state);
  }

  /** @param {State} state */
  hasSecrets(state) {
    return this.#ask(state, "has_secrets") !== 0;
  }

  /**
   * The round, from 1; null in a game without rounds.
   *
   * @param {State} state
   */
  roundOf(state) {
    return this.#ask(state, "round_of") || null;
  }

  /**
   * The legal actions, ascending.
   *
   * @param {State} state
   */
  legal(state) {
    return this.read("actions", this.#ask(state, "legal"));
  }

  /**
   * Those of them that are shown to the player to act.
   *
   * @param {State} state
   */
  shown(state) {
    return this.read("actions", this.#ask(state, "shown"));
  }

  /**
   * A 1 for every legal action and a 0 for every other.
   *
   * @param {State} state
   */
  mask(state) {
    this.#ask(state, "mask");
    return new Uint8Array(this.read("allowed"));
  }

  /**
   * @param {State} state
   * @param {number} action
   */
  isLegal(state, action) {
    return this.#ask(state, "is_legal", action) !== 0;
  }

  /**
   * Why an action is not legal; null if it is.
   *
   * @param {State} state
   * @param {number} action
   * @returns {{ code: string, parts: Record<string, any> } | null}
   */
  whyIllegal(state, action) {
    const number = this.#ask(state, "refusal", action);
    if (number < 0) {
      return null;
    }
    const { code, parts } = this.data.refusals[number];
    return { code, parts: this.#inWords(this.#partsOf(parts)) };
  }

  /** @param {State} state */
  scores(state) {
    this.#ask(state, "scores");
    return this.read("points", this.players(state));
  }

  /**
   * What players are compared by: the scores, unless a way to play counts something else.
   *
   * @param {State} state
   */
  points(state) {
    this.#ask(state, "compared");
    return this.read("points", this.players(state));
  }

  /**
   * Numbers that order the players as the result would.
   *
   * @param {State} state
   */
  standings(state) {
    this.#ask(state, "standings");
    return this.read("ranks", this.players(state));
  }

  /**
   * Every player's share of the win; before the end zeros.
   *
   * @param {State} state
   */
  returns(state) {
    this.#ask(state, "returns");
    return this.read("shares", this.players(state));
  }

  /** @param {State} state */
  winners(state) {
    return this.returns(state).flatMap((share, player) => share > 0 ? [player] : []);
  }

  /**
   * The points that actions give the player to act at once, where they give any.
   *
   * @param {State} state
   * @param {number[]} [actions] legal ones; if none are given, those that are shown
   * @returns {Map<number, number>}
   */
  gains(state, actions = this.shown(state)) {
    this.put(state);
    this.room("actions").set(/** @type {any} */ (actions));
    this.exports.gains(actions.length);
    const gained = this.read("gains", actions.length);
    /** @type {Map<number, number>} */
    const told = new Map();
    actions.forEach((action, i) => gained[i] !== 0 && told.set(action, gained[i]));
    return told;
  }

  /**
   * What a legal action would do for the player to act, with what is certain to follow from it.
   *
   * @param {State} state
   * @param {number} action
   * @returns {Fact[]}
   */
  foreseen(state, action) {
    this.put(state);
    const turn = this.turn(state);
    const { facts } = this.#told(() => this.exports.foresee(action));
    return facts.filter(({ player }) => player === turn);
  }

  /**
   * What a player may know, as numbers.
   *
   * @param {State} state
   * @param {number} player
   */
  observe(state, player) {
    this.#ask(state, "observe", player);
    return this.read("observation");
  }

  // ── Playing ───────────────────────────────────────────────────────────────────────────────────

  /**
   * A game before any chance. What is not chosen is usual.
   *
   * @param {Record<string, any> & { players: number, first?: number | null, seed?: number | bigint }} options
   * @returns {State}
   */
  begin(options) {
    const { players, first, seed, ...choices } = options;
    const { min, max } = this.data.players;
    if (!Number.isInteger(players) || players < min || players > max) {
      throw new Refusal("out_of_range", { least: min, most: max, given: players }, ["players"]);
    }
    if (first !== undefined && first !== null && !(first >= 0 && first < players)) {
      throw new Refusal("out_of_range", { least: 0, most: players - 1, given: first }, ["first"]);
    }
    const numbers = this.#numbersOf(choices);
    this.put(this.reseeded(new Uint8Array(this.stateSize), seed));
    const room = /** @type {BigInt64Array} */ (this.room("choices"));
    room.set(numbers.map(BigInt));
    if (!this.exports.begin(players, first ?? -1)) {
      throw new Refusal("not_together", {}, [], "there is no game with these options together");
    }
    return this.take();
  }

  /**
   * Play a legal action; chance that it calls for is left pending. A Refusal if it is not legal.
   *
   * @param {State} state
   * @param {number} action
   */
  play(state, action) {
    const why = this.whyIllegal(state, action);
    if (why !== null) {
      throw new Refusal(why.code, why.parts, [this.text(action)]);
    }
    return this.#told(() => this.exports.tell(action));
  }

  /**
   * Take the next chance step with an outcome that is possible.
   *
   * @param {State} state
   * @param {number} outcome
   */
  give(state, outcome) {
    if (!this.isChance(state) || !(this.chanceWeights(state)[outcome] > 0)) {
      throw new Refusal("not_possible", { outcome }, [], "chance cannot give this here");
    }
    this.put(state);
    return this.#told(() => this.exports.tell_chance(outcome));
  }

  /**
   * Take all chance steps that are due, by the state's own generator.
   *
   * @param {State} state
   * @returns {{ state: State, facts: Fact[], outcomes: number[] }}
   */
  draw(state) {
    const outcomes = this.read("outcomes", this.#ask(state, "sample_chance"));
    const after = this.take(); // its generator has gone on
    const { facts } = this.tellAll(state, outcomes);
    return { state: after, outcomes, facts };
  }

  /**
   * Take chance steps with these outcomes, which are possible.
   *
   * @param {State} state
   * @param {number[]} outcomes
   */
  tellAll(state, outcomes) {
    this.put(state);
    return this.#told(() => outcomes.forEach((outcome) => this.exports.tell_chance(outcome)));
  }

  /**
   * The same state with another generator; without a seed an unpredictable one.
   *
   * @param {State} state
   * @param {number | bigint} [seed]
   * @returns {State}
   */
  reseeded(state, seed) {
    const copy = state.slice();
    const generator = numbersOf(copy.buffer, 0, this.data.layout.state.fields.generator);
    generator[0] = seed === undefined
      ? crypto.getRandomValues(new BigUint64Array(1))[0]
      : BigInt.asUintN(64, BigInt(seed));
    return copy;
  }

  /**
   * The weight of each outcome of the next chance step.
   *
   * @param {State} state
   */
  chanceWeights(state) {
    this.#ask(state, "chance_weights");
    return this.read("weights");
  }

  // ── What a player knows ───────────────────────────────────────────────────────────────────────

  /**
   * A state without what a player cannot know: equal for any two that the player cannot tell apart.
   *
   * @param {State} state
   * @param {number} player
   */
  conceal(state, player) {
    this.#ask(state, "conceal", player);
    return this.take();
  }

  /**
   * A guess at what a player cannot know, which agrees with what the player knows.
   *
   * @param {State} state
   * @param {number} player
   * @param {number | bigint} seed below 2⁶³
   */
  determinize(state, player, seed) {
    this.write("seed", BigInt(seed));
    this.#ask(state, "determinize", player);
    return this.take();
  }

  /**
   * The action of the greedy player, a fixed reference.
   *
   * @param {State} state
   */
  greedy(state) {
    return this.#ask(state, "greedy");
  }

  // ── Positions ─────────────────────────────────────────────────────────────────────────────────

  /**
   * The state of a position as plain data or in one line. A Refusal if nobody here reads positions.
   *
   * @param {any} position
   * @returns {State}
   */
  stateOf(position) {
    if (this.positions === null) {
      throw new Refusal("no_positions", {}, ["position"], "expected a state or a record here");
    }
    const { fromText, toState } = this.positions;
    return toState(this, typeof position === "string" ? fromText(position, this) : position);
  }

  /**
   * A state in which these fields are others: numbers, in nested arrays where a field has a shape.
   *
   * @param {State} state
   * @param {Record<string, any>} fields
   * @returns {State}
   */
  written(state, fields) {
    const copy = state.slice();
    for (const [name, value] of Object.entries(fields)) {
      const numbers = numbersOf(copy.buffer, 0, this.data.layout.state.fields[name]);
      const isLong = numbers instanceof BigInt64Array || numbers instanceof BigUint64Array;
      [value].flat(Infinity).forEach((/** @type {any} */ number, /** @type {number} */ i) => {
        numbers[i] = isLong ? BigInt(number) : number;
      });
    }
    return copy;
  }

  /**
   * A state that a position was written into, complete: what follows from what it tells. A Refusal
   * says why it cannot be.
   *
   * @param {State} state
   * @returns {State}
   */
  placed(state) {
    const number = this.#ask(state, "place");
    if (number >= 0) {
      const { code, parts, place } = this.data.impossible[number];
      const numbers = this.#partsOf(parts);
      const where = place.replace(/\{(\w+)\}/g, (_whole, name) => String(numbers[name]));
      throw new Refusal(code, this.#inWords(numbers), where ? [where] : []);
    }
    return this.take();
  }

  // ── Texts ─────────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {number} action
   */
  text(action) {
    return this.data.actions[action];
  }

  /**
   * The action that a text means; null if it means none.
   *
   * @param {string} text
   * @returns {number | null}
   */
  action(text) {
    return this.numbers.get(text) ?? null;
  }

  /**
   * Whether a text is chance, not a move.
   *
   * @param {string} text
   */
  isChanceText(text) {
    return this.data.chance.marks.some((mark) => text.startsWith(mark));
  }

  /**
   * What chance gave, as records have it. players: of the game.
   *
   * @param {number} players
   * @param {number[]} outcomes
   * @returns {string[]}
   */
  chanceTexts(players, outcomes) {
    const { groups, texts } = this.data.chance;
    if (outcomes.length === 0) {
      return [];
    }
    if (groups === undefined) {
      return outcomes.map((outcome) => /** @type {string[]} */ (texts)[outcome]);
    }
    const written = Array.from({ length: groups.counts[players] }, (_, i) => {
      const group = outcomes.slice(i * groups.size, (i + 1) * groups.size).sort((a, b) => a - b);
      return group.map((outcome) => groups.letters[outcome]).join("") || groups.none;
    });
    return [groups.mark + written.join(" ")];
  }

  /**
   * The outcomes that a text of chance means in a state where chance is next.
   *
   * @param {State} state
   * @param {string} text
   * @returns {number[]}
   */
  outcomes(state, text) {
    const { groups, texts, spellings } = this.data.chance;
    if (groups !== undefined) {
      return this.#outcomesInGroups(state, text, groups);
    }
    const found = spellings?.[text] ?? /** @type {string[]} */ (texts).indexOf(text);
    if (found < 0) {
      throw new Refusal("no_draw", { typed: text });
    }
    return [found];
  }

  /**
   * Each group is drawn in an order in which chance can give it.
   *
   * @param {State} state
   * @param {string} text
   * @param {GroupsOfChance} groups
   */
  #outcomesInGroups(state, text, { mark, size, letters, none, counts }) {
    const written = text.slice(mark.length).trim().split(/\s+/);
    const right = (/** @type {string} */ group) =>
      group === none || (group.length <= size && [...group].every((c) => letters.includes(c)));
    if (!text.startsWith(mark) || !written.every(right)) {
      throw new Refusal("no_deal", { typed: text });
    }
    const expected = counts[this.players(state)];
    if (written.length !== expected) {
      throw new Refusal("groups_expected", { n: expected, given: written.length }, [text]);
    }
    const outcomes = [];
    let now = state;
    for (const group of written) {
      const left = group === none ? [] : [...group].map((letter) => letters.indexOf(letter));
      while (left.length > 0) {
        const weights = this.isChance(now) ? this.chanceWeights(now) : [];
        const next = left.findIndex((outcome) => weights[outcome] > 0);
        if (next < 0) {
          throw new Refusal("not_possible", { text }, [text], "chance cannot give this here");
        }
        const [outcome] = left.splice(next, 1);
        now = this.give(now, outcome).state;
        outcomes.push(outcome);
      }
    }
    if (this.isChance(now)) {
      throw new Refusal("not_possible", { text }, [text], "chance has more to give");
    }
    return outcomes;
  }

  // ── Within ────────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {State} state
   * @param {string} name
   * @param {number[]} numbers
   */
  #ask(state, name, ...numbers) {
    this.put(state);
    return this.exports[name](...numbers);
  }

  /**
   * The state after something that tells what it does, and what it told.
   *
   * @param {() => void} change
   * @returns {{ state: State, facts: Fact[] }}
   */
  #told(change) {
    const facts = this.room("facts");
    facts[0] = 0;
    change();
    return { state: this.take(), facts: this.#facts() };
  }

  /**
   * The parts of a reason, as the rules have left them.
   *
   * @param {string[]} names
   * @returns {Record<string, number>}
   */
  #partsOf(names) {
    const numbers = this.read("parts");
    return Object.fromEntries(names.map((name, i) => [name, numbers[i]]));
  }

  /**
   * The same, where numbers stand for words with these words.
   *
   * @param {Record<string, number>} parts
   * @returns {Record<string, any>}
   */
  #inWords(parts) {
    const { part_words: words } = this.data;
    return Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, words[name]?.[part] ?? part]),
    );
  }

  /** @returns {Fact[]} */
  #facts() {
    const [, width] = this.data.layout.room.fields.facts.shape;
    const numbers = this.read("facts");
    return Array.from({ length: numbers[0] }, (_, i) => {
      const [kind, player, points, ...rest] = numbers.slice((i + 1) * width, (i + 2) * width);
      const { name, fields } = this.data.facts[kind];
      return {
        kind: name,
        player: player < 0 ? null : player,
        points,
        ...Object.fromEntries(fields.map((field, j) => [field, rest[j]])),
      };
    });
  }

  /**
   * Options as compiled rules take them: see `core.options.as_numbers`.
   *
   * @param {Record<string, any>} choices
   */
  #numbersOf(choices) {
    const { properties } = this.data.options;
    for (const name of Object.keys(choices)) {
      if (!(name in properties)) {
        throw new Refusal("no_such_option", { name }, [name]);
      }
    }
    const numbers = Object.keys(properties).map(() => 0);
    for (const [place, [name, option]] of Object.entries(properties).entries()) {
      const value = choices[name] === undefined ? option.default : choices[name];
      if (option.type === "array") {
        numbers[place] = numbers.length;
        const text = checkedRows(name, option, value).join("/");
        numbers.push(...[...text].map((letter) => letter.charCodeAt(0)), 0);
      } else {
        numbers[place] = numberOf(name, option, value);
      }
    }
    return numbers;
  }
}

/**
 * @param {string} name
 * @param {any} option its JSON Schema
 * @param {any} value
 */
function numberOf(name, option, value) {
  if (option.enum !== undefined) {
    const place = option.enum.indexOf(value);
    if (place < 0) {
      throw new Refusal("not_a_choice", { known: option.enum, given: value }, [name]);
    }
    return place;
  }
  if (option.type === "boolean") {
    if (typeof value !== "boolean") {
      throw new Refusal("expected_flag", { given: value }, [name]);
    }
    return Number(value);
  }
  if (value === null && option.type.includes("null")) {
    return -1;
  }
  if (!Number.isInteger(value) || value < option.minimum || value > option.maximum) {
    const { minimum: least, maximum: most } = option;
    throw new Refusal("out_of_range", { least, most, given: value }, [name]);
  }
  return value;
}

/**
 * @param {string} name
 * @param {any} option
 * @param {any} value
 * @returns {string[]}
 */
function checkedRows(name, option, value) {
  const letters = new RegExp(option.items.pattern ?? "^[^/]*$");
  const right = Array.isArray(value) && value.length > 0 && value.length <= option.maxItems &&
    value.every((row) => typeof row === "string" && letters.test(row)) &&
    value.every((row) => row.length === value[0].length);
  if (!right) {
    throw new Refusal("not_these_rows", { given: value }, [name]);
  }
  return value;
}
