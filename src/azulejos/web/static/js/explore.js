// A position that is explored on the game's own table: moves are tried for all sides, taken back and
// varied; chance is sampled or given. The address holds the line, so that a link leads back to it.

import { byId } from "./dom.js";
import { AnalysisPanel } from "./analysis.js";
import { ChanceForms } from "./chance_forms.js";
import { Refused, whyNot } from "./host.js";
import { LineList } from "./line_list.js";
import { PlayFromHere } from "./play_from_here.js";
import { copy } from "./seats.js";
import { _ } from "./text.js";
import { Tree } from "./tree.js";

/** @import { Engine, Line } from "./engine.js" */
/** @import { GameTable } from "./game_table.js" */
/** @import { Level } from "./table.js" */
/** @import { SetUp } from "./set_up.js" */
/** @import { Step } from "./tree.js" */
/** @import { EventShown, Explored, TableShown } from "./types.js" */

/** What stands between the moves of a line, and between names, in an address. */
const BETWEEN = ";";

/**
 * @typedef {object} Data of the page
 * @property {string} game
 * @property {Explored} shown where one begins
 * @property {string} position the first of the line
 * @property {string[]} moves the line
 * @property {(number | null)[]} turns whose each of them is
 * @property {number} at how many of them have been made
 * @property {string[]} names
 * @property {string[]} given the names that the address gives
 * @property {string} table where the game was played, if it was
 * @property {boolean} edit whether a position is to be set up
 * @property {Level[]} levels
 */

/** Stands before a game's table as the controller of a running game does. */
export class Explorer {
  /**
   * @param {Engine} engine
   * @param {Data} data
   * @param {new (controller: any) => GameTable} Table the game's own
   */
  constructor(engine, data, Table) {
    this.engine = engine;
    this.data = data;
    this.position = data.position;
    this.shown = data.shown;
    this.version = 0; // of what is on the table: for drawings that the engine makes
    this.table = this.asTable(data.shown);
    this.busy = false;
    /** @type {SetUp | null} while a position is set up */
    this.editor = null;
    this.asked = 0; // how often a position has been asked for: an older answer is dropped
    this.seats = {
      /** @param {number | null} seat */
      name: (seat) => (seat === null ? "" : data.names[seat] ?? ""),
      isYou: () => false,
    };
    /** What a game's table asks of its host. */
    this.host = {
      drawing: () =>
        Promise.resolve({ drawing: this.shown.drawing ?? "", scores: this.table.scores }),
      goal: () => Promise.resolve({ state: "unknown" }),
    };
    this.tree = this.firstTree();
    this.game = new Table(this);
    this.list = new LineList(
      byId("line-tree"),
      (step) => this.told(step),
      (step) => this.go(step),
    );
    this.panel = new AnalysisPanel(engine, {
      moveText: (move) => this.game.moveText(move),
      name: this.seats.name,
      follow: (moves) => this.follow(moves),
    });
    this.chance = new ChanceForms(this);
    this.playing = new PlayFromHere(this);
    this.atRandom = byId("at-random", HTMLInputElement);
    this.listen();
  }

