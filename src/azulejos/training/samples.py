"""What is learnt from: positions, what the search made of them, and how their games ended."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.nets.network import PLAYERS

#: Actions kept of a decision, the most promising first: more are rarely legal.
KEPT_ACTIONS = 64


class Samples(NamedTuple):
    """Positions as parallel arrays (samples,).

    For the outlook: positions it will be asked about, which in Azul are those between two rounds.
    For the guide: decisions. `values` is what a search thought of the position, and of the next
    decision if none is due.
    """

    states: NDArray[Any]
    viewers: NDArray[np.int8]  # whose seat it is seen from: the player to move, or first to move
    foreseen: NDArray[np.bool_]  # whether the outlook learns from it
    actions: NDArray[np.int16]  # (samples, KEPT_ACTIONS), −1 where there is none
    visits: NDArray[np.uint16]  # (samples, KEPT_ACTIONS): how often the search tried each
    values: NDArray[np.float32]  # (samples, PLAYERS): the search's prospects, by player
    shares: NDArray[np.float32]  # (samples, PLAYERS): of the win, in the end
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


class Window:
    """The samples of the last so many cycles, to draw from."""

    def __init__(self, cycles: int) -> None:
        self.cycles = cycles
        self.parts: list[Samples] = []

    def add(self, samples: Samples) -> None:
        """Take in a cycle's samples; the oldest give way."""
        self.parts = [*self.parts, samples][-self.cycles :]

    def drawer(self, wanted: Callable[[Samples], NDArray[np.bool_]]) -> "Drawer":
        """To draw from those samples only of which this is true."""
        return Drawer(self.parts, [np.flatnonzero(wanted(part)) for part in self.parts])


class Drawer:
    """Draws from samples of several cycles: places[i] are those of parts[i] that count."""

    def __init__(self, parts: list[Samples], places: list[NDArray[np.int64]]) -> None:
        self.parts, self.places = parts, places
        self.ends = np.cumsum([len(chosen) for chosen in places])

    def __len__(self) -> int:
        return int(self.ends[-1]) if len(self.ends) else 0

    def draw(self, chance: np.random.Generator, n: int) -> Samples:
        """Some of them at random, with repetition, in no order that matters."""
        drawn = np.sort(chance.integers(len(self), size=n))
        bounds = np.searchsorted(drawn, [0, *self.ends])
        return joined(
            [
                some(part, chosen[drawn[low:high] - (end - len(chosen))])
                for part, chosen, low, high, end in zip(
                    self.parts, self.places, bounds[:-1], bounds[1:], self.ends, strict=True
                )
            ]
        )
