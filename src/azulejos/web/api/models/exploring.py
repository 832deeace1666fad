"""Positions that are explored and analysed."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from azulejos.analysis.exploring import MOST_MOVES
from azulejos.web.api.models.basics import GameName, Incoming
from azulejos.web.api.models.tables import EntryShown, TableState

#: What is explored begins with a position, and goes on along a line of moves and draws.
PositionGiven = Annotated[
    # Text comes first: of what is wrong with either, the first is told.
    Annotated[str, Field(max_length=2_000)] | dict[str, Any],
    Field(description="A position, as data or as one line of text."),
]
LineGiven = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=100)]],
    Field(max_length=MOST_MOVES, description="Moves and draws from there on."),
]


class Explore(Incoming):
    """A position, and what is tried from there."""

    game: GameName
    position: PositionGiven
    moves: LineGiven = Field(default=[])


class ExploredEntry(EntryShown):
    """A move or a draw that was tried."""

    facts: Annotated[list[dict[str, Any]], Field(description="What it did, in order.")]


class Explored(BaseModel):
    """A position along a line: all lies open, and one acts for all sides."""

    position: Annotated[str, Field(description="In one line of text.")]
    table: TableState
    entry: Annotated[ExploredEntry | None, Field(description="What was done last.")]
    draws: Annotated[bool, Field(description="Whether chance is due, which is given or sampled.")]
    drawing: Annotated[
        str | None, Field(description="As SVG, where no script of the game draws it.")
    ]


class Draws(BaseModel):
    """What chance may give: draws up to the next decision."""

    draws: list[str]


class Analyse(Explore):
    """A position to be analysed for as long as one reads the answer."""

    multipv: Annotated[int, Field(ge=1, le=20, description="How many variations to tell.")] = 5


class AnalysedLine(BaseModel):
    """A variation: its first move, every player's share of the win after it, and how it goes on."""

    move: str
    values: list[float]
    margin: float
    visits: int
    pv: list[str]


class Analysed(BaseModel):
    """An analysis as far as it is: one line of the answer, each more exact than the last.

    values: every player's share of the win. margin: points of the player to act above the best
    opponent; alone, points. proven: the best move's are facts. done: this is the last line.
    """

    move: str
    values: list[float]
    margin: float
    visits: int
    proven: bool
    done: bool
    variations: list[AnalysedLine]
