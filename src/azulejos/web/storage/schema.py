"""What is stored, as the newest migration leaves it.

A table is what it began with (`opening`, `seats`) and an append-only list of events, one for
each version. Everything else in its row is there to find it by.

Databases keep the names of the first version: "happenings" are the events, with the idempotency key
as "key"; "holders" are the hashed tokens of seats, in the column "holder".
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
    sa.Index("tables_by_touch", "touched"),
    sa.Index("tables_by_bot", "bot_due", "worker"),
)

EVENTS = sa.Table(
    "happenings",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("type", sa.String(16), nullable=False),
    sa.Column("body", sa.JSON, nullable=False),
    sa.Column("key", sa.String(160), key="idempotency_key"),
    sa.UniqueConstraint("table_id", "idempotency_key", name="wishes_once"),
)

SEAT_TOKENS = sa.Table(
    "holders",
    METADATA,
    sa.Column("holder", sa.String(64), primary_key=True, key="token_hash"),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)
