// The page's words in the reader's language. English ones are the messages themselves.

const { language, messages } = JSON.parse(document.getElementById("words").textContent);

export { language };

function fill(text, parts) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in parts ? String(parts[name]) : whole));
}

/** The message in this language, its {parts} filled in. */
export function _(message, parts = {}) {
  return fill(messages[message]?.[0] ?? message, parts);
}

/** The same for a number of things; {n} is the number. */
export function ngettext(one, many, n, parts = {}) {
  const forms = messages[one] ?? [one, many];
  return fill(n === 1 ? forms[0] : forms[forms.length - 1], { n, ...parts });
}

const lists = new Intl.ListFormat(language, { type: "conjunction" });

/** "a, b and c". */
export function list(items) {
  return lists.format(items);
}

/** A number with its sign, as points are shown. */
export function signed(points) {
  if (points === 0) return "0";
  return points < 0 ? `−${-points}` : `+${points}`;
}
