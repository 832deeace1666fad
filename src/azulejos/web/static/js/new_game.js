// The form for a new game: what is for one game is there while that game is chosen.

import { all, byId } from "./dom.js";

const form = byId("new-form", HTMLFormElement);

function show() {
  const game = String(new FormData(form).get("game"));
  for (const part of all("[data-game]", form)) {
    part.hidden = !(part.dataset.game ?? "").split(" ").includes(game);
  }
}

form.addEventListener("change", show);
// A browser that comes back to the page may have kept what was chosen.
addEventListener("pageshow", show);
