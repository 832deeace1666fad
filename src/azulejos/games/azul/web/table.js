// The table of Azul: it shows positions and events, and lets the player take and place tiles.
// What may be done comes from the service as a list of moves; nothing here knows the rules.

import { _, ngettext, signed } from "../../js/words.js";
import { COLOURS, drawBoard, drawDisplay } from "./drawing.js";
import * as words from "./words.js";
import { AzulHands } from "./hands.js";
import { AzulShow } from "./show.js";

export default class AzulTable {
  constructor(shell) {
    this.shell = shell;
    this.display = document.querySelector(".display .azulejos");
    this.cards = [...document.querySelectorAll(".seat-card")];
    this.boards = this.cards.map((card) => card.querySelector(".azulejos"));
    this.hands = new AzulHands(this);
    this.shows = new AzulShow(this);
    for (const svg of [this.display, ...this.boards]) svg.setAttribute("role", "group");
  }

  /** Put a position on the table, at once. */
  draw(position) {
    this.position = position;
    drawDisplay(this.display, position);
    position.boards.forEach((own, player) => this.drawBoard(own, player));
    this.drawStores(position);
    this.drawMarker(position);
    this.label();
  }

  drawBoard(own, player) {
    drawBoard(this.boards[player], own, player, this.position.wall === "coloured");
    this.setScore(player, own.score);
  }

  setScore(player, score) {
    this.cards[player].querySelector(".score").textContent = score;
  }

  drawStores(position) {
    for (const store of ["bag", "lid"]) {
      const place = document.querySelector(`[data-store=${store}]`);
      const counts = position[store];
      place.querySelector(".total").textContent = counts.reduce((sum, n) => sum + n, 0);
      [...place.querySelectorAll(".swatch")].forEach((swatch, kind) => {
        swatch.querySelector(".count").textContent = counts[kind];
        swatch.classList.toggle("none", counts[kind] === 0);
        swatch.setAttribute("role", "img");
        swatch.setAttribute("aria-label", words.tiles(COLOURS[kind], counts[kind]));
      });
    }
  }

  drawMarker(position) {
    this.cards.forEach((card, player) => {
      const mine = position.first === player;
      card.classList.toggle("first", mine && !position.marker_in_centre);
      card.classList.toggle("was-first", mine && position.marker_in_centre);
    });
  }

  /** Say in words what lies where, for those who do not see it. */
  label() {
    this.position.boards.forEach((own, player) => {
      const svg = this.boards[player];
      for (let number = 1; number <= 5; number++) {
        const line = svg.querySelector(`.line[data-line="${number}"]`);
        line.setAttribute("role", "img");
        line.setAttribute("aria-label", words.line(own, number));
      }
      const floor = svg.querySelector(".floor");
      floor.setAttribute("role", "img");
      floor.setAttribute("aria-label", words.floor(own));
      svg.querySelector(".wall").setAttribute("aria-hidden", "true");
    });
    for (const lot of this.display.querySelectorAll(".lot")) {
      lot.setAttribute("role", "img");
      lot.setAttribute("aria-label", this.lotWords(lot));
    }
  }

  lotWords(lot) {
    const source = Number(lot.dataset.source);
    const counts = source ? this.position.factories[source - 1] : this.position.centre;
    return words.lot(source, lot.dataset.colour, counts, this.position.marker_in_centre);
  }

  /** The player's board lies nearest; on a phone, where several share one, that of who acts. */
  arrange(table) {
    this.cards.forEach((card, player) => {
      card.classList.toggle("primary", player === (table.mine[0] ?? 0));
      card.classList.toggle("acting", player === table.turn && table.mine.includes(player));
    });
  }

  /** Let the player do what the table says may be done. */
  offer(table) {
    this.arrange(table);
    this.hands.offer(table);
  }

  /** Nothing may be done now. */
  rest() {
    this.hands.rest();
  }

  /** Show what happened, from the position on the table to the event's. */
  async happen(event) {
    await this.shows.happen(event);
  }

  /** What the player is to do now. */
  task(table) {
    if (table.phase === "tiling") {
      const line = words.parse(table.legal[0])?.line;
      return _("Choose a column for the tile of line {line}", { line });
    }
    return this.hands.picked ? _("Choose a line") : _("Take all tiles of one colour");
  }

  moveWords(text) {
    return words.move(text);
  }

  /** A move and who made it. */
  told(name, text) {
    return _("{name}: {move}", { name, move: words.move(text) });
  }

  /** What an entry gave, for the list of moves: the round it ended to each player, or a tile. */
  pointsWords({ points, round_points: round }) {
    const { seats } = this.shell;
    if (!round.length) return points.filter(Boolean).map(signed);
    return round.map((gained, player) => `${seats.name(player)} ${signed(gained)}`);
  }

  /** What a round gave, in a few words for each player. */
  roundWords(points) {
    return points.map((gained, player) => this.gainWords(this.shell.seats.name(player), gained));
  }

  /** What scored, in a few words for the live region. */
  stepWords(steps, name) {
    const totals = new Map();
    for (const step of steps) totals.set(step.player, (totals.get(step.player) ?? 0) + step.points);
    return [...totals].filter(([, points]) => points).map(([player, points]) => this.gainWords(name(player), points));
  }

  gainWords(name, points) {
    return ngettext("{name}: {points} point", "{name}: {points} points", Math.abs(points), {
      name,
      points: signed(points),
    });
  }
}
