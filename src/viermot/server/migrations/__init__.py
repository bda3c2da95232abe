"""How the database got its present form, step by step. `bring_up_to_date` takes the steps that are missing."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text

HEAD: Final = "0007"  # the newest of versions/; a test keeps it so
LOCK: Final = 0x76696572  # one worker at a time, on PostgreSQL


def revision(connection: Connection) -> str | None:
    """The step the database has reached."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def bring_up_to_date(engine: Engine) -> None:
    """Take the steps that are missing; nothing happens, and quickly, where there are none."""
    with engine.connect() as connection:
        if revision(connection) == HEAD:
            return
    with engine.connect().execution_options(viermot_writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        if revision(connection) != HEAD:  # another worker may have been here while we waited
            _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    from alembic import command  # here, since it is slow to import and seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
