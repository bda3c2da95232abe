"""Running games in files, and out of them: sealed for the seat that saves, and opened by those they are meant for.

Against the computer any installation opens a sealed file. With other people only this server does, and only at a table
with the same people in the same seats, once each of them has agreed: until then the file waits here (an opening). A
copy goes on with a new key; and while the game it was copied from is still running here, not even its end shows what is
hidden.

A game whose record no longer fits the rules is offered up to the point where it does.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import hashlib
import json
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, delete, insert, select

from viermot.kernel import saves, sealed
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import seen_so_far
from viermot.kernel.record import SEAT, Entry
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.server import about
from viermot.server.live import Damaged, Live
from viermot.server.messages.lobby import Fits, Opening
from viermot.server.refusals import Refused
from viermot.server.rows import RecordRow
from viermot.server.schema import games, settings
from viermot.server.seats import SeatRow, seats_of
from viermot.server.table import Table, TableRow, live_before, read_table_row
from viermot.server.tables import Tables, now

if TYPE_CHECKING:
    from viermot.server.store import Store

PREFIX: Final = "opening "  # of settings: what waits for agreement
FILE: Final = "opening-file "
MAX_OPENINGS: Final = 20  # of one person
MONTH: Final = 30 * 86_400.0


@lru_cache(maxsize=4)
def secret_of(store: Store) -> bytes:
    """What this server seals with: from its own secret, the same for all workers."""
    return hashlib.blake2b(store.secret().encode(), digest_size=32, person=b"viermot-seal").digest()


# -- sealing ---------------------------------------------------------------------------------------------------


async def sealed_file(tables: Tables, table: Table, seat: str, person: str) -> bytes:
    """A running game for one of its people; the caller holds the lock."""
    secret = await asyncio.to_thread(secret_of, tables.store)
    origin = table.row.forked_from
    before = [] if origin is None else await tables.store.read(lambda connection: line_of(connection, origin))
    return await tables.work(table, lambda: _seal(table, seat, person, secret, before))


def _seal(table: Table, seat: str, person: str, secret: bytes, before: list[str]) -> bytes:
    session = copy.copy(table.live.session)
    session.marks = {name: list(row.marks) if name == seat else [] for name, row in table.seats.items()}
    session.set_bot_positions(table.live.bot_positions)
    where: JsonObject = {"table": table.id, "at": sealed.name_of(secret)}
    if before:
        where["before"] = before  # whatever becomes of this table, a copy knows where it came from
    if not others_of(table, person) and not any(row.is_open for row in table.seats.values()):
        return sealed.dump(session, seat, None, **where)
    people = {name: row.person for name, row in table.seats.items() if row.person is not None}
    names = {name: row.name for name, row in table.seats.items() if row.person is not None}
    return sealed.dump(session, seat, secret, people=people, names=names, **where)


def others_of(table: Table, person: str) -> set[str]:
    """Who else plays here."""
    return {row.person for row in table.seats.values() if row.person is not None and row.person != person}


# -- opening -----------------------------------------------------------------------------------------------------


def read_sealed(text: str) -> JsonObject | None:
    """The readable part of a sealed file; None for any other text."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return sealed.check_head(raw, "save") if sealed.is_sealed(raw) else None


def restored(saved: saves.Saved, as_far: bool) -> Session:
    """The game of a file, its bots not thinking here; as far as it fits, if that is asked for."""
    try:
        return saves.restore(saved, bots=False, lean=True)
    except saves.SaveError as wrong:
        if wrong.session is None:
            raise
        if not as_far:
            raise fits_in_part(wrong) from None
        return wrong.session


def fits_in_part(wrong: UserError) -> Refused:
    """What a reader is told of such a file, in his language: how far it can be taken up."""
    return Refused("other rules", "server.older_save", matched=wrong.fields["matched"], all=wrong.fields["all"])


