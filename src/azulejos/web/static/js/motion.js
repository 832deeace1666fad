// Pieces that fly, points that rise. Web Animations only; nobody waits who asked for calm.

import { byId } from "./dom.js";
import { pace } from "./preferences.js";
import { sound } from "./sounds.js";
import { picture } from "./stencils.js";

/** @typedef {HTMLElement | SVGElement} Piece */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let hurried = false;

/** Whether to show things at once. */
export function still() {
  return hurried || calm.matches || document.hidden;
}

const skip = byId("skip");

/** Finish everything that moves, until the next animation begins. */
function hurry() {
  hurried = true;
  skip.hidden = true;
  for (const animation of document.getAnimations()) {
    if (animation.id === "table") animation.finish();
  }
}

skip.addEventListener("click", hurry);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !skip.hidden) hurry();
});

/**
 * An animation that can be skipped.
 * @param {() => Promise<void>} play
 */
export async function skippable(play) {
  hurried = false;
  skip.hidden = still();
  try {
    await play();
  } finally {
    hurried = false;
    skip.hidden = true;
  }
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
async function played(element, frames, options) {
  const { duration = 0, delay = 0 } = options;
  const timing = { duration: pace() * Number(duration), delay: pace() * delay };
  const animation = element.animate(frames, {
    id: "table",
    fill: "backwards",
    ...options,
    ...timing,
  });
  await animation.finished.catch(() => {});
}

/** @param {number} milliseconds */
export async function wait(milliseconds) {
  if (still()) return;
  const blank = byId("live");
  await played(blank, [{ opacity: 1 }, { opacity: 1 }], { duration: milliseconds });
}

/**
 * A picture of a piece that lies over the page, where `rect` is.
 * @param {DOMRect} rect
 * @param {Piece} piece
 */
function over(rect, piece) {
  const copy = /** @type {Piece} */ (piece.cloneNode(true));
  copy.style.opacity = "";
  const flying = picture(copy, { class: "azulejos flight" });
  Object.assign(flying.style, {
    left: `${rect.left + scrollX}px`,
    top: `${rect.top + scrollY}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
  });
  document.body.append(flying);
  return flying;
}

/**
 * Let a piece fly from a place on the screen to where it lies (or, lost, to `target`).
 * @param {DOMRect | null} from
 * @param {Piece} piece
 * @param {{ delay?: number, duration?: number, target?: Element | null }} [options]
 */
export async function fly(from, piece, { delay = 0, duration = 420, target = null } = {}) {
  if (still() || !from?.width) return;
  // On a board that is not seen now, it flies to the name of whose it is.
  const seen = [target ?? piece, piece.closest(".seat-card")?.querySelector(".seat-head")];
  const to = seen.map(rectOf).find((rect) => rect?.width);
  if (!to) return;
  const flying = over(to, piece);
  if (!target) piece.style.opacity = "0.15";
  const x = from.left - to.left;
  const y = from.top - to.top;
  const size = from.width / to.width;
  const lift = Math.min(60, Math.hypot(x, y) / 5);
  await played(
    flying,
    [
      { transform: `translate(${x}px, ${y}px) scale(${size})`, easing: "ease-in-out" },
      {
        transform: `translate(${x / 2}px, ${y / 2 - lift}px) scale(${(size + 1) / 2 + 0.12})`,
        easing: "ease-in-out",
      },
      { transform: "none" },
    ],
    { duration, delay },
  );
  flying.remove();
  sound("tile");
  if (!target) piece.style.opacity = "";
}

/**
 * Points that rise from a place.
 * @param {DOMRect} rect
 * @param {string} text
 * @param {boolean} [loss]
 */
export async function rise(rect, text, loss = false) {
  if (still()) return;
  const note = document.createElement("span");
  note.className = loss ? "points loss" : "points";
  note.textContent = text;
  note.setAttribute("aria-hidden", "true");
  note.style.left = `${rect.left + rect.width / 2 + scrollX}px`;
  note.style.top = `${rect.top + rect.height / 2 + scrollY}px`;
  document.body.append(note);
  await played(
    note,
    [
      { transform: "translate(-50%, -30%) scale(.6)", opacity: 0 },
      { transform: "translate(-50%, -80%) scale(1.1)", opacity: 1, offset: 0.25 },
      { transform: "translate(-50%, -110%) scale(1)", opacity: 1, offset: 0.7 },
      { transform: "translate(-50%, -170%) scale(1)", opacity: 0 },
    ],
    { duration: 900 },
  );
  note.remove();
}

/**
 * Let elements light up for a moment.
 * @param {Iterable<Element>} elements
 * @param {number} [duration]
 */
export async function flash(elements, duration = 600) {
  if (still()) return;
  await Promise.all(
    [...elements].map((element) =>
      played(
        element,
        [
          { filter: "none" },
          { filter: "brightness(1.35) drop-shadow(0 0 4px #f0bb4c)" },
          { filter: "none" },
        ],
        { duration },
      )
    ),
  );
}

/**
 * Let pieces appear one after the other.
 * @param {Iterable<Element>} pieces
 * @param {number} [step] milliseconds between two
 */
export async function appear(pieces, step = 25) {
  if (still()) return;
  await Promise.all(
    [...pieces].map((piece, place) =>
      played(piece, [{ opacity: 0 }, { opacity: 1 }], { duration: 220, delay: place * step })
    ),
  );
}

/**
 * Where an element lies on the screen; null for one that is not there.
 * @param {Element | null | undefined} element
 */
export function rectOf(element) {
  return element?.getBoundingClientRect() ?? null;
}
