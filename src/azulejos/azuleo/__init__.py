"""Azuleo: crosses of coloured triangles that meet in two-coloured tiles; solo, 2, 3, teams of two.

The game is out of print and its rules are a reconstruction: what is inferred is marked † in
`rules.py`, and all of `material.py` is. `Game`, `Move` and `Draw` are how people and programs
handle it.
"""

from azulejos.azuleo.game import Game, replay
from azulejos.azuleo.material import COLOURS, KINDS, PAIRS
from azulejos.azuleo.moves import Draw, Move
from azulejos.azuleo.state import STATE
from azulejos.errors import IllegalMove, MalformedMove, OptionError, PositionError, RecordError

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
