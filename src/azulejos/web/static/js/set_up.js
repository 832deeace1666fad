// Setting up a position by hand: pieces are put on the table, the rules say whether it can be. What
// pieces there are and where they go is each game's own (`games/<game>/web/editor.js`); a game without
// that is set up as text.

import { around, byId, element } from "./dom.js";
import { along, focusOn, next, rove, takes } from "./choices.js";
import { Refused, whyNot } from "./host.js";
import { _ } from "./text.js";

/** @import { Choice } from "./choices.js" */
/** @import { Explorer } from "./explore.js" */
/** @import { Explored } from "./types.js" */

/**
 * Where pieces can be put.
 * @typedef {object} Target
 * @property {Choice} element
 * @property {string} group within which the arrows lead
 * @property {string} label what is there, in words
 * @property {(piece: string) => void} put a piece
 * @property {(piece: string) => void} take what is there; a piece, if one was pointed at
 */

/** @typedef {{ id: string, label: string, picture: Element }} Piece */

/**
 * A place beside the table, such as one in a hand.
 * @typedef {Omit<Target, "element"> & { picture: Element | null }} Slot
 */

/**
 * @typedef {object} Field a number, or a choice
 * @property {string} label
 * @property {number | string} value
 * @property {[value: number | string, label: string][]} [choices]
 * @property {number} [most] of a number
 * @property {(value: string) => void} [set]
 * @property {string} [reloads] begins anew with another table: the name of the option
 */

/**
 * What a game brings.
 * @typedef {object} Editor
 * @property {Record<string, any>} position
 * @property {string} hint how pieces are put
 * @property {() => Piece[]} pieces
 * @property {() => Target[]} targets
 * @property {() => Slot[]} slots
 * @property {() => Field[]} fields
 * @property {() => void} settle put right what follows from the rest
 * @property {(place: string) => string | undefined} where a place of the data in words; empty: what
 *   is said of it needs no more
 */

const SOON = 200; // milliseconds until what was put is checked

