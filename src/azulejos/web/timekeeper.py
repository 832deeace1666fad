"""Ends moves whose time is up, and reminds people before: each is done by one worker."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from azulejos.web.commands import EndTime
from azulejos.web.events import now
from azulejos.web.refusals import Refusal
from azulejos.web.tables import Overtaken

if TYPE_CHECKING:
    from azulejos.web.table_service import TableService

#: Seconds between two looks.
ROUND = 1.0

_log = logging.getLogger("azulejos.web")


class Timekeeper:
    """Looks into the storage for clocks that have run down."""

    def __init__(self, service: "TableService") -> None:
        self._service = service

    async def run(self) -> None:
        """For ever. What fails is found again by a later look."""
        while True:
            await asyncio.sleep(ROUND)
            try:
                for table_id in await self._service.store.claim_due(now()):
                    await self._end(table_id)
                for table_id in await self._service.store.claim_reminders(now()):
                    await self._remind(table_id)
            except SQLAlchemyError:
                pass  # whoever uses the storage says so
            except Exception:
                _log.exception("Could not look after the clocks")

    async def _remind(self, table_id: str) -> None:
        with suppress(Refusal):
            self._service.notices.time_runs_out(await self._service.table(table_id))

    async def _end(self, table_id: str) -> None:
        # Overtaken: the move has come in time. Refusal: the table is gone, or not to be read.
        with suppress(Overtaken, Refusal):
            await self._service.execute(table_id, EndTime())
