"""Who sits where, and what that lets him do: see a seat, play it, take the whole save."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field

from sqlalchemy import Connection, select, update

from viermot.kernel.perspective import PUBLIC
from viermot.kernel.user_error import called
from viermot.server.refusals import Refused, not_found
from viermot.server.schema import chat, decisions, games, people, seats, silenced


@dataclass
class SeatRow:
    """A seat as the database has it."""

    seat: str
    person: str | None
    name: str | None  # of the person
    bot: str | None
    invited: bool
    marks: list[str] = field(default_factory=list)
    seen: int = 0
    asked: bool = False
    events: int = 0
    changed: float = 0.0
    line: dict[str, str] = field(default_factory=dict)
    was: str | None = None  # the name of whoever has left it
    card: dict[str, dict[str, str]] | None = None  # what a card in the lobby says of it, by language
    deaf_to: frozenset[str] = frozenset()  # people its person does not want to hear

    @property
    def is_open(self) -> bool:
        """May somebody be invited to it?"""
        return self.person is None and self.bot is None and self.was is None


def seats_of(connection: Connection, games: list[str]) -> dict[str, dict[str, SeatRow]]:
    """The seats of some games, in the order they are stored."""
    found = connection.execute(
        select(seats, people.c.name.label("name"))
        .outerjoin(people, people.c.id == seats.c.person)
        .where(seats.c.game.in_(games))
    )
    tables: dict[str, dict[str, SeatRow]] = {table_id: {} for table_id in games}
    for line in found.mappings():
        tables[line["game"]][line["seat"]] = SeatRow(
            line["seat"], line["person"], line["name"], line["bot"], line["invitation"] is not None,
            line["marks"], line["seen"], line["asked"], line["events"], line["changed"], line["line"],
            line["was"], line["card"],
        )  # fmt: skip
    _with_silence(connection, tables)
    return tables


def _with_silence(connection: Connection, tables: dict[str, dict[str, SeatRow]]) -> None:
    """The people whom those at these tables do not want to hear."""
    sitting = {seat.person for table in tables.values() for seat in table.values() if seat.person is not None}
    if len(sitting) < 2:  # alone, nobody is heard
        return
    found = connection.execute(select(silenced.c.person, silenced.c.other).where(silenced.c.person.in_(sitting)))
    others: dict[str, set[str]] = {}
    for line in found:
        others.setdefault(line.person, set()).add(line.other)
    for table in tables.values():
        for seat in table.values():
            if seat.person in others:
                seat.deaf_to = frozenset(others[seat.person])


@dataclass(frozen=True)
class Rights:
    """What a person may do at a table."""

    game: str
    person: str
    owner: str
    seats: dict[str, SeatRow]
    spectators: bool
    over: bool

    @property
    def held(self) -> list[str]:
        """The person's own seats, whether a bot plays one of them for him or not."""
        return [name for name, seat in self.seats.items() if seat.person == self.person]

    @property
    def is_owner(self) -> bool:
        return self.owner == self.person

    @property
    def takes_part(self) -> bool:
        return self.is_owner or bool(self.held)

    @property
    def may_come(self) -> bool:
        """May the person know that the table exists?"""
        return self.takes_part or self.spectators

    @property
    def holds_all(self) -> bool:
        return len(self.held) == len(self.seats)

    @property
    def knows_all(self) -> bool:
        """Is nothing in the game a secret from this person?"""
        return self.takes_part and (self.over or self.holds_all)

    def sees(self, seat: str) -> bool:
        """May the person look through the eyes of this seat?"""
        if seat == PUBLIC:
            return self.may_come
        return seat in self.seats and (seat in self.held or (self.over and self.may_come))

    def plays(self, seat: str) -> bool:
        """May the person decide for this seat?"""
        return seat in self.held and self.seats[seat].bot is None

    # -- the same as demands ---------------------------------------------------------------------------

    def must_come(self) -> None:
        if not self.may_come:
            raise not_found()

    def must_take_part(self) -> None:
        self.must_come()
        if not self.takes_part:
            raise Refused("forbidden", "server.spectator")

    def must_see(self, seat: str) -> None:
        self.must_come()
        if not self.sees(seat):
            raise Refused("wrong seat", "server.not_your_seat", seat=called(self.game, seat))

    def must_hold(self, seat: str) -> None:
        self.must_come()
        if seat not in self.held:
            raise Refused("wrong seat", "server.not_your_seat", seat=called(self.game, seat))

    def must_play(self, seat: str) -> None:
        self.must_hold(seat)
        if not self.plays(seat):
            raise Refused("wrong seat", "server.bot_plays_it", seat=called(self.game, seat), bot=self.seats[seat].bot)

    def must_own(self) -> None:
        self.must_come()
        if not self.is_owner:
            raise Refused("forbidden", "server.not_owner")

    def must_know_all(self) -> None:
        self.must_come()
        if not self.knows_all:
            raise Refused("secret", "server.secret")


# -- invitations ---------------------------------------------------------------------------------------------


def new_token() -> str:
    """What an invitation link carries."""
    return secrets.token_urlsafe(18)


def hashed(token: str) -> str:
    """As the database keeps it: a stolen copy of the database opens no seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def invite(connection: Connection, table_id: str, seat: str, token: str) -> bool:
    """Issue an invitation to an open seat; False if the seat has been taken meanwhile."""
    done = connection.execute(
        update(seats)
        .where(seats.c.game == table_id, seats.c.seat == seat, seats.c.person.is_(None))
        .values(invitation=hashed(token))
    )
    return done.rowcount == 1


def invited(connection: Connection, token: str) -> tuple[str, str] | None:
    """The game and the seat an invitation is for, or None."""
    found = connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.invitation == hashed(token)))
    one = found.one_or_none()
    return None if one is None else (one.game, one.seat)


def take(connection: Connection, token: str, person: str) -> bool:
    """Sit down; an invitation works once. False if somebody was faster."""
    done = connection.execute(
        update(seats)
        .where(seats.c.invitation == hashed(token), seats.c.person.is_(None))
        .values(person=person, invitation=None)
    )
    return done.rowcount == 1


def vacate(connection: Connection, table_id: str, person: str, heir: str) -> None:
    """Somebody is gone, and the game goes on: his seats are open again, or stay with the bot that plays them."""
    his = update(seats).where(seats.c.game == table_id, seats.c.person == person)
    connection.execute(his.values(person=None, invitation=None))
    connection.execute(update(games).where(games.c.id == table_id, games.c.owner == person).values(owner=heir))
    mine = (decisions.c.game == table_id, decisions.c.person == person)
    connection.execute(update(decisions).where(*mine).values(person=None))


def leave(connection: Connection, table_id: str, person: str, name: str, was: str, heir: str) -> None:
    """Somebody has left this table: his seats keep the name he goes by from now on, and the heir owns it.

    Where that is a different name from before, his chat lines get it too, and nothing else of him is kept.
    """
    his = update(seats).where(seats.c.game == table_id, seats.c.person == person)
    connection.execute(his.values(person=None, invitation=None, was=was))
    connection.execute(update(games).where(games.c.id == table_id, games.c.owner == person).values(owner=heir))
    if was != name:
        written = update(chat).where(chat.c.game == table_id, chat.c.name == name)
        connection.execute(written.values(name=was, person=None))
        mine = (decisions.c.game == table_id, decisions.c.person == person)
        connection.execute(update(decisions).where(*mine).values(person=None))
