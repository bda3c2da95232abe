"""A session at a table, without a server or a database."""

from __future__ import annotations

from viermot import Session
from viermot.kernel.perspective import seen_so_far
from viermot.server.live import Live
from viermot.server.seats import SeatRow
from viermot.server.table import Table, TableRow


def table_of(session: Session) -> Table:
    """A session as a table holds it, between two people."""
    live = Live(session)
    live.shown = {seat: it._replace(events=seen_so_far(session.state, it.bits)) for seat, it in live.shown.items()}
    setup = session.setup.to_json()
    row = TableRow(
        "t", session.setup.game, "a", setup, session.key.hex(), None, True, False, 0, 0, session.commitment, None, None,
        None, None, None,
    )  # fmt: skip
    people = zip(session.module.seats, ("a", "b"), ("anna", "boris"), strict=False)
    sitting = {seat: SeatRow(seat, person, name, None, False) for seat, person, name in people}
    return Table(row, sitting, live, [])
