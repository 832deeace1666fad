// Records in memory, read and written by the names of their fields.

/** @import { Field, Layout } from "./types.js" */

/** Arrays of numbers, by the names that NumPy has for them. */
const ARRAYS = {
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  i4: Int32Array,
  u4: Uint32Array,
  i8: BigInt64Array,
  u8: BigUint64Array,
  f4: Float32Array,
  f8: Float64Array,
};

/** @typedef {InstanceType<typeof ARRAYS[keyof typeof ARRAYS]>} Numbers */

/**
 * The numbers of a field, as they lie in memory: writing there changes the record.
 *
 * @param {ArrayBuffer} buffer
 * @param {number} at where the record begins
 * @param {Field} field
 * @returns {Numbers}
 */
export function numbersOf(buffer, at, field) {
  const count = field.shape.reduce((product, n) => product * n, 1);
  if (field.type === "record") {
    const size = /** @type {Layout} */ (field.record).size;
    return new Uint8Array(buffer, at + field.offset, count * size);
  }
  return new ARRAYS[field.type](buffer, at + field.offset, count);
}

/**
 * A record as plain data: numbers, in nested arrays where a field has a shape.
 *
 * @param {Uint8Array} bytes
 * @param {Layout} layout
 * @returns {Record<string, any>}
 */
export function readRecord(bytes, layout) {
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  /** @type {Record<string, any>} */
  const read = {};
  for (const [name, field] of Object.entries(layout.fields)) {
    const buffer = /** @type {ArrayBuffer} */ (aligned.buffer);
    const numbers = [...numbersOf(buffer, aligned.byteOffset, field)];
    read[name] = shaped(numbers, field.shape);
  }
  return read;
}

/**
 * @param {(number | bigint)[]} numbers
 * @param {number[]} shape
 * @returns {any}
 */
function shaped(numbers, shape) {
  if (shape.length === 0) {
    return numbers[0];
  }
  if (shape.length === 1) {
    return numbers;
  }
  const part = numbers.length / shape[0];
  return Array.from(
    { length: shape[0] },
    (_, i) => shaped(numbers.slice(i * part, (i + 1) * part), shape.slice(1)),
  );
}
