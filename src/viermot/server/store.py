"""Where games are kept: SQLite under the player's data folder, or PostgreSQL. Decisions are only ever added.

One thread writes (writer.py) and answers each caller only once his job is committed: what has been acknowledged is on
disk, and two writers never both add entry n of a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, Table, bindparam, create_engine, event, func, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.server import migrations
from viermot.server.rows import Addition, Cell, RecordRow, row_of, values_of
from viermot.server.schema import ALL, decisions, games, seats, settings
from viermot.server.writer import CHANNEL, Busy, Job, Writer, first_line

__all__ = ["CHANNEL", "Addition", "Busy", "Store", "StoreError", "default_url", "shown", "url_of"]

Result = TypeVar("Result")
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
HEARTBEAT: Final = "heartbeat"
SEAT_CACHE: Final = (
    update(seats)
    .where(seats.c.game == bindparam("b_game"), seats.c.seat == bindparam("b_seat"))
    .values(
        asked=bindparam("b_asked"),
        events=bindparam("b_events"),
        changed=bindparam("b_changed"),
        line=bindparam("b_line"),
        card=bindparam("b_card"),
    )
)
GAME_CACHE: Final = update(games).where(games.c.id == bindparam("b_game")).values(changed=bindparam("b_changed"))
NOTIFY: Final = text("SELECT pg_notify(:channel, told) FROM unnest(CAST(:told AS text[])) AS told")
LOG: Final = logging.getLogger("viermot.server")


class StoreError(UserError):
    """A database that cannot be opened."""


class Store:
    """A database of games."""

    def __init__(self, url: str, beats: bool = False) -> None:
        self.url = url
        self.me = secrets.token_hex(4)  # which process wrote: notices name it
        try:
            self.engine = _engine(url)
            migrations.bring_up_to_date(self.engine)
            _look_at(self.engine)
        except (SQLAlchemyError, ArgumentError, ImportError, OSError) as wrong:
            raise StoreError("server.no_database", database=shown(url), reason=first_line(wrong)) from None
        self.is_postgres = self.engine.dialect.name == "postgresql"
        self.on_foreign_write: Callable[[], None] = _nothing  # another process has written to our SQLite file
        self._add = self.insert(decisions).on_conflict_do_nothing().returning(decisions.c.seq)
        self._lock = threading.Lock()
        self._own = threading.local()  # of a writing thread: the notices to be sent with its transaction
        self._dirty_seats: dict[tuple[str, str], JsonObject] = {}
        self._dirty_games: dict[str, JsonObject] = {}
        self.writer = Writer(self, beats)

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self.writer.close()
        self.engine.dispose()

    # -- reading and writing -------------------------------------------------------------------------

    async def read(self, job: Callable[[Connection], Result]) -> Result:
        """Look something up, in a thread of its own."""
        return await asyncio.to_thread(self.read_now, job)

    def read_now(self, job: Callable[[Connection], Result]) -> Result:
        """The same without waiting in the background, for commands."""
        try:
            with self.engine.connect() as connection:
                return job(connection)
        except SQLAlchemyError as wrong:
            LOG.error("cannot read: %s", first_line(wrong))
            raise Busy(first_line(wrong)) from wrong

    async def write(self, job: Callable[[Connection], Result]) -> Result:
        """Write something; returns after the commit."""
        return await asyncio.wrap_future(self.writer.queue(job))

    def write_soon(self, job: Callable[[Connection], object]) -> None:
        """Write something that nobody waits for: a cache."""
        with contextlib.suppress(Busy):
            self.writer.queue(job)

    def write_now(self, job: Callable[[Connection], Result]) -> Result:
        """The same for commands."""
        return self.writer.queue(job).result()

    async def add(
        self,
        table_id: str,
        rows: Sequence[RecordRow],
        values: Mapping[str, Cell],
        also: Callable[[Connection], None] | None = None,
    ) -> bool:
        """Add entries to a game's record; returns after the commit, False if somebody else was faster."""
        return await asyncio.wrap_future(self.adding(table_id, rows, values, also))

    def adding(
        self,
        table_id: str,
        rows: Sequence[RecordRow],
        values: Mapping[str, Cell],
        also: Callable[[Connection], None] | None = None,
    ) -> Future[bool]:
        """The same for any thread: the writer's promise."""
        return self.writer.queue(Addition(table_id, rows, values, also))

    # -- for the writer ----------------------------------------------------------------------------------

    def do(self, connection: Connection, job: Job) -> object:
        """A job of the writer's, inside its transaction."""
        if isinstance(job, Addition):
            return self.append(connection, job.table_id, job.rows, job.values, job.also)
        return job(connection)

    def notify(self, what: str, table_id: str) -> None:
        """Tell the other workers, when what is being written is committed; for the writer's jobs only."""
        self._notices()[f"{what} {table_id} {self.me}"] = None

    def _notices(self) -> dict[str, None]:
        notices: dict[str, None] = self._own.__dict__.setdefault("notices", {})
        return notices

    def send_notices(self, connection: Connection) -> None:
        """Send them within the transaction, so that nobody hears of what is not there; all at once, since each would be
        a trip.
        """
        notices = self._notices()
        if self.is_postgres and notices:
            connection.execute(NOTIFY, {"channel": CHANNEL, "told": list(notices)})
        notices.clear()

    def forget_notices(self) -> None:
        """Drop them: what they announced has come to nothing."""
        self._notices().clear()

    def write_heartbeat(self, connection: Connection) -> None:
        """Write something whose only use is to see that writing works."""
        line = {"name": HEARTBEAT, "value": str(time.time())}
        beat = self.insert(settings)
        with connection.begin():
            connection.execute(
                beat.on_conflict_do_update(index_elements=["name"], set_={"value": beat.excluded.value}), line
            )

    def write_caches(self, connection: Connection) -> None:
        """Write what lists of games show."""
        with self._lock:
            of_seats, of_games = list(self._dirty_seats.values()), list(self._dirty_games.values())
            self._dirty_seats.clear()
            self._dirty_games.clear()
        if not of_games:
            return
        try:
            with connection.begin():
                if of_seats:
                    connection.execute(SEAT_CACHE, of_seats)
                connection.execute(GAME_CACHE, of_games)
        except SQLAlchemyError:
            self._remember_after_all(of_seats, of_games)
            raise

    def _remember_after_all(self, of_seats: list[JsonObject], of_games: list[JsonObject]) -> None:
        """They could not be written: next time, unless there is something newer by then."""
        with self._lock:
            for line in of_seats:
                self._dirty_seats.setdefault((line["b_game"], line["b_seat"]), line)
            for line in of_games:
                self._dirty_games.setdefault(line["b_game"], line)

    # -- games -----------------------------------------------------------------------------------------

    def insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """An INSERT of this database's dialect, so that ON CONFLICT can be said."""
        return postgresql.insert(table) if self.is_postgres else sqlite.insert(table)

    def append(
        self,
        connection: Connection,
        table_id: str,
        rows: Sequence[RecordRow],
        values: Mapping[str, Cell] | None = None,
        also: Callable[[Connection], None] | None = None,
    ) -> bool:
        """Add entries to a game's record; False, and nothing is done, if somebody else was faster.

        ``values`` are what changes in the game's own row with them, ``also`` does whatever else belongs to it.
        """
        for number, row in enumerate(rows):
            if connection.execute(self._add, values_of(table_id, row)).first() is None:
                if number:
                    raise RuntimeError("a record with a gap")  # cannot be: entry n+1 follows entry n
                return False
        if values:
            connection.execute(update(games).where(games.c.id == table_id).values(values))
        if also is not None:
            also(connection)
        self.notify("log", table_id)
        return True

    def remember(self, table_id: str, caches: Sequence[JsonObject], changed: float) -> None:
        """What lists of games show of this one; a cache, so it may be written a moment later."""
        with self._lock:
            for cache in caches:
                self._dirty_seats[table_id, cache["seat"]] = {
                    "b_game": table_id, "b_seat": cache["seat"], "b_asked": cache["asked"], "b_events": cache["events"],
                    "b_changed": cache["changed"], "b_line": cache["line"],
                    "b_card": cache["card"],
                }  # fmt: skip
            self._dirty_games[table_id] = {"b_game": table_id, "b_changed": changed}

    def behind(self, connection: Connection) -> list[str]:
        """Running games whose caches are older than their record: a process was killed before it wrote them."""
        newest = select(decisions.c.game, func.max(decisions.c.at).label("at")).group_by(decisions.c.game).subquery()
        found = connection.execute(
            select(games.c.id)
            .join(newest, newest.c.game == games.c.id)
            .where(newest.c.at > games.c.changed, games.c.over.is_(None), games.c.ended.is_(None))
        )
        return [line.id for line in found]

    def bots_asked(self, connection: Connection) -> list[str]:
        """Running games in which a bot has a question to answer."""
        found = connection.execute(
            select(seats.c.game)
            .join(games, games.c.id == seats.c.game)
            .where(seats.c.asked.is_(True), seats.c.bot.is_not(None), games.c.over.is_(None), games.c.ended.is_(None))
        )
        return [line.game for line in found]

    def log(self, connection: Connection, table_id: str, since: int = 0) -> list[RecordRow]:
        """The record of a game from entry ``since`` on."""
        found = connection.execute(
            select(decisions).where(decisions.c.game == table_id, decisions.c.seq >= since).order_by(decisions.c.seq)
        )
        return [row_of(line) for line in found.mappings()]

    def secret(self) -> str:
        """The key that cookies are signed with: made once, the same for all workers."""

        def find_or_make(connection: Connection) -> str:
            new = {"name": "secret", "value": secrets.token_hex(32)}
            connection.execute(self.insert(settings).on_conflict_do_nothing(), new)
            kept: str = connection.execute(select(settings.c.value).where(settings.c.name == "secret")).scalar_one()
            return kept

        return self.write_now(find_or_make)


