// Games that were lost on time where they were played: here, without clocks, they are only opened.

/** @typedef {{ lost: number[], winners: number[] }} OnTime who lost on time, and who has won with that */

/**
 * Whether data says so of a game for so many players: each is there at most once.
 * @param {any} data
 * @param {number} players
 * @returns {data is OnTime}
 */
export function isOnTime(data, players) {
  if (!Array.isArray(data?.lost) || !Array.isArray(data.winners)) return false;
  const all = [...data.lost, ...data.winners];
  return all.length <= players && new Set(all).size === all.length &&
    all.every((player) => Number.isInteger(player) && player >= 0 && player < players);
}
