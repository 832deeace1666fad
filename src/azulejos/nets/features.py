"""A position as input features of the networks, the same functions for every game.

Features are binary and sparse ("line 3 holds two blue tiles", "a factory with two blue and two red
tiles lies on the table"): a position is the list of its *active features*, and the first layer adds
up their rows of weights, as in NNUE. Some features are about the table, the same for all sides or
as a side sees it from its seat; others are about one side, and have two rows each: one as the
viewer's own, one as an opponent's. So seats are interchangeable; and so are factories, which have
no place of their own.

===========================================  ======================================================
``is_covered(state)``                        Whether the features cover games with these options:
                                             `supports` of one state, in compiled code.
``features(state, active, spans)``           Write the indexes of all active features: int16
                                             (MAX_ACTIVE,), and where each part of them starts and
                                             ends: int16 (PARTS, 2), see COMMON, SEEN and OF_SIDE.
                                             Returns how many sides there are. An index may occur
                                             twice. A player's side is the seat modulo sides.
``action_features(state, actions, n, out)``  Two features of each of n actions, rows of the policy
                                             network's last layer: int16 (n, 2), what is done, and
                                             with what.
===========================================  ======================================================

A game has these in its module `features`, with their numbers: FEATURES (of the table),
SIDE_FEATURES (about a side) and ACTION_FEATURES; and ``supports(states)``, whether they cover games
with these options, which is to be asked first. A game without features (`no_features`) has no
networks.
"""

from typing import Any

import numpy as np

from azulejos.core.dispatch import Dispatch

#: Features that are active at once: at most so many, in any position of any game.
MAX_ACTIVE = 640
#: Players of a game at most.
PLAYERS = 4
#: Parts of the active features: about the table, the same for all; about the table as each side
#: sees it; and about each side.
COMMON, SEEN, OF_SIDE = 0, 1, 1 + PLAYERS
PARTS = 1 + 2 * PLAYERS

_of_every_game = Dispatch("features", default="azulejos.nets.no_features")


def supports(states: np.ndarray[Any, Any]) -> bool:
    """Whether the features cover all these games (a batch of states): not every option is."""
    encoder = _of_every_game.module_for(states.dtype)
    return encoder is not None and bool(encoder.supports(states))


@_of_every_game
def is_covered(state: Any) -> bool: ...


@_of_every_game
def features(state: Any, active: Any, spans: Any) -> int: ...


@_of_every_game
def action_features(state: Any, actions: Any, n: int, out: Any) -> None: ...
