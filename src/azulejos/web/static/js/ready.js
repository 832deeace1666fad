// The page that waits until a game can begin, and then goes on by itself.

import { byId } from "./dom.js";
import { whilePreparing } from "./preparing.js";
import { readinessOf } from "./service.js";

const { game = "" } = byId("ready").dataset;
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
