"""The list of open tables: those whose makers want them to be found, to be joined or watched."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from azulejos.core.game import TableGame
from azulejos.web.clocks import ClockTerms
from azulejos.web.seats import Seat

if TYPE_CHECKING:
    from azulejos.web.storage import Store

#: Seconds for which a list is told to all who ask, and tables in it.
KEPT = 2.0
MOST = 60


@dataclass(frozen=True)
class OpenTable:
    """A table in the list, as its row has it. touched: milliseconds since 1970."""

    id: str
    game: str
    touched: int
    listing: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = {"clock": None}  # where it was listed before there were any
        told |= {"id": self.id, "url": f"/t/{self.id}", "game": self.game, "touched": self.touched}
        return told | dict(self.listing)

    @property
    def has_room(self) -> bool:
        """Whether a seat is free, and waits for somebody."""
        return any(not seat["taken"] for seat in self.listing["seats"])


def listed(
    options: Mapping[str, Any],
    clock: ClockTerms | None,
    game: TableGame[Any, Any],
    seats: Sequence[Seat],
) -> dict[str, Any]:
    """What the list tells of a table, as plain data."""
    return {
        "options": options,
        "clock": None if clock is None else asdict(clock),
        "entries": game.entries,
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "taken": seat.taken,
                "open": seat.is_open,
            }
            for seat in seats
        ],
    }


class OpenTables:
    """The list, read from the storage once in a while however many ask for it."""

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._found: list[OpenTable] = []
        self._read_at = -KEPT
        self._lock = asyncio.Lock()

    async def now(self) -> list[OpenTable]:
        """Those with a free seat first, then those where something has happened last."""
        async with self._lock:
            if time.monotonic() - self._read_at >= KEPT:
                found = [OpenTable(*row) for row in await self._store.listed(MOST)]
                self._found = sorted(found, key=lambda table: not table.has_room)
                self._read_at = time.monotonic()
        return self._found
