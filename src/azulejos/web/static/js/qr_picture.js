// QR codes as pictures.

import { modules } from "./qr.js";
import { node } from "./svg.js";

/** Modules that are left blank around. */
const QUIET = 4;

/**
 * The code of a text as the source of an image; null: it is too long.
 * @param {string} text
 */
export function codeOf(text) {
  const rows = modules(text);
  if (!rows) return null;
  const size = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])
  ).join("");
  const drawn = node(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${size} ${size}`,
      "shape-rendering": "crispEdges",
    },
    node("rect", { width: size, height: size, fill: "#fff" }),
    node("path", { d: path }),
  );
  return `data:image/svg+xml;charset=utf-8,${
    encodeURIComponent(new XMLSerializer().serializeToString(drawn))
  }`;
}
