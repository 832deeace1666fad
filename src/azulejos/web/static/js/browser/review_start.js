// The review of a game that this browser keeps: made here by the engine in a worker, shown while it grows.
// Every step leads to the page that explores, where it stands on the board.

import { byId, element } from "../dom.js";
import { noteReview } from "../game_log.js";
import { Refused } from "../host.js";
import { figure } from "../plots.js";
import { _, language, list } from "../text.js";
import { lineOf } from "./engine.js";
import { kitFor } from "./kit.js";
import { shapePageAt, tableAt } from "./site.js";
import { fail } from "./sorry.js";
import { Table } from "./table.js";
import { reasonsFor, sentence } from "./why.js";

/** @import { Kit } from "./host.js" */

/** @typedef {Record<string, any>} Step of a review, as docs/wasm.md has it */
/** @typedef {Record<string, any> & { steps: Step[], summaries: any[], turning_points: number[] }} Review */

const BETWEEN = ";";
/** What is told as an error, the worst first. */
const ERRORS = ["blunder", "mistake", "inaccuracy", "slight"];
const { game, levels, ...words } = JSON.parse(byId("data").textContent ?? "");
const query = new URLSearchParams(location.search);

/** @param {string} name of a class */
function verdictText(name) {
  return {
    forced: _("forced"),
    unknown: _("not judged"),
    best: _("best move"),
    equal: _("about equal"),
    slight: _("slight loss"),
    inaccuracy: _("inaccuracy"),
    mistake: _("mistake"),
    blunder: _("blunder"),
    good: _("the only good move"),
  }[name] ?? name;
}

