"""Tables: each a game with its seats, held in memory while it is in use. The log is the truth; this is a cache of it.

Any worker can take up any table by reading its log, and follows what others add. A change is played on a draft, which
takes the game's place when it is committed and is dropped otherwise: what a table holds is always something that the
log has, so that no answer of any kind can show more. If somebody else was faster, the table follows the log first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

from sqlalchemy import Connection, update

from viermot.kernel.agenda import seats_asked
from viermot.kernel.coach import advise
from viermot.kernel.json import JsonObject
from viermot.kernel.record import REKEY, UNDO, Entry
from viermot.kernel.snapshots import is_trimmed, weight
from viermot.server import about, clock, learned, snapshots
from viermot.server.chat import ChatRow, last_lines, read_talk
from viermot.server.live import RESIGN, Live
from viermot.server.published import as_it_is, in_turn, left_to, shown_to, shown_to_seat
from viermot.server.refusals import Refused
from viermot.server.rows import Cell, Note, RecordRow
from viermot.server.schema import games
from viermot.server.seats import SeatRow, seats_of
from viermot.server.store import Busy, Store
from viermot.server.table import Played, Raced, Table, TableRow, live_of, read_table_row
from viermot.server.vetting import Vetting
from viermot.server.views import event_lines
from viermot.server.work import Workers
from viermot.text import locales

Result = TypeVar("Result")
MAX_HELD: Final = 5_000  # tables in memory that nobody watches
MAX_UNWATCHED: Final = 256 * 2**20  # bytes of all tables, above which those that nobody watches are dropped
MAX_WEIGHT: Final = 1024 * 2**20  # bytes above which those that are watched are dropped as well; they are read again
JUST_ASKED: Final = 20.0  # seconds for which a table may be in somebody's hands
ADDED_UP_EVERY: Final = 16  # tables asked for
MAX_IN_BACKGROUND: Final = 64  # whole records that may wait to be replayed
MAX_WORK: Final = 1_000  # pieces of work that may wait
SLOW: Final = 1.0  # seconds of work on one table that are worth a line in the log
MAX_PASSED_OVER: Final = 4  # tables looked at each time there are too many
MAX_ENTRIES: Final = 50_000  # entries of a game's record: ten times the longest career
TRIED_AGAIN: Final = 2.0  # seconds after which a log that could not be read is read again
HEADINGS: Final = ("turn", "phase")
LOOKED_BACK: Final = 16  # events
JUST_NOW: Final = 10.0  # seconds; longer than any pause
LOG: Final = logging.getLogger("viermot.server")


class Tables:
    """All tables of this worker."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.on_change: Callable[[Table], None] = _nobody  # push: somebody's view may have changed
        self.on_talk: Callable[[Table, ChatRow], None] = _nobody
        self.on_gone: Callable[[str], None] = _nobody
        self.on_bot_asked: Callable[[Table], None] = _nobody
        self.vetting: Vetting | None = None  # where files from outside are tried first
        self.is_watched: Callable[[str], bool] = lambda _: False
        self._held: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Future[Table]] = {}
        self.workers = Workers()
        self._working = 0
        self._background = ThreadPoolExecutor(1, "viermot-leisure")
        self._waiting = 0
        self._asked = self._weight = 0
        self._unlisted: dict[str, Table] = {}  # what lists show of these is behind

    # -- finding -----------------------------------------------------------------------------------------

    async def get(self, table_id: str, fresh: bool = False) -> Table:
        """The table of that id; ``fresh``: with what other processes may have written."""
        table = self._held.get(table_id)
        if table is None:
            table = await self._open(table_id)
        elif table.stale or (fresh and self.store.is_postgres):
            async with table.lock:
                await self.catch_up(table)
            self.bots_if_asked(table, patience=True)
        if table_id in self._held:
            self._held.move_to_end(table_id)
        table.asked_for = time.monotonic()
        self._let_some_go(table)
        await self._look_after_original(table)
        return table

    async def _look_after_original(self, table: Table) -> None:
        """Of a copy that is over: does the game it was copied from still run?"""
        if table.row.forked_from is None or not table.live.over:
            return
        from viermot.server import keeping  # which opens tables

        table.original_runs = await keeping.original_runs(self, table)

    async def get_in_turn(self, table_id: str, person: str, fresh: bool = False, seat: str = "") -> Table:
        """The table for somebody whose turn it is (published.py): first come, first served.

        Standing in line comes before anything else, even the table's lock: who holds that, and for how long, may be
        telling. ``seat``: not before that seat of his is shown everything.
        """
        held = self._held.get(table_id)
        if held is not None:
            await in_turn(held, person, seat)
        table = await self.get(table_id, fresh)
        while left_to(table, person, seat):  # by what another process has written, or in the time that took
            await in_turn(table, person, seat)
        return table

    @contextlib.asynccontextmanager
    async def reading(self, table_id: str, person: str, whole_history: bool = False) -> AsyncIterator[Table]:
        """A table as somebody may look at it now: the door for everyone who only asks (published.py).

        ``whole_history``: with every state of the past.
        """
        table = await self.get_in_turn(table_id, person, fresh=True)
        await table.settled()
        async with table.lock:
            if whole_history:
                await self.restore_history(table)
            yield shown_to(table, person)

    def held(self, table_id: str) -> Table | None:
        """The table, if it is in memory."""
        return self._held.get(table_id)

    async def _open(self, table_id: str) -> Table:
        """Read a table; others who ask for the same one meanwhile wait for it, and get the same."""
        opening = self._opening.get(table_id)
        if opening is None:
            opening = asyncio.ensure_future(self._take_up(table_id))
            self._opening[table_id] = opening
            opening.add_done_callback(lambda done: self._opened(table_id, done))
        return await asyncio.shield(opening)

    async def _take_up(self, table_id: str) -> Table:
        table = self._held[table_id] = await self.store.read(lambda connection: self._read(connection, table_id))
        self.bots_if_asked(table, tick=True)
        return table

    def _opened(self, table_id: str, done: asyncio.Future[Table]) -> None:
        """Nothing is kept of it, whether there is such a table or not."""
        del self._opening[table_id]
        if not done.cancelled():
            done.exception()  # those who asked were told; if all of them have gone, nobody needs to know

    def _read(self, connection: Connection, table_id: str) -> Table:
        row = read_table_row(connection, table_id)
        rows = self.store.log(connection, table_id)
        begun = max(rows[0].at, now() - JUST_NOW)  # what a game began with, a whole save maybe, kept nobody waiting
        lately = next((place for place, line in enumerate(rows) if line.at > begun), len(rows))
        live = live_of(row, rows[:lately], snapshots.find(connection, table_id), lean=True)
        table = Table(row, seats_of(connection, [table_id])[table_id], live, read_talk(connection, table_id))
        live.apply_rows(rows[lately:])  # a pause outlasts the process that began it
        return table

    def _let_some_go(self, wanted: Table) -> None:
        """Drop the tables that nobody has asked for the longest. Those in use are passed over, a few at a time:
        where hundreds are watched, nobody should have to wait until all of them have been looked at. Nor is one dropped
        that somebody is holding: there must never be two of the same."""
        just_now = time.monotonic() - JUST_ASKED
        weight = self._all_weigh()
        for _ in range(MAX_PASSED_OVER):
            if len(self._held) <= MAX_HELD and weight <= MAX_UNWATCHED:
                return
            table_id, table = next(iter(self._held.items()))
            watched = self.is_watched(table_id) and weight <= MAX_WEIGHT
            in_use = table is wanted or table.asked_for > just_now or table.lock.locked() or table.thinking is not None
            if watched or in_use or table.pace.is_on():
                self._held.move_to_end(table_id)
            else:
                self.bring_list_up_to_date(table)
                del self._held[table_id]
                weight -= table.weight
                self._weight = weight

    def _all_weigh(self) -> int:
        """The bytes of all tables, added up now and then."""
        self._asked += 1
        if self._asked >= max(ADDED_UP_EVERY, len(self._held) // 8):
            self._asked = 0
            self._weight = sum(table.weight for table in self._held.values())
        return self._weight

    def forget(self, table_id: str) -> None:
        """The table no longer exists."""
        table = self._held.pop(table_id, None)
        if table is not None:
            table.gone = True
        self.on_gone(table_id)

    # -- following the log ---------------------------------------------------------------------------------

    async def catch_up(self, table: Table, whole: bool = False) -> bool:
        """Read what the log has beyond the table; the caller holds the lock. True if there was something.

        ``whole``: play it again from the beginning, so that every moment of it is known.
        """

        def look(connection: Connection) -> tuple[TableRow, list[RecordRow], dict[str, SeatRow], list[ChatRow]]:
            row = read_table_row(connection, table.id)
            rows = self.store.log(connection, table.id, 0 if whole else table.live.length)
            return row, rows, seats_of(connection, [table.id])[table.id], read_talk(connection, table.id)

        try:
            row, rows, seats, talk = await self.store.read(look)
        except Refused:
            self.forget(table.id)
            raise
        changed = bool(rows) or row.proposal != table.row.proposal
        if not whole and any(line.entry.what == UNDO for line in rows) and is_trimmed(table.live.session):
            return await self.catch_up(table, whole=True)  # where it goes back to is not known here
        if whole:
            table.live = await self.in_background(lambda: live_of(row, rows))
            table.weight = weight(table.live.session)
        elif rows:
            table.take(await asyncio.to_thread(_followed, table, rows))
        table.stale = False
        table.row = row
        table.put_seats(seats)
        await self._look_after_original(table)
        self.heard(table, talk)
        self._unlisted[table.id] = table
        return changed

    def heard(self, table: Table, talk: list[ChatRow]) -> None:
        """Lines of a table's chat, whoever wrote them: those that are new here are passed on, each once."""
        known = {line["number"]: line for line in table.talk}
        oldest = min(known, default=-1)
        new = [line for line in talk if line["number"] > oldest and line["number"] not in known]
        both = known | {line["number"]: line for line in talk}  # what was written may have lost its writer's name
        table.talk = last_lines([both[number] for number in sorted(both)])
        for line in new:
            self.on_talk(table, line)

    def mark_stale(self, table_id: str) -> bool:
        """Nobody here watches this table, so it is enough to follow the log when somebody asks for it."""
        table = self._held.get(table_id)
        if table is None or self.is_watched(table_id):
            return False
        table.stale = True
        return True

    def read_again(self, person: str) -> None:
        """Something about a person has changed: his tables are read again before they are used."""
        for table in self._held.values():
            if any(seat.person == person for seat in table.seats.values()):
                table.stale = True

    async def refresh(self, table_id: str) -> None:
        """Another process has changed a table that is in memory here: follow, and tell the watchers."""
        if table_id not in self._held and self.is_watched(table_id):  # dropped for being too heavy
            with contextlib.suppress(Refused):
                self.on_change(await self.get(table_id))
            return
        table = self._held.get(table_id)
        if table is None or self.mark_stale(table_id):
            return
        try:
            await self._follow(table)
        except Refused:  # it no longer exists
            return
        except Exception:  # a record that cannot be played: anyone who asks for the table is told so
            table.stale = True
            LOG.exception("table %s cannot be followed", table_id)
            return
        self.on_change(table)
        self.bots_if_asked(table, patience=True)

    async def _follow(self, table: Table) -> None:
        """Follow the log, and while it cannot be read, try again: the change may not be announced a second time."""
        while True:
            try:
                async with table.lock:
                    await self.catch_up(table)
                return
            except Busy:
                table.stale = True
                await asyncio.sleep(TRIED_AGAIN)

    async def refresh_all(self) -> None:
        """Some other process has written, nobody knows what: look at everything that is in memory."""
        for table_id in list(self._held):
            await self.refresh(table_id)

    # -- work ----------------------------------------------------------------------------------------------

    async def work(self, table: Table, job: Callable[[], Result]) -> Result:
        """Let the engine do something for a table, off the loop: nobody else waits for it. The caller holds the lock.

        There are few threads for it, and only so much may wait for them; over a second is something to look into.
        """
        return await self._given(table, job)

    async def _given(self, table: Table, job: Callable[[], Result | Future[Result]]) -> Result:
        if self._working >= MAX_WORK:
            raise Busy("too much is being worked on")
        began = time.perf_counter()

        def worked() -> Result | Future[Result]:
            try:
                return job()
            finally:
                taken = time.perf_counter() - began
                if taken > SLOW:
                    LOG.warning("work on table %s (%s) took %.1f s", table.id, table.row.game, taken)

        self._working += 1
        working = self.workers.give(worked)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            if not working.done():  # a thread is at it: nobody else may come to the table before that is over
                await asyncio.wait((working,))
                if not working.cancelled():
                    working.exception()
            raise
        finally:
            self._working -= 1

    async def in_background(self, job: Callable[[], Result]) -> Result:
        """Long jobs (replaying a whole record) are done one after another, however many are asked for.

        Side by side they would take the memory and the threads that everything else needs.
        """
        if self._waiting >= MAX_IN_BACKGROUND:
            raise Busy("too much is being worked on")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._background, job)
        finally:
            self._waiting -= 1

    # -- changing ------------------------------------------------------------------------------------------

    async def change(
        self,
        table: Table,
        play: Callable[[Live], Entry],
        person: str | None,
        values: Callable[[Live], JsonObject] | None = None,
        also: Callable[[Connection], None] | None = None,
        ending: bool = False,
    ) -> None:
        """Play something, write it, and only then let it stand; the caller holds the lock.

        ``values`` gives what changes in the game's own row, ``also`` does what else belongs to it. Where somebody was
        faster the table follows the log and Raced is raised. A refusal or a fault of the engine changes nothing.
        ``ending``: the game is given up, which a full record keeps nobody from.
        """
        if table.stale:
            await self.catch_up(table)
        if table.live.length >= MAX_ENTRIES and not ending:
            raise Refused("too many", "server.record_full", most=MAX_ENTRIES)

        def played(live: Live) -> Played:
            entry = play(live)
            note: Note | None = {"key": live.session.key.hex()} if entry.what == REKEY else None
            row = RecordRow(live.length, entry, person, note)
            if entry.what == RESIGN:
                live.resign(entry)
            else:
                assert len(live.session.record) == len(table.live.session.record) + 1
                live.after_entry(row)
            rows = [row, *live.carry_out_orders()]
            return Played(rows, values(live) if values else {}, also)

        await self.play_on(table, played)

    async def play_on(self, table: Table, play: Callable[[Live], Played]) -> None:
        """Play on a draft, and write that, which then stands; the caller holds the lock.

        One way: to the thread that plays, from there to the one that writes, and back when it is written. Raced, and
        the table as the log has it, if somebody was faster. What is raised while playing changes nothing; after any
        other trouble, or if whoever waited goes away, it may be written or not: the table is as before, and follows
        the log before it is used again.
        """
        draft = table.draft()
        live, values = draft.live, {}
        playing, nothing = True, False

        def play_and_hand_on() -> Future[bool] | bool:
            nonlocal playing, nothing, values
            played = play(live)
            values = played.values
            result = live.session.result
            if result is not None and table.row.over is None:
                values = {**values, "over": result, "changed": live.at}
            if not played.rows:
                nothing = True
                return False
            playing = False
            also = learned.with_progress(self.store, table.seats, live.session, played.also)
            return self.store.adding(table.id, played.rows, values, also)

        try:
            added: bool = await self._given(table, play_and_hand_on)
        except BaseException:
            live.drop()
            table.stale |= not playing
            raise
        if nothing:
            live.drop()
            return
        if not added:
            live.drop()
            table.stale = True
            await self.catch_up(table)
            raise Raced
        table.take(draft)
        if values:
            table.row = TableRow(**{**vars(table.row), **values})
        await self._look_after_original(table)
        self._unlisted[table.id] = table

    def remember_all(self) -> None:
        """Note down for lists what has changed since this was last done."""
        unlisted, self._unlisted = self._unlisted, {}
        for table in unlisted.values():
            if not table.gone:
                self.remember(table)

    def remember(self, table: Table) -> None:
        """Note down for lists what each seat was last shown."""
        caches = []
        for name, seat in table.seats.items():
            live = shown_to_seat(table, name).live
            asked = not live.over and name not in live.answered and _is_asked(live, name)
            changed = max(live.shown[name].changed, seat.changed)
            if live is table.live:  # when it was shown, not when another's answer led to it
                changed = max(changed, table.pace.latest.get(name, 0.0))
            else:
                self._unlisted[table.id] = table
            unread = seat.person is not None and (not seat.line or seat.card is None)  # no list of his has shown it
            if unread or changed != seat.changed or asked != seat.asked or live.shown[name].events != seat.events:
                seat.asked, seat.events, seat.changed = asked, live.shown[name].events, changed
                seat.line = last_line(live, name) if seat.person is not None else {}
                seat.card = lobby_card(live, name) if seat.person is not None else None
                kept = ("seat", "asked", "events", "changed", "line", "card")
                caches.append({key: getattr(seat, key) for key in kept})
        self.store.remember(table.id, caches, table.live.at)
        self._take_snapshot(table)

    def _take_snapshot(self, table: Table) -> None:
        """Now and then, so that a long game need not be played again from its beginning."""
        live = table.live
        if snapshots.is_due(live):
            live.snapshot = live.length
            data, length = snapshots.take(live), live.length
            self.store.write_soon(lambda connection: snapshots.keep(self.store, connection, table.id, length, data))

    async def restore_history(self, table: Table) -> None:
        """Play the whole record again, if only its end is known; the caller holds the lock."""
        if is_trimmed(table.live.session):
            await self.catch_up(table, whole=True)

    def list_anew(self, table: Table) -> None:
        """Somebody sat down: his list has not had this table before."""
        self._unlisted[table.id] = table

    def bring_list_up_to_date(self, table: Table) -> None:
        """Update what lists show of this table before one does."""
        table = table.whole
        if self._unlisted.pop(table.id, None) is not None:
            self.remember(table)

    async def write(self, table: Table, job: Callable[[Connection], Result], notice: str = "seats") -> Result:
        """Write something beside the log (seats, marks, wishes) and tell the other workers."""

        def do(connection: Connection) -> Result:
            result = job(connection)
            self.store.notify(notice, table.id)
            return result

        return await self.store.write(do)

    async def set_values(self, table: Table, **values: Cell) -> None:
        """Change the game's own row."""
        await self.write(table, lambda connection: connection.execute(
            update(games).where(games.c.id == table.id).values(values)
        ))  # fmt: skip
        table.row = TableRow(**{**vars(table.row), **values})

    # -- bots ----------------------------------------------------------------------------------------------

    def bots_if_asked(self, table: Table, patience: bool = False, tick: bool = False) -> None:
        """Let the bots think if one is asked. With patience: another worker is at it, so only if nothing comes.

        ``tick``: whether one is asked is nobody's business, so they get their tick in any case.
        """
        asked = table.live.bot_asked() is not None or has_something_to_give_back(table)
        if (tick or asked) and not patience and not table.live.over:
            table.pace.bots_begin(table, lambda: as_it_is(table.live, table.row.proposal))
        if not asked:
            return
        if not patience:
            table.quiet.clear()
            self.on_bot_asked(table)
            return
        length = table.live.length

        def still_nothing() -> None:
            if not table.gone and table.live.length == length and table.live.bot_asked() is not None:
                self.bots_if_asked(table)

        asyncio.get_running_loop().call_later(15, still_nothing)


