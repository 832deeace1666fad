// The result: who won, and where the points came from.

import { _, list, ngettext } from "./words.js";

const SOURCES = ["tiles", "row", "column", "colour", "floor"];

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
    this.button.hidden = !this.shell.table.result;
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
    const you = result.winners.find((number) => people.isYou(number));
    if (you !== undefined) {
      const others = result.winners.filter((number) => number !== you);
      return others.length ? _("You share the win with {names}", { names: list(others.map(name)) }) : _("You win");
    }
    const names = [...new Set(result.winners.map(name))];
    if (names.length === 1) return _("{name} wins", { name: names[0] });
    return _("{names} share the win", { names: list(names) });
  }

  async open() {
    document.getElementById("result-title").textContent = this.words();
    const body = document.getElementById("result-body");
    body.replaceChildren(this.scores());
    this.rematch.hidden = !this.mayPlayAgain;
    if (!this.dialog.open) this.dialog.showModal();
    this.shell.say(this.words());
    if (this.shell.table.game !== "azul") return;
    try {
      const tally = await this.shell.service.get("/tally");
      body.append(this.chart(tally.steps ?? tally));
    } catch {
      // The scores stand without the chart.
    }
  }

  scores() {
    const { result, seats } = this.shell.table;
    const table = document.createElement("table");
    table.className = "scores";
    const body = table.createTBody();
    const order = seats.map((_seat, number) => number).sort((a, b) => result.scores[b] - result.scores[a]);
    for (const number of order) {
      const row = body.insertRow();
      row.className = result.winners.includes(number) ? "won" : "";
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = this.shell.seats.name(number);
      row.append(name);
      row.insertCell().textContent = result.scores[number];
    }
    return table;
  }

  /** Points by where they came from, as bars beside each other, with their numbers in words. */
  chart(steps) {
    const players = this.shell.table.seats.length;
    const sums = Array.from({ length: players }, () => Object.fromEntries(SOURCES.map((name) => [name, 0])));
    for (const step of steps.flat()) {
      const from = step.bonus ?? (step.floor !== undefined ? "floor" : "tiles");
      sums[step.player][from] += step.points;
    }
    const names = {
      tiles: _("Tiles"),
      row: _("Rows"),
      column: _("Columns"),
      colour: _("Colours"),
      floor: _("Floor"),
    };
    const most = Math.max(1, ...sums.flatMap((sum) => SOURCES.map((name) => Math.abs(sum[name]))));
    const table = document.createElement("table");
    table.className = "chart";
    table.createCaption().textContent = _("Where the points came from");
    const head = table.createTHead().insertRow();
    head.append(document.createElement("td"));
    for (let number = 0; number < players; number++) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = this.shell.seats.name(number);
      head.append(cell);
    }
    const body = table.createTBody();
    for (const source of SOURCES) {
      const row = body.insertRow();
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = names[source];
      row.append(name);
      for (const sum of sums) row.append(bar(sum[source], most, source));
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
