// Shows what the service tells a browser whose page is closed, and opens the table when it is clicked.

/**
 * @typedef {{ url: string, visibilityState: string, focus: () => Promise<unknown> }} Window
 * @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} Lasting
 * @typedef {Lasting & { data: { json: () => { title: string, body: string, url: string } } | null }} Push
 * @typedef {Lasting & { notification: Notification }} Clicked
 * @typedef {{
 *   registration: ServiceWorkerRegistration,
 *   clients: {
 *     matchAll: (options: object) => Promise<Window[]>,
 *     openWindow: (url: string) => Promise<unknown>,
 *   },
 * }} Worker
 */

const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));

/** @param {string} url the windows that show this address */
async function windowsAt(url) {
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((window) => new URL(window.url).pathname === url);
}

self.addEventListener("push", (event) => {
  const push = /** @type {Push} */ (event);
  push.waitUntil(show(push));
});

/** @param {Push} push */
async function show({ data }) {
  if (!data) return;
  const { title, body, url } = data.json();
  // Who looks at the table sees it there.
  const windows = await windowsAt(url);
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  await worker.registration.showNotification(title, { body, tag: url, data: { url } });
}

self.addEventListener("notificationclick", (event) => {
  const clicked = /** @type {Clicked} */ (event);
  clicked.notification.close();
  clicked.waitUntil(go(clicked.notification.data.url));
});

/** @param {string} url */
async function go(url) {
  const [window] = await windowsAt(url);
  await (window ? window.focus() : worker.clients.openWindow(url));
}
