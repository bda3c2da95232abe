"""Who watches which seat, and sending him its view when, and only when, that has changed.

Inside a worker that is a call; between workers on PostgreSQL it is LISTEN and NOTIFY; on SQLite the writer notices that
some other process has written to the file.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from viermot.server.chat import ChatRow
from viermot.server.messages.table import View
from viermot.server.messages.wire import ChatSaid, Gone
from viermot.server.published import shown_to_seat
from viermot.server.refusals import refusal_of
from viermot.server.silence import deaf_to, hears
from viermot.server.store import CHANNEL, Store
from viermot.server.table import Table
from viermot.server.tables import Tables
from viermot.server.views import chat_line, view_of

ENCODER: Final = msgspec.json.Encoder()
PATIENCE: Final = 2.0  # seconds after which a lost connection to PostgreSQL is tried again
LOG: Final = logging.getLogger("viermot.server")


class Receiver(Protocol):
    """A connection that can be sent something."""

    def send(self, message: bytes) -> None: ...


@dataclass
class Watch:
    """Somebody watching a seat: what he has been sent so far."""

    to: Receiver
    table: str
    seat: str
    person: str
    locale: str
    events: int
    mark: str
    pictures: bool = True  # of each event: they take long, and a reader who gets everything at once wants none
    sent: int | None = None


class Watchers:
    """All watchers of this worker."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._of: dict[str, list[Watch]] = {}
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._stirred: set[str] = set()  # something has happened since they were last looked at
        self._later: dict[str, asyncio.TimerHandle] = {}  # when somebody may be shown more
        tables.on_change = self.changed
        tables.on_talk = self.said
        tables.on_gone = self.gone
        tables.is_watched = self._of.__contains__

    def add(self, watch: Watch) -> None:
        """Watch from now on; an earlier watch of the same connection and seat is replaced."""
        self.remove(watch.to, watch.table, watch.seat)
        self._of.setdefault(watch.table, []).append(watch)

    def remove(self, to: Receiver, table: str | None = None, seat: str | None = None) -> None:
        """Stop watching this seat, or anything."""
        for table_id in [table] if table is not None else list(self._of):
            left = [
                watch for watch in self._of.get(table_id, []) if watch.to is not to or (seat and watch.seat != seat)
            ]
            if left:
                self._of[table_id] = left
            else:
                self._of.pop(table_id, None)

    def changed(self, table: Table) -> None:
        """Something happened at a table: look, soon, whose view has changed."""
        watches = self._of.get(table.id)
        if not watches:
            return
        if table.id in self._looking:
            self._stirred.add(table.id)
            return
        left = [table.pace.wait(table, watch.seat) for watch in watches] if table.quiet.is_set() else [0.0]
        if all(left):
            self._look_in(table, min(left))  # nobody may be shown anything yet
        else:
            self._looking[table.id] = asyncio.get_running_loop().create_task(self._tell(table))

    def _look_in(self, table: Table, seconds: float) -> None:
        """Look again after that time, unless something happens first."""
        if table.id in self._later:
            self._later[table.id].cancel()
        self._later[table.id] = asyncio.get_running_loop().call_later(seconds, self._look_again, table)

    def _look_again(self, table: Table) -> None:
        self._later.pop(table.id, None)
        self.changed(table)

    async def _tell(self, table: Table) -> None:
        left = 0.0  # seconds until somebody may be shown more
        try:
            self._stirred.add(table.id)
            while table.id in self._stirred:
                await table.settled()
                self._stirred.discard(table.id)
                left = await self._show_all(table)
        finally:
            self._looking.pop(table.id, None)
            self._stirred.discard(table.id)
        if left:
            self._look_in(table, left)

    async def _show_all(self, table: Table) -> float:
        """Show everybody what may be shown; returns in how many seconds to look again, 0 if all have been shown
        everything.
        """
        left = []
        async with table.lock:
            for watch in list(self._of.get(table.id, ())):
                wait = table.pace.wait(table, watch.seat)
                if wait:
                    left.append(wait)
                    continue
                try:
                    await self.show(table, watch)
                except Exception as wrong:
                    if refusal_of(wrong) is None:
                        LOG.exception("cannot show table %s", table.id)
        return min(left, default=0.0)

    async def show(self, table: Table, watch: Watch, always: bool = False) -> None:
        """Send a seat's view if it differs from what was sent last; the caller holds the table's lock."""
        if table.gone:
            return
        table = shown_to_seat(table, watch.seat)
        if not table.rights(watch.person).sees(watch.seat):
            watch.to.send(ENCODER.encode(Gone(table.id)))
            self.remove(watch.to, watch.table, watch.seat)
            return
        seen = table

        def look() -> tuple[int, str, bytes]:
            narrated = watch.sent is not None and watch.pictures  # a newcomer is shown how things are
            view = view_of(seen, watch.seat, watch.person, watch.events, watch.mark, watch.locale, narrated)
            given = seen.live.given.get(watch.seat, ())
            digest = fingerprint(view, deaf_to(seen, watch.person), given[-1].number if given else -1)
            return digest, view.mark, b"" if digest == watch.sent and not always else msgspec.json.encode(view)

        digest, mark, message = await self.tables.work(table, look)
        if message:
            watch.sent = digest
            watch.events, watch.mark = seen.live.shown[watch.seat].events, mark
            watch.to.send(message)

    def said(self, table: Table, line: ChatRow) -> None:
        """Somebody wrote."""
        for watch in {id(watch.to): watch for watch in self._of.get(table.id, ())}.values():
            if hears(table, watch.person, line):
                watch.to.send(ENCODER.encode(ChatSaid(table.id, chat_line(line, watch.locale))))

    def gone(self, table_id: str) -> None:
        """A table no longer exists."""
        for watch in self._of.pop(table_id, []):
            watch.to.send(ENCODER.encode(Gone(table_id)))


