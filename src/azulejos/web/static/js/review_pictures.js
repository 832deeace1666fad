// The curve of a game and the bar of luck and skill: as `analysis.pictures` draws them, for a page that has the
// style sheet of the drawings. What is marked carries `data-step`, the number of a step of the review.

import {
  caption,
  identityRows,
  isDecision,
  isMarked,
  luckiest,
  luckOf,
  lucky,
  share,
  signed,
} from "./review_words.js";
import { node } from "./svg.js";
import { _ } from "./text.js";

/** @import { Decision, Review } from "./reviewing.js" */

/** The plot within the curve's picture, in units. */
const LEFT = 44, RIGHT = 96, TOP = 26, BOTTOM = 44;
/** Units from one name beside the plot to the next, at least. */
const APART = 17;
/** A picture narrower than this, such as on a phone, has its names below the plot. */
const NARROW = 520;
/** Dashes of the sides' lines, so that nobody needs to tell their colours apart. */
const DASHES = [null, "9 4", "2 4", "12 4 2 4"];
/** The radius of a mark by what it marks; a blunder is seen first. */
const RADIUS =
  /** @type {Record<string, number>} */ ({ inaccuracy: 4, mistake: 5.5, blunder: 7.5 });
/** Points at which a solo game's scale is marked, and what makes shares of points. */
const SOLO_TICKS = [0, 20, 60, 180], SOLO_SCALE = 60;
/** The bar: where labels end, a row's height, and the room for numbers. */
const LABELS = 160, ROW = 30, NUMBERS = 56;
/** What a letter takes of its size, about: fonts differ from reader to reader. */
const LETTER = 0.58, WIDE_LETTER = 1;

