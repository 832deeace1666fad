"""What a viewer gets to see of a table: tables, events, positions and records as plain data.

A viewer is the seats that a client holds; none: a watcher. Whatever leaves the server goes through
here, and nothing here tells more than `Game.view` and `Game.public_record` would.
"""

from collections.abc import Collection, Sequence
from typing import Any

from azulejos.core import points
from azulejos.core.facts import Fact
from azulejos.core.history import Drawn
from azulejos.core.record_head import with_head
from azulejos.web import hints, undo
from azulejos.web.events import Event, now
from azulejos.web.tables import Game, Table

#: How a cross is written that the viewer has not seen.
UNSEEN = "+?"
#: Entries of a game that are sent at once; older ones are asked for.
PART = 50


def perspective(game: Game, own_seats: Sequence[int]) -> int | None:
    """The seat as which a viewer looks at a position; None: as a watcher.

    Several people at one screen see what whoever is to act may see, and nobody's otherwise.
    """
    turn = game.turn
    if turn in own_seats:
        return turn
    if len({game.side_of(seat) for seat in own_seats}) == 1:
        return own_seats[0]
    return None


def _event(version: int, kind: str) -> dict[str, Any]:
    """An EVENT that tells nothing yet but what it is."""
    return {
        "version": version,
        "type": kind,
        "n": None,
        "turn": None,
        "text": None,
        "drawn": [],
        "round": None,
        "points": [],
        "round_points": [],
        "seat": None,
        "url": None,
        "facts": [],
        "table": None,
    }


