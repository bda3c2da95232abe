"""The pace of play between people, so that the clock does not tell what somebody holds [Bomber Command, ruling C36].

Some questions are asked only of a seat that could do something, so that being asked is telling: a game names them in
`SILENT` (about_<game>), with the answer that lets them pass, if there is one. Where two people play, what comes of an
answer is shown after a pause that is drawn without a look at anybody's cards: mostly short, now and then as long as
somebody thinks. Meanwhile whoever is asked such a question sees it at once. So the other cannot tell whether it was
asked and passed by hand, passed by his page, or never asked; only who thinks longer than the longest pause shows that
he was asked.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from viermot.kernel.agenda import asked_of
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.session import DECIDE, Entry
from viermot.server import about

if TYPE_CHECKING:
    from viermot.server.tables import Table

SHORT: Final = (0.5, 0.9)  # seconds
LONG: Final = (1.5, 6.0)
LONG_OFTEN: Final = 0.1
LONGEST: Final = LONG[1]
CHANCE: Final = secrets.SystemRandom()  # nobody's dice


class Pace:
    """Until when each seat of a table is kept waiting."""

    def __init__(self) -> None:
        self.held: dict[str, float] = {}  # nothing is shown before
        self.hidden: dict[str, float] = {}  # nor before this while somebody else is asked in silence

    def follow(self, table: Table, entries: Sequence[Entry], events: Iterable[tuple[Any, ...]]) -> None:
        """These were just entered at a table, and led to these events."""
        silent = about.silent(table.row.game)
        if not silent or not between_people(table):
            return
        opened = about.may_ask_in_silence(table.row.game, events) or bool(silently_asked(table))
        for entry in entries:
            if entry.what != DECIDE:
                continue
            if silent.get(entry.question) == entry.choice:
                self._hold([entry.seat])  # the others wait already
            elif opened or entry.question in silent:
                self._hold([*table.seats, PUBLIC])

    def _hold(self, seats: Iterable[str]) -> None:
        now = time.monotonic()
        until = now + CHANCE.uniform(*(LONG if CHANCE.random() < LONG_OFTEN else SHORT))
        for seat in seats:
            self.held[seat] = max(self.held.get(seat, 0.0), until)
            self.hidden[seat] = now + LONGEST

    def wait(self, table: Table, seat: str) -> float:
        """For how many seconds a seat is still to be shown nothing new."""
        if not self.held:
            return 0.0
        asked = silently_asked(table)
        if seat in asked:
            return 0.0
        now = time.monotonic()
        left = self.held.get(seat, 0.0) - now
        return max(left, self.hidden.get(seat, 0.0) - now if asked else 0.0, 0.0)


def between_people(table: Table) -> bool:
    """Do at least two different people play here?"""
    return len({seat.person for seat in table.seats.values() if seat.person is not None and seat.bot is None}) > 1


def silently_asked(table: Table) -> set[str]:
    """The seats that now have a question of which the others must not know."""
    silent, session = about.silent(table.row.game), table.live.session
    seats = session.game.seats
    return {seats[session.state.seat_of(task)] for _, task in asked_of(session.state) if task[0].word in silent}


async def calm(table: Table, seat: str) -> None:
    """Wait until the seat may be shown what there is."""
    while (left := table.pace.wait(table, seat)) > 0:
        await asyncio.sleep(min(left, 0.1))
