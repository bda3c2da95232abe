"""Where games are kept: SQLite under the player's data folder, or PostgreSQL. Decisions are only ever added.

One thread writes. It takes everything that waits, puts it into one transaction, and tells each caller only when that is
committed: what has been acknowledged is on disk, and two writers never both add entry n of a game.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, func, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from viermot.kernel.telling import Telling
from viermot.server import migrations
from viermot.server.rows import Row, add_all, row_of, values_of
from viermot.server.schema import ALL, decisions, games, seats, settings

Result = TypeVar("Result")
MOST_AT_ONCE: Final = 256  # writes in one transaction
IDLE: Final = 1.0  # seconds after which the writer looks whether another process has written
CHANNEL: Final = "viermot"
SEAT_CACHE: Final = (
    update(seats)
    .where(seats.c.game == bindparam("b_game"), seats.c.seat == bindparam("b_seat"))
    .values(
        asked=bindparam("b_asked"),
        events=bindparam("b_events"),
        changed=bindparam("b_changed"),
        line=bindparam("b_line"),
    )
)
GAME_CACHE: Final = update(games).where(games.c.id == bindparam("b_game")).values(changed=bindparam("b_changed"))
NOTIFY: Final = text("SELECT pg_notify(:channel, told) FROM unnest(CAST(:told AS text[])) AS told")
LOG: Final = logging.getLogger("viermot.server")


class StoreError(Telling):
    """A database that cannot be opened."""


class Busy(Telling):
    """The store could not be written or read just now; nothing has changed. The reason is for operators only."""

    def __init__(self, reason: str = "") -> None:
        super().__init__("server.database_fails", reason=reason)


@dataclass(frozen=True)
class Addition:
    """Entries to be added to a game's record, and what changes in the game's own row with them."""

    game: str
    rows: Sequence[Row]
    values: dict[str, Any]


Job = Callable[[Connection], Any] | Addition
Waiting = tuple[Job, "Future[Any]"]


class Store:
    """A database of games."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.me = secrets.token_hex(4)  # which process wrote: notices name it
        try:
            self.engine = _engine(url)
            migrations.bring_up_to_date(self.engine)
            _look_at(self.engine)
        except (SQLAlchemyError, ArgumentError, ImportError, OSError) as wrong:
            raise StoreError("server.no_database", database=shown(url), reason=_first_line(wrong)) from None
        self.is_postgres = self.engine.dialect.name == "postgresql"
        self.on_foreign_write: Callable[[], None] = _nothing  # another process has written to our SQLite file
        self._add = self.insert(decisions).on_conflict_do_nothing().returning(decisions.c.seq)
        self._lock = threading.Lock()
        self._notices: dict[str, None] = {}  # to be sent with the transaction under way
        self._dirty_seats: dict[tuple[str, str], dict[str, Any]] = {}
        self._dirty_games: dict[str, dict[str, Any]] = {}
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._version: Any = None
        self._held: Connection | None = None  # the writer's
        self._quick: Connection | None = None  # the same; on PostgreSQL another, on which each statement is committed
        self._writer = threading.Thread(target=self._write_on, name="viermot-writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        self._waiting.put(None)
        self._writer.join(10)
        self.engine.dispose()

    # -- reading and writing -------------------------------------------------------------------------

    async def read(self, job: Callable[[Connection], Result]) -> Result:
        """Something looked up, in a thread of its own."""
        return await asyncio.to_thread(self.read_now, job)

    def read_now(self, job: Callable[[Connection], Result]) -> Result:
        """The same without waiting in the background, for commands."""
        try:
            with self.engine.connect() as connection:
                return job(connection)
        except SQLAlchemyError as wrong:
            LOG.error("cannot read: %s", _first_line(wrong))
            raise Busy(_first_line(wrong)) from wrong

    async def write(self, job: Callable[[Connection], Result]) -> Result:
        """Something written; returns after the commit."""
        result: Result = await asyncio.wrap_future(self._queue(job))
        return result

    def write_soon(self, job: Callable[[Connection], Any]) -> None:
        """Something that nobody waits for: a cache."""
        self._queue(job)

    def write_now(self, job: Callable[[Connection], Result]) -> Result:
        """The same for commands."""
        result: Result = self._queue(job).result()
        return result

    async def add(self, game: str, rows: Sequence[Row], values: dict[str, Any]) -> bool:
        """Entries added to a game's record; returns after the commit, False if somebody else was faster."""
        added: bool = await asyncio.wrap_future(self._queue(Addition(game, rows, values)))
        return added

    def _queue(self, job: Job) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.put((job, future))
        return future

    # -- the writer ------------------------------------------------------------------------------------

    def _write_on(self) -> None:
        looked = time.monotonic()
        batch: list[Waiting]
        while True:
            try:
                first = self._waiting.get(timeout=IDLE)
                batch, last = self._gather(first)
            except queue.Empty:
                batch, last = [], False
            self._write(batch)
            if last or time.monotonic() - looked >= IDLE:
                self._write_caches()
                self._look_round()
                looked = time.monotonic()
            if last:
                self._let_go()  # SQLite folds its log into the file when the last connection is closed
                return

    def _gather(self, first: Waiting | None) -> tuple[list[Waiting], bool]:
        """All that waits now, and whether the store is to be closed after it."""
        batch: list[Waiting] = []
        while first is not None and len(batch) < MOST_AT_ONCE:
            batch.append(first)
            try:
                first = self._waiting.get_nowait()
            except queue.Empty:
                return batch, False
        if first is not None:
            self._waiting.put(first)
        return batch, first is None

    def _write(self, batch: list[Waiting]) -> None:
        """Entries alone go the quick way, at most one addition to each game; all else shares a transaction."""
        quick: dict[str, Waiting] = {}
        others: list[Waiting] = []
        for job, future in batch:
            if isinstance(job, Addition) and not job.values and job.game not in quick:
                quick[job.game] = job, future
            else:
                others.append((job, future))
        if quick:
            self._add_together(list(quick.values()))
        if others:
            self._write_together(others)

    def _add_together(self, batch: list[Waiting]) -> None:
        """One statement for all; if one of them was too late, or anything else is wrong, each by itself."""
        additions = [(job.game, job.rows) for job, _ in batch if isinstance(job, Addition)]
        try:
            driver = self._quick_connection().connection.driver_connection
            add_all(driver, additions, CHANNEL, self.me, self.is_postgres)
        except Exception as wrong:
            if not isinstance(wrong, self.engine.dialect.loaded_dbapi.IntegrityError):
                self._let_go()
            for single in batch:
                self._write_together([single])
            return
        for _, future in batch:
            future.set_result(True)

    def _write_together(self, batch: list[Waiting]) -> None:
        """One transaction for all; if that fails, each by itself, so that only the guilty one suffers."""
        try:
            with self._connection().begin():
                results = [self._do(job) for job, _ in batch]
                self._send_notices()
        except Exception as wrong:
            self._let_go()
            if len(batch) > 1:
                for single in batch:
                    self._write_together([single])
                return
            batch[0][1].set_exception(_busy(wrong))
            return
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)

    def _do(self, job: Job) -> Any:
        if isinstance(job, Addition):
            return self.append(self._connection(), job.game, job.rows, job.values)
        return job(self._connection())

    def _connection(self) -> Connection:
        """The one connection that writes; opened anew after any trouble."""
        if self._held is None:
            self._held = self.engine.connect().execution_options(viermot_writes=True)
        return self._held

    def _quick_connection(self) -> Connection:
        """The one on which a statement is a transaction of its own. SQLite's is not told of its own writes."""
        if self._quick is None:
            alone = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") if self.is_postgres else None
            self._quick = alone or self._connection()
        return self._quick

    def _let_go(self) -> None:
        held = {id(one): one for one in (self._held, self._quick) if one is not None}
        self._held = self._quick = None
        self._version = None
        self._notices.clear()
        for one in held.values():
            one.invalidate()
            one.close()

    def _look_round(self) -> None:
        """SQLite only: has another process written to the file? The writer's connection hears of all but its own."""
        if self.is_postgres:
            return
        try:
            with self._connection().begin():
                version = self._connection().exec_driver_sql("PRAGMA data_version").scalar()
        except SQLAlchemyError:
            self._let_go()
            return
        if self._version is not None and version != self._version:
            self.on_foreign_write()
        self._version = version

    # -- games -----------------------------------------------------------------------------------------

    def insert(self, table: Any) -> Any:
        """An INSERT of this database's dialect, so that ON CONFLICT can be said."""
        return postgresql.insert(table) if self.is_postgres else sqlite.insert(table)

    def append(
        self, connection: Connection, game: str, rows: Sequence[Row], values: dict[str, Any] | None = None
    ) -> bool:
        """Add entries to a game's record; False, and nothing is done, if somebody else was faster.

        ``values`` are what changes in the game's own row with them.
        """
        for number, row in enumerate(rows):
            if connection.execute(self._add, values_of(game, row)).first() is None:
                if number:
                    raise RuntimeError("a record with a gap")  # cannot be: entry n+1 follows entry n
                return False
        if values:
            connection.execute(update(games).where(games.c.id == game).values(values))
        self.notify("log", game)
        return True

    def remember(self, game: str, caches: Sequence[dict[str, Any]], changed: float) -> None:
        """What lists of games show of this one; a cache, so it may be written a moment later."""
        with self._lock:
            for cache in caches:
                self._dirty_seats[game, cache["seat"]] = {
                    "b_game": game, "b_seat": cache["seat"], "b_asked": cache["asked"], "b_events": cache["events"],
                    "b_changed": cache["changed"], "b_line": cache["line"],
                }  # fmt: skip
            self._dirty_games[game] = {"b_game": game, "b_changed": changed}

    def _write_caches(self) -> None:
        with self._lock:
            of_seats, of_games = list(self._dirty_seats.values()), list(self._dirty_games.values())
            self._dirty_seats.clear()
            self._dirty_games.clear()
        if not of_games:
            return
        try:
            with self._connection().begin():
                if of_seats:
                    self._connection().execute(SEAT_CACHE, of_seats)
                self._connection().execute(GAME_CACHE, of_games)
        except SQLAlchemyError as wrong:
            LOG.error("cannot write caches: %s", _first_line(wrong))
            self._let_go()

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

    def log(self, connection: Connection, game: str, since: int = 0) -> list[Row]:
        """The record of a game from entry ``since`` on."""
        found = connection.execute(
            select(decisions).where(decisions.c.game == game, decisions.c.seq >= since).order_by(decisions.c.seq)
        )
        return [row_of(line) for line in found.mappings()]

    def notify(self, what: str, game: str) -> None:
        """Tell the other workers, when what is being written is committed; for the writer's jobs only."""
        self._notices[f"{what} {game} {self.me}"] = None

    def _send_notices(self) -> None:
        """With the transaction, so that nobody hears of what is not there; all at once, since each would be a trip."""
        if self.is_postgres and self._notices:
            self._connection().execute(NOTIFY, {"channel": CHANNEL, "told": list(self._notices)})
        self._notices.clear()

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


