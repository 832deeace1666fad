"""What comes in and goes out, as the API's documentation has it."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel, WithJsonSchema

from azulejos import games
from azulejos.analysis.exploring import MOST_MOVES
from azulejos.core.errors import InputError
from azulejos.core.options import schema
from azulejos.core.reasons import NOT_A_CHOICE, given
from azulejos.core.record_head import MAX_LEVEL
from azulejos.web.clocks import LEAST, MOST, MOST_INCREMENT, Kind, Then
from azulejos.web.phrases import Phrase
from azulejos.web.push_sending import MOST_ENDPOINT
from azulejos.web.seats import NAME_LIMIT

#: Seats that one link brings to another device: more would make it, and its picture, unwieldy.
MOST_BROUGHT = 20


def _known_game(name: str) -> str:
    if name not in games.names():
        raise InputError(NOT_A_CHOICE(known=tuple(games.names()), given=given(name)))
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
    level: Annotated[int | None, Field(ge=1, le=MAX_LEVEL)] = None


def _options_schema() -> dict[str, Any]:
    """The options of all games, as each declares them."""
    of_games = []
    for game in games.all_games().values():
        of_game = schema(tuple(option for option in game.options if not option.is_chance))
        players = {"type": "integer", "minimum": game.min_players, "maximum": game.max_players}
        of_game["properties"]["players"] = players
        of_games.append({"title": f"Options of {game.title}", **of_game})
    return {"anyOf": of_games, "description": "What is left out is as usual."}


Options = Annotated[dict[str, Any], WithJsonSchema(_options_schema())]
Seats = Annotated[list[NewSeat], Field(min_length=1, max_length=4)]


class NewClock(Incoming):
    """How long people may think. base: seconds for each move, or (fischer) at the start."""

    kind: Kind
    base: Annotated[int, Field(ge=LEAST, le=MOST)]
    increment: Annotated[
        int, Field(ge=0, le=MOST_INCREMENT, description="Seconds more with each move (fischer).")
    ] = 0
    then: Annotated[
        Then, Field(description="When time is up: a bot makes the move, or takes the seat.")
    ] = "bot"


class NewTable(Incoming):
    """A table to be set up. Left out: the first game, me against a bot of the usual level."""

    game: GameName = games.names()[0]
    options: Options = {}
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
    hints: Annotated[
        bool, Field(description="Whether hints may be taken, where no other people play.")
    ] = True

    listed: Annotated[
        bool, Field(description="Whether it is among the open tables, where strangers find it.")
    ] = False
    clock: NewClock | None = None


class Leaving(Incoming):
    """A seat that is given up."""

    to_bot: Annotated[
        bool, Field(description="A bot plays on until somebody sits down; else the game waits.")
    ]


class PushKeys(Incoming):
    p256dh: Annotated[str, Field(min_length=80, max_length=100)]
    auth: Annotated[str, Field(min_length=16, max_length=40)]


class NewSubscription(Incoming):
    """A browser's subscription to Web Push, as its `toJSON()` has it."""

    endpoint: Annotated[str, Field(min_length=1, max_length=MOST_ENDPOINT)]
    keys: PushKeys
    expirationTime: float | None = None  # noqa: N815 (as browsers call it)


class EndedSubscription(Incoming):
    """A browser that is to be told nothing any more."""

    endpoint: Annotated[str, Field(min_length=1, max_length=MOST_ENDPOINT)]


class PushKeyShown(BaseModel):
    """The public key that a browser subscribes with, in base64url."""

    key: str | None


class Saying(Incoming):
    """A quick phrase."""

    phrase: Phrase


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


class NewHint(Incoming):
    """A request for the next step of a hint."""

    id: RequestId


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


class Reason(BaseModel):
    """Why something is refused. A part of kind reason is again an object of code and parts."""

    code: Annotated[str, Field(description="What is refused, or why: for programs.")]
    parts: Annotated[dict[str, Any], Field(description="What the message speaks of, by name.")]
    message: Annotated[str, Field(description="Why, in the language that the request accepts.")]
    place: Annotated[
        list[str],
        Field(description="Where it is wrong, from the outermost in: an entry, a path, a move."),
    ]


class ProblemDetail(Reason):
    retry_after: int | None = None


class Problem(BaseModel):
    """What every refusal looks like."""

    error: ProblemDetail


#: What every request may be answered besides.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Problem, "description": "What was refused, and why"},
    422: {"model": Problem, "description": "Something in the request cannot be"},
    "5XX": {"model": Problem, "description": "Something went wrong here"},
}


class SeatShown(BaseModel):
    kind: str
    name: str
    level: int | None
    taken: bool
    open: Annotated[
        bool, Field(description="One can sit down: it is free, or a bot keeps it meanwhile.")
    ]
    mine: bool
    online: bool
    hints: Annotated[int, Field(description="In how many decisions a hint was taken.")]


class EntryShown(BaseModel):
    """A move, or a draw that was entered; n: entries in all, with this one."""

    n: int
    turn: int | None
    text: str
    drawn: list[str]
    round: Annotated[int | None, Field(description="Where there are rounds.")]
    points: Annotated[list[int], Field(description="What it brought each player, if it scored.")]
    round_points: Annotated[
        list[int], Field(description="If it ended a round, what that brought each player.")
    ]


