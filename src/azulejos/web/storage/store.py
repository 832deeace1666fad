"""Tables in a database: kept, found, and added to, one event at a time."""

import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.web.events import Event
from azulejos.web.seats import Seat, seat_from_dict, seat_to_dict
from azulejos.web.storage.engine import Database, Work
from azulejos.web.storage.schema import EVENTS, SEAT_TOKENS, TABLES
from azulejos.web.tables import Table

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
    events: list[Event]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """All tables of a database. `worker` is this process's number among those that share it."""

    def __init__(self, database: Database, worker: int) -> None:
        self.database = database
        self.worker = worker

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    async def version_of(self, table_id: str) -> int | None:
        found: int | None = await self.database.do(
            lambda c: c.scalar(_VERSION, {"table": table_id})
        )
        return found

    async def load(self, table_id: str) -> Stored | None:
        """A whole table, or None."""

        def work(connection: sa.Connection) -> Stored | None:
            row = connection.execute(_TABLE, {"table": table_id}).first()
            if row is None:
                return None
            seats = [seat_from_dict(seat) for seat in row.seats]
            return Stored(table_id, row.opening, seats, _since(connection, table_id, 0))

        return await self.database.do(work)

    async def game_of(self, table_id: str) -> str | None:
        """Which game is played at a table, or None if there is no such table."""
        if "\0" in table_id:  # which PostgreSQL would not even look for
            return None
        found: str | None = await self.database.do(lambda c: c.scalar(_GAME, {"table": table_id}))
        return found

    async def since(self, table_id: str, version: int, most: int) -> list[Event]:
        """What has happened after a version: the first so many events."""
        return await self.database.do(lambda c: _since(c, table_id, version, most))

    async def table_of(self, token_hash: str) -> str | None:
        """The newest table where this hashed token holds a seat."""
        found: str | None = await self.database.do(
            lambda c: c.scalar(_TABLE_OF, {"token_hash": token_hash})
        )
        return found

    async def live_tables(self) -> int:
        """How many games are being played."""
        since = now() - DAY
        return await self.database.do(lambda c: c.scalar(_LIVE, {"since": since}) or 0)

    async def is_reachable(self) -> bool:
        return bool(await self.database.do(lambda c: c.scalar(sa.select(1))))

    # ── Writing ──────────────────────────────────────────────────────────────────────────────────

    async def create(self, table: Table) -> None:
        """Keep a new table."""
        await self.database.do(self._creation(table))

    def _creation(self, table: Table) -> Work[None]:
        """What keeps a new table, as part of a transaction."""
        row = {
            "id": table.id,
            "game": table.name,
            "opening": table.opening,
            "seats": [seat_to_dict(seat) for seat in table.seats],
            "version": table.version,
            "created": now(),
            "touched": now(),
            "over": table.game.is_over,
            "bot_due": table.bot_to_move() is not None,
            "worker": self.worker,
        }
        token_hashes = {seat.token_hash for seat in table.seats if seat.token_hash is not None}

        def work(connection: sa.Connection) -> None:
            connection.execute(_CREATE, row)
            for token_hash in token_hashes:
                connection.execute(_ADD_TOKEN, {"token_hash": token_hash, "table_id": table.id})

        return work

    async def append(self, table: Table, event: Event) -> None:
        """Keep what happens at a table next, with the table it sets up, all or nothing.

        Conflict if the table has gone on without us.
        """
        game = event.game or table.game
        changes = {
            "table": table.id,
            "before": event.version - 1,
            "new_version": event.version,
            "new_touched": now(),
            "new_over": game.is_over,
            "new_bot_due": table.bot_in(game) is not None,
            "new_worker": self.worker,
        }
        row = {
            "table_id": table.id,
            "version": event.version,
            "type": event.type,
            "body": event.body,
            "idempotency_key": event.idempotency_key,
        }
        create = event.new_table and self._creation(event.new_table)

        def work(connection: sa.Connection) -> None:
            if connection.execute(_GO_ON, changes).rowcount != 1:
                raise Conflict
            if create:
                create(connection)
            connection.execute(_APPEND, row)
            if event.type == "seat":
                seat_token = {"token_hash": event.body["holder"], "table_id": table.id}
                if connection.execute(_TOKEN, seat_token).first() is None:
                    connection.execute(_ADD_TOKEN, seat_token)
            if self.database.is_shared:
                told = {"channel": CHANNEL, "what": f"{self.worker}:{table.id}"}
                connection.execute(_NOTIFY, told)

        try:
            await self.database.do(work)
        except IntegrityError as error:
            raise Conflict from error

    async def claim_bots(self, *, at_start: bool = False) -> list[str]:
        """Take over the tables whose bot is to move while the process that would do it is gone.

        SQLite is used by one process: at its start all others are gone. With PostgreSQL a process
        that lives holds a lock.
        """
        if not self.database.is_shared and not at_start:
            return []
        orphaned: sa.ColumnElement[bool] = TABLES.c.bot_due
        if self.database.is_shared:
            living = sa.text(
                "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND granted "
                f"AND classid = {LOCK_CLASS}"
            ).columns(objid=sa.BigInteger)
            orphaned &= TABLES.c.worker.is_(None) | TABLES.c.worker.not_in(
                sa.select(living.subquery().c.objid)
            )
        claim = sa.update(TABLES).where(orphaned).values(worker=self.worker)
        return await self.database.do(
            lambda c: [row.id for row in c.execute(claim.returning(TABLES.c.id))]
        )

    async def let_bot_rest(self, table_id: str) -> None:
        """No process shall make the next move of the bot here, unless something happens."""
        rest = sa.update(TABLES).where(TABLES.c.id == table_id).values(bot_due=False)
        await self.database.do(lambda c: c.execute(rest))

    async def forget_old(self, days: int) -> int:
        """Forget tables nobody has touched for so long; returns how many."""
        forget = sa.delete(TABLES).where(TABLES.c.touched < now() - days * DAY)
        return await self.database.do(lambda c: c.execute(forget).rowcount)

    async def close(self) -> None:
        await self.database.close()


