"""People somebody does not want to hear or to meet, and complaints to the operator.

Somebody who is muted is not heard; somebody who is blocked is not heard either, and neither of the two can sit down
where the other sits. Nobody is told that he is muted or blocked.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from viermot.server import clock, names
from viermot.server.chat import ChatRow
from viermot.server.refusals import Refused
from viermot.server.rows import Cell
from viermot.server.schema import complaints, people, seats, silenced
from viermot.server.store import Store

if TYPE_CHECKING:
    from viermot.server.table import Table
    from viermot.server.tables import Tables

MUTE, BLOCK, HEAR = "mute", "block", "hear"
MAX_SILENCED: Final = 500  # by one person
MAX_COMPLAINTS: Final = 200  # of one person that nobody has dealt with
LOG: Final = logging.getLogger("viermot.complaints")


def heard_by(table: Table, person: str) -> list[ChatRow]:
    """A table's chat as somebody hears it."""
    unheard = deaf_to(table, person)
    return [line for line in table.talk if line["person"] not in unheard] if unheard else table.talk


def hears(table: Table, person: str, line: ChatRow) -> bool:
    """Does he hear this line?"""
    return line["person"] not in deaf_to(table, person)


def deaf_to(table: Table, person: str) -> frozenset[str]:
    """The people he does not want to hear."""
    return next((seat.deaf_to for seat in table.seats.values() if seat.person == person), frozenset())


def list_of(connection: Connection, person: str) -> list[tuple[str, bool]]:
    """Names, and whether they are blocked."""
    found = connection.execute(
        select(people.c.name, silenced.c.blocked)
        .join(people, people.c.id == silenced.c.other)
        .where(silenced.c.person == person)
        .order_by(people.c.folded)
    )
    return [(line.name, line.blocked) for line in found]


async def silence(tables: Tables, person: str, name: str, how: str) -> None:
    """Mute somebody, block him, or hear him again; the tables where both sit know at once."""

    def write(connection: Connection) -> list[str]:
        other = connection.execute(select(people.c.id).where(people.c.folded == names.folded(name))).scalar()
        if other is None or other == person:
            raise Refused("not found", "server.nobody_of_that_name", name=name[:60])
        connection.execute(delete(silenced).where(silenced.c.person == person, silenced.c.other == other))
        if how != HEAR:
            _must_have_room(connection, person)
            connection.execute(insert(silenced), {"person": person, "other": other, "blocked": how == BLOCK})
        theirs = select(seats.c.game).where(seats.c.person == other)
        both = connection.execute(select(seats.c.game).where(seats.c.person == person, seats.c.game.in_(theirs)))
        shared = list(both.scalars())
        for table_id in shared:
            tables.store.notify("seats", table_id)
        return shared

    for table_id in await tables.store.write(write):
        table = tables.held(table_id)
        if table is not None:
            async with table.lock:
                await tables.catch_up(table)
            tables.on_change(table)


def _must_have_room(connection: Connection, person: str) -> None:
    mine = connection.execute(select(func.count()).select_from(silenced).where(silenced.c.person == person))
    if mine.scalar_one() >= MAX_SILENCED:
        raise Refused("too many", "server.too_many_silenced", most=MAX_SILENCED)


async def must_get_on(store: Store, table: Table, person: str) -> None:
    """Nobody sits down with somebody who has blocked him, or whom he has blocked; he is told what any latecomer is
    told.
    """
    others = {table.row.owner, *(seat.person for seat in table.seats.values() if seat.person is not None)} - {person}

    def look(connection: Connection) -> bool:
        one = and_(silenced.c.person == person, silenced.c.other.in_(others))
        other = and_(silenced.c.other == person, silenced.c.person.in_(others))
        found = select(silenced.c.person).where(silenced.c.blocked.is_(True), or_(one, other))
        return connection.execute(found.limit(1)).first() is not None

    at_odds = await store.read(look)
    if at_odds:
        raise Refused("not found", "server.no_invitation")


# -- complaints ------------------------------------------------------------------------------------------------


async def complain(tables: Tables, table: Table, name: str, number: int, text: str) -> None:
    """Tell the operator about a line of chat."""
    line = next((each for each in table.talk if each["number"] == number), None)
    if line is None:
        raise Refused("not found", "server.no_line")

    def write(connection: Connection) -> None:
        open_ = select(func.count()).select_from(complaints)
        mine = open_.where(complaints.c.complainant == name, complaints.c.done.is_(False))
        if connection.execute(mine).scalar_one() >= MAX_COMPLAINTS:
            raise Refused("too many", "server.too_many_complaints")
        connection.execute(insert(complaints), {
            "at": clock.now(), "complainant": name, "writer": line["name"], "at_table": table.id,
            "said": line["text"], "text": " ".join(text.split()), "done": False,
        })  # fmt: skip

    await tables.store.write(write)
    LOG.warning("%r complains of %r at table %s; `viermot complaints` lists it", name, line["name"], table.id)


def open_complaints(connection: Connection, everything: bool = False) -> Sequence[dict[str, Cell]]:
    """What the operator has not dealt with, the oldest first; or all there ever were."""
    found = select(complaints).order_by(complaints.c.id)
    if not everything:
        found = found.where(complaints.c.done.is_(False))
    return [dict(line) for line in connection.execute(found).mappings()]


def deal_with(connection: Connection, number: int) -> bool:
    """The operator has dealt with a complaint; False if there is none of that number."""
    return connection.execute(update(complaints).where(complaints.c.id == number).values(done=True)).rowcount == 1
