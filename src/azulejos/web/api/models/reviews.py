"""Reviews of finished games."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from azulejos.web.api.models.basics import Incoming


class ReviewShown(BaseModel):
    """A review, as far as it is.

    state: nobody has asked for it ("none"); it waits for others ("waiting"), is made ("running"),
    is ready ("done"), waits to be gone on with after a restart ("stopped"), or cannot be made
    ("failed"). done, total: its parts. review: as `Review.to_dict()` tells it, without the record;
    null where there is none, or nothing newer than was asked for.
    """

    state: Literal["none", "waiting", "running", "done", "stopped", "failed"]
    done: int
    total: int
    review: dict[str, Any] | None


class NewTry(Incoming):
    """Another move in a decision of a reviewed game."""

    step: Annotated[int, Field(ge=0, le=100_000, description="Of the review, from 0.")]
    move: Annotated[str, Field(min_length=1, max_length=100)]


class Tried(BaseModel):
    """What a move would have been.

    solved: it is no mistake. positions: after it and after the best move, by move, as who decides
    sees them. text and why are in the reader's language.
    """

    move: str
    verdict: str
    loss: float
    se: float
    solved: bool
    best: str
    text: str
    why: str
    positions: dict[str, dict[str, Any]]
