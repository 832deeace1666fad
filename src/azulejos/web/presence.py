"""Who is at a table, known to all workers: each tells the others who follows it there.

A worker tells what has changed, a moment later and of many tables at once; when it begins to listen
it asks the others for all. What a worker has told counts until it ends, or is heard no more.
"""

import asyncio
import json
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from azulejos.web.live import NOBODY, Here, LiveTable

if TYPE_CHECKING:
    from azulejos.web.table_service import TableService

#: Kinds of messages: who is where, and that a worker ends.
HERE, GONE = "here", "gone"
#: Stands in a message among the ids of tables: whoever hears it shall tell all.
ALL = "?"
#: Seconds in which changes are gathered, and until they are told again if that has failed.
GATHER, AGAIN = 0.1, 1.0
#: Seconds to say that this worker ends.
LAST_WORD = 0.3
#: Tables in a message, which has 8,000 bytes at most.
IN_A_MESSAGE = 100
#: Seconds between two looks for workers that have gone silent, and in which the others answer.
ROUND, ANSWER = 5.0, 2.0


class Presence:
    """What this worker tells the others, and what it has heard from them."""

    def __init__(self, service: "TableService") -> None:
        self._service = service
        self._is_shared = service.settings.has_many_workers
        #: What the others know of us, by table.
        self._told: dict[str, Here] = {}
        self._due: set[str] = set()
        self._asked: set[str] = set()
        self._asks = False
        #: What they have told: by table and worker.
        self._elsewhere: dict[str, dict[str, Here]] = {}
        self._telling: asyncio.Task[None] | None = None
        self._heard: dict[str, float] = {}
        service.listener.takes[HERE] = self._hear
        service.listener.takes[GONE] = self._forget

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────

    def has_changed(self, live: LiveTable) -> None:
        """Tell the others, soon, who follows a table here."""
        if self._is_shared and not self._service.is_closing:
            self._due.add(live.table.id)
            self._tell_soon()

    def _tell_soon(self) -> None:
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell_all())

    async def _tell_all(self) -> None:
        try:
            await asyncio.sleep(GATHER)
            while self._due or self._asked or self._asks:
                due, self._due = self._due, set()
                asked, self._asked = self._asked, set()
                asks, self._asks = self._asks, False
                try:
                    await self._tell(due, asked, asks)
                except SQLAlchemyError:  # whoever uses the storage says so
                    self._due |= due
                    self._asked |= asked
                    self._asks |= asks
                    await asyncio.sleep(AGAIN)
        finally:
            self._telling = None

    async def _tell(self, due: set[str], asked: set[str], asks: bool) -> None:
        told: dict[str, Here] = {}
        for table_id in due | asked:
            here = self._here(table_id)
            if here != self._told.get(table_id, NOBODY) or (table_id in asked and here != NOBODY):
                told[table_id] = here
        for part in _parts(told) if told or not asks else [{}]:
            message: dict[str, Any] = {t: [sorted(h.seats), h.watching] for t, h in part.items()}
            if asks:
                message[ALL], asks = True, False
            await self._service.listener.tell(HERE, json.dumps(message, separators=(",", ":")))
            self._told |= part
        for table_id in told:
            if self._told[table_id] == NOBODY:
                del self._told[table_id]

    def _here(self, table_id: str) -> Here:
        live = self._service.cache.get(table_id)
        return NOBODY if live is None else live.here()

    # ── Hearing ──────────────────────────────────────────────────────────────────────────────────

    def is_heard(self, worker: str) -> None:
        """A worker lives; one that is new, or was missed, is asked who is there."""
        if worker not in self._heard and not self._service.is_closing:
            self._asks = True
            self._tell_soon()
        self._heard[worker] = time.monotonic()

    def elsewhere(self, table_id: str) -> Collection[Here]:
        """Who follows a table at other workers."""
        return self._elsewhere.get(table_id, {}).values()

    def _hear(self, worker: str, data: str) -> None:
        self.is_heard(worker)
        message: dict[str, Any] = json.loads(data)
        if message.pop(ALL, False):
            self._asked |= self._told.keys()
            self._tell_soon()
        for table_id, (seats, watching) in message.items():
            self._take(worker, table_id, Here(frozenset(seats), watching))

    def _take(self, worker: str, table_id: str, here: Here) -> None:
        live = self._service.cache.get(table_id)
        before = set() if live is None else live.online()
        workers = self._elsewhere.setdefault(table_id, {})
        workers[worker] = here
        if here == NOBODY:
            del workers[worker]
        if not workers:
            del self._elsewhere[table_id]
        if live is not None:
            live.tell_of_change(before)

    def _forget(self, worker: str, _: str = "") -> None:
        """A worker has gone, and nobody is there any more."""
        self._heard.pop(worker, None)
        for table_id, workers in list(self._elsewhere.items()):
            if worker in workers:
                self._take(worker, table_id, NOBODY)

    def begin_again(self) -> None:
        """Messages may have been missed: tell all, and ask for all."""
        if not self._is_shared:
            return
        followed = [live for live in self._service.cache.all() if live.streams]
        before = [(live, live.online()) for live in followed if live.table.id in self._elsewhere]
        self._elsewhere, self._asks = {}, True
        self._heard.clear()
        self._due |= {live.table.id for live in followed}
        self._asked |= self._told.keys()
        for live, seats in before:  # whoever does not answer is not there
            asyncio.get_running_loop().call_later(ANSWER, live.tell_of_change, seats)
        self._tell_soon()

    async def run(self) -> None:
        """Miss workers that have gone silent, for ever."""
        while self._is_shared:
            await asyncio.sleep(ROUND)
            since = time.monotonic() - 3 * ROUND
            for worker in [worker for worker, heard in self._heard.items() if heard < since]:
                self._forget(worker)

    async def close(self) -> None:
        """Tell the others that nobody is here any more, if that can be done at once."""
        if self._telling is not None:
            self._telling.cancel()
        if self._is_shared:
            with suppress(SQLAlchemyError, TimeoutError):
                async with asyncio.timeout(LAST_WORD):
                    await self._service.listener.tell(GONE, "")


def _parts(told: Mapping[str, Here]) -> Iterator[dict[str, Here]]:
    items = list(told.items())
    for first in range(0, len(items), IN_A_MESSAGE):
        yield dict(items[first : first + IN_A_MESSAGE])
