"""What search knows of a game that brings no heuristics of its own: its rules, and no more.

Every action is as likely as any other, a rollout is a random game to its end, and what counts is
the difference of the scores there. Every player is alone.
"""

from typing import Any

from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.core.kernel import apply, count_legal, nth_legal, play_at_random, scores, to_move
from azulejos.core.state_copies import copy_of

#: Scale of the score differences, in points. A rollout reaches the end, so it is seldom asked for.
_SCALE = 10.0
#: More decisions than any round has.
_MANY = 1000


@compiled
def heuristic_priors(state: Any, actions: Any, n: int, out: Any) -> None:  # noqa: ARG001
    """All actions are alike."""
    out[:n] = 0.0


@compiled
def rollout(state: Any, actions: Any) -> None:  # noqa: ARG001
    """A random game to its end."""
    play_at_random(state)


@compiled
def heuristic_points(state: Any, points: Any) -> None:
    """The present scores."""
    scores(state, points)


@compiled
def score_scale(state: Any) -> float:  # noqa: ARG001
    return _SCALE


@compiled
def is_horizon(state: Any) -> bool:  # noqa: ARG001
    return False


@compiled
def is_hidden(state: Any) -> bool:  # noqa: ARG001
    """It may be: then legal actions differ from visit to visit, which search must expect."""
    return True


@compiled
def is_duplicate(state: Any, action: int) -> bool:  # noqa: ARG001
    return False


@compiled
def representative(state: Any, action: int) -> int:  # noqa: ARG001
    return action


@compiled
def decisions_left(state: Any) -> int:  # noqa: ARG001
    return _MANY


@compiled
def ends_before_chance(state: Any) -> bool:  # noqa: ARG001
    return False


@compiled
def greedy(state: Any, actions: Any) -> int:
    """The action after which the player leads by the most points; chance decides among equals.

    actions: room for all players' points.
    """
    player = to_move(state)
    best = chosen = equals = 0
    for n in range(count_legal(state)):
        action = nth_legal(state, n)
        after = copy_of(state)
        apply(after, action)
        scores(after, actions)
        lead = _lead(actions, state.players, player)
        equals = equals + 1 if n > 0 and lead == best else 1
        if n == 0 or lead > best or (lead == best and below(state, equals) == 0):
            best, chosen = lead, action
    return chosen


@compiled
def _lead(points: Any, players: int, player: int) -> int:
    """A player's points above the best opponent's; alone, the points."""
    lead = int(points[player])
    for other in range(players):
        if other != player:
            ahead = int(points[player]) - int(points[other])
            if ahead < lead or other == (1 if player == 0 else 0):
                lead = ahead
    return lead
