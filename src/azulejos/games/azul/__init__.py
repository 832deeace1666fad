"""Azul: factories, pattern lines, a 5×5 wall; 2 to 4 players; coloured and grey wall.

`rules.py` are the rules, to be read beside the booklet; `Game`, `Move` and `Deal` are how people
and programs handle them.
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
    from azulejos.games.azul.components import COLOURS
    from azulejos.games.azul.game import Game, replay
    from azulejos.games.azul.moves import Deal, Move
    from azulejos.games.azul.state import STATE

__all__ = [
    "COLOURS",
    "STATE",
    "Deal",
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
        ".components": ("COLOURS",),
        ".game": ("Game", "replay"),
        ".moves": ("Deal", "Move"),
        ".state": ("STATE",),
    },
)
