"""What is measured from time to time: how much there is of everything, and how late the loop is."""

import asyncio
import time
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

import azulejos
from azulejos.web import metrics

if TYPE_CHECKING:
    from azulejos.web.table_service import TableService

#: Seconds between two looks, and between two questions to the storage.
EVERY = 0.5
ASK_EVERY = 30.0


async def measure(service: "TableService") -> None:
    """Keep the gauges up to date, for ever."""
    metrics.STARTS.inc()
    metrics.INFO.labels(azulejos.__version__).set(1)
    metrics.WORKERS.set(1)
    asked = -ASK_EVERY
    while True:
        begun = time.monotonic()
        _look(service)
        if begun - asked >= ASK_EVERY:
            asked = begun
            await _ask(service)
        due = time.monotonic() + EVERY
        await asyncio.sleep(EVERY)
        metrics.LOOP_LAG.observe(max(0.0, time.monotonic() - due))


def _look(service: "TableService") -> None:
    tables = service.cache.all()
    metrics.TABLES_IN_MEMORY.set(len(tables))
    metrics.STREAMS.set(sum(len(live.streams) for live in tables))
    metrics.LISTENER_UP.set(service.listener.is_up)
    metrics.REVIEWS.set(service.reviews.under_way)
    for pool in (
        *(service.bot_pool, service.bots.quick_pool, service.bots.advice_pool),
        *(service.work_pool, service.goals.pool),
    ):
        metrics.WAITING.labels(pool.name).set(pool.waiting)
        metrics.RUNNING.labels(pool.name).set(pool.running)


async def _ask(service: "TableService") -> None:
    try:
        live = await service.store.live_tables()
        metrics.TABLES_LIVE.set(live.all)
        metrics.TABLES_SET_ASIDE.set(await service.store.tables_set_aside())
    except SQLAlchemyError:
        pass  # whoever uses the storage says so
