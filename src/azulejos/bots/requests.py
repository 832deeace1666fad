"""What one line of the engine protocol asks for: a search, a stop, or a hello."""

import json
import threading
from dataclasses import dataclass, field
from typing import Any, NoReturn

from azulejos import games
from azulejos.bots import EVALUATORS, LEVELS, names, reasons, with_evaluator
from azulejos.core.errors import InputError
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import GAME_OVER, given

#: Bytes. The record of a long game has some ten thousand.
LINE_LIMIT = 1_000_000
#: An hour: a search that is to run until it is stopped ends even if it never is.
MAX_MS = 3_600_000
MAX_VISITS = 1_000_000_000
MAX_MULTIPV = 1_000
#: Characters of an id, and the size of one that is a number.
ID_LENGTH = 200
LARGEST_ID = 2**53

#: What a search may say. `legal_moves` is for programs that do not know the rules; we do.
KEYS = (
    *("id", "game", "position", "record", "legal_moves"),
    *("ms", "visits", "level", "player", "evaluator", "multipv", "seed"),
)

Id = str | int


class BadRequest(InputError):
    """A line that is no valid request; the message says why."""


@dataclass(frozen=True)
class Hello:
    """A request for name, version, players and limits."""

    id: Id


@dataclass(frozen=True)
class Stop:
    """A request to end a search and answer it now."""

    id: Id


@dataclass(frozen=True, eq=False)
class Search:
    """A request for the best moves in a position.

    `source` is a position (as data or as its text) or a record. `ms` and `visits` bound the
    search; where both are None, the player's own budget does. `multipv` is how many moves to tell
    about. `stop` is set when the answer is wanted now.
    """

    id: Id
    game: str
    source: Any
    is_record: bool
    player: str
    ms: int | None
    visits: int | None
    multipv: int
    seed: int | None
    stop: threading.Event = field(default_factory=threading.Event)

    def to_decide(self) -> Any:
        """The game as the player to move knows it; ValueError where there is nothing to decide.

        A whole position, too, is reduced to that player's view: what is hidden from the player is
        not there to be looked at.
        """
        package = games.spec(self.game).module
        try:
            if self.is_record:
                game = package.replay(self.source, self.seed)
            elif isinstance(self.source, str):
                game = package.Game.from_text(self.source, self.seed)
            else:
                game = package.Game.from_dict(self.source, self.seed)
        except ValueError as error:
            where = "record" if self.is_record else "position"
            raise Reader(self.source, BadRequest, where).fail(error) from error
        if game.is_over:
            raise BadRequest(GAME_OVER())
        if not game.legal_moves():
            raise BadRequest(reasons.NOTHING_TO_DECIDE(phase=game.phase))
        return package.Game.from_dict(game.view(game.turn), self.seed)


def parse(line: bytes) -> Any:
    """The JSON value of a line; BadRequest if it is none."""
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise BadRequest(reasons.NOT_UTF8(byte=error.start)) from error
    except json.JSONDecodeError as error:
        raise BadRequest(reasons.NOT_JSON(problem=error.msg, column=error.colno)) from error
    except (ValueError, RecursionError) as error:
        raise BadRequest(reasons.BEYOND_BOUNDS()) from error


def _no_number(constant: str) -> NoReturn:
    raise json.JSONDecodeError(f"{constant} is no number", constant, 0)


def id_of(data: Any) -> Id:
    """The id of a request: a string or a whole number."""
    reader = Reader(data, BadRequest)["id"]
    match reader.data:
        case bool():
            pass
        case str() if len(reader.data) <= ID_LENGTH:
            return reader.data
        case int() if abs(reader.data) <= LARGEST_ID:
            return reader.data
    raise reader.fail(reasons.EXPECTED_ID(n=ID_LENGTH, given=given(reader.data)))


def request_of(data: Any) -> Hello | Stop | Search:
    """What the JSON value of a line asks for; BadRequest says what is wrong with it.

    The position itself is read when its turn comes (`Search.to_decide`).
    """
    reader = Reader(data, BadRequest)
    for kind, word in ((Hello, "hello"), (Stop, "stop")):
        if word in reader.mapping():
            reader.mapping(("id", word))
            if reader[word].data is not True:
                raise reader[word].fail(reasons.EXPECTED_TRUE(given=given(reader[word].data)))
            return kind(id_of(data))
    return _search_of(reader)


def _search_of(data: Reader) -> Search:
    data.mapping(KEYS)
    there = {key for key, value in data.mapping().items() if value is not None}
    game = data["game"].word(games.names())
    if len(there & {"position", "record"}) != 1:
        raise data.fail(reasons.EXPECTED_EITHER(one='"position"', other='"record"'))
    source = "record" if "record" in there else "position"
    if source == "position" and not isinstance(data[source].data, str | dict):
        raise data[source].fail(reasons.EXPECTED_POSITION(given=given(data[source].data)))
    if {"level", "player"} <= there:
        raise data.fail(reasons.EXPECTED_ONLY_ONE(one='"level"', other='"player"'))
    if "player" in there:
        given_name = data["player"].data
        # A network's file is looked at when the search begins: what is wrong with it is answered.
        if isinstance(given_name, str) and (given_name.startswith("net:") or "@" in given_name):
            player = given_name
        else:
            player = data["player"].word(names(game))
    else:
        highest = len(LEVELS[game])
        level = data["level"].number(1, highest) if "level" in there else highest
        player = f"level:{level}"
    if "evaluator" in there:
        player = with_evaluator(player, game, data["evaluator"].word(EVALUATORS))
    return Search(
        id=id_of(data.data),
        game=game,
        source=data[source].data,
        is_record=source == "record",
        player=player,
        ms=data["ms"].number(1, MAX_MS) if "ms" in there else None,
        visits=data["visits"].number(1, MAX_VISITS) if "visits" in there else None,
        multipv=data["multipv"].number(1, MAX_MULTIPV) if "multipv" in there else 1,
        seed=data["seed"].number(0, 2**64 - 1) if "seed" in there else None,
    )
