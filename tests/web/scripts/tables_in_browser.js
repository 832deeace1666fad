// What the browser, as the host of a table, makes of records: read from a file, told as JSON.

import "./page.js";
import { Game } from "js/browser/game.js";
import { sources } from "js/browser/points.js";
import { Table } from "js/browser/table.js";
import { View } from "js/browser/view.js";
import { playsFrom } from "./plays.js";

const [folder, asked] = Deno.args;
const { cases } = JSON.parse(Deno.readTextFileSync(asked));
const playOf = await playsFrom(folder, ({ code, parts }) => JSON.stringify({ code, parts }));

const told = [];
for (const { record, people, numbers } of cases) {
  const play = await playOf(record.game);
  const game = Game.replayed(play, record);
  const stored = {
    id: "abc",
    game: record.game,
    opening: record,
    seats: Array.from({ length: game.players }, (_seat, number) => ({
      kind: /** @type {"me" | "bot"} */ (people.includes(number) ? "me" : "bot"),
      name: "",
      level: people.includes(number) ? null : 1,
    })),
    version: 0,
    rematch: null,
    date: null,
    changed: 0,
    over: game.isOver,
    entries: game.entries,
    onTime: record.on_time ?? null,
  };
  const view = new View(new Table(stored, game), { thinking: false, failed: false }, (id) => id);
  const facts = Array.from({ length: game.entries }, (_entry, number) => game.facts(number));
  // Whatever is picked by chance is picked by these numbers.
  let picked = 0;
  const again = play.positions.redrawn?.(game, people, () => numbers[picked++ % numbers.length]);
  told.push({
    redrawn: (again ?? game).record().moves,
    table: view.whole(),
    entries: Array.from(
      { length: Math.ceil(game.entries / 50) },
      (_part, n) => view.entries(50 * n),
    )
      .flat(),
    positions: Array.from({ length: game.entries + 1 }, (_position, n) => view.positionAfter(n)),
    record: view.record(),
    sources: sources(game, facts).map(({ kind, points }) => ({ kind, points })),
  });
}
console.log(JSON.stringify(told));
