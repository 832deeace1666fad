"""The words of the code: events with idempotency keys, and token hashes of seats."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TABLES = sa.table("tables", sa.column("id"), sa.column("seats", sa.JSON))
EVENTS = sa.table(
    "events",
    sa.column("table_id"),
    sa.column("version"),
    sa.column("type"),
    sa.column("body", sa.JSON),
)
#: What names a seat's token in an event.
WITH_TOKEN = ("seat", "undo_asked")


def upgrade() -> None:
    op.rename_table("happenings", "events")
    with op.batch_alter_table("events") as events:
        events.drop_constraint("wishes_once", type_="unique")
        events.alter_column("key", new_column_name="idempotency_key")
    with op.batch_alter_table("events") as events:  # which can now be called by its new name
        events.create_unique_constraint("requests_once", ["table_id", "idempotency_key"])
    op.rename_table("holders", "seat_tokens")
    with op.batch_alter_table("seat_tokens") as tokens:
        tokens.alter_column("holder", new_column_name="token_hash")
    _rename_in_data("holder", "token_hash")


def downgrade() -> None:
    _rename_in_data("token_hash", "holder")
    with op.batch_alter_table("seat_tokens") as tokens:
        tokens.alter_column("token_hash", new_column_name="holder")
    op.rename_table("seat_tokens", "holders")
    with op.batch_alter_table("events") as events:
        events.drop_constraint("requests_once", type_="unique")
        events.alter_column("idempotency_key", new_column_name="key")
    with op.batch_alter_table("events") as events:
        events.create_unique_constraint("wishes_once", ["table_id", "key"])
    op.rename_table("events", "happenings")


def _rename_in_data(old: str, new: str) -> None:
    """Rename a key in what is stored of seats."""

    def renamed(data: dict[str, Any]) -> dict[str, Any]:
        return {new if key == old else key: value for key, value in data.items()}

    _rewrite(TABLES, (TABLES.c.id,), TABLES.c.seats, sa.true(), lambda s: list(map(renamed, s)))
    key = EVENTS.c.table_id, EVENTS.c.version
    _rewrite(EVENTS, key, EVENTS.c.body, EVENTS.c.type.in_(WITH_TOKEN), renamed)


def _rewrite(
    table: Any,
    key: tuple[Any, ...],
    column: Any,
    where: sa.ColumnElement[bool],
    change: Callable[[Any], Any],
) -> None:
    """Write a column anew in the rows that a condition chooses. key: columns that name a row."""
    connection = op.get_bind()
    for *name, data in connection.execute(sa.select(*key, column).where(where)).all():
        is_row = sa.and_(*(part == value for part, value in zip(key, name, strict=True)))
        connection.execute(sa.update(table).where(is_row).values({column.name: change(data)}))
