"""Tables, their happenings, and who holds seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("opening", sa.JSON, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("bot_due", sa.Boolean, nullable=False),
        sa.Column("worker", sa.BigInteger),
    )
    op.create_index("tables_by_touch", "tables", ["touched"])
    op.create_index("tables_by_bot", "tables", ["bot_due", "worker"])
    table_id = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "happenings",
        sa.Column("table_id", sa.String(16), table_id, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("type", sa.String(16), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("key", sa.String(160)),
        sa.UniqueConstraint("table_id", "key", name="wishes_once"),
    )
    table_id = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "holders",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), table_id, primary_key=True),
    )


def downgrade() -> None:
    for name in ("holders", "happenings", "tables"):
        op.drop_table(name)
