// The result: who won, and where the points came from.

import { _, language, list, ngettext } from "./words.js";

export class Result {
  constructor(shell) {
    this.shell = shell;
    this.dialog = document.getElementById("result");
    this.button = document.getElementById("show-result");
    this.rematch = document.getElementById("rematch");
    this.button.addEventListener("click", () => this.open());
    this.rematch.addEventListener("click", () => this.again());
  }

  show() {
    const { result, date } = this.shell.table;
    this.button.hidden = !result;
    const played = document.getElementById("played");
    played.hidden = !result || !date;
    if (!played.hidden) {
      const writing = language === "en" ? "en-GB" : language;
      const day = new Intl.DateTimeFormat(writing, { dateStyle: "long" }).format(new Date(`${date}T12:00`));
      played.textContent = _("Played on {date}", { date: day });
    }
    if (this.shell.table.rematch) this.offerRematch(this.shell.table.rematch);
  }

  /** A rematch is for players; where a finished record was only opened, nobody has played. */
  get mayPlayAgain() {
    const { mine, version } = this.shell.table;
    return mine.length > 0 && version > 0;
  }

  words() {
    const { result, game, seats, position } = this.shell.table;
    if (game === "azuleo" && position.options.mode === "fill") {
      return result.winners.length ? _("The whole board is filled!") : _("Nothing fits any more.");
    }
    if (seats.length === 1) {
      return ngettext("The game is over: {n} point", "The game is over: {n} points", result.scores[0]);
    }
    const { seats: people } = this.shell;
    const name = (number) => people.name(number);
    if (people.cards.length < seats.length) return this.teamWords(name);
    const you = result.winners.find((number) => people.isYou(number));
    if (you !== undefined) {
      const others = result.winners.filter((number) => number !== you);
      return others.length ? _("You share the win with {names}", { names: list(others.map(name)) }) : _("You win");
    }
    const names = [...new Set(result.winners.map(name))];
    if (names.length === 1) return _("{name} wins", { name: names[0] });
    return _("{names} share the win", { names: list(names) });
  }

  /** Which team has won. */
  teamWords(name) {
    const { winners } = this.shell.table.result;
    const { seats: people } = this.shell;
    if (winners.length > people.of(people.cards[0]).length) return _("The teams share the win");
    const you = winners.find((number) => people.isYou(number));
    if (you === undefined) return _("{names} win", { names: list(winners.map(name)) });
    return _("You and {name} win", { name: name(winners.find((number) => number !== you)) });
  }

  /** That complete rows have decided, if they have. */
  tieWords() {
    const { scores, winners, rows } = this.shell.table.result;
    const most = Math.max(...scores);
    const level = scores.filter((points) => points === most).length;
    return rows && level > winners.length ? _("On equal points, more complete rows win") : "";
  }

  async open() {
    document.getElementById("result-title").textContent = this.words();
    const body = document.getElementById("result-body");
    const tie = this.tieWords();
    const isFilled = this.shell.table.options.mode === "fill"; // which gives no points
    body.replaceChildren();
    if (tie) {
      const words = document.createElement("p");
      words.textContent = `${tie}.`;
      body.append(words);
    }
    if (!isFilled) body.append(this.scores());
    this.rematch.hidden = !this.mayPlayAgain;
    if (!this.dialog.open) this.dialog.showModal();
    this.shell.say([this.words(), tie].filter(Boolean).join(". "));
    if (isFilled) return;
    try {
      const { sources } = await this.shell.service.get("/tally");
      body.querySelector(".chart")?.remove();
      if (sources.length) body.append(this.chart(sources));
    } catch {
      // The scores stand without the chart.
    }
  }

  close() {
    this.dialog.close();
  }

  scores() {
    const { result } = this.shell.table;
    const table = document.createElement("table");
    table.className = "scores";
    const body = table.createTBody();
    const { cards } = this.shell.seats;
    for (const number of result.order) {
      if (number >= cards.length) continue; // a partner, named with the first of the team
      const row = body.insertRow();
      row.className = result.winners.includes(number) ? "won" : "";
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = this.sideName(number);
      const tied = result.scores.filter((points) => points === result.scores[number]).length > 1;
      if (result.rows && tied) {
        const rows = document.createElement("span");
        rows.className = "complete-rows";
        rows.textContent = ngettext("{n} complete row", "{n} complete rows", result.rows[number]);
        name.append(" ", rows);
      }
      row.append(name);
      row.insertCell().textContent = result.scores[number];
    }
    return table;
  }

  /** Who shares a card: one player, or a team. */
  sideName(side) {
    const { seats } = this.shell;
    return seats.of(seats.cards[side]).map((number) => seats.name(number)).join(" & ");
  }

  /** Points by where they came from, as bars beside each other, with their numbers in words. */
  chart(sources) {
    const names = {
      tiles: _("Tiles"),
      row: _("Rows"),
      column: _("Columns"),
      colour: _("Colours"),
      floor: _("Floor"),
      pairs: _("Colour pairs"),
      azuleos: _("Azuleos"),
      blockades: _("Blockades"),
    };
    const most = Math.max(1, ...sources.flatMap(({ points }) => points.map(Math.abs)));
    const table = document.createElement("table");
    table.className = "chart";
    table.createCaption().textContent = _("Where the points came from");
    const head = table.createTHead().insertRow();
    head.append(document.createElement("td"));
    sources[0].points.forEach((_points, side) => {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = this.sideName(side);
      head.append(cell);
    });
    const body = table.createTBody();
    for (const { source, points } of sources) {
      const row = body.insertRow();
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = names[source];
      row.append(name);
      for (const gained of points) row.append(bar(gained, most, source));
    }
    return table;
  }

  async again() {
    this.rematch.disabled = true;
    if (this.shell.table.rematch) {
      location.assign(this.shell.table.rematch);
      return;
    }
    try {
      const { url } = await this.shell.service.post("/rematch");
      location.assign(url);
    } catch (error) {
      this.rematch.disabled = false;
      this.shell.tell(error.message);
    }
  }

  /** Somebody wants to play again. */
  offerRematch(url) {
    this.shell.table.rematch = url;
    this.rematch.textContent = _("To the rematch");
    this.rematch.disabled = false;
  }
}

function bar(points, most, source) {
  const cell = document.createElement("td");
  const box = document.createElement("div");
  box.className = "bar-box";
  const number = document.createElement("span");
  number.className = "bar-number";
  number.textContent = points < 0 ? `−${-points}` : points;
  const track = document.createElement("span");
  track.className = "bar-track";
  track.setAttribute("aria-hidden", "true");
  const line = document.createElement("span");
  line.className = `bar-line bar-${source}`;
  line.style.width = `${(100 * Math.abs(points)) / most}%`;
  track.append(line);
  box.append(number, track);
  cell.append(box);
  return cell;
}