  listen() {
    /**
     * @param {string} id
     * @param {() => Step | null} to
     */
    const steps = (id, to) =>
      byId(id).addEventListener("click", () => {
        const step = to();
        if (step) this.go(step);
      });
    steps("to-start", () => this.tree.root);
    steps("step-back", () => this.tree.back);
    steps("step-on", () => this.tree.on);
    steps("to-end", () => this.tree.end);
    byId("remove").addEventListener("click", () => this.remove());
    byId("redraw").addEventListener("click", () => this.redraw());
    byId("edit").addEventListener("click", () => this.edit());
    this.atRandom.addEventListener("change", () => {
      if (this.atRandom.checked && this.shown.draws) this.sample();
    });
    const link = byId("explore-link", HTMLInputElement);
    for (const button of document.querySelectorAll("button[data-copy]")) {
      button.addEventListener("click", () => copy(button, link));
    }
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async begin() {
    await this.chance.begin();
    this.tree.here.shown = this.shown;
    this.show();
    if (this.data.edit) await this.edit();
    document.documentElement.dataset.ready = "true";
  }

  /** The tree that this browser had here last; else the line that the page came with. */
  firstTree() {
    const { moves, turns, at, position } = this.data;
    const kept = history.state?.explored;
    if (kept && kept.position === position) {
      const tree = Tree.of(kept.tree);
      if (tree.here.moves.join(BETWEEN) === moves.slice(0, at).join(BETWEEN)) return tree;
    }
    const tree = new Tree();
    let step = tree.root;
    const line = [step];
    moves.forEach((move, index) => {
      step = tree.add(step, move, turns[index]);
      line.push(step);
    });
    tree.go(line[at]);
    return tree;
  }

  /**
   * What was looked at, as a table at which one acts for all.
   * @param {Explored} shown
   * @returns {TableShown}
   */
  asTable({ table }) {
    const seats = table.seats.map((seat, number) => ({ ...seat, name: this.data.names[number] }));
    return { ...table, seats, version: this.version, opening: [], moves: [] };
  }

  /**
   * @param {Step} [step]
   * @returns {Line}
   */
  line(step = this.tree.here) {
    return { game: this.data.game, position: this.position, moves: step.moves };
  }

  // ── Showing ──────────────────────────────────────────────────────────────────────────────────

  /** Show where one is, and let moves be tried from there. */
  show() {
    const { here } = this.tree;
    this.version++;
    this.table = this.asTable(this.shown);
    this.busy = false;
    this.game.draw(this.table.position);
    this.game.mark(this.shown.entry);
    this.settle();
    this.panel.look(this.line(), this.table);
    this.chance.show(this.shown.draws && !(this.atRandom.checked && this.isSampling));
    byId("to-start", HTMLButtonElement).disabled = !here.parent;
    byId("step-back", HTMLButtonElement).disabled = !this.tree.back;
    byId("step-on", HTMLButtonElement).disabled = !this.tree.on;
    byId("to-end", HTMLButtonElement).disabled = !here.next;
    byId("remove").hidden = !here.parent;
    byId("redraw").hidden = !here.isChance && !this.shown.draws;
    this.list.show(this.tree);
    this.putInAddress();
  }

  isSampling = false; // chance is on its way

  /** Let moves be tried. */
  settle() {
    this.game.offer(this.table);
    for (const card of this.game.cards) {
      const number = this.game.cards.indexOf(card);
      const { turn } = this.table;
      card.classList.toggle("turn", turn !== null && turn % this.game.cards.length === number);
    }
    this.showTask();
    document.documentElement.dataset.explored = String(this.tree.here.moves.length);
  }

  /** The address of what is shown. */
  get address() {
    const { game, given, table } = this.data;
    const { here, end } = this.tree;
    const parts = {
      game,
      position: this.position,
      line: end.moves.join(BETWEEN),
      at: here.moves.length ? String(here.moves.length) : "",
      names: given.join(BETWEEN),
      table,
    };
    const query = new URLSearchParams(Object.entries(parts).filter(([, part]) => part));
    return `${location.pathname}?${query}`;
  }

  putInAddress() {
    const { address } = this;
    const explored = { position: this.position, tree: this.tree.toData() };
    history.replaceState({ explored }, "", address);
    byId("explore-link", HTMLInputElement).value = location.href;
    const back = document.querySelector(".settings input[name=back]");
    if (back instanceof HTMLInputElement) back.value = address; // another language, the same line
  }

  /** @param {Step} step */
  told({ turn, move }) {
    if (turn === null) return this.game.moveText(move);
    return this.game.told(this.seats.name(turn), move, false);
  }

  // ── Going ────────────────────────────────────────────────────────────────────────────────────

  /**
   * Look at a step that is in the tree.
   * @param {Step} step
   */
  async go(step) {
    const number = ++this.asked;
    this.tree.go(step);
    if (!step.shown) {
      this.game.rest();
      try {
        const shown = await this.engine.look(this.line(step));
        step.shown = shown;
      } catch (error) {
        this.tell(whyNot(error));
        return;
      }
      if (number !== this.asked) return;
    }
    this.shown = step.shown;
    this.show();
    this.tell(step.parent ? this.told(step) : "");
  }

  /**
   * Try a move, or give chance.
   * @param {string} move
   */
  async play(move) {
    const from = this.tree.here;
    const { turn } = this.table;
    const number = ++this.asked;
    this.busy = true;
    this.showTask();
    try {
      const shown = await this.engine.look({ ...this.line(from), moves: [...from.moves, move] });
      if (number !== this.asked) return;
      const text = shown.entry?.text ?? move; // as the record writes it
      const step = this.tree.add(from, text, shown.entry?.turn ?? null);
      step.shown = shown;
      this.tree.go(step);
      this.shown = shown;
      this.tell(this.told(step));
      await this.animate(shown, turn);
      if (number !== this.asked) return;
      this.isSampling = shown.draws && this.atRandom.checked;
      this.show();
      if (this.isSampling) await this.sample();
    } catch (error) {
      if (number !== this.asked) return;
      this.busy = false;
      this.tell(error instanceof Refused ? error.message : whyNot(error));
      this.settle();
    }
  }

  /**
   * @param {Explored} shown
   * @param {number | null} turn
   */
  async animate({ entry, table }, turn) {
    if (!entry) return;
    this.game.rest();
    /** @type {EventShown} */
    const event = {
      ...entry,
      version: 0,
      type: "move",
      turn: entry.turn ?? turn,
      seat: null,
      url: null,
      table: null,
    };
    await this.game.animate(event, table.position);
  }

  /** Let chance give what it may, until somebody is to decide. */
  async sample() {
    const from = this.tree.here;
    const number = ++this.asked;
    this.isSampling = true;
    try {
      const draws = await this.engine.draws(this.line(from));
      if (number !== this.asked) return;
      let step = from;
      for (const draw of draws) step = this.tree.add(step, draw, null);
      this.isSampling = false;
      await this.go(step);
    } catch (error) {
      this.isSampling = false;
      this.tell(whyNot(error));
      this.show();
    }
  }

  /** Chance once more, where it has given something or is due. */
  async redraw() {
    let step = this.tree.here;
    while (step.isChance && step.parent) step = step.parent;
    this.tree.go(step);
    await this.sample();
  }

  /**
   * Play a line that the engine tells; what chance gives on the way is sampled.
   * @param {string[]} moves
   */
  async follow(moves) {
    for (const move of moves) {
      if (this.shown.draws) await this.sample();
      const { legal, to_find: toFind } = this.table;
      if (!legal.includes(move) && !toFind.includes(move)) {
        this.tell(
          _("{move} is not possible after what was drawn.", { move: this.game.moveText(move) }),
        );
        return;
      }
      await this.play(move);
    }
  }

  async remove() {
    const { here } = this.tree;
    const to = this.tree.back ?? this.tree.root;
    this.tree.remove(here);
    // What only chance gave goes with the move before it.
    if (here.isChance && here.parent && !here.parent.children.length && here.parent !== to) {
      let step = here.parent;
      while (step.parent && step.parent !== to && step.parent.children.length === 1) {
        step = step.parent;
      }
      this.tree.remove(step);
    }
    await this.go(to);
  }

  async edit() {
    if (this.editor) return;
    const { SetUp } = await import("./set_up.js");
    this.editor = new SetUp(this);
    this.panel.stop();
    await this.editor.begin();
  }

  /**
   * Explore another position.
   * @param {string} position
   * @param {Explored} shown
   */
  beginAt(position, shown) {
    this.position = position;
    this.tree = new Tree();
    this.tree.root.shown = shown;
    this.shown = shown;
    this.data.table = "";
    this.show();
    if (shown.draws && this.atRandom.checked) this.sample();
  }

  // ── Keys ─────────────────────────────────────────────────────────────────────────────────────

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (!(target instanceof Element) || target.closest("input, select, textarea, dialog")) return;
    if (this.editor) return;
    let step = null;
    if (event.key === "ArrowRight") step = this.tree.on;
    else if (event.key === "ArrowLeft") step = this.tree.back;
    else if (event.key === "ArrowDown") step = this.tree.beside(1);
    else if (event.key === "ArrowUp") step = this.tree.beside(-1);
    if (!step) return;
    event.preventDefault();
    this.list.focus();
    this.go(step);
  }

