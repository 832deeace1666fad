"""Publish and subscribe between workers: PostgreSQL's LISTEN and NOTIFY.

A worker that lives also holds an advisory lock of its own number, so that the others can see when
it is gone and take over its bots.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from azulejos.web.storage.engine import CONNECTION
from azulejos.web.storage.store import CHANNEL, LOCK_CLASS
from azulejos.web.table_service import TableService

if TYPE_CHECKING:
    import psycopg

#: Seconds until a lost connection is tried again: at first, and after many attempts in vain.
SOON = 0.25
LATEST = 15.0

_log = logging.getLogger("azulejos.web")


async def listen(service: TableService) -> None:
    """Refresh what other workers change, for ever; with SQLite there are none."""
    if not service.settings.has_many_workers:
        return
    wait = SOON
    while True:
        try:
            async with _line(service) as connection:
                await service.refresh_all()  # what was missed while nobody listened
                wait = SOON
                async for message in connection.notifies():
                    worker, _, table_id = message.payload.partition(":")
                    if worker != str(service.worker):
                        await service.refresh(table_id)
            reason = "it was closed"
        # Whatever it is (the driver's error, the storage's, the network's): a worker that no longer
        # listens shows old tables, so that there is nothing better to do than to try again.
        except Exception as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
        _log.warning("Messages of other workers are interrupted (%s); again in %s s", reason, wait)
        await asyncio.sleep(wait)
        wait = min(2 * wait, LATEST)


@asynccontextmanager
async def _line(service: TableService) -> "AsyncIterator[psycopg.AsyncConnection[Any]]":
    """A connection on which messages arrive, and by which the others see that this worker lives."""
    import psycopg
    from psycopg import sql

    url = service.settings.database_url.replace("postgresql+psycopg://", "postgresql://", 1)
    connect = psycopg.AsyncConnection.connect(url, autocommit=True, **CONNECTION)
    async with await connect as connection:
        # Shared, so that it need not wait for a connection of ours that the server still believes
        # to be there.
        await connection.execute(
            "SELECT pg_advisory_lock_shared(%s, %s)", (LOCK_CLASS, service.worker)
        )
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        yield connection
