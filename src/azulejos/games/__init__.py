"""The games there are, each found by its entry point in the group "azulejos.games".

Our own lie below this package and are found in the same way. Nothing else in azulejos names a game:
whoever needs one asks here by its name, its states or its positions, and gets its `GameSpec`.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

import numpy as np

from azulejos.core.plain_data import shorten
from azulejos.games.spec import GameSpec

__all__ = ["GameSpec", "all_games", "game_of_position", "game_of_state", "names", "spec"]

#: The group of entry points; each leads to a `GameSpec`, such as "my_game.spec:SPEC".
GROUP = "azulejos.games"


class UnknownGame(ValueError):
    """There is no game of this name."""


@cache
def all_games() -> Mapping[str, GameSpec]:
    """Every game's `GameSpec` by its name: our own first, then the others, each by name."""
    # Run from a tree of sources that is not installed, our own games have no entry points.
    found = {
        module.name: f"{__name__}.{module.name}.spec:SPEC"
        for module in iter_modules(__path__)
        if module.ispkg
    }
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        found[point.name] = point.value
    specs = {}
    for name, value in found.items():
        module_name, _, attribute = value.partition(":")
        specs[name] = getattr(import_module(module_name), attribute)
    return MappingProxyType(specs)


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(all_games())


def spec(name: object) -> GameSpec:
    """The game of this name; UnknownGame, a ValueError, lists those there are."""
    found = all_games().get(name) if isinstance(name, str) else None
    if found is None:
        known = " or ".join(names())
        raise UnknownGame(f"there is no game {shorten(name)}: expected {known}")
    return found


def game_of_state(dtype: np.dtype[Any]) -> GameSpec | None:
    """The game whose states have this dtype."""
    return next((game for game in all_games().values() if dtype == game.kernel.STATE), None)


def game_of_position(position: object) -> GameSpec | None:
    """The game whose `to_dict` gives data with these keys."""
    if not isinstance(position, Mapping):
        return None
    return next((g for g in all_games().values() if g.recognised_by in position), None)
