"""A table of the server by itself: no store, no browser, a person in every seat."""

from __future__ import annotations

from viermot import Session
from viermot.server.live import Live, open_session
from viermot.server.seats import SeatRow
from viermot.server.table import Table, TableRow


def people(session: Session) -> Table:
    """The table of a game before it has begun, with a person in every seat."""
    live = Live(open_session(session.setup, session.keys[0], None))
    row = TableRow(
        "t", session.setup.game, "0", session.setup.to_json(), session.keys[0].hex(), None, False, False, 0, 0,
        session.commitment, None, None, None, None, None,
    )  # fmt: skip
    sitting = {seat: SeatRow(seat, str(n), seat, None, False) for n, seat in enumerate(session.seats)}
    return Table(row, sitting, live, [])
