// The page that waits until a game can begin, and then goes on by itself.

import { preparingWords, whilePreparing } from "./preparing.js";

const { game } = document.getElementById("ready").dataset;
const words = document.getElementById("ready-words");
const bar = document.getElementById("ready-bar");
const form = document.getElementById("ready-form");

whilePreparing(game, ({ rules }) => rules, (readiness) => {
  if (readiness === null) {
    bar.max = bar.value = 1;
    if (form) form.submit();
    else location.reload();
    return;
  }
  words.textContent = preparingWords(readiness);
});
