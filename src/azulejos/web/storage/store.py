"""Tables in a database: kept, found, and added to, one happening at a time."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any

import anyio
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from azulejos.web.seats import Seat
from azulejos.web.storage.schema import HAPPENINGS, HOLDERS, TABLES
from azulejos.web.tables import Happening, Table

#: The channel on which PostgreSQL tells other workers what has happened, and its lock class: a
#: worker that lives holds the advisory lock (LOCK_CLASS, its number).
CHANNEL = "azulejos_tables"
LOCK_CLASS = 0x617A75
DAY = 86_400_000


class Conflict(Exception):
    """Somebody else has gone on with the table; load what happened and try again."""


@dataclass(frozen=True)
class Stored:
    """A table as it is stored."""

    id: str
    opening: dict[str, Any]
    seats: list[Seat]
    happenings: list[Happening]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """All tables of a database. `worker` is this process's number among those that share it."""

    def __init__(self, engine: AsyncEngine, worker: int) -> None:
        self.engine = engine
        self.worker = worker
        self._is_sqlite = engine.dialect.name == "sqlite"
        # SQLite has one writer at a time: waiting here is fair, waiting there is not.
        self._writing = anyio.Lock()

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        if self._is_sqlite:
            async with self._writing, self.engine.begin() as connection:
                yield connection
        else:
            async with self.engine.begin() as connection:
                yield connection

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    async def version_of(self, table_id: str) -> int | None:
        async with self.engine.connect() as connection:
            found: int | None = await connection.scalar(_VERSION, {"table": table_id})
            return found

    async def load(self, table_id: str) -> Stored | None:
        """A whole table, or None."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(_TABLE, {"table": table_id})).first()
            if row is None:
                return None
            happenings = await connection.execute(_SINCE, {"table": table_id, "after": 0})
            return Stored(
                table_id,
                row.opening,
                [Seat(**seat) for seat in row.seats],
                [Happening(*happening) for happening in happenings],
            )

    async def since(self, table_id: str, version: int) -> list[Happening]:
        """What has happened after a version."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(_SINCE, {"table": table_id, "after": version})
            return [Happening(*row) for row in rows]

    async def table_of(self, holder: str) -> str | None:
        """The newest table where this hashed token holds a seat."""
        async with self.engine.connect() as connection:
            found: str | None = await connection.scalar(_TABLE_OF, {"holder": holder})
            return found

    async def live_tables(self) -> int:
        """How many games are being played."""
        async with self.engine.connect() as connection:
            number = await connection.scalar(_LIVE, {"since": now() - DAY})
            return int(number or 0)

    async def is_reachable(self) -> bool:
        async with self.engine.connect() as connection:
            return bool(await connection.scalar(sa.select(1)))

    # ── Writing ──────────────────────────────────────────────────────────────────────────────────

    async def create(self, table: Table) -> None:
        """Keep a new table."""
        holders = {seat.holder for seat in table.seats if seat.holder is not None}
        async with self._write() as connection:
            await connection.execute(
                sa.insert(TABLES),
                {
                    "id": table.id,
                    "game": table.name,
                    "opening": table.opening,
                    "seats": [asdict(seat) for seat in table.seats],
                    "version": table.version,
                    "created": now(),
                    "touched": now(),
                    "over": table.game.is_over,
                    "bot_due": table.bot_to_move() is not None,
                    "worker": self.worker,
                },
            )
            if holders:
                await connection.execute(
                    sa.insert(HOLDERS),
                    [{"holder": holder, "table_id": table.id} for holder in holders],
                )

    async def append(self, table: Table, happening: Happening, over: bool, bot_due: bool) -> None:
        """Keep what happened, all or nothing; Conflict if the table has gone on without us."""
        try:
            async with self._write() as connection:
                updated = await connection.execute(
                    _GO_ON,
                    {
                        "table": table.id,
                        "before": happening.version - 1,
                        "new_version": happening.version,
                        "new_touched": now(),
                        "new_over": over,
                        "new_bot_due": bot_due,
                        "new_worker": self.worker,
                    },
                )
                if updated.rowcount != 1:
                    raise Conflict
                await connection.execute(
                    _APPEND,
                    {
                        "table_id": table.id,
                        "version": happening.version,
                        "type": happening.type,
                        "body": happening.body,
                        "key": happening.key,
                    },
                )
                if happening.type == "seat":
                    await self._add_holder(connection, table.id, happening.body["holder"])
                if not self._is_sqlite:
                    told = {"channel": CHANNEL, "what": f"{self.worker}:{table.id}"}
                    await connection.execute(_NOTIFY, told)
        except IntegrityError as error:
            raise Conflict from error

    async def _add_holder(self, connection: AsyncConnection, table_id: str, holder: str) -> None:
        known = sa.select(HOLDERS.c.holder).where(
            HOLDERS.c.holder == holder, HOLDERS.c.table_id == table_id
        )
        if (await connection.execute(known)).first() is None:
            await connection.execute(sa.insert(HOLDERS), {"holder": holder, "table_id": table_id})

    async def claim_bots(self, *, at_start: bool = False) -> list[str]:
        """Take over the tables whose bot is to move while the process that would do it is gone.

        SQLite is used by one process: at its start all others are gone. With PostgreSQL a process
        that lives holds a lock.
        """
        if self._is_sqlite:
            if not at_start:
                return []
            orphaned: sa.ColumnElement[bool] = TABLES.c.bot_due
        else:
            living = sa.text(
                "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND granted "
                f"AND classid = {LOCK_CLASS}"
            ).columns(objid=sa.BigInteger)
            gone = TABLES.c.worker.is_(None) | TABLES.c.worker.not_in(
                sa.select(living.subquery().c.objid)
            )
            orphaned = TABLES.c.bot_due & gone
        claim = sa.update(TABLES).where(orphaned).values(worker=self.worker)
        async with self._write() as connection:
            rows = await connection.execute(claim.returning(TABLES.c.id))
            return [row.id for row in rows]

    async def forget_old(self, days: int) -> int:
        """Forget tables nobody has touched for so long; returns how many."""
        async with self._write() as connection:
            old = TABLES.c.touched < now() - days * DAY
            return (await connection.execute(sa.delete(TABLES).where(old))).rowcount

    async def close(self) -> None:
        await self.engine.dispose()


