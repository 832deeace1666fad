"""Looking whether a database can be used when a server starts, and bringing it up to date."""

import asyncio
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from azulejos.web.storage.engine import Database, open_database
from azulejos.web.storage.schema import METADATA

#: The newest migration: where a database is already there, nothing needs to be loaded.
NEWEST = "0001"
#: Any number that other users of the same PostgreSQL server do not use.
_LOCK = 0x617A756C


class StorageFailed(Exception):
    """A database cannot be used; the message says why in one line, and tells no password."""


def check_storage(url: str) -> None:
    """Find out whether a database can be used, and bring it up to date; StorageFailed if not."""
    try:
        asyncio.run(_check(url))
    except (OSError, SQLAlchemyError) as error:
        where = make_url(url).database if url.startswith("sqlite") else "PostgreSQL"
        raise StorageFailed(f"cannot use the database {where}: {_reason(error)}") from error


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


def _reason(error: Exception) -> str:
    if isinstance(error, DBAPIError):
        error = error.orig if isinstance(error.orig, Exception) else error
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).strip().partition("\n")[0] or type(error).__name__


async def bring_up_to_date(database: Database) -> None:
    """Run the migrations that a database lacks, one process at a time."""
    await database.do(_upgrade)


def _upgrade(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    revision = _revision(connection)
    if revision == NEWEST:
        return
    if revision is not None and revision > NEWEST:
        raise StorageFailed("the database is of a newer version of azulejos")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return found
