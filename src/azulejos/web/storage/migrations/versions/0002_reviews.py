"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    table_id = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(16), table_id, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("worker", sa.BigInteger, nullable=False),
        sa.Column("body", sa.JSON),
    )


def downgrade() -> None:
    op.drop_table("reviews")
