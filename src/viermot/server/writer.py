"""The one thread that writes to the database, and the watch kept over it.

It takes everything that is waiting, puts it into one transaction, and answers each caller only when that is committed.
Nothing that a job, a caller or the database does may end it: whatever is raised goes to the caller it belongs to.
Should it end all the same, or be stuck in the database, another takes its place. From time to time it writes something
of its own, a heartbeat, so that `GET /health` knows that things can still be written.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, InvalidStateError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from viermot.kernel.user_error import UserError
from viermot.server.rows import Addition, add_all

if TYPE_CHECKING:
    from viermot.server.store import Store

MAX_AT_ONCE: Final = 256  # writes in one transaction
MAX_WAITING: Final = 20_000  # writes that may wait; one more is refused at once
IDLE: Final = 1.0  # seconds between heartbeats, writing caches, and looking whether another process has written
WATCHED_EVERY: Final = 0.5  # seconds
STUCK: Final = 60.0  # seconds after which a writer that does not come back from the database is given up on
ASKED_LATELY: Final = 60.0  # seconds for which the heart goes on beating after somebody asked
CHANNEL: Final = "viermot"
LOG: Final = logging.getLogger("viermot.server")

Job = Callable[[Connection], object] | Addition
Result = TypeVar("Result")


class Busy(UserError):
    """The store could not be written or read just now; nothing has changed. The reason is for operators only."""

    def __init__(self, reason: str = "") -> None:
        super().__init__("server.database_fails", reason=reason)


@dataclass(frozen=True)
class Waiting:
    """A job, and who is waiting for it."""

    job: Job
    future: Future[Any]  # of whatever the job returns

    def done(self, result: object) -> None:
        """Answer the caller; one who has been answered already, or has gone, is no concern of ours."""
        with contextlib.suppress(InvalidStateError):
            self.future.set_result(result)

    def failed(self, wrong: BaseException) -> None:
        """The same for a failure."""
        with contextlib.suppress(InvalidStateError):
            self.future.set_exception(as_told(wrong))


def as_told(wrong: BaseException) -> Exception:
    """What a caller is told of a failed write: the store's own trouble is Busy, anything else stays what it is.

    Anything that would end a thread or a loop, or could not pass through a future, is reported as a plain error.
    """
    if isinstance(wrong, SQLAlchemyError):
        LOG.error("cannot write: %s", first_line(wrong))
        return Busy(first_line(wrong))
    if isinstance(wrong, StopIteration | StopAsyncIteration | CancelledError) or not isinstance(wrong, Exception):
        return RuntimeError(f"{type(wrong).__name__}: {wrong}")
    return wrong


def first_line(wrong: BaseException) -> str:
    """What the database says is wrong, in one line."""
    found = getattr(wrong, "orig", None) or getattr(wrong, "strerror", None) or wrong
    return str(found).strip().split("\n")[0][:300].rstrip(".")


class Writer:
    """What is waiting to be written, the thread that writes it, and the watch over that thread."""

    def __init__(self, store: Store, beats: bool = False) -> None:
        self.store = store
        self.beats = beats  # does the heart beat all the time, or only when somebody asks?
        self.restarts = 0  # how often another thread had to take over
        self.closed = False
        self.waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._beat = time.monotonic()
        self._asked = 0.0
        self._guard = threading.Lock()
        self._over = threading.Event()
        self._hand = Hand(self)
        self._watchman = threading.Thread(target=self._watch, name="viermot-watchman", daemon=True)
        self._watchman.start()

    @overload
    def queue(self, job: Addition) -> Future[bool]: ...
    @overload
    def queue(self, job: Callable[[Connection], Result]) -> Future[Result]: ...
    def queue(self, job: Job) -> Future[Any]:
        """Let a job be done; the future cannot be cancelled, since nobody knows how far the job has come."""
        if self.closed or self.waiting.qsize() > MAX_WAITING:
            raise Busy("closed" if self.closed else "too much waits to be written")
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self.waiting.put(Waiting(job, future))
        return future

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self.closed = True
        self._over.set()
        self.waiting.put(None)
        self._hand.thread.join(10)
        with contextlib.suppress(queue.Empty):
            while True:
                late = self.waiting.get_nowait()
                if late is not None:
                    late.failed(Busy("closed"))

    # -- the heart -------------------------------------------------------------------------------------------

    def heartbeat(self) -> float:
        """How many seconds ago something was last written just to see that it can be; asking keeps that going."""
        self._asked = time.monotonic()
        return self._asked - self._beat

    def beat_wanted(self) -> bool:
        """Is it time for one?"""
        now = time.monotonic()
        return now - self._beat >= IDLE and (self.beats or now - self._asked < ASKED_LATELY)

    def has_beaten(self) -> None:
        """A heartbeat was committed."""
        self._beat = time.monotonic()

    # -- the watch -------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._over.wait(WATCHED_EVERY):
            try:
                self.look_after()
            except Exception:
                LOG.exception("the watch over the writer stumbled")

    def look_after(self) -> None:
        """If the thread has ended, or does not come back from the database, another takes over."""
        with self._guard:
            hand = self._hand
            if self.closed or (hand.thread.is_alive() and time.monotonic() - hand.seen < STUCK):
                return
            LOG.error("the writer %s; another takes over", "is stuck" if hand.thread.is_alive() else "has ended")
            hand.give_up()
            self.restarts += 1
            self._hand = Hand(self)


class Hand:
    """One thread that writes, and its connections."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.store = writer.store
        self.engine: Engine = writer.store.engine
        self.seen = time.monotonic()  # when it last came round
        self.given_up = False
        self._batch: list[Waiting] = []
        self._looked = time.monotonic()
        self._begins = not writer.restarts  # its first connection is there before any game is read
        self._version: int | None = None  # of the file when it was last looked at; none of a connection that is new
        self._held: Connection | None = None
        self._quick: Connection | None = None  # the same; on PostgreSQL another, on which each statement is committed
        self.thread = threading.Thread(target=self._write_on, name="viermot-writer", daemon=True)
        self.thread.start()

    def give_up(self) -> None:
        """Another thread writes from now on; callers whose job this one had are told that the outcome is unknown."""
        self.given_up = True
        for waiting in self._batch:
            waiting.failed(Busy("the writer was given up"))

    # -- the thread ------------------------------------------------------------------------------------------

    def _write_on(self) -> None:
        while not self.given_up:
            try:
                if self._come_round():
                    return
            except BaseException as wrong:  # a fault of ours: whoever waits is told, and the next ones are served
                LOG.error("the writer stumbled: %r", wrong)
                for waiting in self._batch:
                    waiting.failed(wrong)
                self._let_go()

    def _come_round(self) -> bool:
        """Write what is waiting and, now and then, do the chores; True if the store is to be closed."""
        self.seen = time.monotonic()
        last = self._gather()
        self.seen = time.monotonic()
        self._write(self._batch)
        self._batch = []
        if last or time.monotonic() - self._looked >= IDLE:
            self._looked = time.monotonic()
            self._do_chores()
        if last:
            self._let_go()  # SQLite folds its log into the file when the last connection is closed
        return last

    def _gather(self) -> bool:
        """Wait for something to write, and take all that is there; True if the store is to be closed after it."""
        waiting = self.writer.waiting
        try:
            first = waiting.get(timeout=IDLE)
            while first is not None:
                self._batch.append(first)
                if len(self._batch) >= MAX_AT_ONCE:
                    return False
                first = waiting.get_nowait()
        except queue.Empty:
            return False
        finally:
            self._hand_on()
        return True

    def _hand_on(self) -> None:
        """A thread that was given up on while it waited passes what it took to the one writing now."""
        if self.given_up:
            for waiting in self._batch:
                self.writer.waiting.put(waiting)
            self._batch = []

    def _write(self, batch: list[Waiting]) -> None:
        """Entries alone go the quick way, at most one addition to each game; everything else shares a transaction."""
        quick: dict[str, Waiting] = {}
        others: list[Waiting] = []
        for waiting in batch:
            job = waiting.job
            if isinstance(job, Addition) and not job.values and job.also is None and job.table_id not in quick:
                quick[job.table_id] = waiting
            else:
                others.append(waiting)
        if quick:
            self._add_together(list(quick.values()))
        if others:
            self._write_together(others)

    def _add_together(self, batch: list[Waiting]) -> None:
        """One statement for all; if one of them came too late, or anything else is wrong, each on its own."""
        additions = [(one.job.table_id, one.job.rows) for one in batch if isinstance(one.job, Addition)]
        try:
            driver = self._quick_connection().connection.driver_connection
            assert driver is not None
            add_all(driver, additions, CHANNEL, self.store.me, self.store.is_postgres)
        except BaseException as wrong:
            if not isinstance(wrong, self.engine.dialect.loaded_dbapi.IntegrityError):
                self._let_go()
            self._write_each(batch)
            return
        for waiting in batch:
            waiting.done(True)

    def _write_each(self, batch: list[Waiting]) -> None:
        """Each on its own. Where the database cannot be reached at all, that need not be found out for each."""
        try:
            self._connection()
        except BaseException as wrong:
            self._let_go()
            for waiting in batch:
                waiting.failed(wrong)
            return
        for waiting in batch:
            self._write_together([waiting])

    def _write_together(self, batch: list[Waiting]) -> None:
        """One transaction for all; if that fails, each on its own, so that only the guilty one suffers."""
        try:
            with self._connection().begin():
                results = [self.store.do(self._connection(), waiting.job) for waiting in batch]
                self.store.send_notices(self._connection())
                if self.given_up:
                    raise Busy("the writer was given up")
        except BaseException as wrong:
            self._let_go()
            if len(batch) > 1:
                self._write_each(batch)
            else:
                batch[0].failed(wrong)
            return
        for waiting, result in zip(batch, results, strict=True):
            waiting.done(result)

    # -- chores ----------------------------------------------------------------------------------------------

    def _do_chores(self) -> None:
        chores = [self.store.write_caches]
        if self.writer.beat_wanted():
            chores.append(self.store.write_heartbeat)
        for chore in chores:
            try:
                chore(self._connection())
            except SQLAlchemyError as wrong:
                LOG.error("cannot write: %s", first_line(wrong))
                self._let_go()
                return
        if len(chores) > 1:
            self.writer.has_beaten()
        self._look_round()

    def _look_round(self) -> None:
        """SQLite only: has another process written to the file? The writer's connection hears of all changes but its
        own.

        A connection hears of nothing that was written before it was first asked, so that one opened later may have
        missed something: that counts as if another had written.
        """
        if self.store.is_postgres:
            return
        try:
            version = self._version_of(self._connection())
        except SQLAlchemyError:
            self._let_go()
            return
        if version != self._version:
            self._version = version
            self.store.on_foreign_write()

    def _version_of(self, connection: Connection) -> int | None:
        with connection.begin():
            return connection.exec_driver_sql("PRAGMA data_version").scalar()

    # -- connections -----------------------------------------------------------------------------------------

    def _connection(self) -> Connection:
        """The one connection that writes; reopened after any trouble."""
        if self._held is None:
            self._held = self.engine.connect().execution_options(viermot_writes=True)
            if self._begins and not self.store.is_postgres:
                with contextlib.suppress(SQLAlchemyError):  # then it will have missed something
                    self._version = self._version_of(self._held)
            self._begins = False
        return self._held

    def _quick_connection(self) -> Connection:
        """The one on which a statement is a transaction of its own. SQLite's is not told of its own writes."""
        if self._quick is None:
            postgres = self.store.is_postgres
            alone = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") if postgres else None
            self._quick = alone or self._connection()
        return self._quick

    def _let_go(self) -> None:
        held = {id(one): one for one in (self._held, self._quick) if one is not None}
        self._held = self._quick = self._version = None
        self.store.forget_notices()
        for one in held.values():
            with contextlib.suppress(Exception):  # it is broken; that is why it goes
                one.invalidate()
                one.close()
