// Hidden hands drawn afresh: to the eyes of some players the same game, with other crosses in it. As
// `redrawing.py` has it, which tells why; a test compares them draw by draw.

import { Game } from "../../js/browser/game.js";
import { Refused } from "../../js/host.js";
import { KINDS } from "./kinds.js";

/** @import { Fields, GameRecord } from "../../js/browser/game.js" */

const ATTEMPTS = 200; // now and then the hands would have ended the game earlier
const MOST_HELD = 3;

/**
 * A side (its axis) drew one of the crosses unseen, counted by kind; place: of the draw among the
 * record's moves, null: the game began with this cross in hand.
 * @typedef {{ what: "drew", axis: number, place: number | null, unseen: number[] }} Drew
 * A cross of this kind was drawn for all to see, or by those who look: it was in the supply.
 * @typedef {{ what: "seen", kind: number, unseen: number[] }} Seen
 * A cross of this kind left the hand.
 * @typedef {{ what: "showed", axis: number, kind: number }} Showed
 * The side gave up its turn; `playable` are the kinds it could have laid.
 * @typedef {{ what: "stuck", axis: number, playable: boolean[] }} Stuck
 * @typedef {Drew | Seen | Showed | Stuck} Step
 */

/** Every hand there can be, as counts by kind; the first is empty. @type {number[][]} */
const HANDS = [];
/** @param {number[]} crosses */
function withMore(crosses) {
  if (crosses.length === MOST_HELD) return [crosses];
  /** @type {number[][]} */
  const found = [crosses];
  for (let kind = crosses.at(-1) ?? 0; kind < KINDS.length; kind++) {
    found.push(...withMore([...crosses, kind]));
  }
  return found;
}
for (const crosses of withMore([]).sort((a, b) => a.length - b.length || compared(a, b))) {
  HANDS.push(KINDS.map((_kind, kind) => crosses.filter((one) => one === kind).length));
}
/** @type {Map<string, number>} */
const NUMBERS = new Map(HANDS.map((hand, number) => [hand.join(), number]));
/** The hand that each hand becomes with one more cross of a kind, or −1; and with one less. */
const [WITH_ONE_MORE, WITHOUT_ONE] = [1, -1].map((more) =>
  HANDS.map((hand) =>
    KINDS.map((_kind, kind) => {
      const changed = hand.map((count, other) => count + (other === kind ? more : 0));
      return NUMBERS.get(changed.join()) ?? -1;
    })
  )
);

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function compared(a, b) {
  const place = a.findIndex((kind, n) => kind !== b[n]);
  return place < 0 ? 0 : a[place] - b[place];
}

/**
 * The same game to the eyes of these players, the crosses that none of them sees drawn afresh; null if
 * no crosses are found, which depends on what the players see alone.
 * @param {Game} game
 * @param {number[]} players
 * @param {() => number} random
 * @returns {Game | null}
 */