_VERSION = sa.select(TABLES.c.version).where(TABLES.c.id == sa.bindparam("table"))
_TABLE = sa.select(TABLES).where(TABLES.c.id == sa.bindparam("table"))
_SINCE = (
    sa.select(HAPPENINGS.c.version, HAPPENINGS.c.type, HAPPENINGS.c.body, HAPPENINGS.c.key)
    .where(
        HAPPENINGS.c.table_id == sa.bindparam("table"),
        HAPPENINGS.c.version > sa.bindparam("after"),
    )
    .order_by(HAPPENINGS.c.version)
)
_TABLE_OF = (
    sa.select(HOLDERS.c.table_id)
    .join(TABLES)
    .where(HOLDERS.c.holder == sa.bindparam("holder"))
    .order_by(TABLES.c.created.desc())
    .limit(1)
)
_LIVE = (
    sa.select(sa.func.count())
    .select_from(TABLES)
    .where(TABLES.c.touched > sa.bindparam("since"), ~TABLES.c.over)
)
_GO_ON = (
    sa.update(TABLES)
    .where(TABLES.c.id == sa.bindparam("table"), TABLES.c.version == sa.bindparam("before"))
    .values(
        # A parameter may not be called like the column it is for.
        {n: sa.bindparam(f"new_{n}") for n in ("version", "touched", "over", "bot_due", "worker")}
    )
)
_APPEND = sa.insert(HAPPENINGS)
_NOTIFY = sa.select(sa.func.pg_notify(sa.bindparam("channel"), sa.bindparam("what")))
