"""Who has set up a table, tables that do not replay, and workers that write."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("made_by", sa.String(32)))
    op.add_column("tables", sa.Column("set_aside", sa.String(300)))
    op.create_index("tables_by_maker", "tables", ["made_by"])
    op.create_table(
        "workers",
        sa.Column("worker", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("workers")
    op.drop_index("tables_by_maker", "tables")
    op.drop_column("tables", "set_aside")
    op.drop_column("tables", "made_by")
