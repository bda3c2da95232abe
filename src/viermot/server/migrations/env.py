"""Alembic's way in: run the steps on the connection that is handed over."""

from alembic import context

from viermot.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
