// A table that the browser keeps may go on at the service whose page it is on: with friends, on other
// devices. The one in the browser stays as it is.

import { byId } from "../dom.js";
import { whyNot } from "../host.js";
import { whilePreparing } from "../preparing.js";
import { readinessOf, request } from "../service.js";
import { _ } from "../text.js";

/** @import { BrowserHost } from "./host.js" */

/** @param {BrowserHost} host */
export function offer(host) {
  const button = byId("to-server", HTMLButtonElement);
  button.disabled = true;
  button.title = _("As soon as the server is ready.");
  whilePreparing(() => readinessOf(host.table.game.name), ({ rules }) => rules, (readiness) => {
    if (readiness !== null) return;
    button.disabled = false;
    button.title = "";
  });
  button.addEventListener("click", async () => {
    try {
      location.assign(await taken(host));
    } catch (error) {
      button.after(" ", whyNot(error));
    }
  });
}

/**
 * The address of the same table at the service.
 * @param {BrowserHost} host
 * @returns {Promise<string>}
 */
async function taken({ table }) {
  const { game, seats, stored } = table;
  let mine = "me";
  const seated = seats.map(({ kind, name, level }) => {
    if (kind === "bot") return { kind, level };
    const person = { kind: mine, name };
    mine = "here";
    return person;
  });
  const { url } = await request("POST", "/api/tables", {
    game: game.name,
    record: { ...game.record(), ...(stored.date && { date: stored.date }) },
    seats: seated,
    chance: game.isManual ? "manual" : "auto",
    hints: stored.hints ?? true,
  });
  return url;
}
