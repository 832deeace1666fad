// The people round the table: names, whose turn it is, sitting down, and links for friends.

import { _ } from "./words.js";
import { Refused } from "./service.js";

export class Seats {
  constructor(shell) {
    this.shell = shell;
    this.cards = [...document.querySelectorAll(".seat-card")];
    this.join = document.getElementById("join");
    this.invite = document.getElementById("invite");
    this.refused = false; // only watches, so far
    this.awaitsFriend = false; // the invitation is open and for a free seat
    this.sitButton = document.getElementById("sit");
    this.sitButton.addEventListener("click", () => {
      this.refused = false;
      this.offerSeat();
    });
    document.getElementById("share").addEventListener("click", () => this.openInvite());
    this.invite.addEventListener("close", () => { this.awaitsFriend = false; });
    this.join.addEventListener("close", () => {
      this.refused = true;
      this.offerSeat();
    });
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => copy(button));
    }
  }

  /** At a new table with a seat for a friend, the link comes first. */
  greet() {
    const { mine, seats, moves } = this.shell.table;
    const waits = seats.some((seat, number) => !seat.taken && !mine.includes(number));
    if (mine.length && waits && moves.length === 0) this.openInvite();
  }

  /** What a seat is called. */
  name(number) {
    const seat = this.shell.table.seats[number];
    if (!seat) return "";
    if (seat.level !== null) return this.botName(seat, number);
    if (!seat.taken) return _("Free seat");
    if (this.isYou(number)) return _("You");
    return seat.name || _("Player {number}", { number: number + 1 });
  }

  /** Whether a seat is spoken to as "you": its own, without a name, and nobody else at this screen. */
  isYou(number) {
    const { mine, seats } = this.shell.table;
    return mine.length === 1 && mine[0] === number && !seats[number].name;
  }

  /** Bots are called by their level; several of the same, by their seats too. */
  botName(seat, number) {
    const name = this.level(seat)?.name ?? seat.name;
    const twins = this.shell.table.seats.filter(({ level }) => level === seat.level);
    return twins.length > 1 ? `${name} ${number + 1}` : name;
  }

  level(seat) {
    return this.shell.levels.find((level) => level.number === seat.level);
  }

  /** The seats that share a card: two of four in Azuleo. */
  of(card) {
    const { seats } = this.shell.table;
    const index = this.cards.indexOf(card);
    return seats.map((_seat, number) => number).filter((number) => number % this.cards.length === index);
  }

  show() {
    const { table } = this.shell;
    for (const card of this.cards) {
      const numbers = this.of(card);
      const turn = numbers.includes(table.turn);
      card.classList.toggle("turn", turn);
      card.classList.toggle("mine", numbers.some((number) => table.mine.includes(number)));
      const winners = this.shell.past.isShown ? [] : table.result?.winners ?? [];
      card.classList.toggle("winner", numbers.some((number) => winners.includes(number)));
      card.querySelector(".seat-who").textContent = numbers.map((number) => this.name(number)).join(" & ");
      card.querySelector(".seat-meta").textContent = this.meta(numbers);
      card.setAttribute("aria-label", numbers.map((number) => this.name(number)).join(" & "));
      if (turn) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
    }
    this.offerSeat();
    // The friend has come: what is to be seen now is the table.
    if (this.awaitsFriend && table.seats.every(({ taken }) => taken)) this.invite.close();
  }

  /** Who is connected now. */
  showOnline(online) {
    this.shell.table.seats.forEach((seat, number) => {
      seat.online = seat.kind === "bot" || online.includes(number);
    });
    this.show();
  }

  meta(numbers) {
    const { table } = this.shell;
    const words = numbers.map((number) => {
      const seat = table.seats[number];
      if (seat.level !== null) return _("level {level}", { level: seat.level });
      if (!seat.taken) return "";
      const alone = numbers.length === 1 && table.mine.length === 1;
      if (table.mine.includes(number)) return alone && seat.name ? _("you") : "";
      return seat.online === false ? _("away") : "";
    });
    return words.filter(Boolean).join(", ");
  }

  // ── Sitting down ─────────────────────────────────────────────────────────────────────────────

  offerSeat() {
    const { table } = this.shell;
    const free = table.seats.map((seat, number) => ({ seat, number })).filter(({ seat }) => !seat.taken);
    const none = !free.length || table.mine.length > 0 || Boolean(table.result);
    // Who has chosen to watch may change their mind.
    this.sitButton.hidden = none || !this.refused;
    if (none || this.refused) {
      if (this.join.open) this.join.close();
      return;
    }
    const buttons = free.map(({ number }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button main";
      button.textContent = free.length > 1 ? _("Sit down on seat {number}", { number: number + 1 }) : _("Sit down");
      button.addEventListener("click", () => this.sit(number));
      return button;
    });
    document.getElementById("join-seats").replaceChildren(...buttons);
    const name = document.getElementById("join-name");
    name.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.sit(free[0].number);
    };
    if (!this.join.open) this.join.showModal();
  }

  async sit(number) {
    const name = document.getElementById("join-name").value.trim();
    try {
      await this.shell.service.post(`/seats/${number}`, { name });
      this.join.close();
      // The stream was opened as a watcher: the page comes again as a player.
      location.reload();
    } catch (error) {
      this.shell.tell(error instanceof Refused ? error.message : _("The service does not answer. Please try again."));
      await this.shell.refresh();
    }
  }

  // ── Links ────────────────────────────────────────────────────────────────────────────────────

  async openInvite() {
    const { table, service } = this.shell;
    document.getElementById("invite-link").value = location.origin + `/t/${table.id}`;
    document.getElementById("invite-words").textContent = table.result || table.seats.every(({ taken }) => taken)
      ? _("Whoever opens this link can watch.")
      : _("Whoever opens this link can take a free seat, or watch.");
    document.getElementById("only-here").hidden = !["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    const own = document.getElementById("own-seats");
    own.replaceChildren();
    this.awaitsFriend = table.seats.some(({ taken }) => !taken);
    this.invite.showModal();
    const held = table.mine.slice(0, 1);
    for (const number of held) {
      try {
        const { url, link } = await service.post(`/seats/${number}/link`);
        own.append(privateLink(location.origin + (link ?? url)));
      } catch {
        // Without it there is still the table's own link.
      }
    }
  }
}

function privateLink(address) {
  const words = document.createElement("p");
  words.textContent = _("To sit here on another device too, open this private link there. Keep it to yourself.");
  const row = document.createElement("div");
  row.className = "row copy";
  const label = document.createElement("label");
  label.className = "unseen";
  label.htmlFor = "seat-link";
  label.textContent = _("Private link to your seat");
  const field = document.createElement("input");
  Object.assign(field, { type: "text", id: "seat-link", readOnly: true, value: address });
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "button slim", textContent: _("Copy") });
  button.dataset.copy = "seat-link";
  button.addEventListener("click", () => copy(button));
  row.append(label, field, button);
  const block = document.createElement("div");
  block.append(words, row);
  return block;
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = _("Copied");
  } catch {
    // The text is selected: it can be copied by hand.
  }
}
