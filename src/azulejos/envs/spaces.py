"""The spaces of a game's environments, and what every number of an observation is.

The numbers are those that the kernel's `observe` writes, the own seat first, and as many as the
number of players needs. Their bounds hold in every game, whatever its options; a number that never
changes in a game has the bounds it has in others, since a space of one value is none.
"""

from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from azulejos.games.azul import components as azul_material
from azulejos.games.azul import kernel as azul_kernel
from azulejos.games.azul.position import MOST_IDLE
from azulejos.games.azuleo import components as azuleo_material
from azulejos.games.azuleo.options import MOST_IDLE as MOST_IDLE_TURNS
from azulejos.games.azuleo.rules import POINTS_A_BLOCKADE, POINTS_AN_AZULEO, SWAPS_IN_A_ROW
from azulejos.games.azuleo.state import BLOCKADE, CLAIMS, MODES, UNLIMITED

Observation = dict[str, NDArray[Any]]


class Numbers(NamedTuple):
    """Some numbers of an observation: where they stand, and the least and the most they can be."""

    at: slice
    low: int
    high: int


def observation_space(kernel: ModuleType, players: int) -> spaces.Dict:
    """``observation``: int16, a box with the bounds of every number; ``action_mask``: int8."""
    low = np.empty(kernel.observation_for(players), np.int16)
    high = np.empty_like(low)
    for numbers in layout(kernel, players).values():
        low[numbers.at] = numbers.low
        high[numbers.at] = numbers.high
    mask = spaces.Box(0, 1, (kernel.actions_for(players),), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": mask})


def action_space(kernel: ModuleType, players: int) -> spaces.Discrete:
    """The actions that a game of so many players uses."""
    return spaces.Discrete(kernel.actions_for(players))


def layout(kernel: ModuleType, players: int) -> dict[str, Numbers]:
    """What an observation of `azul.kernel` or `azuleo.kernel` consists of, from its beginning."""
    rows = _azul(players) if kernel is azul_kernel else _azuleo(players)
    numbers, begin = {}, 0
    for name, length, low, high in rows:
        numbers[name] = Numbers(slice(begin, begin + length), low, high)
        begin += length
    return numbers


def _azul(players: int) -> Iterator[tuple[str, int, int, int]]:
    """Name, how many numbers, the least and the most they can be."""
    material = azul_material
    lines, colours = material.LINES, len(material.COLOURS)
    yield "players", 1, material.MIN_PLAYERS, material.MAX_PLAYERS
    yield "wall", 1, 0, 1
    yield "phase", 1, 0, 3
    yield "round", 1, 1, _most_rounds(players)
    yield "idle", 1, 0, MOST_IDLE
    yield "idle_limit", 1, 1, MOST_IDLE
    yield "marker_in_centre", 1, 0, 1
    yield "first", 1, 0, players - 1
    yield "turn", 1, 0, players - 1
    yield "centre", colours, 0, material.TILES_A_COLOUR
    yield "factories", colours * material.MAX_FACTORIES, 0, material.TILES_A_FACTORY
    yield "bag", colours, 0, material.TILES_A_COLOUR
    yield "lid", colours, 0, material.TILES_A_COLOUR
    for seat in range(players):
        yield f"score_{seat}", 1, 0, _MOST_POINTS_OF_AZUL
        for line in range(lines):
            yield f"line_{seat}_{line}_colour", 1, 0, colours
            yield f"line_{seat}_{line}_count", 1, 0, line + 1
        yield f"wall_{seat}", 25, 0, colours
        yield f"floor_{seat}", material.FLOOR_SPACES, 0, colours + 1


def _most_rounds(players: int) -> int:
    """A round moves a tile to a wall or is idle, and before the last no row of five is complete."""
    return (20 * players + 1) * MOST_IDLE


#: A full wall: every row and column has grown from one tile (0 + 2 + 3 + 4 + 5), five tiles lay
#: alone when they came, and there are all the bonuses.
_MOST_POINTS_OF_AZUL = (
    (5 + 5) * 14
    + 5
    + 5
    * (azul_material.POINTS_A_ROW + azul_material.POINTS_A_COLUMN + azul_material.POINTS_A_COLOUR)
)


def _azuleo(players: int) -> Iterator[tuple[str, int, int, int]]:
    """Name, how many numbers, the least and the most they can be."""
    material = azuleo_material
    kinds, pairs = len(material.KINDS), len(material.PAIRS)
    yield "players", 1, 1, material.MAX_PLAYERS
    yield "mode", 1, 0, len(MODES) - 1
    yield "phase", 1, 0, 3
    yield "turn", 1, 0, max(players - 1, 1)
    yield "crosses_in_supply", 1, 0, material.CROSSES
    yield "plates_in_supply", 1, 0, material.PLATES
    yield "blockades", 1, UNLIMITED, material.FIELDS
    yield "start", 1, 0, kinds
    yield "idle", 1, 0, MOST_IDLE_TURNS * material.MAX_SIDES
    yield "idle_limit", 1, 1, MOST_IDLE_TURNS
    yield "claims", 1, 0, len(CLAIMS) - 1
    yield "lenient", 1, 0, 1
    yield "open_hands", 1, 0, 1
    yield "exchange", 1, 0, 1
    yield "drawn_for", 1, 0, 5
    yield "put_down", 1, 0, max(kinds, pairs)
    yield "board", material.FIELDS, -2, BLOCKADE
    yield "plate_supply", pairs, 0, material.COPIES_OF_PLATE
    yield "discards", pairs, 0, material.COPIES_OF_PLATE
    yield "unseen", kinds, 0, material.COPIES_OF_CROSS
    for side in range(material.MAX_SIDES):
        yield f"score_{side}", 1, 0, _MOST_POINTS_OF_AZULEO
        yield f"hand_{side}", 1, 0, material.CROSSES_IN_HAND
        yield f"hidden_{side}", 1, 0, material.CROSSES_IN_HAND
        yield f"swaps_{side}", 1, 0, SWAPS_IN_A_ROW
        yield f"plates_{side}", pairs, 0, material.PLATES_HELD
        yield f"crosses_{side}", kinds, 0, material.CROSSES_IN_HAND
    yield "free_border", 1, 0, 1


#: More than any game brings: 2 + 3 + 4 and an azuleo at every inner corner point, 2 at those along
#: the border where two fields meet, and a blockade on every field.
_MOST_POINTS_OF_AZULEO = (
    (azuleo_material.ROWS - 1) * (azuleo_material.COLUMNS - 1) * (2 + 3 + 4 + POINTS_AN_AZULEO)
    + 2 * (azuleo_material.ROWS - 1 + azuleo_material.COLUMNS - 1) * 2
    + POINTS_A_BLOCKADE * azuleo_material.FIELDS
)
