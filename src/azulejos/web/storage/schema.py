"""What is stored, as the newest migration leaves it.

A table is what it began with (`opening`, `seats`) and an append-only list of events, one for
each version. Everything else in its row is there to find it by.
"""

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(16), nullable=False),
    sa.Column("opening", sa.JSON, nullable=False),  # the record it began from
    sa.Column("seats", sa.JSON, nullable=False),  # as they were then
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),  # milliseconds since 1970
    sa.Column("touched", sa.BigInteger, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("bot_due", sa.Boolean, nullable=False),  # the next move is a bot's
    sa.Column("worker", sa.BigInteger),  # the process that will make it
    sa.Column("made_by", sa.String(32)),  # the client who set it up, while it is played
    sa.Column("set_aside", sa.String(300)),  # why it does not replay, and for which version
    sa.Column("terms", sa.JSON(none_as_null=True)),  # None: the usual ones
    sa.Column("listing", sa.JSON(none_as_null=True)),  # of the list of open tables, if it is there
    sa.Column("due", sa.BigInteger),  # when somebody's time is up
    sa.Column("remind", sa.BigInteger),  # when they are told so before
    sa.Index("tables_by_maker", "made_by"),
    sa.Index("tables_by_touch", "touched"),
    sa.Index("tables_by_bot", "bot_due", "worker"),
)
_HAS_CLOCK = TABLES.c.due.is_not(None)
sa.Index("tables_due", TABLES.c.due, sqlite_where=_HAS_CLOCK, postgresql_where=_HAS_CLOCK)
_REMINDS = TABLES.c.remind.is_not(None)
sa.Index("tables_remind", TABLES.c.remind, sqlite_where=_REMINDS, postgresql_where=_REMINDS)
_IS_LISTED = TABLES.c.listing.is_not(None)
sa.Index("tables_listed", TABLES.c.touched, sqlite_where=_IS_LISTED, postgresql_where=_IS_LISTED)

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("type", sa.String(16), nullable=False),
    sa.Column("body", sa.JSON, nullable=False),
    sa.Column("idempotency_key", sa.String(160)),
    sa.UniqueConstraint("table_id", "idempotency_key", name="requests_once"),
)

SEAT_TOKENS = sa.Table(
    "seat_tokens",
    METADATA,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)

#: Browsers that want to be told that it is their turn, for each seat by its token.
PUSH = sa.Table(
    "push_subscriptions",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("digest", sa.String(64), primary_key=True),  # of the endpoint
    sa.Column("endpoint", sa.String(1000), nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Index("push_by_digest", "digest"),
)

#: Reviews of finished games, as far as they have come; one for each table.
REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),  # of the record that is reviewed
    sa.Column("done", sa.Integer, nullable=False),  # parts, of so many in all
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("worker", sa.BigInteger, nullable=False),  # the process that makes it, or made it
    sa.Column("body", sa.JSON),
)

#: The processes that have shown that they can write, and when (milliseconds since 1970).
WORKERS = sa.Table(
    "workers",
    METADATA,
    sa.Column("worker", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
)
