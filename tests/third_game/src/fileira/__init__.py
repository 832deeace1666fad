"""Fileira: tiles with numbers, hidden in hands, laid in rows that ought to rise."""

from fileira.game import Game, replay
from fileira.moves import Draw, Move

__all__ = ["Draw", "Game", "Move", "replay"]
