"""What a viewer gets to see of a table: tables, events, positions and records as plain data.

A viewer is the seats that a client holds; none: a watcher. Whatever leaves the server goes through
here, and nothing here tells more than `Game.view` and `Game.public_record` would.
"""

from collections.abc import Collection, Sequence
from typing import Any

from azulejos.core.game import Drawn
from azulejos.core.record_head import with_head
from azulejos.games.azuleo.components import FIELD_IN, MISSING
from azulejos.games.azuleo.moves import FIELD_NAMES
from azulejos.web import scoring
from azulejos.web.events import Event
from azulejos.web.tables import Game, Table

#: How a cross is written that the viewer has not seen.
UNSEEN = "+?"
#: Entries of a game that are sent at once; older ones are asked for.
PART = 50


def side_of(game: Game, seat: int) -> int:
    """The side a seat plays for: four players of Azuleo are two teams."""
    return seat % game.sides


def perspective(game: Game, own_seats: Sequence[int]) -> int | None:
    """The seat as which a viewer looks at a position; None: as a watcher.

    Several people at one screen see what whoever is to act may see, and nobody's otherwise.
    """
    turn = game.turn
    if turn in own_seats:
        return turn
    if len({side_of(game, seat) for seat in own_seats}) == 1:
        return own_seats[0]
    return None


def shown(drawn: Drawn, game: Game, seat: int | None) -> str:
    """A draw as a viewer may know it: when the game is over, all."""
    if drawn.only_for is None or game.is_over:
        return drawn.text
    if seat is not None and side_of(game, seat) == drawn.only_for:
        return drawn.text
    return UNSEEN


class View:
    """A table as one viewer sees it."""

    def __init__(
        self, table: Table, own_seats: Sequence[int], online: Collection[int] = ()
    ) -> None:
        self.table = table
        self.game = table.game
        self.own_seats = own_seats
        self.online = online
        self.seat = perspective(table.game, own_seats)

    def to_dict(self, *, moves: bool = True) -> dict[str, Any]:
        """TABLE, with the newest part of the list of moves or without it."""
        table, game = self.table, self.game
        goes_on = table.stopped != "too_long"
        my_turn = goes_on and game.turn in self.own_seats and not table.awaits_chance
        told: dict[str, Any] = {
            "id": table.id,
            "version": table.version,
            "game": table.name,
            "options": table.opening["options"],
            "chance": "manual" if table.is_manual else "auto",
            "seats": self._seats(),
            "mine": list(self.own_seats),
            "viewer": self.seat,
            "position": table.seen_by(self.seat),
            "phase": game.phase,
            "turn": game.turn,
            "entries": game.entries,
            "legal": [str(move) for move in game.shown_moves()] if my_turn else [],
            "claims_open": self._claims_open() if my_turn else [],
            "scores": game.scores,
            "has_secrets": table.has_secrets,
            "gains": scoring.gains(game) if my_turn and table.name == "azuleo" else {},
            "thinking": table.bot_to_move() is not None and table.stopped is None,
            "stopped": table.stopped,
            "undo": self._undo(),
            "result": scoring.result(game),
            "rematch": None if table.rematch is None else f"/t/{table.rematch}",
            "date": table.opening.get("date"),
        }
        if moves:
            told["opening"] = [shown(drawn, game, self.seat) for drawn in table.told_before()]
            told["moves"] = self.entries(max(0, game.entries - PART))
        return told

    def entries(self, after: int) -> list[dict[str, Any]]:
        """The entries that follow the first `after` of them: at most one part of the list."""
        last = min(after + PART, self.game.entries)
        return [self._entry(n) for n in range(after + 1, last + 1)]

    def _seats(self) -> list[dict[str, Any]]:
        return [
            {
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "taken": seat.taken,
                "mine": number in self.own_seats,
                "online": seat.is_bot or number in self.online,
            }
            for number, seat in enumerate(self.table.seats)
        ]

    def _entry(self, n: int) -> dict[str, Any]:
        """Entry n, from 1."""
        told = self.table.told(n - 1)
        return {
            "n": n,
            "turn": told.turn,
            "text": shown(told.made, self.game, self.seat),
            "drawn": [shown(drawn, self.game, self.seat) for drawn in told.drawn],
            "round": scoring.round_of(self.game, n - 1),
            "points": scoring.points(self.game, n - 1),
            "round_points": scoring.round_points(self.game, n - 1),
        }

    def _claims_open(self) -> list[str]:
        """The fields that may be claimed, where players find unplayable ones themselves."""
        options = self.table.opening["options"]
        if options.get("claims") != "found" or options["mode"] == "fill":
            return []
        position = self.game.to_dict()
        if position["phase"] != "turn" or position["blockades"] == 0:
            return []
        return [
            FIELD_NAMES[FIELD_IN[row][column]]
            for row, letters in enumerate(options["board"])
            for column, letter in enumerate(letters)
            if letter != MISSING and position["board"][row][column] is None
        ]

    def _undo(self) -> dict[str, Any]:
        table = self.table
        asked = table.seats_of([table.asked]) if table.asked else ()
        return {
            "can": table.undo_target(self.own_seats) is not None,
            "asks": bool(table.others(self.own_seats)),
            "asked_by": asked[0] if asked else None,
            "agreed": sorted(table.seats_of(table.agreed)),
        }

    def event(self, event: Event, *, whole: bool = True) -> dict[str, Any]:
        """EVENT. whole: with the table as it is now (of missed events only the last has it)."""
        body = event.body
        told: dict[str, Any] = {
            "version": event.version,
            "type": event.type,
            "n": None,
            "turn": None,
            "text": None,
            "drawn": [],
            "round": None,
            "points": [],
            "round_points": [],
            "seat": body.get("seat", body.get("by")),
            "url": f"/t/{body['table']}" if event.type == "rematch" else None,
            "steps": [],
            "placed": None,
            "table": self.to_dict(moves=False) if whole else None,
        }
        if event.type == "move":
            number = body["n"]
            told |= {"n": number + 1, "turn": body["turn"]}
            is_there = number < self.game.entries
            if is_there and self.table.told(number).made.text == body["text"]:
                told |= self._entry(number + 1)
                told["steps"] = scoring.steps(self.game, number)
                told["placed"] = scoring.placed(self.game, number)
        elif event.type in ("undo", "undo_asked"):
            told["n"] = body.get("kept")
        return told

    def whole_table(self) -> dict[str, Any]:
        """The event for those who have missed too much: the table with its newest moves."""
        return {
            "version": self.table.version,
            "type": "table",
            "n": self.game.entries,
            "turn": None,
            "text": None,
            "drawn": [],
            "round": None,
            "points": [],
            "round_points": [],
            "seat": None,
            "url": None,
            "steps": [],
            "placed": None,
            "table": self.to_dict(),
        }

    def position_after(self, n: int) -> dict[str, Any]:
        """The position after n entries, for the slider."""
        game = self.game.after(n)
        # At one screen the hand of whoever acts now is shown, not of whoever acted then.
        seat = perspective(game, self.own_seats) if self.game.is_over else self.seat
        return {
            "n": n,
            "position": game.view(seat),
            "scores": game.scores,
            "move": self._entry(n) if n else None,
            "steps": scoring.steps(self.game, n - 1) if n else [],
            "placed": scoring.placed(self.game, n - 1) if n else None,
        }

    def record(self) -> dict[str, Any]:
        """The record that this viewer may have, with who played and when."""
        return with_head(self.game.public_record(self.seat), self.table.head())
