// What happened, shown: tiles fly, lines are tiled, points are counted. All of it can be skipped.

import { _, signed } from "../../js/words.js";
import { COLOURS } from "./drawing.js";
import * as words from "./words.js";
import { appear, flash, fly, rise, show, still, wait } from "../../js/motion.js";

function rectOf(element) {
  return element?.getBoundingClientRect() ?? null;
}

export class AzulShow {
  constructor(table) {
    this.table = table;
  }

  async happen(event) {
    const { table } = this;
    const after = event.table.position;
    if (still() || event.type !== "move") {
      table.draw(after);
      return;
    }
    await show(async () => {
      const made = words.parse(event.text);
      const scored = event.steps.length > 0;
      if (made && !made.column) await this.take(event.turn, made, event.placed ?? after);
      if (scored) await this.tile(event.steps);
      const dealt = after.round !== table.position.round || table.position.phase === "deal";
      table.draw(after);
      if (dealt && after.phase === "offer") await appear(table.display.querySelectorAll(".tile"));
    });
  }

  /** Tiles fly from their source to the line, the floor and the centre. */
  async take(player, { source, colour, line }, after) {
    const { table } = this;
    const before = table.position;
    const places = (selector) => [...table.display.querySelectorAll(selector)].map(rectOf);
    const taken = places(`.lot[data-source="${source}"][data-colour="${colour}"] .tile`);
    const marker = rectOf(table.display.querySelector(".marker"));
    const rest = new Map();
    if (source) {
      for (const other of COLOURS) {
        if (other !== colour) rest.set(other, places(`.lot[data-source="${source}"][data-colour="${other}"] .tile`));
      }
    }
    const [own, was] = [after.boards[player], before.boards[player]];
    table.draw(after);
    const board = table.boards[player];
    const flights = [];
    let n = 0;
    const send = (from, piece, target) => {
      if (from && piece) flights.push(fly(from, piece, { delay: 45 * n++, target }));
    };
    if (line && own.lines[line - 1].count) {
      const placed = [...board.querySelectorAll(`.line[data-line="${line}"] .tile`)];
      for (const piece of placed.slice(was.lines[line - 1].count)) send(taken.shift(), piece);
    }
    const fallen = [...board.querySelectorAll(".floor .tile, .floor .marker")].slice(was.floor.length);
    for (const piece of fallen) send(piece.matches(".marker") ? marker : taken.shift(), piece);
    for (const [other, from] of rest) {
      const lying = [...table.display.querySelectorAll(`.centre .lot[data-colour="${other}"] .tile`)];
      for (const piece of lying.slice(lying.length - from.length)) send(from.shift(), piece);
    }
    await Promise.all(flights);
  }

  /** Complete lines move to the wall one by one; then floors, then the bonuses of the end. */
  async tile(steps) {
    for (const step of steps) {
      if (still()) return;
      if (step.column !== undefined) await this.place(step);
      else if (step.dropped !== undefined) await this.fall(step);
      else if (step.floor !== undefined) await this.payFloor(step);
      else await this.bonus(step);
    }
    await wait(250);
  }

  board({ player }) {
    // A copy: the position on the table is the service's.
    const own = structuredClone(this.table.position.boards[player]);
    this.table.position = { ...this.table.position, boards: this.table.position.boards.with(player, own) };
    return own;
  }

  async place(step) {
    const { table } = this;
    const { player, line, column, colour, points } = step;
    const svg = table.boards[player];
    const from = rectOf(svg.querySelector(`.line[data-line="${line + 1}"] .tile`));
    const own = this.board(step);
    own.lines[line] = { colour: null, count: 0 };
    own.wall[line][column] = colour;
    own.score += points;
    table.drawBoard({ ...own, score: own.score - points }, player);
    const at = (row, place) => svg.querySelector(`.space[data-line="${row + 1}"][data-column="${place + 1}"]`);
    const piece = at(line, column).querySelector(".tile");
    await fly(from, piece, { duration: 360 });
    const run = this.run(own.wall, step).map(([row, place]) => at(row, place).querySelector(".tile"));
    table.setScore(player, own.score);
    await Promise.all([flash(run, 500), Promise.race([rise(rectOf(piece), signed(points)), wait(480)])]);
  }

  /** The tiles that count with the one just placed. */
  run(wall, { line, column, row_run: across, column_run: down }) {
    const spaces = [[line, column]];
    for (const [dx, dy, on] of [[1, 0, across], [-1, 0, across], [0, 1, down], [0, -1, down]]) {
      if (on < 2) continue;
      for (let k = 1; wall[line + dy * k]?.[column + dx * k]; k++) spaces.push([line + dy * k, column + dx * k]);
    }
    return spaces;
  }

  async fall(step) {
    const { player, line } = step;
    const own = this.board(step);
    own.lines[line] = { colour: null, count: 0 };
    this.table.drawBoard(own, player);
    this.table.shell.tell(_("Line {line} has no place on the wall and falls to the floor.", { line: line + 1 }));
    await wait(500);
  }

  async payFloor(step) {
    const { player, points } = step;
    const floor = this.table.boards[player].querySelector(".floor");
    const rect = rectOf(floor.querySelector(".cost") ?? floor);
    const own = this.board(step);
    own.score += points;
    await flash(floor.querySelectorAll(".tile, .marker"), 400);
    own.floor = [];
    this.table.drawBoard(own, player);
    if (points) await Promise.race([rise(rect, signed(points), true), wait(500)]);
  }

  async bonus(step) {
    const { player, bonus, index, points } = step;
    const own = this.board(step);
    own.score += points;
    const svg = this.table.boards[player];
    const selector = {
      row: `.space[data-line="${index + 1}"] .tile`,
      column: `.space[data-column="${index + 1}"] .tile`,
      colour: `.space .tile[data-colour="${COLOURS[index]}"]`,
    }[bonus];
    const tiles = [...svg.querySelectorAll(selector)];
    this.table.shell.tell(
      {
        row: _("A complete row: {points}", { points: signed(points) }),
        column: _("A complete column: {points}", { points: signed(points) }),
        colour: _("All five of a colour: {points}", { points: signed(points) }),
      }[bonus],
    );
    const middle = rectOf(tiles[2]);
    this.table.setScore(player, own.score);
    await Promise.all([flash(tiles, 800), middle && rise(middle, signed(points))]);
  }
}
