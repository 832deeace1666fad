"""Heuristics of Azuleo: priors by immediate points, short greedy rollouts, the score as evaluation.

A rollout of a few turns, in which each side takes the most points at once, shows who leaves good
fields to the others; then the scores are compared. Search goes through chance, which comes with
every turn, and hands are hidden: all else is as `search.default_heuristics` has it.
"""

from typing import Any

from azulejos.core.bits import size
from azulejos.core.compiled import compiled
from azulejos.games.azuleo.actions import is_claim, is_lay
from azulejos.games.azuleo.greedy import greedy as greedy
from azulejos.games.azuleo.greedy import points_at_once
from azulejos.games.azuleo.kernel import apply, resolve_chance
from azulejos.games.azuleo.rules import side_of
from azulejos.games.azuleo.state import FILL, OVER

#: Points that a claim is worth one ply ahead, and an action that is neither claim nor lay.
_CLAIM, _SWAP = 12.0, 1.5
#: Actions of each side in a rollout.
_ROLLOUT_ACTIONS_A_SIDE = 6
#: Scale of the score differences, in points: at the end, and more for every free field.
_SCALE, _SCALE_A_FIELD = 8.0, 0.3


@compiled
def heuristic_priors(state: Any, actions: Any, n: int, out: Any) -> None:
    """Write how good each action looks one ply ahead, in points."""
    for i in range(n):
        action = int(actions[i])
        if is_lay(action):
            out[i] = points_at_once(state, action)
        elif is_claim(action):
            out[i] = _CLAIM
        else:
            out[i] = _SWAP


@compiled
def rollout(state: Any, actions: Any) -> None:
    """Play a few turns, each side greedily; only the draws are random."""
    for _ in range(_ROLLOUT_ACTIONS_A_SIDE * state.sides):
        resolve_chance(state)
        if state.phase == OVER:
            return
        apply(state, greedy(state, actions))
    resolve_chance(state)


@compiled
def heuristic_points(state: Any, points: Any) -> None:
    """The present scores: what is still to come is open to all sides.

    In mode "fill" the objective is crosses on the board, not points.
    """
    for player in range(state.players):
        points[player] = state.score[side_of(state, player)]
    if state.mode == FILL:
        points[0] = size(int(state.fields)) - size(int(state.free))


@compiled
def score_scale(state: Any) -> float:
    """Scale, in points, of the logistic error of a difference between scores."""
    return _SCALE + _SCALE_A_FIELD * size(int(state.free))
