"""The games for OpenSpiel: importing this registers them all.

A game's module `spiel` has `GAME`, a subclass of `base.Game`; a game without it is made from its
rules, see `default`. Each is loaded by its name and parameters, such as
``pyspiel.load_game("python_NAME(players=3)")``. Chance is explicit, one piece a node, with its true
probabilities; `docs/openspiel.md` has the parameters and the rest.
"""

from azulejos import games
from azulejos.envs.spiel.default import game_class


def register() -> None:
    """Make the games that have come since known to OpenSpiel, too; twice does no harm."""
    import pyspiel  # where it is missing, `base` has said so

    known = pyspiel.registered_names()
    for name, game in games.all_games().items():
        if f"python_{name}" not in known:
            own = game.part("spiel")
            (own.GAME if own else game_class(name)).register()


register()
