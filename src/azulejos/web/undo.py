"""Taking back: what an undo takes back at a table, who must agree to it, and what it leads to."""

from collections.abc import Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from azulejos.web import reasons
from azulejos.web.commands import AnswerUndo, AskUndo
from azulejos.web.events import Event
from azulejos.web.refusals import Refusal, not_seated, nothing_to_undo, too_long

if TYPE_CHECKING:
    from azulejos.web.tables import Table

#: Entries of the longest game in which hidden hands are drawn afresh.
MOST_REDRAWN = 1_000


def others(table: "Table", own_seats: Sequence[int]) -> set[str]:
    """Token hashes of the other people's seats: those who must agree to an undo."""
    own = {table.seats[number].token_hash for number in own_seats}
    people = {
        seat.token_hash
        for number, seat in enumerate(table.seats)
        if seat.taken and not seat.is_bot and number not in table.on_time.lost
    }
    return {token_hash for token_hash in people - own if token_hash is not None}


def target(table: "Table", own_seats: Sequence[int]) -> int | None:
    """How many entries an undo for these seats keeps; None if there is nothing to take back.

    It takes back to the last decision of these seats; where a real table is followed, the last
    entry. What was hidden until the end of a game and then shown cannot be hidden again; and time
    that is up is up.
    """
    game = table.game
    if table.on_time.has_ended or set(own_seats) <= set(table.on_time.lost):
        return None
    if game.is_over and table.has_secrets:
        return None
    for number in range(game.entries - 1, -1, -1):
        if table.is_manual or table.log_entry(number).turn in own_seats:
            return number
    return None


def asked(table: "Table", command: AskUndo) -> Event:
    """An undo, or, where there are others, the question to them."""
    own_seats = table.seats_of(command.by)
    kept = target(table, own_seats)
    if not own_seats:
        raise not_seated()
    if kept is None:
        raise nothing_to_undo()
    if not others(table, own_seats):
        return _undo(table, kept, command)
    if table.asked is not None:
        raise Refusal(409, reasons.UNDO_ASKED())
    token_hash = table.seats[own_seats[0]].token_hash
    body = {"by": own_seats[0], "token_hash": token_hash, "kept": kept}
    return table.event("undo_asked", body, command)


def answered(table: "Table", command: AnswerUndo) -> Event:
    """What an answer leads to: the undo when all have agreed, its end when one refuses."""
    own_seats = table.seats_of(command.by)
    if not own_seats:
        raise not_seated()
    if table.asked is None:
        raise Refusal(409, reasons.NO_UNDO_ASKED())
    asker = table.seats_of([table.asked])
    token_hash = table.seats[own_seats[0]].token_hash
    if token_hash == table.asked and command.agree:
        raise Refusal(409, reasons.OTHERS_AGREE())
    if token_hash not in {table.asked, *others(table, asker)}:  # who has lost on time is not asked
        raise Refusal(409, reasons.OTHERS_AGREE())
    if not command.agree:
        return table.event("undo_refused", {"by": own_seats[0]}, command)
    waiting = others(table, asker) - table.agreed - {token_hash}
    if waiting:
        body = {"by": asker[0], "token_hash": table.asked, "agreed": token_hash}
        return table.event("undo_asked", body, command)
    kept = target(table, asker)
    if kept is None:
        raise Refusal(409, reasons.NOTHING_LEFT_TO_UNDO())
    return _undo(table, kept, command)


def _undo(table: "Table", kept: int, command: AskUndo | AnswerUndo) -> Event:
    game = table.game.after(kept)
    game.undo_to(kept)
    body: dict[str, Any] = {"kept": kept}
    if _bots_have_secrets(table):
        # Who has seen what a bot held, or what it drew next, meets another bot. What has been
        # drawn instead is part of what happened: from here on this is the record.
        if kept > MOST_REDRAWN:
            raise too_long()
        people = [number for number, seat in enumerate(table.seats) if not seat.is_bot]
        try:
            game = game.redrawn(people, SystemRandom())
        except ValueError as error:
            raise nothing_to_undo() from error
        body["record"] = game.record()
        del body["record"]["turns"]  # they follow from the rest
    return table.event("undo", body, command, game=game)


def _bots_have_secrets(table: "Table") -> bool:
    """Whether bots hold what no person at this table sees."""
    if not table.has_secrets or table.is_manual:
        return False
    people = {table.game.side_of(n) for n, seat in enumerate(table.seats) if not seat.is_bot}
    return len(people) < table.game.sides
