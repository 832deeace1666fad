"""Backups: all tables of a database in one file, taken while it is used, for either kind of it.

The file is compressed lines of JSON: a header; for each of our tables the names of its columns,
then its rows; at the end a digest of all lines before, without which it is not whole. What is read
is one snapshot, for which nobody has to wait. (SQLite's own backup and pg_dump are as consistent,
but each is for its own kind of database: by this one, a club moves from a file to PostgreSQL.)
"""

import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

import azulejos
from azulejos.web.storage.engine import blocking_engine
from azulejos.web.storage.failures import reason
from azulejos.web.storage.migrate import (
    NEWEST,
    StorageFailed,
    alone,
    migrate,
    one_server,
    revision_of,
)
from azulejos.web.storage.schema import EVENTS, METADATA, TABLES, WORKERS
from azulejos.web.storage.store import LOCK_CLASS

FORMAT = "azulejos backup"
#: Of the file, not of the schema in it.
VERSION = 1
#: Our tables, also by the names that they had before; not processes, which are others tomorrow.
KEPT = {*METADATA.tables, "happenings", "holders"} - {WORKERS.name}
#: Rows that are in memory at a time.
AT_ONCE = 500
_END = b'{"end":'

_WORKERS_LIVE = sa.text(
    "SELECT count(*) FROM pg_locks JOIN pg_database ON database = pg_database.oid WHERE granted "
    f"AND locktype = 'advisory' AND classid = {LOCK_CLASS} AND datname = current_database()"
)


class BadBackup(ValueError):
    """A file is no backup that can be used; the message says why in one line."""


@dataclass(frozen=True)
class Contents:
    """What a backup holds. made: when, in UTC. by: the version of azulejos. rows: by table."""

    made: str
    by: str
    schema: str
    rows: Mapping[str, int]

    def __str__(self) -> str:
        tables, events = self.rows.get(TABLES.name, 0), self.rows.get(EVENTS.name, 0)
        return f"{tables} tables with {events} events, of {self.made}"


# ── Writing one ──────────────────────────────────────────────────────────────────────────────────


def back_up(url: str, target: Path) -> tuple[Path, Contents]:
    """Write all tables into a file, or into one in a folder that is named by the time.

    The file is whole when it bears its name; whoever runs this may read it, and nobody else.
    StorageFailed if the database cannot be read, OSError if the file cannot be written.
    """
    made = datetime.now(UTC)
    if target.is_dir():
        target /= f"azulejos-{made:%Y-%m-%dT%H-%M-%SZ}.backup"
    if target.exists():
        raise FileExistsError(None, "it is there already")
    handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:64]}.")
    try:
        with open(handle, "wb") as file, _told(url), _snapshot(url) as connection:
            contents = _write(connection, file, f"{made:%Y-%m-%dT%H:%M:%SZ}")
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        os.unlink(draft)
        raise
    return target, contents


def _write(connection: sa.Connection, file: BinaryIO, made: str) -> Contents:
    schema = revision_of(connection)
    if schema is None:
        raise StorageFailed("there are no tables of azulejos in the database")
    if schema > NEWEST:
        raise StorageFailed("the database is of a newer version of azulejos")
    contents = Contents(made, azulejos.__version__, schema, rows := {})
    digest = hashlib.sha256()
    with gzip.GzipFile(fileobj=file, mode="wb", filename="") as packed:

        def write(value: Any) -> None:
            line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            packed.write(line)

        head = {"made": made, "by": contents.by, "schema": schema}
        write({"format": FORMAT, "version": VERSION, **head})
        for table in _as_they_are(connection):
            write({"table": table.name, "columns": table.columns.keys()})
            rows[table.name] = 0
            found = connection.execution_options(yield_per=AT_ONCE).execute(sa.select(table))
            for row in found:
                write(list(row))
                rows[table.name] += 1
        packed.write(_END + f'"{digest.hexdigest()}"}}\n'.encode())
    return contents


def _as_they_are(connection: sa.Connection) -> list[sa.Table]:
    """Our tables, those first that others refer to, with the columns of whatever version."""
    found = sa.MetaData()
    found.reflect(connection, only=lambda name, _: name in KEPT)
    for table in found.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, sa.JSON):
                column.type.none_as_null = True
    return found.sorted_tables


# ── Reading one ──────────────────────────────────────────────────────────────────────────────────


