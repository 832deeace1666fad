"""What a record may tell besides the game itself: who played, and when, as the tags of PGN do.

``"date": "2026-11-18", "seats": [{"name": "Ann"}, {"level": 5}]``. Both may be left out. A seat may
have a name, the level of the bot that played there, both or neither; `seats` has one for each
player. A seat's `hints` are the decisions in which one was taken; `"hints": true` says that they
were allowed. `"on_time": {"lost": [1], "winners": [0]}`: who lost because their time was up, and,
once the game is over, who has won with that. Where the moves lead to no result (`result` is null),
it ended so; where they do, `result` is as the rules count. Nothing here changes the game, and
`Game` keeps none of it: whoever shows a record reads it.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from azulejos.core import reasons
from azulejos.core.plain_data import Reader

KEYS = ("date", "hints", "seats", "on_time")
#: Characters of a name. Whoever shows names may shorten them further.
NAME_LIMIT = 80
MAX_LEVEL = 99
MAX_HINTS = 100_000


def read_head(record: Reader, players: int) -> dict[str, Any]:
    """The head of a record for so many players, without what is left out there."""
    head: dict[str, Any] = {}
    if "date" in record.mapping():
        head["date"] = _date(record["date"])
    if "hints" in record.mapping():
        head["hints"] = record["hints"].flag()
    if "seats" in record.mapping():
        head["seats"] = [_seat(seat) for seat in record["seats"].items(players)]
    if "on_time" in record.mapping():
        head["on_time"] = _on_time(record["on_time"], players)
    return head


def with_head(record: Mapping[str, Any], head: Mapping[str, Any]) -> dict[str, Any]:
    """A record with its head where a reader looks for it: before the options and moves."""
    first = {key: record[key] for key in ("game", "version")}
    return {**first, **head, **record}


def _date(text: Reader) -> str:
    try:
        if isinstance(text.data, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text.data):
            return date.fromisoformat(text.data).isoformat()
    except ValueError:
        pass
    raise text.fail(reasons.EXPECTED_DATE(example="2026-11-18"))


def _on_time(told: Reader, players: int) -> dict[str, list[int]]:
    given = told.mapping(("lost", "winners"))
    found = {"lost": _players(told["lost"], players, ())}
    if "winners" in given:
        found["winners"] = _players(told["winners"], players, found["lost"])
    return found


def _players(listed: Reader, players: int, others: Sequence[int]) -> list[int]:
    found: list[int] = []
    for one in listed.items(most=players):
        player = one.number(0, players - 1)
        if player in found or player in others:
            raise one.fail(reasons.LISTED_TWICE(player=player))
        found.append(player)
    return found


def _seat(seat: Reader) -> dict[str, Any]:
    told = seat.mapping(("name", "level", "hints"))
    found: dict[str, Any] = {}
    if "name" in told:
        name = seat["name"].data
        if not isinstance(name, str) or not 0 < len(name) <= NAME_LIMIT:
            raise seat["name"].fail(reasons.EXPECTED_NAME(n=NAME_LIMIT))
        found["name"] = name
    if "level" in told:
        found["level"] = seat["level"].number(1, MAX_LEVEL)
    if "hints" in told:
        found["hints"] = seat["hints"].number(0, MAX_HINTS)
    return found
