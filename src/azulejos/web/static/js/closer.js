// On a small touch screen a drawing comes closer, so that a finger hits what it means.

const FINGER = 44; // pixels that a finger hits

export class Closer {
  /** @param {SVGElement} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    this.isNear = false;
  }

  /**
   * Whether a piece is too small for a finger.
   * @param {Element | null | undefined} piece
   */
  static isSmall(piece) {
    const { height = FINGER } = piece?.getBoundingClientRect() ?? {};
    return height < FINGER - 4;
  }

  /**
   * Come closer to a part of the drawing, so much that a piece of it has the size of a finger. What
   * lies at an edge stays in sight.
   * @param {Element} part
   * @param {Element} piece
   */
  come(part, piece) {
    const [whole, near] = [this.drawing, part].map((one) => one.getBoundingClientRect());
    const scale = FINGER / piece.getBoundingClientRect().height;
    /**
     * @param {number} before the part, in the drawing
     * @param {number} free beside the part
     */
    const share = (before, free) => 100 * Math.min(1, Math.max(0, free > 0 ? before / free : 0));
    const x = share(near.left - whole.left, whole.width - near.width);
    const y = share(near.top - whole.top, whole.height - near.height);
    this.isNear = true;
    this.drawing.classList.add("near");
    Object.assign(this.drawing.style, {
      transformOrigin: `${x}% ${y}%`,
      transform: `scale(${scale})`,
    });
  }

  leave() {
    if (!this.isNear) return;
    this.isNear = false;
    this.drawing.classList.remove("near");
    this.drawing.style.transform = "";
  }
}