def fingerprint(view: View, unheard: frozenset[str], given: int) -> int:
    """What has to differ for a view to be sent again: all of it but the head of the record, chat and marks.

    The head moves with everything that anybody does, so it alone is no reason to send. New chat lines are sent on their
    own; no longer hearing somebody changes lines sent before. Events, and answers that the seat's orders gave, are sent
    once: what counts is how far they go (``given``: the last such answer), not what this view holds of them. Otherwise
    whatever another orders in secret would be followed by a view without them.
    """
    bare = msgspec.structs.replace(
        view, head="", chat=[], marks=[], seen=0, events=[], events_from=0, earlier=[], given=[]
    )
    last = view.events_from + len(view.events)
    return hash((msgspec.json.encode(bare), last, given, unheard))  # kept in this process only, and keyed by it


# -- between workers -----------------------------------------------------------------------------------------


class Notices:
    """Notices of what other processes have written, as they come."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.store = store
        self.tables = tables
        self._loop = asyncio.get_running_loop()
        self._over = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread: threading.Thread | None = None
        if store.is_postgres:
            self._thread = threading.Thread(target=self._listen_on, name="viermot-listener", daemon=True)
            self._thread.start()
        else:
            store.on_foreign_write = lambda: self._soon(tables.refresh_all)

    def stop(self) -> None:
        """Stop listening."""
        self._over.set()
        if self._thread is not None:
            self._thread.join(5)

    def _soon(self, look: Callable[[], Coroutine[object, object, None]]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._start, look)

    def _start(self, look: Callable[[], Coroutine[object, object, None]]) -> None:
        task = self._loop.create_task(look())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, what: str, table_id: str) -> None:
        """Another worker has changed a table that is in memory here."""
        if what == "gone":
            self.tables.forget(table_id)
        elif not self.tables.mark_stale(table_id):
            self._start(lambda: self.tables.refresh(table_id))

    def _listen_on(self) -> None:
        while not self._over.is_set():
            try:
                self._listen()
            except Exception as wrong:  # the database restarts, a network breaks: try again, and look at everything
                LOG.warning("listening was interrupted: %s", str(wrong).split("\n")[0])
                self._over.wait(PATIENCE)

    def _listen(self) -> None:
        import psycopg

        address = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._soon(self.tables.refresh_all)  # whatever was missed before
            while not self._over.is_set():
                for notice in connection.notifies(timeout=0.5):
                    what, table_id, who = notice.payload.split()
                    if who != self.store.me and (
                        self.tables.held(table_id) is not None or self.tables.is_watched(table_id)
                    ):
                        self._loop.call_soon_threadsafe(self._heard, what, table_id)
