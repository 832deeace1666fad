"""What every number of Azul's observation is, in the order of the kernel's `observe`."""

from collections.abc import Iterator

from azulejos.games.azul import components
from azulejos.games.azul.options import MOST_IDLE


def layout(players: int, wide: bool = False) -> Iterator[tuple[str, int, int, int]]:  # noqa: ARG001
    """Name, how many numbers, the least and the most they can be."""
    lines, colours = components.LINES, len(components.COLOURS)
    yield "players", 1, components.MIN_PLAYERS, components.MAX_PLAYERS
    yield "wall", 1, 0, 1
    yield "phase", 1, 0, 3
    yield "round", 1, 1, _most_rounds(players)
    yield "idle", 1, 0, MOST_IDLE
    yield "idle_limit", 1, 1, MOST_IDLE
    yield "marker_in_centre", 1, 0, 1
    yield "first", 1, 0, players - 1
    yield "turn", 1, 0, players - 1
    yield "centre", colours, 0, components.TILES_A_COLOUR
    yield "factories", colours * components.MAX_FACTORIES, 0, components.TILES_A_FACTORY
    yield "bag", colours, 0, components.TILES_A_COLOUR
    yield "lid", colours, 0, components.TILES_A_COLOUR
    for seat in range(players):
        yield f"score_{seat}", 1, 0, _MOST_POINTS
        for line in range(lines):
            yield f"line_{seat}_{line}_colour", 1, 0, colours
            yield f"line_{seat}_{line}_count", 1, 0, line + 1
        yield f"wall_{seat}", 25, 0, colours
        yield f"floor_{seat}", components.FLOOR_SPACES, 0, colours + 1


def _most_rounds(players: int) -> int:
    """A round moves a tile to a wall or is idle, and before the last no row of five is complete."""
    return (20 * players + 1) * MOST_IDLE


#: A full wall: every row and column has grown from one tile (0 + 2 + 3 + 4 + 5), five tiles lay
#: alone when they came, and there are all the bonuses.
_MOST_POINTS = (
    (5 + 5) * 14
    + 5
    + 5 * (components.POINTS_A_ROW + components.POINTS_A_COLUMN + components.POINTS_A_COLOUR)
)
