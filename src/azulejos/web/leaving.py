"""Giving up a seat: by who sits there, or by the others when that one has been away for long."""

from typing import TYPE_CHECKING

from azulejos.bots import USUAL_LEVELS
from azulejos.web import reasons
from azulejos.web.commands import EndTime, LeaveSeat
from azulejos.web.events import Event
from azulejos.web.refusals import Refusal, not_seated

if TYPE_CHECKING:
    from azulejos.web.tables import Table

#: Minutes without anything happening, after which the others may give away the seat of the one who
#: is to move and does not follow the table.
ABSENCE = 5


def left(table: "Table", command: LeaveSeat, at: int) -> Event:
    """A seat without who sat there: a bot keeps it from then on, or it is free."""
    own_seats, number = table.seats_of(command.by), command.seat
    if not own_seats:
        raise not_seated()
    if number >= len(table.seats):
        raise Refusal(404, reasons.NO_SUCH_SEAT(n=len(table.seats)))
    if table.is_over:
        raise Refusal(409, reasons.TABLE_GAME_OVER())
    seat = table.seats[number]
    if seat.is_bot or not seat.taken or number in table.on_time.lost:
        raise Refusal(409, reasons.NOBODY_SITS_HERE())
    if number not in own_seats and not _is_absent(table, number, command, at):
        raise Refusal(409, reasons.NOT_ABSENT(n=ABSENCE))
    if not command.to_bot:
        # A clock could be stopped so.
        if table.clock is not None and has_people(table, but=number):
            raise Refusal(409, reasons.BOT_KEEPS_SEAT())
        return table.event("left", {"seat": number, "by": own_seats[0], "level": None}, command)
    if not has_people(table, but=number):
        raise Refusal(409, reasons.LAST_PERSON())
    return to_bot(table, number, own_seats[0], command)


def to_bot(table: "Table", seat: int, by: int, command: LeaveSeat | EndTime) -> Event:
    """A bot of the usual level keeps a seat from then on."""
    body = {"seat": seat, "by": by, "level": USUAL_LEVELS[table.name]}
    return table.event("left", body, command)


def _is_absent(table: "Table", number: int, command: LeaveSeat, at: int) -> bool:
    waited = at - table.last_at
    is_due = table.game.turn == number and not table.game.awaits_chance
    return is_due and number not in command.online and waited >= ABSENCE * 60_000


def has_people(table: "Table", but: int) -> bool:
    """Whether people play here besides who leaves."""
    gone = {but, *table.on_time.lost}
    return any(
        seat.taken and not seat.is_bot
        for number, seat in enumerate(table.seats)
        if number not in gone
    )
