"""What search knows about a game beyond its rules, the same functions for every game.

=================================  ================================================================
``heuristic_priors(state,          How good each of n legal actions looks one ply ahead, in points:
actions, n, out)``                 float32 (n,). The priors' logits if there is no policy network.
``rollout(state, actions)``        A short rollout: play on by a quick policy with some randomness
                                   to the next state that `heuristic_points` is good at. actions:
                                   scratch for the legal ones, int16 (MAX_LEGAL,).
``heuristic_points(state,          The heuristic evaluation: each player's expected final score,
points)``                          float64 (players,).
``score_scale(state)``             How uncertain a difference of two such scores is: the scale, in
                                   points, of a logistic distribution, whose standard deviation is
                                   1.81 times as large.
``is_horizon(state)``              Whether search evaluates here instead of going on: at the end of
                                   a round, say, where the next deal can be anything.
``is_hidden(state)``               Whether players hold what others cannot see.
``is_duplicate(state, action)``    Whether an earlier legal action leads to an equivalent position:
                                   factories with the same tiles are interchangeable.
``representative(state, action)``   The first legal action that leads to an equivalent position: of
                                   those alike, the one that `is_duplicate` spares.
``decisions_left(state)``          An upper bound of the decisions before the next chance step; a
                                   large number where none is known.
``ends_before_chance(state)``      Whether the game is certain to end before the next chance step.
``greedy(state, actions)``         The action of the greedy player, a fixed reference: see each
                                   game's `greedy.py`. actions: scratch for the legal ones.
=================================  ================================================================

A game has these in its module `heuristics`. One without it is searched by `default_heuristics`.
"""

from typing import Any

from azulejos.core.dispatch import Dispatch

_of_every_game = Dispatch("heuristics", default="azulejos.search.default_heuristics")


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
def representative(state: Any, action: int) -> int: ...


@_of_every_game
def decisions_left(state: Any) -> int: ...


@_of_every_game
def ends_before_chance(state: Any) -> bool: ...
