"""Browsers that are told by Web Push, and when somebody is reminded."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("remind", sa.BigInteger))
    reminds = sa.text("remind IS NOT NULL")
    op.create_index(
        "tables_remind", "tables", ["remind"], sqlite_where=reminds, postgresql_where=reminds
    )
    op.create_table(
        "push_subscriptions",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("push_by_digest", "push_subscriptions", ["digest"])


def downgrade() -> None:
    op.drop_table("push_subscriptions")
    op.drop_index("tables_remind", "tables")
    op.drop_column("tables", "remind")
