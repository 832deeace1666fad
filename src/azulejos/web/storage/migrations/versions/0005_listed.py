"""What is agreed on at a table besides the game's options, and the list of open tables."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("terms", sa.JSON(none_as_null=True)))
    op.add_column("tables", sa.Column("listing", sa.JSON(none_as_null=True)))
    is_listed = sa.text("listing IS NOT NULL")
    op.create_index(
        "tables_listed", "tables", ["touched"], sqlite_where=is_listed, postgresql_where=is_listed
    )


def downgrade() -> None:
    op.drop_index("tables_listed", "tables")
    op.drop_column("tables", "listing")
    op.drop_column("tables", "terms")