/** @param {number} change of a share, with its sign */
function signed(change) {
  return change.toLocaleString(language, {
    ...{ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" },
  });
}

/** @param {Step} step */
function isError(step) {
  return step.what === "decision" && step.loss > step.se && ERRORS.includes(step.verdict);
}

/**
 * How lucky chance was for a player: 1 or 2, below 0 for bad luck, 0 within its error.
 * @param {Step} step
 * @param {number} player
 */
function degreeOf({ values, mean, se }, player) {
  const luck = values[player] - mean[player];
  if (Math.abs(luck) <= 2 * se[player]) return 0;
  return Math.sign(luck) * [0.1, 0.2].filter((least) => Math.abs(luck) >= least).length;
}

class ReviewPage {
  /**
   * @param {Kit} kit
   * @param {Table} table
   * @param {(move: string) => string} moveText
   */
  constructor(kit, table, moveText) {
    this.kit = kit;
    this.table = table;
    this.game = table.game;
    this.record = table.game.record();
    this.moveText = moveText;
    this.names = table.seats.map(({ name, level }, number) =>
      name || (level === null ? "" : _("level {level}", { level })) ||
      _("Player {number}", { number: number + 1 })
    );
    this.line = lineOf(this.game, 0);
    this.firstMove = this.record.moves.length - this.line.moves.length;
  }

  async begin() {
    this.showHead();
    const bar = byId("review-progress", HTMLProgressElement);
    byId("review-state").hidden = false;
    byId("review-state-text").textContent = _(
      "The game is being reviewed; what you see grows more exact …",
    );
    const show = (/** @type {{ review: Review }} */ { review }) => {
      bar.value = review.done / review.total;
      this.show(review);
    };
    const id = crypto.randomUUID();
    addEventListener("pagehide", () => this.kit.bots.stop(id));
    const whole = await this.kit.bots.ask(
      this.game,
      { id, state: null, record: this.record, review: true },
      show,
    );
    show(whole);
    noteReview(this.table.id, whole.review);
    byId("review-state").hidden = true;
    byId("live").textContent = _("The review is complete.");
    document.documentElement.dataset.reviewed = "true";
  }

  showHead() {
    const { scores } = this.game;
    byId("review-result").replaceChildren(
      ...this.names.flatMap((name, n) => [
        ...(n ? [" · "] : []),
        `${name} `,
        element("strong", {}, String(scores[n])),
      ]),
    );
    const { onTime } = this.table.stored;
    if (onTime) {
      const names = list(onTime.lost.map((player) => this.names[player]));
      const told = [
        `${_("Out of time: {names}", { names })}.`,
        _("The game was not played to its end: its result is what is expected."),
      ];
      byId("review-result").after(element("p", { className: "small soft" }, told.join(" ")));
    }
    const address = tableAt(this.game.name, this.game.options, { t: this.table.id });
    byId("review-table").setAttribute("href", address ?? "#");
  }

  /**
   * Where a step is explored.
   * @param {Step} step
   */
  addressOf({ at }) {
    const { position, moves } = this.line;
    return shapePageAt("explore", this.game.name, this.game.options, {
      ...{ game: this.game.name, position, line: moves.join(BETWEEN) },
      ...{ at: String(Math.max(at - this.firstMove, 0)), names: this.names.join(BETWEEN) },
      table: this.table.id,
    }) ?? "#";
  }

  // ── What is found ──────────────────────────────────────────────────────────────────────────────

  /** @param {Review} review */
  show(review) {
    byId("review").hidden = false;
    const focused = document.activeElement instanceof HTMLElement
      ? document.activeElement.dataset.step
      : undefined;
    const list = document.querySelector(".review-list")?.scrollTop ?? 0;
    byId("review-top").replaceChildren(this.curve(review), ...this.turns(review));
    byId("review-moves").replaceChildren(
      element("h2", {}, _("All moves")),
      element("div", { className: "review-list" }, ...this.moves(review)),
    );
    byId("review-rest").replaceChildren(...this.figures(review));
    const renewed = document.querySelector(".review-list");
    if (renewed) renewed.scrollTop = list;
    if (focused !== undefined) {
      const again = document.querySelector(`.review-list [data-step="${focused}"]`);
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
  }

  /** @param {Review} review */
  curve({ start, steps }) {
    const [name] = this.names;
    const points = [{ label: _("At the start"), value: start[0] }];
    for (const step of steps) {
      points.push({ label: this.caption(step), value: step.values[0] });
    }
    const title = steps[0].values.length === 1
      ? _("The points expected over the game")
      : _("The share of the win over the game");
    return element(
      "div",
      { className: "curve card" },
      figure({
        title: `${title}: ${name}`,
        told: `${title}: ${name}`,
        points,
        written: (value) => value.toLocaleString(language, { maximumFractionDigits: 2 }),
        zero: true,
      }),
    );
  }

  /** @param {Review} review */
  turns(review) {
    if (!review.turning_points.length) {
      const nothing = _("No single move or deal turned this game.");
      return review.done ? [element("p", { className: "soft" }, nothing)] : [];
    }
    const items = review.turning_points.map((number) => {
      const step = review.steps[number];
      const { who, verdict, change, mark } = this.told(step);
      const card = element(
        "a",
        { className: "card turn-card", href: this.addressOf(step) },
        element("span", { className: "turn-who" }, who),
        element(
          "span",
          { className: `turn-verdict mark-${mark}` },
          verdict,
          " ",
          element("strong", {}, change),
        ),
        element("span", { className: "small why" }, this.why(step)),
      );
      return element("li", {}, card);
    });
    return [
      element("h2", { className: "turns-title" }, _("Where the game turned")),
      element("ol", { className: "turns" }, ...items),
    ];
  }

  /**
   * Who did what, what it was, and what it changed.
   * @param {Step} step
   */
  told(step) {
    if (step.what === "decision") {
      const move = this.moveText(this.record.moves[step.at]);
      const verdict = verdictText(step.good ? "good" : step.verdict);
      const mark = step.good ? "good" : isError(step) ? step.verdict : "";
      const change = isError(step) ? signed(-step.loss) : "";
      return { who: `${this.names[step.player]}: ${move}`, verdict, change, mark };
    }
    const players = step.player === null ? [...step.values.keys()] : [step.player];
    const luck = (/** @type {number} */ p) => step.values[p] - step.mean[p];
    const player = players.reduce((a, b) => Math.abs(luck(b)) > Math.abs(luck(a)) ? b : a);
    const degree = degreeOf(step, player), name = this.names[player];
    const verdict = {
      "-2": _("very unlucky for {name}", { name }),
      "-1": _("unlucky for {name}", { name }),
      1: _("lucky for {name}", { name }),
      2: _("very lucky for {name}", { name }),
    }[degree] ?? "";
    const change = degree ? signed(luck(player)) : "";
    return { who: _("Chance"), verdict, change, mark: degree ? "lucky" : "" };
  }

  /** @param {Step} step */
  caption(step) {
    const { who, verdict } = this.told(step);
    return verdict ? `${who}: ${verdict}` : who;
  }

  /**
   * Why the best move of a decision is better; empty where no number tells it.
   * @param {Step} step
   */
  why(step) {
    if (!isError(step)) return "";
    const { played, best } = step;
    const before = this.stateAt(step.at);
    const { kernel } = this.game;
    const [reason] = reasonsFor(
      kernel,
      before,
      best.line,
      played.line,
      best.margin - played.margin,
    );
    return reason
      ? sentence(reason, `“${this.moveText(best.move)}”`, this.kit.whys)
      : `${_("Best")}: ${this.moveText(best.move)}`;
  }

  /** @param {number} at entries of the record */
  stateAt(at) {
    const follower = this.game.begunAgain();
    follower.repeat(...this.record.moves.slice(0, at));
    return follower.state;
  }

  /** @param {Review} review */
  moves({ steps }) {
    /** @type {HTMLElement[]} */
    const parts = [];
    let round = null, list = element("ol", {});
    for (const [number, step] of steps.entries()) {
      if (number === 0 || step.round !== round) {
        round = step.round;
        list = element("ol", {});
        if (round !== null) parts.push(element("h3", {}, _("Round {n}", { n: round })));
        parts.push(list);
      }
      const { who, verdict, change, mark } = this.told(step);
      const link = element(
        "a",
        { href: this.addressOf(step), className: mark ? `marked mark-${mark}` : "" },
        element("span", { className: "row-move" }, who),
        element("span", { className: "row-verdict" }, mark ? `${verdict} ${change}` : ""),
      );
      link.dataset.step = String(number);
      list.append(element("li", {}, link));
    }
    return parts;
  }

  /** @param {Review} review */
  figures({ summaries }) {
    const number = (/** @type {number} */ value) =>
      value.toLocaleString(language, { maximumFractionDigits: 0 });
    const rate = (/** @type {any} */ { decisions, rate: mean, low, high }) =>
      decisions ? `${number(mean)} (${number(low)}–${number(high)})` : "–";
    const counts = [_("Blunders"), _("Mistakes"), _("Inaccuracies"), _("Slight losses")];
    const skill = this.rows(_("How well each played"), [
      [_("Error rate"), summaries.map(({ errors }) => rate(errors))],
      [
        _("Accuracy"),
        summaries.map(({ accuracy }) => accuracy === null ? "–" : `${number(accuracy)} %`),
      ],
      ...ERRORS.map((name, n) => /** @type {[string, string[]]} */ ([
        counts[n],
        summaries.map(({ verdicts }) => String(verdicts[name])),
      ])),
    ]);
    const hasPartners = summaries.some(({ identity }) => identity.partners);
    /** @type {[string, string][]} */
    const names = [
      ["start", _("At the start")],
      ["luck", _("Luck")],
      ["own", _("Own mistakes")],
      ...(hasPartners
        ? [/** @type {[string, string]} */ (["partners", _("Partner’s mistakes")])]
        : []),
      ["opponents", _("Others’ mistakes")],
      ["remainder", _("Not explained")],
      ["result", _("The result")],
    ];
    const sums = this.rows(
      _("Luck and skill"),
      names.map(([name, title]) => [
        title,
        summaries.map(({ identity }) => signed(identity[name])),
      ]),
    );
    const note = _(
      "The error rate is what a real decision gives away on average, in thousandths of a win: the less, the better. The small figures are its range with 95 % certainty; by round it rests on few decisions.",
    );
    return [
      element(
        "div",
        { className: "card tables" },
        skill,
        sums,
        element("p", { className: "small soft" }, note),
      ),
    ];
  }

  /**
   * @param {string} caption
   * @param {[string, string[]][]} rows
   */
  rows(caption, rows) {
    const heads = this.names.map((name) => element("th", { scope: "col" }, name));
    return element(
      "table",
      { className: "figures" },
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, element("td", {}), ...heads)),
      element(
        "tbody",
        {},
        ...rows.map(([title, cells]) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, title),
            ...cells.map((cell) => element("td", {}, cell)),
          )
        ),
      ),
    );
  }
}

async function begin() {
  const kit = await kitFor(game, levels, words);
  const found = await kit.store.load(query.get("t") ?? "");
  if (!found) throw gone();
  const table = Table.rebuilt(found.stored, found.happened, kit.by);
  if (!table.isOver) {
    throw new Refused(409, "not_reviewed_yet", _("While a game is played, nobody reviews it."));
  }
  const { default: GameTable } = await import(`../../games/${game}/table.js`);
  await new ReviewPage(kit, table, (move) => GameTable.prototype.moveText(move)).begin();
}

function gone() {
  return new Refused(404, "not_found", _("There is no such game in this browser any more."));
}

begin().catch(fail);
