"""Tastes: a bias towards some moves that a person would notice, and what it does to a choice.

``taste(state, action, number)`` says how much a taste likes a legal action: 0 (not at all) to 1.
A game has it in its module `tastes`, with names for the numbers of its own; number 0 likes nothing.
Without search a taste is added to the one-ply evaluation; elsewhere it decides among actions that
the search finds about equally good.
"""

import math
from typing import Any

from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.core.dispatch import Dispatch
from azulejos.core.elementary import log
from azulejos.core.kernel import legal
from azulejos.search.heuristics import heuristic_priors
from azulejos.search.tree import sort_by_prior

#: In place of a taste.
NONE = 0
#: Taste decides among so many of the best actions, if they were visited at least half as often as
#: the best.
CANDIDATES = 6
#: Random numbers are made of two of so many.
_PARTS = 1 << 15

_of_every_game = Dispatch("tastes", default="azulejos.search.no_tastes")


@_of_every_game
def taste(state: Any, action: int, number: int) -> float: ...


@compiled
def rank(state: Any, actions: Any, marks: Any, error: float, number: int, fondness: float) -> int:
    """Write the legal actions, the best first: by heuristic priors, with errors, and by taste.

    The state's generator makes the errors. actions: int16, marks: float64 (MAX_LEGAL,). error:
    their standard deviation, in points; fondness: of the taste with this number, in points too.
    """
    n = legal(state, actions)
    heuristic_priors(state, actions, n, marks)
    for i in range(n):
        marks[i] += error * _normal(state) + fondness * taste(state, actions[i], number)
    sort_by_prior(actions, marks, n)
    return n


@compiled
def liked_most(state: Any, number: int, actions: Any, visits: Any, n: int) -> int:
    """Which of n actions, the most visited first, to take: of those about as good, the one liked.

    actions, visits: any numbers (n,).
    """
    liked = 0
    most = -1.0
    for i in range(min(n, CANDIDATES)):
        if 2 * visits[i] >= visits[0]:
            likes = taste(state, int(actions[i]), number)
            if likes > most:
                liked, most = i, likes
    return liked


@compiled
def _normal(state: Any) -> float:
    """A random number of the standard normal distribution (Marsaglia's polar method)."""
    while True:
        x, y = _within(state), _within(state)
        square = x * x + y * y
        if 0.0 < square < 1.0:
            return x * math.sqrt(-2.0 * log(square) / square)


@compiled
def _within(state: Any) -> float:
    """A random number from −1 to 1."""
    number = below(state, _PARTS) * _PARTS + below(state, _PARTS)
    return (2 * number + 1) / (_PARTS * _PARTS) - 1.0
