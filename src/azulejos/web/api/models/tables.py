"""A table: set up, gone on from, and as it is seen."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, WithJsonSchema

from azulejos import games
from azulejos.core.options import schema
from azulejos.core.record_head import MAX_LEVEL
from azulejos.web.api.models.basics import GameName, Incoming, Name
from azulejos.web.api.models.clocks import ClockShown, NewClock


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


class NewTable(Incoming):
    """A table to be set up. Left out: the first game, me against a bot of the usual level."""

    game: GameName = games.names()[0]
    options: Options = Field(default={})
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


class NewBranch(Incoming):
    """A table that goes on from an earlier point."""

    at: Annotated[int, Field(ge=0, le=100_000)]
    seats: Seats | None = None


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


class Result(BaseModel):
    scores: list[int]
    winners: list[int]
    order: Annotated[list[int], Field(description="The seats, best first.")]
    ties: Annotated[
        list[int] | None,
        Field(description="What each has of that which decides among equal points, if it does."),
    ]


class TableHead(BaseModel):
    """What is told of a table wherever it is shown."""

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
    on_time: Annotated[
        list[int], Field(description="Who has lost on time: a bot plays on while the game does.")
    ]
    date: Annotated[str | None, Field(description="When the game was begun, if that is known.")]


class TableState(TableHead):
    """A table as the one who asks may see it, without the list of moves."""

    viewer: Annotated[int | None, Field(description="The seat whose view `position` is.")]
    position: dict[str, Any]
    phase: str
    awaits_chance: Annotated[
        bool, Field(description="Whether a deal or a draw is to be entered next.")
    ]
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
    rematch: str | None
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


class TableMade(BaseModel):
    id: str
    url: str
    token: str
    seat_links: dict[str, str]
    table: TableShown


class MovesShown(BaseModel):
    """A part of the list of moves. `entries`: how many there are in all."""

    version: int
    entries: int
    moves: list[EntryShown]
