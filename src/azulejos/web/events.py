"""What happened at a table: what is stored of it, sent to those who follow, and replayed."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from azulejos import games
from azulejos.core.game import TableGame
from azulejos.core.history import LogEntry

if TYPE_CHECKING:
    from azulejos.web.tables import Table

Game = TableGame[Any, Any]
Type = Literal[
    "move",
    "undo",
    "seat",
    "left",
    "time_up",
    "lost_on_time",
    "undo_asked",
    "undo_refused",
    "hint",
    "rematch",
]
#: The format of events that this version reads. A kind of event, or of what is in it, that came
#: later and that older versions cannot do without has a number of its own in NEEDS; it is stored
#: with the event (`needs`), and a version that reads less leaves the table to newer ones. What has
#: no number there older versions pass over: they count it, and all else stays as it is.
READS = 2
NEEDS: Mapping[str, int] = {"lost_on_time": 2}


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table, which led to this version of it.

    `body` is plain data, stored as it is: a move's turn, text and draws; the entries an undo keeps
    and, where hidden draws are others from then on, the record; a seat, with its hashed
    token, or the level of the bot that keeps it from then on; `at`, when it was decided;
    `clock`, what the clocks show from then on; `needs`, see `NEEDS`.
    `idempotency_key` is a hashed token and the id that the client gave, so that the same command is
    not executed twice. `game` is the game after it, where that is known already: chance is drawn
    once. `entry` is the game's last entry then, told for the event already. `new_table` is one that
    is set up by it: both are stored, or neither.
    """

    version: int
    type: Type
    body: dict[str, Any]
    idempotency_key: str | None = None
    game: Game | None = field(default=None, repr=False, compare=False)
    entry: LogEntry | None = field(default=None, repr=False, compare=False)
    new_table: "Table | None" = field(default=None, repr=False, compare=False)

    @property
    def is_for_newer(self) -> bool:
        """Whether only a newer version knows what has happened."""
        return bool(self.body.get("needs", 1) > READS)

    @property
    def asked(self) -> str:
        """What was asked for: a move, by its text, or the type of anything else."""
        if self.type == "move":
            return str(self.body["text"])
        return "undo" if self.type == "undo_asked" else self.type

    @property
    def has_record(self) -> bool:
        """Whether the game after it has to be replayed from a record, which takes a while."""
        return "record" in self.body and self.game is None

    def replayed(self) -> Game:
        """The game that its record leads to."""
        record = self.body["record"]
        game: Game = games.spec(record["game"]).module.replay(record)
        return game
