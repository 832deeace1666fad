"""Where tables are kept: SQLite in the user's data folder, or PostgreSQL."""

from azulejos.web.storage.engine import open_engine
from azulejos.web.storage.migrate import bring_up_to_date
from azulejos.web.storage.store import Conflict, Store, Stored

__all__ = ["Conflict", "Store", "Stored", "bring_up_to_date", "open_engine"]
