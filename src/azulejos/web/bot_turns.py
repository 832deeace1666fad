"""When bots move at tables: as soon as it is their turn, and what is done when they cannot."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from azulejos.bots import USUAL_LEVELS
from azulejos.web.commands import PlayBotMove
from azulejos.web.refusals import Refusal
from azulejos.web.tables import Overtaken

if TYPE_CHECKING:
    from azulejos.web.table_service import TableService

#: How often a bot that cannot move tries again, and the seconds in between: at first, and at most.
ATTEMPTS = 5
SOON, LATEST = 0.5, 60.0

_log = logging.getLogger("azulejos.web")


class BotTurns:
    """A task for each table at which bots are to move."""

    def __init__(self, service: "TableService") -> None:
        self.service = service
        self.tasks: dict[str, asyncio.Task[None]] = {}  # by table

    def call(self, table_id: str) -> None:
        """Let the bots of a table move, while it is their turn."""
        if self.service.is_closing or table_id in self.tasks or not self._may_be_due(table_id):
            return
        task = asyncio.create_task(self._move_while_due(table_id))
        self.tasks[table_id] = task
        task.add_done_callback(lambda _: self._ended(table_id))

    def _may_be_due(self, table_id: str) -> bool:
        """Whether a bot may be due at a table: one that is not in memory has to be looked at."""
        live = self.service.cache.get(table_id)
        if live is None:
            return True
        return live.table.bot_to_move() is not None and live.table.stopped is None

    def _ended(self, table_id: str) -> None:
        self.tasks.pop(table_id, None)
        if table_id in self.service.cache:
            self.call(table_id)

    async def _move_while_due(self, table_id: str) -> None:
        """A bot's life at a table. What goes wrong is said once and tried again, but not for ever.

        While the storage fails, it is tried again and again, ever more seldom.
        """
        failures = 0
        while True:
            try:
                if not await self._move(table_id):
                    return
                failures = 0
                continue
            except Refusal as refusal:
                if refusal.retry_after is None:  # forgotten, unreadable, or too long
                    self._stop(table_id)
                    return
            except SQLAlchemyError as error:
                if failures == 0:
                    why = str(error).partition("\n")[0]  # without the statement and the addresses
                    _log.error("A bot waits for the storage: %s", why or type(error).__name__)
            except Exception:
                if failures == 0:
                    _log.exception("A bot could not move at table %s", table_id)
                if failures == ATTEMPTS:
                    _log.error("The bots at table %s have stopped", table_id)
                    self._stop(table_id)
                    return
            await asyncio.sleep(min(LATEST, SOON * 2**failures))
            failures += 1

    def _stop(self, table_id: str) -> None:
        """Let bots rest until something else happens at a table, and tell those who follow it."""
        live = self.service.cache.get(table_id)
        if live is not None and not live.table.bots_have_failed:
            live.table.bots_have_failed = True
            for stream in live.streams:
                stream.miss()

    async def _move(self, table_id: str) -> bool:
        """One move of a bot; whether there was one to make."""
        table = (await self.service.table(table_id, patience=None, is_current=False)).table
        seat = table.bot_to_move()
        if seat is None:
            return False
        position, game = table.game.states.tobytes(), table.game.copy()
        level = table.seats[seat].level or USUAL_LEVELS[table.name]  # for somebody
        move = await self.service.bots.move(table_id, seat, level, game, table.made_by)
        with suppress(Overtaken):  # then it is asked again, if it is still its turn
            await self.service.execute(table_id, PlayBotMove(seat, move, position))
        return True