class UndoShown(BaseModel):
    can: bool
    asks: Annotated[bool, Field(description="The others will be asked whether they agree.")]
    asked_by: int | None
    agreed: list[int]


class HintShown(BaseModel):
    """A hint for the decision that is due, to who took it: step 1 where, 2 the move, 3 why."""

    step: int
    where: Annotated[
        str | None, Field(description="The beginning of a move, or what a game has for it.")
    ]
    move: str | None
    instead: Annotated[str | None, Field(description="The move it was compared with.")]


class HintTold(BaseModel):
    """The next step of a hint. why: in the reader's language, with the last step."""

    version: int
    why: str | None


class Result(BaseModel):
    scores: list[int]
    winners: list[int]
    order: Annotated[list[int], Field(description="The seats, best first.")]
    ties: Annotated[
        list[int] | None,
        Field(description="What each has of that which decides among equal points, if it does."),
    ]


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


class TableState(BaseModel):
    """A table as the one who asks may see it, without the list of moves."""

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
    awaits_chance: Annotated[
        bool, Field(description="Whether a deal or a draw is to be entered next.")
    ]
    has_goal: Annotated[
        bool, Field(description="Whether a single player has a goal, and gets no points.")
    ]
    turn: int | None
    entries: int
    legal: list[str]
    to_find: Annotated[
        list[str],
        Field(description="Moves of which you find out yourself whether they are legal."),
    ]
    scores: list[int]
    has_secrets: Annotated[bool, Field(description="Whether players hide something.")]
    gains: dict[str, int]
    thinking: bool
    stopped: Annotated[
        Literal["too_long", "bots_failed"] | None,
        Field(description="Why nothing goes on here, though the game is not over."),
    ]
    undo: UndoShown
    may_hint: Annotated[bool, Field(description="Whether you may have a hint now.")]
    hint: HintShown | None
    result: Result | None
    rematch: str | None
    date: Annotated[str | None, Field(description="When the game was begun, if that is known.")]
    since: Annotated[
        int, Field(description="When something happened last: milliseconds since 1970.")
    ]
    clock: ClockShown | None
    listed: Annotated[bool, Field(description="Whether it is among the open tables.")]
    watching: Annotated[int, Field(description="How many follow it without a seat.")]


class TableShown(TableState):
    """A table as the one who asks may see it."""

    opening: list[str]
    moves: Annotated[
        list[EntryShown],
        Field(description="The newest entries; older ones are at `/entries`, part by part."),
    ]


class TableSummary(BaseModel):
    """A table of yours, in a list."""

    id: str
    version: int
    game: GameName
    options: dict[str, Any]
    chance: Literal["auto", "manual"]
    seats: list[SeatShown]
    mine: list[int]
    turn: int | None
    entries: int
    has_goal: Annotated[
        bool, Field(description="Whether a single player has a goal, and gets no points.")
    ]
    result: Result | None
    date: Annotated[str | None, Field(description="When the game was begun, if that is known.")]
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


class EventShown(BaseModel):
    """What happened at a table, in the stream of events; what its type does not need is null."""

    version: Annotated[int, Field(description="The version of the table that it led to.")]
    type: Annotated[
        Literal[
            "move",
            "undo",
            "seat",
            "left",
            "time_up",
            "undo_asked",
            "undo_refused",
            "hint",
            "rematch",
            "table",
        ],
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


class OpenTableShown(BaseModel):
    """A table in the list of open tables."""

    id: str
    url: str
    game: GameName
    options: dict[str, Any]
    clock: NewClock | None
    seats: list["OpenSeat"]
    entries: int
    touched: Annotated[int, Field(description="When something happened last: ms since 1970.")]


class OpenSeat(BaseModel):
    kind: str
    name: str
    level: int | None
    taken: bool
    open: bool


class OpenTablesShown(BaseModel):
    """Tables whose makers want them to be found; those with a free seat first."""

    tables: list[OpenTableShown]


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
    moves: LineGiven = []


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


class GameReadiness(BaseModel):
    """How far a game is prepared on this machine."""

    rules: Annotated[bool, Field(description="Whether it can be played.")]
    levels: Annotated[list[bool], Field(description="Whether a bot of each level can move.")]
    stage: Annotated[
        Literal["rules", "quick", "strong", "review"] | None,
        Field(description="What is being prepared; null when all is ready."),
    ]
    step: Annotated[int, Field(description="The number of this stage, from 1.")]
    steps: Annotated[int, Field(description="How many stages there are.")]
    needs: Annotated[list[int], Field(description="How many of them a bot of each level needs.")]
    share: Annotated[float, Field(description="How much of this stage is done, about: 0 to 1.")]


class Ready(RootModel[dict[str, GameReadiness]]):
    """How far each game is prepared."""


class Readiness(BaseModel):
    """Whether a worker can serve: each check is "ok", or says what is wrong."""

    status: Literal["ready", "not ready", "closing"]
    checks: dict[str, str]


class Health(BaseModel):
    status: Literal["ok"]
    version: str
    tables: int
    thinking: int
    ready: Annotated[bool, Field(description="Whether the rules of every game are compiled.")]
