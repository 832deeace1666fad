"""Where everything lies on Azuleo's drawings. A cross or a plate is 80 units wide, wherever it is.

The drawings are made by this, and `places` tells it to the scripts of a page.
"""

from typing import Any

from azulejos.draw.rows import Row
from azulejos.games.azuleo.crosses import FIELD
from azulejos.games.azuleo.drawn_position import MOST_HELD, Position

FRAME = 34  # round the fields, with the coordinates
HELD_X = 18  # where a hand begins
STEP = 90  # from cross to cross, or plate to plate, in a hand
SIDE_WIDTH, SIDE_HEIGHT = 6 * FIELD + 2 * FRAME, 150  # as wide as the usual board

#: A hand is three crosses and two plates; should there be more, they move together.
HAND = Row(HELD_X, 0, FIELD, STEP, 2 * STEP + FIELD)
PLATES = Row(SIDE_WIDTH - HELD_X - STEP - FIELD, 0, FIELD, STEP, STEP + FIELD)


def rosette(x: int, y: int) -> tuple[float, float]:
    """Return where the mark of an azuleo begins on a corner point, counted in fields."""
    return (x - 0.5) * FIELD, (y - 0.5) * FIELD


def places(position: Position) -> dict[str, Any]:
    """Return all places as plain data.

    `points` are the corner points that four fields meet at: [x, y] in fields from the north-west,
    `fields` as [row, column], clockwise from its north-west, and the `place` of an azuleo's mark.
    `spread[k]` of a hand and of plates is [x, step] for k of them.
    """
    return {
        "piece": FIELD,
        "points": [
            {
                "point": [x, y],
                "fields": [[y - 1, x - 1], [y - 1, x], [y, x], [y, x - 1]],
                "place": rosette(x, y),
            }
            for y in range(1, len(position.shape))
            for x in range(1, len(position.shape[0]))
        ],
        "hand": {"y": HAND.y, "spread": HAND.by_count(MOST_HELD)},
        "plates": {"y": PLATES.y, "spread": PLATES.by_count(MOST_HELD)},
    }
