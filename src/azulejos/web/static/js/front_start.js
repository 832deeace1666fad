// The front page of who has been here before.

import { showOnFront } from "./front_games.js";
import { source } from "./service_games.js";

await showOnFront(source);
document.documentElement.dataset.ready = "true";
