"""What each seat is shown: the game as it is, or, while the seat is kept waiting, as it was when that began.

This is the one door to a table for anyone who asks about it: every outlet that can carry a game's facts to one of
several people (`outlets.py` lists them) looks at the table through `shown_to` or `shown_to_seat`. So nothing that
anybody reads during a pause (views, lists, odds, refusals, files) depends on whether another was asked meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from viermot.kernel.agenda import State
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.session import shallow_copy
from viermot.server.live import Live, Shown
from viermot.server.pace import Hold

if TYPE_CHECKING:
    from viermot.server.table import Table


@dataclass(frozen=True)
class Point:
    """A table as it was before an entry: enough to show it that way."""

    entries: int  # of the session's record
    state: State
    standing: list[int]
    numbers: dict[str, int]  # how many decisions each seat had made
    shown: dict[str, Shown]
    undone_to: dict[str, list[int]]
    length: int
    logged: int
    proposal: JsonObject | None


def before_last(live: Live, proposal: JsonObject | None, latest: Mapping[str, float]) -> Point:
    """The table before the decision that has just been entered; ``latest``: when seats were shown what they waited for.

    A seat's view changed when that was shown, not when another's answer led to it.
    """
    session = live.session
    entries = len(session.record) - 1
    actor = session.record[-1].seat
    numbers = {seat: number - (seat == actor) for seat, number in session._asked.items()}
    state = session._before[entries]
    assert live.past is not None
    shown = {
        seat: it._replace(changed=latest[seat]) if latest.get(seat, 0.0) > it.changed else it
        for seat, it in live.past.shown.items()
    }
    return Point(
        entries,
        state,
        session._standing[:-1],
        numbers,
        shown,
        live.past.undone_to,
        live.length - 1,
        state.logged,
        proposal,
    )


def as_it_is(live: Live, proposal: JsonObject | None) -> Point:
    """The table now, before bots do anything."""
    session = live.session
    return Point(
        len(session.record), session.state, list(session._standing), dict(session._asked), live.shown, live.undone_to,
        live.length, live.logged, proposal,
    )  # fmt: skip


def shown_to(table: Table, person: str) -> Table:
    """The table as somebody may look at it now; somebody without a seat looks on as the public does."""
    table = table.veiled()
    own = [name for name, seat in table.seats.items() if seat.person == person]
    holds = [table.pace.hold_of(table, seat) for seat in own or [PUBLIC]]
    held = [hold for hold in holds if hold is not None]
    if not held or len(held) < len(holds):
        return table
    return as_it_was(table, min(held, key=lambda hold: hold.point.length), own)


def shown_to_seat(table: Table, seat: str) -> Table:
    """The table as a seat is shown it now."""
    table = table.veiled()
    hold = table.pace.hold_of(table, seat)
    return table if hold is None else as_it_was(table, hold, [seat])


def as_it_was(table: Table, hold: Hold, seats: list[str]) -> Table:
    """The table when a pause began. The seat's own answer has been taken: its question is no longer open."""
    point = hold.point
    session = shallow_copy(table.live.session)
    session.record = session.record[: point.entries]
    session._before = session._before[: point.entries]
    session._standing = point.standing
    session._asked = point.numbers
    session.state = point.state
    session.checks = {place: check for place, check in session.checks.items() if place <= point.entries}
    session.head = point.shown[PUBLIC].head
    session.heads = {seat: shown.head for seat, shown in point.shown.items()}
    live = shallow_copy(table.live)
    live.session = session
    live.shown, live.undone_to = point.shown, point.undone_to
    live.length, live.logged, live.ended = point.length, point.logged, None
    live.given = {seat: tuple(one for one in all_ if one.place < point.entries) for seat, all_ in live.given.items()}
    live.stood_in = tuple(one for one in live.stood_in if one.place < point.entries)
    live.answered = frozenset(seats) if hold.answered else frozenset()
    return table.as_shown(live, replace(table.row, over=None, ended=None, proposal=point.proposal))


def left_to(table: Table, person: str, seat: str = "") -> float:
    """For how many seconds somebody who comes to a table has to wait for an answer.

    Where he plays against bots, for the tick by which they have answered; with ``seat``, for actions rather than
    queries, until that seat of his is shown everything. For another's seat nobody waits: that would reveal how long its
    person does.
    """
    own = [name for name, row in table.seats.items() if row.person == person]
    waits = [table.pace.rest(table, name, ticks=name != seat) for name in own or [PUBLIC]]
    return max(waits)


async def in_turn(table: Table, person: str, seat: str = "") -> None:
    """Wait that long; first come, first served, whatever happened meanwhile."""
    await table.line.stand(lambda: left_to(table, person, seat))
