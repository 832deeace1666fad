"""What a network is told of a position: rows of its first layer, the same function for every game.

A position is a set of facts ("line 3 holds two blue tiles", "a factory with two blue and two red
tiles lies on the table"), each of which is a row of weights; the first layer adds up the rows of
the facts that hold, as one side sees them. There are facts of the table, some of them the same for
all and some told from a side's seat; and facts about each side, which have two rows: one as that
side's own, one as another's. So seats are interchangeable, all others alike; factories are facts
without a place, so they are, too.

=====================================  ============================================================
``features(state, active, spans)``          Write all that hold: int16 (MOST_FACTS,), and where each part
                                       of them begins and ends, int16 (PARTS, 2): see COMMON, SEEN
                                       and OF_SIDE; returns how many sides there are. May name a row
                                       twice. A player's side is the seat modulo sides.
``action_features(state, actions, n, active)``   Two rows of the policy for each of n actions, int16
                                       (n, 2): what is done, and with what.
=====================================  ============================================================

A game's module of these has the numbers of rows: FACTS (of the table), SIDE_FACTS
(about a side) and CHOICES; and makes itself known to `register`.
"""

from types import ModuleType
from typing import Any

import numpy as np

from azulejos.dispatch import Dispatch

#: No position of any game has more facts at once, nor are there more players.
MAX_ACTIVE = 640
PLAYERS = 4
#: Parts of the facts: what all see alike; what a side sees from its seat, for each side; what there
#: is to tell about it, for each side.
COMMON, SEEN, OF_SIDE = 0, 1, 1 + PLAYERS
PARTS = 1 + 2 * PLAYERS

_of_every_game = Dispatch()


def register(state: np.dtype[Any], module: ModuleType) -> None:
    """A game's facts make themselves known."""
    _of_every_game.register(state, module)


@_of_every_game
def features(state: Any, active: Any, spans: Any) -> int: ...


@_of_every_game
def action_features(state: Any, actions: Any, n: int, active: Any) -> None: ...
