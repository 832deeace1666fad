// Following a real table: deals, draws and moves are entered, and a bot may advise.

import { _, ngettext } from "./words.js";
import { Refused } from "./service.js";
import { COLOURS as TILES } from "../games/azul/drawing.js";
import { tiles } from "../games/azul/words.js";
import { cross, plate } from "../games/azuleo/drawing.js";
import { node, use } from "./svg.js";
import * as azuleo from "../games/azuleo/words.js";

const KINDS = ["RYBG", "RYGB", "RBYG", "RBGY", "RGYB", "RGBY"];
const PAIRS = ["RY", "RB", "RG", "YB", "YG", "BG"];

export class Follow {
  constructor(shell) {
    this.shell = shell;
    this.place = document.getElementById("follow");
    this.heading = element("h2", { textContent: _("A game at a real table") });
    this.chance = element("div", { className: "stack" });
    this.advice = element("p", { className: "advice" });
    this.advice.setAttribute("role", "status");
    this.place.append(this.heading, this.chance, this.moveForm(), this.adviceRow(), this.advice);
  }

  /** Ask for what is due: a deal, a draw, or a move. */
  show() {
    const { phase, position } = this.shell.table;
    this.advice.textContent = "";
    this.chance.replaceChildren();
    if (phase === "deal") this.chance.append(this.dealForm(position));
    if (phase === "draw") this.chance.append(this.drawForm(position));
    this.adviseButton.disabled = phase === "deal" || phase === "draw" || phase === "over";
  }

  // ── Chance ───────────────────────────────────────────────────────────────────────────────────

  /** A deal, tile by tile: buttons or letters, four to a factory. */
  dealForm(position) {
    const form = element("form", { className: "stack deal" });
    const label = element("label", { htmlFor: "deal", textContent: _("Tiles on the factories, four by four") });
    const field = element("input", { type: "text", id: "deal", autocomplete: "off", spellcheck: false });
    const room = position.factories.length * 4;
    const tidy = () => {
      const letters = [...field.value.toUpperCase()].filter((letter) => TILES.includes(letter)).slice(0, room);
      field.value = letters.join("").replace(/(.{4})(?=.)/g, "$1 ");
    };
    field.addEventListener("input", tidy);
    const buttons = element("div", { className: "row" });
    for (const colour of TILES) {
      const button = element("button", { type: "button", className: "piece" });
      button.setAttribute("aria-label", tiles(colour, 1));
      const letter = element("span", { className: "piece-letter", textContent: colour });
      letter.setAttribute("aria-hidden", "true");
      button.append(node("svg", { viewBox: "0 0 40 40", class: "azulejos", "aria-hidden": "true" }, use(`az-tile-${colour}`, 0, 0, 40)), letter);
      button.addEventListener("click", () => {
        field.value += colour;
        tidy();
      });
      buttons.append(button);
    }
    const back = element("button", { type: "button", className: "button slim", textContent: _("Take back a tile") });
    back.addEventListener("click", () => {
      field.value = field.value.trim().slice(0, -1);
      tidy();
    });
    buttons.append(back);
    const done = element("button", { className: "button slim main", textContent: _("Deal") });
    form.append(label, field, buttons, done);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const groups = field.value.split(" ").filter(Boolean);
      while (groups.length < position.factories.length) groups.push("-");
      this.shell.play(`=${groups.join(" ")}`);
    });
    return form;
  }

  /** A draw: one of the crosses or plates, or a cross nobody saw. */
  drawForm(position) {
    const { pending } = position;
    const form = element("div", { className: "stack" });
    const { seats } = this.shell;
    const [name, you] = [seats.name(pending.side), seats.isYou(pending.side)];
    const wantsPlate = pending.for === "plates" || pending.for === "swap";
    const question = wantsPlate
      ? you ? _("Which plate do you draw?") : _("Which plate does {name} draw?", { name })
      : you ? _("Which cross do you draw?") : _("Which cross does {name} draw?", { name });
    form.append(element("p", { textContent: question }));
    const buttons = element("div", { className: "row" });
    for (const kind of wantsPlate ? PAIRS : KINDS) {
      const button = element("button", { type: "button", className: "piece" });
      button.setAttribute("aria-label", wantsPlate ? azuleo.plate(kind) : azuleo.cross(kind));
      button.append(node("svg", { viewBox: "0 0 80 80", class: "azulejos", "aria-hidden": "true" }, wantsPlate ? plate(kind) : cross(kind)));
      button.addEventListener("click", () => this.shell.play(`${wantsPlate ? "%" : "+"}${kind}`));
      buttons.append(button);
    }
    if (!wantsPlate) {
      const hidden = element("button", { type: "button", className: "button slim", textContent: _("Nobody saw it") });
      hidden.addEventListener("click", () => this.shell.play("+?"));
      buttons.append(hidden);
    }
    form.append(buttons);
    return form;
  }

  // ── Moves and advice ─────────────────────────────────────────────────────────────────────────

  /** A move in writing: for hands that we do not see, and for quick fingers. */
  moveForm() {
    const form = element("form", { className: "row write" });
    const label = element("label", { htmlFor: "written", textContent: _("A move in writing") });
    const field = element("input", { type: "text", id: "written", autocomplete: "off", spellcheck: false });
    field.placeholder = this.shell.table.game === "azul" ? "3B2" : "c4RYBG";
    const done = element("button", { className: "button slim", textContent: _("Play") });
    const legend = element("p", { className: "hint", id: "written-legend", textContent: this.legend() });
    field.setAttribute("aria-describedby", legend.id);
    form.append(label, field, done, legend);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!field.value.trim()) return;
      this.shell.play(asWritten(this.shell.table.game, field.value));
      field.value = "";
    });
    return form;
  }

  /** How a move is written. */
  legend() {
    return this.shell.table.game === "azul"
      ? _("3B2 is factory 3 (C: the centre), blue, line 2 (F: the floor). B blue, Y yellow, R red, K black, W white.")
      : _("c4RYBG is a cross on c4, its colours clockwise from the top left: R red, Y yellow, B blue, G green. #c4 is a blockade, ~RY a plate swapped, ^RYBG a cross exchanged, - a pass.");
  }

  adviceRow() {
    const row = element("div", { className: "row" });
    this.adviseButton = element("button", { type: "button", className: "button slim", textContent: _("What would a bot do?") });
    this.adviseButton.addEventListener("click", () => this.advise());
    row.append(this.adviseButton);
    return row;
  }

  async advise() {
    this.advice.textContent = _("Thinking …");
    this.adviseButton.disabled = true;
    try {
      const { move, margin } = await this.shell.service.get("/advice?ms=800");
      const words = this.shell.game.moveWords(move);
      const ahead = Math.round(margin ?? 0);
      const rating = ahead >= 0
        ? ngettext("it would come out {n} point ahead", "it would come out {n} points ahead", ahead)
        : ngettext("it would come out {n} point behind", "it would come out {n} points behind", -ahead);
      this.advice.textContent = _("A bot would play: {move} ({rating}).", { move: words, rating });
    } catch (error) {
      this.advice.textContent = error instanceof Refused ? error.message : _("The service does not answer. Please try again.");
    }
    this.adviseButton.disabled = false;
  }
}

/** A move as the rules write it: colours in capitals, fields of Azuleo small. */
function asWritten(game, typed) {
  const text = typed.trim().toUpperCase();
  if (game === "azul") return text;
  return text.replace(/^#?[A-Z]\d+/, (field) => field.toLowerCase());
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
