"""Where everything lies on Azul's drawings. A tile is 40 units wide, wherever it lies.

The drawings are made by this, and `places` tells it to the scripts of a page.
"""

import math
from functools import cache
from typing import Any

from azulejos.draw.rows import Row
from azulejos.games.azul.drawn_position import FLOOR_LOSSES, TILES_A_COLOUR
from azulejos.games.azul.tiles import COLOURS, TILE

PITCH = 44  # from tile to tile
INSET = (PITCH - TILE) / 2

# A player's board.
BOARD_WIDTH, BOARD_HEIGHT = 536, 368
LINES_X, TOP, WALL_X = 36, 61, 294
FLOOR_Y = TOP + 5 * PITCH + 24
COST = (BOARD_WIDTH - 20, FLOOR_Y + 31)  # where the text ends that says what the floor costs

# The display: factories in a circle round the centre.
DISC = 66  # radius of a factory
FACTORY = [(x, y) for y in (INSET - PITCH, INSET) for x in (INSET - PITCH, INSET)]  # of its tiles
_CROWDED = PITCH - 4  # tiles of the centre that lie closer overlap, and are counted by a number
_BASELINE = 4.4  # how far below the middle of a badge its number stands

Place = tuple[float, float]


def line(number: int, place: int) -> Place:
    """Return a place of a pattern line; place 1 is the rightmost, where it starts to fill."""
    return LINES_X + (5 - place) * PITCH + INSET, TOP + (number - 1) * PITCH + INSET


def space(row: int, column: int) -> Place:
    """Return a space of the wall; rows and columns count from 0."""
    return WALL_X + column * PITCH + INSET, TOP + row * PITCH + INSET


def floor(place: int) -> Place:
    """Return a space of the floor line, from 0."""
    return LINES_X + place * PITCH + INSET, FLOOR_Y + INSET


def loss(place: int) -> Place:
    """Return where it says what a space of the floor line costs."""
    x, _ = floor(place)
    return x + TILE / 2, FLOOR_Y - 5


def ring(factories: int) -> float:
    """Return the radius of the circle on which so many factories lie."""
    return max(194, (DISC + 5) / math.sin(math.pi / factories))


def centre(factories: int) -> float:
    """Return the radius of the centre between so many factories."""
    return ring(factories) - DISC - 6


def centre_row(factories: int, index: int, rows: int) -> Row:
    """Return one of so many rows of tiles in the centre, from above; the origin is its middle."""
    y = (index - rows / 2) * PITCH + INSET
    farthest = max(abs(y), abs(y + TILE))
    width = 2 * math.sqrt(max(centre(factories) ** 2 - farthest**2, 62**2)) - 6
    return Row(0, y, TILE, PITCH, width, centred=True)


def is_crowded(row: Row, count: int) -> bool:
    """Say whether so many tiles overlap in a row, and are hard to count."""
    return count > 1 and row.spread(count)[1] < _CROWDED


@cache
def places(factories: int) -> dict[str, Any]:
    """Return all places as plain data: [x, y] each, lines and rows from above, tiles as they fill.

    `centre[n - 1]` has a row for each of n; `spread[k]` of a row is [x, step] for k tiles, and
    `badge[k]` the [x, y, baseline] of the number on k tiles that overlap.
    """
    return {
        "piece": TILE,
        "factory": FACTORY,
        "centre": [
            [_told(centre_row(factories, index, rows)) for index in range(rows)]
            for rows in range(1, len(COLOURS) + 1)
        ],
        "lines": [[line(number, k + 1) for k in range(number)] for number in range(1, 6)],
        "wall": [[space(row, column) for column in range(5)] for row in range(5)],
        "floor": [
            {"place": floor(place), "loss": loss(place), "costs": costs}
            for place, costs in enumerate(FLOOR_LOSSES)
        ],
    }


def badge(x: float, y: float) -> tuple[float, float, float]:
    """Return where a badge is whose middle is given: its x, its y, and the baseline of its text."""
    return x, y, y + _BASELINE


def centre_badge(row: Row, count: int) -> tuple[float, float, float]:
    """Return where the number of so many tiles in a row of the centre is: at their end."""
    x, _ = row.spread(count)
    return badge(-x, row.y + TILE / 2)


def _told(row: Row) -> dict[str, Any]:
    """Return a row of the centre as data; one may hold all tiles of a colour, and the marker."""
    most = TILES_A_COLOUR + 1
    counts = range(most + 1)
    return {
        "y": row.y,
        "spread": row.by_count(most),
        "badge": [centre_badge(row, count) if is_crowded(row, count) else None for count in counts],
    }
