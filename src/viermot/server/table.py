"""One table: its row, its seats, its chat and its game, and a draft of all that to try an answer on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, select

from viermot.kernel.json import JsonObject
from viermot.kernel.record import ORDERS, SEAT, Setup
from viermot.kernel.session import shallow_copy
from viermot.kernel.snapshots import weight
from viermot.server import about, snapshots
from viermot.server.chat import ChatRow
from viermot.server.line import Line
from viermot.server.live import Damaged, Live, open_session
from viermot.server.pace import Pace
from viermot.server.published import as_it_is, before_last
from viermot.server.refusals import not_found
from viermot.server.rows import Cell, RecordRow
from viermot.server.schema import games
from viermot.server.seats import Rights, SeatRow

BOTS_FIRST: Final = 3.0  # seconds that a seat's view waits for a thinking bot, so that nobody sees who was asked
WEIGHED_EVERY: Final = 16  # entries


@dataclass(frozen=True)
class TableRow:
    """A game as the database has it."""

    id: str
    game: str
    owner: str
    setup: JsonObject
    key: str
    pack: JsonObject | None
    spectators: bool
    imported: bool
    created: float
    changed: float
    commitment: str
    over: JsonObject | None
    ended: JsonObject | None
    proposal: JsonObject | None
    rematch: str | None
    forked_from: str | None
    patience: float | None = None
    advice: JsonObject | None = None  # is it on between people, and who wants that changed (minds.py)
    branch: JsonObject | None = None  # the table, seat and moment from which it is played on


@dataclass(frozen=True)
class Played:
    """What was played on a draft, to be written with what changes in the game's own row and elsewhere."""

    rows: list[RecordRow]
    values: dict[str, Cell] = field(default_factory=dict)
    also: Callable[[Connection], None] | None = None


class Raced(Exception):
    """Somebody else added to the log first; the table has been read again."""


class Table:
    """A table in use."""

    def __init__(self, row: TableRow, seats: dict[str, SeatRow], live: Live, talk: list[ChatRow]) -> None:
        self.id = row.id
        self.row = row
        self.pace = Pace()
        self.live = live
        self.talk = talk  # the last lines of the chat
        self.lock = asyncio.Lock()
        self.quiet = asyncio.Event()  # no bot is thinking
        self.quiet.set()
        self.thinking: asyncio.Task[None] | None = None
        self.failures = 0  # how often in a row the bots were stopped by an error
        self.weight = weight(live.session)  # bytes, about
        self.asked_for = 0.0  # when, by the clock that never goes back
        self._whole: Table | None = None
        self.line = Line()  # those who wait until they are shown what there is
        self.stale = False  # the log may have more: another process has added to it, or a write of ours has failed
        self.gone = False
        # a copy whose original is not over; assumed so until somebody has looked
        self.original_runs = row.forked_from is not None
        self.seats: dict[str, SeatRow] = {}
        self.put_seats(seats)

    @property
    def held_back(self) -> bool:
        """Is this the table as it was, for somebody who is kept waiting?"""
        return self._whole is not None

    @property
    def whole(self) -> Table:
        """The table as it is."""
        return self._whole or self

    def as_shown(self, live: Live, row: TableRow) -> Table:
        """The same table with an earlier game (published.py)."""
        was = shallow_copy(self)
        was._live, was.row, was._whole = live, row, self.whole
        return was

    def veiled(self) -> Table:
        """The same table while it has to keep what is hidden even though it is over (keeping.py)."""
        if not self.original_runs or not self.live.over:
            return self
        from viermot.server import keeping  # which opens tables

        return keeping.veiled(self)

    def draft(self) -> Table:
        """The same table, to be played on until that is written. Nobody is shown a draft."""
        draft = shallow_copy(self)
        draft.pace = self.pace.draft()
        draft.live = self.live.draft()
        return draft

    def take(self, draft: Table) -> None:
        """What was played on a draft is written, and stands."""
        draft.live.stands()
        self.pace.take(draft.pace)
        self.live = draft.live
        if self.live.length % WEIGHED_EVERY == 0:
            self.weight = weight(self.live.session)

    @property
    def live(self) -> Live:
        """The game itself."""
        return self._live

    @live.setter
    def live(self, live: Live) -> None:
        self._live = live
        live.on_entry = self._entered

    def _entered(self, row: RecordRow) -> None:
        """Something was entered, whoever did it: see who has to wait for the consequences."""
        if about.pacing(self.row.game) is None:
            return
        if row.entry.is_answer:
            self.pace.follow(self, row, lambda: before_last(self.live, self.row.proposal, self.pace.latest))
        elif row.entry.what == ORDERS:
            self.pace.ordered(self, row)
        elif row.entry.what == SEAT:
            self.pace.seated(self, row, lambda: as_it_is(self.live, self.row.proposal))

    async def settled(self) -> None:
        """Wait, but not for ever, until no bot is thinking."""
        if not self.quiet.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.quiet.wait(), BOTS_FIRST)

    def put_seats(self, seats: dict[str, SeatRow]) -> None:
        """Set the seats as they are now, in the game's own order."""
        self.seats = {seat: seats[seat] for seat in self.live.session.module.seats}

    def rights(self, person: str) -> Rights:
        """What somebody may do here."""
        return Rights(self.row.game, person, self.row.owner, self.seats, self.row.spectators, self.open)

    @property
    def open(self) -> bool:
        """Is the game over, so that nothing is a secret any more?"""
        return self.live.over and not self.original_runs


def read_table_row(connection: Connection, table_id: str) -> TableRow:
    """A game's own row."""
    found = connection.execute(select(games).where(games.c.id == table_id)).mappings().one_or_none()
    if found is None:
        raise not_found()
    return TableRow(**found)


def live_before(row: TableRow) -> Live:
    """A game before anything happened; Damaged where these rules do not even know how it began."""
    try:
        return Live(open_session(Setup(**row.setup), bytes.fromhex(row.key), row.pack))
    except Exception as wrong:  # a game, scenario, option or position that no longer exists may break anything
        raise Damaged("server.fits_nowhere") from wrong


def live_of(row: TableRow, rows: list[RecordRow], snapshot: bytes | None = None, lean: bool = False) -> Live:
    """A game replayed from its log, or from a snapshot on."""
    live = live_before(row)
    if snapshot is not None:
        done = snapshots.restore(live, rows, snapshot)
        if done is None:
            return live_of(row, rows, lean=lean)
        rows = rows[done:]
    live.apply_rows(rows, lean)
    return live
