"""What a game is played for, as shares of the win; and what a search's values say of it."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.kernel import returns_of
from azulejos.search.evaluators import MARGIN_SCALE, MARGIN_WEIGHT, SOLO_SCALE


class Objective:
    """What a game is played for, as numbers from 0 to 1: the share of the win; alone, points.

    A search's value has a small part for the margin in points, which is taken out again where there
    are two sides.
    """

    def __init__(self, game: Any) -> None:
        self._kernel = game.KERNEL
        self._players = game.players
        self._sides = game.sides
        #: What a game is compared by at its end, of each player.
        self.points = _points_of(game)

    def share(self, value: float, margin: float) -> float:
        """The share of the win in a value of the player whose margin it is."""
        if self._sides != 2:
            return min(max(value, 0.0), 1.0)
        of_margin = MARGIN_WEIGHT / (1.0 + math.exp(-margin / MARGIN_SCALE))
        return min(max((value - of_margin) / (1.0 - MARGIN_WEIGHT), 0.0), 1.0)

    def shares(
        self, values: NDArray[np.float64], margin: float, player: int
    ) -> NDArray[np.float64]:
        """Every player's share of the win; margin: of one player."""
        return np.array(
            [
                self.share(float(value), margin if (p - player) % self._sides == 0 else -margin)
                for p, value in enumerate(values)
            ]
        )

    def result(self, states: NDArray[Any]) -> NDArray[np.float64]:
        """Every player's share of the win at the end."""
        if self._players == 1:
            points = self.points(states)[0]
            return np.array([points / (points + SOLO_SCALE)])
        shares = np.zeros(self._kernel.MAX_PLAYERS)
        returns_of(states, shares)
        return shares[: self._players]

    def margin(self, states: NDArray[Any], player: int) -> float:
        """A player's points above the best opponent's; alone, the points."""
        points = self.points(states)
        others = [q for q in range(self._players) if (q - player) % self._sides]
        return float(points[player] - max(points[q] for q in others)) if others else points[0]


def _points_of(game: Any) -> Any:
    """A function that tells what a game at its end is compared by."""

    def points(states: NDArray[Any]) -> list[float]:
        other = game.copy()
        other.states[:] = states
        return [float(p) for p in other.points]

    return points


def result_in(value: float) -> tuple[float, float] | None:
    """The share of the win and the margin in a solved value between two players.

    None if it is no result: some way of playing on did not end the game after all.
    """
    for share in (0.0, 0.5, 1.0):
        of_margin = (value - (1.0 - MARGIN_WEIGHT) * share) / MARGIN_WEIGHT
        if -1e-9 <= of_margin <= 1.0 + 1e-9:
            chance = min(max(of_margin, 1e-12), 1.0 - 1e-12)
            return share, round(MARGIN_SCALE * math.log(chance / (1.0 - chance)), 6)
    return None
