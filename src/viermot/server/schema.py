"""The tables of the database. Decisions are only ever added; what else is here describes tables, seats and people.

Columns marked as a cache can be worked out from the decisions again and are never trusted over them.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
DATA: Final = JSON(none_as_null=True)
ID: Final = 24  # characters of the id of a game or a person

settings = Table(
    "settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

people = Table(
    "people",
    METADATA,
    Column("id", String(ID), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("folded", String(100), nullable=False, unique=True),  # the name as names are compared
    Column("password", String(200)),  # argon2; none for the local player
    Column("created", Float, nullable=False),
    Column("likeness", String(200), index=True, unique=True),  # what the name looks like (names.py)
    Column("guest_until", Float),  # of somebody without an account: when he is seen off (guests.py)
)

logins = Table(
    "logins",
    METADATA,
    Column("id", String(64), primary_key=True),  # a hash of what the cookie carries
    Column("person", String(ID), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("until", Float, nullable=False),
)

attempts = Table(
    "attempts",  # to sign in with a wrong password: the last few of each person
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("person", String(ID), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("address", String(64), nullable=False),
)

games = Table(
    "games",
    METADATA,
    Column("id", String(ID), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("owner", String(ID), ForeignKey("people.id"), nullable=False, index=True),
    Column("setup", DATA, nullable=False),
    Column("key", String(64), nullable=False),  # secret until the game is over
    Column("pack", DATA),  # component data, where it is not ours
    Column("spectators", Boolean, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("over", DATA),  # a cache: the result
    Column("ended", DATA),  # a cache: who resigned
    Column("proposal", DATA),
    Column("rematch", String(ID)),
    Column("forked_from", String(ID)),
    Column("patience", Float),  # seconds after which an opponent counts as gone (absence.py); none: never
    Column("advice", DATA),  # is it on between people, and who wants it otherwise (minds.py); none: off
    Column("branch", DATA),  # the table, seat and moment from which it is played on
)

decisions = Table(
    "decisions",
    METADATA,
    Column("game", String(ID), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("what", String(20), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("question", String(60), nullable=False),
    Column("choice", Text, nullable=False),
    Column("dice", DATA, nullable=False),
    Column("at", Float, nullable=False),
    Column("person", String(ID)),  # who decided; none for bots and for what follows by itself
    Column("note", DATA),  # which bot, instead of which and why; the reason of a rewind
)

seats = Table(
    "seats",
    METADATA,
    Column("game", String(ID), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("person", String(ID), ForeignKey("people.id"), index=True),
    Column("bot", String(40)),
    Column("invitation", String(64), unique=True),  # a hash of the link's token
    Column("marks", DATA, nullable=False),
    Column("seen", Integer, nullable=False),  # events its person has looked at
    Column("asked", Boolean, nullable=False),  # a cache, like all those below
    Column("events", Integer, nullable=False),
    Column("changed", Float, nullable=False),
    Column("line", DATA, nullable=False),  # the last thing it was told, by language
    Column("was", String(100)),  # the name of whoever has left the seat; empty if he has left altogether
    Column("card", DATA),  # a cache: what a card in the lobby says of it, by language
)

chat = Table(
    "chat",
    METADATA,
    Column("game", String(ID), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", String(40), nullable=False),
    Column("name", String(100), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("person", String(ID)),  # who wrote it, while he is here
)

snapshots = Table(
    "snapshots",
    METADATA,
    Column("game", String(ID), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

learned = Table(
    "learned",  # the lessons each person has won
    METADATA,
    Column("person", String(ID), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(120), primary_key=True),  # "nightfighter first"
    Column("at", Float, nullable=False),
)

climbed = Table(
    "climbed",  # the steps of ladders that each person has played to their end
    METADATA,
    Column("person", String(ID), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("rung", String(120), primary_key=True),  # "nightfighter 3"
    Column("at", Float, nullable=False),  # when first
    Column("won", Boolean, nullable=False),  # at least once
)

silenced = Table(
    "silenced",  # people somebody does not want to hear, or to play with (silence.py)
    METADATA,
    Column("person", String(ID), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", String(ID), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", Boolean, nullable=False),
)

complaints = Table(
    "complaints",  # about what somebody wrote, for the operator
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("complainant", String(100), nullable=False),  # names, as they were then
    Column("writer", String(100), nullable=False),
    Column("at_table", String(ID), nullable=False),
    Column("said", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("done", Boolean, nullable=False),
)

Index("ix_seats_asked_bot", seats.c.asked, seats.c.bot)
ALL: Final = (
    settings,
    people,
    logins,
    attempts,
    games,
    decisions,
    seats,
    chat,
    snapshots,
    learned,
    climbed,
    silenced,
    complaints,
)
