"""What the tables of all games have in common when they are drawn."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from azulejos.core.errors import OptionError
from azulejos.core.plain_data import shorten
from azulejos.draw.elements import Block
from azulejos.draw.words import Words


class Table(ABC):
    """A position with the players' names, ready to be drawn, whole or in parts."""

    #: The game's name, as it is typed, and its title, as it is written.
    kind: str
    title: str
    words: Words
    #: The methods that draw a part; they take the index of the part, and `bare`.
    PARTS: ClassVar[tuple[str, ...]]

    @abstractmethod
    def winners(self) -> Sequence[str] | None:
        """Return the names of those who have won, or None while the game goes on."""

    @abstractmethod
    def task(self) -> str:
        """Return in a few words what is to be done in a game that goes on."""

    @abstractmethod
    def scores(self) -> Sequence[tuple[str, int]]:
        """Return the names of the players or sides, each with its points."""

    @abstractmethod
    def whole(self, *, tall: bool) -> Block:
        """Return everything: in one column, or spread out."""

    def options(self) -> Sequence[str]:
        """Return what kind of game it is, beside its title."""
        return ()

    def contents(self) -> Sequence[str]:
        """Return in sentences what lies on the table."""
        return ()

    def for_scripts(self) -> dict[str, Any]:
        """Return the stencils and places by which a page's scripts draw; none by default."""
        return {}

    def status(self) -> str:
        """Return in a few words what is going on."""
        winners = self.winners()
        return self.task() if winners is None else self.words.outcome(winners)

    def description(self) -> str:
        """Return the position in a few sentences, for those who do not see it."""
        scores = ", ".join(f"{name} {points}" for name, points in self.scores())
        sentences = [
            ", ".join([self.title, *self.options()]),
            self.status(),
            self.words.say("scores", scores=scores),
            *self.contents(),
        ]
        return ". ".join(filter(None, sentences)) + "."


class DrawnPosition(Protocol):
    """What every game's positions tell when they have been read for a drawing."""

    @property
    def phase(self) -> str:
        """What the game waits for; "over" at its end."""

    @property
    def players(self) -> int:
        """How many play."""

    def winners(self) -> Sequence[int]:
        """Return the players, or the sides, that have won."""


Position = TypeVar("Position", bound=DrawnPosition)
Highlights = TypeVar("Highlights")


@dataclass(frozen=True)
class PositionTable(Table, Generic[Position, Highlights]):
    """The table of a game that draws pictures: what was read, and what is to be pointed out."""

    position: Position
    words: Words
    lit: Highlights

    @staticmethod
    @abstractmethod
    def read(data: object) -> Position:
        """Read a position; PositionError says what is wrong, and where."""

    @staticmethod
    @abstractmethod
    def highlights(entries: Iterable[object], position: Position) -> Highlights:
        """Read what is to be pointed out; MalformedMove if that cannot be read."""

    @classmethod
    def of(
        cls,
        data: object,
        highlight: Iterable[object],
        names: Sequence[str] | None,
        words: Mapping[str, str] | None,
    ) -> Self:
        """Return the table of a position as plain data."""
        position = cls.read(data)
        spoken = Words(position.players, names, words)
        return cls(position, spoken, cls.highlights(highlight, position))

    def name(self, side: int) -> str:
        """Return the name of a player, or of a side where several play together."""
        return self.words.names[side]

    def winners(self) -> list[str] | None:
        """Return the names of those who have won, or None while the game goes on."""
        if self.position.phase != "over":
            return None
        return [self.name(side) for side in self.position.winners()]


def checked_index(index: object, count: int, what: str) -> int:
    """Return which of `count` parts is meant, or OptionError."""
    if not isinstance(index, int) or index not in range(count):
        raise OptionError(f"{what}: expected 0 to {count - 1}, not {shorten(index)}")
    return index
