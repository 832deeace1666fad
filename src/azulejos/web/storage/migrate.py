"""Looking whether a database can be used when a server starts, and bringing it up to date."""

import asyncio
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from azulejos.core.errors import without_extra
from azulejos.core.file_lock import try_lock
from azulejos.web.storage.engine import Database, open_database
from azulejos.web.storage.failures import reason
from azulejos.web.storage.schema import METADATA

#: The newest migration: where a database is already there, nothing needs to be loaded.
NEWEST = "0007"
#: Migrations are numbered so that versions can work side by side while a service is upgraded: one
#: that only adds what older versions do not miss counts on, one that they cannot work with begins
#: the next hundred.
SIDE_BY_SIDE = 100
#: Any number that other users of the same PostgreSQL server do not use.
_LOCK = 0x617A756C

_log = logging.getLogger("azulejos.web")
_on_windows = sys.platform == "win32"


class StorageFailed(Exception):
    """A database cannot be used; the message says why in one line, and tells no password."""


@contextmanager
def one_server(url: str) -> Iterator[None]:
    """Hold a file of SQLite as the only server; StorageFailed if another does.

    A second one would show old tables, and would not know of the other's bots.
    """
    if not url.startswith("sqlite"):
        yield
        return
    path = Path(make_url(url).database or "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.with_name(path.name + ".lock").open("a", encoding="utf-8")
    except OSError as error:
        raise StorageFailed(f"cannot use the database {path}: {reason(error)}") from error
    with file:
        if not try_lock(file):
            raise StorageFailed(
                f"another server uses the database {path}: end it, or set AZULEJOS_DATA to another "
                "folder (several servers share tables by PostgreSQL)"
            )
        yield


def check_storage(url: str) -> None:
    """Find out whether a database can be used, and bring it up to date; StorageFailed if not."""
    if _on_windows and not url.startswith("sqlite"):
        # psycopg wants one kind of event loop there, and the compiler's process the other.
        raise StorageFailed("tables in PostgreSQL need Linux or macOS; SQLite needs neither")
    try:
        asyncio.run(_check(url))
    except (OSError, SQLAlchemyError) as error:
        where = make_url(url).database if url.startswith("sqlite") else "PostgreSQL"
        raise StorageFailed(f"cannot use the database {where}: {reason(error)}") from error


async def _check(url: str) -> None:
    database = open_database(url)
    try:
        await bring_up_to_date(database)
        await database.do(_look)
    finally:
        await database.close()


def _look(connection: sa.Connection) -> None:
    for table in METADATA.sorted_tables:
        connection.execute(sa.select(table).limit(1))


async def bring_up_to_date(database: Database) -> None:
    """Run the migrations that a database lacks, one process at a time."""
    await database.do(_upgrade, is_long=True)


def _upgrade(connection: sa.Connection) -> None:
    alone(connection)
    revision = revision_of(connection)
    if revision is None or revision < NEWEST:
        migrate(connection)
    elif int(revision) // SIDE_BY_SIDE > int(NEWEST) // SIDE_BY_SIDE:
        raise StorageFailed("the database is of a newer version of azulejos")
    elif revision > NEWEST:
        _log.info("A newer version of azulejos has upgraded the database; this one goes on with it")


def alone(connection: sa.Connection) -> None:
    """Be the only one who changes the schema until this transaction ends, however long it takes."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        for limit in ("statement_timeout", "lock_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))


def migrate(connection: sa.Connection, to: str = "head") -> None:
    """Run migrations up to one."""
    try:
        from alembic import command
        from alembic.config import Config
    except ModuleNotFoundError as error:
        raise without_extra(error, "web") from error

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def revision_of(connection: sa.Connection) -> str | None:
    """The newest migration that a database has seen; None: it has none of our tables."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return found
