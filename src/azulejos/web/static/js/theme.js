// Before anything is shown: light or dark as it was chosen in this browser, and, on the front page, the
// reader's language. A form that is sent before there is a script to answer it waits for that: a static
// host answers none. Not a module: those wait until the page is read.

{
  /** @param {string} name */
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // a browser that keeps nothing
    }
  };
  const { documentElement } = document;
  documentElement.dataset.theme = kept("theme") ?? "auto";
  const front = documentElement.dataset.front;
  if (front) {
    const known = front.split(" ");
    const wanted = kept("language") ??
      navigator.languages.map((name) => name.slice(0, 2)).find((name) => known.includes(name)) ??
      "en";
    if (wanted !== "en" && known.includes(wanted)) location.replace(`${wanted}/`);
  }

  /** @type {{ form: HTMLFormElement, by: HTMLElement | null } | null} */
  let waiting = null;
  const wait = (/** @type {SubmitEvent} */ event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method === "dialog") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting = { form, by: event.submitter };
    event.submitter?.setAttribute("aria-busy", "true");
  };
  document.addEventListener("submit", wait, true);
  document.addEventListener("forms-are-answered", () => {
    document.removeEventListener("submit", wait, true);
    waiting?.by?.removeAttribute("aria-busy");
    waiting?.form.requestSubmit(waiting.by);
  });
}
