// QR codes (ISO/IEC 18004): text as bytes, with the least error correction. Nothing is loaded for them.

/**
 * By version, from 1: codewords of error correction in a block, and blocks. Larger codes than the last, of
 * 1273 bytes, are too fine for a screen and a camera.
 */
const CORRECTING = [
  ...[7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28],
  ...[28, 28, 30, 30, 26],
];
const BLOCKS = [
  ...[1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8],
  ...[8, 9, 9, 10, 12],
];

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => (x * y) % 2 + (x * y) % 3 === 0,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + (x * y) % 3) % 2 === 0,
];

/**
 * Places of the marks for alignment, along either edge.
 * @param {number} version
 */
function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
  const last = 4 * version + 10;
  return [6, ...Array.from({ length: count - 1 }, (_one, n) => last - (count - 2 - n) * step)];
}

/** Codewords that a version holds. @param {number} version */
function codewords(version) {
  const marks = alignments(version).length;
  const taken = version === 1 ? 0 : (25 * marks - 10) * marks - 55 + (version < 7 ? 0 : 36);
  return Math.floor(((16 * version + 128) * version + 64 - taken) / 8);
}

/** @param {number} version */
function bytesOf(version) {
  const data = codewords(version) - CORRECTING[version - 1] * BLOCKS[version - 1];
  return data - (version < 10 ? 2 : 3);
}

/**
 * The product of two elements of the field with 256 elements.
 * @param {number} a
 * @param {number} b
 */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/**
 * What follows a block, so that it can be read with faults (Reed and Solomon).
 * @param {number[]} data
 * @param {number} count
 */
function correction(data, count) {
  let divisor = [1];
  for (let n = 0, root = 1; n < count; n++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((one, at) => one ^ (at ? times(divisor[at - 1], root) : 0));
  }
  const rest = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    rest.forEach((one, at) => rest[at] = one ^ times(divisor[at + 1], factor));
  }
  return rest;
}

/**
 * The codewords of a text, in the order in which they are written.
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function content(bytes, version) {
  const each = CORRECTING[version - 1], blocks = BLOCKS[version - 1];
  const all = codewords(version);
  const bits = [4, ...version < 10 ? [] : [bytes.length >> 12, bytes.length >> 8 & 15]];
  const halves = [...bits, bytes.length >> 4 & 15, bytes.length & 15];
  for (const byte of bytes) halves.push(byte >> 4, byte & 15);
  halves.push(0);
  const data = Array.from(
    { length: halves.length / 2 },
    (_one, n) => halves[2 * n] << 4 | halves[2 * n + 1],
  );
  for (let pad = 0xec; data.length < all - each * blocks; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(all / blocks) - each;
  const parts = Array.from({ length: blocks }, (_one, n) => {
    const shorter = blocks - all % blocks; // the others have one more
    const from = n * short + Math.max(0, n - shorter);
    return data.slice(from, from + short + (n < shorter ? 0 : 1));
  });
  const rests = parts.map((part) => correction(part, each));
  /** @type {number[]} */
  const written = [];
  for (let at = 0; at <= short; at++) {
    for (const part of parts) if (at < part.length) written.push(part[at]);
  }
  for (let at = 0; at < each; at++) for (const rest of rests) written.push(rest[at]);
  return written;
}

/**
 * Bits with those that check them.
 * @param {number} value
 * @param {number} length of the check
 * @param {number} divisor
 */
function checked(value, length, divisor) {
  let rest = value;
  for (let n = 0; n < length; n++) rest = rest << 1 ^ (rest >>> (length - 1)) * divisor;
  return value << length | rest;
}

/** A square of modules: dark, light, or not yet anything. */
class Square {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 4 * version + 17;
    /** @type {(boolean | undefined)[][]} by row */
    this.rows = Array.from({ length: this.size }, () => Array(this.size));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {boolean} isDark
   */
  set(x, y, isDark) {
    if (x >= 0 && y >= 0 && x < this.size && y < this.size) this.rows[y][x] = isDark;
  }

