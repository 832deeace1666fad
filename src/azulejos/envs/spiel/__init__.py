"""The games for OpenSpiel: importing this registers every game that has a module `spiel`.

That module's `GAME` is a subclass of `base.Game`. Each game is loaded by its name and parameters,
such as ``pyspiel.load_game("python_NAME(players=3)")``. Chance is explicit, one piece a node, with
its true probabilities; `docs/openspiel.md` has the parameters and the rest.
"""

from azulejos import games

for _spec in games.all_games().values():
    _part = _spec.part("spiel")
    if _part is not None:
        _part.GAME.register()
