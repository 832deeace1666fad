// What every page does: light and dark without leaving the page, and the menu of a phone.

const settings = document.querySelector(".settings");

settings?.addEventListener("click", async (event) => {
  const button = event.target.closest("button[name=theme]");
  if (!button) return;
  event.preventDefault();
  document.documentElement.dataset.theme = button.value;
  for (const other of settings.querySelectorAll("button[name=theme]")) {
    other.setAttribute("aria-pressed", String(other === button));
  }
  const form = new URLSearchParams({ theme: button.value, back: location.pathname });
  await fetch("/settings", { method: "POST", body: form, redirect: "manual" }).catch(() => {});
});

const menu = document.getElementById("menu");

document.addEventListener("click", (event) => {
  if (!menu.contains(event.target)) menu.open = false;
});
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
