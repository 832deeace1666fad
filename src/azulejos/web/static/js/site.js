// What every page does: light and dark without leaving the page, and the menu of a phone.

import { around, byId } from "./dom.js";

const settings = document.querySelector(".settings");

settings?.addEventListener("click", async (event) => {
  const button = around(event, "button[name=theme]", HTMLButtonElement);
  if (!button) return;
  event.preventDefault();
  document.documentElement.dataset.theme = button.value;
  for (const other of settings.querySelectorAll("button")) {
    if (other.name === button.name) other.setAttribute("aria-pressed", String(other === button));
  }
  if (document.documentElement.dataset.host === "browser") {
    localStorage.setItem("theme", button.value);
    return;
  }
  const form = new URLSearchParams({ theme: button.value, back: location.pathname });
  await fetch("/settings", { method: "POST", body: form, redirect: "manual" }).catch(() => {});
});

// A page that is a file does not know what was chosen.
const { theme } = document.documentElement.dataset;
for (const button of settings?.querySelectorAll("button[name=theme]") ?? []) {
  button.setAttribute("aria-pressed", String(button.getAttribute("value") === theme));
}

const menu = byId("menu", HTMLDetailsElement);

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Node && menu.contains(event.target))) menu.open = false;
});
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
