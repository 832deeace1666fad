"""What the terminal needs to know about a game: `TABLE` of its module `terminal`."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from typing import Any, Protocol, Self

from rich.console import RenderableType

from azulejos import games
from azulejos.cli.tiles import Brush

Position = dict[str, Any]  # what to_dict() and view() give
Record = dict[str, Any]


class Game(Protocol):
    """The part of a game's `Game` that is used here."""

    @property
    def phase(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def scores(self) -> Sequence[int]: ...
    @property
    def winners(self) -> Sequence[int]: ...
    def legal_moves(self) -> Sequence[object]: ...
    def play(self, move: Any, player: int | None = None) -> None: ...
    @property
    def entries(self) -> int: ...
    def undo(self) -> None: ...
    def undo_to(self, entries: int) -> None: ...

    def copy(self) -> Self: ...
    def redrawn(self, players: Collection[int], rng: Random) -> Self: ...
    def to_dict(self) -> Position: ...
    def to_text(self) -> str: ...
    def view(self, player: int) -> Position: ...
    def record(self) -> Record: ...


class Table(ABC):
    """A game in the terminal: how its positions look, how its moves are typed and told."""

    #: The value of --game, and "game" in a record.
    name: str
    #: The option that, set to "manual", lets chance be typed in.
    chance: str
    #: The phase in which chance is awaited then.
    chance_phase: str
    #: How moves are typed: (text, meaning).
    notation: tuple[tuple[str, str], ...]

    @property
    def title(self) -> str:
        return games.spec(self.name).title

    @property
    def options(self) -> frozenset[str]:
        """Constructor arguments beside players, first and seed: what the game declares."""
        return frozenset(option.name for option in games.spec(self.name).options)

    @property
    def package(self) -> Any:
        """The game itself; loaded late, since the compiler comes with it."""
        return games.spec(self.name).module

    @abstractmethod
    def questions(self, players: int) -> list[tuple[str, str, list[str]]]:
        """What to ask before a new game: option, question, choices with the usual one first."""

    @abstractmethod
    def normalise(self, typed: str, phase: str) -> str:
        """A move as it is written, from what a person typed."""

    @abstractmethod
    def board(
        self, view: Position, names: Sequence[str], brush: Brush, width: int
    ) -> RenderableType:
        """The whole position; players' names as they are shown."""

    @abstractmethod
    def request(self, view: Position, names: Sequence[str]) -> str:
        """What is wanted, from the player to act or from chance, in a few words."""

    @abstractmethod
    def moves(self, game: Game) -> list[tuple[str, list[str]]]:
        """The moves to list for the player to act, in labelled groups."""

    @abstractmethod
    def story(
        self, move: str, before: Position, after: Position, names: Sequence[str]
    ) -> list[str]:
        """What a move did, in lines that everyone may read."""

    @abstractmethod
    def result(
        self, final: Position, winners: Sequence[int], names: Sequence[str]
    ) -> RenderableType:
        """The end of the game: scores and winners."""

    def hides(self, view: Position) -> bool:  # noqa: ARG002
        """Whether a view leaves out what its player may not know."""
        return False

    def together(self, view: Position, one: int, other: int) -> bool:  # noqa: ARG002
        """Whether two players may see the same."""
        return True


NAMES = games.names()


@cache
def table(name: str) -> Table:
    """The table of a game by its name: that of its module `terminal`, or a plain one."""
    own = games.spec(name).part("terminal")
    if own is None:
        from azulejos.cli.plain_table import PlainTable

        return PlainTable(name)
    made: Table = own.TABLE()
    return made


def recognised(position: Position) -> str | None:
    """The name of the game that this is a position of, by its look."""
    found = games.game_of_position(position)
    return found.name if found else None
