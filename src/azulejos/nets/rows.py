"""What a network is told of a position: rows of its first layer, the same function for every game.

A position is a set of facts ("line 3 holds two blue tiles", "a factory with two blue and two red
tiles lies on the table"), each of which is a row of weights; the first layer adds up the rows of
the facts that hold. Facts are told from one player's seat, clockwise, so that seats are
interchangeable; factories are facts without a place, so they are, too.

=====================================  ============================================================
``facts(state, player, rows)``         Write the rows that hold, seen from a player's seat, int16
                                       (MOST_FACTS,); returns how many. May name a row twice.
``choices(state, actions, n, rows)``   Two rows of the policy for each of n actions, int16
                                       (n, 2): what is done, and with what.
=====================================  ============================================================

A game's module of these has the numbers of rows, FACTS and CHOICES, and makes itself known to
`register`.
"""

from types import ModuleType
from typing import Any

import numpy as np

from azulejos.dispatch import Dispatch

_of_every_game = Dispatch()


def register(state: np.dtype[Any], module: ModuleType) -> None:
    """A game's facts make themselves known."""
    _of_every_game.register(state, module)


@_of_every_game
def facts(state: Any, player: int, rows: Any) -> int: ...


@_of_every_game
def choices(state: Any, actions: Any, n: int, rows: Any) -> None: ...
