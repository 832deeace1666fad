// "How am I doing", where a service keeps the tables.

import { ProgressPage } from "./progress_page.js";
import { source } from "./service_games.js";

await new ProgressPage(source).begin();
