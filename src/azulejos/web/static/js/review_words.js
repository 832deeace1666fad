// What a review says, in the reader's language: as `analysis.words` has it.

import { sentence } from "./browser/why.js";
import { _, language, ngettext } from "./text.js";

/** @import { Sentences } from "./browser/why.js" */
/** @import { Chance, Decision, Review, Step, Summary } from "./reviewing.js" */
/** @import { Likeness } from "./like_levels.js" */

/** Verdicts that cost something, the least first; those from the second on are worth trying again. */
export const LOSSES = ["slight", "inaccuracy", "mistake", "blunder"];
const ERRORS = LOSSES.slice(1);
/** The least luck of what is called lucky, and very lucky; in standard errors what is luck at all. */
const LUCKY = [0.1, 0.2], SURE = 2;
/** Points of the greatest difference that others make up for, before it is told; and of what is left of it. */
const MADE_UP_FOR = 2, LEAST_IN_ALL = 0.5;
/** Smaller standard errors do not show in two places. */
const LEAST_ERROR = 0.005;

const mark = (1.5).toLocaleString(language).charAt(1);

/**
 * A number with so many places, as it is written in the language.
 * @param {number} value
 * @param {{ places?: number, sign?: boolean }} [how]
 */
function decimal(value, { places = 2, sign = false } = {}) {
  const text = Math.abs(value).toFixed(places);
  const isNothing = Number(text) === 0;
  const before = isNothing ? "" : value < 0 ? "−" : sign ? "+" : "";
  return before + text.replace(".", mark);
}

/** A share of a win. @param {number} value */
export function share(value) {
  return decimal(value);
}

/** A change of a share, with its sign. @param {number} change */
export function signed(change) {
  return decimal(change, { sign: true });
}

/** A number without places. @param {number} value */
export function whole(value) {
  return value.toFixed(0);
}

/**
 * A share as it is written, with its standard error where two places show any of it.
 * @param {string} value
 * @param {number} error
 */
export function withError(value, error) {
  return error >= LEAST_ERROR ? `${value} ± ${share(error)}` : value;
}