export function redrawn(game, players, random = Math.random) {
  const known = new Set(players.map((player) => player % game.sides));
  const sides = [...Array(game.sides).keys()].filter((side) => !known.has(side));
  if (game.isManual || game.options.open_hands || !sides.length) return game.copy();
  const { turns: _turns, ...record } = game.record();
  const start = game.begunAgain();
  const steps = whatWasSeen(start.copy(), record.moves, sides);
  const weights = weighed(steps, sides.length);
  const last = weights[weights.length - 1];
  for (let attempt = 0; last.some(Boolean) && attempt < ATTEMPTS; attempt++) {
    const [moves, first] = drawnBackwards(steps, weights, record.moves, sides.length, random);
    /** @type {GameRecord} */
    const redone = { ...record, moves };
    if (record.position) redone.position = withHands(start, sides, first);
    try {
      const other = Game.replayed(game.by, redone);
      if (other.phase === game.phase) return other;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return null;
}

// ── What lay open ──────────────────────────────────────────────────────────────────────────────

/**
 * What was seen of these sides while a game was played on by a record's moves.
 * @param {Game} game
 * @param {string[]} moves
 * @param {number[]} sides
 */
function whatWasSeen(game, moves, sides) {
  /** @type {Step[]} */
  const steps = [];
  const unseen = () => unseenIn(game.kernel.fields(game.state), sides);
  const begun = game.kernel.fields(game.state);
  sides.forEach((side, axis) => {
    const held = total(begun.hand[side]) + begun.hidden[side];
    for (let n = 0; n < held; n++) {
      steps.push({ what: "drew", axis, place: null, unseen: unseen() });
    }
  });
  moves.forEach((text, place) => {
    const fields = game.kernel.fields(game.state);
    if (game.isChance(text)) {
      if (text.startsWith("+")) {
        const { onlyFor } = game.drawn(text, game.state);
        const axis = onlyFor === null ? -1 : sides.indexOf(onlyFor);
        const kind = KINDS.indexOf(text.slice(1));
        steps.push(
          axis >= 0
            ? { what: "drew", axis, place, unseen: unseen() }
            : { what: "seen", kind, unseen: unseen() },
        );
      }
    } else {
      const side = fields.turn % fields.sides;
      const axis = sides.indexOf(side);
      if (game.phase === "turn" && axis >= 0) {
        const laid = /^(?:[a-z]\d|\^)([RYBG]{4})$/.exec(text);
        if (text === "-" || text.startsWith("^")) {
          steps.push({ what: "stuck", axis, playable: playable(game, side) });
        }
        if (laid) steps.push({ what: "showed", axis, kind: kindOf(laid[1]) });
      }
    }
    game.repeat(text);
  });
  return steps;
}

/** @param {number[]} counts */
function total(counts) {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * The crosses, by kind, that are in the supply or in the hands of these sides.
 * @param {Fields} fields
 * @param {number[]} sides
 */
function unseenIn(fields, sides) {
  return KINDS.map((_kind, kind) =>
    fields.supply[kind] + total(sides.map((side) => fields.hand[side][kind]))
  );
}

/**
 * The kinds that the side to move could lay if it held them.
 * @param {Game} game
 * @param {number} side
 */
function playable(game, side) {
  const { fields: layout } = game.kernel.data.layout.state;
  return KINDS.map((_kind, kind) => {
    const trial = game.state.slice();
    trial[layout.hidden.offset + side] = 0;
    const hand = layout.hand.offset + KINDS.length * side;
    trial.fill(0, hand, hand + KINDS.length);
    trial[hand + kind] = 1;
    return game.kernel.legal(trial).some((action) => /^[a-z]/.test(game.kernel.text(action)));
  });
}

/** @param {string} colours */
function kindOf(colours) {
  return KINDS.findIndex((kind) => (colours + colours).includes(kind));
}

// ── Weighing forwards ──────────────────────────────────────────────────────────────────────────

/**
 * How likely each combination of the sides' hands is before each step, and after the last, up to a
 * common factor.
 * @param {Step[]} steps
 * @param {number} sides
 */
function weighed(steps, sides) {
  let weights = new Float64Array(HANDS.length ** sides);
  weights[0] = 1;
  const found = [weights];
  for (const step of steps) {
    const after = new Float64Array(weights.length);
    weights.forEach((weight, at) => {
      if (weight === 0) return;
      if (step.what === "seen") {
        after[at] = weight * left(step.unseen, step.kind, handsAt(at, sides));
        return;
      }
      const hands = handsAt(at, sides);
      const own = hands[step.axis];
      const stride = HANDS.length ** (sides - 1 - step.axis);
      if (step.what === "drew") {
        for (let kind = 0; kind < KINDS.length; kind++) {
          const next = WITH_ONE_MORE[own][kind];
          if (next >= 0) {
            after[at + (next - own) * stride] += weight * left(step.unseen, kind, hands);
          }
        }
      } else if (step.what === "showed") {
        const next = WITHOUT_ONE[own][step.kind];
        if (next >= 0) after[at + (next - own) * stride] = weight;
      } else if (!HANDS[own].some((count, kind) => count > 0 && step.playable[kind])) {
        after[at] = weight;
      }
    });
    // Long games have more ways than numbers can hold.
    let most = 0;
    for (const weight of after) if (weight > most) most = weight;
    weights = most ? after.map((weight) => weight / most) : after;
    found.push(weights);
  }
  return found;
}

/**
 * The hand of each side in a combination.
 * @param {number} at
 * @param {number} sides
 */
function handsAt(at, sides) {
  const hands = Array(sides).fill(0);
  for (let axis = sides - 1; axis >= 0; axis--) {
    hands[axis] = at % HANDS.length;
    at = Math.floor(at / HANDS.length);
  }
  return hands;
}

/**
 * How many crosses of a kind are in the supply.
 * @param {number[]} unseen
 * @param {number} kind
 * @param {number[]} hands
 */
function left(unseen, kind, hands) {
  return Math.max(0, unseen[kind] - total(hands.map((hand) => HANDS[hand][kind])));
}

// ── Drawing backwards ──────────────────────────────────────────────────────────────────────────

/**
 * A record's moves with other draws, and what each side held at first, by kind.
 * @param {Step[]} steps
 * @param {Float64Array[]} weights
 * @param {string[]} told
 * @param {number} sides
 * @param {() => number} random
 * @returns {[string[], number[][]]}
 */
function drawnBackwards(steps, weights, told, sides, random) {
  const moves = [...told];
  const hands = handsAt(picked(weights[weights.length - 1], random), sides);
  const first = hands.map(() => KINDS.map(() => 0));
  for (let n = steps.length - 1; n >= 0; n--) {
    const step = steps[n];
    if (step.what === "showed") {
      hands[step.axis] = WITH_ONE_MORE[hands[step.axis]][step.kind];
    }
    if (step.what !== "drew") continue; // it changed no hand
    const chances = KINDS.map((_kind, kind) => {
      const earlier = hands.with(step.axis, WITHOUT_ONE[hands[step.axis]][kind]);
      if (earlier[step.axis] < 0) return 0;
      const at = earlier.reduce((place, hand) => place * HANDS.length + hand, 0);
      return weights[n][at] * left(step.unseen, kind, earlier);
    });
    const kind = picked(chances, random);
    hands[step.axis] = WITHOUT_ONE[hands[step.axis]][kind];
    if (step.place === null) first[step.axis][kind]++;
    else moves[step.place] = `+${KINDS[kind]}`;
  }
  return [moves, first];
}

/**
 * One of the numbers from 0, each as often as its weight says.
 * @param {ArrayLike<number>} weights
 * @param {() => number} random
 */
function picked(weights, random) {
  let sum = 0;
  for (let n = 0; n < weights.length; n++) sum += weights[n];
  const pick = random() * sum;
  let end = 0;
  for (let n = 0; n < weights.length; n++) {
    end += weights[n];
    if (pick < end) return n;
  }
  return weights.length - 1;
}

/**
 * The position a game began from, with other hands.
 * @param {Game} start
 * @param {number[]} sides
 * @param {number[][]} hands
 */
function withHands(start, sides, hands) {
  const fields = start.kernel.fields(start.state);
  sides.forEach((side, n) => {
    KINDS.forEach((_kind, kind) => {
      fields.supply[kind] += fields.hand[side][kind] - hands[n][kind];
    });
    fields.hand[side] = hands[n];
    fields.hidden[side] = 0;
  });
  return start.by.positions.position(fields, start.options);
}
