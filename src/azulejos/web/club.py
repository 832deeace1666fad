"""All tables of this process: loaded when they are needed, changed one happening at a time.

Every change, a person's or a bot's, takes the same way: it is checked against the rules, stored,
and only then acknowledged and told to everybody who follows the table.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from functools import partial

import anyio
from sqlalchemy.exc import SQLAlchemyError

from azulejos.web.bot_players import BotPlayers
from azulejos.web.filling import Filling
from azulejos.web.live import REMEMBERED, LiveTable, Memory
from azulejos.web.new_tables import Wish, around, rematch_of, set_up, today
from azulejos.web.readiness import PATIENCE, RULES, Readiness
from azulejos.web.refusals import Refusal, too_long, unknown_table, unreadable
from azulejos.web.settings import Settings
from azulejos.web.storage import Conflict, Store, Stored, bring_up_to_date, open_database
from azulejos.web.tables import GAMES, Happening, Table, game_of, has_record, rebuilt
from azulejos.web.thinkers import Thinkers

#: Tables in memory that nobody follows.
MOST_IN_MEMORY = 1_000
#: How often a bot that cannot move tries again, and the seconds in between: at first, and at most.
BOT_ATTEMPTS = 5
SOON, LATEST = 0.5, 60.0
#: How often a change is tried again when another process has changed the table meanwhile.
ATTEMPTS = 8
#: Seconds between two looks for bots whose process is gone, and for tables to forget.
LOOK_FOR_ORPHANS = 2.0
LOOK_FOR_OLD_TABLES = 6 * 3600.0

_log = logging.getLogger("azulejos.web")

Change = Callable[[Table], Happening]


class Club:
    """The tables of one process, and the bots that play at them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = secrets.randbits(31)
        self.store = Store(open_database(settings.database_url), self.worker)
        self.memory = Memory(MOST_IN_MEMORY)
        self.readiness = Readiness(list(GAMES))
        self.thinkers = Thinkers(settings.bot_threads)
        #: Replays and whole records: one at a time, so that they never crowd out the event loop.
        self.clerk = Thinkers(1)
        self.bots = BotPlayers(self.thinkers, self.readiness, settings.evaluator_for)
        self.filling = Filling(self.readiness)
        self._playing: dict[str, asyncio.Task[None]] = {}  # bots, by table
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._unreadable: set[str] = set()
        self.is_closing = False

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Bring the database up to date and go on where bots are to move."""
        self.loop = asyncio.get_running_loop()
        await bring_up_to_date(self.store.database)
        for table_id in await self.store.claim_bots(at_start=True):
            self.call_bot(table_id)
        self.in_background(self._look_after())

    async def close(self) -> None:
        self.end_streams()
        self.thinkers.close()
        self.clerk.close()
        self.bots.advisers.close()
        self.filling.close()
        tasks = [*self._playing.values(), *self._loading.values(), *self._background]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.store.close()

    def end_streams(self) -> None:
        """Let every client that follows a table go: they come back to the next server."""
        self.is_closing = True
        for live in self.memory.all():
            for stream in live.streams:
                stream.close()

    def in_background(self, work: "asyncio._CoroutineLike[None]") -> None:
        """Work that goes on until the club is closed; if it ends by an error, the log says so."""
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
                    self.call_bot(table_id)
            except SQLAlchemyError:
                pass  # whoever uses the storage says so; the next look may find it again
            except Exception:
                _log.exception("Could not look after the tables")
            count += 1
            await asyncio.sleep(LOOK_FOR_ORPHANS)

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    async def table(self, table_id: str, patience: float | None = PATIENCE) -> LiveTable:
        """A table, as it is stored now; patience: seconds to wait for the rules of its game."""
        live = self.memory.get(table_id)
        if live is None:
            live = await self._loaded(table_id, patience)
        elif live.is_doubtful or await self._has_gone_on(live):
            async with live.lock:
                await self._catch_up(live)
        return live

    async def _has_gone_on(self, live: LiveTable) -> bool:
        """Whether another process has changed a table; its news may be on their way."""
        if not self.store.database.is_shared:
            return False
        return await self.store.version_of(live.table.id) != live.table.version

    async def _loaded(self, table_id: str, patience: float | None) -> LiveTable:
        """A table from the storage. Several who ask for it wait for the same work."""
        game = await self.store.game_of(table_id)
        if game is None:
            raise unknown_table()
        await self.readiness.wait(game, RULES, patience)
        live = self.memory.get(table_id)
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
        live.recent.extend(stored.happenings)
        return self.memory.put(live)

    async def _stored(self, table_id: str) -> Stored:
        stored = await self.store.load(table_id)
        if stored is None:
            raise unknown_table()
        return stored

    async def _rebuilt(self, stored: Stored) -> Table:
        """The table that was stored. One that does not replay is said once, and tried no more."""
        if stored.id not in self._unreadable:
            try:
                table = await self.clerk.think(stored.id, partial(_replayed, stored))
                return self._limited(table)
            except Exception as error:
                _log.error("Table %s does not replay: %s", stored.id, _in_a_line(error))
                self._unreadable.add(stored.id)
                await self.store.let_bot_rest(stored.id)
        raise unreadable()

    def _limited(self, table: Table) -> Table:
        table.most_entries = self.settings.limits.entries
        return table

    async def _catch_up(self, live: LiveTable) -> None:
        """Learn what other processes have done at a table. Whoever calls holds its lock."""
        table_id = live.table.id
        missed = []
        if not live.is_doubtful:
            missed = await self.store.since(table_id, live.table.version, REMEMBERED + 1)
        if live.is_doubtful or len(missed) > REMEMBERED:
            stored = await self._stored(table_id)
            live.start_again(await self._rebuilt(stored), stored.happenings)
            return
        for happening in missed:
            if has_record(happening):
                game = await self.clerk.think(table_id, partial(game_of, happening))
                happening = replace(happening, game=game)
            live.table.apply(happening)
            live.happened(happening)

    async def news_of(self, table_id: str) -> None:
        """Another process has changed a table: tell those who follow it here."""
        live = self.memory.get(table_id)
        if live is not None and live.streams:
            with suppress(Refusal):
                await self.table(table_id)

    async def news_of_all(self) -> None:
        """The same for every table that is followed here: news may have been missed."""
        for live in self.memory.all():
            await self.news_of(live.table.id)

    async def written(self, live: LiveTable, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Something long about a table, written once for all who ask while it stays as it is."""
        if live.written_at != live.table.version:
            live.written, live.written_at = {}, live.table.version
        written = live.written
        if key not in written:
            written[key] = asyncio.create_task(self.clerk.think(live.table.id, make))
        try:
            return await asyncio.shield(written[key])
        except Exception:
            written.pop(key, None)  # who comes later may have more luck
            raise

    # ── Changing ─────────────────────────────────────────────────────────────────────────────────

    async def change(
        self,
        table_id: str,
        make: Change,
        key: str | None = None,
        wish: str = "",
        *,
        is_quick: bool = True,
    ) -> tuple[int, bool]:
        """Do something at a table; the version it led to, and whether it was done before.

        make: checks the rules and says what happens; it is asked again if another process was
        quicker. key: the wish's own id; what was wished before is not done again. wish: what it
        is, a move's text or the type of anything else: the same id is not for another one.
        is_quick: whether `make` may be called on the event loop.
        """
        live = await self.table(table_id)
        async with live.lock:
            for _ in range(ATTEMPTS):
                if live.is_doubtful:
                    await self._catch_up(live)
                if key is not None and key in live.table.done:
                    version, done = live.table.done[key]
                    if done != wish:
                        raise Refusal(409, "id_used", "This id was used for something else.")
                    return version, True
                try:
                    version = await self._done(live, make, is_quick)
                except Conflict:
                    before = live.table.version
                    await self._catch_up(live)
                    # Nobody has gone on with it: it has been forgotten, or that will be seen.
                    live.is_doubtful |= live.table.version == before
                    continue
                self.call_bot(table_id)
                return version, False
        raise Refusal(409, "busy", "This table is changing too quickly; try again.", 1)

    async def _done(self, live: LiveTable, make: Change, is_quick: bool) -> int:
        table = live.table
        if table.has_changed_too_often:
            raise too_long()
        happening = (
            make(table) if is_quick else await self.clerk.think(table.id, partial(make, table))
        )
        game = happening.game or table.game
        try:
            with anyio.CancelScope(shield=True):
                bot_due = table.bot_in(game) is not None
                await self.store.append(table, happening, game.is_over, bot_due)
        except Conflict:
            raise
        except BaseException:
            live.is_doubtful = True  # it may be stored for all that
            raise
        table.apply(happening)
        live.happened(replace(happening, game=None, new_table=None))
        return happening.version

    # ── New tables ───────────────────────────────────────────────────────────────────────────────

    async def new_table(self, wish: Wish) -> LiveTable:
        """Set up a table, if there is room for another."""
        await self.readiness.wait(wish.game, RULES, PATIENCE)
        await self._check_room()
        # A long record is replayed in its turn, while other tables are set up.
        key = "new table" if wish.record is None else "record"
        work = partial(set_up, wish, self.settings.limits.entries)
        return await self._kept(await self.clerk.think(key, work))

    async def _check_room(self) -> None:
        if await self.store.live_tables() >= self.settings.limits.live_tables:
            raise Refusal(
                429, "too_many_tables", "All tables are taken. Come back a little later.", 60
            )

    async def _kept(self, table: Table) -> LiveTable:
        await self.store.create(self._limited(table))
        return self._begun(table)

    def _begun(self, table: Table) -> LiveTable:
        """A new table that is stored, alive."""
        live = self.memory.put(LiveTable(table))
        self.call_bot(table.id)
        return live

    async def branch(self, table: Table, at: int, wish: Wish) -> LiveTable:
        """A new table that goes on from an earlier point of this one's game."""
        await self._check_room()

        def work() -> Table:
            game = table.game.after(at)
            game.undo_to(at)
            return around(game, wish.seats, today())

        return await self._kept(await self.clerk.think(table.id, work))

    async def rematch(self, table_id: str) -> str:
        """The id of the table where the same people play again; made by the first who asks."""
        live = await self.table(table_id)
        if live.table.rematch is not None:
            return live.table.rematch
        if not live.table.game.is_over:
            raise Refusal(409, "not_over", "A rematch begins when the game is over.")
        await self._check_room()
        again = self._limited(await self.clerk.think(table_id, partial(rematch_of, live.table)))

        def make(table: Table) -> Happening:
            body = {"table": again.id}
            return Happening(table.version + 1, "rematch", body, "rematch", new_table=again)

        _, before = await self.change(table_id, make, "rematch", "rematch")
        if not before:  # the quickest has set the table
            self._begun(again)
        live = await self.table(table_id)
        assert live.table.rematch is not None
        return live.table.rematch

    # ── Bots ─────────────────────────────────────────────────────────────────────────────────────

    def call_bot(self, table_id: str) -> None:
        """Let the bots of a table move, while it is their turn."""
        if self.is_closing or table_id in self._playing or not self._may_bot_move(table_id):
            return
        task = asyncio.create_task(self._bots_move(table_id))
        self._playing[table_id] = task
        task.add_done_callback(lambda _: self._rested(table_id))

    def _may_bot_move(self, table_id: str) -> bool:
        """Whether a bot may be due at a table: one that is not in memory has to be looked at."""
        live = self.memory.get(table_id)
        if live is None:
            return True
        return live.table.bot_to_move() is not None and live.table.stopped is None

    def _rested(self, table_id: str) -> None:
        self._playing.pop(table_id, None)
        if table_id in self.memory:
            self.call_bot(table_id)

    async def _bots_move(self, table_id: str) -> None:
        """A bot's life at a table. What goes wrong is said once and tried again, but not for ever.

        While the storage fails, it is tried again and again, ever more seldom.
        """
        failures = 0
        while True:
            try:
                if not await self._bot_moves(table_id):
                    return
                failures = 0
                continue
            except Refusal as refusal:
                if refusal.retry_after is None:  # forgotten, unreadable, or too long
                    self._stop_bots(table_id)
                    return
            except SQLAlchemyError as error:
                if failures == 0:
                    _log.error("A bot waits for the storage: %s", _in_a_line(error))
            except Exception:
                if failures == 0:
                    _log.exception("A bot could not move at table %s", table_id)
                if failures == BOT_ATTEMPTS:
                    _log.error("The bots at table %s have stopped", table_id)
                    self._stop_bots(table_id)
                    return
            await asyncio.sleep(min(LATEST, SOON * 2**failures))
            failures += 1

    def _stop_bots(self, table_id: str) -> None:
        """Let bots rest until something else happens at a table, and tell those who follow it."""
        live = self.memory.get(table_id)
        if live is not None and not live.table.bots_have_failed:
            live.table.bots_have_failed = True
            for stream in live.streams:
                stream.miss()

    async def _bot_moves(self, table_id: str) -> bool:
        """One move of a bot; whether there was one to make."""
        table = (await self.table(table_id, patience=None)).table
        seat = table.bot_to_move()
        if seat is None:
            return False
        position = bytes(table.game._memory)
        move = await self.bots.move(table_id, seat, table.seats[seat].level or 1, table.game.copy())

        def make(table: Table) -> Happening:
            if table.bot_to_move() != seat or bytes(table.game._memory) != position:
                raise _Overtaken
            return table.play(move, (seat,), seat, None)

        with suppress(_Overtaken):
            await self.change(table_id, make)
        return True


def _replayed(stored: Stored) -> Table:
    return rebuilt(stored.id, stored.opening, stored.seats, stored.happenings)


def _in_a_line(error: Exception) -> str:
    """What went wrong, without the statement and the addresses that follow it."""
    return str(error).partition("\n")[0] or type(error).__name__


class _Overtaken(Exception):
    """The table has gone on while a bot was thinking: it thinks again."""
