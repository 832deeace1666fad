// Analyses of a position, each a little more exact than the one before, as `analysis.exploring` has them:
// first the strongest player looks at all moves, then the best of them are compared by equal search.

import { rounded } from "./numbers.js";

/** @import { State } from "./kernel.js" */
/** @import { Judge } from "./judge.js" */
/** @import { Answer, Thinker } from "./thinker.js" */

/** @typedef {Answer & { proven: boolean, done: boolean }} Analysed values: shares of the win */

/**
 * @param {Thinker} thinker
 * @param {Judge} judge
 * @param {State} state as its player to move knows it
 * @param {{ multipv?: number, visits?: number }} request
 * @param {(found: Analysed) => void} tell
 * @returns {Promise<Analysed>} the last
 */
export async function explore(thinker, judge, state, { multipv = 5, visits }, tell) {
  const { kernel } = thinker;
  const { exploring } = kernel.data.judging;
  const most = visits ?? exploring.most_visits;
  const turn = kernel.toMove(state);
  const read = thinker.read({ multipv, visits: Math.min(most, exploring.first_visits) });
  const ask = { ...read, level: { ...read.level, taste: 0 } };
  const ms = exploring.piece / kernel.data.search.nearly_all;
  const solved = await thinker.first(state, { ...ask, visits: null, ms });
  const isProven = solved?.isProven ?? false;
  const told = (/** @type {Answer} */ found) =>
    ofPlayer(judge, found, isProven && solved ? solved.value : null, turn, state);
  const found = await thinker.look(
    state,
    ask,
    solved,
    performance.now(),
    exploring.piece,
    (part) => {
      tell(told(part));
    },
  );
  let last = told(thinker.told(state, ask, solved, [found]));
  tell(last);
  if (!last.proven && last.variations.length > 1) {
    const actions = last.variations.map(({ move }) => Number(kernel.action(move)));
    last = await compared(judge, state, turn, actions, most, tell) ?? last;
  }
  return { ...last, done: true };
}

/**
 * These actions by equal search, so many visits in all, a piece more each time.
 * @param {Judge} judge
 * @param {State} state
 * @param {number} turn
 * @param {number[]} actions
 * @param {number} most
 * @param {(found: Analysed) => void} tell
 * @returns {Promise<Analysed | null>}
 */
async function compared(judge, state, turn, actions, most, tell) {
  const { kernel } = judge;
  const { exploring } = kernel.data.judging;
  judge.seed = 0n;
  judge.configure(state);
  const searches = actions.map((action) =>
    judge.after(state, action, turn, exploring.visits_of_a_tree)
  );
  /** @type {Analysed | null} */
  let told = null;
  try {
    for (let batch = exploring.first_batch, made = 0; made < most;) {
      const begun = performance.now();
      for (const search of searches) {
        await judge.breathe();
        search.visit(batch);
      }
      made += batch * searches.length;
      const passed = performance.now() - begun;
      if (passed < exploring.piece / 2) batch *= 2;
      else if (passed > 2 * exploring.piece && batch > exploring.first_batch) batch /= 2;
      const lines = searches.map((search) => judge.found(search, state, search.visits))
        .sort((a, b) => b.values[turn] - a.values[turn]);
      const variations = lines.map(({ action, values, margin, visits, line }) => ({
        move: kernel.text(action),
        ...numbersOf(values, margin),
        visits,
        pv: line.map((each) => kernel.text(each)),
      }));
      told = withBest(variations, made, false);
      tell(told);
    }
  } finally {
    for (const search of searches) search.close();
  }
  return told;
}

/**
 * What a player has found, as shares of the win.
 * @param {Judge} judge
 * @param {Answer} found
 * @param {number | null} proven the value of the best move, where it is a fact
 * @param {number} turn
 * @param {State} state
 * @returns {Analysed}
 */
function ofPlayer({ objective }, found, proven, turn, state) {
  const variations = found.variations.map((variation) => ({
    ...variation,
    ...numbersOf(
      objective.shares(variation.values, variation.margin, turn, state),
      variation.margin,
    ),
  }));
  const result = proven === null ? null : objective.resultIn(proven);
  if (result) {
    const values = found.values.map((_, p) => p === turn ? result.share : 1 - result.share);
    Object.assign(variations[0], numbersOf(values, result.margin));
  }
  return withBest(variations, found.visits, result !== null);
}

/**
 * @param {number[]} values
 * @param {number} margin
 */
function numbersOf(values, margin) {
  return { values: values.map((value) => rounded(value, 4)), margin: rounded(margin, 2) };
}

/**
 * An analysis: the position is worth what its best move is.
 * @param {Answer["variations"]} variations
 * @param {number} visits
 * @param {boolean} proven
 * @returns {Analysed}
 */
function withBest(variations, visits, proven) {
  const [{ move, values, margin }] = variations;
  return { move, values, margin, visits, proven, done: false, variations };
}
