"""What comes in and goes out, as the API's documentation has it."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel

from azulejos import games
from azulejos.web.seats import NAME_LIMIT


def _known_game(name: str) -> str:
    if name not in games.names():
        raise ValueError(f"expected {' or '.join(games.names())}")
    return name


GameName = Annotated[str, AfterValidator(_known_game)]
Name = Annotated[str, Field(max_length=4 * NAME_LIMIT, description="Kept short and tidy.")]
RequestId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern=r"^[^\x00]+$",  # no database keeps it
        description="The client's own id of this request.",
    ),
]


class Incoming(BaseModel):
    """Exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(Incoming):
    """Who shall sit on a seat."""

    kind: Literal["me", "here", "link", "bot"]
    name: Name = ""
    level: Annotated[int | None, Field(ge=1, le=8)] = None


class Options(Incoming):
    """The options of a game. All that is left out is as usual."""

    players: Annotated[int | None, Field(ge=1, le=4)] = None
    wall: Literal["coloured", "grey"] | None = None
    idle_limit: Annotated[int | None, Field(ge=1, le=1000)] = None
    mode: Literal["normal", "fill", "score"] | None = None
    claims: Literal["found", "hinted", "automatic"] | None = None
    lenient: bool | None = None
    open_hands: bool | None = None
    exchange: bool | None = None
    free_border: bool | None = None
    blockades: Annotated[int | None, Field(ge=0, le=64, description="null: no limit")] = None
    final_claims: bool | None = None
    border_pairs: bool | None = None
    equal_plates: bool | None = None
    board: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=8)]] | None,
        Field(min_length=1, max_length=8, description="Rows of '.', 'o' (dotted) and 'x' (none)."),
    ] = None


Seats = Annotated[list[NewSeat], Field(min_length=1, max_length=4)]


class NewTable(Incoming):
    """A table to be set up. Left out: Azul, me against a bot of level 3."""

    game: GameName = "azul"
    options: Options = Options()
    seats: Seats | None = None
    first: Annotated[
        int | None, Field(ge=0, le=3, description="Who begins; null: chance decides.")
    ] = None
    chance: Annotated[
        Literal["auto", "manual"], Field(description="manual: deals and draws are entered.")
    ] = "auto"
    record: Annotated[dict[str, Any] | None, Field(description="A record to go on from.")] = None
    position: Annotated[
        dict[str, Any] | str | None, Field(description="A position to go on from.")
    ] = None
    at: Annotated[
        int | None, Field(ge=0, le=100_000, description="How many entries of the record to keep.")
    ] = None


class Sitting(Incoming):
    """Somebody who sits down."""

    name: Name


class NewMove(Incoming):
    """A move, or what chance gave where that is entered."""

    id: RequestId
    move: Annotated[str, Field(min_length=1, max_length=100)]
    seat: Annotated[int | None, Field(ge=0, le=3)] = None
    version: Annotated[
        int | None, Field(ge=0, description="Refused if the table has gone on from there.")
    ] = None


class NewUndo(Incoming):
    """A request to take back one's last decision."""

    id: RequestId


class UndoAnswer(Incoming):
    """Whether one agrees to an undo."""

    agree: bool


class NewBranch(Incoming):
    """A table that goes on from an earlier point."""

    at: Annotated[int, Field(ge=0, le=100_000)]
    seats: Seats | None = None


class ProblemDetail(BaseModel):
    code: str
    message: str
    retry_after: int | None = None


class Problem(BaseModel):
    """What every refusal looks like."""

    error: ProblemDetail


class SeatShown(BaseModel):
    kind: str
    name: str
    level: int | None
    taken: bool
    mine: bool
    online: bool


class EntryShown(BaseModel):
    """A move, or a draw that was entered; n: entries in all, with this one."""

    n: int
    turn: int | None
    text: str
    drawn: list[str]
    round: Annotated[int | None, Field(description="In Azul, the round.")]
    points: Annotated[list[int], Field(description="What it brought each player, if it scored.")]
    round_points: Annotated[
        list[int], Field(description="If it ended a round of Azul, what that brought each player.")
    ]