  /**
   * Squares in each other, by the distance from their middle: which are light.
   * @param {number} x
   * @param {number} y
   * @param {number} reach
   * @param {number[]} light
   */
  mark(x, y, reach, light) {
    for (let dx = -reach; dx <= reach; dx++) {
      for (let dy = -reach; dy <= reach; dy++) {
        this.set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  /** All that does not depend on the text. */
  marks() {
    const { size, version } = this;
    for (let n = 0; n < size; n++) {
      this.set(6, n, n % 2 === 0);
      this.set(n, 6, n % 2 === 0);
    }
    const corner = size - 4;
    for (const [x, y] of [[3, 3], [corner, 3], [3, corner]]) this.mark(x, y, 4, [2, 4]);
    const places = alignments(version), last = places.length - 1;
    for (const [a, x] of places.entries()) {
      for (const [b, y] of places.entries()) {
        const isCorner = (!a && !b) || (!a && b === last) || (a === last && !b);
        if (!isCorner) this.mark(x, y, 2, [1]);
      }
    }
    this.format(0);
    const bits = checked(version, 12, 0x1f25);
    for (let n = 0; n < (version < 7 ? 0 : 18); n++) {
      const far = size - 11 + n % 3, near = Math.floor(n / 3), isDark = Boolean(bits >>> n & 1);
      this.set(far, near, isDark);
      this.set(near, far, isDark);
    }
  }

  /** Which mask lies over it. @param {number} mask */
  format(mask) {
    const { size } = this;
    const bits = checked(1 << 3 | mask, 10, 0x537) ^ 0x5412;
    for (let n = 0; n < 15; n++) {
      const isDark = Boolean(bits >>> n & 1);
      if (n < 8) this.set(size - 1 - n, 8, isDark);
      else this.set(8, size - 15 + n, isDark);
      if (n < 6) this.set(8, n, isDark);
      else if (n < 8) this.set(8, n + 1, isDark);
      else this.set(n === 8 ? 7 : 14 - n, 8, isDark);
    }
    this.set(8, size - 8, true);
  }

  /**
   * Write the text where nothing is yet, from the right, up and down.
   * @param {number[]} words
   * @param {number} mask
   */
  write(words, mask) {
    const { size, rows } = this;
    let at = 0;
    for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
      const goesUp = (right + 1 & 2) === 0;
      for (let step = 0; step < size; step++) {
        const y = goesUp ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (rows[y][x] !== undefined) continue;
          const bit = (words[at >> 3] ?? 0) >>> (7 - (at & 7)) & 1;
          rows[y][x] = Boolean(bit) !== MASKS[mask](x, y);
          at++;
        }
      }
    }
  }

  /** How hard it is to read: runs and blocks of one colour. */
  get badness() {
    const { size, rows } = this;
    let found = 0;
    for (let y = 0; y < size; y++) {
      let across = 0, down = 0;
      for (let x = 0; x < size; x++) {
        across = x && rows[y][x] === rows[y][x - 1] ? across + 1 : 1;
        down = x && rows[x][y] === rows[x - 1][y] ? down + 1 : 1;
        for (const run of [across, down]) found += run === 5 ? 3 : Number(run > 5);
        const above = rows[y - 1];
        const isBlock = x && above && rows[y][x] === rows[y][x - 1] &&
          rows[y][x] === above[x] && rows[y][x] === above[x - 1];
        found += isBlock ? 3 : 0;
      }
    }
    return found;
  }
}

/**
 * The modules of a text's code by row: which are dark. Null: it is too long.
 * @param {string} text
 * @param {number} [mask] the best, if nothing is said
 * @returns {boolean[][] | null}
 */
export function modules(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const version = CORRECTING.findIndex((_one, n) => bytesOf(n + 1) >= bytes.length) + 1;
  if (!version) return null;
  const words = content(bytes, version);
  const tried = (mask === undefined ? [...MASKS.keys()] : [mask]).map((one) => {
    const square = new Square(version);
    square.marks();
    square.write(words, one);
    square.format(one);
    return square;
  });
  const [best] = tried.sort((a, b) => a.badness - b.badness);
  return best.rows.map((row) => row.map(Boolean));
}
