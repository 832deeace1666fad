"""Publish and subscribe between workers: PostgreSQL's LISTEN and NOTIFY.

A message is `worker:table` (something happened at a table) or `worker:!kind:data`, which versions
that do not know the kind pass over. A worker that lives also holds an advisory lock of its own
number, so that the others can see when it is gone and take over its bots.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from azulejos.web import metrics
from azulejos.web.storage.appending import CHANNEL
from azulejos.web.storage.batches import TICK
from azulejos.web.storage.engine import connect
from azulejos.web.storage.store import LOCK_CLASS

if TYPE_CHECKING:
    import psycopg

    from azulejos.web.table_service import TableService

#: Seconds until a lost connection is tried again: at first, and after many attempts in vain.
SOON = 0.25
LATEST = 15.0
#: Seconds between two messages to ourselves; who does not hear the last one listens anew.
PULSE = 5.0
_PULSE_KIND = "pulse"

_log = logging.getLogger("azulejos.web")


class _Changed:
    """The tables that others have changed: looked at together, while the next ones gather."""

    def __init__(self, service: "TableService") -> None:
        self._service = service
        self._due: set[str] = set()
        self._looking: asyncio.Task[None] | None = None

    def add(self, table_id: str) -> None:
        """Tell those who follow a table, soon."""
        self._due.add(table_id)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        try:
            while self._due:
                due, self._due = self._due, set()
                try:
                    await self._service.refresh(due)
                except Exception as error:  # mostly of the storage; those who follow wait for us
                    why = str(error).partition("\n")[0] or type(error).__name__
                    _log.warning("What other workers have changed is looked for again: %s", why)
                    self._due |= due
                    await asyncio.sleep(SOON)
                else:
                    await asyncio.sleep(TICK if self._due else 0)
        finally:
            self._looking = None

    def close(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()


class Listener:
    """Hears what other workers do. takes: what to do with messages of other kinds, by kind."""

    def __init__(self, service: "TableService") -> None:
        self._service = service
        self.takes: dict[str, Callable[[str, str], None]] = {}
        self._heard_itself = -1.0
        self._lost = 0.0  # since when, 0.0: it is not
        self._changed = _Changed(service)

    @property
    def is_up(self) -> bool:
        """Whether messages arrive: those to ourselves do. With SQLite there are none."""
        if not self._service.settings.has_many_workers:
            return True
        return time.monotonic() - self._heard_itself < 3 * PULSE and not self._lost

    async def run(self) -> None:
        """Refresh what other workers change, for ever."""
        if not self._service.settings.has_many_workers:
            return
        wait = SOON
        self._lost = time.monotonic()
        while True:
            try:
                async with self._line() as connection:
                    await self._service.refresh_all()  # what was missed while nobody listened
                    async for payload in self._messages(connection):
                        if self._lost and self._heard_itself > self._lost:
                            wait = SOON
                            self._is_back()
                        self._take(payload)
                reason = "it was closed"
            # Whatever it is (the driver's error, the storage's, the network's): a worker that no
            # longer listens shows old tables, so there is nothing better to do than to try again.
            except Exception as error:
                reason = str(error).partition("\n")[0] or type(error).__name__
            if not self._lost:
                self._lost = time.monotonic()
                metrics.LISTENER_DROPS.inc()
                _log.warning("Messages of other workers are interrupted: %s", reason)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LATEST)

    def _is_back(self) -> None:
        if time.monotonic() - self._lost > 1:
            _log.info("Messages of other workers arrive")
        self._lost = 0.0

    async def _messages(self, connection: "psycopg.AsyncConnection[Any]") -> AsyncIterator[str]:
        """What arrives. From time to time we call ourselves: a dead line may say nothing."""
        own = f"{self._service.worker}:!{_PULSE_KIND}:"
        while True:
            called = time.monotonic()
            async with asyncio.timeout(PULSE):
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, own))
            async for message in connection.notifies(timeout=PULSE):
                if message.payload == own:
                    self._heard_itself = time.monotonic()
                yield message.payload
            if self._heard_itself < called:
                raise ConnectionError("nothing is heard")

    def _take(self, payload: str) -> None:
        worker, _, what = payload.partition(":")
        if worker == str(self._service.worker):
            return
        if not what.startswith("!"):
            self._changed.add(what)
            return
        self._service.presence.is_heard(worker)
        kind, _, data = what[1:].partition(":")
        if kind in self.takes:
            self.takes[kind](worker, data)

    def close(self) -> None:
        """Look no more for what others have done."""
        self._changed.close()

    async def tell(self, kind: str, data: str) -> None:
        """Send something to all other workers: at most some 7,000 characters."""
        message = {"channel": CHANNEL, "what": f"{self._service.worker}:!{kind}:{data}"}
        await self._service.store.database.do(lambda c: c.execute(_NOTIFY, message))

    @asynccontextmanager
    async def _line(self) -> "AsyncIterator[psycopg.AsyncConnection[Any]]":
        """A connection on which messages arrive, and by which others see that this worker lives."""
        from psycopg import sql

        async with asyncio.timeout(2 * PULSE):
            connection = await connect(self._service.settings.database_url)
        try:
            # Shared, so that it need not wait for a connection of ours that the server still
            # believes to be there.
            async with asyncio.timeout(PULSE):
                await connection.execute(
                    "SELECT pg_advisory_lock_shared(%s, %s)", (LOCK_CLASS, self._service.worker)
                )
                listen = sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL))
                await connection.execute(listen)
            yield connection
        finally:
            # Without a word to a server that may not answer.
            connection.pgconn.finish()


_NOTIFY = sa.select(sa.func.pg_notify(sa.bindparam("channel"), sa.bindparam("what")))
