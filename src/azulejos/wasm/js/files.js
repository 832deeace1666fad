// Where the files of a game come from: a folder's address, or whatever the caller has.

/** @typedef {(file: string) => Promise<Response | ArrayBuffer | Uint8Array>} Loader */
/** @typedef {string | URL | Loader} Source */

/**
 * The bytes of a file.
 *
 * @param {Source} source
 * @param {string} file
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function bytesOf(source, file) {
  const found = typeof source === "function"
    ? await source(file)
    : await fromFolder(new URL(file, new URL(source, globalThis.location?.href)));
  if (found instanceof Response) {
    if (!found.ok) {
      throw new Error(`${file}: ${found.status} ${found.statusText}`);
    }
    return new Uint8Array(await found.arrayBuffer());
  }
  return found instanceof ArrayBuffer ? new Uint8Array(found) : new Uint8Array(found);
}

/**
 * @param {URL} address
 * @returns {Promise<Response | Uint8Array>}
 */
async function fromFolder(address) {
  const inNode = address.protocol === "file:" && !("Deno" in globalThis);
  if (inNode) { // whose fetch knows no files
    const { readFile } = await import("node:fs/promises");
    return readFile(address);
  }
  return fetch(address);
}

/**
 * What gzip has made smaller.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function unpacked(bytes) {
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