class View:
    """A table as one viewer sees it."""

    def __init__(
        self,
        table: Table,
        own_seats: Sequence[int],
        online: Collection[int] = (),
        watching: int = 0,
    ) -> None:
        self.table = table
        self.game = table.game
        self.own_seats = own_seats
        self.online = online
        self.watching = watching
        self.seat = perspective(table.game, own_seats)

    def to_dict(self, *, moves: bool = True) -> dict[str, Any]:
        """TABLE, with the newest part of the list of moves or without it."""
        table, game = self.table, self.game
        goes_on = table.stopped != "too_long"
        my_turn = goes_on and table.turn in self.own_seats and not table.awaits_chance
        my_turn &= table.bot_to_move() is None  # time may be up
        told: dict[str, Any] = {
            **self._head(),
            "viewer": self.seat,
            "position": table.seen_by(self.seat),
            "phase": "over" if table.is_over else game.phase,
            "awaits_chance": table.awaits_chance,
            "legal": [str(move) for move in game.shown_moves()] if my_turn else [],
            "to_find": [str(move) for move in game.moves_to_find()] if my_turn else [],
            "scores": game.scores,
            "has_secrets": table.has_secrets,
            "gains": {str(move): n for move, n in game.gains().items()} if my_turn else {},
            "thinking": table.bot_to_move() is not None and table.stopped is None,
            "stopped": table.stopped,
            "undo": self._undo(),
            "may_hint": hints.may_take(table, self.own_seats),
            "hint": hints.shown(table, self.own_seats),
            "rematch": None if table.rematch is None else f"/t/{table.rematch}",
            "since": table.last_at,
            "clock": self._clock(),
            "listed": table.terms.listed,
            "watching": self.watching,
        }
        if moves:
            told["opening"] = [self._shown(drawn) for drawn in table.opening_draws()]
            told["moves"] = self.entries(max(0, game.entries - PART))
        return told

    def summary(self, changed: int) -> dict[str, Any]:
        """What a list of tables tells of it; changed: when something happened, in milliseconds."""
        return {**self._head(), "changed": changed}

    def _head(self) -> dict[str, Any]:
        """What is told of a table wherever it is shown."""
        table, game = self.table, self.game
        return {
            "id": table.id,
            "version": table.version,
            "game": table.name,
            "options": table.opening["options"],
            "chance": "manual" if table.is_manual else "auto",
            "seats": self.seats(),
            "mine": list(self.own_seats),
            "turn": table.turn,
            "entries": game.entries,
            "has_goal": game.has_goal,
            "result": table.result(),
            "on_time": list(table.on_time.lost),
            "date": table.opening.get("date"),
        }

    def entries(self, after: int) -> list[dict[str, Any]]:
        """The entries that follow the first `after` of them: at most one part of the list."""
        last = min(after + PART, self.game.entries)
        return [self._entry(n) for n in range(after + 1, last + 1)]

    def seats(self) -> list[dict[str, Any]]:
        """Who sits where."""
        return [
            {
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "taken": seat.taken,
                "open": seat.is_open,
                "mine": number in self.own_seats,
                "online": seat.is_bot or number in self.online,
                "hints": seat.hints,
            }
            for number, seat in enumerate(self.table.seats)
        ]

    def _entry(self, n: int) -> dict[str, Any]:
        """Entry n, from 1."""
        told = self.table.log_entry(n - 1)
        return {
            "n": n,
            "turn": told.turn,
            "text": self._shown(told.made),
            "drawn": [self._shown(drawn) for drawn in told.drawn],
            "round": told.round,
            "points": points.gained(self.game, told.facts),
            "round_points": points.gained_in_round(self.game, n - 1, self._facts),
        }

    def _facts(self, number: int) -> Sequence[Fact]:
        return self.table.log_entry(number).facts

    def _shown(self, drawn: Drawn) -> str:
        """A draw as this viewer may know it: when the game is over, all."""
        if drawn.only_for is None or self.table.is_over:
            return drawn.text
        if self.seat is not None and self.game.side_of(self.seat) == drawn.only_for:
            return drawn.text
        return UNSEEN

    def _clock(self) -> dict[str, Any] | None:
        """What the clocks show; `now`, by which a page knows how its own clock goes."""
        clock = self.table.clock
        if clock is None:
            return None
        return {
            "kind": clock.terms.kind,
            "base": clock.terms.base,
            "increment": clock.terms.increment,
            "then": clock.terms.then,
            "left": list(clock.left),
            "ticking": self.table.ticking,
            "due": self.table.due,
            "expired": clock.expired,
            "now": now(),
        }

    def _undo(self) -> dict[str, Any]:
        table = self.table
        asked = table.seats_of([table.asked]) if table.asked else ()
        return {
            "can": undo.target(table, self.own_seats) is not None,
            "asks": bool(undo.others(table, self.own_seats)),
            "asked_by": asked[0] if asked else None,
            "agreed": sorted(table.seats_of(table.agreed)),
        }

    def previews(self, moves: Collection[str]) -> dict[str, list[dict[str, Any]]]:
        """What each of these moves would do for the viewer, whose turn it is: facts of it."""
        game = self.game
        if self.table.turn not in self.own_seats or self.table.awaits_chance:
            return {}
        shown = {str(move): move for move in game.shown_moves()}
        foreseen = game.foreseen(shown[text] for text in moves if text in shown)
        return {str(move): [fact.to_dict() for fact in facts] for move, facts in foreseen.items()}

    def event(self, event: Event, *, whole: bool = True) -> dict[str, Any]:
        """EVENT. whole: with the table as it is now (of missed events only the last has it)."""
        body = event.body
        told = _event(event.version, event.type)
        told["seat"] = body.get("seat", body.get("by"))
        if event.type == "rematch":
            told["url"] = f"/t/{body['table']}"
        if whole:
            told["table"] = self.to_dict(moves=False)
        if event.type == "move":
            number = body["n"]
            told |= {"n": number + 1, "turn": body["turn"]}
            is_there = number < self.game.entries
            if is_there and self.table.log_entry(number).made.text == body["text"]:
                told |= self._entry(number + 1)
                told["facts"] = [fact.to_dict() for fact in self._facts(number)]
        elif event.type in ("undo", "undo_asked"):
            told["n"] = body.get("kept")
        return told

    def whole_table(self) -> dict[str, Any]:
        """The event for those who have missed too much: the table with its newest moves."""
        told = _event(self.table.version, "table")
        return told | {"n": self.game.entries, "table": self.to_dict()}

    def position_after(self, n: int) -> dict[str, Any]:
        """The position after n entries, for the slider."""
        game = self.game.after(n)
        # At one screen the hand of whoever acts now is shown, not of whoever acted then.
        seat = perspective(game, self.own_seats) if self.table.is_over else self.seat
        return {
            "n": n,
            "position": game.view(seat if game.has_secrets else 0),
            "scores": game.scores,
            "move": self._entry(n) if n else None,
            "facts": [fact.to_dict() for fact in self._facts(n - 1)] if n else [],
        }

    def record(self) -> dict[str, Any]:
        """The record that this viewer may have, with who played and when."""
        game, is_over = self.game, self.table.is_over
        record = game.record() if is_over else game.public_record(self.seat)
        return with_head(record, self.table.head())
