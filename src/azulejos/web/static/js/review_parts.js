// The parts of a review's page: the curve and where the game turned, all moves, luck and skill, and what is said
// of the step on the board. Every `data-step` is a link to that step; the page answers it.

import { element } from "./dom.js";
import { levelsLike, whyUnlike } from "./like_levels.js";
import { bar, curve } from "./review_pictures.js";
import * as said from "./review_words.js";
import { _, ngettext } from "./text.js";

/** @import { About, BoardShown, Decision, Place, Rate, Review, ReviewHost, Step } from "./reviewing.js" */

/** Units of the drawings' widths: on a wide page, and on a phone. */
const WIDE = { width: 760, height: 300 }, NARROW = { width: 360, height: 240 };
/** Verdicts that are counted, the worst first. */
const COUNTED = [...said.LOSSES].reverse();
/** Kinds of mistakes, in the order in which they are told. */
const KINDS = ["take", "place", "floor", "denial", "other"];

/** A step in the list of moves. @typedef {{ who: string, move: string, mark: string, verdict: string, change: string }} Row */

export class ReviewParts {
  /**
   * @param {About} about
   * @param {string[]} moves of the record
   * @param {(move: string) => string} moveText
   * @param {ReviewHost} host
   */
  constructor({ names, own, hints, whys, rates }, moves, moveText, host) {
    this.names = names;
    this.own = own;
    this.hints = hints;
    this.whys = whys;
    this.rates = rates;
    this.moves = moves;
    this.sides = names.length; // until the review says it
    this.moveText = moveText;
    this.host = host;
  }

  /** @param {Decision} step */
  told = (step) => this.moveText(this.moves[step.at]);

  /** Why the best move is better. @param {Step} step */
  why(step) {
    if (!said.isDecision(step) || !step.best) return "";
    const move = said.quoted(this.moveText(step.best.move));
    return said.why(step, move, this.sides, this.whys);
  }

  /**
   * Who did what, what it was, and what it changed.
   * @param {Step} step
   * @returns {Row}
   */
  row(step) {
    if (!said.isDecision(step)) {
      const player = said.luckiest(step), degree = said.lucky(step, player);
      return {
        who: _("Chance"),
        move: "",
        mark: degree === 0 ? "" : degree > 0 ? "lucky" : "unlucky",
        verdict: said.luckText(degree, this.names[player]),
        change: degree ? said.signed(said.luckOf(step)[player]) : "",
      };
    }
    const isMarked = said.isMarked(step);
    const name = step.good ? "good" : isMarked ? step.verdict : "";
    return {
      who: this.names[step.player],
      move: this.told(step),
      mark: name,
      verdict: name && said.verdictText(name),
      change: isMarked ? said.signed(-step.loss) : "",
    };
  }

  // ── The game ───────────────────────────────────────────────────────────────────────────────────

  /**
   * The curve, and where the game turned.
   * @param {Review} review
   * @param {boolean} isDone
   */
  top(review, isDone) {
    const drawn = (/** @type {{ width: number, height: number }} */ size) =>
      curve(review, this.names, this.told, size);
    const key = (
      /** @type {string} */ kind,
      /** @type {string} */ sign,
      /** @type {string} */ text,
    ) => {
      const shown = element("span", { className: `key ${kind}` }, sign);
      shown.setAttribute("aria-hidden", "true");
      return element("span", { className: "entry" }, shown, ` ${text} `);
    };
    const box = element(
      "div",
      { className: "curve card" },
      element("div", { className: "only-wide" }, drawn(WIDE)),
      element("div", { className: "only-narrow" }, drawn(NARROW)),
      element(
        "p",
        { className: "legend small soft" },
        key("error", "●", _("mistake")),
        key("good", "★", _("the only good move")),
        key("luck", "▲▼", _("luck")),
      ),
    );
    return [box, ...this.turns(review), ...(isDone ? this.retries(review) : [])];
  }