  // ── What the game's table asks for ───────────────────────────────────────────────────────────

  /**
   * Why a move is not possible, in words.
   * @param {string} move
   */
  async why(move) {
    try {
      const line = this.line();
      await this.engine.look({ ...line, moves: [...line.moves, move] });
    } catch (error) {
      this.tell(whyNot(error));
    }
  }

  /** What moves would do is seen by trying them. */
  previews() {
    return Promise.resolve({});
  }

  /** @param {string} sentence what is pointed at */
  point(sentence) {
    byId("message").textContent = sentence;
  }

  showTask() {
    if (!this.game || this.editor) return;
    const { table } = this;
    const status = byId("status");
    if (this.busy) status.textContent = "…";
    else if (table.result) status.textContent = this.resultText();
    else if (this.shown.draws) status.textContent = _("Chance comes next");
    else {
      const strong = document.createElement("strong");
      strong.textContent = _("{name} to move", { name: this.seats.name(table.turn) });
      status.replaceChildren(strong, ". ", this.game.task(table));
    }
  }

  resultText() {
    const { result, scores } = this.table;
    const own = this.game.resultText(this.table);
    if (own || !result) return own ?? "";
    return [
      _("The game is over."),
      ...scores.map((score, seat) => `${this.seats.name(seat)} ${score}`),
    ].join(" · ");
  }

  /** @param {string} sentence */
  tell(sentence) {
    byId("message").textContent = sentence;
    this.say(sentence);
  }

  /** @param {string} sentence */
  say(sentence) {
    byId("live").textContent = sentence;
  }

  sayNotNow() {
    if (this.editor) return; // pieces are put there
    if (this.table.result) this.tell(_("The game is over."));
    else if (this.shown.draws) this.tell(_("Chance comes next"));
  }
}
