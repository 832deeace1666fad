// Begins the page of a review on the site, of a game that this browser keeps.

import { byId } from "../dom.js";
import { LocalReview } from "../local_review.js";
import { ReviewPage } from "../review.js";
import { reviewed } from "./reviewed.js";
import { fail } from "./sorry.js";

async function begin() {
  const found = await reviewed("review");
  if (!found) return;
  const { asked, back } = found;
  byId("review-table").setAttribute("href", back);
  const { default: GameTable } = await import(`../../games/${asked.table.game}/table.js`);
  const host = await LocalReview.begin(asked);
  await new ReviewPage(host, asked, GameTable).begin();
}

begin().catch(fail);
