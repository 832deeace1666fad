"""Lists of tables: one's own, and those that are open to all."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from azulejos.web.api.models.basics import GameName, Incoming
from azulejos.web.api.models.clocks import NewClock
from azulejos.web.api.models.tables import TableHead

#: Seats that one link brings to another device: more would make it, and its picture, unwieldy.
MOST_BROUGHT = 20


class TableSummary(TableHead):
    """A table of yours, in a list."""

    changed: Annotated[
        int, Field(description="When something happened there last, in milliseconds since 1970.")
    ]


class OwnTables(BaseModel):
    """Your tables: those that are played, then the newest of the others."""

    tables: list[TableSummary]
    complete: Annotated[bool, Field(description="Whether these are all.")]


class Brought(Incoming):
    """Seats of yours that come from another device."""

    tokens: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=100)]],
        Field(min_length=1, max_length=MOST_BROUGHT),
    ]


class WayToBring(BaseModel):
    """A link that brings your seats to another device: a secret, since it plays for you."""

    url: str
    tables: Annotated[int, Field(description="How many tables it brings.")]
    picture: Annotated[
        str | None, Field(description="A QR code of the whole address, as a data URI of an SVG.")
    ]


class OpenSeat(BaseModel):
    kind: str
    name: str
    level: int | None
    taken: bool
    open: bool


class OpenTableShown(BaseModel):
    """A table in the list of open tables."""

    id: str
    url: str
    game: GameName
    options: dict[str, Any]
    clock: NewClock | None
    seats: list[OpenSeat]
    entries: int
    touched: Annotated[int, Field(description="When something happened last: ms since 1970.")]


class OpenTablesShown(BaseModel):
    """Tables whose makers want them to be found; those with a free seat first."""

    tables: list[OpenTableShown]