export class SetUp {
  /** @param {Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.place = byId("set-up");
    this.state = byId("set-up-state");
    this.done = byId("set-up-done", HTMLButtonElement);
    this.text = byId("set-up-text", HTMLTextAreaElement);
    /** @type {Editor | null} */
    this.editor = null;
    this.piece = ""; // the chosen one; "": what lies there is taken away
    /** @type {Target[]} */
    this.targets = [];
    /** @type {Explored | null} */
    this.possible = null;
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.ending = new AbortController();
  }

  async begin() {
    const { game } = this.explorer.data;
    try {
      const { default: GameEditor } = await import(`../games/${game}/editor.js`);
      this.editor = new GameEditor(
        structuredClone(this.explorer.table.position),
        this.explorer.game,
        this.explorer.seats.name,
      );
    } catch {
      // A game without an editor of its own is set up as text.
      byId("set-up-written", HTMLDetailsElement).open = true;
    }
    this.listen();
    this.place.hidden = false;
    byId("chance").hidden = true;
    document.body.classList.add("setting-up");
    this.explorer.game.rest();
    byId("status").textContent = _("Set up a position");
    this.text.value = this.explorer.shown.position;
    if (this.editor) {
      byId("set-up-hint").textContent = this.editor.hint;
      this.piece = this.editor.pieces()[0].id;
      this.showPalette();
      this.change();
    } else {
      this.done.hidden = true;
      this.state.textContent = "";
    }
    this.place.scrollIntoView({ block: "nearest" });
  }

  listen() {
    const { signal } = this.ending;
    const options = { signal };
    byId("set-up-cancel").addEventListener("click", () => this.end(), options);
    this.done.addEventListener("click", () => {
      const { possible } = this;
      this.end();
      if (possible) this.explorer.beginAt(possible.position, possible);
    }, options);
    byId("set-up-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.takeText();
    }, options);
    byId("palette").addEventListener("click", (event) => {
      const button = around(event, "[data-piece]");
      if (button) this.choose(button.dataset.piece ?? "");
    }, options);
    document.addEventListener("click", (event) => this.click(event), options);
    document.addEventListener("keydown", (event) => this.key(event), options);
  }

  // ── Pieces ───────────────────────────────────────────────────────────────────────────────────

  showPalette() {
    const pieces = this.editor?.pieces() ?? [];
    const buttons = pieces.map(({ id, label, picture }) => {
      const button = element(
        "button",
        { type: "button", className: "piece", title: label },
        picture,
      );
      button.dataset.piece = id;
      button.setAttribute("aria-label", label);
      return button;
    });
    const eraser = element("button", { type: "button", className: "button slim" }, _("Take away"));
    eraser.dataset.piece = "";
    byId("palette").replaceChildren(...buttons, eraser);
    byId("palette").hidden = false;
    this.choose(this.piece);
  }

  /** @param {string} piece */
  choose(piece) {
    this.piece = piece;
    for (const button of byId("palette").children) {
      button.setAttribute(
        "aria-pressed",
        String(/** @type {HTMLElement} */ (button).dataset.piece === piece),
      );
    }
  }

  // ── Putting ──────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Event} event
   * @returns {Target | undefined} the innermost that holds what was pointed at
   */
  targetAt({ target }) {
    if (!(target instanceof Element)) return undefined;
    const holding = this.targets.filter(({ element }) => element.contains(target));
    return holding.find((one) =>
      !holding.some((other) => other !== one && one.element.contains(other.element))
    );
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = this.targetAt(event);
    if (!target) return;
    const pointed = around(event, "[data-colour]")?.dataset.colour ?? "";
    this.put(target, this.piece, pointed);
  }

  /**
   * @param {Target} target
   * @param {string} piece
   * @param {string} [pointed]
   */
  put(target, piece, pointed = "") {
    if (piece) target.put(piece);
    else target.take(pointed);
    const index = this.targets.indexOf(target);
    this.change();
    this.explorer.say(this.targets[index]?.label ?? "");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) return this.end();
    const target = this.targets.find(({ element }) => element === document.activeElement);
    if (!target) return;
    const by = along(event.key);
    if (by) {
      const group = this.targets.filter((one) => one.group === target.group);
      const elements = group.map(({ element }) => element);
      focusOn(elements, next(elements, target.element, by));
    } else if (takes(event.key)) this.put(target, this.piece);
    else if (event.key === "Delete" || event.key === "Backspace") this.put(target, "");
    else return;
    event.preventDefault();
  }

  // ── What is there ────────────────────────────────────────────────────────────────────────────

  /** Something has changed: show it, and have the rules look at it. */
  change() {
    const { editor } = this;
    if (!editor) return;
    const focused = this.targets.findIndex(({ element }) => element === document.activeElement);
    editor.settle();
    this.explorer.game.draw(editor.position);
    this.explorer.game.rest();
    this.showSlots();
    this.targets = [...editor.targets(), ...this.slotTargets];
    const groups = new Map();
    for (const { element, label, group } of this.targets) {
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", label);
      element.classList.add("target-place");
      groups.set(group, [...(groups.get(group) ?? []), element]);
    }
    const kept = this.targets[focused]?.element;
    for (const elements of groups.values()) {
      rove(elements, elements.includes(kept) ? kept : undefined);
    }
    kept?.focus({ preventScroll: true });
    this.showFields();
    clearTimeout(this.timer);
    this.done.disabled = true;
    this.timer = setTimeout(() => this.check(), SOON);
  }

  /** @type {Target[]} */
  slotTargets = [];

  showSlots() {
    const slots = this.editor?.slots() ?? [];
    /** @type {Map<string, HTMLElement>} */
    const rows = new Map();
    this.slotTargets = slots.map(({ picture, ...slot }) => {
      const button = element("button", { type: "button", className: "piece", title: slot.label });
      button.append(picture ?? "+");
      let row = rows.get(slot.group);
      if (!row) {
        row = element("div", { className: "row" }, element("span", {}, slot.group));
        rows.set(slot.group, row);
      }
      row.append(button);
      return { ...slot, element: button };
    });
    byId("set-up-slots").replaceChildren(...rows.values());
  }

  showFields() {
    const place = byId("set-up-fields");
    const focused = [...place.querySelectorAll("input, select")].indexOf(
      /** @type {Element} */ (document.activeElement),
    );
    const fields = this.editor?.fields() ?? [];
    place.replaceChildren(...fields.map((field, index) => this.field(field, index)));
    const again = place.querySelectorAll("input, select")[focused];
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /**
   * @param {Field} field
   * @param {number} index
   */
  field({ label, value, choices, most, set, reloads }, index) {
    const id = `set-up-field-${index}`;
    const input = choices ? element("select", { id }) : element("input", {
      id,
      type: "number",
      min: "0",
      max: String(most ?? 999),
    });
    if (input instanceof HTMLSelectElement) {
      for (const [one, name] of choices ?? []) {
        input.append(new Option(name, String(one), false, String(one) === String(value)));
      }
    } else input.value = String(value);
    input.addEventListener("change", () => {
      if (reloads) {
        const query = new URLSearchParams({ game: this.explorer.data.game, edit: "1" });
        for (const other of this.editor?.fields() ?? []) {
          if (other.reloads) query.set(other.reloads, String(other.value));
        }
        query.set(reloads, input.value);
        location.assign(`${this.explorer.engine.home}?${query}`);
        return;
      }
      if (!input.checkValidity() || input.value === "") input.value = String(value);
      set?.(input.value);
      this.change();
    });
    return element("div", {}, element("label", { htmlFor: id, textContent: label }), input);
  }

  // ── The rules ────────────────────────────────────────────────────────────────────────────────

  /** Whether the position can be; what is wrong with it, in words. */
  async check() {
    const number = ++this.asked;
    const { editor } = this;
    if (!editor) return;
    this.possible = null;
    try {
      const { game } = this.explorer.data;
      const shown = await this.explorer.engine.look({
        game,
        position: editor.position,
        moves: [],
      });
      if (number !== this.asked) return;
      this.possible = shown;
      this.text.value = shown.position;
      this.tell(_("This position is possible."), true);
    } catch (error) {
      if (number === this.asked) this.tell(this.whatIsWrong(error), false);
    }
  }

  /** @param {unknown} error */
  whatIsWrong(error) {
    const refused = error instanceof Refused ? error : null;
    const place = refused?.place[0] ?? "";
    const why = whyNot(error);
    // What has no words of its own is called by its name in the data.
    const where = this.editor?.where(place) ?? (why.includes(place) ? "" : place);
    const sentence = where ? `${where}: ${why}` : why.charAt(0).toUpperCase() + why.slice(1);
    return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
  }

  /**
   * @param {string} sentence
   * @param {boolean} isPossible
   */
  tell(sentence, isPossible) {
    if (this.state.textContent !== sentence) this.state.textContent = sentence;
    this.state.classList.toggle("possible", isPossible);
    this.done.disabled = !isPossible;
  }

  /** A position in writing: the page begins anew with it, for as many players as it has. */
  async takeText() {
    const typed = this.text.value.trim();
    const { data, engine } = this.explorer;
    try {
      const position = typed.startsWith("{") ? JSON.parse(typed) : typed;
      const shown = await engine.look({ game: data.game, position, moves: [] });
      const query = new URLSearchParams({ game: data.game, position: shown.position });
      location.assign(`${engine.home}?${query}`);
    } catch (error) {
      this.tell(
        error instanceof SyntaxError ? _("This is not JSON.") : this.whatIsWrong(error),
        false,
      );
    }
  }

  end() {
    this.ending.abort();
    clearTimeout(this.timer);
    this.asked++;
    for (const { element } of this.targets) {
      element.classList.remove("target-place");
      for (const name of ["role", "tabindex", "aria-label"]) element.removeAttribute(name);
    }
    this.place.hidden = byId("palette").hidden = true;
    document.body.classList.remove("setting-up");
    this.explorer.editor = null;
    this.explorer.show();
    byId("edit").focus();
  }
}
