// What the editors of all games share: the table they change, and the numbers that every position has.

import { _ } from "./text.js";

/** @import { Field, Slot } from "./set_up.js" */

/**
 * @template {{ players: number, turn: number | null }} Position
 * @template Table
 */
export class PositionEditor {
  /**
   * @param {Position} position
   * @param {Table} table
   * @param {(player: number) => string} name
   */
  constructor(position, table, name) {
    this.position = position;
    this.table = table;
    this.name = name;
  }

  /** @returns {Slot[]} */
  slots() {
    return [];
  }

  /**
   * @param {number[]} numbers how many players there may be
   * @returns {Field}
   */
  playersField(numbers) {
    return {
      label: _("Players"),
      value: this.position.players,
      choices: numbers.map((n) => [n, String(n)]),
      reloads: "players",
    };
  }

  /**
   * Who is to move.
   * @param {(player: number) => void} [alsoSet] what follows from it
   * @returns {Field}
   */
  turnField(alsoSet) {
    const { position } = this;
    return {
      label: _("To move"),
      value: position.turn ?? 0,
      choices: Array.from({ length: position.players }, (_one, n) => [n, this.name(n)]),
      set: (value) => {
        position.turn = Number(value);
        alsoSet?.(position.turn);
      },
    };
  }

  /**
   * @param {string} name
   * @param {{ score: number }} holder
   * @param {number} most
   * @returns {Field}
   */
  pointsField(name, holder, most) {
    return {
      label: _("Points of {name}", { name }),
      value: holder.score,
      most,
      set: (value) => {
        holder.score = Number(value);
      },
    };
  }
}
