"""Reviews in a database: one for each table, made by one process at a time."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.web.storage.engine import Database
from azulejos.web.storage.schema import REVIEWS
from azulejos.web.storage.store import living_workers


@dataclass(frozen=True)
class StoredReview:
    """A review as it is stored. digest: of its record. is_alive: whoever makes it is there.

    body: plain data, None if nothing has been found yet.
    """

    digest: str
    done: int
    total: int
    worker: int
    is_alive: bool
    body: dict[str, Any] | None

    @property
    def is_done(self) -> bool:
        return self.body is not None and self.done == self.total


class ReviewStore:
    """All reviews of a database. `worker` is this process's number, as in `Store`."""

    def __init__(self, database: Database, worker: int) -> None:
        self.database = database
        self.worker = worker

    async def find(self, table_id: str) -> StoredReview | None:
        """The review of a table's game, of whichever record."""
        return await self.database.look(lambda c: self._find(c, table_id))

    def _find(self, connection: sa.Connection, table_id: str) -> StoredReview | None:
        row = connection.execute(_FIND, {"table": table_id}).first()
        if row is None:
            return None
        is_alive = row.worker == self.worker
        if not is_alive and self.database.is_shared:
            is_alive = row.worker in connection.scalars(living_workers())
        return StoredReview(row.digest, row.done, row.total, row.worker, is_alive, row.body)

    async def claim(self, table_id: str, digest: str) -> tuple[bool, StoredReview | None]:
        """Begin a review, or take over one whose process is gone.

        Returns whether it is ours to make now, and what is there of it: to go on from, or, if it is
        not ours, done or made by another process.
        """

        def work(connection: sa.Connection) -> tuple[bool, StoredReview | None]:
            found = self._find(connection, table_id)
            if found is None:
                row = {"digest": digest, "worker": self.worker, "done": 0, "total": 0}
                connection.execute(_BEGIN, {"table_id": table_id, **row})
                return True, None
            is_same = found.digest == digest
            if is_same and (found.is_done or (found.is_alive and found.worker != self.worker)):
                return False, found
            changes: dict[str, Any] = {"worker": self.worker}
            if not is_same:  # of a game that was taken back and played on otherwise
                changes |= {"digest": digest, "done": 0, "total": 0, "body": None}
            take = sa.update(REVIEWS).where(
                REVIEWS.c.table_id == table_id,
                REVIEWS.c.worker == found.worker,
                REVIEWS.c.digest == found.digest,
            )
            if connection.execute(take.values(changes)).rowcount != 1:
                return False, found  # another was quicker
            return True, found if is_same else None

        try:
            return await self.database.do(work)
        except IntegrityError:  # the same, or the table has been forgotten
            return False, await self.find(table_id)

    async def keep(
        self, table_id: str, digest: str, done: int, total: int, body: dict[str, Any]
    ) -> bool:
        """Store how far a review of ours is; False: it is ours no longer."""
        keep = (
            sa.update(REVIEWS)
            .where(
                REVIEWS.c.table_id == table_id,
                REVIEWS.c.worker == self.worker,
                REVIEWS.c.digest == digest,
            )
            .values(done=done, total=total, body=body)
        )
        return await self.database.do(lambda c: c.execute(keep).rowcount == 1)

    async def forget(self, table_id: str) -> None:
        forget = sa.delete(REVIEWS).where(REVIEWS.c.table_id == table_id)
        await self.database.do(lambda c: c.execute(forget))


_FIND = sa.select(REVIEWS).where(REVIEWS.c.table_id == sa.bindparam("table"))
_BEGIN = sa.insert(REVIEWS)
