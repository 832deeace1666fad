"""What the stream of a table's events tells."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from azulejos.web.api.models.tables import TableShown, TableState
from azulejos.web.events import Type
from azulejos.web.phrases import Phrase


class EventShown(BaseModel):
    """What happened at a table, in the stream of events; what its type does not need is null."""

    version: Annotated[int, Field(description="The version of the table that it led to.")]
    type: Annotated[
        Literal[Type, "table"],
        Field(description="table: for those who have missed too much."),
    ]
    n: Annotated[int | None, Field(description="Entries in all: with a move, after an undo.")]
    turn: int | None
    text: str | None
    drawn: list[str]
    round: int | None
    points: list[int]
    round_points: list[int]
    seat: Annotated[
        int | None, Field(description="Who sat down or left, whose time is up, who asks for undo.")
    ]
    url: Annotated[str | None, Field(description="The table of a rematch.")]
    facts: Annotated[
        list[dict[str, Any]],
        Field(description="What a move did, in order: kind, player, points, and its numbers."),
    ]
    table: Annotated[
        TableShown | TableState | None,
        Field(description="The table as it is now; of events that were missed, the last has it."),
    ]


class OnlineShown(BaseModel):
    """Who follows the table now, in the stream of its events. watching: without a seat."""

    type: Literal["online"]
    seats: list[int]
    watching: int


class PhraseShown(BaseModel):
    """What somebody says, in the stream of events; it is kept nowhere."""

    type: Literal["phrase"]
    seat: int
    phrase: Phrase
