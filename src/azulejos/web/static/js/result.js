// The result: who won, and where the points came from.

import { byId, element } from "./dom.js";
import { whyNot } from "./host.js";
import { _, language, list, ngettext } from "./text.js";

/** @import { TableController } from "./table.js" */
/** @import { Result as Outcome, Source } from "./types.js" */
/** @import { Sides } from "./host.js" */

export class Result {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.dialog = byId("result", HTMLDialogElement);
    this.title = byId("result-title");
    this.body = byId("result-body");
    this.button = byId("show-result");
    this.rematch = byId("rematch", HTMLButtonElement);
    this.button.addEventListener("click", () => this.open());
    this.rematch.addEventListener("click", () => this.again());
    this.sides = byId("rematch-sides", HTMLSelectElement);
  }

  show() {
    const { result, date } = this.controller.table;
    this.button.hidden = !result;
    const { host } = this.controller;
    byId("to-review").hidden = !result || !host.reviews;
    byId("to-review").setAttribute("href", host.reviewAt());
    // At a real table what lies open may be explored while it is played, too.
    const { chance, mine } = this.controller.table;
    const mayExplore = Boolean(result) || (chance === "manual" && mine.length > 0);
    byId("to-explore").hidden = !mayExplore || !host.explores;
    byId("to-explore").setAttribute("href", host.exploreAt(null));
    const played = byId("played");
    played.hidden = !result || !date;
    if (!played.hidden) {
      const writing = language === "en" ? "en-GB" : language;
      const day = new Intl.DateTimeFormat(writing, { dateStyle: "long" }).format(
        new Date(`${date}T12:00`),
      );
      played.textContent = _("Played on {date}", { date: day });
    }
    if (this.controller.table.rematch) this.offerRematch(this.controller.table.rematch);
  }

  /** A rematch is for players; where a finished record was only opened, nobody has played. */
  get mayPlayAgain() {
    const { mine, version } = this.controller.table;
    return mine.length > 0 && version > 0;
  }

  /** Who won, or how else it ended. */
  text() {
    const { result, seats, on_time: late, has_goal: hasGoal } = this.controller.table;
    if (!result) return "";
    if (late.length && hasGoal) return _("Goal missed");
    const own = this.controller.game.resultText(this.controller.table);
    if (own) return own;
    if (seats.length === 1) {
      return ngettext(
        "The game is over: {n} point",
        "The game is over: {n} points",
        result.scores[0],
      );
    }
    const { seats: people } = this.controller;
    /** @param {number} number */
    const name = (number) => people.name(number);
    if (people.cards.length < seats.length) return this.teamText(result, name);
    const you = result.winners.find((number) => people.isYou(number));
    if (you !== undefined) {
      const others = result.winners.filter((number) => number !== you);
      return others.length
        ? _("You share the win with {names}", { names: list(others.map(name)) })
        : _("You win");
    }
    const names = [...new Set(result.winners.map(name))];
    if (names.length === 1) return _("{name} wins", { name: names[0] });
    return _("{names} share the win", { names: list(names) });
  }

  /**
   * Which team has won.
   * @param {Outcome} result
   * @param {(number: number) => string} name
   */
  teamText({ winners }, name) {
    const { seats: people } = this.controller;
    if (winners.length > people.of(people.cards[0]).length) return _("The teams share the win");
    const you = winners.find((number) => people.isYou(number));
    if (you === undefined) return _("{names} win", { names: list(winners.map(name)) });
    const partners = winners.filter((number) => number !== you);
    return _("You and {name} win", { name: list(partners.map(name)) });
  }

  /** What has decided among equal points, if something has. */
  tieText() {
    const { result, on_time: late } = this.controller.table;
    if (!result || late.length) return "";
    const { scores, winners, ties } = result;
    const most = Math.max(...scores);
    const level = scores.filter((points) => points === most).length;
    return ties && level > winners.length ? this.controller.game.tieText() : "";
  }

  /** Whose time was up. */
  timeText() {
    const { on_time: late } = this.controller.table;
    const { seats } = this.controller;
    if (!late.length) return "";
    const names = late.map((seat) => seats.name(seat));
    if (late.length > 1) return _("Out of time: {names}", { names: list(names) });
    if (seats.isYou(late[0])) return _("Your time was up");
    return _("The time of {name} was up", { name: names[0] });
  }

  /** What has decided besides the points, if something has. */
  whyText() {
    return this.timeText() || this.tieText();
  }

  async open() {
    this.title.textContent = this.text();
    const { body } = this;
    const { result } = this.controller.table;
    const why = this.whyText();
    const { has_goal: hasGoal } = this.controller.table; // which gives no points
    body.replaceChildren();
    if (why) body.append(element("p", {}, `${why}.`));
    if (result && !hasGoal) body.append(this.scores(result));
    this.rematch.hidden = !this.mayPlayAgain;
    this.offerSides();
    if (!this.dialog.open) this.dialog.showModal();
    this.controller.say([this.text(), why].filter(Boolean).join(". "));
    if (hasGoal) return;
    try {
      const { sources } = await this.controller.host.tally();
      body.querySelector(".chart")?.remove();
      if (sources.length) body.append(this.chart(sources));
    } catch {
      // The scores stand without the chart.
    }
  }

  close() {
    this.dialog.close();
  }

  /** @param {Outcome} result */
  scores(result) {
    const table = element("table", { className: "scores" });
    const body = table.createTBody();
    const { cards } = this.controller.seats;
    for (const number of result.order) {
      if (number >= cards.length) continue; // a partner, named with the first of the team
      const row = body.insertRow();
      row.className = result.winners.includes(number) ? "won" : "";
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = this.sideName(number);
      const tied = result.scores.filter((points) => points === result.scores[number]).length > 1;
      if (result.ties && tied) {
        const ties = document.createElement("span");
        ties.className = "ties";
        ties.textContent = this.controller.game.tieCount(result.ties[number]);
        name.append(" ", ties);
      }
      const { hints, seats } = this.controller;
      const taken = seats.of(seats.cards[number]).map((seat) => hints.count(seat)).filter(Boolean);
      if (taken.length) {
        name.append(" ", element("span", { className: "ties" }, taken.join(", ")));
      }
      row.append(name);
      row.insertCell().textContent = String(result.scores[number]);
    }
    return table;
  }

  /**
   * Who shares a card: one player, or a team.
   * @param {number} side
   */
  sideName(side) {
    const { seats } = this.controller;
    return seats.of(seats.cards[side]).map((number) => seats.name(number)).join(" & ");
  }

  /**
   * Points by where they came from, as bars beside each other, with their numbers in words.
   * @param {Source[]} sources
   */
  chart(sources) {
    const most = Math.max(1, ...sources.flatMap(({ points }) => points.map(Math.abs)));
    const table = element("table", { className: "chart" });
    table.createCaption().textContent = _("Where the points came from");
    const head = table.createTHead().insertRow();
    head.insertCell();
    sources[0].points.forEach((_points, side) => {
      head.append(element("th", { scope: "col" }, this.sideName(side)));
    });
    const body = table.createTBody();
    for (const { title, points } of sources) {
      const row = body.insertRow();
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = title;
      row.append(name);
      for (const gained of points) row.append(bar(gained, most));
    }
    return table;
  }

  /** Who begins next time, and with whom: for who asks for the rematch first. */
  offerSides() {
    const { options, seats, rematch } = this.controller.table;
    const { seats: people } = this.controller;
    const isDecided = this.rematch.hidden || seats.length < 2 || Boolean(rematch);
    byId("rematch-how").hidden = isDecided;
    if (isDecided || this.sides.options.length) return;
    const hasTeams = people.cards.length < seats.length;
    const next = (options.first + 1) % seats.length;
    /** @type {[Sides, string][]} */
    const ways = [
      [
        "next",
        people.isYou(next)
          ? _("You begin this time")
          : _("{name} begins this time", { name: people.name(next) }),
      ],
      [
        "same",
        people.isYou(options.first)
          ? _("You begin again")
          : _("{name} begins again", { name: people.name(options.first) }),
      ],
      ...(hasTeams
        ? /** @type {[Sides, string][]} */ ([["partners", _("With other partners")]])
        : []),
    ];
    this.sides.append(...ways.map(([value, words]) => element("option", { value }, words)));
  }

  async again() {
    this.rematch.disabled = true;
    if (this.controller.table.rematch) {
      location.assign(this.controller.table.rematch);
      return;
    }
    try {
      const { url } = await this.controller.host.rematch(/** @type {Sides} */ (this.sides.value));
      location.assign(url);
    } catch (error) {
      this.rematch.disabled = false;
      this.controller.tell(whyNot(error));
    }
  }

  /**
   * Somebody wants to play again.
   * @param {string} url the table of the rematch
   */
  offerRematch(url) {
    this.controller.table.rematch = url;
    this.rematch.textContent = _("To the rematch");
    this.rematch.disabled = false;
    byId("rematch-how").hidden = true;
  }
}

/**
 * @param {number} points
 * @param {number} most
 */
function bar(points, most) {
  const cell = document.createElement("td");
  const box = document.createElement("div");
  box.className = "bar-box";
  const number = document.createElement("span");
  number.className = "bar-number";
  number.textContent = points < 0 ? `−${-points}` : String(points);
  const track = document.createElement("span");
  track.className = "bar-track";
  track.setAttribute("aria-hidden", "true");
  const line = document.createElement("span");
  line.className = points < 0 ? "bar-line loss" : "bar-line";
  line.style.width = `${(100 * Math.abs(points)) / most}%`;
  track.append(line);
  box.append(number, track);
  cell.append(box);
  return cell;
}
