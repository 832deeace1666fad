"""Both games for OpenSpiel: importing this registers them.

``pyspiel.load_game("python_azul(players=3,wall=grey)")`` and
``pyspiel.load_game("python_azuleo(board=oo/oo)")``. Chance is explicit, one tile, cross or plate a
node, with its true probabilities; `docs/openspiel.md` has the parameters and the rest.
"""

from azulejos.games.azul.spiel import AzulGame, AzulState
from azulejos.games.azuleo.spiel import AzuleoGame, AzuleoState

__all__ = ["AzulGame", "AzulState", "AzuleoGame", "AzuleoState"]

for _game in (AzulGame, AzuleoGame):
    _game.register()
