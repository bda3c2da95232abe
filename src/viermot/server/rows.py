"""An entry of a game's record as the database keeps it, and how many of them are added with one statement.

Nearly all that a server writes is a decision of one game. Done by the book, that is BEGIN, an INSERT for each, a notice
and COMMIT: as many trips to the database, and as many times that the writer has to wait its turn in a busy process. One
statement is a transaction of its own, and one trip.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypedDict

import msgspec

from viermot.kernel.json import Json, JsonObject, JsonTable
from viermot.kernel.record import Entry
from viermot.server import clock

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping

COLUMNS: Final = ("game", "seq", "what", "seat", "question", "choice", "dice", "at", "person", "note")
ENCODER: Final = msgspec.json.Encoder()

Cell: TypeAlias = "Json | bytes | msgspec.Raw"  # what the database holds in one column of a row


class Note(TypedDict, total=False):
    """What the server keeps beside an entry."""

    key: str  # the new key of a REKEY, in hex
    bot: str  # which bot decided
    chance: int  # how far its random numbers had run then
    instead_of: str  # the bot that should have
    why: str  # what was wrong with it
    reason: str  # an operator's, for a rewind
    to: int  # and the entry it went back to


class Driver(Protocol):
    """A database driver's own connection."""

    def execute(self, statement: str, parameters: Sequence[Cell], /) -> object: ...


@dataclass(frozen=True)
class RecordRow:
    """An entry of a game's record as the database keeps it."""

    seq: int
    entry: Entry
    person: str | None = None
    note: Note | None = None
    at: float = field(default_factory=lambda: clock.now())  # looked up each time: a test may turn the clock


@dataclass(frozen=True)
class Addition:
    """Entries to be added to a game's record, and what changes with them: in the game's own row, and elsewhere."""

    table_id: str
    rows: Sequence[RecordRow]
    values: Mapping[str, Cell]
    also: Callable[[Connection], None] | None = None


def values_of(table_id: str, row: RecordRow) -> JsonObject:
    """An entry as a line of the table of decisions."""
    what, seat, question, choice, dice = row.entry.to_json()
    return {
        "game": table_id, "seq": row.seq, "what": what, "seat": seat, "question": question, "choice": choice,
        "dice": dice, "at": row.at, "person": row.person, "note": row.note,
    }  # fmt: skip


def row_of(line: JsonTable | RowMapping) -> RecordRow:
    """A line of the table of decisions as an entry."""
    dice = tuple((stream, sides, tuple(values)) for stream, sides, values in line["dice"])
    entry = Entry(line["what"], line["seat"], line["question"], line["choice"], dice)
    return RecordRow(line["seq"], entry, line["person"], line["note"], line["at"])


# -- many at once ----------------------------------------------------------------------------------------------


def fields_of(table_id: str, row: RecordRow) -> tuple[Cell, ...]:
    """The same in the order of the columns, for the driver itself."""
    entry = row.entry
    note = None if row.note is None else ENCODER.encode(row.note).decode()
    dice = ENCODER.encode(entry.dice).decode()
    return table_id, row.seq, entry.what, entry.seat, entry.question, entry.choice, dice, row.at, row.person, note


@lru_cache(maxsize=512)
def adding(count: int, place: str) -> str:
    """SQL that adds this many rows, all or none; ``place`` is how the driver writes a parameter."""
    line = f"({', '.join([place] * len(COLUMNS))})"
    return f"INSERT INTO decisions ({', '.join(COLUMNS)}) VALUES {', '.join([line] * count)}"


@lru_cache(maxsize=512)
def adding_and_telling(count: int) -> str:
    """The same for PostgreSQL, which notifies the other workers along with it: parameters are the rows', channel and
    sender.
    """
    return (
        f"WITH added AS ({adding(count, '%s')} RETURNING game) "
        "SELECT pg_notify(%s, 'log ' || game || ' ' || %s) FROM added"
    )


def add_all(
    driver: Driver, additions: Sequence[tuple[str, Sequence[RecordRow]]], channel: str, me: str, postgres: bool
) -> None:
    """Add rows to several games' records on a driver's connection that commits each statement.

    Games in the order of their names, so that two workers adding to the same two never deadlock.
    """
    rows = [fields_of(table_id, row) for table_id, some in sorted(additions, key=lambda each: each[0]) for row in some]
    words = [word for row in rows for word in row]
    if postgres:
        driver.execute(adding_and_telling(len(rows)), [*words, channel, me])
    else:
        driver.execute(adding(len(rows), "?"), words)
