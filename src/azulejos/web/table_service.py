"""All tables of this process, and the one way in which a table changes.

Whatever is done at a table (a move of a person or of a bot, an undo, a seat, a rematch) is a
command and takes the same four steps, see `TableService.execute`.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import anyio
from sqlalchemy.exc import SQLAlchemyError

from azulejos import games
from azulejos.web.bot_runner import BotRunner
from azulejos.web.bot_turns import BotTurns
from azulejos.web.commands import Command, CreateTable
from azulejos.web.fair_pool import FairPool
from azulejos.web.filling import Filling
from azulejos.web.live import LiveTable, TableCache
from azulejos.web.new_tables import set_up
from azulejos.web.readiness import PATIENCE, RULES, Readiness
from azulejos.web.refusals import Refusal
from azulejos.web.seats import Seat
from azulejos.web.settings import Settings
from azulejos.web.storage import Conflict, Store, bring_up_to_date, open_database
from azulejos.web.table_loader import TableLoader
from azulejos.web.tables import Table, around, today

#: Tables in memory that nobody follows.
MOST_IN_MEMORY = 1_000
#: How often a command is tried again when another process has changed the table meanwhile.
ATTEMPTS = 8
#: Seconds between two looks for bots whose process is gone, and for tables to forget.
LOOK_FOR_ORPHANS = 2.0
LOOK_FOR_OLD_TABLES = 6 * 3600.0

_log = logging.getLogger("azulejos.web")


class Done(NamedTuple):
    """What a command led to: the table, its version then, and whether it was done before."""

    live: LiveTable
    version: int
    replayed: bool


class TableService:
    """The tables of one process, and the bots that play at them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = secrets.randbits(31)
        self.store = Store(open_database(settings.database_url), self.worker)
        self.cache = TableCache(MOST_IN_MEMORY)
        self.readiness = Readiness(games.names())
        self.bot_pool = FairPool(settings.bot_threads)
        #: Replays and whole records: one at a time, so that they never crowd out the event loop.
        self.work_pool = FairPool(1)
        self.loader = TableLoader(
            self.store, self.cache, self.readiness, self.work_pool, settings.limits.entries
        )
        self.bots = BotRunner(self.bot_pool, self.readiness, settings.evaluator_for)
        self.bot_turns = BotTurns(self)
        self.filling = Filling(self.readiness)
        self._background: set[asyncio.Task[None]] = set()
        self.is_closing = False

    # ── Changing a table ─────────────────────────────────────────────────────────────────────────

    async def execute(self, table_id: str, command: Command) -> Done:
        """Do what is asked at a table: decide, store, apply, tell.

        What was done before is not done again. If another process was quicker, its events are
        learned and the command is decided anew.
        """
        live = await self.loader.table(table_id, PATIENCE)
        command = live.table.read(command)
        async with live.lock:
            for _ in range(ATTEMPTS):
                if live.is_stale:
                    await self.loader.catch_up(live)
                earlier = live.table.done_before(command)
                if earlier is not None:
                    return Done(live, earlier, replayed=True)

                # Decide: all is checked, nothing changes. What takes long does so in a thread.
                decide = partial(live.table.decide, command)
                is_quick = live.table.is_quick(command)
                event = decide() if is_quick else await self.work_pool.run(table_id, decide)
                if event.new_table is not None:
                    await self._check_room()

                # Store: to its end, also if who has asked goes away.
                try:
                    with anyio.CancelScope(shield=True):
                        await self.store.append(live.table, event)
                except Conflict:
                    await self.loader.catch_up_after_conflict(live)
                    continue
                except BaseException:
                    live.is_stale = True  # it may be stored for all that
                    raise

                # Apply: memory is what is stored.
                live.table.apply(event)

                # Tell: those who follow the table, and the bot whose turn it is.
                live.tell(event)
                if event.new_table is not None:
                    self._begin(event.new_table)
                self.bot_turns.call(table_id)
                return Done(live, event.version, replayed=False)
        raise Refusal(409, "busy", "This table is changing too quickly; try again.", 1)

    # ── New tables ───────────────────────────────────────────────────────────────────────────────

    async def create(self, command: CreateTable) -> LiveTable:
        """Set up a table, if there is room for another."""
        await self.readiness.wait(command.game, RULES, PATIENCE)
        await self._check_room()
        # A long record is replayed in its turn, while other tables are set up.
        key = "new table" if command.record is None else "record"
        work = partial(set_up, command, self.settings.limits.entries)
        return await self._keep(await self.work_pool.run(key, work))

    async def branch(self, table: Table, at: int, seats: Sequence[Seat]) -> LiveTable:
        """A new table that goes on from an earlier point of this one's game."""
        await self._check_room()

        def work() -> Table:
            game = table.game.after(at)
            game.undo_to(at)
            return around(game, seats, today())

        return await self._keep(await self.work_pool.run(table.id, work))

    async def _check_room(self) -> None:
        if await self.store.live_tables() >= self.settings.limits.live_tables:
            raise Refusal(
                429, "too_many_tables", "All tables are taken. Come back a little later.", 60
            )

    async def _keep(self, table: Table) -> LiveTable:
        table.most_entries = self.settings.limits.entries
        await self.store.create(table)
        return self._begin(table)

    def _begin(self, table: Table) -> LiveTable:
        """A new table that is stored, alive."""
        live = self.cache.put(LiveTable(table))
        self.bot_turns.call(table.id)
        return live

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    async def table(self, table_id: str, patience: float | None = PATIENCE) -> LiveTable:
        """A table, as it is stored now; patience: seconds to wait for the rules of its game."""
        return await self.loader.table(table_id, patience)

    async def refresh(self, table_id: str) -> None:
        """Another process has changed a table: tell those who follow it here."""
        live = self.cache.get(table_id)
        if live is not None and live.streams:
            with suppress(Refusal):
                await self.table(table_id)

    async def refresh_all(self) -> None:
        """The same for every table that is followed here: a message may have been missed."""
        for live in self.cache.all():
            await self.refresh(live.table.id)

    async def written(self, live: LiveTable, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Something long about a table, written once for all who ask while it stays as it is."""
        if live.written_at != live.table.version:
            live.written, live.written_at = {}, live.table.version
        written = live.written
        if key not in written:
            written[key] = asyncio.create_task(self.work_pool.run(live.table.id, make))
        try:
            return await asyncio.shield(written[key])
        except Exception:
            written.pop(key, None)  # who comes later may have more luck
            raise

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Bring the database up to date and go on where bots are to move."""
        self.loop = asyncio.get_running_loop()
        await bring_up_to_date(self.store.database)
        for table_id in await self.store.claim_bots(at_start=True):
            self.bot_turns.call(table_id)
        self.in_background(self._look_after())

    async def close(self) -> None:
        self.end_streams()
        self.bot_pool.close()
        self.work_pool.close()
        self.bots.advice_pool.close()
        self.filling.close()
        tasks: list[asyncio.Task[Any]] = [*self.bot_turns.tasks.values(), *self._background]
        for task in tasks:
            task.cancel()
        tasks += self.loader.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.store.close()

    def end_streams(self) -> None:
        """Let every client that follows a table go: they come back to the next server."""
        self.is_closing = True
        for live in self.cache.all():
            for stream in live.streams:
                stream.close()

    def in_background(self, work: "asyncio._CoroutineLike[None]") -> None:
        """Work that goes on until the service is closed; if it fails, the log says so."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("Work in the background has ended", exc_info=error)

    async def _look_after(self) -> None:
        """From time to time: bots whose process has died, and tables that nobody needs."""
        rounds = int(LOOK_FOR_OLD_TABLES / LOOK_FOR_ORPHANS)
        count = 0
        while True:
            try:
                if count % rounds == 0:
                    await self.store.forget_old(self.settings.limits.keep_days)
                for table_id in await self.store.claim_bots():
                    self.bot_turns.call(table_id)
            except SQLAlchemyError:
                pass  # whoever uses the storage says so; the next look may find it again
            except Exception:
                _log.exception("Could not look after the tables")
            count += 1
            await asyncio.sleep(LOOK_FOR_ORPHANS)
