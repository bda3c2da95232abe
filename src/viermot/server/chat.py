"""What people at a table write to each other: the latest of it is shown, more of it is kept."""

from __future__ import annotations

from typing import Final, TypedDict

from sqlalchemy import Connection, RowMapping, delete, func, insert, select

from viermot.server import clock
from viermot.server.schema import chat as chat_table

MAX_CHAT: Final = 100  # lines that a view carries
MAX_TALK: Final = 20_000  # characters of them
MAX_CHAT_KEPT: Final = 1_000  # lines that the database keeps of a table


class ChatRow(TypedDict):
    """A line of a table's chat as the database has it."""

    game: str
    number: int  # as the table counts
    seat: str
    name: str
    text: str
    at: float
    person: str | None  # who wrote it, while he is here


def add_chat(
    connection: Connection, table_id: str, seat: str, name: str, text: str, person: str | None = None
) -> ChatRow:
    """Store a line of chat."""
    last = connection.execute(select(func.max(chat_table.c.number)).where(chat_table.c.game == table_id)).scalar()
    number = 0 if last is None else last + 1
    line: ChatRow = {
        "game": table_id, "number": number, "seat": seat, "name": name, "text": text, "at": clock.now(),
        "person": person,
    }  # fmt: skip
    connection.execute(insert(chat_table), dict(line))
    too_old = chat_table.c.number <= number - MAX_CHAT_KEPT
    connection.execute(delete(chat_table).where(chat_table.c.game == table_id, too_old))
    return line


def read_talk(connection: Connection, table_id: str) -> list[ChatRow]:
    """The last lines of a table's chat."""
    found = connection.execute(
        select(chat_table).where(chat_table.c.game == table_id).order_by(chat_table.c.number.desc()).limit(MAX_CHAT)
    )
    return last_lines([_row(line) for line in found.mappings()][::-1])


def _row(line: RowMapping) -> ChatRow:
    table_id, number, seat, name, text, at, person = (
        line[column] for column in ("game", "number", "seat", "name", "text", "at", "person")
    )
    return {"game": table_id, "number": number, "seat": seat, "name": name, "text": text, "at": at, "person": person}


def last_lines(talk: list[ChatRow]) -> list[ChatRow]:
    """As much of a table's chat as is shown: its latest lines."""
    room, first = MAX_TALK, len(talk)
    for place in range(len(talk) - 1, max(-1, len(talk) - 1 - MAX_CHAT), -1):
        room -= len(talk[place]["text"])
        if room < 0:
            break
        first = place
    return talk[first:]
