// What every page of the site does: forms are answered here, and the site keeps itself in the browser.

import { byId, element } from "../dom.js";
import { showOnFront } from "../front_games.js";
import { _ } from "../text.js";
import { wantedBy, whatIsWrong } from "./form.js";
import { source } from "./kept.js";
import { newTableAt, root, site } from "./site.js";
import { keepSite } from "./updates.js";

/** @import { Wanted } from "./host.js" */

/**
 * @param {string} text
 * @param {HTMLFormElement} form
 */
function complain(text, form) {
  document.querySelector("main > .trouble")?.remove();
  const line = element("p", { className: "trouble" }, text);
  line.setAttribute("role", "alert");
  form.before(line);
  line.scrollIntoView({ block: "center" });
}

/**
 * @param {string} text of a record
 * @returns {Wanted | null}
 */
function ofRecord(text) {
  try {
    const record = JSON.parse(text);
    return record.game in site.games && record.options ? { game: record.game, record } : null;
  } catch {
    return null;
  }
}

/** @param {HTMLFormElement} form */
function answer(form) {
  const data = new FormData(form);
  const quick = data.get("quick");
  if (typeof quick === "string") {
    const isGuided = quick.endsWith("/guided");
    go(newTableAt(site.quick[quick], isGuided ? { guide: "1" } : {}), form);
  } else if (form.id === "open-form") {
    const wanted = ofRecord(String(data.get("record")));
    if (!wanted) complain(_("This is not the text of a record."), form);
    else go(newTableAt(wanted), form);
  } else if (form.id === "new-form") {
    const wanted = wantedBy(data);
    const trouble = whatIsWrong(wanted);
    if (trouble) complain(trouble, form);
    else {
      const name = wanted.seats?.find(({ kind }) => kind === "me")?.name;
      if (name) localStorage.setItem("name", name);
      go(newTableAt(wanted), form);
    }
  }
}

/**
 * @param {string | null} address of a table
 * @param {HTMLFormElement} form
 */
function go(address, form) {
  if (address) location.assign(address);
  else complain(_("A game on this board cannot be shown here."), form);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog") return;
  event.preventDefault();
  answer(form);
});

// The form as a link to it asks, and the name that was typed last.
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("new-form"));
if (form) {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
    else if (field instanceof RadioNodeList) field.value = value;
    else if (field instanceof HTMLSelectElement) field.value = value;
  }
  if (new URLSearchParams(location.search).has("follow")) {
    byId("kind1", HTMLSelectElement).value = "here";
  }
  const own = byId("name0", HTMLInputElement);
  own.value ||= localStorage.getItem("name") ?? "";
  form.dispatchEvent(new Event("change"));
}

// Another language is the same page in another folder; what is shown there stays.
for (const link of document.querySelectorAll("a[data-language]")) {
  link.addEventListener("click", () => {
    if (!(link instanceof HTMLAnchorElement)) return;
    localStorage.setItem("language", link.dataset.language ?? "");
    link.search = location.search;
  });
}

// What was sent before this was here.
document.dispatchEvent(new Event("forms-are-answered"));

showOnFront(source);
keepSite(root);
