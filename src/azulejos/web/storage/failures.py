"""What is wrong with a storage that fails: in a line for the log, and as one of a few kinds."""

import sqlite3
from typing import Literal

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

#: "full", "read only": nothing can be kept, but tables can be looked at. "silent": all else.
Kind = Literal["full", "read_only", "silent"]

_OF_SQLITE: dict[int, Kind] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
}
#: Of PostgreSQL: disk_full, read_only_sql_transaction.
_OF_STATE: dict[str, Kind] = {"53100": "full", "25006": "read_only"}


def cause(error: BaseException) -> BaseException:
    """What the driver or the system said."""
    if isinstance(error, DBAPIError) and isinstance(error.orig, Exception):
        return error.orig
    return error


def kind_of(error: SQLAlchemyError) -> Kind:
    """What kind of trouble a storage is in."""
    said = cause(error)
    code = getattr(said, "sqlite_errorcode", None)
    if code is not None:
        return _OF_SQLITE.get(code & 0xFF, "silent")
    return _OF_STATE.get(getattr(said, "sqlstate", None) or "", "silent")


def reason(error: BaseException) -> str:
    """Why something failed, in one line, without statements and addresses."""
    said = cause(error)
    if isinstance(said, OSError) and said.strerror:
        return said.strerror
    return str(said).strip().partition("\n")[0] or type(said).__name__
