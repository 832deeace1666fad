// "How am I doing": the page of a reader's rating, results, points, and of what reviews found.

import { byId, element } from "./dom.js";
import {
  againstLevels,
  errorRate,
  interval,
  kindOf,
  mean,
  movingMeans,
  nearestLevel,
  ownPoints,
  ratingsAfter,
  results,
} from "./careers.js";
import { games } from "./game_log.js";
import { refresh } from "./my_games.js";
import { opponents, resultText } from "./outcomes.js";
import { figure } from "./plots.js";
import { _, language, ngettext } from "./text.js";

/** @import { CareerTold } from "./careers.js" */
/** @import { Figures, Kept } from "./game_log.js" */
/** @import { Source } from "./my_games.js" */

const writing = language === "en" ? "en-GB" : language;
const percent = new Intl.NumberFormat(writing, { style: "percent", maximumFractionDigits: 0 });
const whole = new Intl.NumberFormat(writing, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(writing, { maximumFractionDigits: 1 });
const signedPercent = new Intl.NumberFormat(writing, {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});
const day = new Intl.DateTimeFormat(writing, { dateStyle: "medium" });

/**
 * A share with its sign, as points have it elsewhere.
 * @param {number} share
 */
function luckText(share) {
  return signedPercent.format(share).replace("-", "−");
}

export class ProgressPage {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** @type {Record<string, CareerTold>} */
    this.told = JSON.parse(byId("games-told").textContent ?? "");
    this.game = byId("career-game", HTMLSelectElement);
    this.kind = byId("career-kind", HTMLSelectElement);
    this.game.addEventListener("change", () => this.chooseGame());
    this.kind.addEventListener("change", () => this.show());
  }

  async begin() {
    // A game that was finished on another device is counted, too, if it can be asked for now.
    await refresh(this.source).catch(() => {});
    this.finished = games().filter(({ result, game }) => result && game in this.told).reverse();
    byId("no-career").hidden = this.finished.length > 0;
    byId("career").hidden = this.finished.length === 0;
    const last = this.finished.at(-1);
    if (last) {
      const played = new Set(this.finished.map(({ game }) => game));
      this.game.replaceChildren(
        ...[...played].map((name) => new Option(this.told[name].title, name)),
      );
      this.game.value = last.game;
      this.chooseGame(kindOf(last, this.told[last.game]));
    }
    document.documentElement.dataset.ready = "true";
  }

  /** @param {string} [kind] that is shown first */
  chooseGame(kind) {
    const told = this.told[this.game.value];
    /** @type {Map<string, { label: string, n: number }>} */
    const kinds = new Map();
    for (const game of this.ofGame()) {
      const key = kindOf(game, told);
      const before = kinds.get(key);
      kinds.set(key, { label: kindText(game, told), n: (before?.n ?? 0) + 1 });
    }
    const sorted = [...kinds].sort(([, a], [, b]) => b.n - a.n);
    this.kind.replaceChildren(
      ...sorted.map(([key, { label, n }]) => new Option(`${label} (${n})`, key)),
    );
    this.kind.value = kind && kinds.has(kind) ? kind : sorted[0][0];
    this.show();
  }

  ofGame() {
    return (this.finished ?? []).filter(({ game }) => game === this.game.value);
  }

  show() {
    const told = this.told[this.game.value];
    const played = this.ofGame().filter((game) => kindOf(game, told) === this.kind.value);
    byId("career-rating").replaceChildren(...this.rating(played, told));
    byId("career-results").replaceChildren(...this.results(played, told));
    byId("career-points").replaceChildren(...this.points(played, told));
    byId("career-reviews").replaceChildren(...this.reviews(played, told));
    for (const card of document.querySelectorAll("#career .card")) {
      const content = card.querySelector("[id]:not(h2)");
      card.toggleAttribute("hidden", content?.childElementCount === 0);
    }
  }

  // ── Rating ───────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Kept[]} played
   * @param {CareerTold} told
   */
  rating(played, told) {
    const { ratings } = told;
    if (!ratings || played[0].seats.length === 1) return [];
    const rated = ratingsAfter(played, ratings);
    const left = played.length - rated.length;
    const other = left
      ? ngettext(
        "{n} game is not rated: only games of yours alone against levels are, from the first move, without hints, guide or moves taken back.",
        "{n} games are not rated: only games of yours alone against levels are, from the first move, without hints, guide or moves taken back.",
        left,
      )
      : "";
    const last = rated.at(-1);
    if (!last) return [element("p", { className: "soft" }, other)];
    const { rating, low, high } = interval(last.standing);
    const level = nearestLevel(ratings, rating);
    const from = nearestLevel(ratings, low), to = nearestLevel(ratings, high);
    const name = told.levels[level] ?? "";
    const like = from === to ? _("About as strong as level {level}, {name}.", { level, name }) : _(
      "About as strong as level {level}, {name}; it may be any from level {from} to level {to}.",
      {
        level,
        name,
        from,
        to,
      },
    );
    return [
      element(
        "p",
        { className: "big" },
        whole.format(rating),
        " ",
        element("span", { className: "soft" }, `± ${whole.format(high - rating)}`),
      ),
      element("p", {}, like),
      figure({
        title: _("Rating"),
        told: _("The rating after each game, with its 95 % interval: {rating} now.", {
          rating: whole.format(rating),
        }),
        points: rated.map(({ game, standing }) => ({
          label: labelOf(game, told),
          value: standing.rating,
          low: interval(standing).low,
          high: interval(standing).high,
        })),
        written: (value) => whole.format(value),
        marks: ratings.map(([value], n) => ({ value, label: String(n + 1) })),
      }),
      element(
        "p",
        { className: "small soft" },
        _(
          "Numbers on the right are levels, whose ratings were measured in games of two; the middle one has 1500. The rating is Glicko-2; ± is 95 %.",
        ),
        " ",
        other,
      ),
    ];
  }

  // ── Results ──────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Kept[]} played
   * @param {CareerTold} told
   */
  results(played, told) {
    const found = results(played);
    if (!found) return [];
    const { share, low, high } = found;
    const text = [
      ngettext("{n} game", "{n} games", found.games),
      _("{won} won, {shared} shared, {lost} lost", {
        won: found.won,
        shared: found.shared,
        lost: found.lost,
      }),
    ].join(": ");
    const box = element("table", { className: "career-table" });
    box.createCaption().textContent = _("Against each level");
    const head = box.createTHead().insertRow();
    for (const name of [_("Level"), _("Games"), _("Score")]) {
      head.append(element("th", { scope: "col" }, name));
    }
    const body = box.createTBody();
    const levels = againstLevels(played);
    for (const { level, games: n, share: score } of levels) {
      const row = body.insertRow();
      row.append(
        element("th", { scope: "row" }, [level, told.levels[level]].filter(Boolean).join(" · ")),
      );
      row.insertCell().textContent = String(n);
      const cell = row.insertCell();
      const bar = element("span", { className: "share-bar" }, element("span", {}));
      bar.setAttribute("aria-hidden", "true");
      /** @type {HTMLElement} */ (bar.firstChild).style.width = `${100 * score}%`;
      cell.append(bar, percent.format(score));
    }
    const isGoal = played[0].has_goal;
    return [
      element(
        "p",
        { className: "big" },
        percent.format(share),
        " ",
        element("span", { className: "soft" }, isGoal ? _("solved") : _("of the wins")),
      ),
      element(
        "p",
        {},
        text,
        ". ",
        _("In the long run between {low} and {high}.", {
          low: percent.format(low),
          high: percent.format(high),
        }),
      ),
      ...(levels.length ? [box] : []),
    ];
  }

  // ── Points ───────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Kept[]} played
   * @param {CareerTold} told
   */
  points(played, told) {
    const scored = played.flatMap((game) => {
      const points = ownPoints(game);
      return points === null ? [] : [{ game, points }];
    });
    if (!scored.length) return [];
    const values = scored.map(({ points }) => points);
    const means = movingMeans(values);
    const average = short.format(mean(values)), best = Math.max(...values);
    return [
      element(
        "p",
        { className: "big" },
        average,
        " ",
        element("span", { className: "soft" }, _("points a game, {best} at best", { best })),
      ),
      figure({
        title: _("Points"),
        told: _("Your points in each game, and their mean over ten: {mean} on average.", {
          mean: average,
        }),
        points: scored.map(({ game, points }, n) => ({
          label: labelOf(game, told),
          value: points,
          line: means[n],
        })),
        written: (value) => short.format(value),
        zero: true,
      }),
      element("p", { className: "small soft" }, _("The line is the mean of the last ten games.")),
    ];
  }

  // ── Reviews ──────────────────────────────────────────────────────────────────────────────────

  /**
   * @param {Kept[]} played
   * @param {CareerTold} told
   */
  reviews(played, told) {
    const reviewed = played.flatMap((game) => {
      const { review } = game;
      return review ? [{ game, review }] : [];
    });
    if (!reviewed.length) {
      const newest = [...played].reverse().find((game) =>
        !game.elsewhere && game.mine.length === 1 && this.source.reviewOf(game)
      );
      const address = newest && this.source.reviewOf(newest);
      if (!address) return [];
      return [
        element(
          "p",
          {},
          _("Have games reviewed, and you see here how your error rate and your luck develop."),
        ),
        element(
          "p",
          {},
          element("a", { className: "button", href: address }, _("Review the newest game")),
        ),
      ];
    }
    /** @param {(review: Figures) => number} of */
    const pointsOf = (of) => {
      const means = movingMeans(reviewed.map(({ review }) => of(review)));
      return reviewed.map(({ game, review }, n) => ({
        label: labelOf(game, told),
        value: of(review),
        line: means[n],
      }));
    };
    const rate = errorRate(reviewed.map(({ review }) => review)) ?? 0;
    const luck = mean(reviewed.map(({ review }) => review.luck));
    return [
      element(
        "p",
        { className: "big" },
        short.format(rate),
        " ",
        element("span", { className: "soft" }, _("error rate")),
      ),
      element(
        "p",
        {},
        ngettext(
          "{n} game was reviewed. The error rate is what a decision gives away, in thousandths of a win: the lower, the better.",
          "{n} games were reviewed. The error rate is what a decision gives away, in thousandths of a win: the lower, the better.",
          reviewed.length,
        ),
      ),
      figure({
        title: _("Error rate"),
        told: _("The error rate of each reviewed game: {rate} over all.", {
          rate: short.format(rate),
        }),
        points: pointsOf((review) => review.rate),
        written: (value) => short.format(value),
        zero: true,
      }),
      element("h3", {}, _("Luck")),
      element(
        "p",
        {},
        _("On average chance gave you {luck} of a win a game.", {
          luck: luckText(luck),
        }),
      ),
      figure({
        title: _("Luck"),
        told: _("What chance gave in each reviewed game: {luck} of a win on average.", {
          luck: luckText(luck),
        }),
        points: pointsOf((review) => review.luck),
        written: luckText,
        zero: true,
      }),
    ];
  }
}

/**
 * @param {Kept} game
 * @param {CareerTold} told
 */
function kindText({ seats, options }, { kinds }) {
  const n = seats.length;
  const players = n === 1 ? _("alone") : ngettext("{n} player", "{n} players", n);
  const chosen = kinds.map(({ name, usual, labels }) => labels[options[name] ?? usual] ?? "");
  return [players, ...chosen].filter(Boolean).join(", ");
}

/**
 * @param {Kept} game
 * @param {CareerTold} told
 */
function labelOf(game, told) {
  const against = opponents(game, told);
  const parts = [day.format(new Date(game.changed)), against, resultText(game, told)];
  return parts.filter(Boolean).join(", ");
}
