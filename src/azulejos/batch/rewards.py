"""What an outcome is worth to each player: three ways to say it, for every environment the same.

==========  ======================================================================================
``win``     At the end: 1 for a lone winner; the others lose as much together, in equal parts. A
            shared win is worth less, so that the rewards of all always add up to 0. Alone: 1 for
            a board that is full (or any end, when playing for the score), −1 otherwise.
``places``  At the end: from 1 for the first place down to −1 for the last, in equal steps; who
            share places share what these are worth. Partners share a place. Alone: as ``win``.
``points``  At every step: by how much a player's points have changed, bonuses at the end
            included. They add up to the final score.
==========  ======================================================================================
"""

from typing import Any

from azulejos.core.compiled import compiled
from azulejos.core.kernel import is_over, is_partner, returns, scores, standings

REWARDS = ("win", "places", "points")
WIN, PLACES, POINTS = range(3)


@compiled
def write_rewards(state: Any, kind: int, before: Any, shares: Any, points: Any, out: Any) -> None:
    """What the last step has brought every player: float64 (players,).

    before: everybody's points before the step, int32 (players,); they are brought up to date.
    shares, points: float64 and int32 (MAX_PLAYERS,), room to work in.
    """
    players = len(out)
    out[:] = 0.0
    if kind == POINTS:
        scores(state, points)
        for player in range(players):
            out[player] = points[player] - before[player]
            before[player] = points[player]
    elif is_over(state):
        returns(state, shares)
        if players == 1:
            out[0] = 2.0 * shares[0] - 1.0
        elif kind == WIN:
            _win(shares, out)
        else:
            standings(state, points)
            _places(state, points, out)


@compiled
def _win(shares: Any, out: Any) -> None:
    """Shares of the win, moved and stretched: 1 for all of it, 0 in sum."""
    players = len(out)
    total = 0.0  # more than 1 where partners share
    for player in range(players):
        total += shares[player]
    for player in range(players):
        out[player] = (players * shares[player] - total) / (players - total)


@compiled
def _places(state: Any, ranks: Any, out: Any) -> None:
    """The mean over all who are not partners: 1 for one left behind, 0 for an equal, −1."""
    players = len(out)
    for player in range(players):
        ahead = others = 0
        for other in range(players):
            if not is_partner(state, player, other):
                others += 1
                ahead += (ranks[player] > ranks[other]) - (ranks[player] < ranks[other])
        out[player] = ahead / others
