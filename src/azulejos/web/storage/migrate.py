"""Bringing a database up to date when a server starts, one process at a time."""

from pathlib import Path

import sqlalchemy as sa

from azulejos.web.storage.engine import Database

#: The newest migration: where a database is already there, nothing needs to be loaded.
NEWEST = "0001"
#: Any number that other users of the same PostgreSQL server do not use.
_LOCK = 0x617A756C


async def bring_up_to_date(database: Database) -> None:
    """Run the migrations that a database lacks."""
    await database.do(_upgrade)


def _upgrade(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    if _revision(connection) == NEWEST:
        return
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