  /** @param {Review} review */
  turns({ turning_points: turns, steps }) {
    if (!turns.length) {
      const isJudged = steps.some(({ visits }) => visits);
      const nothing = _("No single move or deal turned this game.");
      return isJudged ? [element("p", { className: "soft" }, nothing)] : [];
    }
    const cards = turns.map((number) => {
      const step = steps[number], { who, move, mark, verdict, change } = this.row(step);
      const why = mark ? this.why(step) : "";
      const card = stepLink(
        number,
        "card turn-card",
        element("span", { className: "turn-who" }, move ? `${who}: ${move}` : who),
        element(
          "span",
          { className: `turn-verdict mark-${mark}` },
          `${verdict} `,
          element("strong", {}, change),
        ),
        ...(step.round === null ? [] : [element("span", { className: "small soft" }, round(step))]),
        ...(why ? [element("span", { className: "small why" }, why)] : []),
      );
      return element("li", {}, card);
    });
    return [
      element("h2", { className: "turns-title" }, _("Where the game turned")),
      element("ol", { className: "turns" }, ...cards),
    ];
  }

  /** Whose mistakes can be tried again, the reader's first. @param {Review} review */
  retries({ steps }) {
    const links = this.inOrder().flatMap((player) => {
      const errors = errorsOf(steps, player);
      if (!errors.length) return [];
      const text = said.retryText(this.names[player], errors.length);
      const className = this.own.includes(player) ? "button main" : "button";
      return [element("a", { className, href: this.host.retryAt(player) }, text), " "];
    });
    const file = element("button", { type: "button", className: "button", id: "keep-file" });
    file.append(_("Keep as a file"));
    return [element("p", { className: "row retries" }, ...links, file)];
  }

  /** All players, the reader first. */
  inOrder() {
    const all = this.names.map((_name, player) => player);
    return [...this.own, ...all.filter((player) => !this.own.includes(player))];
  }

  // ── All moves ──────────────────────────────────────────────────────────────────────────────────

  /**
   * By round; one part where there are no rounds. There each move has its own draw, which is told where it
   * was lucky or unlucky.
   * @param {Review} review
   */
  list({ steps }) {
    /** @type {HTMLElement[]} */
    const parts = [];
    let list = element("ol", {});
    /** @type {number | null | undefined} */
    let last;
    steps.forEach((step, number) => {
      if (!said.isDecision(step) && step.round === null && !said.isStop(step)) return;
      if (step.round !== last) {
        last = step.round;
        list = element("ol", {});
        if (step.round !== null) parts.push(element("h3", {}, round(step)));
        parts.push(list);
      }
      const { who, move, mark, verdict, change } = this.row(step);
      const made = element("span", { className: "row-move" }, element("b", {}, who));
      if (move) made.append(` ${move}`);
      const link = stepLink(number, mark ? `marked mark-${mark}` : "", made);
      if (verdict) {
        link.append(element("span", { className: "row-verdict" }, `${verdict} ${change}`));
      }
      list.append(element("li", {}, link));
    });
    return [
      element("h2", {}, _("All moves")),
      element("div", { className: "review-list" }, ...parts),
    ];
  }

  // ── Luck and skill ─────────────────────────────────────────────────────────────────────────────

  /** @param {Review} review */
  rest(review) {
    const cards = this.inOrder().map((player) => {
      const summary = review.summaries[player], { good } = summary;
      const card = element(
        "article",
        { className: "card" },
        element("h3", {}, this.names[player]),
        bar(review, player, this.names, NARROW.width),
        element("p", {}, said.resultText(review, summary)),
      );
      if (good.length) {
        const told = ngettext(
          "{n} move that was the only good one:",
          "{n} moves that were the only good ones:",
          good.length,
        );
        const links = good.flatMap((number) => {
          const star = element("span", {}, "★");
          star.setAttribute("aria-hidden", "true");
          return [" ", stepLink(number, "button slim", star, ` ${number + 1}`)];
        });
        card.append(element("p", {}, told, ...links));
      }
      return card;
    });
    return [
      element("h2", {}, _("Luck and skill")),
      element("div", { className: "players" }, ...cards),
      element("div", { className: "card tables" }, this.figures(review), this.note(review)),
    ];
  }

