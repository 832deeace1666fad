"""Clocks: how long people may think, and what their clocks show.

The server decides all times. A clock's state is written into the events that change it, so that
replaying them reads no clock, and all workers agree.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

#: "move": so much time for each move. "fischer": so much for the whole game, and more with each
#: move.
Kind = Literal["move", "fischer"]
#: When time is up: a bot makes the move, or takes the seat, or the game is lost (see `on_time`).
Then = Literal["bot", "seat", "lose"]
THENS: tuple[Then, ...] = get_args(Then)

#: Seconds that a clock may be set to, and those that a move may add.
LEAST, MOST = 5, 30 * 86_400
MOST_INCREMENT = 7 * 86_400
#: Milliseconds that somebody has at least who sits down in the middle of a game.
TO_ARRIVE = 60_000
#: Seconds of a clock that is long enough for a notice before the end, and how long before at most.
LONG, MOST_BEFORE = 3_600, 6 * 3_600
#: What a clock is changed by; all else leaves it running.
CHANGING = frozenset({"move", "undo", "seat", "left", "time_up", "lost_on_time"})


@dataclass(frozen=True)
class ClockTerms:
    """How a clock is set. base: seconds for each move, or at the start; increment: seconds."""

    kind: Kind
    base: int
    increment: int = 0
    then: Then = "bot"

    @property
    def code(self) -> str:
        """How a form writes it, what is done then aside."""
        return f"{self.kind}-{self.base}" + (f"-{self.increment}" if self.increment else "")


def from_code(code: str, then: str) -> ClockTerms | None:
    """The inverse; None if no clock of that name is offered."""
    for terms in OFFERED:
        if terms.code == code:
            return replace(terms, then=next((known for known in THENS if known == then), "bot"))
    return None


_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
#: The clocks of the form.
OFFERED = (
    *(ClockTerms("move", base) for base in (30, _MINUTE, 2 * _MINUTE, 5 * _MINUTE)),
    ClockTerms("fischer", 5 * _MINUTE, 10),
    ClockTerms("fischer", 15 * _MINUTE, 15),
    *(ClockTerms("move", base) for base in (12 * _HOUR, _DAY, 3 * _DAY, 7 * _DAY)),
    ClockTerms("fischer", 3 * _DAY, 12 * _HOUR),
)


@dataclass(frozen=True)
class Clock:
    """The clocks of a table.

    left: milliseconds that each seat had at `since`, milliseconds since 1970; from then on the
    clock of whoever is to move runs. expired: the seat whose time is up, for which a bot moves.
    """

    terms: ClockTerms
    left: tuple[int, ...]
    since: int
    expired: int | None = None

    @classmethod
    def set_to(cls, terms: ClockTerms, seats: int, at: int) -> "Clock":
        return cls(terms, (1_000 * terms.base,) * seats, at)

    def due(self, ticking: int | None) -> int | None:
        """When the time of the seat is up whose clock runs."""
        return None if ticking is None else self.since + self.left[ticking]

    def remind(self, due: int | None) -> int | None:
        """When whoever is not there is told that time runs out; None: there is too little of it."""
        if due is None or self.terms.base < LONG:
            return None
        return due - 1_000 * min(self.terms.base // 5, MOST_BEFORE)

    def changed(
        self, type_: str, body: dict[str, Any], ticking: int | None, at: int, *, arrives: bool
    ) -> dict[str, Any] | None:
        """What an event says of the clocks after it; None if it does not change them.

        ticking: the seat whose clock ran before. arrives: somebody has come to the event's seat.
        """
        if type_ not in CHANGING:
            return None
        left, base = list(self.left), 1_000 * self.terms.base
        if ticking is not None:
            left[ticking] = max(0, left[ticking] - (at - self.since))
        if self.terms.kind == "move" and type_ in ("move", "undo"):
            left = [base] * len(left)
        elif type_ == "move" and body["turn"] is not None:
            left[body["turn"]] += 1_000 * self.terms.increment
        elif arrives:
            left[body["seat"]] = max(left[body["seat"]], min(base, TO_ARRIVE))
        expired = body["seat"] if type_ == "time_up" else None
        return {"left": left, "expired": expired}

    def after(self, body: dict[str, Any]) -> "Clock":
        """The clocks after an event with this body."""
        told = body.get("clock")
        if told is None:
            return self
        return replace(self, left=tuple(told["left"]), since=body["at"], expired=told["expired"])


def ticking(
    turn: int | None, are_bots: Sequence[bool], are_taken: Sequence[bool], clock: Clock | None
) -> int | None:
    """The seat whose clock runs: that of a person who is to move, when all seats are taken."""
    if clock is None or turn is None or clock.expired is not None:
        return None
    return turn if all(are_taken) and not are_bots[turn] else None
