"""Keeping the next events of tables, as quickly as each kind of database can.

It is what the storage does most often by far, so it goes past SQLAlchemy: to SQLite by Python's
driver, to PostgreSQL as one statement for any number of tables, which tells the other workers, too.
An event is kept only if it is the next of its table.
"""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError

from azulejos.web.compact_json import encoded

if TYPE_CHECKING:
    import psycopg

#: The channel on which PostgreSQL tells other workers what has happened.
CHANNEL = "azulejos_tables"


@dataclass(frozen=True)
class Appended:
    """An event, and how its table stands after it. worker: the process that keeps it."""

    table_id: str
    version: int
    type: str
    body: dict[str, Any]
    idempotency_key: str | None
    touched: int
    over: bool
    bot_due: bool
    worker: int
    listing: dict[str, Any] | None
    due: int | None
    remind: int | None


#: What an event changes in the row of its table.
STANDING = ("version", "touched", "over", "bot_due", "worker", "listing", "due", "remind")


def wrapped(error: Exception, base: type[Exception]) -> BaseException:
    """An error of a driver, as SQLAlchemy would raise it; base: of all errors of that driver."""
    return DBAPIError.instance("", None, error, base)


# ── SQLite ───────────────────────────────────────────────────────────────────────────────────────

_GO_ON = (
    f"UPDATE tables SET {', '.join(f'{name} = ?' for name in STANDING)} "
    "WHERE id = ? AND version = ?"
)
_KEEP = "INSERT INTO events (table_id, version, type, body, idempotency_key) VALUES (?, ?, ?, ?, ?)"


def append_to_sqlite(connection: sqlite3.Connection, events: Sequence[Appended]) -> Collection[str]:
    """The tables whose event is kept now."""
    kept = set()
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            for event in events:
                listing = None if event.listing is None else encoded(event.listing).decode()
                standing = {**vars(event), "listing": listing}
                after = [standing[name] for name in STANDING]
                found = connection.execute(_GO_ON, (*after, event.table_id, event.version - 1))
                if found.rowcount == 1:
                    body = encoded(event.body).decode()
                    row = event.table_id, event.version, event.type, body, event.idempotency_key
                    connection.execute(_KEEP, row)
                    kept.add(event.table_id)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    except sqlite3.Error as error:
        raise wrapped(error, sqlite3.Error) from error
    return kept


# ── PostgreSQL ───────────────────────────────────────────────────────────────────────────────────

_TYPES = {"over": "boolean", "bot_due": "boolean", "version": "integer", "body": "json"}
_TYPES |= {"listing": "json"} | dict.fromkeys(("touched", "worker", "due", "remind"), "bigint")
_COLUMNS = ", ".join(f"{each.name} {_TYPES.get(each.name, 'text')}" for each in fields(Appended))
#: Rows are locked in the order of their ids: so no two workers ever wait for each other.
_APPEND = f"""
WITH given AS (SELECT * FROM json_to_recordset(%s::json) AS given ({_COLUMNS})),
locked AS (
    SELECT id FROM tables JOIN given ON id = table_id AND tables.version = given.version - 1
    ORDER BY id FOR UPDATE OF tables
),
gone_on AS (
    UPDATE tables SET {", ".join(f"{name} = given.{name}" for name in STANDING)}
    FROM given JOIN locked ON locked.id = table_id
    WHERE tables.id = table_id AND tables.version = given.version - 1 RETURNING table_id
),
kept AS (
    INSERT INTO events (table_id, version, type, body, idempotency_key)
    SELECT table_id, version, type, body, idempotency_key FROM given JOIN gone_on USING (table_id)
)
SELECT table_id, pg_notify('{CHANNEL}', worker || ':' || table_id)
FROM given JOIN gone_on USING (table_id)
"""


class Line:
    """A connection to PostgreSQL for this alone. connect: makes one."""

    def __init__(self, connect: "Callable[[], Any]") -> None:
        self._connect = connect
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def append(self, events: Sequence[Appended]) -> Collection[str]:
        """The tables whose event is kept now, and of which other workers are told.

        A connection that has died is replaced, and all is done again: what had been kept for all
        that is then no next event any more.
        """
        import psycopg

        given = encoded([vars(event) for event in events]).decode()
        is_first_try = self._connection is not None
        while True:
            try:
                if self._connection is None:
                    self._connection = await self._connect()
                cursor = await self._connection.execute(_APPEND, (given,), prepare=True)
                return {row[0] for row in await cursor.fetchall()}
            except psycopg.Error as error:
                has_died = self._connection is None or self._connection.closed
                if has_died:
                    self.drop()
                if not (has_died and is_first_try):
                    raise wrapped(error, psycopg.Error) from error
                is_first_try = False
            except BaseException:  # nobody waits for it any more: what comes of it is not known
                self.drop()
                raise

    def drop(self) -> None:
        """Let the connection go, without a word to a server that may not answer."""
        if self._connection is not None:
            self._connection.pgconn.finish()
            self._connection = None
