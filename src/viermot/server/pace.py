"""The pace of play, so that the clock tells nobody what another holds or does [Bomber Command, rulings C36 and C69].

Some questions are asked only of a seat that could do something, so that being asked is telling: a game names them
(`about_<game>`: SILENT with the answer that lets one pass, ALL_KNOWING for an umpire, all of whose questions are
such). Two things follow.

**Between people** what comes of an answer is shown after a pause that is always the same (PAUSE of the game). Until
then every outlet shows who waits the game as it was (`published.py`). Whoever is asked in silence sees it at once,
unless it was his own move that led there: then he waits like anybody else, and cannot tell whether another was asked
before him. So an answer within the pause changes nothing that anybody sees, nor when; one that takes longer shows. (And
who is asked in silence twice running can tell by the time between whether the other was asked meanwhile.)

**Against bots** what comes of an answer is shown a short tick after it, by when they have answered what they were
asked, if they were.

A pause begins with the entry in the log and its length is fixed, so that every process of a server keeps the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from viermot.kernel.agenda import asked_of
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.session import DECIDE
from viermot.server import about, clock
from viermot.server.rows import Row

if TYPE_CHECKING:
    from viermot.server.published import Point
    from viermot.server.tables import Table

TICK: Final = 0.04  # seconds after an answer by which bots have given theirs


@dataclass
class Hold:
    """A seat is kept waiting: since and until when, and what it is shown meanwhile."""

    since: float
    until: float
    point: Point
    answered: bool  # it has answered what it is asked at that point
    strict: bool  # it waits even if it is asked something in silence
    tick: bool  # for bots, too short for anybody to notice: one simply waits


class Pace:
    """Which seats of a table are kept waiting."""

    def __init__(self) -> None:
        self.held: dict[str, Hold] = {}
        self.latest: dict[str, float] = {}  # when each seat was last shown something that it had to wait for

    def draft(self) -> Pace:
        """The same, to be followed on until what was played is written."""
        twin = Pace()
        twin.held = {seat: replace(hold) for seat, hold in self.held.items()}
        twin.latest = dict(self.latest)
        return twin

    def take(self, draft: Pace) -> None:
        """What came of the draft stands. What bots did to a wait while it was being written is not forgotten."""
        for seat, hold in draft.held.items():
            before = self.held.get(seat)
            if before is not None and before.since == hold.since:
                hold.until = max(hold.until, before.until)
        self.held = draft.held
        for seat, at in draft.latest.items():
            self.latest[seat] = max(self.latest.get(seat, 0.0), at)

    def follow(self, table: Table, row: Row, events: Iterable[tuple[Any, ...]], point: Point) -> None:
        """This was just entered at a table, and led to these events; before, the table was at that point."""
        pacing = about.pacing(table.row.game)
        entry = row.entry
        if pacing is None or entry.what != DECIDE or entry.seat == pacing.all_knowing:
            return
        people = between_people(table)
        if table.seats[entry.seat].bot is not None and not people:
            return  # it answers within the tick of whoever it plays against
        unseen = pacing.passes(entry.question, entry.choice)
        shows = entry.question in pacing.silent or pacing.opens(entry.question, events) or bool(silently_asked(table))
        if not unseen and not shows:
            return
        pause = pacing.pause if people else TICK
        if unseen:  # the others wait already; one who is asked next in silence sees it when his own wait is over
            others = [hold.until for hold in self.held.values() if hold.strict and hold.until > row.at]
            self._hold(entry.seat, Hold(row.at, max([row.at, *others]) + pause, point, True, False, not people))
            return
        for seat in (*table.seats, PUBLIC):
            if seat != pacing.all_knowing:
                own = seat == entry.seat
                self._hold(seat, Hold(row.at, row.at + pause, point, own, own, not people))

    def _hold(self, seat: str, hold: Hold) -> None:
        before = self.held.get(seat)
        if before is not None and before.until > hold.since and (before.strict or not hold.answered):
            before.until = max(before.until, hold.until)  # it has not been shown anything new
            before.answered |= hold.answered
            before.strict |= hold.strict
        else:
            self.held[seat] = hold
        self.latest[seat] = max(self.latest.get(seat, 0.0), hold.until)

    def wait(self, table: Table, seat: str) -> float:
        """For how many seconds a seat is still to be shown nothing new."""
        hold = self.held.get(seat)
        if hold is None or table.live.ended is not None:  # who gives up opens everything
            return 0.0
        left = min(hold.until - clock.now(), hold.until - hold.since)  # a clock put back holds nobody for hours
        if left <= 0:
            del self.held[seat]
            return 0.0
        return 0.0 if not hold.strict and seat in silently_asked(table) else left

    def is_on(self) -> bool:
        """Is anybody kept waiting?"""
        now = clock.now()
        return any(hold.until > now for hold in self.held.values())

    def hold_of(self, table: Table, seat: str) -> Hold | None:
        """What keeps a seat waiting now."""
        return self.held[seat] if self.wait(table, seat) > 0 else None

    def bots_are_done(self) -> None:
        """Where they took longer than a tick, what they did is shown with the next."""
        now = clock.now()
        for seat, hold in self.held.items():
            if hold.tick and now > hold.until:
                hold.until = hold.since + TICK * math.ceil((now - hold.since) / TICK)
                self.latest[seat] = max(self.latest[seat], hold.until)


def between_people(table: Table) -> bool:
    """Do at least two different people play here?"""
    return len({seat.person for seat in table.seats.values() if seat.person is not None and seat.bot is None}) > 1


def silently_asked(table: Table) -> set[str]:
    """The seats that now have a question of which the others must not know."""
    pacing = about.pacing(table.row.game)
    if pacing is None:
        return set()
    session = table.live.session
    seats = session.game.seats
    asked = ((seats[session.state.seat_of(task)], task[0].word) for _, task in asked_of(session.state))
    return {seat for seat, word in asked if seat == pacing.all_knowing or word in pacing.silent}
