// Glicko-2, Mark Glickman's rating method: a rating, its deviation, and how much it wanders
// (http://www.glicko.net/glicko/glicko2.pdf). A try at a puzzle is a game against it.

/** @typedef {{ rating: number, deviation: number, volatility: number }} Standing */
/** @typedef {{ rating: number, deviation: number, score: number }} Met who was met; score: 1 won, 0 lost */

const SCALE = 173.7178;
const MEAN = 1500;
/** How much the volatility may change, and how exactly it is found. */
const TAU = 0.5, ENOUGH = 1e-6;
/** Nobody's rating is surer, or less sure, than that. */
const SUREST = 45, LEAST_SURE = 350;

/** @returns {Standing} of who has not yet tried anything */
export function beginner() {
  return { rating: MEAN, deviation: LEAST_SURE, volatility: 0.06 };
}

/**
 * The standing after a period in which these were met.
 * @param {Standing} before
 * @param {Met[]} met one or more
 * @returns {Standing}
 */
export function rated(before, met) {
  const mu = (before.rating - MEAN) / SCALE, phi = before.deviation / SCALE;
  let information = 0, surprise = 0;
  for (const { rating, deviation, score } of met) {
    const weight = 1 / Math.sqrt(1 + 3 * (deviation / SCALE) ** 2 / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (rating - MEAN) / SCALE)));
    information += weight ** 2 * expected * (1 - expected);
    surprise += weight * (score - expected);
  }
  const variance = 1 / information;
  const volatility = wandering(before.volatility, phi, variance, variance * surprise);
  const wider = Math.hypot(phi, volatility);
  const after = 1 / Math.sqrt(1 / wider ** 2 + information);
  return {
    rating: MEAN + SCALE * (mu + after ** 2 * surprise),
    deviation: Math.min(Math.max(SCALE * after, SUREST), LEAST_SURE),
    volatility,
  };
}

/**
 * The new volatility, by the Illinois algorithm (step 5 of the paper).
 * @param {number} sigma
 * @param {number} phi
 * @param {number} v
 * @param {number} delta
 */
function wandering(sigma, phi, v, delta) {
  const a = Math.log(sigma ** 2);
  /** @param {number} x */
  const f = (x) => {
    const e = Math.exp(x), whole = phi ** 2 + v + e;
    return e * (delta ** 2 - whole) / (2 * whole ** 2) - (x - a) / TAU ** 2;
  };
  let A = a, B;
  if (delta ** 2 > phi ** 2 + v) {
    B = Math.log(delta ** 2 - phi ** 2 - v);
  } else {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    B = a - k * TAU;
  }
  let fA = f(A), fB = f(B);
  while (Math.abs(B - A) > ENOUGH) {
    /** @type {number} */
    const C = A + (A - B) * fA / (fB - fA);
    const fC = f(C);
    if (fC * fB <= 0) {
      A = B;
      fA = fB;
    } else {
      fA /= 2;
    }
    B = C;
    fB = fC;
  }
  return Math.exp(A / 2);
}
