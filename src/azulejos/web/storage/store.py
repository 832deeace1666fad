"""Tables in a database: kept, found, and added to, one event at a time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.web.events import Event, now
from azulejos.web.seats import Seat, seat_from_dict, seat_to_dict
from azulejos.web.storage.appending import CHANNEL, STANDING, Appended
from azulejos.web.storage.batches import Batches, Conflict
from azulejos.web.storage.engine import Database, Work
from azulejos.web.storage.schema import EVENTS, SEAT_TOKENS, TABLES, WORKERS
from azulejos.web.tables import Table
from azulejos.web.terms import Terms, terms_from_dict, terms_to_dict

#: A worker that lives holds PostgreSQL's advisory lock (LOCK_CLASS, its number).
LOCK_CLASS = 0x617A75
DAY = 86_400_000
#: Milliseconds after which a worker that was to end a move counts as gone, and how many it takes.
TO_END, MOST_DUE = 10_000, 100


@dataclass(frozen=True)
class Stored:
    """A table as it is stored."""

    id: str
    opening: dict[str, Any]
    seats: list[Seat]
    events: list[Event]
    terms: Terms
    made_at: int
    made_by: str | None = None
    set_aside: str | None = None


class HeldTable(NamedTuple):
    """A table where somebody holds a seat, and when something happened there last."""

    id: str
    touched: int


class LiveTables(NamedTuple):
    """How many games are being played: of all, and of one client."""

    all: int
    of_client: int


class Store:
    """All tables of a database. `worker` is this process's number among those that share it."""

    def __init__(self, database: Database, worker: int) -> None:
        self.database = database
        self.worker = worker
        self._appending: Batches[Appended] = Batches(self._append_all)

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    async def version_of(self, table_id: str) -> int | None:
        found: int | None = await self.database.look(
            lambda c: c.scalar(_VERSION, {"table": table_id})
        )
        return found

    async def load(self, table_id: str) -> Stored | None:
        """A whole table, or None."""

        def work(connection: sa.Connection) -> Stored | None:
            row = connection.execute(_TABLE, {"table": table_id}).first()
            if row is None:
                return None
            seats = [seat_from_dict(seat) for seat in row.seats]
            events = _since(connection, table_id, 0)
            if row.version > (events[-1].version if events else 0):
                return None  # it has been forgotten between the two looks
            terms = terms_from_dict(row.terms)
            return Stored(
                table_id, row.opening, seats, events, terms, row.created, row.made_by, row.set_aside
            )

        return await self.database.look(work)

    async def game_of(self, table_id: str) -> str | None:
        """Which game is played at a table, or None if there is no such table."""
        if "\0" in table_id:  # which PostgreSQL would not even look for
            return None
        found: str | None = await self.database.look(lambda c: c.scalar(_GAME, {"table": table_id}))
        return found

    async def since(self, table_id: str, version: int, most: int) -> list[Event]:
        """What has happened after a version: the first so many events."""
        return await self.database.look(lambda c: _since(c, table_id, version, most))

    async def since_each(self, versions: Mapping[str, int], most: int) -> dict[str, list[Event]]:
        """The same for several tables, each after its version: only in PostgreSQL."""
        given = {"tables": list(versions), "after": list(versions.values()), "most": most}
        found: dict[str, list[Event]] = {table_id: [] for table_id in versions}
        for table_id, *event in await self.database.look(
            lambda c: c.execute(_SINCE_EACH, given).all()
        ):
            found[table_id].append(Event(*event))
        return found

    async def table_of(self, token_hash: str) -> str | None:
        """The newest table where this hashed token holds a seat."""
        found: str | None = await self.database.look(
            lambda c: c.scalar(_TABLE_OF, {"token_hash": token_hash})
        )
        return found

    async def tables_of(self, token_hashes: Collection[str], most: int) -> list[HeldTable]:
        """The tables where these hashed tokens hold seats: played ones, then the newest."""
        given = {"token_hashes": sorted(token_hashes)}
        query = _TABLES_OF.limit(most)
        return await self.database.look(
            lambda c: [HeldTable(row.id, row.touched) for row in c.execute(query, given)]
        )

    async def live_tables(self, client: str | None = None) -> LiveTables:
        """How many games are being played: of all, and of a client."""
        given = {"since": now() - DAY, "client": client}
        return await self.database.look(lambda c: LiveTables(*c.execute(_LIVE, given).one()))

    async def listed(self, most: int) -> Sequence[Any]:
        """Open tables of the last day, the newest first: id, game, touched, listing."""
        given = {"since": now() - DAY, "most": most}
        return await self.database.look(lambda c: c.execute(_LISTED, given).all())

    async def tables_set_aside(self) -> int:
        """How many tables do not replay."""
        return await self.database.look(lambda c: c.scalar(_SET_ASIDE) or 0)

    # ── Writing ──────────────────────────────────────────────────────────────────────────────────

    async def create(self, table: Table) -> None:
        """Keep a new table."""
        await self.database.do(self._creation(table))

    def _creation(self, table: Table) -> Work[None]:
        """What keeps a new table, as part of a transaction."""
        standing = table.standing()
        row = {
            "id": table.id,
            "game": table.name,
            "opening": table.opening,
            "seats": [seat_to_dict(seat) for seat in table.seats],
            "version": table.version,
            "created": table.made_at,
            "touched": now(),
            "over": standing.over,
            "bot_due": standing.bot_due,
            "listing": standing.listing,
            "due": standing.due,
            "remind": standing.remind,
            "worker": self.worker,
            "made_by": table.made_by,
            "terms": terms_to_dict(table.terms),
        }
        token_hashes = {seat.token_hash for seat in table.seats if seat.token_hash is not None}

        def work(connection: sa.Connection) -> None:
            connection.execute(_CREATE, row)
            for token_hash in token_hashes:
                connection.execute(_ADD_TOKEN, {"token_hash": token_hash, "table_id": table.id})

        return work

    async def append(self, table: Table, event: Event) -> None:
        """Keep what happens at a table next, with the table it sets up, all or nothing.

        Conflict if the table has gone on without us.
        """
        standing = table.standing_after(event)
        appended = Appended(
            table.id,
            event.version,
            event.type,
            event.body,
            event.idempotency_key,
            now(),
            standing.over,
            standing.bot_due,
            self.worker,
            standing.listing,
            standing.due,
            standing.remind,
        )
        if event.new_table is not None or event.type == "seat":
            await self._append_with_more(appended, event)
        else:
            await self._appending.add(appended)

    async def _append_all(self, events: Sequence[Appended]) -> Sequence[bool]:
        """Keep the next events of tables, each once; whether each is kept."""
        first = {event.table_id: event for event in reversed(events)}
        kept = await self.database.append(list(first.values()))
        return [first[one.table_id] is one and one.table_id in kept for one in events]

    async def _append_with_more(self, appended: Appended, event: Event) -> None:
        """Keep an event with the table that it sets up, or the token of the seat that it takes."""
        changes = {f"new_{name}": getattr(appended, name) for name in STANDING}
        changes |= {"table": appended.table_id, "before": appended.version - 1}
        row = {name: getattr(appended, name) for name in EVENTS.c.keys()}  # noqa: SIM118
        create = event.new_table and self._creation(event.new_table)

        def work(connection: sa.Connection) -> None:
            if connection.execute(_GO_ON, changes).rowcount != 1:
                raise Conflict
            if create:
                create(connection)
            if event.type == "seat":
                held = {"token_hash": event.body["token_hash"], "table_id": appended.table_id}
                if connection.execute(_TOKEN, held).first() is None:
                    connection.execute(_ADD_TOKEN, held)
            connection.execute(_APPEND, row)
            if self.database.is_shared:
                told = {"channel": CHANNEL, "what": f"{self.worker}:{appended.table_id}"}
                connection.execute(_NOTIFY, told)

        try:
            await self.database.do(work)
        except IntegrityError as error:
            raise Conflict from error

    async def claim_bots(self, *, at_start: bool = False) -> list[str]:
        """Take over the tables whose bot is to move while the process that would do it is gone.

        SQLite is used by one process: at its start all others are gone. With PostgreSQL a process
        that lives holds a lock.
        """
        if not self.database.is_shared and not at_start:
            return []
        orphaned: sa.ColumnElement[bool] = TABLES.c.bot_due
        if self.database.is_shared:
            orphaned &= TABLES.c.worker.is_(None) | TABLES.c.worker.not_in(living_workers())
        claim = sa.update(TABLES).where(orphaned).values(worker=self.worker)
        return await self.database.do(
            lambda c: [row.id for row in c.execute(claim.returning(TABLES.c.id))]
        )

    async def claim_due(self, at: int) -> list[str]:
        """Take over tables where somebody's time is up: each is given to one worker at a time."""
        found = await self.database.look(lambda c: c.scalars(_DUE, {"at": at}).all())
        if not found:
            return []
        claim = sa.update(TABLES).where(TABLES.c.id.in_(found), TABLES.c.due <= at)
        claim = claim.values(due=at + TO_END)
        return await self.database.do(
            lambda c: [row.id for row in c.execute(claim.returning(TABLES.c.id))]
        )

    async def claim_reminders(self, at: int) -> list[str]:
        """Take over tables where somebody is to be reminded: each is given to one worker, once."""
        found = await self.database.look(lambda c: c.scalars(_REMIND, {"at": at}).all())
        if not found:
            return []
        claim = sa.update(TABLES).where(TABLES.c.id.in_(found), TABLES.c.remind <= at)
        claim = claim.values(remind=None)
        return await self.database.do(
            lambda c: [row.id for row in c.execute(claim.returning(TABLES.c.id))]
        )

    async def set_aside(self, table_id: str, why: str | None) -> None:
        """Keep why a table does not replay, and let its bots rest; None: it does again."""
        changes: dict[str, Any] = {"set_aside": why and why.replace("\0", "")[:300]}
        if why is not None:
            changes |= {"bot_due": False, "due": None, "remind": None}
        change = sa.update(TABLES).where(TABLES.c.id == table_id).values(changes)
        await self.database.do(lambda c: c.execute(change))

    async def beat(self) -> None:
        """Write something: this process lives, and the storage takes what is written."""

        def work(connection: sa.Connection) -> None:
            row = {"this": self.worker, "now": now()}
            if connection.execute(_BEAT, row).rowcount != 1:
                connection.execute(_FIRST_BEAT, {"worker": self.worker, "seen": now()})

        await self.database.do(work)

    async def forget_old(self, days: int) -> int:
        """Forget tables nobody has touched for so long; returns how many.

        And who set up those that are played no longer, and processes that are gone.
        """
        forget = sa.delete(TABLES).where(TABLES.c.touched < now() - days * DAY)
        is_idle = TABLES.c.over | (TABLES.c.touched < now() - DAY)
        forget_maker = sa.update(TABLES).where(TABLES.c.made_by.is_not(None), is_idle)

        def work(connection: sa.Connection) -> int:
            connection.execute(forget_maker.values(made_by=None))
            connection.execute(sa.delete(WORKERS).where(WORKERS.c.seen < now() - DAY))
            return connection.execute(forget).rowcount

        return await self.database.do(work)

    async def close(self) -> None:
        await self._appending.close()
        await self.database.close()


