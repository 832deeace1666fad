"""What search needs to know about a game beyond its rules, the same functions for every game.

================================  =================================================================
``appeals(state, actions, n,      How good each of n legal actions looks at a glance, in points:
out)``                            float32 (n,).
``rollout(state, actions)``       Play on quickly, as a sensible player would, with some variety,
                                  to the next state that `heuristic_points` is good at. actions: room for
                                  the legal ones.
``heuristic_points(state, points)``        What each player's final score will be: float64 (players,).
``score_scale(state)``                  How many points such a forecast is typically off by.
``is_horizon(state)``             Whether search stops here and asks for a forecast: at the end of
                                  a round in Azul, whose next deal can be anything.
``is_hidden(state)``              Whether players hold what others cannot see.
``is_duplicate(state, action)``        Whether another legal action does the very same: factories with
                                  the same tiles are interchangeable.
``decisions_left(state)``         At most how many decisions are to come before chance steps in;
                                  more than a search can see through where that cannot be told.
``ends_before_chance(state)``     Whether the game is certain to be over before chance steps in.
``is_partner(state, player,       Whether two players are on the same side (everyone is with
other)``                          oneself).
``greedy(state, actions)``        What the greedy player does: a fixed reference, see each game's
                                  `greedy.py`. actions: room for the legal ones.
================================  =================================================================

A game's module of these makes itself known to `register`.
"""

from types import ModuleType
from typing import Any

import numpy as np

from azulejos.dispatch import Dispatch

_of_every_game = Dispatch()


def register(state: np.dtype[Any], heuristics: ModuleType) -> None:
    """A game's knowledge makes itself known."""
    _of_every_game.register(state, heuristics)


@_of_every_game
def heuristic_priors(state: Any, actions: Any, n: int, out: Any) -> None: ...


@_of_every_game
def rollout(state: Any, actions: Any) -> None: ...


@_of_every_game
def heuristic_points(state: Any, points: Any) -> None: ...


@_of_every_game
def score_scale(state: Any) -> float: ...


@_of_every_game
def is_horizon(state: Any) -> bool: ...


@_of_every_game
def is_hidden(state: Any) -> bool: ...


@_of_every_game
def greedy(state: Any, actions: Any) -> int: ...


@_of_every_game
def is_duplicate(state: Any, action: int) -> bool: ...


@_of_every_game
def decisions_left(state: Any) -> int: ...


@_of_every_game
def ends_before_chance(state: Any) -> bool: ...


@_of_every_game
def is_partner(state: Any, player: int, other: int) -> bool: ...
