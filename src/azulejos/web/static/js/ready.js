// The page that waits until a game can begin, and then goes on by itself.

import { whilePreparing } from "./preparing.js";

const { game } = document.getElementById("ready").dataset;
const bar = document.getElementById("ready-bar");
const form = document.getElementById("ready-form");

whilePreparing(game, ({ rules }) => rules, (readiness) => {
  if (readiness === null) {
    bar.max = bar.value = 1;
    if (form) form.submit();
    else location.reload();
    return;
  }
  bar.max = 1;
  bar.value = readiness.share;
});