class UndoShown(BaseModel):
    can: bool
    asks: Annotated[bool, Field(description="The others will be asked whether they agree.")]
    asked_by: int | None
    agreed: list[int]


class Result(BaseModel):
    scores: list[int]
    winners: list[int]
    order: Annotated[list[int], Field(description="The seats, best first.")]
    rows: Annotated[
        list[int] | None,
        Field(description="In Azul, complete rows: they decide among equal points."),
    ]


class TableShown(BaseModel):
    """A table as the one who asks may see it."""

    id: str
    version: int
    game: GameName
    options: dict[str, Any]
    chance: Literal["auto", "manual"]
    seats: list[SeatShown]
    mine: list[int]
    viewer: Annotated[int | None, Field(description="The seat whose view `position` is.")]
    position: dict[str, Any]
    phase: str
    turn: int | None
    entries: int
    legal: list[str]
    claims_open: list[str]
    scores: list[int]
    has_secrets: Annotated[bool, Field(description="Whether players hide something.")]
    gains: dict[str, int]
    thinking: bool
    stopped: Annotated[
        Literal["too_long", "bots_failed"] | None,
        Field(description="Why nothing goes on here, though the game is not over."),
    ]
    undo: UndoShown
    result: Result | None
    rematch: str | None
    date: Annotated[str | None, Field(description="When the game was begun, if that is known.")]
    opening: list[str]
    moves: Annotated[
        list[EntryShown],
        Field(description="The newest entries; older ones are at `/entries`, part by part."),
    ]


class MovesShown(BaseModel):
    """A part of the list of moves. `entries`: how many there are in all."""

    version: int
    entries: int
    moves: list[EntryShown]


class TableMade(BaseModel):
    id: str
    url: str
    token: str
    seat_links: dict[str, str]
    table: TableShown


class Played(BaseModel):
    version: int
    replayed: bool


class Version(BaseModel):
    version: int


class Link(BaseModel):
    url: str


class Reason(BaseModel):
    legal: bool
    reason: str | None


class PositionShown(BaseModel):
    n: int
    position: dict[str, Any]
    scores: list[int]
    move: EntryShown | None
    steps: list[dict[str, Any]]
    placed: Annotated[
        dict[str, Any] | None, Field(description="The position before the steps, if there are any.")
    ]


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


class Fillable(BaseModel):
    state: Literal["yes", "no", "unknown", "thinking"]


class Source(BaseModel):
    """Points that came from one source, for each player; in Azuleo for each side."""

    source: Literal["tiles", "row", "column", "colour", "floor", "pairs", "azuleos", "blockades"]
    points: list[int]


class TallyShown(BaseModel):
    """Where points came from: for each entry the steps that scored after it, and all together."""

    steps: list[list[dict[str, Any]]]
    sources: list[Source]
    scores: list[int]


class Level(BaseModel):
    level: int
    name: str
    manner: str


class Bots(RootModel[dict[str, list[Level]]]):
    """The levels of each game."""


class GameReadiness(BaseModel):
    """How far a game is prepared on this machine."""

    rules: Annotated[bool, Field(description="Whether it can be played.")]
    levels: Annotated[list[bool], Field(description="Whether a bot of each level can move.")]
    stage: Annotated[
        Literal["rules", "quick", "strong"] | None,
        Field(description="What is being prepared; null when all is ready."),
    ]
    step: Annotated[int, Field(description="The number of this stage, from 1.")]
    steps: Annotated[int, Field(description="How many stages there are.")]
    needs: Annotated[list[int], Field(description="How many of them a bot of each level needs.")]
    share: Annotated[float, Field(description="How much of this stage is done, about: 0 to 1.")]


class Ready(RootModel[dict[str, GameReadiness]]):
    """How far each game is prepared."""


class Health(BaseModel):
    status: Literal["ok"]
    version: str
    tables: int
    thinking: int
    ready: Annotated[bool, Field(description="Whether the rules of every game are compiled.")]
