// Pieces that fly, points that rise. Web Animations only; nobody waits who asked for calm.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let hurried = false;

/** Whether to show things at once. */
export function still() {
  return hurried || calm.matches || document.hidden;
}

const skip = document.getElementById("skip");

/** Finish everything that moves, until the next show begins. */
export function hurry() {
  hurried = true;
  skip.hidden = true;
  for (const animation of document.getAnimations()) {
    if (animation.id === "show") animation.finish();
  }
}

skip.addEventListener("click", hurry);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !skip.hidden) hurry();
});

/** A show that can be skipped. */
export async function show(play) {
  hurried = false;
  skip.hidden = still();
  try {
    await play();
  } finally {
    hurried = false;
    skip.hidden = true;
  }
}

async function played(element, frames, options) {
  const animation = element.animate(frames, { id: "show", fill: "backwards", ...options });
  await animation.finished.catch(() => {});
}

export async function wait(milliseconds) {
  if (still()) return;
  const blank = document.getElementById("live");
  await played(blank, [{ opacity: 1 }, { opacity: 1 }], { duration: milliseconds });
}

const SVG = "http://www.w3.org/2000/svg";

/** A picture of a piece that lies over the page, where `rect` is. */
function over(rect, piece) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "azulejos flight");
  picture.setAttribute("aria-hidden", "true");
  const side = piece.dataset.cross ? 80 : 40;
  picture.setAttribute("viewBox", `0 0 ${side} ${side}`);
  const copy = piece.cloneNode(true);
  for (const name of ["x", "y", "tabindex", "transform"]) copy.removeAttribute(name);
  copy.style.opacity = "";
  picture.append(copy);
  Object.assign(picture.style, {
    left: `${rect.left + scrollX}px`,
    top: `${rect.top + scrollY}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
  });
  document.body.append(picture);
  return picture;
}

/** Let a piece fly from a place on the screen to where it lies (or, lost, to `target`). */
export async function fly(from, piece, { delay = 0, duration = 420, target = null } = {}) {
  if (still() || !from) return;
  const to = (target ?? piece).getBoundingClientRect();
  const picture = over({ left: to.left, top: to.top, width: to.width, height: to.height }, piece);
  if (!target) piece.style.opacity = 0.15;
  const x = from.left - to.left;
  const y = from.top - to.top;
  const size = from.width / to.width;
  const lift = Math.min(60, Math.hypot(x, y) / 5);
  await played(
    picture,
    [
      { transform: `translate(${x}px, ${y}px) scale(${size})`, easing: "ease-in-out" },
      { transform: `translate(${x / 2}px, ${y / 2 - lift}px) scale(${(size + 1) / 2 + 0.12})`, easing: "ease-in-out" },
      { transform: "none" },
    ],
    { duration, delay },
  );
  picture.remove();
  if (!target) piece.style.opacity = "";
}

/** Points that rise from a place. */
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

/** Let elements light up for a moment. */
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
      ),
    ),
  );
}

/** Let pieces appear one after the other. */
export async function appear(pieces, step = 25) {
  if (still()) return;
  await Promise.all(
    [...pieces].map((piece, place) =>
      played(piece, [{ opacity: 0 }, { opacity: 1 }], { duration: 220, delay: place * step }),
    ),
  );
}
