// Clocks: what is left of everybody's time, and a reminder before one's own is up. The service
// decides when that is; a page only shows it.

import { byId } from "./dom.js";
import { _, language } from "./text.js";

/** @import { TableController } from "./table.js" */
/** @import { ClockShown } from "./types.js" */

const SECOND = 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Milliseconds before the end at which one is reminded: a fifth of the time, within bounds.
 * @param {ClockShown} clock
 */
function reminderOf({ base }) {
  return SECOND * Math.min(Math.max(base / 5, 10), 6 * HOUR);
}

/**
 * A time as a clock shows it: minutes and seconds, or the two largest units of a long one.
 * @param {number} left milliseconds
 */
function shown(left) {
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  if (seconds < HOUR) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  const [great, small] = seconds < DAY
    ? [unit(seconds / HOUR, "hour"), unit((seconds % HOUR) / 60, "minute")]
    : [unit(seconds / DAY, "day"), unit((seconds % DAY) / HOUR, "hour")];
  return `${great} ${small}`;
}

/**
 * @param {number} number of which the whole part is told
 * @param {"day" | "hour" | "minute"} of
 */
function unit(number, of) {
  /** @type {Intl.NumberFormatOptions} */
  const options = { style: "unit", unit: of, unitDisplay: "narrow" };
  // Narrow units stand without a space in some languages, with one in others.
  const told = new Intl.NumberFormat(language, options).format(Math.floor(number));
  return told.replace(/\s/, "");
}

export class Clocks {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.bar = byId("bar-clock");
    /** By how much the service's clock is ahead of ours, as far as we know. */
    this.ahead = -Infinity;
    /** The end of which the player has been reminded. @type {number | null} */
    this.reminded = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** Milliseconds since 1970, by the service's clock. */
  get now() {
    return Date.now() + this.ahead;
  }

  /** Show the clocks as they are now, and let the one run that does. */
  show() {
    const { clock } = this.controller.table;
    clearInterval(this.timer);
    if (!clock) return;
    // What is told has always been on its way for a while: what took the least time is nearest.
    this.ahead = Math.max(this.ahead, clock.now - Date.now());
    this.tick();
    if (clock.due !== null) this.timer = setInterval(() => this.tick(), 250);
  }

  tick() {
    const { table, seats } = this.controller;
    const { clock } = table;
    if (!clock) return;
    for (const card of seats.cards) {
      const place = card.querySelector(".seat-clock");
      const numbers = seats.of(card);
      // Of a team, whose turn it is or who comes first.
      const seat = numbers.find((number) => number === table.turn) ?? numbers[0];
      if (place) this.write(place, seat, clock);
    }
    this.write(this.bar, table.turn, clock);
    this.remind(clock);
  }

  /**
   * What a seat has left; bots have no clock.
   * @param {Element} place
   * @param {number | null} seat
   * @param {ClockShown} clock
   */
  write(place, seat, clock) {
    const isThere = seat !== null && this.controller.table.seats[seat].kind !== "bot";
    const text = isThere ? shown(this.left(seat)) : "";
    if (place.textContent !== text) place.textContent = text;
    const ticks = isThere && clock.ticking === seat;
    place.classList.toggle("ticks", ticks);
    place.classList.toggle("low", ticks && this.left(seat) <= reminderOf(clock));
  }

  /** @param {number} seat */
  left(seat) {
    const { clock } = this.controller.table;
    if (!clock) return 0;
    if (clock.ticking === seat && clock.due !== null) return clock.due - this.now;
    const { on_time: lost } = this.controller.table;
    return clock.expired === seat || lost.includes(seat) ? 0 : clock.left[seat];
  }

  /** @param {ClockShown} clock */
  remind(clock) {
    if (clock.due === null || this.reminded === clock.due) return;
    if (!this.controller.isMine(clock.ticking)) return;
    const left = clock.due - this.now;
    if (left <= 0 || left > reminderOf(clock)) return;
    this.reminded = clock.due;
    const told = _("Time left for your move: {time}", { time: shown(left) });
    this.controller.tell(told);
    this.controller.notices.tell(told);
  }
}