def living_workers() -> sa.Select[tuple[int]]:
    """The processes that live, where they share a PostgreSQL: each holds a lock."""
    held = sa.text(
        "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND granted "
        f"AND classid = {LOCK_CLASS}"
    ).columns(objid=sa.BigInteger)
    return sa.select(held.subquery().c.objid)


def _since(
    connection: sa.Connection, table_id: str, version: int, most: int | None = None
) -> list[Event]:
    rows = connection.execute(_SINCE.limit(most), {"table": table_id, "after": version})
    return [Event(*row) for row in rows]


_VERSION = sa.select(TABLES.c.version).where(TABLES.c.id == sa.bindparam("table"))
_GAME = sa.select(TABLES.c.game).where(TABLES.c.id == sa.bindparam("table"))
_TABLE = sa.select(TABLES).where(TABLES.c.id == sa.bindparam("table"))
_SINCE = (
    sa.select(EVENTS.c.version, EVENTS.c.type, EVENTS.c.body, EVENTS.c.idempotency_key)
    .where(
        EVENTS.c.table_id == sa.bindparam("table"),
        EVENTS.c.version > sa.bindparam("after"),
    )
    .order_by(EVENTS.c.version)
)
_SINCE_EACH = sa.text(
    "SELECT table_id, version, type, body, idempotency_key FROM events "
    "JOIN unnest(CAST(:tables AS text[]), CAST(:after AS int[])) AS known (id, seen) "
    "ON table_id = id AND version > seen AND version <= seen + :most ORDER BY table_id, version"
).columns(
    EVENTS.c.table_id, EVENTS.c.version, EVENTS.c.type, EVENTS.c.body, EVENTS.c.idempotency_key
)
_TABLE_OF = (
    sa.select(SEAT_TOKENS.c.table_id)
    .join(TABLES)
    .where(SEAT_TOKENS.c.token_hash == sa.bindparam("token_hash"))
    .order_by(TABLES.c.created.desc())
    .limit(1)
)
_TABLES_OF = (
    sa.select(TABLES.c.id, TABLES.c.touched)
    .where(
        TABLES.c.id.in_(
            sa.select(SEAT_TOKENS.c.table_id).where(
                SEAT_TOKENS.c.token_hash.in_(sa.bindparam("token_hashes", expanding=True))
            )
        ),
        TABLES.c.set_aside.is_(None),
    )
    .order_by(TABLES.c.over, TABLES.c.touched.desc())
)
_LIVE = (
    sa.select(
        sa.func.count(),
        sa.func.coalesce(
            sa.func.sum(sa.case((TABLES.c.made_by == sa.bindparam("client"), 1), else_=0)), 0
        ),
    )
    .select_from(TABLES)
    .where(TABLES.c.touched > sa.bindparam("since"), ~TABLES.c.over)
)
_LISTED = (
    sa.select(TABLES.c.id, TABLES.c.game, TABLES.c.touched, TABLES.c.listing)
    .where(
        TABLES.c.listing.is_not(None),
        TABLES.c.set_aside.is_(None),
        TABLES.c.touched > sa.bindparam("since"),
    )
    .order_by(TABLES.c.touched.desc())
    .limit(sa.bindparam("most"))
)
_REMIND = sa.select(TABLES.c.id).where(TABLES.c.remind <= sa.bindparam("at")).limit(MOST_DUE)
_DUE = sa.select(TABLES.c.id).where(TABLES.c.due <= sa.bindparam("at")).limit(MOST_DUE)
_SET_ASIDE = sa.select(sa.func.count()).where(TABLES.c.set_aside.is_not(None))
_BEAT = (
    sa.update(WORKERS)
    .where(WORKERS.c.worker == sa.bindparam("this"))
    .values(seen=sa.bindparam("now"))
)
_FIRST_BEAT = sa.insert(WORKERS)
_GO_ON = (
    sa.update(TABLES)
    .where(TABLES.c.id == sa.bindparam("table"), TABLES.c.version == sa.bindparam("before"))
    .values(
        # A parameter may not be called like the column it is for.
        {n: sa.bindparam(f"new_{n}", type_=TABLES.c[n].type) for n in STANDING}
    )
)
_CREATE = sa.insert(TABLES)
_APPEND = sa.insert(EVENTS)
_ADD_TOKEN = sa.insert(SEAT_TOKENS)
_TOKEN = sa.select(SEAT_TOKENS.c.token_hash).where(
    SEAT_TOKENS.c.token_hash == sa.bindparam("token_hash"),
    SEAT_TOKENS.c.table_id == sa.bindparam("table_id"),
)
_NOTIFY = sa.select(sa.func.pg_notify(sa.bindparam("channel"), sa.bindparam("what")))
