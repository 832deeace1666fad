// A page that could not be begun says why, and where one may go instead.

import { byId, element } from "../dom.js";
import { Refused } from "../host.js";
import { _ } from "../text.js";
import { pageAt } from "./site.js";

/** @param {unknown} error */
export function fail(error) {
  console.warn(error);
  const { message, code } = error instanceof Refused
    ? error
    : { message: _("The game could not be started in this browser."), code: "failed" };
  const links = [["", _("To the front page")], ["new/", _("New game")]].map(([page, text], n) =>
    element("a", { href: pageAt(page), className: n ? "button" : "button main" }, text)
  );
  const status = document.getElementById("status");
  if (status) status.textContent = ""; // nothing comes any more
  byId("main").replaceChildren(
    element(
      "section",
      { className: "sorry" },
      element("h1", {}, _("That did not work")),
      element("p", {}, message),
      element("p", { className: "row" }, ...links),
    ),
  );
  document.documentElement.dataset.failed = code;
  return null;
}
