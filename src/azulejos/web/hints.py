"""Hints at a table: who may have one, how far it tells, and how they are counted.

A hint comes in steps: where to look, the move, why. Each step is an event, so it survives a
restart; a decision in which one was taken counts once. Only who takes it sees it; that it was
taken, all do.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from azulejos.analysis.hinting import Hint
from azulejos.analysis.review import Reason
from azulejos.web import reasons
from azulejos.web.commands import TakeHint
from azulejos.web.events import Event
from azulejos.web.refusals import Refusal, not_seated

if TYPE_CHECKING:
    from azulejos.web.tables import Table

#: The steps of a hint, by how many have been told.
WHERE, MOVE, WHY = 1, 2, 3


def are_allowed(table: "Table") -> bool:
    """Whether there are hints: if so set up, and never where people play from different seats.

    Several people at one screen hold the same token. A free seat is somebody else's.
    """
    people = {seat.token_hash for seat in table.seats if not seat.is_bot}
    return bool(table.opening.get("hints")) and len(people) <= 1


def may_take(table: "Table", own_seats: Sequence[int]) -> bool:
    """Whether these seats may have a hint now."""
    turn = table.turn
    is_theirs = turn is not None and turn in own_seats and not table.awaits_chance
    is_bots = table.bot_to_move() is not None  # time is up
    return is_theirs and not is_bots and are_allowed(table) and table.stopped != "too_long"


def check(table: "Table", by: frozenset[str]) -> None:
    """Refusal says why these clients may not have a hint now."""
    own_seats = table.seats_of(by)
    if not own_seats:
        raise not_seated()
    if not are_allowed(table):
        raise Refusal(403, reasons.NO_HINTS())
    if table.is_over:
        raise Refusal(409, reasons.TABLE_GAME_OVER())
    if not may_take(table, own_seats):
        raise Refusal(403, reasons.NOT_YOUR_TURN())


def taken(table: "Table", command: TakeHint) -> Event:
    """The next step of a hint."""
    check(table, command.by)
    if table.game.states.tobytes() != command.position:
        raise Refusal(409, reasons.STALE())
    told = 0 if table.hint is None else table.hint["step"]
    if told == WHY:
        raise Refusal(409, reasons.ALL_TOLD())
    # A game that does not say where to look tells the move at once.
    step = max(told + 1, WHERE if command.hint.where is not None else MOVE)
    body = {"seat": table.game.turn, "step": step, "hint": asdict(command.hint)}
    return table.event("hint", body, command)


def hint_of(body: dict[str, Any]) -> Hint:
    """The hint that is stored in an event."""
    why = body["hint"]["why"]
    return Hint(**body["hint"] | {"why": None if why is None else Reason(**why)})


def shown(table: "Table", own_seats: Sequence[int]) -> dict[str, Any] | None:
    """The hint for the decision that is due, as far as it has been told to these seats."""
    body = table.hint
    if body is None or body["seat"] not in own_seats:
        return None
    step, hint = body["step"], body["hint"]
    return {
        "step": step,
        "where": hint["where"],
        "move": hint["move"] if step >= MOVE else None,
        "instead": hint["instead"] if step >= WHY else None,
    }
