// The people round the table: names, whose turn it is, sitting down, and links for friends.

import { _, list } from "./text.js";
import { all, byId, element, write } from "./dom.js";
import { whyNot } from "./host.js";

/** @import { TableController } from "./table.js" */
/** @import { SeatShown, TableShown } from "./types.js" */

export class Seats {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.cards = all(".seat-card");
    this.join = byId("join", HTMLDialogElement);
    this.invite = byId("invite", HTMLDialogElement);
    this.nameField = byId("join-name", HTMLInputElement);
    this.refused = false; // only watches, so far
    this.asked = false; // wants to sit down where a bot plays meanwhile
    this.awaitsFriend = false; // the invitation is open and for a free seat
    this.sitButton = byId("sit");
    this.sitButton.addEventListener("click", () => {
      this.refused = false;
      this.asked = true;
      this.offerSeat();
    });
    const share = byId("share");
    share.hidden = !controller.host.invites;
    share.addEventListener("click", () => this.openInvite());
    this.invite.addEventListener("close", () => {
      this.awaitsFriend = false;
    });
    this.join.addEventListener("close", () => {
      this.refused = true;
      this.asked = false;
      this.offerSeat();
    });
    const field = byId("invite-link", HTMLInputElement);
    for (const button of document.querySelectorAll("button[data-copy]")) {
      button.addEventListener("click", () => copy(button, field));
    }
  }

  /** At a new table with a seat for a friend, the link comes first. */
  greet() {
    const { mine, seats, moves } = this.controller.table;
    const waits = seats.some((seat, number) => !seat.taken && !mine.includes(number));
    if (mine.length && waits && moves.length === 0) this.openInvite();
  }

  /**
   * What a seat is called.
   * @param {number | null} number
   */
  name(number) {
    const seat = number === null ? null : this.controller.table.seats[number];
    if (!seat || number === null) return "";
    if (seat.level !== null) return this.botName(seat, number);
    if (!seat.taken) return _("Free seat");
    if (this.isYou(number)) return _("You");
    return seat.name || _("Player {number}", { number: number + 1 });
  }

  /**
   * Whether a seat is spoken to as "you": its own, without a name, and nobody else at this screen.
   * @param {number} number
   */
  isYou(number) {
    const { mine, seats } = this.controller.table;
    return mine.length === 1 && mine[0] === number && !seats[number].name;
  }

  /**
   * Bots are called by their level; several of the same, by their seats too.
   * @param {SeatShown} seat
   * @param {number} number
   */
  botName(seat, number) {
    const name = this.level(seat)?.name ?? seat.name;
    const twins = this.controller.table.seats.filter(({ level }) => level === seat.level);
    return twins.length > 1 ? `${name} ${number + 1}` : name;
  }

  /** @param {SeatShown} seat */
  level(seat) {
    return this.controller.levels.find((level) => level.number === seat.level);
  }

  /** The seats that share a card: two of four where teams play. */
  /** @param {HTMLElement} card */
  of(card) {
    const { seats } = this.controller.table;
    const index = this.cards.indexOf(card);
    return seats.map((_seat, number) => number).filter((number) =>
      number % this.cards.length === index
    );
  }

  show() {
    const { table } = this.controller;
    for (const card of this.cards) {
      const numbers = this.of(card);
      const turn = table.turn !== null && numbers.includes(table.turn);
      card.classList.toggle("turn", turn);
      card.classList.toggle("mine", numbers.some((number) => table.mine.includes(number)));
      const winners = this.controller.history.isShown ? [] : table.result?.winners ?? [];
      card.classList.toggle("winner", numbers.some((number) => winners.includes(number)));
      const names = numbers.map((number) => this.name(number)).join(" & ");
      write(card, ".seat-who", names);
      write(card, ".seat-meta", this.meta(numbers));
      card.setAttribute("aria-label", names);
      if (turn) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
    }
    this.offerSeat();
    // The friend has come: what is to be seen now is the table.
    if (this.awaitsFriend && table.seats.every(({ taken }) => taken)) this.invite.close();
  }

  /**
   * Who is connected now.
   * @param {number[]} online
   */
  showOnline(online) {
    this.controller.table.seats.forEach((seat, number) => {
      seat.online = seat.kind === "bot" || online.includes(number);
    });
    this.show();
  }

  /** @param {number[]} numbers seats that share a card */
  meta(numbers) {
    const texts = numbers.flatMap((number) => [
      this.metaOf(number, numbers),
      this.controller.hints?.count(number) ?? "",
    ]);
    return texts.filter(Boolean).join(", ");
  }

  /**
   * @param {number} number
   * @param {number[]} numbers seats that share a card
   */
  metaOf(number, numbers) {
    const { table } = this.controller;
    const seat = table.seats[number];
    if (seat.level !== null) return _("level {level}", { level: seat.level });
    if (!seat.taken) return "";
    if (table.on_time.includes(number)) return _("out of time");
    const alone = numbers.length === 1 && table.mine.length === 1;
    if (table.mine.includes(number)) return alone && seat.name ? _("you") : "";
    return seat.online === false ? _("away") : "";
  }

  /**
   * Who has left, and what becomes of the seat.
   * @param {number} number
   * @param {TableShown} before as the table was
   */
  leftText(number, before) {
    const isLate = () => {
      const due = before.clock?.ticking === number ? before.clock.due : null;
      return due !== null && (this.controller.table.clock?.now ?? 0) >= due;
    };
    if (before.mine.includes(number) && !this.controller.table.mine.includes(number)) {
      return isLate()
        ? _("Your time is up. A bot has taken your seat.")
        : _("You have given up your seat.");
    }
    const name = before.seats[number].name || _("Player {number}", { number: number + 1 });
    if (isLate()) return _("The time of {name} is up. A bot plays on.", { name });
    return this.controller.table.seats[number].taken
      ? _("{name} has left. A bot plays on.", { name })
      : _("{name} has left. The seat is free.", { name });
  }

  /**
   * Who has lost on time, and what becomes of the game.
   * @param {number} number
   */
  lostText(number) {
    const { result, mine } = this.controller.table;
    const name = this.name(number);
    if (mine.includes(number) && mine.length === 1) {
      return result
        ? _("Your time is up: you have lost.")
        : _("Your time is up: you have lost. A bot plays on for you.");
    }
    return result
      ? _("The time of {name} is up.", { name })
      : _("The time of {name} is up: {name} has lost. A bot plays on.", { name });
  }

  // ── Sitting down ─────────────────────────────────────────────────────────────────────────────

  offerSeat() {
    const { table } = this.controller;
    const free = table.seats.map((seat, number) => ({ seat, number })).filter(({ seat }) =>
      seat.open
    );
    const none = !free.length || table.mine.length > 0 || Boolean(table.result);
    // Who has chosen to watch may change their mind.
    const isKept = free.every(({ seat }) => seat.taken); // by bots: nobody waits for you
    this.sitButton.hidden = none || !(this.refused || isKept);
    if (none || this.refused || (isKept && !this.asked)) {
      if (this.join.open) this.join.close();
      return;
    }
    const buttons = free.map(({ number }) => {
      const text = free.length > 1
        ? _("Sit down on seat {number}", { number: number + 1 })
        : _("Sit down");
      const button = element("button", { type: "button", className: "button main" }, text);
      button.addEventListener("click", () => this.sit(number));
      return button;
    });
    byId("join-seats").replaceChildren(...buttons);
    byId("join-who").textContent = this.invitation();
    this.nameField.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.sit(free[0].number);
    };
    if (!this.join.open) this.join.showModal();
  }

  /** Who invites to which game, and who else plays. */
  invitation() {
    const { table } = this.controller;
    const names = table.seats.flatMap(({ taken }, number) => taken ? [this.name(number)] : []);
    const people = table.seats.findIndex(({ taken, level }) => taken && level === null);
    const game = document.querySelector("h1")?.textContent ?? "";
    const who = people < 0
      ? _("A seat is free at a table of {game}.", { game })
      : _("{name} invites you to a game of {game}.", { name: this.name(people), game });
    return [who, ...(names.length ? [_("At the table: {names}.", { names: list(names) })] : [])]
      .join(" ");
  }

  /** @param {number} number */
  async sit(number) {
    const name = this.nameField.value.trim();
    try {
      await this.controller.host.sit(number, name);
      this.join.close();
      // The stream was opened as a watcher: the page comes again as a player.
      location.reload();
    } catch (error) {
      this.controller.tell(whyNot(error));
      await this.controller.refresh();
    }
  }

  // ── Links ────────────────────────────────────────────────────────────────────────────────────

  async openInvite() {
    const { table, host } = this.controller;
    byId("invite-link", HTMLInputElement).value = location.origin + `/t/${table.id}`;
    byId("invite-text").textContent = table.result || !table.seats.some(({ open }) => open)
      ? _("Whoever opens this link can watch.")
      : _("Whoever opens this link can take a free seat, or watch.");
    byId("only-here").hidden = !["localhost", "127.0.0.1", "[::1]"].includes(
      location.hostname,
    );
    const own = byId("own-seats");
    own.replaceChildren();
    this.awaitsFriend = table.seats.some(({ taken }) => !taken);
    this.invite.showModal();
    const held = table.mine.slice(0, 1);
    for (const number of held) {
      try {
        const { url } = await host.seatLink(number);
        own.append(privateLink(location.origin + url));
      } catch {
        // Without it there is still the table's own link.
      }
    }
  }
}

/** @param {string} address */
function privateLink(address) {
  const id = "seat-link";
  const label = element(
    "label",
    { className: "unseen", htmlFor: id },
    _("Private link to your seat"),
  );
  const field = element("input", { type: "text", id, readOnly: true, value: address });
  const button = element("button", { type: "button", className: "button slim" }, _("Copy"));
  button.addEventListener("click", () => copy(button, field));
  return element(
    "div",
    {},
    element(
      "p",
      {},
      _("To sit here on another device too, open this private link there. Keep it to yourself."),
    ),
    element("div", { className: "row copy" }, label, field, button),
  );
}

/**
 * @param {Element} button
 * @param {HTMLInputElement} field
 */
export async function copy(button, field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = _("Copied");
  } catch {
    // The text is selected: it can be copied by hand.
  }
}
