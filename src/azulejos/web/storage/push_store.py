"""Where browsers want to be told that it is their turn: for each seat and browser a row."""

import hashlib
from collections.abc import Sequence

import sqlalchemy as sa

from azulejos.web.events import now
from azulejos.web.push_sending import Subscription
from azulejos.web.storage.engine import Database
from azulejos.web.storage.schema import PUSH

#: Browsers of one seat; the oldest makes room.
MOST_OF_SEAT = 5


def digest(endpoint: str) -> str:
    """An endpoint as its rows are found by it."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class PushStore:
    """All subscriptions of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, table_id: str, token_hash: str) -> Sequence[tuple[str, Subscription]]:
        """Those for a seat, each with the language of its reader."""
        given = {"table": table_id, "token_hash": token_hash}
        rows = await self.database.look(lambda c: c.execute(_OF, given).all())
        return [(row.language, Subscription(row.endpoint, row.p256dh, row.auth)) for row in rows]

    async def keep(
        self, table_id: str, token_hash: str, language: str, subscription: Subscription
    ) -> None:
        """Tell this browser of a seat's turns from now on."""
        key = {"table_id": table_id, "token_hash": token_hash}
        row = {
            **key,
            "digest": digest(subscription.endpoint),
            "endpoint": subscription.endpoint,
            "p256dh": subscription.p256dh,
            "auth": subscription.auth,
            "language": language,
            "made": now(),
        }

        def work(connection: sa.Connection) -> None:
            of_seat = {"table": table_id, "token_hash": token_hash}
            known = [kept.digest for kept in connection.execute(_OF, of_seat)]
            gone = {row["digest"], *known[MOST_OF_SEAT - 1 :]}
            connection.execute(
                sa.delete(PUSH).where(
                    PUSH.c.table_id == table_id,
                    PUSH.c.token_hash == token_hash,
                    PUSH.c.digest.in_(gone),
                )
            )
            connection.execute(sa.insert(PUSH), row)

        await self.database.do(work)

    async def forget(self, endpoint: str) -> None:
        """A browser is told nothing any more, of any table."""
        gone = sa.delete(PUSH).where(PUSH.c.digest == digest(endpoint))
        await self.database.do(lambda c: c.execute(gone))


_OF = (
    sa.select(PUSH)
    .where(
        PUSH.c.table_id == sa.bindparam("table"),
        PUSH.c.token_hash == sa.bindparam("token_hash"),
    )
    .order_by(PUSH.c.made.desc())
)