async def propose(tables: Tables, person: str, text: str, opened: sealed.Opened) -> str:
    """A file of several people: ask the others whether it may be opened."""
    people: dict[str, str] = opened.extra["people"]
    if person not in people.values():
        raise Refused("forbidden", "server.not_among")
    from viermot.server.lobby import new_id

    opening = new_id()
    setup = opened.saved.setup
    content = {
        "owner": person, "people": people, "agreed": [person], "game": setup.game, "scenario": setup.scenario,
        "created": now(),
    }  # fmt: skip

    def write(connection: Connection) -> None:
        mine = 0
        for name, found in _all(connection):
            if found["created"] < now() - MONTH:
                _forget(connection, name)
            mine += found["owner"] == person
        if mine >= MAX_OPENINGS:
            raise Refused("too many", "server.too_many_openings", most=MAX_OPENINGS)
        connection.execute(insert(settings), {"name": PREFIX + opening, "value": json.dumps(content)})
        connection.execute(insert(settings), {"name": FILE + opening, "value": text})

    await tables.store.write(write)
    return opening


def _all(connection: Connection) -> list[tuple[str, JsonObject]]:
    found = connection.execute(select(settings).where(settings.c.name.like(f"{PREFIX}%")))
    return [(line["name"].removeprefix(PREFIX), json.loads(line["value"])) for line in found.mappings()]


def _forget(connection: Connection, opening: str) -> None:
    connection.execute(delete(settings).where(settings.c.name.in_((PREFIX + opening, FILE + opening))))


async def openings_of(tables: Tables, person: str, locale: str) -> list[Opening]:
    """What somebody is asked to open, or has asked the others."""

    def look(connection: Connection) -> list[Opening]:
        lines = []
        for name, found in _all(connection):
            if person in found["people"].values():
                lines.append(_line(connection, name, found, person, locale))
        return lines

    return await tables.store.read(look)


def _line(connection: Connection, name: str, found: JsonObject, person: str, locale: str) -> Opening:
    from viermot.server.schema import people

    rows = connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(found["people"].values())))
    names = {row.id: row.name for row in rows}
    waits = [names.get(each, "?") for each in dict.fromkeys(found["people"].values()) if each not in found["agreed"]]
    title = about.scenario_title(found["game"], found["scenario"], locale)
    seats = {seat: names.get(each, "?") for seat, each in found["people"].items()}
    by = names.get(found["owner"], "?")
    return Opening(name, found["game"], found["scenario"], title, by, seats, waits, person in found["agreed"])


async def agree(tables: Tables, person: str, opening: str, yes: bool) -> str:
    """Say yes or no to opening a file; when all have said yes, the id of the table, else nothing."""

    def note(connection: Connection) -> tuple[JsonObject, str]:
        value = connection.execute(select(settings.c.value).where(settings.c.name == PREFIX + opening)).scalar()
        found: JsonObject = json.loads(value) if value else {"people": {}}
        if person not in found["people"].values():
            raise Refused("not found", "server.no_opening")
        if not yes:
            _forget(connection, opening)
            return found, ""
        found["agreed"] = sorted({*found["agreed"], person})
        text = ""
        if set(found["agreed"]) >= set(found["people"].values()):
            text = connection.execute(select(settings.c.value).where(settings.c.name == FILE + opening)).scalar_one()
            _forget(connection, opening)  # the last to agree opens it, and nobody does so a second time
        else:
            connection.execute(
                settings.update().where(settings.c.name == PREFIX + opening).values(value=json.dumps(found))
            )
        return found, text

    found, text = await tables.store.write(note)
    if not text:
        return ""
    return await _open(tables, found, text)


async def _open(tables: Tables, found: JsonObject, text: str) -> str:
    raw = read_sealed(text)
    assert raw is not None
    opened = sealed.open_up(raw, "save", await asyncio.to_thread(secret_of, tables.store))
    return await _open_for(tables, found["owner"], opened)


