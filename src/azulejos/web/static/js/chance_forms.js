// Chance, where it is due in a position that is explored: at random, or as it is entered.

import { byId, element } from "./dom.js";
import { _ } from "./text.js";

/** @import { Explorer } from "./explore.js" */

export class ChanceForms {
  /** @param {Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.place = byId("chance");
    /** @type {((explorer: Explorer) => HTMLElement) | null} */
    this.form = null;
  }

  /** A game that is followed at real tables knows how its chance is entered. */
  async begin() {
    try {
      const own = await import(`../games/${this.explorer.data.game}/follow.js`);
      this.form = own.chanceForm;
    } catch {
      // Chance is entered in writing.
    }
  }

  /** @param {boolean} isDue */
  show(isDue) {
    this.place.hidden = !isDue;
    this.place.replaceChildren();
    if (!isDue) return;
    const sample = element("button", { type: "button", className: "button slim main" });
    sample.textContent = _("At random");
    sample.addEventListener("click", () => this.explorer.sample());
    this.place.append(
      element("h2", {}, _("Chance comes next")),
      element("div", { className: "row" }, sample),
      this.form ? this.form(this.explorer) : this.written(),
    );
    this.place.scrollIntoView({ block: "nearest" });
  }

  /** What chance gives, in writing. */
  written() {
    const form = element("form", { className: "row write" });
    const field = element("input", { type: "text", id: "drawn", autocomplete: "off" });
    form.append(
      element("label", { htmlFor: "drawn", textContent: _("What is drawn, in writing") }),
      field,
      element("button", { className: "button slim", textContent: _("Enter") }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) this.explorer.play(field.value.trim());
    });
    return form;
  }
}
