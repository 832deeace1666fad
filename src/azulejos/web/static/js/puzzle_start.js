// Begins the page of a puzzle: the game's own table, for one move.

import { byId } from "./dom.js";
import { Puzzle } from "./puzzle.js";

const data = JSON.parse(byId("data").textContent ?? "");
const { default: GameTable } = await import(`../games/${data.puzzle.game}/table.js`);
new Puzzle(data, GameTable).begin();
