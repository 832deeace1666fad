// Begins the page on which mistakes are tried again: the game's own table, for one move at a time.

import { byId } from "./dom.js";
import { Retry } from "./retry.js";

const data = JSON.parse(byId("data").textContent ?? "");
const { default: GameTable } = await import(`../games/${data.table.game}/table.js`);
new Retry(data, GameTable).begin();
