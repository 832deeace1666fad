"""Whether this worker can serve: asked by load balancers, and by whoever watches over it."""

import asyncio
import logging
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

from azulejos import games
from azulejos.web import metrics
from azulejos.web.readiness import RULES
from azulejos.web.storage import failures

if TYPE_CHECKING:
    from azulejos.web.table_service import TableService

#: Seconds for each check, and in which the same answer is given: to ask costs a write.
PATIENCE = 3.0
KEPT = 1.0
OK = "ok"
MEGABYTE = 1_000_000

_log = logging.getLogger("azulejos.web")


class Health:
    """What a worker needs to serve, looked at now."""

    def __init__(self, service: "TableService") -> None:
        self._service = service
        self._looking: asyncio.Task[Mapping[str, str]] | None = None
        self._looked_at = -KEPT
        self._was: Mapping[str, str] = {}

    async def checks(self) -> Mapping[str, str]:
        """Each check by name: "ok", or what is wrong."""
        is_old = time.monotonic() - self._looked_at >= KEPT
        if self._looking is None or (self._looking.done() and is_old):
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> Mapping[str, str]:
        checks: dict[str, Callable[[], Awaitable[str]]] = {
            "rules": self._rules,
            "storage": self._storage,
            "listener": self._listener,
            "disk": self._disk,
        }
        found = await asyncio.gather(*(_within(PATIENCE, check) for check in checks.values()))
        told = dict(zip(checks, found, strict=True))
        self._looked_at = time.monotonic()
        for name, what in told.items():
            metrics.READY.labels(name).set(what == OK)
            before = self._was.get(name, OK)
            if what != OK and before == OK and name != "rules":
                _log.warning("Not ready: %s: %s", name, what)
            elif what == OK != before and name != "rules":
                _log.warning("Ready again: %s", name)
        self._was = told
        return told

    async def _rules(self) -> str:
        readiness = self._service.readiness
        waiting = [name for name in games.names() if not readiness.is_ready(name, RULES)]
        return f"being compiled: {', '.join(waiting)}" if waiting else OK

    async def _storage(self) -> str:
        """A write, to its end."""
        await self._service.store.beat()
        return OK

    async def _listener(self) -> str:
        return OK if self._service.listener.is_up else "messages of other workers do not arrive"

    async def _disk(self) -> str:
        """Room on the disk of an SQLite file; PostgreSQL looks after its own."""
        settings = self._service.settings
        if settings.has_many_workers:
            return OK
        folder = Path(make_url(settings.database_url).database or "").parent
        free = shutil.disk_usage(folder).free // MEGABYTE
        return OK if free >= settings.free_disk else f"{free} MB are left"


async def _within(seconds: float, check: Callable[[], Awaitable[str]]) -> str:
    try:
        async with asyncio.timeout(seconds):
            return await check()
    except TimeoutError:
        return "no answer in time"
    except Exception as error:
        return failures.reason(error)
