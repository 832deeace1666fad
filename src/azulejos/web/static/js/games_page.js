// The page of the reader's games: all of them, and how they come to another device.

import { byId, element } from "./dom.js";
import { merge, read, Unreadable, written } from "./game_log.js";
import { Refused, whyNot } from "./host.js";
import { item, refresh, sorted } from "./my_games.js";
import { copy } from "./seats.js";
import { _, ngettext } from "./text.js";

/** @import { Source } from "./my_games.js" */
/** @import { GameTold } from "./outcomes.js" */

/** @typedef {{ url: string, games: number, complete: boolean, picture: string | null }} WayThere */
/** @typedef {{ games: number, take: () => Promise<unknown> }} Bringing what a link brings */

/**
 * How games come to another device.
 * @typedef {object} Transfer
 * @property {() => Promise<WayThere>} link that takes them along
 * @property {(brought: string) => Promise<Bringing>} open what a link brings; Refused if that is nothing
 * @property {(file: string) => Promise<string>} file all there is, beside what is remembered
 * @property {(text: string) => (() => Promise<unknown>)} load what else a file has: checked at once,
 *   and taken when that is called
 */

const PART = 12;
const BRINGS = "#bring=";

export class GamesPage {
  /**
   * @param {Source} source
   * @param {Transfer} transfer
   */
  constructor(source, transfer) {
    this.source = source;
    this.transfer = transfer;
    /** @type {Record<string, GameTold>} */
    this.told = JSON.parse(byId("games-told").textContent ?? "");
    this.shown = PART;
    byId("more-finished").addEventListener("click", () => {
      this.shown += PART;
      this.show();
    });
    byId("make-link").addEventListener("click", () => this.makeLink());
    const field = byId("bring-link", HTMLInputElement);
    byId("copy-link").addEventListener("click", () => copy(byId("copy-link"), field));
    byId("log-export").addEventListener("click", () => this.save());
    const chosen = byId("log-file", HTMLInputElement);
    byId("log-import").addEventListener("click", () => chosen.click());
    chosen.addEventListener("change", async () => {
      const [file] = chosen.files ?? [];
      if (file) await this.load(await file.text());
      chosen.value = "";
    });
    addEventListener("hashchange", () => this.lookAtAddress());
  }

  async begin() {
    this.show();
    await this.lookAtAddress();
    await this.refresh();
    document.documentElement.dataset.ready = "true";
  }

  /** @param {string} sentence */
  tell(sentence) {
    byId("my-message").textContent = sentence;
  }

  async refresh() {
    try {
      await refresh(this.source);
    } catch (error) {
      this.tell(whyNot(error));
    }
    this.show();
  }

  show() {
    const { running, finished } = sorted();
    const show = () => this.show();
    for (
      const [id, list] of /** @type {const} */ ([["running", running], ["finished", finished]])
    ) {
      const shown = id === "running" ? list : list.slice(0, this.shown);
      byId(id).replaceChildren(...shown.map((game) => item(game, this.told, this.source, show)));
      byId(`no-${id}`).hidden = list.length > 0;
    }
    byId("more-finished").hidden = finished.length <= this.shown;
    byId("make-link", HTMLButtonElement).disabled = running.length + finished.length === 0;
  }

  // ── Links ────────────────────────────────────────────────────────────────────────────────────

  async makeLink() {
    try {
      const { url, games, complete, picture } = await this.transfer.link();
      byId("bring-link", HTMLInputElement).value = url;
      const text = ngettext(
        "Open this link on the other device: it brings {n} game.",
        "Open this link on the other device: it brings {n} games.",
        games,
      );
      const rest = complete
        ? ""
        : _("These are the running games and the newest others; a link has no room for more.");
      byId("link-text").textContent = [text, rest].filter(Boolean).join(" ");
      const image = byId("bring-picture", HTMLImageElement);
      image.hidden = picture === null;
      if (picture) image.src = picture;
      byId("link-made").hidden = false;
      this.tell("");
    } catch (error) {
      this.tell(whyNot(error));
    }
  }

  /** Ask about what the address brings; nobody shall read it there later. */
  async lookAtAddress() {
    const { hash, pathname, search } = location;
    if (!hash.startsWith(BRINGS)) return;
    history.replaceState(null, "", pathname + search);
    const place = byId("brought");
    try {
      const { games, take } = await this.transfer.open(hash.slice(BRINGS.length));
      byId("brought-text").textContent = ngettext(
        "This link brings {n} game of yours to this browser.",
        "This link brings {n} games of yours to this browser.",
        games,
      );
      byId("brought-no").onclick = () => {
        place.hidden = true;
      };
      byId("brought-yes").onclick = async () => {
        place.hidden = true;
        try {
          await take();
          this.tell(_("The games are here now."));
        } catch (error) {
          this.tell(whyNot(error));
        }
        await this.refresh();
      };
      place.hidden = false;
    } catch (error) {
      this.tell(whyNot(error));
    }
  }

  // ── Files ────────────────────────────────────────────────────────────────────────────────────

  async save() {
    try {
      const text = await this.transfer.file(written());
      const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      element("a", { href, download: "azulejos-games.json" }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    } catch (error) {
      this.tell(whyNot(error));
    }
  }

  /** @param {string} text of a file */
  async load(text) {
    try {
      const found = read(text);
      const take = this.transfer.load(text);
      const taken = merge(found);
      await take();
      this.tell(
        ngettext(
          "{n} game of the file is new here.",
          "{n} games of the file are new here.",
          taken,
        ),
      );
      await this.refresh();
    } catch (error) {
      this.tell(whatIsWrong(error));
    }
  }
}

/**
 * Why a file cannot be taken, in words.
 * @param {unknown} error
 */
export function whatIsWrong(error) {
  if (error instanceof Refused) return error.message;
  if (!(error instanceof Unreadable)) throw error;
  return error.number === null
    ? _("This file holds no games of ours; nothing has changed.")
    : _("Game {place} in this file cannot be read; nothing has changed.", {
      place: error.number,
    });
}
