"""What people do at a table, and what they are answered."""

from typing import Annotated

from pydantic import BaseModel, Field

from azulejos.web.api.models.basics import Incoming, Name, RequestId
from azulejos.web.phrases import Phrase
from azulejos.web.rematch import Sides


class Sitting(Incoming):
    """Somebody who sits down."""

    name: Name


class NewRematch(Incoming):
    """Playing again with the same people."""

    sides: Annotated[
        Sides,
        Field(
            description="Who began is last now (next), or begins again (same), or the partners"
            " change, too (partners, where teams play)."
        ),
    ] = "next"


class Leaving(Incoming):
    """A seat that is given up."""

    to_bot: Annotated[
        bool, Field(description="A bot plays on until somebody sits down; else the game waits.")
    ]


class Saying(Incoming):
    """A quick phrase."""

    phrase: Phrase


class NewMove(Incoming):
    """A move, or what chance gave where that is entered."""

    id: RequestId
    move: Annotated[str, Field(min_length=1, max_length=100)]
    seat: Annotated[int | None, Field(ge=0, le=3)] = None
    version: Annotated[
        int | None, Field(ge=0, description="Refused if the table has gone on from there.")
    ] = None


class Played(BaseModel):
    version: int
    replayed: bool


class NewHint(Incoming):
    """A request for the next step of a hint."""

    id: RequestId


class HintTold(BaseModel):
    """The next step of a hint. why: in the reader's language, with the last step."""

    version: int
    why: str | None


class NewUndo(Incoming):
    """A request to take back one's last decision."""

    id: RequestId


class UndoAnswer(Incoming):
    """Whether one agrees to an undo."""

    agree: bool