async def open_alone(tables: Tables, person: str, opened: sealed.Opened) -> str:
    """A file from a table at which nobody else sat yet: there is nobody to ask."""
    return await _open_for(tables, person, opened)


async def _open_for(tables: Tables, owner: str, opened: sealed.Opened) -> str:
    from viermot.server.files import take_up

    people: dict[str, str] = opened.extra["people"]
    session = await tables.in_background(lambda: restored(opened.saved, True))
    bots: JsonObject = opened.saved.head["seats"]
    sitting = {seat: (people.get(seat), None if seat in people else bots.get(seat)) for seat in bots}
    original = await original_of(tables, opened)
    return await take_up(tables, owner, opened.saved, session, sitting, forked_from=original)


# -- copies that keep what is hidden -------------------------------------------------------------------------------


def is_copy(table: Table) -> bool:
    """Was it opened from a sealed file of a game of this server?"""
    return table.row.forked_from is not None and len(table.live.session.keys) > 1


def line_of(connection: Connection, table_id: str | None) -> list[str]:
    """A game that is still here, the one that it was copied from, and so on."""
    line: list[str] = []
    while table_id is not None and table_id not in line:
        found = connection.execute(select(games.c.forked_from).where(games.c.id == table_id)).one_or_none()
        if found is None:
            break
        line.append(table_id)
        table_id = found.forked_from
    return line


def runs(connection: Connection, table_id: str | None) -> bool:
    """Does this game, or one that it was copied from, still run?"""
    line = line_of(connection, table_id)
    running = select(games.c.id).where(games.c.id.in_(line), games.c.over.is_(None), games.c.ended.is_(None))
    return connection.execute(running.limit(1)).first() is not None


async def original_runs(tables: Tables, table: Table) -> bool:
    """Is this a copy, and does a game that it was copied from still run?"""

    def look(connection: Connection) -> bool:
        origin = select(games.c.forked_from).where(games.c.id == table.id)  # the one in memory may have been deleted
        return runs(connection, connection.execute(origin).scalar())

    return is_copy(table) and await tables.store.read(look)


async def original_of(tables: Tables, opened: sealed.Opened) -> str | None:
    """The table that a file was saved at; if that is gone, the one that it was a copy of, and so on."""
    line = [opened.extra.get("table"), *opened.extra.get("before", ())]

    def look(connection: Connection) -> str | None:
        here = set(connection.execute(select(games.c.id).where(games.c.id.in_(line))).scalars())
        return next((table_id for table_id in line if table_id in here), None)

    return await tables.store.read(look)


def as_listed(connection: Connection, row: TableRow) -> TableRow:
    """A row as lists may show it: about a copy's end no more than the table itself says while its original runs."""
    if row.forked_from is None or row.over is None or not runs(connection, row.forked_from):
        return row
    return replace(row, over=_bare(row.over))


def _bare(result: JsonObject) -> JsonObject:
    return {"level": result.get("level"), "reason": result.get("reason")}


def veiled(table: Table) -> Table:
    """A copy that is over, while the game it was copied from is not: the table before its end opened everything."""
    if not table.live.over or not table.original_runs:
        return table
    live = copy.copy(table.live)
    session = copy.copy(live.session)
    ended = dict(live.ended or {})
    if session.result is not None:
        ended = _bare(session.result)
        last = len(session.record) - 1
        session.state = session._before[last]
        session.record, session._before = session.record[:last], session._before[:last]
        session._standing = [place for place in session._standing if place < last]
    live.session = session
    live.ended = {**ended, "closed": True}
    live.shown = {
        seat: shown._replace(events=seen_so_far(session.state, shown.bits)) for seat, shown in live.shown.items()
    }
    live.logged = session.state.logged
    row = table.row
    return table.as_shown(live, row if row.over is None else replace(row, over=_bare(row.over)))


# -- games of older rules --------------------------------------------------------------------------------------------


