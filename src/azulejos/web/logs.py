"""What goes into the log: one line an event, as text or as JSON, each with the request's id.

Nothing is said every second: of what one place in the sources says, the log takes a few lines a
minute, and then how many more there were.
"""

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar

from pythonjsonlogger.json import JsonFormatter

from azulejos.web.settings import Settings

#: The id of the request that is being answered.
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
#: Lines that one place may say in so many seconds.
MOST_LINES = 5
WINDOW = 60.0

_TEXT = "%(asctime)s %(levelname)s %(name)s [%(request)s] %(message)s"
_FIELDS = "%(levelname)s %(name)s %(request)s %(process)d %(message)s"


class Sparing(logging.Filter):
    """Lets a few lines a minute through from each place that logs."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[tuple[str, int], tuple[float, int]] = {}  # since when, how many

    def filter(self, record: logging.LogRecord) -> bool:
        now, place = self._clock(), (record.pathname, record.lineno)
        since, count = self._said.get(place, (now, 0))
        if now - since >= WINDOW:
            if count > MOST_LINES:
                record.msg = f"{record.getMessage()} (and {count - MOST_LINES} more like it before)"
                record.args = ()
            since, count = now, 0
        self._said[place] = since, count + 1
        return count < MOST_LINES


class _WithRequest(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request = REQUEST_ID.get()
        return True


def set_up(settings: Settings) -> None:
    """Log to standard error as the settings say: for a process that does nothing but serve."""
    handler = logging.StreamHandler()
    if settings.log_format == "json":
        names = {"levelname": "level", "name": "logger", "process": "pid", "exc_info": "traceback"}
        handler.setFormatter(JsonFormatter(_FIELDS, rename_fields=names, timestamp="time"))
    else:
        handler.setFormatter(logging.Formatter(_TEXT))
    handler.addFilter(Sparing())
    handler.addFilter(_WithRequest())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    # Of connections that die while they are given back. Whoever has used them says what failed.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
    logging.getLogger("azulejos").setLevel(settings.log_level.upper())
