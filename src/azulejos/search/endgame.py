"""Exact search of the rest of a round between two players: alpha–beta, to the horizon or the end.

When few tiles remain, everything that can still happen before the next chance step can be looked
at. Where the game ends with the round the result is exact; elsewhere it is as good as the forecast.
"""

from typing import Any

import numpy as np

from azulejos.compiled import compiled
from azulejos.kernel import apply, is_chance, is_over, legal, to_move
from azulejos.search.knowledge import appeals, is_twin
from azulejos.search.tree import PLAYERS, evaluate

#: How deep the rest of a round can be; with more decisions to come, search does not try.
DEEPEST = 24


def solve(kernel: Any, root: Any, most_positions: int) -> tuple[int, float, int] | None:
    """The best action, its value for the player to move, and the positions looked at.

    root: a state of two players (1,) in which a decision is due. None if it would take more
    positions than allowed. The value is the share of the win, with a little for the margin.
    """
    states = np.zeros(DEEPEST + 2, kernel.STATE)
    states[0] = root[0]
    actions = np.zeros((DEEPEST + 2, kernel.MAX_LEGAL), np.int16)
    looks = np.zeros((DEEPEST + 2, kernel.MAX_LEGAL), np.float32)
    spent = np.zeros(1, np.int64)
    best = np.zeros(1, np.int64)
    value = _solve_root(states, actions, looks, spent, most_positions, best)
    if spent[0] > most_positions:
        return None
    return int(best[0]), float(value), int(spent[0])


@compiled
def _solve_root(states: Any, actions: Any, looks: Any, spent: Any, most: int, best: Any) -> float:
    player = to_move(states[0])
    n = _ordered(states, actions, looks)
    alpha = -1.0
    for i in range(n):
        states[1] = states[0]
        apply(states[1], actions[0, i])
        value = _value(states[1:], actions[1:], looks[1:], spent, most, player, alpha, 2.0)
        if value > alpha:
            alpha = value
            best[0] = actions[0, i]
    return alpha


@compiled
def _ordered(states: Any, actions: Any, looks: Any) -> int:
    """Legal actions without twins, the most appealing first: completions come early."""
    state = states[0]
    kept = 0
    n = legal(state, actions[0])
    for i in range(n):
        if not is_twin(state, actions[0, i]):
            actions[0, kept] = actions[0, i]
            kept += 1
    appeals(state, actions[0], kept, looks[0])
    for i in range(1, kept):
        action, look = actions[0, i], looks[0, i]
        at = i
        while at > 0 and looks[0, at - 1] < look:
            actions[0, at], looks[0, at] = actions[0, at - 1], looks[0, at - 1]
            at -= 1
        actions[0, at], looks[0, at] = action, look
    return kept


@compiled
def _value(
    states: Any,
    actions: Any,
    looks: Any,
    spent: Any,
    most: int,
    player: int,
    alpha: float,
    beta: float,
) -> float:
    """What `player` can get from the first state, between alpha and beta."""
    spent[0] += 1
    if is_over(states[0]) or is_chance(states[0]) or len(states) <= 1 or spent[0] > most:
        return _worth(states[0], player)
    maximizes = to_move(states[0]) == player
    best = -1.0 if maximizes else 2.0
    for i in range(_ordered(states, actions, looks)):
        states[1] = states[0]
        apply(states[1], actions[0, i])
        value = _value(states[1:], actions[1:], looks[1:], spent, most, player, alpha, beta)
        if maximizes:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta or spent[0] > most:
            break
    return best


@compiled
def _worth(state: Any, player: int) -> float:
    values = np.empty(PLAYERS)
    points = np.empty(PLAYERS)
    evaluate(state, values, points)
    return values[player]
