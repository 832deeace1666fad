// Notices when it is the reader's turn and this page is not looked at: by the browser while the page is
// open, and by Web Push when it is closed. Nothing is asked for, and nothing sent, before the reader
// switches it on.

import { byId } from "./dom.js";
import { _ } from "./text.js";

/** @import { TableController } from "./table.js" */
/** @import { TableShown } from "./types.js" */

const KEY = "azulejos.notices";
const WORKER = "/push-worker.js";
/** The worker has no pages of its own. */
const SCOPE = "/push/";
/** Milliseconds after which the reader is told what is sure. */
const PATIENCE = 5_000;

export class Notices {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.tick = byId("notices", HTMLInputElement);
    this.state = byId("notices-state");
    const can = "Notification" in globalThis && "serviceWorker" in navigator;
    byId("notices-part").hidden = !can || !controller.host.invites;
    if (!can || !controller.host.invites) return;
    this.tick.checked = this.isOn;
    this.tick.addEventListener("change", () => this.tick.checked ? this.begin() : this.end());
    // Whoever has switched it on is told of every table where they sit.
    if (this.isOn && controller.table.mine.length) this.subscribe().catch(() => {});
  }

  get isOn() {
    return localStorage.getItem(KEY) === "1" && Notification.permission === "granted";
  }

  async begin() {
    this.state.textContent = "";
    if (await Notification.requestPermission() !== "granted") {
      this.tick.checked = false;
      this.state.textContent = _("Your browser does not let this page show notices.");
      return;
    }
    localStorage.setItem(KEY, "1");
    // A browser that does not reach its maker's push service waits for it, maybe for ever.
    const isOpen = _("You will be told while this page is open.");
    const waits = setTimeout(() => this.state.textContent = isOpen, PATIENCE);
    try {
      await this.subscribe();
      this.state.textContent = _("You will be told, also when this page is closed.");
    } catch {
      this.state.textContent = isOpen;
    } finally {
      clearTimeout(waits);
    }
  }

  async end() {
    localStorage.removeItem(KEY);
    this.state.textContent = "";
    const registration = await navigator.serviceWorker.getRegistration(SCOPE);
    const subscription = await registration?.pushManager?.getSubscription();
    if (!subscription) return;
    await this.controller.host.unsubscribe(subscription.endpoint).catch(() => {});
    await subscription.unsubscribe();
  }

  /** Let the service tell this browser of this table's turns; thrown: what is in the way. */
  async subscribe() {
    const { host } = this.controller;
    const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
    const { key } = await host.pushKey();
    if (!key) throw new Error("the service sends nothing");
    await active(registration);
    const subscription = await registration.pushManager.getSubscription() ??
      await registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
    await host.subscribe(subscription.toJSON());
  }

  /**
   * Tell the reader who looks elsewhere that it is their turn now.
   * @param {TableShown} before
   */
  look(before) {
    const { controller } = this;
    const { table } = controller;
    const isNews = controller.isMine(table.turn) && !controller.isMine(before.turn);
    if (isNews && !table.result) this.tell(_("It is your turn."));
  }

  /** @param {string} text for the reader who looks elsewhere */
  async tell(text) {
    if (!document.hidden || !this.isOn) return;
    const registration = await navigator.serviceWorker.getRegistration(SCOPE);
    const url = location.pathname;
    await registration?.showNotification(this.controller.title, {
      body: text,
      tag: url,
      data: { url },
    });
  }
}

/**
 * A registration whose worker is there; one that has just been made is not, yet.
 * @param {ServiceWorkerRegistration} registration
 */
function active({ active: there, installing, waiting }) {
  const coming = installing ?? waiting;
  if (there || !coming) return Promise.resolve();
  return new Promise((resolve) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve(undefined);
    });
  });
}
