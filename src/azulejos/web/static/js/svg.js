// Writing SVG as azulejos.draw does.

const SVG = "http://www.w3.org/2000/svg";

/** An element; attributes that are null are left out. */
export function node(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export function use(symbol, x, y, size, attributes = {}) {
  return node("use", { href: `#${symbol}`, x, y, width: size, height: size, ...attributes });
}

export function label(text, x, y, size, attributes = {}) {
  return node("text", { x, y, "font-size": size, class: "az-text", ...attributes }, text);
}

/** A coordinate to a hundredth, as short as it can be. */
export function short(value) {
  return Number(value.toFixed(2));
}

/** Take away the children of these kinds. */
export function clear(group, kinds) {
  for (const child of [...group.children]) {
    if (child.matches(kinds)) child.remove();
  }
}
