"""How a table stands: whose turn it is, whose clock runs, and what it is found by when stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.core.game import TableGame
from azulejos.web.clocks import Clock, ticking
from azulejos.web.on_time import OnTime
from azulejos.web.seats import Seat


@dataclass(frozen=True)
class Standing:
    """What a table is found by where tables are kept.

    listing: what the list of open tables tells of it, see `open_tables`; None: it is not there.
    due: when somebody's time is up, in milliseconds since 1970; None: no clock runs.
    remind: when that one is reminded, if not there.
    """

    over: bool
    bot_due: bool
    listing: dict[str, Any] | None
    due: int | None
    remind: int | None


@dataclass(frozen=True)
class Situation:
    """A table now, or as it will be after an event. is_full: its game may not go on."""

    game: TableGame[Any, Any]
    seats: Sequence[Seat]
    clock: Clock | None
    on_time: OnTime
    is_full: bool

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or because somebody's time was up."""
        return self.game.is_over or self.on_time.has_ended

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None when the game is over."""
        return None if self.is_over else self.game.turn

    @property
    def bot_to_move(self) -> int | None:
        """The seat for which a bot is to move."""
        turn = self.turn
        if self.is_full or turn is None or self.game.awaits_chance:
            return None
        is_time_up = self.clock is not None and self.clock.expired == turn
        return turn if self._is_bots(turn) or is_time_up else None

    @property
    def ticking(self) -> int | None:
        """The seat whose clock runs."""
        if self.is_full or self.game.awaits_chance:
            return None
        bots = [self._is_bots(seat) for seat in range(len(self.seats))]
        return ticking(self.turn, bots, [seat.taken for seat in self.seats], self.clock)

    def _is_bots(self, seat: int) -> bool:
        """Whether a bot plays there: also for those who have lost on time."""
        return self.seats[seat].is_bot or seat in self.on_time.lost

    def standing(self, listing: dict[str, Any] | None) -> Standing:
        """The same, as it is found in the storage."""
        due = None if self.clock is None else self.clock.due(self.ticking)
        remind = None if self.clock is None else self.clock.remind(due)
        return Standing(self.is_over, self.bot_to_move is not None, listing, due, remind)
