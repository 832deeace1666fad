"""Azul: factories, pattern lines, a 5×5 wall; 2 to 4 players; coloured and grey wall.

`rules.py` are the rules, to be read beside the booklet; `Game`, `Move` and `Deal` are how people
and programs handle them.
"""

from azulejos.azul.game import Game, replay
from azulejos.azul.material import COLOURS
from azulejos.azul.moves import Deal, Move
from azulejos.azul.state import STATE
from azulejos.errors import IllegalMove, MalformedMove, OptionError, PositionError, RecordError

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
