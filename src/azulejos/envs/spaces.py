"""The spaces of a game's environments, and what every number of an observation is.

The numbers are those that the kernel's `observe` writes, the own seat first, and as many as the
number of players needs. Their bounds hold in every game, whatever its options; a number that never
changes in a game has the bounds it has in others, since a space of one value is none.
"""

from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple

from azulejos.core.errors import without_extra

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise without_extra(error, "envs") from error

import numpy as np
from numpy.typing import NDArray

from azulejos import games

Observation = dict[str, NDArray[Any]]


class Numbers(NamedTuple):
    """Some numbers of an observation: where they stand, and the least and the most they can be."""

    at: slice
    low: int
    high: int


def observation_space(kernel: ModuleType, players: int, wide: bool = False) -> spaces.Dict:
    """``observation``: int16, a box with the bounds of every number; ``action_mask``: int8.

    wide: on a board beyond the usual one's rows and columns.
    """
    low = np.empty(kernel.observation_for(players, wide), np.int16)
    high = np.empty_like(low)
    for numbers in layout(kernel, players, wide).values():
        low[numbers.at] = numbers.low
        high[numbers.at] = numbers.high
    mask = spaces.Box(0, 1, (kernel.actions_for(players, wide),), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": mask})


def action_space(kernel: ModuleType, players: int, wide: bool = False) -> spaces.Discrete:
    """The actions that a game of so many players uses."""
    return spaces.Discrete(kernel.actions_for(players, wide))


def layout(kernel: ModuleType, players: int, wide: bool = False) -> dict[str, Numbers]:
    """What an observation consists of, from its beginning: each game's `observation.layout`.

    A game that does not tell has one block, `all`.
    """
    game = games.game_of_state(kernel.STATE)
    part = game.part("observation") if game else None
    limits = np.iinfo(np.int16)
    rows: Iterable[tuple[str, int, int, int]]
    if part is None:
        rows = [("all", kernel.observation_for(players, wide), limits.min, limits.max)]
    else:
        rows = part.layout(players, wide)
    numbers, begin = {}, 0
    for name, length, low, high in rows:
        numbers[name] = Numbers(slice(begin, begin + length), low, high)
        begin += length
    return numbers