def _busy(wrong: Exception) -> Exception:
    """What a caller is told of a failed write: the store's own trouble is Busy, anything else stays what it is."""
    if isinstance(wrong, SQLAlchemyError):
        LOG.error("cannot write: %s", _first_line(wrong))
        return Busy(_first_line(wrong))
    return wrong


def _first_line(wrong: Exception) -> str:
    found = getattr(wrong, "orig", None) or getattr(wrong, "strerror", None) or wrong
    return str(found).strip().split("\n")[0][:300].rstrip(".")


def shown(url: str) -> str:
    """A database address without its password; a file as people name it."""
    try:
        parsed = make_url(url)
        is_file = parsed.get_backend_name() == "sqlite" and parsed.database
        return str(parsed.database) if is_file else parsed.render_as_string(hide_password=True)
    except ArgumentError:
        return url.partition("@")[2] or url


# -- engines -----------------------------------------------------------------------------------------------


def default_url() -> str:
    """The player's own file, under the data folder of this system."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("viermot", appauthor=False))
    return f"sqlite:///{folder / 'games.sqlite3'}"


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
        return create_engine(parsed, pool_pre_ping=True, pool_size=6, hide_parameters=True)
    if parsed.get_backend_name() != "sqlite":
        raise StoreError("server.what_database", database=shown(url))
    if parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    waits = {"check_same_thread": False, "timeout": 15}
    engine = create_engine(parsed, connect_args=waits, hide_parameters=True)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _look_at(engine: Engine) -> None:
    """A line of every table: a damaged file should be noticed now rather than in the middle of a game."""
    with engine.connect() as connection:
        for table in ALL:
            connection.execute(select(table).limit(1)).first()


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    """Write-ahead log: a killed process loses nothing that was committed, and readers do not wait for the writer."""
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=15000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("viermot_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
