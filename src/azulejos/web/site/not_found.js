// What a host shows where there is no page, at whatever address: the reader's language alone, and links that
// lead to this site. Where that begins is not known here, so it is looked for, from the address upwards.

{
  const LANGUAGES = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("section")]);
  const [usual] = LANGUAGES;
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
  const wanted = [kept("language"), ...navigator.languages.map((name) => name.slice(0, 2))];
  // A page of a language that is not there was asked for in that language.
  const folder = location.pathname.split("/").find((part) =>
    LANGUAGES.some(({ lang }) => lang === part)
  );
  const own = [folder, ...wanted].map((name) => LANGUAGES.find(({ lang }) => lang === name))
    .find(Boolean) ?? usual;
  for (const section of LANGUAGES) section.hidden = section !== own;
  documentElement.lang = own.lang;
  document.title = own.querySelector("h1")?.textContent ?? document.title;

  /** @param {URL} place whether the site begins there */
  const isRoot = async (place) => {
    try {
      const response = await fetch(new URL("manifest.webmanifest", place));
      return response.ok && (await response.json()).name === "Azulejos";
    } catch {
      return false;
    }
  };
  const find = async () => {
    for (let place = new URL("./", location.href);; place = new URL("../", place)) {
      if (await isRoot(place)) return place;
      if (place.pathname === "/") return null;
    }
  };
  find().then((root) => {
    if (!root) return;
    for (const section of LANGUAGES) {
      const language = section === usual ? "" : `${section.lang}/`;
      for (const link of section.querySelectorAll("a")) {
        link.href = new URL(language + (link.dataset.page ?? ""), root).href;
      }
    }
    documentElement.dataset.ready = "true";
  });
}
