"""The database, and how work gets done in it without holding up the event loop.

What is to be done is a plain function of a connection. With PostgreSQL it runs on an asynchronous
connection of a pool. SQLite is a library, not a server: there it runs in one thread of its own, in
which nothing waits for a lock and a whole transaction costs one change of threads. (Awaiting each
statement costs about twenty for a move, and that was most of the time a move took.)
"""

import asyncio
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import make_url

Result = TypeVar("Result")
Work = Callable[[sa.Connection], Result]

#: Write-ahead logging lets others read while one writes. With it, "normal" hands every commit to
#: the operating system: it survives the death of this process at any moment, though the newest ones
#: not a power cut. "full" would wait for the disk at each move.
WRITE_AHEAD = "PRAGMA journal_mode = WAL"
SQLITE_SETTINGS = (
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
)
#: Seconds to wait for another process that works on the same file, and between two asks.
PATIENCE = 10.0
PAUSE = 0.01


#: A PostgreSQL server that has vanished without a word is missed within a minute.
CONNECTION: dict[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}


class Database(ABC):
    """Where tables are kept. `is_shared`: other processes may work on the same tables."""

    is_shared: bool

    @abstractmethod
    async def do(self, work: Work[Result]) -> Result:
        """Run a function of a connection as one transaction, all or nothing."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""


class Sqlite(Database):
    """A file, used by this process."""

    is_shared = False

    def __init__(self, url: str) -> None:
        path = make_url(url).database
        assert path is not None
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self._engine = sa.create_engine(url, poolclass=sa.pool.StaticPool)
        event.listen(self._engine, "connect", _set_up)
        event.listen(self._engine, "begin", _begin)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="storage")

    async def do(self, work: Work[Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def _do(self, work: Work[Result]) -> Result:
        with self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


def _set_up(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, not by the driver
    connection.execute(f"PRAGMA busy_timeout = {int(1000 * PATIENCE)}")
    _write_ahead(connection)
    for setting in SQLITE_SETTINGS:
        connection.execute(setting)


def _write_ahead(connection: Any) -> None:
    """Change to write-ahead logging, for which SQLite itself does not wait while others work."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(WRITE_AHEAD)
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(PAUSE)


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Postgres(Database):
    """A server, shared with other processes."""

    is_shared = True

    def __init__(self, url: str) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine

        self._engine = create_async_engine(
            url, pool_size=5, max_overflow=5, connect_args=CONNECTION
        )

    async def do(self, work: Work[Result]) -> Result:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


def open_database(url: str) -> Database:
    """The database at an address such as `settings` gives."""
    return Sqlite(url) if url.startswith("sqlite") else Postgres(url)
