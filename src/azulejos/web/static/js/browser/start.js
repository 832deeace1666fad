// A table of the site begins here: the browser itself is its host.

import { byId, element } from "../dom.js";
import { Refused } from "../host.js";
import { TableController } from "../table.js";
import { _ } from "../text.js";
import { BrowserHost } from "./host.js";
import { kitFor } from "./kit.js";
import { site, tableAt } from "./site.js";
import { fail } from "./sorry.js";
import { unpackedData } from "./transfer.js";

/** @import { Wanted } from "./host.js" */

/** Milliseconds after which nobody seems to look. */
const LONGEST_FRAME = 250;
/** A link to a moment has the whole game behind this. */
const SHOWS = "#record=";

const { table: empty, levels, ...words } = JSON.parse(byId("data").textContent ?? "");
const query = new URLSearchParams(location.search);
/** @type {string} */
const game = empty.game;

/** The host of this page's table, for whoever looks closer. @type {Promise<BrowserHost | null>} */
export const started = begin().catch(fail);

async function begin() {
  const [kit] = await Promise.all([kitFor(game, levels, words), drawn()]);
  const wanted = await asked();
  const id = query.get("t");
  /** @type {BrowserHost | null} */
  let host = null;
  if (wanted) {
    host = await BrowserHost.set(wanted, kit);
    query.delete("new");
    query.set("t", host.table.id);
    history.replaceState(null, "", `?${query}`);
  } else if (id) host = await BrowserHost.open(id, kit);
  if (!host) {
    throw new Refused(404, "not_found", _("There is no such game in this browser any more."));
  }
  const table = await host.look();
  const address = tableAt(game, table.options, Object.fromEntries(query));
  if (address && new URL(address).pathname !== location.pathname) {
    location.replace(address); // a page that is drawn otherwise
    return null;
  }
  if (!query.has("guide")) document.getElementById("coach")?.remove();
  if (table.chance !== "manual") {
    for (const part of document.querySelectorAll("#follow, #to-follow")) part.remove();
  }
  keepRecords(host);
  tellOfKeeping(kit.store.lasts);
  if (site.service) (await import("./to_server.js")).offer(host);
  const { default: GameTable } = await import(`../../games/${game}/table.js`);
  await breath();
  const controller = new TableController(host, table, levels, GameTable);
  await breath();
  await controller.begin();
  return host;
}

/** The browser has drawn the page as it came, and says that more is to come; or it is not looked at. */
function drawn() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_FRAME);
  });
}

/** Let the browser draw, and hear its reader, before the next piece of work: a phone takes long for each. */
function breath() {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * The table that the address asks for: one that a form wants, or a game that somebody shows.
 * @returns {Promise<Wanted | null>}
 */
async function asked() {
  const { hash } = location;
  if (!hash.startsWith(SHOWS)) return JSON.parse(query.get("new") ?? "null");
  try {
    const record = await unpackedData(hash.slice(SHOWS.length));
    if (record.game !== game) throw new TypeError(record.game);
    return { game, record };
  } catch {
    throw new Refused(422, "no_link", _("This link shows no game: some of it is missing."));
  }
}

/**
 * The links that download the record: it is made when it is asked for.
 * @param {BrowserHost} host
 */
function keepRecords(host) {
  for (const link of document.querySelectorAll("a[download]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const { name, text } = host.record();
      const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      element("a", { href, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    });
  }
}

/** @param {boolean} lasts */
function tellOfKeeping(lasts) {
  if (lasts) {
    navigator.storage?.persist?.().catch(() => {});
    return;
  }
  const line = byId("offline");
  line.textContent = _(
    "This browser keeps nothing: the game is gone when this page is closed. Download its record if you want to keep it.",
  );
  line.id = "keeps-nothing";
  line.hidden = false;
  line.after(element("div", { id: "offline", hidden: true }));
}
