// The site keeps itself in the browser, to be there without a network; a newer one is fetched in the
// background and waits. Whoever plays goes on undisturbed with the files they have, until they ask for
// the newer ones or have closed the site's pages.

import { element } from "../dom.js";
import { _, language } from "../text.js";

/** @param {URL} root of the site */
export async function keepSite(root) {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  try {
    const registration = await serviceWorker.register(new URL("sw.js", root), {
      updateViaCache: "none",
    });
    const offer = () => {
      if (registration.waiting && serviceWorker.controller) show(registration.waiting);
    };
    offer();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offer);
    });
    // A page that stays open asks now and then; so does one that comes back into view.
    addEventListener("visibilitychange", () => {
      if (!document.hidden) registration.update().catch(() => {});
    });
    await keepPages(await serviceWorker.ready);
  } catch (error) {
    console.warn("The site cannot be kept for times without a network:", error);
  }
}

/**
 * Have the pages of this language kept, and the networks of the bots.
 * @param {ServiceWorkerRegistration} registration
 */
function keepPages({ active }) {
  const { port1, port2 } = new MessageChannel();
  active?.postMessage({ folder: language === "en" ? "" : language }, [port2]);
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => {
      if (data !== true) return reject(new Error(data));
      document.documentElement.dataset.kept = "true";
      resolve(true);
    };
  });
}

/** @param {ServiceWorker} waiting */
function show(waiting) {
  if (document.getElementById("newer")) return;
  const button = element("button", { type: "button", className: "button slim main" });
  button.textContent = _("Use it now");
  button.addEventListener("click", () => {
    button.disabled = true;
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("take over");
  });
  const later = element("button", { type: "button", className: "button slim" }, _("Later"));
  const line = element(
    "div",
    { id: "newer", className: "newer" },
    element("span", {}, _("There is a newer version of this site. Your game is kept.")),
    " ",
    button,
    " ",
    later,
  );
  line.setAttribute("role", "status");
  later.addEventListener("click", () => line.remove());
  document.body.append(line);
}
