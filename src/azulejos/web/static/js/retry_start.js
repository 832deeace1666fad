// Begins the page on which mistakes are tried again, on a service: the game's own table, for one move at a time.

import { byId } from "./dom.js";
import { whyNot } from "./host.js";
import { beginRetry } from "./retry.js";
import { hostsOf } from "./review_hosts.js";

const data = JSON.parse(byId("data").textContent ?? "");
const { default: GameTable } = await import(`../games/${data.table.game}/table.js`);
const { own, service } = await hostsOf(data);
const asked = Number(new URLSearchParams(location.search).get("player"));
const player = data.about.names[asked] === undefined ? 0 : asked;
const told = { moves: data.record.moves, names: data.about.names, player };
try {
  await beginRetry(own ?? service, told, GameTable);
} catch (error) {
  console.warn(error);
  byId("message").textContent = whyNot(error);
}
