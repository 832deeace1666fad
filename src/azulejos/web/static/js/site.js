// What every page does: light and dark, and the reader's language, without leaving the page.

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
