// Checks in the manner of axe-core, our own; see accessibility.py. Returns what is wrong.
(roles) => {
  const wrong = [];
  const tell = (rule, element) =>
    wrong.push(`${rule}: ${element.outerHTML.replace(/\s+/g, " ").slice(0, 160)}`);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest("[aria-hidden=true], [inert]");
  const byId = (ids) =>
    (ids ?? "").split(/\s+/).map((id) => document.getElementById(id)?.textContent.trim()).join(" ");
  const name = (element) =>
    element.getAttribute("aria-label")?.trim() ||
    byId(element.getAttribute("aria-labelledby")).trim() ||
    [...(element.labels ?? [])].map((label) => label.textContent.trim()).join(" ") ||
    (element.matches("input, select, textarea") ? "" : element.textContent.trim()) ||
    element.getAttribute("title");

  // The document
  if (!document.documentElement.lang) tell("page has no language", document.documentElement);
  if (!document.title.trim()) tell("page has no title", document.head);
  for (const landmark of ["main", "header.head", "footer", "nav"]) {
    if (all(landmark).length !== 1 && landmark !== "nav") tell(`landmark ${landmark}`, document.body);
  }
  if (all("h1").filter(shown).length !== 1) tell("not one h1", document.body);
  let level = 1;
  for (const heading of all("h1, h2, h3, h4").filter(shown)) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) tell("heading skips a level", heading);
    level = next;
  }

  // Names
  const acts = "a[href], button, input:not([type=hidden]), select, textarea, [role=button]";
  for (const control of all(acts).filter(shown)) {
    if (!name(control)) tell("control has no name", control);
  }
  for (const picture of all("[role=img], svg:not([aria-hidden])").filter(shown)) {
    if (picture.closest("[aria-hidden=true]")) continue;
    if (picture.tagName === "svg" && picture.closest("button, a, [role=img]") !== null &&
        picture.closest("button, a, [role=img]") !== picture) continue;
    if (!name(picture)) tell("picture has no name", picture);
  }
  // What is written on a control is part of its name, for those who speak to it.
  const plain = (text) => text.replace(/[!-/:-@[-`{-~\u2000-\u206f]/g, "").replace(/\s+/g, " ").trim().toLowerCase();
  const written = (element) =>
    [...element.childNodes].map((child) =>
      child.nodeType === Node.TEXT_NODE ? child.nodeValue
        : child.nodeType !== Node.ELEMENT_NODE || !child.checkVisibility() || child.matches(".unseen") ? ""
        : child.matches("svg text") ? ` ${written(child)} ` : written(child)).join("");
  for (const control of all("a[aria-label], button[aria-label], summary[aria-label], [role=button][aria-label]").filter(shown)) {
    const label = plain(control.getAttribute("aria-label"));
    if (/\w/.test(written(control)) && !label.includes(plain(written(control)))) tell("name lacks what is written", control);
  }
  const groups = all("nav, [role=group], dialog[open], section[aria-label], fieldset").filter(shown);
  for (const group of groups) {
    const legend = group.querySelector("legend")?.textContent.trim();
    if (group.matches("fieldset") ? !legend : !name(group)) tell("group has no name", group);
  }

  // Ids and ARIA
  const ids = all("[id]").map((element) => element.id);
  for (const id of ids) {
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) tell("id twice", document.getElementById(id));
  }
  for (const element of all("[role]")) {
    if (!roles.includes(element.getAttribute("role"))) tell("unknown role", element);
  }
  const words = {
    "aria-pressed": ["true", "false"], "aria-disabled": ["true", "false"],
    "aria-hidden": ["true", "false"], "aria-live": ["polite", "assertive", "off"],
    "aria-current": ["page", "step", "true", "false"],
  };
  for (const element of all("*")) {
    for (const { name: attribute, value } of element.attributes) {
      if (!attribute.startsWith("aria-")) continue;
      if (words[attribute] && !words[attribute].includes(value)) tell(`${attribute}=${value}`, element);
    }
    for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls"]) {
      for (const id of (element.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean)) {
        if (!document.getElementById(id)) tell(`${attribute} leads nowhere`, element);
      }
    }
    if (element.hasAttribute("tabindex") && element.tabIndex > 0) tell("tabindex above 0", element);
  }
  for (const hidden of all("[aria-hidden=true]")) {
    if (hidden.querySelector("a[href], button, input, [tabindex='0']")) tell("focus in hidden", hidden);
  }
  for (const label of all("label[for]")) {
    if (!document.getElementById(label.htmlFor)) tell("label leads nowhere", label);
  }

  // Contrast of text that stands on one colour
  const parse = (colour) => colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
  const light = ([r, g, b]) =>
    [r, g, b].reduce((sum, value, k) => {
      const part = value / 255;
      const linear = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      return sum + linear * [0.2126, 0.7152, 0.0722][k];
    }, 0);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const colour = parse(style.backgroundColor);
      if ((colour[3] ?? 1) > 0.99 && style.backgroundColor !== "transparent") return colour;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || seen.has(element)) continue;
    seen.add(element);
    if (element.closest("svg, script, option, .unseen, .skip, :disabled") || !shown(element)) continue;
    const style = getComputedStyle(element);
    let faint = 1;
    for (let at = element; at; at = at.parentElement) faint *= Number(getComputedStyle(at).opacity);
    if (faint < 1) continue;
    const [a, b] = [light(parse(style.color)), light(ground(element))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) tell(`contrast ${ratio.toFixed(2)}`, element);
  }

  // Targets large enough to hit
  for (const control of all("button, select, input:not([type=hidden]), [role=button]").filter(shown)) {
    const target = control.querySelector?.(".target, .tile, .slot, .az-slot") ?? control;
    const { width, height } = target.getBoundingClientRect();
    if (width && Math.min(width, height) < 20) tell(`target ${width}x${height}`, control);
  }
  return wrong;
}
