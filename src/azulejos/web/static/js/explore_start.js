// Begins the page on which a position is explored.

import { byId } from "./dom.js";
import { Explorer } from "./explore.js";
import { LocalEngine } from "./local_engine.js";

const data = JSON.parse(byId("data").textContent ?? "");
const { default: GameTable } = await import(`../games/${data.game}/table.js`);
await new Explorer(new LocalEngine(), data, GameTable).begin();
