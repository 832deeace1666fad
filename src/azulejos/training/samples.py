"""Training samples: positions, what the search found, and how their games ended."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.nets.features import PLAYERS

#: Actions kept of a decision, in the order of priors: a search hardly visits more.
KEPT_ACTIONS = 64


class Samples(NamedTuple):
    """Positions as parallel arrays (samples,).

    For the value network: positions as the search's leaves are, such as those between rounds.
    For the policy network: decisions. `values` is the search's root value of the position, or of
    the next decision if none is due.
    """

    states: NDArray[Any]
    viewers: NDArray[np.int8]  # the view: the player to move, or next to move
    for_value: NDArray[np.bool_]  # whether the value network learns from it
    actions: NDArray[np.int16]  # (samples, KEPT_ACTIONS), −1 where there is none
    visits: NDArray[np.uint16]  # (samples, KEPT_ACTIONS): of each action in the search
    values: NDArray[np.float32]  # (samples, PLAYERS): the search's root value
    results: NDArray[np.float32]  # (samples, PLAYERS): 1, a half if two win, …, 0
    points: NDArray[np.float32]  # (samples, PLAYERS): at the end of the game


def new_samples(dtype: np.dtype[Any], n: int) -> Samples:
    """Empty arrays for n samples of a game with this dtype of states."""
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
    """The samples that an index or a mask selects."""
    return Samples(*(array[chosen] for array in samples))


def joined(parts: list[Samples]) -> Samples:
    """The concatenation of several samples."""
    return Samples(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
