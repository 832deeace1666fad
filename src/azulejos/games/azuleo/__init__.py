"""Azuleo: crosses of coloured triangles that meet in two-coloured tiles; solo, 2, 3, teams of two.

The game is out of print and its rules are a reconstruction: what is inferred is marked † in
`rules.py`, and all of `components.py` is. `Game`, `Move` and `Draw` are how people and programs
handle it.
"""

from typing import TYPE_CHECKING

from azulejos.core.errors import (
    IllegalMove,
    MalformedMove,
    OptionError,
    PositionError,
    RecordError,
)
from azulejos.core.lazy import lazy_names

if TYPE_CHECKING:
    from azulejos.games.azuleo.components import COLOURS, KINDS, PAIRS
    from azulejos.games.azuleo.game import Game, replay
    from azulejos.games.azuleo.moves import Draw, Move
    from azulejos.games.azuleo.state import STATE

__all__ = [
    "COLOURS",
    "KINDS",
    "PAIRS",
    "STATE",
    "Draw",
    "Game",
    "IllegalMove",
    "MalformedMove",
    "Move",
    "OptionError",
    "PositionError",
    "RecordError",
    "replay",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        ".components": ("COLOURS", "KINDS", "PAIRS"),
        ".game": ("Game", "replay"),
        ".moves": ("Draw", "Move"),
        ".state": ("STATE",),
    },
)
