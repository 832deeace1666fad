"""Looking closer at a game: positions, reasons, points, advice."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, RootModel

from azulejos.web.api.models.problems import Reason
from azulejos.web.api.models.tables import EntryShown


class Legality(BaseModel):
    legal: bool
    reason: Reason | None


class Previews(BaseModel):
    previews: Annotated[
        dict[str, list[dict[str, Any]]],
        Field(description="By move: what it would do for you, and what is certain to follow."),
    ]


class PositionShown(BaseModel):
    n: int
    position: dict[str, Any]
    scores: list[int]
    move: EntryShown | None
    facts: Annotated[list[dict[str, Any]], Field(description="What the last entry did.")]


class Drawing(BaseModel):
    """The table after n entries, as SVG, and the scores there."""

    n: int
    drawing: str
    scores: list[int]


class AdviceLine(BaseModel):
    move: str
    values: list[float]
    visits: int
    pv: list[str]


class Advice(BaseModel):
    """What the strongest bot would do: see the engine's answers."""

    move: str
    values: list[float]
    margin: float
    visits: int
    lines: list[AdviceLine]


class GoalShown(BaseModel):
    """Whether it can still be reached."""

    state: Literal["yes", "no", "unknown", "thinking"]


class Source(BaseModel):
    """Points that came from one source, for each side."""

    source: Annotated[
        str | None, Field(description="The kind of facts; null: those the game began with.")
    ]
    title: Annotated[str, Field(description="What it is called, in the reader's language.")]
    points: list[int]


class TallyShown(BaseModel):
    """Where points came from: what happened with each entry, and all points together."""

    facts: list[list[dict[str, Any]]]
    sources: list[Source]
    scores: list[int]


class Level(BaseModel):
    level: int
    name: str
    manner: str


class Bots(RootModel[dict[str, list[Level]]]):
    """The levels of each game."""
