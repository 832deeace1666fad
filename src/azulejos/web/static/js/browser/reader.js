// Plain data from outside, read field by field: what is wrong is told with the place where it is, as
// `core.plain_data` has it in Python.

const LONGEST = 40;

/** Data that are not what was expected: a code with parts, of which words are made where it is told. */
export class Misread extends Error {
  /**
   * @param {string} code
   * @param {Record<string, any>} parts
   * @param {string} where
   */
  constructor(code, parts, where) {
    super(`${where}: ${code}`);
    this.code = code;
    this.parts = parts;
    this.place = where ? [where] : [];
  }
}

export class Reader {
  /**
   * @param {any} data
   * @param {string} [where] the path so far, such as boards[1].floor
   */
  constructor(data, where = "") {
    this.data = data;
    this.where = where;
  }

  /**
   * What to throw.
   * @param {string} code
   * @param {Record<string, any>} [parts]
   */
  fail(code, parts = {}) {
    return new Misread(code, parts, this.where);
  }

  /**
   * A field that must be there.
   * @param {string} key
   */
  at(key) {
    const where = this.where ? `${this.where}.${key}` : key;
    if (!Object.hasOwn(this.mapping(), key)) throw new Misread("missing", { path: where }, where);
    return new Reader(this.data[key], where);
  }

  /**
   * The data as an object, with no keys but these if they are given.
   * @param {readonly string[]} [keys]
   * @returns {Record<string, any>}
   */
  mapping(keys) {
    const { data } = this;
    if (typeof data !== "object" || data === null || Array.isArray(data)) {
      throw this.fail("expected_object", { given: quoted(data) });
    }
    const unknown = keys && Object.keys(data).find((key) => !keys.includes(key));
    if (unknown !== undefined) throw this.fail("unknown_key", { key: quoted(unknown) });
    return data;
  }

  /**
   * Every item of a list.
   * @param {{ length?: number, most?: number }} size
   */
  items({ length, most }) {
    const { data, where } = this;
    if (!Array.isArray(data)) throw this.fail("expected_list", { given: quoted(data) });
    if (length !== undefined && data.length !== length) {
      throw this.fail("expected_items", { n: length, given: data.length });
    }
    if (most !== undefined && data.length > most) {
      throw this.fail("too_many_items", { n: most, given: data.length });
    }
    return data.map((item, i) => new Reader(item, `${where}[${i}]`));
  }

  /**
   * A whole number within bounds.
   * @param {number} least
   * @param {number} most
   * @returns {number}
   */
  number(least, most) {
    const { data } = this;
    if (!Number.isInteger(data)) {
      throw this.fail("expected_whole_number", { given: quoted(data) });
    }
    if (data < least || data > most) {
      throw least === most
        ? this.fail("expected_exactly", { number: most, given: data })
        : this.fail("out_of_range", { least, most, given: data });
    }
    return data;
  }

  /** @returns {boolean} */
  flag() {
    if (typeof this.data !== "boolean") {
      throw this.fail("expected_flag", { given: quoted(this.data) });
    }
    return this.data;
  }

  /**
   * The place of a word among a few.
   * @param {readonly string[]} words
   * @returns {number}
   */
  word(words) {
    const place = words.indexOf(this.data);
    if (place < 0) {
      throw this.fail("not_a_choice", { known: words.join(", "), given: quoted(this.data) });
    }
    return place;
  }
}

/**
 * What was given, short enough for a sentence.
 * @param {unknown} data
 */
export function quoted(data) {
  const text = typeof data === "string" ? data : JSON.stringify(data) ?? String(data);
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return typeof data === "string" ? `'${short}'` : short;
}
