"""Fileira: tiles with numbers, hidden in hands, laid in rows that ought to rise."""

from typing import TYPE_CHECKING

from azulejos.core.lazy import lazy_names

if TYPE_CHECKING:
    from fileira.game import Game, replay
    from fileira.moves import Draw, Move

__all__ = ["Draw", "Game", "Move", "replay"]

# Loaded late: the options can be asked for before the compiler is there.
__getattr__, __dir__ = lazy_names(
    __name__, {".game": ("Game", "replay"), ".moves": ("Draw", "Move")}
)