def _nothing() -> None:
    pass


def shown(url: str) -> str:
    """A database address without its password; for SQLite the name of the file."""
    try:
        parsed = make_url(url)
        is_file = parsed.get_backend_name() == "sqlite" and parsed.database
        return str(parsed.database) if is_file else parsed.render_as_string(hide_password=True)
    except ArgumentError:
        return url.partition("@")[2] or url


# -- engines -----------------------------------------------------------------------------------------------


def default_url() -> str:
    """The player's own file, under the data folder of this system."""
    return f"sqlite:///{default_folder() / 'games.sqlite3'}"


def default_folder() -> Path:
    """Where this system keeps a player's data."""
    import platformdirs

    return Path(platformdirs.user_data_dir("viermot", appauthor=False))


def url_of(database: str | None) -> str:
    """A database address; a bare path is an SQLite file, and postgresql:// means the driver that we use."""
    if database is None:
        return default_url()
    if "://" not in database:
        return f"sqlite:///{database}"
    for name in ("postgresql://", "postgres://"):
        if database.startswith(name):
            return "postgresql+psycopg://" + database.removeprefix(name)
    return database


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        return create_engine(
            parsed, pool_pre_ping=True, pool_size=6, hide_parameters=True, connect_args={"connect_timeout": 10}
        )
    if parsed.get_backend_name() != "sqlite":
        raise StoreError("server.what_database", database=shown(url))
    if parsed.database and parsed.database != ":memory:":
        _keep_private(Path(parsed.database))
    waits = {"check_same_thread": False, "timeout": 15}
    engine = create_engine(parsed, connect_args=waits, hide_parameters=True)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _keep_private(file: Path) -> None:
    """The file, and a folder made for it, are for their owner alone: keys, the cookies' secret and hashes are in it.

    SQLite gives its log the file's own mode. A folder that was there, and is not ours by name, is somebody's choice.
    """
    made = not file.parent.exists()
    file.parent.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    if made or file.parent == default_folder():
        with contextlib.suppress(OSError):  # a file system without modes
            file.parent.chmod(PRIVATE_FOLDER)
    with contextlib.suppress(FileExistsError):  # an existing file is left closed: closing it releases SQLite's locks
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))):
        with contextlib.suppress(OSError):  # not there, or somebody else's, who lets us in
            each.chmod(PRIVATE_FILE)


def _look_at(engine: Engine) -> None:
    """A line of every table: a damaged file should be noticed now rather than in the middle of a game."""
    with engine.connect() as connection:
        for table in ALL:
            connection.execute(select(table).limit(1)).first()


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    """Write-ahead log: a killed process loses nothing that was committed, and readers do not wait for the writer.

    synchronous=FULL: nor does a power cut. It costs a flush of the disk for each transaction, of which many decisions
    share one.
    """
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("viermot_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
