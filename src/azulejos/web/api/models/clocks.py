"""Clocks, as they are asked for and as they stand."""

from typing import Annotated

from pydantic import BaseModel, Field

from azulejos.web.api.models.basics import Incoming
from azulejos.web.clocks import LEAST, MOST, MOST_INCREMENT, Kind, Then


class NewClock(Incoming):
    """How long people may think. base: seconds for each move, or (fischer) at the start."""

    kind: Kind
    base: Annotated[int, Field(ge=LEAST, le=MOST)]
    increment: Annotated[
        int, Field(ge=0, le=MOST_INCREMENT, description="Seconds more with each move (fischer).")
    ] = 0
    then: Annotated[
        Then,
        Field(
            description="When time is up, a bot makes the move (bot), a bot takes the seat"
            " (seat), or the game is lost (lose)."
        ),
    ] = "bot"


class ClockShown(BaseModel):
    """What the clocks show; times are milliseconds, of a day since 1970."""

    kind: Kind
    base: int
    increment: int
    then: Then
    left: Annotated[list[int], Field(description="What each seat had when the clock was started.")]
    ticking: Annotated[int | None, Field(description="The seat whose clock runs.")]
    due: Annotated[int | None, Field(description="When its time is up.")]
    expired: Annotated[int | None, Field(description="Whose time is up: a bot makes the move.")]
    now: int
