"""`GameSpec`: what a game offers to the rest of azulejos.

A game is a package whose modules have the same names for the same things. `game` (with `Game` and
`replay`) and `kernel` it must have; where it lacks one of the others, there is a default or whoever
needs it says what is missing:

==============  ===============================================================================
`heuristics`    What search knows of the game without a network.
`features`      What a network is told of a position; `weights.npz` is the network.
`options`       What can be chosen for it: `OPTIONS`, declared as `core.options` has it.
`levels`        Its opponents, and how it is searched: see `bots.levels`.
`training`      How its networks are trained: `KINDS`, `SUITS_GPU`, `SETTINGS`.
`benchmarks`    The kinds of games whose speed is measured: `KINDS`.
`drawing`       Its positions as SVG; `WORDS` and `PLURALS` are the words on them.
`terminal`      Its table in the terminal: `TABLE`.
`spiel`         Its OpenSpiel game: `GAME`.
`rulebook/`     One page of rules in each language, as Markdown.
`web/`          Its part of the pages: scripts, a style sheet, a template.
==============  ===============================================================================
"""

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class GameSpec:
    """A game and where its parts are. Parts are loaded when they are first asked for.

    name: as it is typed, a Python identifier. title: as it is written. package: the dotted name of
    its package. min_players, max_players: how many can play. recognised_by: a key that `to_dict`
    of this game has and no other's.
    """

    name: str
    title: str
    package: str
    min_players: int
    max_players: int
    recognised_by: str

    @property
    def Game(self) -> Any:  # noqa: N802  (it is the class)
        """The game's `Game` class."""
        return self.module.Game

    @property
    def kernel(self) -> Any:
        """The game's kernel module."""
        return self.part("kernel")

    @cached_property
    def module(self) -> Any:
        """The game's package itself."""
        return import_module(self.package)

    def part(self, name: str) -> ModuleType | None:
        """A module of the game's package, or None if the game has no such part."""
        module = f"{self.package}.{name}"
        return import_module(module) if find_spec(module) else None

    def board_text(self, position: Any) -> str:
        """A position or a view (`to_dict`, `view`) as text in several lines."""
        own = self.part("board_text")
        return own.board_text(position) if own else str(self.Game.from_dict(position))

    @cached_property
    def folder(self) -> Path:
        """Where the package lies."""
        found = find_spec(self.package)
        assert found is not None
        assert found.origin is not None
        return Path(found.origin).parent
