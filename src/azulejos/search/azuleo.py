"""What a sensible Azuleo player knows: take the points that lie there, claim what is unplayable.

A position is judged by playing on for a few turns, each side for its own points at once, and
comparing the scores then: who leaves good fields to the others shows soon enough.
"""

import sys
from typing import Any

from azulejos.azuleo.greedy import greedy as greedy
from azulejos.azuleo.greedy import points_at_once
from azulejos.azuleo.kernel import FIRST_SWAP, LAYS, apply, resolve_chance
from azulejos.azuleo.rules import side_of
from azulejos.azuleo.state import FILL, OVER, STATE
from azulejos.bits import size
from azulejos.compiled import compiled
from azulejos.search.heuristics import register

#: What a claim looks like at a glance, in points, and what is neither claim nor lay.
_CLAIM, _SWAP = 12.0, 1.5
#: How many actions of each side are played on before the scores are compared.
_ROLLOUT_ACTIONS_A_SIDE = 6
#: How far scores can still drift apart, in points: at the end, and for every free field.
_SCALE, _SCALE_A_FIELD = 8.0, 0.3


@compiled
def heuristic_priors(state: Any, actions: Any, n: int, out: Any) -> None:
    """How good each action looks at a glance, in points."""
    for i in range(n):
        action = int(actions[i])
        if action < LAYS:
            out[i] = points_at_once(state, action)
        elif action < FIRST_SWAP:
            out[i] = _CLAIM
        else:
            out[i] = _SWAP


@compiled
def rollout(state: Any, actions: Any) -> None:
    """Play a few turns on, each for the most points at once."""
    for _ in range(_ROLLOUT_ACTIONS_A_SIDE * state.sides):
        resolve_chance(state)
        if state.phase == OVER:
            return
        apply(state, greedy(state, actions))
    resolve_chance(state)


@compiled
def heuristic_points(state: Any, points: Any) -> None:
    """What each player's final score will be: what it is, since the rest is open to all.

    Who fills the board alone wants crosses on it, not points.
    """
    for player in range(state.players):
        points[player] = state.score[side_of(state, player)]
    if state.mode == FILL:
        points[0] = size(int(state.fields)) - size(int(state.free))


@compiled
def score_scale(state: Any) -> float:
    """How many points such a forecast is typically off by."""
    return _SCALE + _SCALE_A_FIELD * size(int(state.free))


@compiled
def is_horizon(state: Any) -> bool:  # noqa: ARG001
    """Chance comes with every turn here: search goes through it."""
    return False


@compiled
def is_hidden(state: Any) -> bool:  # noqa: ARG001
    return True


@compiled
def is_duplicate(state: Any, action: int) -> bool:  # noqa: ARG001
    return False


@compiled
def decisions_left(state: Any) -> int:  # noqa: ARG001
    """Hidden hands and draws are everywhere: there is nothing to see through."""
    return 1000


@compiled
def ends_before_chance(state: Any) -> bool:  # noqa: ARG001
    """Nobody can be certain of it."""
    return False


@compiled
def is_partner(state: Any, player: int, other: int) -> bool:
    return side_of(state, player) == side_of(state, other)


register(STATE, sys.modules[__name__])
