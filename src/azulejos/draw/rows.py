"""Pieces side by side, closer together where they are many."""

from typing import NamedTuple


class Row(NamedTuple):
    """Room for pieces side by side, each `size` wide.

    They lie `step` apart from one's left edge to the next one's, or closer, so that all of them
    fit into `width`. `x` is where the first begins; of a centred row, the middle of all.
    """

    x: float
    y: float
    size: float
    step: float
    width: float
    centred: bool = False

    def spread(self, count: int) -> tuple[float, float]:
        """Return where the first of so many pieces begins, and the step to each next one."""
        step = min(self.step, (self.width - self.size) / (count - 1)) if count > 1 else 0
        # To a hundredth, as all coordinates are written: scripts go on from these very numbers.
        step = round(step, 2)
        x = self.x - ((count - 1) * step + self.size) / 2 if self.centred and count else self.x
        return round(x, 2), step

    def places(self, count: int) -> list[float]:
        """Return where each of so many pieces begins."""
        x, step = self.spread(count)
        return [x + place * step for place in range(count)]

    def by_count(self, most: int) -> list[tuple[float, float]]:
        """Return the spread of 0, 1, 2, … pieces, up to `most`: a script looks it up."""
        return [self.spread(count) for count in range(most + 1)]
