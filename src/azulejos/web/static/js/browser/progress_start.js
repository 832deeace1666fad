// "How am I doing", where the browser itself keeps the tables.

import { ProgressPage } from "../progress_page.js";
import { source } from "./kept.js";

await new ProgressPage(source).begin();
