"""Losing on time: who is out of a game, when that ends it, and who has won then.

The rules know nothing of it. A player whose time is up is out, and so is a partner; a bot plays on
for them, but they cannot win. When at most one side is left, or no person, the game is over.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.core import points
from azulejos.core.facts import Fact
from azulejos.core.game import TableGame
from azulejos.core.history import LogEntry
from azulejos.web.seats import Seat

Game = TableGame[Any, Any]


@dataclass(frozen=True)
class OnTime:
    """lost: who has lost on time. winners: who has won, if the game has ended with it."""

    lost: tuple[int, ...] = ()
    winners: tuple[int, ...] | None = None

    @property
    def has_ended(self) -> bool:
        return self.winners is not None

    def after(self, type_: str, body: Mapping[str, Any]) -> "OnTime":
        """The same after an event."""
        return from_data(body) if type_ == "lost_on_time" else self


#: Nobody has lost on time.
NOBODY = OnTime()


def of_head(record: Mapping[str, Any]) -> OnTime:
    """What the head of a record tells of it; nobody, if its game went on."""
    told = record.get("on_time", {})
    return from_data(told) if "winners" in told and told["lost"] else NOBODY


def in_head(on_time: OnTime, winners: Sequence[int] | None) -> dict[str, Any]:
    """The inverse. winners: None while the game goes on."""
    if not on_time.lost:
        return {}
    ended = None if winners is None else tuple(winners)
    return {"on_time": as_data(OnTime(on_time.lost, ended))}


def as_data(on_time: OnTime) -> dict[str, Any]:
    """As events and records have it."""
    told = {} if on_time.winners is None else {"winners": list(on_time.winners)}
    return {"lost": list(on_time.lost)} | told


def from_data(data: Mapping[str, Any]) -> OnTime:
    """The inverse."""
    won = data.get("winners")
    return OnTime(tuple(data["lost"]), None if won is None else tuple(won))


def lost(game: Game, seats: Sequence[Seat], on_time: OnTime, seat: int) -> OnTime:
    """The same when the time of this seat is up, too."""
    side = game.side_of(seat)
    out = {*on_time.lost, *(n for n in range(game.players) if game.side_of(n) == side)}
    left = [n for n in range(game.players) if n not in out]
    is_person_left = any(seats[n].taken and not seats[n].is_bot for n in left)
    after = OnTime(tuple(sorted(out)))
    if is_person_left and len({game.side_of(n) for n in left}) > 1:
        return after
    return OnTime(after.lost, tuple(winners(game, after)))


def winners(game: Game, on_time: OnTime) -> list[int]:
    """Who wins a game that is over: among those who have not lost on time, as it stands."""
    if on_time.winners is not None:
        return list(on_time.winners)
    left = [n for n in range(game.players) if n not in on_time.lost]
    if not on_time.lost or any(n in left for n in game.winners):
        return [n for n in game.winners if n in left]
    ties = points.tie_breaks(game) or [0] * game.players
    standing = {n: (game.scores[n], ties[n]) for n in left}
    return [n for n in left if standing[n] == max(standing.values())]


def result(game: Game, on_time: OnTime, entry: Callable[[int], LogEntry]) -> dict[str, Any]:
    """How a game ended: the points, who won, the order, and what decides among equal points."""

    def facts(number: int) -> Sequence[Fact]:
        return entry(number).facts

    order = points.ranking(game, facts)
    return {
        "scores": game.scores,
        "winners": winners(game, on_time),
        "order": sorted(order, key=lambda n: n in on_time.lost),  # else as they were
        "ties": points.tie_breaks(game, facts),
    }
