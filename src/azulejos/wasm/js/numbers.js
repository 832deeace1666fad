// What is computed from a few numbers.

/** @param {number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {number[]} numbers */
export function mean(numbers) {
  return sum(numbers) / numbers.length;
}

/** @param {number[]} numbers */
export function variance(numbers) {
  const middle = mean(numbers);
  return sum(numbers.map((number) => (number - middle) ** 2)) / (numbers.length - 1);
}

/**
 * @param {number} number
 * @param {number} digits
 */
export function rounded(number, digits) {
  return Number(number.toFixed(digits));
}
