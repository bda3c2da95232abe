"""Guests: people without an account, who came by an invitation or to try a game.

Their number is limited, they may not open tables of their own except for lessons and steps of a ladder, and after a day
they are seen off (leaving.see_off): what they played alone is deleted, at other tables their seat is open again. A
guest who opens an account keeps everything.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, func, select, update
from sqlalchemy.exc import IntegrityError

from viermot.server import clock, names
from viermot.server.refusals import Refused
from viermot.server.rows import Cell
from viermot.server.schema import people
from viermot.server.store import Store

DAY: Final = 86_400.0  # seconds that a guest may stay
MAX_GUESTS: Final = 300  # at a time
MAX_TABLES: Final = 10  # of one guest's own: lessons and steps of a ladder
TRIES: Final = 20


def arrive(store: Store, connection: Connection, chosen: str = "") -> tuple[tuple[str, str], float]:
    """Somebody new: his id and name (a number, if he chose none), and until when he may stay."""
    here = connection.execute(select(func.count()).select_from(people).where(people.c.guest_until.is_not(None)))
    if here.scalar_one() >= MAX_GUESTS:
        raise Refused("too many", "server.too_many_guests")
    until = clock.now() + DAY
    for _ in range(TRIES):
        name = chosen or names.guest_name(1000 + secrets.randbelow(9_000))
        line = {
            "id": secrets.token_urlsafe(12), "name": name, "folded": names.folded(name),
            "likeness": names.likeness(name), "password": None, "created": clock.now(), "guest_until": until,
        }  # fmt: skip
        new = store.insert(people).on_conflict_do_nothing().returning(people.c.id)
        if connection.execute(new, line).first() is not None:
            return (str(line["id"]), name), until
        if chosen:
            raise Refused("taken", "server.name_taken", name=chosen)
    raise Refused("too many", "server.too_many_guests")


def stays(connection: Connection, line: Mapping[str, Cell]) -> bool:
    """A guest has opened an account; False if somebody has the name."""
    values = {name: value for name, value in line.items() if name != "id"}
    try:
        with connection.begin_nested():
            his = update(people).where(people.c.id == line["id"], people.c.guest_until.is_not(None))
            return connection.execute(his.values(**values, guest_until=None)).rowcount == 1
    except IntegrityError:
        return False


def is_guest(connection: Connection, person: str) -> bool:
    """Is this a guest?"""
    return connection.execute(select(people.c.guest_until).where(people.c.id == person)).scalar() is not None


def whose_day_is_over(connection: Connection) -> list[tuple[str, str]]:
    """Guests to be seen off: id and name."""
    due = select(people.c.id, people.c.name).where(people.c.guest_until < clock.now())
    return [(line.id, line.name) for line in connection.execute(due)]
