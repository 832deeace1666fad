"""All tables of this process, and the one way in which a table changes.

Whatever is done at a table (a move of a person or of a bot, an undo, a seat, a rematch) is a
command and takes the same four steps, see `TableService.execute`.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import anyio
from sqlalchemy.exc import SQLAlchemyError

from azulejos import games
from azulejos.core.errors import IllegalMove
from azulejos.web import metrics, phrases, reasons
from azulejos.web.analyses import Analyses
from azulejos.web.bot_runner import BotRunner
from azulejos.web.bot_turns import BotTurns
from azulejos.web.commands import Command, CreateTable
from azulejos.web.fair_pool import SEARCHING, FairPool
from azulejos.web.goals import Goals
from azulejos.web.health import Health
from azulejos.web.live import LiveTable, TableCache
from azulejos.web.measuring import measure
from azulejos.web.new_tables import set_up
from azulejos.web.notices import Notices
from azulejos.web.open_tables import OpenTables
from azulejos.web.presence import Presence
from azulejos.web.pubsub import Listener
from azulejos.web.readiness import PATIENCE, RULES, Readiness
from azulejos.web.refusals import Refusal
from azulejos.web.reviews import Reviews
from azulejos.web.seats import Seat
from azulejos.web.settings import Settings
from azulejos.web.storage import (
    Conflict,
    StorageFailed,
    Store,
    bring_up_to_date,
    failures,
    open_database,
)
from azulejos.web.table_loader import TableLoader
from azulejos.web.tables import Overtaken, Table, around, today
from azulejos.web.timekeeper import Timekeeper

#: Tables in memory that nobody follows.
MOST_IN_MEMORY = 1_000
#: How often a command is tried again when another process has changed the table meanwhile.
ATTEMPTS = 8
#: Seconds until a start that the storage has failed is tried again.
AT_START = 0.25
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
        self.store = Store(
            open_database(settings.database_url, settings.storage_timeout), self.worker
        )
        self.listener = Listener(self)
        self.presence = Presence(self)
        self.cache = TableCache(MOST_IN_MEMORY, self.presence)
        self.open_tables = OpenTables(self.store)
        self.readiness = Readiness(games.names())
        self.bot_pool = FairPool(settings.bot_threads, "bots", SEARCHING)
        #: Replays and whole records: one at a time, so that they never crowd out the event loop.
        self.work_pool = FairPool(1, "work")
        self.loader = TableLoader(
            self.store, self.cache, self.readiness, self.work_pool, settings.limits.entries
        )
        self.bots = BotRunner(self.bot_pool, self.readiness, settings.evaluator_for)
        self.bot_turns = BotTurns(self)
        self.timekeeper = Timekeeper(self)
        self.notices = Notices(self)
        self.goals = Goals(self.readiness)
        self.reviews = Reviews(self)
        self.listener.takes[phrases.KIND] = self._heard
        self.health = Health(self)
        self.analyses = Analyses(self)
        self._background: set[asyncio.Task[None]] = set()
        self.is_closing = False

    # ── Changing a table ─────────────────────────────────────────────────────────────────────────

    async def execute(self, table_id: str, command: Command) -> Done:
        """Do what is asked at a table: decide, store, apply, tell.

        What was done before is not done again. If another process was quicker, its events are
        learned and the command is decided anew.
        """
        live = await self.loader.table(table_id, PATIENCE, is_current=False)
        is_current = not self.store.database.is_shared
        async with live.lock:
            for _ in range(ATTEMPTS):
                if live.is_stale:
                    await self.loader.catch_up(live)
                asked = live.table.read(command)
                earlier = live.table.done_before(asked)
                if earlier is not None:
                    # Where storing it seemed to fail, nobody has called the bot yet.
                    self.bot_turns.call(table_id)
                    return Done(live, earlier, replayed=True)

                # Decide: all is checked, nothing changes. What takes long does so in a thread.
                decide = partial(live.table.decide, asked)
                is_quick = live.table.is_quick(asked)
                try:
                    event = decide() if is_quick else await self.work_pool.run(table_id, decide)
                except (IllegalMove, Refusal, Overtaken):
                    if is_current:
                        raise
                    # Perhaps only because another process has gone on: nobody has looked yet.
                    await self.loader.catch_up(live)
                    is_current = True
                    continue
                if event.new_table is not None:
                    await self._check_room(live.table.made_by)

                # Store: to its end, also if who has asked goes away.
                try:
                    with anyio.CancelScope(shield=True):
                        await self.store.append(live.table, event)
                except Conflict:
                    await self.loader.catch_up_after_conflict(live)
                    is_current = True
                    continue
                except BaseException:
                    live.is_stale = True  # it may be stored for all that
                    raise

                # Apply: memory is what is stored.
                turn = live.table.turn
                live.table.apply(event)
                metrics.EVENTS.labels(event.type).inc()

                # Tell: those who follow the table, and the bot whose turn it is.
                live.tell(event)
                self.notices.turn_has_come(live, turn)
                if event.new_table is not None:
                    self._begin(event.new_table)
                self.bot_turns.call(table_id)
                return Done(live, event.version, replayed=False)
        raise Refusal(409, reasons.BUSY(), 1)

    # ── New tables ───────────────────────────────────────────────────────────────────────────────

    async def create(self, command: CreateTable) -> LiveTable:
        """Set up a table, if there is room for another."""
        await self.readiness.wait(command.game, RULES, PATIENCE)
        await self._check_room(command.by)
        # A long record is replayed in its turn, while other tables are set up.
        key = "new table" if command.record is None else "record"
        work = partial(set_up, command, self.settings.limits.entries)
        table = await self.work_pool.run(key, work, client=command.by)
        return await self._keep(table, command.by)

    async def branch(
        self, table: Table, at: int, seats: Sequence[Seat], by: str | None
    ) -> LiveTable:
        """A new table that goes on from an earlier point of this one's game."""
        await self._check_room(by)

        def work() -> Table:
            game = table.game.after(at)
            game.undo_to(at)
            return around(game, seats, today())

        return await self._keep(await self.work_pool.run(table.id, work, client=by), by)

    async def _check_room(self, client: str | None) -> None:
        live, limits = await self.store.live_tables(client), self.settings.limits
        if live.all >= limits.live_tables:
            raise Refusal(429, reasons.TOO_MANY_TABLES(), 60)
        if client is not None and live.of_client >= limits.client_tables:
            raise Refusal(429, reasons.TOO_MANY_OF_YOURS(n=live.of_client), 600)

    async def _keep(self, table: Table, by: str | None) -> LiveTable:
        table.most_entries, table.made_by = self.settings.limits.entries, by
        await self.store.create(table)
        return self._begin(table)

    def _begin(self, table: Table) -> LiveTable:
        """A new table that is stored, alive."""
        metrics.TABLES_CREATED.labels(table.name).inc()
        live = self.cache.put(LiveTable(table))
        self.bot_turns.call(table.id)
        return live

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    async def table(
        self, table_id: str, patience: float | None = PATIENCE, *, is_current: bool = True
    ) -> LiveTable:
        """A table, see `TableLoader.table`."""
        return await self.loader.table(table_id, patience, is_current=is_current)

    async def say(self, table_id: str, seat: int, phrase: str) -> None:
        """Tell all who follow a table what somebody says, at other workers, too."""
        self._say(table_id, seat, phrase)
        if self.settings.has_many_workers:
            await self.listener.tell(phrases.KIND, f"{table_id}:{seat}:{phrase}")

    def _say(self, table_id: str, seat: int, phrase: str) -> None:
        live = self.cache.get(table_id)
        if live is not None:
            live.say({"type": "phrase", "seat": seat, "phrase": phrase})

    def _heard(self, _worker: str, told: str) -> None:
        table_id, seat, phrase = told.split(":")
        self._say(table_id, int(seat), phrase)

    async def refresh(self, table_ids: Iterable[str]) -> None:
        """Another process has changed tables: tell those who follow them here."""
        followed = [
            live for id_ in table_ids if (live := self.cache.get(id_)) is not None and live.streams
        ]
        if followed:
            await self.loader.catch_up_each(followed)

    async def refresh_all(self) -> None:
        """The same for every table that is followed here: a message may have been missed."""
        self.presence.begin_again()
        await self.refresh([live.table.id for live in self.cache.all()])

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
        for table_id in await self._begin_with_storage():
            self.bot_turns.call(table_id)
        self.in_background(self._look_after())
        self.in_background(self.timekeeper.run())
        await self.notices.open()
        self.in_background(self.listener.run())
        self.in_background(self.presence.run())
        self.in_background(measure(self))

    async def _begin_with_storage(self) -> Sequence[str]:
        """The tables whose bots are ours to move; StorageFailed if the storage fails too long.

        Before it began, the server has looked whether there is a storage: what fails now may pass.
        """
        until = time.monotonic() + 2 * self.settings.storage_timeout
        while True:
            try:
                await bring_up_to_date(self.store.database)
                return await self.store.claim_bots(at_start=True)
            except (OSError, SQLAlchemyError) as error:
                why = failures.reason(error)
                if self.is_closing or time.monotonic() > until:
                    raise StorageFailed(f"the storage does not work: {why}") from error
                _log.warning("The storage fails at the start, which is tried again: %s", why)
            await asyncio.sleep(AT_START)

    async def close(self) -> None:
        self.end_streams()
        self.bots.close()
        self.work_pool.close()
        self.goals.close()
        self.listener.close()
        tasks: list[asyncio.Task[Any]] = [*self.bot_turns.tasks.values(), *self._background]
        for task in tasks:
            task.cancel()
        tasks += self.loader.close()
        tasks += self.reviews.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.presence.close()
        await self.store.close()

    def end_streams(self) -> None:
        """Let every client go that follows a table or an analysis: they come back."""
        self.is_closing = True
        self.analyses.close()
        for live in self.cache.all():
            live.end_streams()

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
