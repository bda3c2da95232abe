"""What an operator does with a database of games: back it up, restore it, inspect it, take decisions back, clear up.

A backup is one compressed file of JSON lines that any of our databases can be restored from.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, func, insert, or_, select

from viermot.kernel.files import write_atomically
from viermot.kernel.json import JsonObject
from viermot.kernel.record import UNDO, Entry
from viermot.kernel.user_error import UserError
from viermot.server import migrations, names
from viermot.server.chat import add_chat
from viermot.server.leaving import delete_table
from viermot.server.live import OPERATOR, RESIGN
from viermot.server.rows import RecordRow
from viermot.server.schema import ALL, attempts, decisions, games, logins, people, seats, snapshots
from viermot.server.seats import seats_of
from viermot.server.store import Store
from viermot.server.table import TableRow, live_of, read_table_row

FORMAT: Final = 1
KEPT: Final = tuple(table for table in ALL if table not in (snapshots, attempts))  # caches need not be copied
DAY: Final = 86_400


class OperatorError(UserError):
    """Something an operator asked for that cannot be done."""


# -- backup and restore --------------------------------------------------------------------------------------


def backup(store: Store, target: Path) -> int:
    """Write everything to a file; the number of games in it. The server may be running."""
    content = store.read_now(lambda connection: _packed(store, connection))
    write_atomically(target, content)
    os.chmod(target, 0o600)  # it holds the keys of running games
    return store.read_now(lambda connection: connection.execute(select(func.count()).select_from(games)).scalar_one())


def _packed(store: Store, connection: Connection) -> bytes:
    if store.is_postgres:
        connection = connection.execution_options(isolation_level="REPEATABLE READ")
    seal = hashlib.sha256()
    lines = []
    for line in _lines(connection):
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
        seal.update(text)
        lines.append(text)
    lines.append(json.dumps({"seal": seal.hexdigest()}).encode())
    return gzip.compress(b"\n".join(lines) + b"\n")


def _lines(connection: Connection) -> Iterator[JsonObject]:
    yield {"viermot": "backup", "format": FORMAT, "revision": migrations.HEAD, "at": time.time()}
    for table in KEPT:
        for row in connection.execute(select(table).order_by(*table.primary_key)).mappings():
            yield {"table": table.name, "row": dict(row)}


def restore(store: Store, source: Path) -> int:
    """Fill an empty database from a file; the number of games."""
    lines = _unpacked(source)

    def fill(connection: Connection) -> int:
        if connection.execute(select(games.c.id).limit(1)).first() is not None:
            raise OperatorError("operator.not_empty", database=store.url)
        for table in reversed(KEPT):
            connection.execute(delete(table))  # the secret and the local player that a new database has made itself
        for table in KEPT:
            rows = [line["row"] for line in lines if line["table"] == table.name]
            for start in range(0, len(rows), 500):
                connection.execute(insert(table), rows[start : start + 500])
        return sum(line["table"] == "games" for line in lines)

    return store.write_now(fill)


def _unpacked(source: Path) -> list[JsonObject]:
    try:
        texts = gzip.decompress(source.read_bytes()).splitlines()
        lines = [json.loads(text) for text in texts]
        seal = hashlib.sha256(b"".join(texts[:-1])).hexdigest()
        whole = bool(lines[0]["viermot"] == "backup" and lines[-1]["seal"] == seal)
    except (EOFError, ValueError, KeyError, IndexError, TypeError, gzip.BadGzipFile):
        whole = False
    if not whole:
        raise OperatorError("operator.bad_backup", file=source)
    if lines[0]["format"] != FORMAT or lines[0]["revision"] not in ("0001", "0002", "0006", migrations.HEAD):
        raise OperatorError("operator.other_backup", file=source)
    if lines[0]["revision"] == "0001":
        _give_likeness([line["row"] for line in lines[1:-1] if line["table"] == people.name])
    return lines[1:-1]


def _give_likeness(rows: list[JsonObject]) -> None:
    """Likenesses of names were not kept then; work them out as the second migration does."""
    taken: set[str] = set()
    for row in sorted(rows, key=lambda row: (row["created"], row["id"])):
        look = row["folded"] if row["folded"].startswith(" ") else names.likeness(row["name"])
        row["likeness"] = look if look not in taken else f"{look} {row['id']}"
        taken.add(look)


# -- looking -----------------------------------------------------------------------------------------------------


def games_of(store: Store, name: str) -> list[JsonObject]:
    """The games that somebody owns or sits in."""

    def look(connection: Connection) -> list[JsonObject]:
        person = connection.execute(select(people.c.id).where(people.c.folded == folded(name))).scalar()
        if person is None:
            raise OperatorError("operator.nobody", name=name)
        mine = select(seats.c.game).where(seats.c.person == person)
        found = connection.execute(
            select(games).where(or_(games.c.owner == person, games.c.id.in_(mine))).order_by(games.c.changed.desc())
        )
        rows = [TableRow(**row) for row in found.mappings()]
        sitting = seats_of(connection, [row.id for row in rows])
        return [_about(row, sitting[row.id], person) for row in rows]

    return store.read_now(look)


def folded(name: str) -> str:
    """A name as names are compared; the local player is called local."""
    return " local" if name == "local" else names.folded(name)


def _about(row: TableRow, sitting: JsonObject, person: str = "") -> JsonObject:
    return {
        "id": row.id,
        "game": row.game,
        "scenario": row.setup["scenario"],
        "owner": row.owner == person,
        "seats": {name: seat.bot or seat.name or seat.was for name, seat in sitting.items()},
        "over": row.over,
        "ended": row.ended,
        "created": row.created,
        "changed": row.changed,
    }


def show(store: Store, table_id: str) -> JsonObject:
    """A game with every entry of its record, secrets included."""

    def look(connection: Connection) -> JsonObject:
        row = read_table_row(connection, table_id)
        known: dict[str, str] = {line.id: line.name for line in connection.execute(select(people.c.id, people.c.name))}
        told = _about(row, seats_of(connection, [table_id])[table_id])
        told["owner"] = known.get(row.owner)
        told["record"] = [_entry(line, known) for line in store.log(connection, table_id)]
        return told

    return store.read_now(look)


def _entry(row: RecordRow, known: dict[str, str]) -> JsonObject:
    entry = row.entry
    return {
        "seq": row.seq, "at": row.at, "what": entry.what, "seat": entry.seat, "question": entry.question,
        "choice": entry.choice, "dice": entry.to_json()[4], "by": known.get(row.person or ""), "note": row.note,
    }  # fmt: skip


# -- changing ----------------------------------------------------------------------------------------------------


def rewind(store: Store, table_id: str, to: int, reason: str) -> None:
    """Take everything from entry ``to`` on back. The record grows by a line that says so; no die is rolled again.

    Nor does any come from a key that people have been shown.
    """
    row = store.read_now(lambda connection: read_table_row(connection, table_id))
    rows = store.read_now(lambda connection: store.log(connection, table_id))
    if not 1 <= to < len(rows) or rows[to].entry.what == RESIGN:
        raise OperatorError("operator.no_entry", seq=to, game=table_id, last=len(rows) - 1)
    place = to - sum(line.entry.what == RESIGN for line in rows[:to])  # the engine does not count resignations
    line = RecordRow(len(rows), Entry(UNDO, OPERATOR, choice=str(place)), None, {"reason": reason, "to": to})
    live = live_of(row, rows)
    was_over = live.over
    live.apply_row(line)  # if it cannot be, it is refused here
    lines = [line]
    if was_over:  # everybody has been shown the key: no die to come may be known
        live.session.rekey()
        lines.append(RecordRow(live.length, live.session.record[-1], None, {"key": live.session.key.hex()}))
        live.after_entry(lines[-1])

    def write(connection: Connection) -> bool:
        values = {"over": live.session.result, "ended": None, "proposal": None, "changed": line.at}
        done = store.append(connection, table_id, lines, values)
        if done:
            add_chat(connection, table_id, OPERATOR, OPERATOR, reason)
            store.notify("chat", table_id)
        return done

    if not store.write_now(write):
        raise OperatorError("operator.moved_on", game=table_id)


def prune(store: Store, days: float, unfinished: bool, only_look: bool) -> list[str]:
    """Delete games that nobody has touched for this many days, and sessions that have expired."""
    before = time.time() - days * DAY

    def clear(connection: Connection) -> list[str]:
        old_ones = select(games.c.id).where(games.c.changed < before)
        if not unfinished:
            old_ones = old_ones.where(or_(games.c.over.is_not(None), games.c.ended.is_not(None)))
        found = connection.execute(old_ones)
        old: list[str] = [line.id for line in found]
        if not only_look:
            for table_id in old:
                delete_table(connection, table_id)
                store.notify("gone", table_id)
            connection.execute(delete(logins).where(logins.c.until < time.time()))
        return old

    return store.write_now(clear)


def entries(store: Store) -> int:
    """How many entries all records have."""
    return store.read_now(
        lambda connection: connection.execute(select(func.count()).select_from(decisions)).scalar_one()
    )
