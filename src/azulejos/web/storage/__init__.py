"""Where tables are kept: SQLite in the user's data folder, or PostgreSQL."""

from azulejos.web.storage.engine import Database, open_database
from azulejos.web.storage.migrate import StorageFailed, bring_up_to_date, check_storage
from azulejos.web.storage.store import Conflict, Store, Stored

__all__ = [
    "Conflict",
    "Database",
    "StorageFailed",
    "Store",
    "Stored",
    "bring_up_to_date",
    "check_storage",
    "open_database",
]