  /** @param {Review} review */
  figures(review) {
    const { summaries, steps } = review;
    const levels = summaries.map((_one, player) => this.levelsOf(review, player));
    const percent = (/** @type {number | null} */ value) =>
      value === null ? "–" : `${said.whole(value)} %`;
    const counts = COUNTED.map((name) => /** @type {const} */ ([
      countText(name),
      summaries.map(({ verdicts }) => String(verdicts[name])),
    ]));
    const parts = [...new Set(summaries.flatMap(({ by_round: by }) => Object.keys(by)))]
      .sort((a, b) => Number(a) - Number(b));
    const hasRounds = steps.some((step) => step.round !== null);
    const kinds = KINDS.filter((kind) => summaries.some(({ by_kind: by }) => by[kind]));
    const body = element(
      "tbody",
      {},
      row(_("Error rate"), summaries.map(({ errors }) => rate(errors))),
      ...(levels.some(Boolean) ? [row(_("Plays"), levels.map((told) => told || "–"))] : []),
      row(_("Accuracy"), summaries.map(({ accuracy }) => percent(accuracy))),
      ...(this.hints.some(Boolean) ? [row(_("Hints taken"), this.hints.map(String))] : []),
      ...counts.map(([name, cells]) => row(name, cells)),
      ...apart(parts.map((part) =>
        row(
          hasRounds ? _("Round {n}", { n: part }) : _("Quarter {number}", { number: part }),
          summaries.map(({ by_round: by }) => rate(by[part])),
        )
      )),
      ...apart(kinds.map((kind) =>
        row(
          said.asSentence(said.kindText(kind)),
          summaries.map(({ by_kind: by }) => said.whole(by[kind])),
        )
      )),
    );
    const heads = this.names.map((name) => element("th", { scope: "col" }, name));
    return element(
      "table",
      { className: "figures" },
      element("caption", {}, _("How well each played")),
      element("thead", {}, element("tr", {}, element("td", {}), ...heads)),
      body,
    );
  }

  /**
   * @param {Review} review
   * @param {number} player
   */
  levelsOf(review, player) {
    return said.likeLevels(levelsLike(review, player, this.rates));
  }

  /** @param {Review} review */
  note(review) {
    const isLike = review.summaries.some((_one, player) => this.levelsOf(review, player));
    const like = isLike
      ? _(
        "The levels are those of our opponents whose error rate, by the same reviews, cannot be told from it.",
      )
      : said.unlikeLevels(whyUnlike(review, this.rates));
    const note = _(
      "The error rate is what a real decision gives away on average, in thousandths of a win: the less, the better. The small figures are its range with 95 % certainty; by round it rests on few decisions.",
    );
    return element("p", { className: "small soft" }, [note, like].filter(Boolean).join(" "));
  }

  // ── A step ─────────────────────────────────────────────────────────────────────────────────────

  /**
   * What stands above the board: ways through the game, what the step was, and its lines.
   * @param {Review} review
   * @param {Place} place
   * @param {BoardShown} shown
   */
  board({ steps }, { step: number, line, made }, { lines }) {
    const step = steps[number], { who, move, mark } = this.row(step);
    const stops = [...steps.keys()].filter((n) => said.isStop(steps[n]));
    const nav = element(
      "nav",
      { className: "row steps" },
      way(stops.findLast((n) => n < number), "«", _("The previous moment that mattered")),
      way(number > 0 ? number - 1 : undefined, "‹", _("One move back")),
      way(number < steps.length - 1 ? number + 1 : undefined, "›", _("One move on")),
      way(stops.find((n) => n > number), "»", _("The next moment that mattered")),
    );
    nav.setAttribute("aria-label", _("Step through the game"));
    const title = element("h2", { id: "board-title" }, move ? `${who}: ${move}` : who);
    title.dataset.step = String(number);
    if (step.round !== null) {
      title.append(" ", element("span", { className: "small soft" }, round(step)));
    }
    const explore = element("a", { className: "button slim", href: this.host.exploreAt(step.at) });
    explore.append(_("Explore from here"));
    const head = element(
      "div",
      { className: "board-head" },
      nav,
      title,
      element("p", { className: "row" }, explore),
      ...this.verdict(step, mark),
    );
    const rows = /** @type {const} */ (["played", "best"]).flatMap((name) => {
      const moves = lines[name];
      return moves ? [this.line(number, name, moves, line === name ? made : -1)] : [];
    });
    return [head, element("div", { className: "board-lines" }, ...rows)];
  }

