"""News between workers: PostgreSQL's LISTEN and NOTIFY.

A worker that lives also holds an advisory lock of its own number, so that the others can see when
it is gone and take over its bots.
"""

import asyncio
import logging

from azulejos.web.club import Club
from azulejos.web.storage.store import CHANNEL, LOCK_CLASS

#: Seconds until a lost connection is tried again.
AGAIN = 1.0

_log = logging.getLogger("azulejos.web")


async def listen(club: Club) -> None:
    """Tell the club what other workers do; with SQLite there are none."""
    if not club.settings.has_many_workers:
        return
    import psycopg
    from psycopg import sql

    url = club.settings.database_url.replace("postgresql+psycopg://", "postgresql://", 1)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(
                    "SELECT pg_advisory_lock(%s, %s)", (LOCK_CLASS, club.worker)
                )
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                await club.news_of_all()  # what was missed while nobody listened
                async for notice in connection.notifies():
                    worker, _, table_id = notice.payload.partition(":")
                    if worker != str(club.worker):
                        await club.news_of(table_id)
        except psycopg.Error:
            _log.warning("The storage's news are interrupted; trying again")
        await asyncio.sleep(AGAIN)
