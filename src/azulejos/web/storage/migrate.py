"""Bringing a database up to date when a server starts, one process at a time."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

#: The newest migration: where a database is already there, nothing needs to be loaded or locked.
NEWEST = "0001"
#: Any number that other users of the same PostgreSQL server do not use.
_LOCK = 0x617A756C


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Run the migrations that a database lacks."""
    if await _revision(engine) == NEWEST:
        return
    async with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        await connection.run_sync(_upgrade)
        await connection.commit()


async def _revision(engine: AsyncEngine) -> str | None:
    async with engine.connect() as connection:
        known = await connection.run_sync(lambda c: sa.inspect(c).has_table("alembic_version"))
        if not known:
            return None
        found: str | None = await connection.scalar(
            sa.text("SELECT version_num FROM alembic_version")
        )
        return found


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