/** @param {number} value a coordinate */
function number(value) {
  return Number(value.toFixed(2));
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {import("./svg.js").Attributes} [more]
 */
function label(text, x, y, size, more = {}) {
  const place = { x: number(x), y: number(y), "font-size": size };
  return node("text", { ...place, class: "az-text", ...more }, text);
}

/**
 * The text, cut with an ellipsis where it would be wider.
 * @param {string} text
 * @param {number} width
 * @param {number} size
 */
function fitted(text, width, size) {
  const letters = [...text.split(/\s+/).filter(Boolean).join(" ")];
  let room = width / size;
  for (const [place, letter] of letters.entries()) {
    const isWide = /[MWmw@\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u;
    room -= /\p{M}/u.test(letter) ? 0 : isWide.test(letter) ? WIDE_LETTER : LETTER;
    if (room < 0) return `${letters.slice(0, Math.max(place - 1, 1)).join("").trimEnd()}…`;
  }
  return letters.join("");
}

/**
 * A picture that is told in words.
 * @param {string} kind
 * @param {number} width
 * @param {number} height
 * @param {string[]} told
 * @param {Element[]} parts
 */
function picture(kind, width, height, told, parts) {
  return node(
    "svg",
    {
      viewBox: `0 0 ${number(width)} ${number(height)}`,
      role: "img",
      "aria-label": told.filter(Boolean).join(". "),
      class: "azulejos",
      "data-drawing": kind,
    },
    node("g", { class: kind }, ...parts),
  );
}

/**
 * The share of the win over the game: a line for each side, errors and luck marked on it.
 * @param {Review} review
 * @param {string[]} names
 * @param {(step: Decision) => string} moveText
 * @param {{ width: number, height: number }} size
 */
export function curve(review, names, moveText, { width, height }) {
  const { players, sides, steps } = review;
  const teams = Array.from(
    { length: sides },
    (_team, side) => names.filter((_name, player) => player % sides === side).join(" & "),
  );
  const narrow = width < NARROW || teams.some((team) => fitted(team, RIGHT - 30, 13) !== team);
  const right = narrow ? 16 : RIGHT;
  const bottom = BOTTOM + (narrow ? 22 * Math.ceil(sides / 2) : 0);
  const plot = new Plot(review, width - LEFT - right, height - TOP - bottom);
  const captions = steps.map((step) => caption(step, names, moveText));
  const parts = [
    ...plot.grid(),
    ...plot.hits(captions),
    ...teams.map((_team, side) => plot.line(side)),
    ...steps.flatMap((_step, place) => plot.marks(place, captions[place])),
    ...(narrow ? legendBelow(teams, height, width) : legendBeside(teams, plot, right)),
  ];
  const title = players === 1
    ? _("The points expected over the game")
    : _("The share of the win over the game");
  const told = review.turning_points.map((place) => captions[place]);
  return picture("review-curve", width, height, [title, ...told], parts);
}

/** The curve's coordinates and what is drawn in them. */
class Plot {
  /**
   * @param {Review} review
   * @param {number} width
   * @param {number} height
   */
  constructor(review, width, height) {
    this.review = review;
    this.width = width;
    this.height = height;
    this.values = shares(review);
  }

  /** @param {number} place 0 is before the first step, n after the n-th */
  x(place) {
    return LEFT + this.width * place / Math.max(this.values.length - 1, 1);
  }

  /** @param {number} value */
  y(value) {
    return TOP + this.height * (1 - value);
  }

  /** @param {number} side */
  end(side) {
    return this.y(this.values[this.values.length - 1][side]);
  }

  /** The frame, the scale and the rounds. */
  grid() {
    const { players } = this.review;
    const right = LEFT + this.width, low = TOP + this.height;
    const size = { width: number(this.width), height: number(this.height) };
    /** @type {Element[]} */
    const parts = [node("rect", { x: LEFT, y: TOP, ...size, class: "az-panel" })];
    /** @type {[number, string][]} */
    const ticks = players === 1
      ? SOLO_TICKS.map((points) => [points / (points + SOLO_SCALE), String(points)])
      : [0, 0.25, 0.5, 0.75, 1].map((value) => [value, `${100 * value} %`]);
    for (const [value, told] of ticks) {
      const isMiddle = value === 0.5 && players > 1;
      const d = `M${LEFT} ${number(this.y(value))}H${number(right)}`;
      parts.push(
        node("path", { d, class: isMiddle ? "az-hair" : "az-lace", "stroke-width": 1 }),
        label(told, LEFT - 6, this.y(value) + 4, 12, { class: "az-soft", "text-anchor": "end" }),
      );
    }
    const rounds = this.rounds();
    for (const [place, name] of rounds) {
      const d = `M${number(this.x(place))} ${TOP}V${number(low)}`;
      parts.push(
        node("path", { d, class: "az-hair", "stroke-width": 1 }),
        label(name, this.x(place) + 4, low + 16, 12, { class: "az-soft" }),
      );
    }
    if (!rounds.length) {
      const more = { class: "az-soft", "text-anchor": "end" };
      parts.push(label(_("moves"), right, low + 16, 12, more));
    }
    return parts;
  }

  /** Where each round begins, and its number. @returns {[number, string][]} */
  rounds() {
    /** @type {[number, string][]} */
    const begins = [];
    /** @type {number | null} */
    let last = null;
    this.review.steps.forEach(({ round }, place) => {
      if (round !== null && round !== last) begins.push([place, String(round)]);
      last = round ?? last;
    });
    return begins;
  }

  /**
   * An unseen stripe for each step, to point at.
   * @param {string[]} captions
   */
  hits(captions) {
    const width = number(this.width / Math.max(captions.length, 1));
    return captions.map((told, place) =>
      node(
        "rect",
        {
          ...{ x: number(this.x(place)), y: TOP, width, height: number(this.height) },
          ...{ fill: "none", "pointer-events": "all", class: "step", "data-step": place },
        },
        node("title", {}, told),
      )
    );
  }

  /** @param {number} side */
  line(side) {
    const points = this.values.map((values, place) =>
      `${number(this.x(place))} ${number(this.y(values[side]))}`
    );
    return node("path", {
      d: `M${points.join(" ")}`,
      class: `az-side-${side % 4 + 1} line`,
      "stroke-width": 2.2,
      "stroke-linejoin": "round",
      "stroke-dasharray": DASHES[side % 4],
      "pointer-events": "none",
      "data-side": side,
    });
  }

  /**
   * The mark of a step, if it has one, where the line of its player is after it.
   * @param {number} place
   * @param {string} told
   */
  marks(place, told) {
    const step = this.review.steps[place];
    const x = this.x(place + 1);
    const mark = (/** @type {string} */ name, /** @type {Element} */ shape) => [
      node("g", { class: `mark ${name}`, "data-step": place }, node("title", {}, told), shape),
    ];
    if (!isDecision(step)) {
      const player = luckiest(step);
      if (!lucky(step, player)) return [];
      const y = this.y(step.values[player]), up = luckOf(step)[player] > 0 ? 1 : -1;
      const tip = [[x - 6, y + 4 * up], [x, y - 7 * up], [x + 6, y + 4 * up]];
      return mark("luck", polygon(tip, "az-gold"));
    }
    const y = this.y(step.values[step.player]);
    if (step.good) {
      return mark("good", polygon(star(5, 8, 3.4).map(([dx, dy]) => [x + dx, y + dy]), "az-good"));
    }
    const r = RADIUS[step.verdict];
    if (!isMarked(step) || !r) return [];
    const faint = step.verdict === "inaccuracy" ? 0.45 : null;
    const at = { cx: number(x), cy: number(y), r };
    return mark(step.verdict, node("circle", { ...at, class: "az-loss", "fill-opacity": faint }));
  }
}

/**
 * @param {number[][]} points
 * @param {string} name
 */
function polygon(points, name) {
  const d = points.map(([x, y]) => `${number(x)} ${number(y)}`).join("L");
  return node("path", { d: `M${d}Z`, class: name });
}

/**
 * The outline of a star around the origin, its first point north.
 * @param {number} points
 * @param {number} outer
 * @param {number} inner
 */
function star(points, outer, inner) {
  return Array.from({ length: 2 * points }, (_point, k) => {
    const radius = k % 2 ? inner : outer, angle = Math.PI * k / points;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
}

/**
 * The sides' names where their lines end, moved apart.
 * @param {string[]} teams
 * @param {Plot} plot
 * @param {number} room
 */
function legendBeside(teams, plot, room) {
  const x = LEFT + plot.width + 6;
  let below = Infinity;
  return teams.map((team, side) => ({ team, side, y: plot.end(side) }))
    .sort((a, b) => b.y - a.y || b.side - a.side)
    .flatMap(({ team, side, y }, n) => {
      // From the lowest up, each above the last, and with room for those that are still to come.
      const lowest = Math.min(TOP + plot.height + 8, below - APART);
      below = Math.max(Math.min(y + 4, lowest), TOP + 4 + APART * (teams.length - 1 - n));
      return named(x, below, side, team, room - 8);
    });
}

/**
 * The sides' names in two columns under the plot.
 * @param {string[]} teams
 * @param {number} height
 * @param {number} width
 */
function legendBelow(teams, height, width) {
  const rows = Math.ceil(teams.length / 2);
  return teams.flatMap((team, side) => {
    const x = LEFT + side % 2 * (width - LEFT) / 2;
    const y = height - 8 - 22 * (rows - 1 - Math.floor(side / 2));
    return named(x, y, side, team, (width - LEFT) / 2 - 8);
  });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {string} team
 * @param {number} room
 */
function named(x, y, side, team, room) {
  const sample = node("path", {
    d: `M${number(x)} ${number(y - 4)}h18`,
    class: `az-side-${side % 4 + 1}`,
    "stroke-width": 2.6,
    "stroke-dasharray": DASHES[side % 4],
  });
  return [sample, label(fitted(team, room - 22, 13), x + 22, y, 13)];
}

/**
 * Every player's share of the win at the start and after each step. Where hands are hidden, a player's share
 * changes only with what is judged by what this player knows: with own moves and draws, until the result.
 * @param {Review} review
 */
function shares({ start, steps, sides }) {
  const hasSecrets = steps.some((step) => !isDecision(step) && step.player !== null);
  const told = [start];
  steps.forEach(({ values, player }, place) => {
    const before = told[told.length - 1];
    const isOwn = hasSecrets && player !== null && place < steps.length - 1;
    told.push(
      isOwn
        ? values.map((value, p) => p % sides === (player ?? 0) % sides ? value : before[p])
        : values,
    );
  });
  return told;
}

/**
 * Where a player's result came from: parts, to the right if they helped, that add up from the start to the
 * result.
 * @param {Review} review
 * @param {number} player
 * @param {string[]} names
 * @param {number} width
 */
export function bar(review, player, names, width) {
  const rows = identityRows(review, player);
  const greatest = Math.max(0.1, ...rows.map(([, , part]) => Math.abs(part)));
  const middle = LABELS + (width - LABELS - NUMBERS) / 2;
  const scale = (width - LABELS - NUMBERS) / 2 / greatest;
  const height = ROW * rows.length + 8;
  const drawn = rows.map(([key, name, part], row) => {
    const y = 4 + row * ROW, length = Math.abs(part) * scale;
    const isWhole = key === "start" || key === "result";
    const paint = isWhole ? "az-ornament" : part >= 0 ? "az-good" : "az-loss";
    const x = number(part >= 0 ? middle : middle - length);
    const size = { width: number(Math.max(length, 1)), height: ROW - 10, rx: 2 };
    const end = { "text-anchor": "end" };
    return node(
      "g",
      { class: `part ${key}` },
      label(fitted(name, LABELS - 10, 14), LABELS - 10, y + 19, 14, end),
      node("rect", { x, y: y + 5, ...size, class: paint }),
      label(isWhole ? share(part) : signed(part), width - 4, y + 19, 14, {
        ...end,
        "font-weight": isWhole ? 700 : null,
      }),
    );
  });
  const d = `M${number(middle)} 2V${number(height - 2)}`;
  const axis = node("path", { d, class: "az-hair", "stroke-width": 1 });
  const title = _("Luck and skill: {name}", { name: names[player] });
  const listed = rows.map(([, name, part]) => `${name} ${signed(part)}`).join(", ");
  return picture("review-bar", width, height, [title, listed], [axis, ...drawn]);
}
