"""When somebody's time is up."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    has_clock = sa.text("due IS NOT NULL")
    op.create_index(
        "tables_due", "tables", ["due"], sqlite_where=has_clock, postgresql_where=has_clock
    )


def downgrade() -> None:
    op.drop_index("tables_due", "tables")
    op.drop_column("tables", "due")
