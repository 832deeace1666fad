"""The room of a module: one record in its memory, where scripts and compiled functions meet.

Scripts write a state, actions and settings there, call an export, and read what it left. Only what
grows (networks, trees) lies elsewhere, at addresses that the record tells.
"""

from typing import Any

import numpy as np

from azulejos.core.facts import FACT_WIDTH, MAX_FACTS
from azulejos.core.host import MAX_PARTS
from azulejos.games.spec import GameSpec
from azulejos.nets.features import PLAYERS
from azulejos.search.endgame import solver_dtype
from azulejos.search.summary import WIDTH
from azulejos.search.workspace import MAX_PLY, workspace_dtype

#: Numbers that a game's options take at most.
CHOICES = 128

#: Trees that are added up at once: one of every worker.
MAX_TREES = 8

#: Where the arrays of a network begin in memory, and their sizes: see `nets.network.Weights`.
_NETWORK = [
    (name, "u4")
    for name in (
        *("first", "first_rows", "width", "second", "depth", "last", "last_rows"),
        *("side_features", "action_features"),
    )
]


def _record(fields: list[Any]) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype(fields, align=True)))


def room_dtype(spec: GameSpec) -> np.dtype[Any]:
    """The record of a game's module.

    A game's own exports find there what `ROOM` of its module `exports` asks for.
    """
    kernel = spec.kernel
    return _record(
        [
            ("states", kernel.STATE, (2,)),  # the one that is asked about; one to try things in
            ("root", kernel.STATE, (1,)),  # what is searched
            ("seed", "i8"),
            ("actions", "i2", (kernel.MAX_LEGAL,)),
            ("allowed", "i1", (kernel.ACTIONS,)),
            ("gains", "i4", (kernel.MAX_LEGAL,)),
            ("weights", "i4", (kernel.OUTCOMES,)),
            ("outcomes", "i2", (kernel.MOST_DRAWS,)),
            ("points", "i4", (kernel.MAX_PLAYERS,)),
            ("ranks", "i4", (kernel.MAX_PLAYERS,)),
            ("shares", "f8", (kernel.MAX_PLAYERS,)),
            ("observation", "i2", (kernel.OBSERVATION,)),
            ("facts", "i4", (MAX_FACTS + 1, FACT_WIDTH)),
            ("choices", "i8", (CHOICES,)),
            ("parts", "i8", (MAX_PARTS,)),
            *getattr(spec.part("exports"), "ROOM", ()),
            ("evaluator", "i8"),  # of the search, as in `SearchConfig`
            ("c_puct", "f8"),
            ("prior_temperature", "f8"),
            ("fpu_reduction", "f8"),
            ("heuristic_weight", "f8"),
            ("networks", _record(_NETWORK), (2,)),  # value, policy
            ("tree", "u4"),  # where its arrays begin, and how many nodes it can hold
            ("capacity", "u4"),
            ("used", "i8", (1,)),
            ("rows", "f8", (MAX_TREES * (1 + kernel.ACTIONS), WIDTH)),  # see `search.summary`
            ("line", "i4", (MAX_PLY + 1,)),
            ("marks", "f8", (kernel.MAX_LEGAL,)),  # of actions at one ply
            ("error", "f8"),
            ("fondness", "f8"),
            ("values", "f8", (PLAYERS,)),
            ("expected", "f8", (PLAYERS,)),
            ("buffers", workspace_dtype(kernel)),
            ("solver", solver_dtype(kernel)),
        ]
    )