class RecordFit:
    """How far the record of a table fits the rules installed here."""

    def __init__(self, row: TableRow, seats: dict[str, SeatRow], rows: list[RecordRow]) -> None:
        self.row, self.seats, self.rows = row, seats, rows
        self.matched = 0
        with contextlib.suppress(Damaged):
            self.live = live_before(row)
            try:
                self.live.apply_rows(rows, lean=True)
            finally:
                self.matched = self.live.length

    @property
    def whole(self) -> bool:
        return self.matched == len(self.rows)

    def own(self, person: str, rows: list[RecordRow]) -> int:
        """How many of these are a person's own decisions: he may know of no others, nor of those that his orders have
        made in what he has yet to be shown.
        """
        own = {name for name, seat in self.seats.items() if seat.person == person}
        return sum(row.entry.is_answer and row.entry.seat in own for row in rows)


async def fit_of(tables: Tables, person: str, table_id: str) -> RecordFit:
    """How far a table fits; for those who take part in it."""

    def look(connection: Connection) -> tuple[TableRow, dict[str, SeatRow], list[RecordRow]]:
        row = read_table_row(connection, table_id)
        seats = seats_of(connection, [table_id])[table_id]
        if person != row.owner and all(seat.person != person for seat in seats.values()):
            raise Refused("not found", "server.no_table")
        return row, seats, tables.store.log(connection, table_id)

    row, seats, rows = await tables.store.read(look)
    return await tables.in_background(lambda: RecordFit(row, seats, rows))


async def fits(tables: Tables, person: str, table_id: str) -> Fits:
    """The same, as it is sent."""
    seen = await shown_so_far(tables, person, table_id)  # first: while he waits, the log may go on as it likes
    fit = await fit_of(tables, person, table_id)
    installed = about.game_module(fit.row.game).rules_version
    shown = fit.rows[:seen]
    matched, own = fit.own(person, shown[: fit.matched]), fit.own(person, shown)
    can = not fit.whole and fit.matched > 0
    return Fits(fit.whole, can, matched, own, fit.row.setup["rules_version"], installed, fit.row.rematch)


async def shown_so_far(tables: Tables, person: str, table_id: str) -> int | None:
    """Of how many lines of a record somebody has been shown what came of them; None where nobody plays any more."""
    with contextlib.suppress(Damaged):
        async with tables.reading(table_id, person) as table:
            return table.live.length
    return None


async def go_on(tables: Tables, person: str, table_id: str) -> str:
    """A table that no longer fits, up to where it does, with the same people; a second request gets the same table."""
    fit = await fit_of(tables, person, table_id)
    if fit.row.rematch is not None:
        return fit.row.rematch
    if fit.whole or fit.matched == 0:
        raise Refused("illegal", "server.fits" if fit.whole else "server.fits_nowhere")
    from viermot.server.lobby import open_table

    live = fit.live
    renew(live)
    sitting = {name: (seat.person, seat.bot) for name, seat in fit.seats.items()}
    for name, (_, bot) in sitting.items():
        if live.session.seats[name] != bot:
            live.apply_row(RecordRow(live.length, Entry(SEAT, name, choice=bot or "")))
    marks = {name: list(seat.marks) for name, seat in fit.seats.items()}
    row = fit.row
    new = await open_table(
        tables, row.owner, live, sitting, spectators=row.spectators, imported=row.imported, pack=row.pack, marks=marks,
        forked_from=row.forked_from,
    )  # fmt: skip
    await tables.store.write(
        lambda connection: connection.execute(games.update().where(games.c.id == table_id).values(rematch=new))
    )
    return new


def renew(live: Live) -> None:
    """A new key from here on: the dice that fell in the part left behind do not fall again."""
    live.session.rekey()
    key = live.session.key.hex()
    live.after_entry(RecordRow(live.length, live.session.record[-1], note={"key": key}))