  /**
   * @param {Step} step
   * @param {string} mark
   */
  verdict(step, mark) {
    const line = (/** @type {string} */ className, /** @type {string} */ text) =>
      text ? [element("p", { className }, text)] : [];
    if (said.isDecision(step)) {
      return [...line(`judged mark-${mark}`, said.judged(step)), ...line("why", this.why(step))];
    }
    const { verdict } = this.row(step);
    const luck = said.luckOf(step).map((value, player) =>
      `${this.names[player]} ${said.withError(said.signed(value), step.se[player])}`
    );
    return [
      ...line(`judged mark-${mark}`, verdict && `${said.asSentence(verdict)}.`),
      ...line("why", [_("Luck"), luck.join(", ")].join(": ")),
    ];
  }

  /**
   * A line, move by move. made: how many of its moves are made on the board; −1: it is the other line.
   * @param {number} number
   * @param {"played" | "best"} name
   * @param {string[]} moves
   * @param {number} made
   */
  line(number, name, moves, made) {
    const title = name === "played" ? _("Played") : _("Best");
    const chips = [...moves, null].map((move, place) => {
      const text = move === null ? _("After the last of these moves") : this.moveText(move);
      const chip = stepLink(number, "chip", move ?? "●");
      chip.setAttribute("aria-label", move === null || move === text ? text : `${move}: ${text}`);
      chip.title = text;
      Object.assign(chip.dataset, { lineOf: name, made: String(place) });
      if (made === place) chip.setAttribute("aria-current", "step");
      return chip;
    });
    const row = element(
      "div",
      { className: `line-row line-${name}${made >= 0 ? " chosen" : ""}` },
      element("span", { className: "line-name" }, title),
      ...chips.flatMap((chip) => [" ", chip]),
    );
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", title);
    return row;
  }
}

/**
 * The steps in which a player erred, to be tried again.
 * @param {Step[]} steps
 * @param {number} player
 */
export function errorsOf(steps, player) {
  return [...steps.keys()].filter((number) => {
    const step = steps[number];
    return said.isDecision(step) && step.player === player && said.isError(step);
  });
}

/** @param {Step} step */
function round({ round: n }) {
  return _("Round {n}", { n: n ?? 0 });
}

/**
 * A link that puts a step on the board.
 * @param {number} number
 * @param {string} className
 * @param {...(Node | string)} children
 */
function stepLink(number, className, ...children) {
  const query = new URLSearchParams(location.search);
  query.set("step", String(number));
  query.delete("line");
  query.delete("made");
  const link = element("a", { href: `?${query}#review-board`, className }, ...children);
  link.dataset.step = String(number);
  return link;
}

/**
 * @param {number | undefined} number
 * @param {string} sign
 * @param {string} text
 */
function way(number, sign, text) {
  if (number === undefined) {
    const none = element("span", { className: "button slim step" }, sign);
    none.setAttribute("aria-disabled", "true");
    none.setAttribute("aria-hidden", "true");
    return none;
  }
  const link = stepLink(number, "button slim step", sign);
  link.setAttribute("aria-label", text);
  link.title = text;
  return link;
}

/** @param {string} name of a class */
function countText(name) {
  return {
    blunder: _("Blunders"),
    mistake: _("Mistakes"),
    inaccuracy: _("Inaccuracies"),
    slight: _("Slight losses"),
  }[name] ?? name;
}

/** @param {Rate | undefined} one */
function rate(one) {
  if (!one?.decisions) return "–";
  const range = `${said.whole(one.low)}–${said.whole(one.high)}`;
  const cell = new DocumentFragment();
  cell.append(said.whole(one.rate), " ", element("span", { className: "soft small" }, range));
  return cell;
}

/**
 * @param {string} title
 * @param {(Node | string)[]} cells
 */
function row(title, cells) {
  const head = element("th", { scope: "row" }, title);
  return element("tr", {}, head, ...cells.map((cell) => element("td", {}, cell)));
}

/** Rows that stand apart from those before. @param {HTMLTableRowElement[]} rows */
function apart(rows) {
  rows[0]?.classList.add("apart");
  return rows;
}
