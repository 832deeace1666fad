"""What can be asked of the service that changes a table: each a small value, checked by nobody yet.

`by` are the hashed tokens of who asks. `request_id` is the client's own: the same request sent
twice is done once. `Table.decide` makes an event of a command, or refuses it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.analysis.hinting import Hint
from azulejos.web.clocks import ClockTerms
from azulejos.web.rematch import Sides
from azulejos.web.seats import Seat


@dataclass(frozen=True)
class CreateTable:
    """A new table.

    options: the game's own, without chance and first player. record, position: to go on from, with
    at: after how many of its entries. keep_names: the seats are called as the record tells. hints:
    whether they are allowed. listed: whether it is among the open tables. clock: if people have
    one. seed: only for whoever starts a server for themselves. by: the client, see
    `rate_limit.digest`.
    """

    game: str
    seats: Sequence[Seat]
    options: dict[str, Any]
    first: int | None = None
    chance: str = "auto"
    record: dict[str, Any] | None = None
    position: dict[str, Any] | str | None = None
    at: int | None = None
    keep_names: bool = False
    hints: bool = True
    listed: bool = False
    clock: ClockTerms | None = None
    seed: int | None = None
    by: str | None = None


@dataclass(frozen=True)
class PlayMove:
    """A move of a person, or what chance gave where that is entered.

    move: a text, or the value that `Table.read` has made of it. seat: which of one's own seats
    plays. version: the move is refused if the table has gone on from there.
    """

    by: frozenset[str]
    request_id: str
    move: Any
    seat: int | None = None
    version: int | None = None


@dataclass(frozen=True)
class PlayBotMove:
    """A bot's move, a value. position: the bytes of the state for which the bot has chosen it."""

    seat: int
    move: Any
    position: bytes


@dataclass(frozen=True)
class TakeSeat:
    """Somebody sits down on a free seat, or changes the name on their own.

    by: in the order in which the client sent its tokens; new: a token made for this request, used
    if the client has none at this table.
    """

    by: Sequence[str]
    new: str
    seat: int
    name: str


@dataclass(frozen=True)
class LeaveSeat:
    """A seat is given up: by who sits there, or by the others after an absence.

    to_bot: a bot plays on until somebody sits down; else the seat is free, and the game waits.
    online: the seats whose people follow the table.
    """

    by: frozenset[str]
    seat: int
    to_bot: bool
    online: frozenset[int] = frozenset()


@dataclass(frozen=True)
class EndTime:
    """The time of whoever is to move is up: what was agreed on happens."""


@dataclass(frozen=True)
class AskUndo:
    """Take back to one's last decision, or ask the others whether one may."""

    by: frozenset[str]
    request_id: str


@dataclass(frozen=True)
class AnswerUndo:
    """Agree to the undo that was asked for, or refuse it."""

    by: frozenset[str]
    agree: bool


@dataclass(frozen=True)
class TakeHint:
    """Be told where to look, then the move, then why: each time one step more.

    position: the bytes of the state that the hint is for.
    """

    by: frozenset[str]
    request_id: str
    hint: Hint
    position: bytes


@dataclass(frozen=True)
class StartRematch:
    """A new table for the same people; the first who asks sets it up, and says with which sides."""

    by: frozenset[str]
    sides: Sides = "next"


#: What changes a table that is there.
Command = (
    PlayMove
    | PlayBotMove
    | TakeSeat
    | LeaveSeat
    | EndTime
    | AskUndo
    | AnswerUndo
    | TakeHint
    | StartRematch
)
