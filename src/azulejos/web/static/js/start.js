// A table's page begins here, with what the service wrote into it.

import { byId } from "./dom.js";
import { Service } from "./service.js";
import { TableController } from "./table.js";

const { table, levels } = JSON.parse(byId("data").textContent);
const { default: GameTable } = await import(`../games/${table.game}/table.js`);

const host = new Service(table.id, table.game);
await new TableController(host, table, levels, GameTable).begin();
