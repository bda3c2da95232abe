"""People leave tables, and tables go: who leaves, what stays for the others, and what is deleted."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping

from sqlalchemy import Connection, delete, or_, select, update

from viermot.kernel.json import JsonObject
from viermot.kernel.record import Entry
from viermot.server import seats
from viermot.server.live import RESIGN, Damaged, Live
from viermot.server.refusals import Refused
from viermot.server.schema import ALL, games
from viermot.server.schema import seats as seats_table
from viermot.server.table import Raced, Table, read_table_row
from viermot.server.tables import Tables


async def remove(tables: Tables, person: str, name: str, table_id: str) -> None:
    """The owner deletes a game; where other people sit, it is theirs from then on, as a record."""
    (await tables.store.read(lambda connection: rights_of(connection, table_id, person))).must_own()
    await leave(tables, person, name, table_id, name)


def rights_of(connection: Connection, table_id: str, person: str) -> seats.Rights:
    """What somebody may do at a table, even one that cannot be opened."""
    row = read_table_row(connection, table_id)
    over = row.over is not None or row.ended is not None
    return seats.Rights(
        row.game, person, row.owner, seats.seats_of(connection, [table_id])[table_id], row.spectators, over
    )


async def leave(tables: Tables, person: str, name: str, table_id: str, was: str) -> None:
    """Somebody is done with a game. It is deleted if nobody else sits there; otherwise the others keep it.

    If he was playing and the game runs, he resigns: nobody waits for him in vain. Where a bot plays his seat, it goes
    on. ``was`` is the name that his seat and chat lines keep.
    """
    try:
        table = await tables.get(table_id, fresh=True)
    except Damaged:  # of older rules: nobody plays there, and it can be left like any other
        await _leave_unread(tables, person, name, table_id, was)
        return
    async with table.lock:
        heir = _heir(table.seats, person)
        if heir is None:
            await tables.write(table, lambda connection: delete_table(connection, table_id), "gone")
            tables.forget(table_id)
            return
        await _go(tables, table, person, lambda connection: seats.leave(connection, table_id, person, name, was, heir))
        await tables.catch_up(table)
    if table.live.over:
        table.quiet.set()
    tables.on_change(table)


def _heir(sitting: Mapping[str, seats.SeatRow], person: str) -> str | None:
    """Whose a table is when somebody has left it; None if nobody else sits there."""
    return next((seat.person for seat in sitting.values() if seat.person not in (None, person)), None)


async def _leave_unread(tables: Tables, person: str, name: str, table_id: str, was: str) -> None:
    """The same at a table whose record these rules cannot play again."""

    def go(connection: Connection) -> None:
        heir = _heir(seats.seats_of(connection, [table_id])[table_id], person)
        if heir is None:
            delete_table(connection, table_id)
        else:
            seats.leave(connection, table_id, person, name, was, heir)

    await tables.store.write(go)


async def _go(tables: Tables, table: Table, person: str, go: Callable[[Connection], None]) -> None:
    """Leave, which means resigning if the person was playing."""
    for _ in range(3):
        playing = [seat for seat in table.rights(person).held if table.rights(person).plays(seat)]
        if table.live.over or not playing:
            await tables.write(table, go)
            return
        with contextlib.suppress(Raced):
            entry = Entry(RESIGN, playing[0])
            ends: Callable[[Live], JsonObject] = lambda live: {"ended": live.ended, "proposal": None}  # noqa: E731
            await tables.change(table, lambda _, entry=entry: entry, person, ends, go, ending=True)  # type: ignore[misc]
            return
    raise Refused("stale", "server.moved_on")


async def see_off(tables: Tables, guest: str, name: str) -> None:
    """A guest's day is over: what he played alone is deleted; elsewhere his seat is open, and the game goes on."""

    def look(connection: Connection) -> list[str]:
        mine = select(seats_table.c.game).where(seats_table.c.person == guest)
        return list(
            connection.execute(select(games.c.id).where(or_(games.c.owner == guest, games.c.id.in_(mine)))).scalars()
        )

    for table_id in await tables.store.read(look):
        await _see_off(tables, guest, name, table_id)


async def _see_off(tables: Tables, guest: str, name: str, table_id: str) -> None:
    try:
        table = await tables.get(table_id, fresh=True)
    except Damaged:
        await _leave_unread(tables, guest, name, table_id, name)
        return
    heir = _heir(table.seats, guest)
    if heir is None or table.live.over:
        await leave(tables, guest, name, table_id, name)
        return
    async with table.lock:
        await tables.write(table, lambda connection: seats.vacate(connection, table_id, guest, heir))
        await tables.catch_up(table)
    tables.on_change(table)


async def leave_all(tables: Tables, person: str, name: str) -> None:
    """Somebody leaves altogether."""

    def look(connection: Connection) -> list[str]:
        mine = select(seats_table.c.game).where(seats_table.c.person == person)
        found = select(games.c.id).where(or_(games.c.owner == person, games.c.id.in_(mine)))
        return list(connection.execute(found).scalars())

    for table_id in await tables.store.read(look):
        await leave(tables, person, name, table_id, "")


def delete_table(connection: Connection, table_id: str) -> None:
    """Every row of a game."""
    connection.execute(update(games).where(games.c.rematch == table_id).values(rematch=None))
    origin = connection.execute(select(games.c.forked_from).where(games.c.id == table_id)).scalar()
    connection.execute(update(games).where(games.c.forked_from == table_id).values(forked_from=origin))
    for table in reversed(ALL):
        if "game" in table.c and table is not games:
            connection.execute(delete(table).where(table.c.game == table_id))
    connection.execute(delete(games).where(games.c.id == table_id))
