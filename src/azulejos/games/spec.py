"""`GameSpec`: what a game offers to the rest of azulejos.

A game is a package whose modules have the same names for the same things. `game` (with `Game` and
`replay`) and `kernel` it must have; where it lacks one of the others, there is a default or whoever
needs it says what is missing:

==============  ===============================================================================
`heuristics`    What search knows of the game without a network.
`features`      What a network is told of a position; `weights.npz` is the network.
`options`       What can be chosen for it: `OPTIONS`, declared as `core.options` has it.
`reasons`       Why something is refused, as `core.reasons` has it: a code, parts, a sentence.
`host`          What a table asks of a state: how a game begins, what to hide (`core.host`).
`refusals`      Why a move is refused, by the numbers that `host` gives.
`levels`        Its opponents, and how it is searched: see `bots.levels`.
`tastes`        What its opponents like: see `search.tastes`.
`exports`       What it offers to scripts beside what every game does: see `wasm.exports`.
`training`      How its networks are trained: `KINDS`, `SUITS_GPU`, `SETTINGS`.
`benchmarks`    The kinds of games whose speed is measured: `KINDS`.
`words`         What is said of it: `POINTS`, what kinds of facts with points are called; `THEMES`,
                what puzzles of its own are about.
`goal`          Whether the goal of who plays alone can still be reached: see `core.goals`.
`drawing`       Its positions as SVG: `TABLE` is a `draw.table.PositionTable`, `WORDS` and
                `PLURALS` are the words on it, `SYMBOLS` and `PIECES` what it is made of.
`explaining`    What a mistake was about (`kind`), why another move is better (`sentence`), and
                what to look at for a move (`where`); what later points come from (`COUNTED`,
                `counted`), if that can be counted.
`terminal`      Its table in the terminal: `TABLE`.
`spiel`         Its OpenSpiel game: `GAME`.
`rulebook/`     One page of rules in each language, as Markdown.
`puzzles.jsonl` Its puzzles: see `puzzles.puzzle`.
`web/`          Its part of the pages: scripts, a style sheet, a template.
`locale/`       Its words in other languages: catalogues as `web.languages` reads them.
==============  ===============================================================================
"""

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from azulejos.core.options import Options


@dataclass(frozen=True)
class GameSpec:
    """A game and where its parts are. Parts are loaded when they are first asked for.

    name: as it is typed, a Python identifier. title: as it is written. package: the dotted name of
    its package. min_players, max_players: how many can play. recognised_by: a key that `to_dict`
    of this game has and no other's. compiled_functions: how many functions are compiled, about, for
    its rules, its quick opponents, its strongest ones and its reviews, by which progress is told.
    """

    name: str
    title: str
    package: str
    min_players: int
    max_players: int
    recognised_by: str
    compiled_functions: tuple[int, int, int, int] = (50, 10, 60, 40)

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

    @property
    def options(self) -> Options:
        """What can be chosen for the game, as it declares it."""
        declared: Options = getattr(self.part("options"), "OPTIONS", ())
        return declared

    def board_text(self, position: Any) -> str:
        """A position or a view (`to_dict`, `view`) as text in several lines."""
        own = self.part("board_text")
        return own.board_text(position) if own else str(self.Game.from_dict(position))

    def title_of(self, kind: str) -> str:
        """What points of a kind of facts are called, in English."""
        words = self.part("words")
        titles: dict[str, str] = words.POINTS if words else {}
        return titles.get(kind, kind.replace("_", " ").capitalize())

    @cached_property
    def folder(self) -> Path:
        """Where the package lies."""
        found = find_spec(self.package)
        assert found is not None
        assert found.origin is not None
        return Path(found.origin).parent
