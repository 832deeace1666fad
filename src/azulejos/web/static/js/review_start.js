// Begins the page of a review on a service. The reader's browser makes it; where it cannot, the service does.

import { byId } from "./dom.js";
import { ReviewPage } from "./review.js";
import { hostsOf } from "./review_hosts.js";

const data = JSON.parse(byId("data").textContent ?? "");
const { default: GameTable } = await import(`../games/${data.table.game}/table.js`);
const { own, service } = await hostsOf(data);
const page = new ReviewPage(own ?? service, data, GameTable);
try {
  await page.begin();
} catch (error) {
  if (!own) throw error;
  console.info("Reviewed by the service:", error);
  await page.goOnWith(service);
}
