// Taking and placing tiles by pointer, by touch and by keyboard.

import { along, focusOn, next, rove, setChoice, takes } from "../../js/choices.js";
import { Closer } from "../../js/closer.js";
import { all, around } from "../../js/dom.js";
import { TableInput } from "../../js/input.js";
import { _ } from "../../js/text.js";
import { Dragging } from "./dragging.js";
import { Preview } from "./preview.js";
import * as text from "./text.js";
import { inside } from "../../js/svg.js";

/** @import { Choice } from "../../js/choices.js" */
/** @import { TableShown } from "../../js/types.js" */
/** @import AzulTable from "./table.js" */

/** @typedef {{ text: string, source?: number, colour?: string, line?: number, column?: number }} Move */

const NEAR = 10; // pixels beside a tile that still mean it

export class AzulInput extends TableInput {
  /** @param {AzulTable} table */
  constructor(table) {
    super(table.controller);
    this.table = table;
    /** @type {Move[]} */
    this.legal = [];
    /** @type {{ source: number, colour: string } | null} */
    this.picked = null;
    /** @type {number | null} who acts */
    this.player = null;
    const display = table.display;
    this.closer = new Closer(display);
    this.boardClosers = table.boards.map((board) => new Closer(board));
    display.addEventListener("click", (event) => this.click(event));
    display.addEventListener("keydown", (event) => this.keyOnLot(event));
    this.dragging = new Dragging(this);
    this.preview = new Preview(table);
    table.boards.forEach((board, player) => {
      board.addEventListener("click", (event) => this.clickOnBoard(event, player));
      board.addEventListener("keydown", (event) => this.keyOnBoard(event, player));
      board.addEventListener("pointerover", (event) => {
        if (event.pointerType !== "touch") this.hover(this.choiceAt(event, player));
      });
      board.addEventListener("pointerleave", (event) => {
        if (event.pointerType !== "touch") this.preview.hide();
      });
      board.addEventListener("focusin", (event) => {
        if (this.byKey) this.controller.say(this.hover(this.choiceAt(event, player)));
      });
      board.addEventListener("focusout", () => this.preview.hide());
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.picked) this.drop();
    });
    document.addEventListener("click", (event) => {
      if (
        this.picked && !around(event, ".line, .floor, .space, .button, .seat-head, dialog") &&
        !this.lotAt(event)
      ) this.drop();
      else if (this.closer.isNear && !around(event, ".factory, .centre")) this.closer.leave();
    });
  }

  /** @param {TableShown} data */
  offer(data) {
    this.legal = data.legal.map((move) => ({ text: move, ...text.parse(move) }));
    this.busy = this.legal.length === 0;
    this.player = data.turn;
    this.picked = null;
    this.preview.forget();
    if (this.tiling) this.preview.ask(data.legal);
    this.show();
    const choices = this.tiling ? this.spaces() : this.table.lots();
    this.goOnAt(choices.find((one) => one.getAttribute("tabindex") === "0") ?? null);
  }

  rest() {
    this.goBack();
    this.busy = true;
    this.legal = [];
    this.picked = null;
    this.preview.forget();
    this.show();
  }

  // ── What is lit ──────────────────────────────────────────────────────────────────────────────

  get tiling() {
    return this.legal.some((move) => move.column);
  }

  /** The moves that the picked tiles may make. */
  fitting() {
    return this.legal.filter((move) =>
      move.source === this.picked?.source && move.colour === this.picked?.colour
    );
  }

  /** Lines (0 the floor line) that the picked tiles may go to. */
  openLines() {
    return new Set(this.fitting().map(({ line }) => line));
  }

  /** The board of who acts. */
  get board() {
    return this.player === null ? null : this.table.boards[this.player];
  }

  /**
   * Lines and floor line.
   * @returns {SVGElement[]}
   */
  places(board = this.board) {
    return board ? all(".line, .floor", board) : [];
  }

  /**
   * The spaces of a grey wall that a tile may go to.
   * @returns {SVGElement[]}
   */
  spaces() {
    return this.board ? all(".space.open", this.board) : [];
  }

  /** @override */
  show() {
    const { display, boards } = this.table;
    display.classList.toggle("ready", !this.busy && !this.tiling);
    const open = this.picked ? this.openLines() : null;
    for (const lot of this.table.lots()) {
      const on = !this.busy && !this.tiling;
      const chosen = Boolean(this.picked) && this.isPicked(lot);
      lot.classList.toggle("picked", chosen);
      setChoice(lot, on, chosen);
    }
    if (!this.busy && !this.tiling) {
      const focused = this.table.lots().find((lot) => lot === document.activeElement);
      rove(this.table.lots(), this.table.lots().find((lot) => this.isPicked(lot)) ?? focused);
    }
    boards.forEach((board, player) => {
      const active = open && player === this.player;
      board.classList.toggle("ready", Boolean(active));
      for (const place of this.places(board)) {
        const isOpen = Boolean(active && open.has(Number(place.dataset.line)));
        place.classList.toggle("open", isOpen);
        place.classList.toggle("closed", Boolean(active && !isOpen));
        place.setAttribute("role", active ? "button" : "img");
        if (active && !isOpen) place.setAttribute("aria-disabled", "true");
        else place.removeAttribute("aria-disabled");
        if (!active) place.removeAttribute("tabindex");
      }
    });
    if (open) {
      rove(
        this.places(),
        this.places().find((place) => place.classList.contains("open")),
      );
    }
    this.showColumns();
    this.controller.showTask();
  }

  /** On the grey wall: the spaces that the tile may go to. */
  showColumns() {
    const columns = new Map(
      this.legal.filter((move) => move.column).map((move) => [`${move.line}${move.column}`, move]),
    );
    this.table.boards.forEach((board, player) => {
      const wall = inside(board, ".wall");
      const choosing = columns.size > 0 && player === this.player;
      if (choosing) wall.removeAttribute("aria-hidden");
      else wall.setAttribute("aria-hidden", "true");
      for (const space of all(".space", board)) {
        const { line = "", column = "" } = space.dataset;
        const open = choosing && columns.has(line + column);
        space.classList.toggle("open", open);
        space.removeAttribute("tabindex");
        if (open) {
          space.setAttribute("role", "button");
          space.setAttribute("aria-label", _("Row {line}, column {column}", { line, column }));
        } else {
          space.removeAttribute("role");
          space.removeAttribute("aria-label");
        }
      }
      if (choosing) rove(this.spaces());
    });
  }

  /** @param {Choice} lot */
  isPicked(lot) {
    return this.picked?.colour === lot.dataset.colour &&
      this.picked?.source === Number(lot.dataset.source);
  }

  /**
   * The lot under the pointer, or the nearest where it is between tiles: the larger of two as near.
   * @param {MouseEvent} event
   * @returns {SVGElement | null}
   */
  lotAt(event) {
    const { clientX, clientY } = event;
    const dish = around(event, ".lot, .factory, .centre", SVGElement);
    if (!dish || dish.matches(".lot")) return dish;
    /** @type {{ lot: SVGElement, far: number, many: number } | null} */
    let nearest = null;
    /** @type {SVGElement[]} */
    const lots = all(".lot", dish);
    for (const lot of lots) {
      const tiles = all(".tile", lot).map((tile) => tile.getBoundingClientRect());
      const far = Math.round(
        Math.min(...tiles.map(({ left, right, top, bottom }) =>
          Math.hypot(
            Math.max(left - clientX, 0, clientX - right),
            Math.max(top - clientY, 0, clientY - bottom),
          )
        )),
      );
      if (far > NEAR || (nearest && far > nearest.far)) continue;
      if (!nearest || far < nearest.far || tiles.length > nearest.many) {
        nearest = { lot, far, many: tiles.length };
      }
    }
    return nearest?.lot ?? null;
  }

  // ── Taking ───────────────────────────────────────────────────────────────────────────────────

  /**
   * Hold the tiles of a lot, or let them go.
   * @param {SVGElement} lot
   * @param {boolean} [byKey]
   */
  pick(lot, byKey = false) {
    if (this.busy || this.tiling) {
      this.controller.sayNotNow();
      return;
    }
    const same = this.isPicked(lot);
    this.picked = same ? null : {
      source: Number(lot.dataset.source),
      colour: lot.dataset.colour ?? "",
    };
    this.show();
    this.preview.hide();
    if (!this.picked) return;
    this.preview.ask(this.fitting().map((move) => move.text));
    this.controller.say(this.table.lotText(lot));
    if (this.player !== null) this.table.tabs.show(this.player);
    if (byKey) this.places().find((place) => place.classList.contains("open"))?.focus();
  }

  drop() {
    this.goBack();
    this.preview.hide();
    const lot = this.table.lots().find((one) => this.isPicked(one));
    const hadFocus = document.activeElement?.closest(".line, .floor");
    this.picked = null;
    this.show();
    if (hadFocus) lot?.focus();
  }

  // ── Seeing it before ─────────────────────────────────────────────────────────────────────────

  /**
   * What may be chosen on a board where an event is.
   * @param {Event} event
   * @param {number} player
   */
  choiceAt(event, player) {
    if (player !== this.player || this.busy) return null;
    const space = around(event, ".space.open", SVGElement);
    if (space) return space;
    return this.picked ? this.placeAt(around(event, ".line, .floor, .space", SVGElement)) : null;
  }

  /**
   * The move that a choice makes; null for one that is closed.
   * @param {Choice | null} choice
   */
  moveTo(choice) {
    const line = Number(choice?.dataset.line);
    const column = choice?.matches(".space.open") ? Number(choice.dataset.column) : undefined;
    const moves = this.tiling ? this.legal : this.fitting();
    const found = choice && moves.find((move) => move.line === line && move.column === column);
    return found?.text ?? null;
  }

  /**
   * Show what a choice would do, and return it in words.
   * @param {Choice | null} choice
   */
  hover(choice) {
    const move = this.moveTo(choice);
    if (move) return this.preview.show(move);
    this.preview.hide();
    return "";
  }

  /**
   * A finger cannot hover: its first tap shows what the second does.
   * @param {MouseEvent} event
   * @param {Choice} choice
   */
  onlyShows(event, choice) {
    const move = this.moveTo(choice);
    if (!isTouch(event) || !move || this.preview.shown === move) return false;
    const told = this.preview.show(move);
    this.controller.tell([told, _("Tap again to place them there.")].filter(Boolean).join(". "));
    return true;
  }

  // ── Placing ──────────────────────────────────────────────────────────────────────────────────

  /**
   * Put what is held on a line or the floor.
   * @param {Choice} element
   */
  place(element) {
    if (!this.picked) return;
    const line = Number(element.dataset.line);
    const { source, colour } = this.picked;
    const move = this.legal.find((one) =>
      one.source === source && one.colour === colour && one.line === line
    );
    if (!move) {
      this.controller.why(`${source || "C"}${colour}${line || "F"}`);
      return;
    }
    this.play(move.text);
  }

  /**
   * @override
   * @param {string} move
   */
  play(move) {
    this.goBack();
    this.preview.hide();
    this.picked = null;
    super.play(move);
  }

  // ── Events ───────────────────────────────────────────────────────────────────────────────────

  /** @param {MouseEvent} event */
  click(event) {
    if (this.dragging.isDone) {
      this.dragging.isDone = false;
      return;
    }
    const lot = this.lotAt(event);
    if (isTouch(event) && this.comesCloser(event)) return;
    this.closer.leave();
    if (lot) this.pick(lot);
    if (this.picked && isTouch(event)) this.bringBoard();
  }

  /**
   * Small tiles first come closer to the finger, where there are several kinds to choose from.
   * @param {MouseEvent} event
   */
  comesCloser(event) {
    const dish = around(event, ".factory, .centre", SVGElement);
    if (this.closer.isNear || this.busy || this.tiling || !dish) return false;
    const tile = dish.querySelector(".lot .tile");
    if (all(".lot", dish).length < 2 || !tile || !Closer.isSmall(tile)) return false;
    this.closer.come(dish, tile);
    return true;
  }

  /** Where lines are low, the board comes closer to the finger that looks for one. */
  bringBoard() {
    const closer = this.player === null ? null : this.boardClosers[this.player];
    const target = this.board?.querySelector(".line .target");
    if (!closer || !target || !Closer.isSmall(target)) return;
    const [last] = all(".line[data-line='5']", closer.drawing);
    closer.come(last, target);
  }

  /** Everything is as far as it was. */
  goBack() {
    this.closer.leave();
    for (const closer of this.boardClosers) closer.leave();
  }

  /**
   * @param {MouseEvent} event
   * @param {number} player
   */
  clickOnBoard(event, player) {
    if (player !== this.player) return;
    const space = around(event, ".space.open");
    if (space) {
      if (!this.onlyShows(event, space)) {
        this.play(`@${space.dataset.line}${space.dataset.column}`);
      }
      return;
    }
    // A click on the wall means the line beside it, too.
    const place = this.placeAt(around(event, ".line, .floor, .space"));
    if (!place) return;
    if (this.picked && this.onlyShows(event, place)) return;
    if (this.picked) this.place(place);
    else if (!this.busy && !this.tiling) {
      this.controller.tell(_("First take tiles from a factory or from the centre."));
    }
  }

  /**
   * The line, or the floor, that an element belongs to.
   * @param {Choice | null} element
   */
  placeAt(element) {
    return this.places().find((one) => one.dataset.line === element?.dataset.line) ?? null;
  }

  /** @param {KeyboardEvent} event */
  keyOnLot(event) {
    const lot = around(event, ".lot", SVGElement);
    if (!lot) return;
    const lots = this.table.lots();
    const by = along(event.key);
    if (by) focusOn(lots, next(lots, lot, by));
    else if (event.key === "Home") focusOn(lots, lots[0]);
    else if (event.key === "End") focusOn(lots, lots[lots.length - 1]);
    else if (takes(event.key)) this.pick(lot, true);
    else return;
    event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} player
   */
  keyOnBoard(event, player) {
    const place = around(event, ".line, .floor, .space", SVGElement);
    if (!place || player !== this.player) return;
    const places = place.matches(".space") ? this.spaces() : this.places();
    const by = along(event.key);
    if (by) focusOn(places, next(places, place, by));
    else if (takes(event.key)) {
      if (place.matches(".space.open")) this.play(`@${place.dataset.line}${place.dataset.column}`);
      else if (this.picked) this.place(place);
    } else return;
    event.preventDefault();
  }
}

/**
 * Whether a finger did it.
 * @param {MouseEvent} event
 */
function isTouch(event) {
  return event instanceof PointerEvent && event.pointerType === "touch";
}
