// The page that waits until a game can begin, and then goes on by itself. A browser that can plays at once
// instead, by rules and bots of its own.

import { byId } from "./dom.js";
import { whilePreparing } from "./preparing.js";
import { readinessOf } from "./service.js";

const { game = "", meanwhile } = byId("ready").dataset;

async function canPlay() {
  try {
    const { isSupported } = await import(new URL("../wasm/kernel.js", import.meta.url).href);
    return isSupported();
  } catch {
    return false;
  }
}

function wait() {
  const bar = byId("ready-bar", HTMLProgressElement);
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector("#ready-form");
  whilePreparing(() => readinessOf(game), ({ rules }) => rules, (readiness) => {
    if (readiness === null) {
      bar.max = bar.value = 1;
      if (form) form.submit();
      else location.reload();
      return;
    }
    bar.max = 1;
    bar.value = readiness.share;
  });
}

if (meanwhile && await canPlay()) location.replace(meanwhile);
else wait();
