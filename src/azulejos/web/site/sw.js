// Keeps the site in the browser, file by file as one version has it. Written by `make site`, which fills
// in the version and what is in the files. What every page needs is kept before a version is used; the
// pages of the reader's language and the networks follow, when a page asks for them.

/**
 * @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} Lasting
 * @typedef {Lasting & { data: any, ports: MessagePort[] }} Told
 * @typedef {Event & {
 *   request: Request, respondWith: (answer: Promise<Response>) => void
 * }} Asked
 * @typedef {{ clients: { claim: () => Promise<void> }, skipWaiting: () => Promise<void> }} Worker
 */

const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));
const VERSION = "VERSION";
/** What is in each file: SHA-256 in hexadecimal. @type {Map<string, string>} */
const FILES = new Map(Object.entries(JSON.parse("FILES")));
const LANGUAGES = ["de", "sv"]; // that have a folder of their own
const AT_ONCE = 6;
/** What is shown where there is no page, in all languages. */
const NOT_FOUND = "404.html";
const CACHE = `azulejos-${VERSION}`;
const root = new URL("./", location.href);

/**
 * A page is asked for by its folder.
 * @param {string} file
 */
function addressOf(file) {
  return new URL(file.replace(/(^|\/)index\.html$/, "$1"), root).href;
}

/**
 * The file that an address asks for, if it is one of the site's.
 * @param {string} address
 */
function fileAt(address) {
  const { href } = new URL(new URL(address).pathname, root);
  const file = href.slice(root.href.length);
  return [file, `${file}index.html`.replace(/^\//, "")].find((one) => FILES.has(one));
}

/**
 * @param {string} file
 * @param {string} folder of a language
 */
function isPageIn(file, folder) {
  const language = LANGUAGES.find((name) => file.startsWith(`${name}/`)) ?? "";
  return file.endsWith(".html") && language === folder;
}

/** Networks and puzzles. @param {string} file */
function isLarge(file) {
  return file.endsWith(".weights") || file.endsWith(".jsonl");
}

/** @param {string} file */
function isForAll(file) {
  return file === NOT_FOUND || !file.endsWith(".html") && !isLarge(file);
}

/** @param {ArrayBuffer} content */
async function digestOf(content) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * An answer with what this version has in a file; null if it is something else.
 * @param {string} file
 * @param {Response} response
 */
async function asListed(file, response) {
  // Some hosts show this page with 404 even where it is asked for itself.
  if (!response.ok && file !== NOT_FOUND) return null;
  const content = await response.arrayBuffer();
  const digest = await digestOf(content);
  if (digest !== FILES.get(file)) return null;
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  return new Response(content, { headers: { "content-type": type, "x-digest": digest } });
}

/**
 * Keep a file: from the version before, or from the site, which may be just being renewed.
 * @param {Cache} cache
 * @param {string} file
 */
async function keep(cache, file) {
  const address = addressOf(file);
  if (await cache.match(address)) return;
  const before = await caches.match(address);
  if (before && before.headers.get("x-digest") === FILES.get(file)) {
    await cache.put(address, before);
    return;
  }
  for (const mode of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await asListed(file, await fetch(address, { cache: mode }));
    if (!response) continue;
    await cache.put(address, response);
    return;
  }
  throw new Error(`${file} is of another version`);
}

/** @param {string[]} files */
async function keepAll(files) {
  const cache = await caches.open(CACHE);
  const waiting = [...files];
  const next = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      await keep(cache, file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** What is kept for every page, and of the rest what the version before had kept. */
async function install() {
  const wanted = [];
  for (const file of FILES.keys()) {
    if (isForAll(file) || await caches.match(addressOf(file))) wanted.push(file);
  }
  try {
    await keepAll(wanted);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("azulejos-") && name !== CACHE) await caches.delete(name);
  }
  await worker.clients.claim();
}

/**
 * What is no file of the site: where a page was asked for, it says so, whatever the host has, or without it.
 * @param {Cache} cache
 * @param {Request} request
 */
async function elsewhere(cache, request) {
  const response = await fetch(request).catch((error) => {
    if (request.mode !== "navigate") throw error;
    return null;
  });
  if (response && (request.mode !== "navigate" || response.status !== 404)) return response;
  const page = await cache.match(addressOf(NOT_FOUND));
  return page
    ? new Response(page.body, { status: 404, headers: page.headers })
    : response ?? Response.error();
}

/** @param {Request} request */
async function answer(request) {
  const file = fileAt(request.url);
  const cache = await caches.open(CACHE);
  if (file === undefined) return await elsewhere(cache, request);
  const kept = await cache.match(addressOf(file));
  if (kept) return kept;
  const response = await fetch(request);
  const listed = await asListed(file, response.clone());
  if (listed) await cache.put(addressOf(file), listed).catch(() => {});
  return response;
}

addEventListener("install", (event) => /** @type {Lasting} */ (event).waitUntil(install()));
addEventListener("activate", (event) => /** @type {Lasting} */ (event).waitUntil(activate()));

addEventListener("message", (event) => {
  const { data, ports, waitUntil } = /** @type {Told} */ (/** @type {unknown} */ (event));
  if (data === "take over") {
    worker.skipWaiting();
    return;
  }
  // A page asks for what its language needs without a network: the pages, then the networks and puzzles.
  const files = [...FILES.keys()];
  const pages = files.filter((file) => isPageIn(file, data.folder));
  const networks = files.filter(isLarge);
  waitUntil.call(
    event,
    keepAll(pages).then(() => keepAll(networks)).then(
      () => ports[0]?.postMessage(true),
      (error) => ports[0]?.postMessage(String(error)),
    ),
  );
});

addEventListener("fetch", (event) => {
  const { request } = /** @type {Asked} */ (event);
  if (request.method !== "GET" || !request.url.startsWith(root.href)) return;
  /** @type {Asked} */ (event).respondWith(answer(request));
});
