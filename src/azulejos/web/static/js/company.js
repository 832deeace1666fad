// Company at a table: how many watch, quick phrases, and seats that are given up.

import { byId, element } from "./dom.js";
import { whyNot } from "./host.js";
import { phrases } from "./phrases.js";
import { _, ngettext } from "./text.js";

/** @import { TableController } from "./table.js" */
/** @import { PhraseShown } from "./types.js" */

const QUIET = "azulejos.quiet";
const BUBBLE = 6000; // milliseconds for which a phrase stands beside a name
const ABSENCE = 5 * 60_000; // after which the others may give a seat away, as the service has it

export class Company {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.button = byId("company", HTMLButtonElement);
    this.dialog = byId("company-dialog", HTMLDialogElement);
    this.count = byId("company-count");
    this.watching = byId("company-watching");
    this.speech = byId("phrases");
    this.seats = byId("company-seats");
    this.problem = byId("company-problem");
    this.quiet = byId("company-quiet", HTMLInputElement);
    this.quiet.checked = localStorage.getItem(QUIET) === "1";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.button.addEventListener("click", () => this.open());
    this.quiet.addEventListener("change", () => {
      localStorage.setItem(QUIET, this.quiet.checked ? "1" : "0");
    });
    for (const [code, words] of Object.entries(phrases())) {
      const button = element("button", { type: "button", className: "button slim" }, words);
      button.addEventListener("click", () => this.say(code));
      this.speech.append(button);
    }
  }

  open() {
    this.problem.textContent = "";
    this.show();
    this.dialog.showModal();
  }

  show() {
    const { table, host } = this.controller;
    const others = table.seats.some(({ kind }, n) => kind !== "bot" && !table.mine.includes(n));
    const isAlone = !others && table.mine.length > 0 && !table.watching;
    // Once somebody has been here, nothing goes from under the pointer.
    this.button.hidden &&= !host.invites || isAlone;
    this.count.textContent = table.watching ? String(table.watching) : "";
    this.watching.textContent = this.watchingText();
    byId("company-speech").hidden = !table.mine.length;
    this.showSeats(others);
  }

  watchingText() {
    const { mine, watching } = this.controller.table;
    if (mine.length) {
      return watching
        ? ngettext("{n} person is watching.", "{n} people are watching.", watching)
        : _("Nobody is watching.");
    }
    const others = Math.max(0, watching - 1);
    const too = ngettext("{n} other person, too.", "{n} other people, too.", others);
    return others ? `${_("You are watching.")} ${too}` : _("You are watching.");
  }

  /**
   * What can be done about seats: one's own, and those of who is away.
   * @param {boolean} others whether other people play
   */
  showSeats(others) {
    clearTimeout(this.timer);
    const { table } = this.controller;
    this.seats.replaceChildren();
    if (!table.mine.length || table.result) return;
    const { turn } = table;
    const away = turn === null ? null : table.seats[turn];
    const isLost = turn !== null && table.on_time.includes(turn);
    if (
      turn !== null && away?.taken && away.kind !== "bot" && !away.mine && !away.online && !isLost
    ) {
      const name = this.controller.seats.name(turn);
      const wait = table.since + ABSENCE - Date.now();
      this.seats.append(element("h3", {}, _("{name} is away", { name })));
      if (wait > 0) {
        this.seats.append(
          element("p", {}, _("After five minutes without a move you can give the seat away.")),
        );
        this.timer = setTimeout(() => this.show(), Math.min(wait, ABSENCE) + 500);
      } else this.seats.append(this.choices(turn, true));
    }
    if (!others) return;
    for (const number of table.mine.filter((seat) => !table.on_time.includes(seat))) {
      const title = table.mine.length > 1
        ? _("Give up the seat of {name}", { name: this.controller.seats.name(number) })
        : _("Give up your seat");
      this.seats.append(element("h3", {}, title));
      this.seats.append(this.choices(number, this.hasPeopleBut(number)));
    }
  }

  /** @param {number} number whether people sit here besides who leaves this seat */
  hasPeopleBut(number) {
    const { seats, on_time: lost } = this.controller.table;
    return seats.some(({ kind, taken }, other) =>
      other !== number && taken && kind !== "bot" && !lost.includes(other)
    );
  }

  /**
   * The ways to give a seat away.
   * @param {number} number
   * @param {boolean} mayHaveBot
   */
  choices(number, mayHaveBot) {
    const row = element("div", { className: "row" });
    /** @type {[boolean, string][]} */
    const ways = mayHaveBot ? [[true, _("Let a bot play on")]] : [];
    // While people play with a clock, none is stopped by an empty seat.
    if (!mayHaveBot || !this.controller.table.clock) {
      ways.push([false, _("Leave the seat free")]);
    }
    for (const [toBot, words] of ways) {
      const button = element("button", { type: "button", className: "button slim" }, words);
      button.addEventListener("click", () => this.leave(number, toBot));
      row.append(button);
    }
    return row;
  }

  /**
   * @param {number} number
   * @param {boolean} toBot
   */
  async leave(number, toBot) {
    const { controller } = this;
    // Who has just got up is not asked at once to sit down again.
    if (controller.table.mine.includes(number)) controller.seats.refused = true;
    try {
      await controller.host.leave(number, toBot);
      this.dialog.close();
    } catch (error) {
      this.problem.textContent = whyNot(error);
    }
  }

  /** @param {string} code */
  async say(code) {
    try {
      await this.controller.host.say(code);
      this.dialog.close();
    } catch (error) {
      this.problem.textContent = whyNot(error);
    }
  }

  /** @param {PhraseShown} told */
  hear({ seat, phrase }) {
    const words = phrases()[phrase];
    const { seats, table } = this.controller;
    if (!words || !table.seats[seat] || (this.quiet.checked && !table.mine.includes(seat))) return;
    this.controller.say(`${seats.name(seat)}: ${words}`);
    const card = seats.cards[seat % seats.cards.length];
    const head = card?.querySelector(".seat-head");
    if (!head) return;
    head.querySelector(".bubble")?.remove();
    const bubble = element("p", { className: "bubble" }, words);
    bubble.setAttribute("aria-hidden", "true"); // it has been said
    head.append(bubble);
    setTimeout(() => bubble.remove(), BUBBLE);
  }

  /** @param {number} watching */
  showWatching(watching) {
    this.controller.table.watching = watching;
    this.show();
  }
}