def has_something_to_give_back(table: Table) -> bool:
    """Is a seat due back that was lent? It is given back whether or not a bot is asked; else that would tell."""
    return not table.live.over and bool(table.live.session.loans) and bool(table.live.session.due_back())


def _followed(table: Table, rows: list[RecordRow]) -> Table:
    """A draft of the table with what the log has beyond it; where that cannot be entered, nothing of it is."""
    draft = table.draft()
    try:
        draft.live.apply_rows(rows)
    except BaseException:
        draft.live.drop()
        raise
    return draft


def _nobody(*_: object) -> None:
    pass


def _is_asked(live: Live, seat: str) -> bool:
    session = live.session
    return any(session.module.seats[number] == seat for number, _ in seats_asked(session.state))


def last_line(live: Live, seat: str) -> dict[str, str]:
    """The last thing a seat was told, in every language; that a turn or a phase has begun is only said if all else is
    long ago.
    """
    view, shown = live.session.perspective(seat), live.shown[seat].events
    since = max(0, shown - LOOKED_BACK)
    told: dict[str, str] = {}
    for locale in locales():
        lines = event_lines(view, since, locale)  # to the end: a game inside this one is told from there backwards
        lines = about.reworded(live.session.setup.game, view, lines, locale)[: shown - since]
        said = [line for line in lines if line.kind not in HEADINGS] or lines
        if said:
            told[locale] = said[-1].text
    return told


def lobby_card(live: Live, seat: str) -> dict[str, dict[str, str]]:
    """What a card in the lobby says of a seat's game, in every language."""
    view = live.session.perspective(seat)
    advice = advise(live.session, None)
    outlived = {"outlived": "yes"} if advice is not None and advice.outlived else {}
    return {locale: {**about.card(live.session.setup.game, view, locale), **outlived} for locale in locales()}


def now() -> float:
    """The time, as rows carry it."""
    return clock.now()