/** @param {string} words */
export function asSentence(words) {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

// ── Decisions ────────────────────────────────────────────────────────────────────────────────────

/** What a decision is called. @param {string} name of a class, or "good" */
export function verdictText(name) {
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

/** What a mistake was about. @param {string} name */
export function kindText(name) {
  return {
    take: _("what is taken"),
    place: _("where it is put"),
    floor: _("what falls to the floor"),
    denial: _("what is left to others"),
  }[name] ?? _("something else");
}

/**
 * Whether a step is a decision.
 * @param {Step} step
 * @returns {step is Decision}
 */
export function isDecision(step) {
  return step.what === "decision";
}

/** Whether a decision was an error that is called one. @param {Decision} step */
export function isMarked({ loss, se, verdict }) {
  return loss > se && LOSSES.includes(verdict);
}

/** Whether an error is worth trying again. @param {Decision} step */
export function isError(step) {
  return isMarked(step) && ERRORS.includes(step.verdict);
}

/** Whether somebody who looks for what mattered stops here. @param {Step} step */
export function isStop(step) {
  if (isDecision(step)) return step.good || isError(step);
  return step.values.some((_value, player) => lucky(step, player));
}

/** What a decision was, in a sentence that claims no more than is known. @param {Decision} step */
export function judged(step) {
  const { verdict, visits, good, gap, loss, se, proven } = step;
  if (verdict === "forced") return _("There was no choice.");
  if (verdict === "unknown") return _("What there was to choose from is not known here.");
  if (!visits) return _("Not looked at yet.");
  let told = _("About as good as the best move found.");
  if (good) {
    told = _("A good move: every other one loses at least {loss}.", { loss: share(gap ?? 0) });
  } else if (isMarked(step)) {
    told = _("{verdict}: it gives away {loss} of a win.", {
      verdict: asSentence(verdictText(verdict)),
      loss: withError(share(loss), se),
    });
  } else if (verdict === "best") told = _("The best move found.");
  return proven ? [told, _("This is proven.")].join(" ") : told;
}

/**
 * Why the best move of a decision is better: the greatest of the differences that were found; where others
 * make up for most of it, what it comes to in all, too. Empty where no number tells it.
 * @param {Decision} step
 * @param {string} move the best one, as it is told
 * @param {number} sides of the game
 * @param {Sentences} sentences
 */
export function why({ why: reasons, best, played }, move, sides, sentences) {
  const [reason] = reasons;
  if (!reason || !best || !played) return "";
  const told = sentence(reason, move, sentences);
  const ahead = best.margin - played.margin;
  if (reason.points < ahead + MADE_UP_FOR) return told;
  const points = decimal(Math.abs(ahead), { places: 1 });
  if (ahead >= LEAST_IN_ALL) {
    const more = _("All in all it is worth about {points} points more.", { points });
    return `${told} ${more}`;
  }
  if (sides === 1) return told;
  const inAll = ahead > -LEAST_IN_ALL
    ? _("All in all the points come to about the same; it wins more often.")
    : _("All in all it is worth about {points} points less, but it wins more often.", { points });
  return `${told} ${inAll}`;
}

/** @param {string} move in words */
export function quoted(move) {
  return language === "de" ? `„${move}“` : language === "sv" ? `”${move}”` : `“${move}”`;
}

/**
 * What a move tried instead of the one that was played is.
 * @param {Decision} played
 * @param {Decision} tried
 */
export function answer(played, tried) {
  const loss = withError(share(tried.loss), tried.se);
  if (tried.played?.move === tried.best?.move) return _("That is the best move found.");
  if (!isMarked(tried)) return _("That is about as good as the best move found.");
  if (!isError(tried)) return _("Nearly: it gives away {loss} of a win.", { loss });
  if (tried.loss + tried.se < played.loss) {
    return _("Better than {before}, but it still gives away {loss} of a win.", {
      before: share(played.loss),
      loss,
    });
  }
  return _("Not this one: it gives away {loss} of a win.", { loss });
}

// ── Luck ─────────────────────────────────────────────────────────────────────────────────────────

/** What chance gave each player. @param {Chance} step */
export function luckOf({ values, mean }) {
  return values.map((value, player) => value - mean[player]);
}

/**
 * How lucky chance was for a player: 1 or 2, below 0 for bad luck, 0 within its error.
 * @param {Chance} step
 * @param {number} player
 */
export function lucky(step, player) {
  const luck = luckOf(step)[player];
  if (Math.abs(luck) <= SURE * step.se[player]) return 0;
  return Math.sign(luck) * LUCKY.filter((least) => Math.abs(luck) >= least).length;
}

/** The player whom chance changed most, by luck or by the lack of it. @param {Chance} step */
export function luckiest(step) {
  if (step.player !== null) return step.player;
  const luck = luckOf(step).map(Math.abs);
  return luck.indexOf(Math.max(...luck));
}

/**
 * What chance was for a player; empty where it was neither.
 * @param {number} degree
 * @param {string} name
 */
export function luckText(degree, name) {
  return {
    "-2": _("very unlucky for {name}", { name }),
    "-1": _("unlucky for {name}", { name }),
    1: _("lucky for {name}", { name }),
    2: _("very lucky for {name}", { name }),
  }[degree] ?? "";
}

/**
 * A step in a few words: who did what, what it was and what it cost; or the luck of chance.
 * @param {Step} step
 * @param {string[]} names
 * @param {(step: Decision) => string} moveText
 */
export function caption(step, names, moveText) {
  if (!isDecision(step)) {
    const player = luckiest(step);
    const told = luckText(lucky(step, player), names[player]) ||
      _("neither lucky nor unlucky");
    return [_("Chance"), `${told} (${signed(luckOf(step)[player])})`].join(": ");
  }
  const lost = isMarked(step) ? ` (${signed(-step.loss)})` : "";
  const told = verdictText(step.good ? "good" : step.verdict);
  return `${names[step.player]}, ${moveText(step)}: ${told}${lost}`;
}

// ── The whole ────────────────────────────────────────────────────────────────────────────────────

/**
 * Where a player's result came from, in one line.
 * @param {Review} review
 * @param {Summary} summary
 */
export function resultText({ players, sides, is_over: isOver }, { identity }) {
  const { result, luck, luck_se: error, own, partners, opponents, remainder } = identity;
  const told = [];
  if (players > 1 && isOver) {
    told.push(result >= 1 ? _("Won") : result > 0 ? _("Win shared") : _("Lost"));
  }
  const figures = [
    _("luck {share}", { share: withError(signed(luck), error) }),
    _("own mistakes {share}", { share: signed(own) }),
  ];
  if (players > sides && sides > 1) {
    figures.push(_("partner’s mistakes {share}", { share: signed(partners) }));
  }
  if (sides > 1) figures.push(_("others’ mistakes {share}", { share: signed(opponents) }));
  figures.push(_("not explained {share}", { share: signed(remainder) }));
  return asSentence([...told, figures.join(", ")].join(": "));
}

/**
 * The parts of a player's result in their order: a key, what it is called, and its share.
 * @param {Review} review
 * @param {number} player
 * @returns {[string, string, number][]}
 */
export function identityRows({ players, sides, summaries }, player) {
  const { identity } = summaries[player];
  /** @type {[string, string, number][]} */
  const rows = [
    ["start", _("At the start"), identity.start],
    ["luck", _("Luck"), identity.luck],
    ["own", _("Own mistakes"), identity.own],
  ];
  if (players > sides && sides > 1) {
    rows.push(["partners", _("Partner’s mistakes"), identity.partners]);
  }
  if (sides > 1) rows.push(["opponents", _("Others’ mistakes"), identity.opponents]);
  rows.push(
    ["remainder", _("Not explained"), identity.remainder],
    ["result", _("The result"), identity.result],
  );
  return rows;
}

/**
 * Which levels a player is like; empty where that cannot be told.
 * @param {Likeness | null} levels
 */
export function likeLevels(levels) {
  if (!levels) return "";
  const { nearest: level, first, last } = levels;
  if (first === last) return _("like level {level}", { level });
  return _("most like level {level} (levels {first} to {last} fit)", { level, first, last });
}

/**
 * Why players are not likened to levels; empty where there is no such reason.
 * @param {"decided" | "unequal" | null} because
 */
export function unlikeLevels(because) {
  if (!because) return "";
  const told = because === "decided"
    ? _("this game was decided for much of the time")
    : _("here one player erred far more than the other");
  return _(
    "Which levels they play like is not told: levels are measured between equals, and {why}.",
    { why: told },
  );
}

/**
 * How many mistakes of somebody can be tried again.
 * @param {string} name
 * @param {number} n
 */
export function retryText(name, n) {
  return ngettext("{name}: try {n} mistake again", "{name}: try {n} mistakes again", n, { name });
}
