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
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from azulejos.core.errors import without_extra
from azulejos.web import metrics
from azulejos.web.compact_json import encoded
from azulejos.web.storage import failures
from azulejos.web.storage.appending import Appended, Line, append_to_sqlite

if TYPE_CHECKING:
    import psycopg

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


#: A PostgreSQL server that has vanished without a word is missed within half a minute.
CONNECTION: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
#: Seconds after which the storage counts as not answering.
TIMEOUT = 5.0


class StorageTimeout(SQLAlchemyError):
    """The storage has not answered in time. Whether the work has been done is not known."""


def _json(data: Any) -> str:
    return encoded(data).decode()


class Database(ABC):
    """Where tables are kept. `is_shared`: other processes may work on the same tables."""

    is_shared: bool
    #: Seconds that a transaction may take.
    timeout: float

    async def do(self, work: Work[Result], *, is_long: bool = False) -> Result:
        """Run a function of a connection as one transaction, all or nothing.

        StorageTimeout if it takes longer than it may; is_long: it may take as long as it likes.
        """
        with _measured("write"):
            return await self._do(work, writes=True, seconds=None if is_long else self.timeout)

    async def look(self, work: Work[Result]) -> Result:
        """The same for a function that changes nothing: it goes on where nothing can be written.

        With PostgreSQL there is no transaction around it: a function that asks more than once may
        meet what has changed in between.
        """
        with _measured("read"):
            return await self._do(work, writes=False, seconds=self.timeout)

    async def append(self, events: Sequence[Appended]) -> Collection[str]:
        """Keep the next events of different tables; the tables whose event is kept now.

        IntegrityError if one of them cannot be, and then none is.
        """
        with _measured("write"):
            return await self._append(events)

    @abstractmethod
    async def _append(self, events: Sequence[Appended]) -> Collection[str]:
        """The same."""

    @abstractmethod
    async def _do(self, work: Work[Result], *, writes: bool, seconds: float | None) -> Result:
        """The same; StorageTimeout after so many seconds."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""


@contextmanager
def _measured(kind: str) -> Iterator[None]:
    begun = time.perf_counter()
    try:
        yield
    except SQLAlchemyError as error:
        what = "timeout" if isinstance(error, StorageTimeout) else failures.kind_of(error)
        if not isinstance(error, IntegrityError):  # which is how somebody else is quicker
            metrics.STORAGE_ERRORS.labels(what).inc()
        raise
    finally:
        metrics.STORAGE_SECONDS.labels(kind).observe(time.perf_counter() - begun)


class Sqlite(Database):
    """A file, used by this process."""

    is_shared = False

    def __init__(self, url: str, timeout: float) -> None:
        self.timeout = timeout
        path = make_url(url).database
        assert path is not None
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self._engine = _of_sqlite(url, sa.pool.StaticPool)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="storage")

    async def _do(self, work: Work[Result], *, writes: bool, seconds: float | None) -> Result:
        return await self._in_thread(partial(self._transaction, work, writes), seconds)

    async def _append(self, events: Sequence[Appended]) -> Collection[str]:
        return await self._in_thread(partial(self._appended, events), self.timeout)

    async def _in_thread(self, work: Callable[[], Result], seconds: float | None) -> Result:
        # What has not begun when its time is over is not begun any more.
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except TimeoutError:
            raise StorageTimeout("the disk does not answer") from None

    def _appended(self, events: Sequence[Appended]) -> Collection[str]:
        borrowed = self._engine.raw_connection()
        try:
            return append_to_sqlite(cast(sqlite3.Connection, borrowed.driver_connection), events)
        finally:
            borrowed.close()

    def _transaction(self, work: Work[Result], writes: bool) -> Result:
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
            result = work(connection)
            connection.commit()
            return result

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


def _of_sqlite(url: str, pool: type[sa.Pool]) -> sa.Engine:
    engine = sa.create_engine(url, poolclass=pool, json_serializer=_json)
    event.listen(engine, "connect", _set_up)
    return engine


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


class Postgres(Database):
    """A server, shared with other processes."""

    is_shared = True

    def __init__(self, url: str, timeout: float) -> None:
        _need_postgres()
        from sqlalchemy.ext.asyncio import create_async_engine

        self.timeout = timeout
        self._engine = create_async_engine(
            url,
            pool_size=5,
            max_overflow=5,
            pool_timeout=timeout,
            json_serializer=_json,
            connect_args=CONNECTION | _time_limits(url, timeout),
        )
        self._looking = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._running: set[asyncio.Task[Any]] = set()
        self._connect = partial(connect, url, **_time_limits(url, timeout))
        self._line = Line(self._connect)

    async def _do(
        self,
        work: Work[Result],
        *,
        writes: bool,
        seconds: float | None,
    ) -> Result:
        return await self._within(seconds, self._transaction(work) if writes else self._seen(work))

    async def _append(self, events: Sequence[Appended]) -> Collection[str]:
        line = self._line
        try:
            return await self._within(self.timeout, line.append(events))
        except StorageTimeout:
            self._line = Line(self._connect)  # the other is left to the task that waits at it
            raise

    async def _within(self, seconds: float | None, work: "Coroutine[Any, Any, Result]") -> Result:
        # A server that has stopped answers to no cancelling either: then the work is left behind in
        # a task, which ends when the driver gives its connection up.
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        try:
            await asyncio.wait((task,), timeout=seconds)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not task.done():
            task.cancel()
            raise StorageTimeout("the database does not answer")
        return task.result()

    async def _transaction(self, work: Work[Result]) -> Result:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def _seen(self, work: Work[Result]) -> Result:
        try:
            async with self._looking.connect() as connection:
                return await connection.run_sync(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        # A connection of the pool was dead, as all are after the database was restarted. To look
        # again does no harm; a change may have been made, which whoever asked for it finds out.
        async with self._looking.connect() as connection:
            return await connection.run_sync(work)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited has it, or has gone

    async def close(self) -> None:
        for task in self._running:
            task.cancel()
        if self._running:  # they let their connections go
            await asyncio.wait(self._running, timeout=0.5)
        self._line.drop()
        with suppress(TimeoutError):  # of a server that does not answer nothing is to be hoped for
            async with asyncio.timeout(1):
                await self._engine.dispose()


async def connect(url: str, **more: Any) -> "psycopg.AsyncConnection[Any]":
    """A connection to PostgreSQL past SQLAlchemy, on which each statement stands for itself."""
    import psycopg

    url = url.replace("postgresql+psycopg://", "postgresql://", 1)
    return await psycopg.AsyncConnection.connect(url, autocommit=True, **CONNECTION, **more)


def _need_postgres() -> None:
    try:
        import_module("greenlet")  # SQLAlchemy tells only later that it needs it
        import_module("psycopg")
    except ModuleNotFoundError as error:
        raise without_extra(error, "postgres") from error


def _time_limits(url: str, timeout: float) -> dict[str, str]:
    """Time limits that the server keeps itself, unless the address brings options of its own."""
    if "options" in make_url(url).query:
        return {}
    limits = {
        "statement_timeout": timeout,
        "lock_timeout": timeout,
        "idle_in_transaction_session_timeout": 2 * timeout,
    }
    return {"options": " ".join(f"-c {name}={int(1000 * n)}" for name, n in limits.items())}


def open_database(url: str, timeout: float = TIMEOUT) -> Database:
    """The database at an address such as `settings` gives."""
    return Sqlite(url, timeout) if url.startswith("sqlite") else Postgres(url, timeout)


def blocking_engine(url: str) -> sa.Engine:
    """The same for a program of its own, which may wait: nothing has a time limit.

    Transactions of SQLite begin where one is begun by name.
    """
    if url.startswith("sqlite"):
        return _of_sqlite(url, sa.pool.NullPool)
    _need_postgres()
    return sa.create_engine(url, poolclass=sa.pool.NullPool, connect_args=CONNECTION)
