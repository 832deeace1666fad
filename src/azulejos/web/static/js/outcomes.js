// How games are told: who played, and how it ended for the reader.

import { _, list, ngettext } from "./text.js";

/** @import { Kept } from "./game_log.js" */

/**
 * What a page knows of a game.
 * @typedef {object} GameTold
 * @property {string} title
 * @property {Record<number, string>} levels what they are called, by number
 */

/**
 * What a seat is called.
 * @param {Kept} game
 * @param {number} seat
 * @param {GameTold | undefined} told
 */
export function nameOf({ seats, mine }, seat, told) {
  const { name, level, taken } = seats[seat];
  if (level !== null) {
    const levelName = told?.levels[level] ?? _("level {level}", { level });
    const twins = seats.filter((other) => other.level === level);
    return twins.length > 1 ? `${levelName} ${seat + 1}` : levelName;
  }
  if (!taken) return _("Free seat");
  if (name) return name;
  const isYou = mine.length === 1 && mine[0] === seat;
  return isYou ? _("You") : _("Player {number}", { number: seat + 1 });
}

/**
 * Who else plays; empty for who plays alone.
 * @param {Kept} game
 * @param {GameTold | undefined} told
 */
export function opponents(game, told) {
  const { seats, mine } = game;
  const others = seats.map((_seat, number) => number).filter((number) => !mine.includes(number));
  const shown = others.length ? others : seats.length > 1 ? [...seats.keys()] : [];
  return list(shown.map((number) => nameOf(game, number, told)));
}

/**
 * How a finished game ended for the reader: 1 won, 0 lost, between: shared; null where that cannot be
 * said, since the reader had several seats or played for points alone.
 * @param {Kept} game
 */
export function outcome({ result, mine, seats, has_goal }) {
  if (!result || mine.length !== 1) return null;
  const won = result.winners.includes(mine[0]);
  if (seats.length === 1) return has_goal ? Number(won) : null;
  if (!won) return 0;
  const sides = result.scores.length;
  const winning = new Set(result.winners.map((seat) => seat % sides));
  return 1 / winning.size;
}

/**
 * @param {Kept} game
 * @param {GameTold | undefined} told
 */
export function resultText(game, told) {
  const { result, mine, seats, has_goal, on_time: late } = game;
  if (!result) return "";
  const { scores, winners } = result;
  const share = outcome(game);
  if (seats.length === 1) {
    if (has_goal) return share ? _("Goal reached") : _("Goal missed");
    return ngettext("{n} point", "{n} points", scores[0]);
  }
  if (share === null) {
    return _("{names} won", { names: list(winners.map((seat) => nameOf(game, seat, told))) });
  }
  const own = mine[0] % scores.length;
  const others = scores.filter((_points, side) => side !== own);
  const score = [scores[own], ...others].join("\u00a0: ");
  if (late.includes(mine[0])) return _("Lost on time {score}", { score });
  if (share === 1 && late.length) return _("Won on time {score}", { score });
  if (share === 0) return _("Lost {score}", { score });
  return share === 1 ? _("Won {score}", { score }) : _("Shared {score}", { score });
}
