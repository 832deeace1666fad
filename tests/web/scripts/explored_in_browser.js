// What the browser, as the engine of a page that explores, makes of positions: read from a file, told as
// JSON.

import "./page.js";
import { lineOf, shown } from "js/browser/engine.js";
import { Game } from "js/browser/game.js";
import { playsFrom } from "./plays.js";

const [folder, asked] = Deno.args;
const { cases } = JSON.parse(Deno.readTextFileSync(asked));
const playOf = await playsFrom(folder, ({ code }) => code);

/** @param {Uint8Array} bytes */
function inHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const told = [];
for (const { game: name, position, moves, record, at } of cases) {
  const play = await playOf(name);
  try {
    if (record) {
      told.push(lineOf(Game.replayed(play, record), at));
      continue;
    }
    const game = Game.ofPosition(play, position, true);
    for (const move of moves) game.play(move);
    told.push({ state: inHex(game.state), shown: shown(game) });
  } catch (error) {
    if (!(error instanceof Error && "place" in error)) throw error;
    told.push({ refused: error.message, place: error.place });
  }
}
console.log(JSON.stringify(told));