def _since(
    connection: sa.Connection, table_id: str, version: int, most: int | None = None
) -> list[Event]:
    rows = connection.execute(_SINCE.limit(most), {"table": table_id, "after": version})
    return [Event(*row) for row in rows]


_VERSION = sa.select(TABLES.c.version).where(TABLES.c.id == sa.bindparam("table"))
_GAME = sa.select(TABLES.c.game).where(TABLES.c.id == sa.bindparam("table"))
_TABLE = sa.select(TABLES).where(TABLES.c.id == sa.bindparam("table"))
_SINCE = (
    sa.select(EVENTS.c.version, EVENTS.c.type, EVENTS.c.body, EVENTS.c.idempotency_key)
    .where(
        EVENTS.c.table_id == sa.bindparam("table"),
        EVENTS.c.version > sa.bindparam("after"),
    )
    .order_by(EVENTS.c.version)
)
_TABLE_OF = (
    sa.select(SEAT_TOKENS.c.table_id)
    .join(TABLES)
    .where(SEAT_TOKENS.c.token_hash == sa.bindparam("token_hash"))
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
_CREATE = sa.insert(TABLES)
_APPEND = sa.insert(EVENTS)
_ADD_TOKEN = sa.insert(SEAT_TOKENS)
_TOKEN = sa.select(SEAT_TOKENS.c.token_hash).where(
    SEAT_TOKENS.c.token_hash == sa.bindparam("token_hash"),
    SEAT_TOKENS.c.table_id == sa.bindparam("table_id"),
)
_NOTIFY = sa.select(sa.func.pg_notify(sa.bindparam("channel"), sa.bindparam("what")))
