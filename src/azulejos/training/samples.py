"""What is learnt from: positions, what the search made of them, and how their games ended."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.nets.features import PLAYERS

#: Actions kept of a decision, the most promising first: a search hardly tries more.
KEPT_ACTIONS = 64


class Samples(NamedTuple):
    """Positions as parallel arrays (samples,).

    For the outlook: positions it will be asked about, which in Azul are those between two rounds.
    For the guide: decisions. `values` is what a search thought of the position, and of the next
    decision if none is due.
    """

    states: NDArray[Any]
    viewers: NDArray[np.int8]  # whose seat it is seen from: the player to move, or first to move
    for_value: NDArray[np.bool_]  # whether the outlook learns from it
    actions: NDArray[np.int16]  # (samples, KEPT_ACTIONS), −1 where there is none
    visits: NDArray[np.uint16]  # (samples, KEPT_ACTIONS): how often the search tried each
    values: NDArray[np.float32]  # (samples, PLAYERS): the search's prospects, by player
    results: NDArray[np.float32]  # (samples, PLAYERS): of the win, in the end
    points: NDArray[np.float32]  # (samples, PLAYERS): in the end


def new_samples(dtype: np.dtype[Any], n: int) -> Samples:
    """Room for n samples of a game with this dtype of states."""
    return Samples(
        np.zeros(n, dtype),
        np.zeros(n, np.int8),
        np.zeros(n, np.bool_),
        np.full((n, KEPT_ACTIONS), -1, np.int16),
        np.zeros((n, KEPT_ACTIONS), np.uint16),
        np.zeros((n, PLAYERS), np.float32),
        np.zeros((n, PLAYERS), np.float32),
        np.zeros((n, PLAYERS), np.float32),
    )


def some(samples: Samples, chosen: Any) -> Samples:
    """Those of the samples that an index or a mask chooses."""
    return Samples(*(array[chosen] for array in samples))


def joined(parts: list[Samples]) -> Samples:
    """Samples of several games as one."""
    return Samples(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
