"""Alembic's environment: migrations run on the connection that `migrate` gives."""

from alembic import context

from azulejos.web.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
)
context.run_migrations()
