"""Tables from the storage into memory, and what other processes have done at them since."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

import azulejos
from azulejos.web.events import Event
from azulejos.web.fair_pool import FairPool
from azulejos.web.live import REMEMBERED, LiveTable, TableCache
from azulejos.web.readiness import RULES, Readiness
from azulejos.web.refusals import Refusal, unknown_table, unreadable
from azulejos.web.storage import Store, Stored
from azulejos.web.tables import Table, rebuilt

_log = logging.getLogger("azulejos.web")


class TableLoader:
    """Finds tables as they are stored now.

    pool: where long games are replayed. most_entries: the limit of a game's entries.
    """

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        readiness: Readiness,
        pool: FairPool,
        most_entries: int,
    ) -> None:
        self.store = store
        self.cache = cache
        self.readiness = readiness
        self.pool = pool
        self.most_entries = most_entries
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._unreadable: set[str] = set()

    async def table(
        self, table_id: str, patience: float | None, *, is_current: bool = True
    ) -> LiveTable:
        """A table; patience: seconds to wait for the rules of its game.

        is_current: as it is stored now. Else as it is in memory, if it is there: another process
        may have gone on with it, which whoever changes it finds out.
        """
        live = self.cache.get(table_id)
        if live is None:
            live = await self._loaded(table_id, patience)
        elif live.is_stale or (is_current and await self._has_gone_on(live)):
            async with live.lock:
                await self.catch_up(live)
        return live

    async def _has_gone_on(self, live: LiveTable) -> bool:
        """Whether another process has changed a table; its message may be on its way."""
        if not self.store.database.is_shared:
            return False
        return await self.store.version_of(live.table.id) != live.table.version

    async def _loaded(self, table_id: str, patience: float | None) -> LiveTable:
        """A table from the storage. Several who ask for it wait for the same work."""
        game = await self.store.game_of(table_id)
        if game is None:
            raise unknown_table()
        await self.readiness.wait(game, RULES, patience)
        live = self.cache.get(table_id)
        if live is not None:
            return live
        if table_id not in self._loading:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        # One who goes away does not take the table from the others.
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self._stored(table_id)
        live = LiveTable(await self._rebuilt(stored))
        live.recent.extend(stored.events)
        return self.cache.put(live)

    async def _stored(self, table_id: str) -> Stored:
        stored = await self.store.load(table_id)
        if stored is None:
            raise unknown_table()
        return stored

    async def _rebuilt(self, stored: Stored) -> Table:
        """The table that was stored. One that does not replay is said once, and tried no more."""
        version = f"azulejos {azulejos.__version__}: "  # another may be able to
        if (stored.set_aside or "").startswith(version) or stored.id in self._unreadable:
            raise unreadable()
        try:
            table = await self.pool.run(stored.id, partial(_replayed, stored))
        except Refusal:  # which is for a newer version, and nothing is wrong with it
            raise
        except Exception as error:
            why = str(error).partition("\n")[0] or type(error).__name__
            _log.error("Table %s does not replay and is set aside: %s", stored.id, why)
            self._unreadable.add(stored.id)
            with suppress(SQLAlchemyError):
                await self.store.set_aside(stored.id, version + why)
            raise unreadable() from error
        if stored.set_aside is not None:
            await self.store.set_aside(stored.id, None)
        table.most_entries, table.made_by = self.most_entries, stored.made_by
        return table

    async def catch_up(self, live: LiveTable) -> None:
        """Learn what other processes have done at a table. Whoever calls holds its lock."""
        table_id = live.table.id
        missed: Sequence[Event] = ()
        if not live.is_stale:
            missed = await self.store.since(table_id, live.table.version, REMEMBERED + 1)
        await self._learn(live, missed)

    async def catch_up_each(self, tables: Sequence[LiveTable]) -> None:
        """The same for several that others share, by one look at the storage."""
        versions = {live.table.id: live.table.version for live in tables}
        missed = await self.store.since_each(versions, REMEMBERED + 1)
        for live in tables:
            async with live.lock:
                known = live.table.version  # it may have gone on meanwhile
                news = [event for event in missed[live.table.id] if event.version > known]
                try:
                    await self._learn(live, news)
                except Refusal:
                    pass
                except Exception as error:  # the others are told for all that
                    _log.error("Table %s cannot be followed: %s", live.table.id, error)

    async def _learn(self, live: LiveTable, missed: Sequence[Event]) -> None:
        """Do at a table what others have done there."""
        table_id = live.table.id
        if live.is_stale or len(missed) > REMEMBERED:
            stored = await self._stored(table_id)
            live.start_again(await self._rebuilt(stored), stored.events)
            return
        for event in missed:
            try:
                if event.has_record:
                    event = replace(event, game=await self.pool.run(table_id, event.replayed))
                live.table.apply(event)
            except Refusal:  # a newer version has gone on: who follows comes back, and finds it
                live.is_stale = True
                live.end_streams()
                raise
            except Exception:
                live.is_stale = True  # read from the beginning, it is set aside if need be
                raise
            live.tell(event)

    async def catch_up_after_conflict(self, live: LiveTable) -> None:
        """The same when an event of ours could not be stored."""
        before = live.table.version
        await self.catch_up(live)
        # Nobody has gone on with it: it has been forgotten, or that will be seen.
        live.is_stale |= live.table.version == before

    def close(self) -> list["asyncio.Task[LiveTable]"]:
        """End what is being loaded; returns it, to be awaited."""
        for task in self._loading.values():
            task.cancel()
        return list(self._loading.values())


def _replayed(stored: Stored) -> Table:
    return rebuilt(
        stored.id, stored.opening, stored.seats, stored.events, stored.terms, stored.made_at
    )
