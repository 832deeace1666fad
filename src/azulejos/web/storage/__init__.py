"""Where tables are kept: SQLite in the user's data folder, or PostgreSQL."""

from azulejos.web.storage.batches import Conflict
from azulejos.web.storage.engine import Database, StorageTimeout, open_database
from azulejos.web.storage.migrate import (
    StorageFailed,
    bring_up_to_date,
    check_storage,
    one_server,
)
from azulejos.web.storage.review_store import ReviewStore, StoredReview
from azulejos.web.storage.store import Store, Stored

__all__ = [
    "Conflict",
    "Database",
    "ReviewStore",
    "StorageFailed",
    "StorageTimeout",
    "Store",
    "Stored",
    "StoredReview",
    "bring_up_to_date",
    "check_storage",
    "one_server",
    "open_database",
]
