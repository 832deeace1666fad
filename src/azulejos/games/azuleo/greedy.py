"""The greedy player of Azuleo: a fixed reference, which looks no further than this turn's points.

It claims every unplayable field, lays for the most points (chance decides among equals), swaps a
random plate only when it cannot lay, and gives up its turn when it must.
"""

from typing import Any

from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.games.azuleo.actions import is_claim, is_lay, laid_by
from azulejos.games.azuleo.kernel import legal
from azulejos.games.azuleo.rules import points_of_lay, side_of


@compiled
def greedy(state: Any, actions: Any) -> int:
    """The greedy action. actions: room for the legal ones, int16 (MAX_LEGAL,)."""
    best = -1
    chosen = -1
    equals = 0
    for i in range(legal(state, actions)):
        action = int(actions[i])
        gain = points_at_once(state, action)
        equals = equals + 1 if gain == best else 1
        if gain > best or (gain == best and below(state, equals) == 0):
            best = gain
            chosen = action
    return chosen


#: A claim comes first: it costs nothing. Whatever does not lay comes last.
_CLAIM, _OTHER = 1000, 0


@compiled
def points_at_once(state: Any, action: int) -> int:
    """The points of a lay, above all others for a claim and below all for what is no lay."""
    if is_lay(action):
        field, orientation = laid_by(action)
        return 1 + points_of_lay(state, side_of(state, state.turn), field, orientation)
    return _CLAIM if is_claim(action) else _OTHER