class Backup:
    """A backup in a file, found to be whole: every line of it is as it was written.

    BadBackup if it is not, or of a newer version; OSError if it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        head = next(self._lines())
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise BadBackup("it is no backup of azulejos")
        made, by, schema = (str(head.get(name))[:40] for name in ("made", "by", "schema"))
        if head.get("version") != VERSION or schema > NEWEST:
            raise BadBackup(f"it is of a newer version of azulejos ({by})")
        rows: dict[str, int] = {}
        for name, _, part in self.parts():
            rows[name] = rows.get(name, 0) + len(part)
        self.contents = Contents(made, by, schema, rows)

    def parts(self) -> Iterator[tuple[str, Sequence[str], list[list[Any]]]]:
        """A table's name, those of its columns, and some of its rows, in the order of writing."""
        lines = self._lines()
        next(lines)
        name = ""
        columns: list[str] = []
        part: list[list[Any]] = []
        for line in lines:
            is_head = isinstance(line, dict)
            if part and (is_head or len(part) == AT_ONCE):
                yield name, columns, part
                part = []
            if is_head:
                name, columns = str(line.get("table")), line.get("columns") or []
            elif name in KEPT and isinstance(line, list) and len(line) == len(columns):
                part.append(line)
            else:
                raise BadBackup("it is damaged")
        if part:
            yield name, columns, part

    def _lines(self) -> Iterator[Any]:
        digest = hashlib.sha256()
        try:
            with gzip.open(self.path) as packed:
                for line in packed:
                    if line.startswith(_END):
                        if json.loads(line)["end"] != digest.hexdigest() or packed.read(1):
                            break
                        return
                    digest.update(line)
                    yield json.loads(line)
        except gzip.BadGzipFile as error:
            raise BadBackup("it is no backup of azulejos, or damaged") from error
        except (EOFError, zlib.error, ValueError, KeyError, TypeError) as error:
            raise BadBackup("it is damaged") from error
        raise BadBackup("it is damaged, or not whole")


def restore(url: str, backup: Backup) -> None:
    """Bring the tables of a backup into an empty database, all or nothing, and up to date.

    StorageFailed if there are tables in it, if a server uses it, or if it cannot be written.
    """
    with _told(url), one_server(url), _writing(url) as connection:
        alone(connection)
        if url.startswith("postgresql") and connection.scalar(_WORKERS_LIVE):
            raise StorageFailed("a server uses the database: end it first")
        schema = revision_of(connection)
        if schema is not None and schema > NEWEST:
            raise StorageFailed("the database is of a newer version of azulejos")
        if schema is not None and connection.scalar(sa.select(sa.exists(sa.select(TABLES.c.id)))):
            raise StorageFailed("there are tables in the database: restore into an empty one")
        if schema is not None:  # as a server leaves it that has only been started
            METADATA.drop_all(connection)
            connection.exec_driver_sql("DROP TABLE alembic_version")
        migrate(connection, backup.contents.schema)
        tables = {table.name: table for table in _as_they_are(connection)}
        for name, columns, part in backup.parts():
            rows = [dict(zip(columns, row, strict=True)) for row in part]
            connection.execute(tables[name].insert(), rows)
        migrate(connection)


# ── The database ─────────────────────────────────────────────────────────────────────────────────


@contextmanager
def _told(url: str) -> Iterator[None]:
    """Tell what the database says in one line."""
    try:
        yield
    except SQLAlchemyError as error:
        where = make_url(url).database if url.startswith("sqlite") else "PostgreSQL"
        raise StorageFailed(f"cannot use the database {where}: {reason(error)}") from error


@contextmanager
def _snapshot(url: str) -> Iterator[sa.Connection]:
    """The database as it is at one moment. A file that is not there is not made."""
    if url.startswith("sqlite") and not Path(path := make_url(url).database or "").is_file():
        raise StorageFailed(f"there is no database {path}")
    engine = blocking_engine(url)
    try:
        with engine.connect() as connection:
            if url.startswith("sqlite"):
                connection.exec_driver_sql("BEGIN")
            else:
                connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _writing(url: str) -> Iterator[sa.Connection]:
    """A transaction in which much is written, all or nothing."""
    engine = blocking_engine(url)
    try:
        with engine.connect() as connection:
            if url.startswith("sqlite"):
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
            connection.commit()
    finally:
        engine.dispose()
