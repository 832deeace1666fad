// A game that goes on from a position that is explored: a new table, against bots or with friends.

import { byId, element } from "./dom.js";
import { whyNot } from "./host.js";
import { _ } from "./text.js";

/** @import { Explorer } from "./explore.js" */

export class PlayFromHere {
  /** @param {Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.dialog = byId("play-dialog", HTMLDialogElement);
    byId("play-from-here").addEventListener("click", () => this.open());
    byId("play-go").addEventListener("click", () => this.go());
  }

  open() {
    const { table, data, seats, engine } = this.explorer;
    const usual = Math.min(5, data.levels.length);
    const mine = table.turn ?? 0;
    const rows = table.seats.map((_seat, number) => {
      const id = `play-${number}`;
      const select = element("select", { id });
      select.append(
        new Option(_("Me"), "me", false, number === mine),
        ...(engine.invites ? [new Option(_("A friend by link"), "link")] : []),
      );
      for (const level of data.levels) {
        const chosen = number !== mine && level.number === usual;
        select.append(
          new Option(`${level.number} · ${level.name}`, String(level.number), chosen, chosen),
        );
      }
      const label = element("label", { htmlFor: id, textContent: seats.name(number) });
      return element("div", {}, label, select);
    });
    byId("play-seats").replaceChildren(...rows);
    byId("play-trouble").hidden = true;
    this.dialog.showModal();
  }

  async go() {
    const { table, data, shown, engine } = this.explorer;
    let me = false;
    const seats = table.seats.map((_seat, number) => {
      const chosen = byId(`play-${number}`, HTMLSelectElement).value;
      if (chosen === "link") return { kind: "link" };
      if (chosen !== "me") return { kind: "bot", level: Number(chosen) };
      const kind = me ? "here" : "me";
      me = true;
      return { kind };
    });
    try {
      location.assign(await engine.table(data.game, shown.position, seats));
    } catch (error) {
      byId("play-trouble").textContent = whyNot(error);
      byId("play-trouble").hidden = false;
    }
  }
}
