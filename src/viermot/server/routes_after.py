"""Routes: files, the game as it was, and whether it was fair."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import msgspec
from starlette.responses import Response

from viermot import reports
from viermot.kernel import saves
from viermot.kernel.json import Json
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.user_error import called
from viermot.server import about, files, keeping, lobby, play, views
from viermot.server.http import Ask, route
from viermot.server.messages.lobby import TableMade
from viermot.server.messages.requests import ForkBody
from viermot.server.messages.table import (
    Chapters,
    DebriefReport,
    DiceReport,
    Moment,
    OddsReport,
    StandingReport,
    Trails,
    Verified,
)
from viermot.server.refusals import Refused
from viermot.server.table import Table
from viermot.text import message

SEAT = {"seat": "through whose eyes"}
AT = {"at": "which moment; else the last"}
PART = {"part": "of the game inside the game with this number, a career's sortie, once it is over"}


@contextlib.asynccontextmanager
async def _seat(ask: Ask, whole_history: bool = False) -> AsyncIterator[tuple[Table, str]]:
    """The table as I may look at it, and the seat asked for, which must be my own, or open to all."""
    async with ask.server.tables.reading(ask.word("id"), ask.person.id, whole_history) as table:
        rights = table.rights(ask.person.id)
        rights.must_come()
        seat = ask.query("seat") or next(iter(rights.held), PUBLIC)
        rights.must_see(seat)
        yield table, seat


@route("GET", "/api/tables/{id}/save", "application/json", rate="heavy", query={**SEAT, **PART})
async def save(ask: Ask) -> Response:
    """The game as a file: whole if I may know all of it, otherwise sealed; for somebody who only looks on, a record."""
    part = ask.number("part")
    async with _seat(ask, whole_history=part is not None) as (table, seat):
        if part is not None:
            return await _save_part(ask, table, part)
        rights = table.rights(ask.person.id)
        work = ask.server.tables.work
        if rights.knows_all:
            return as_file(await work(table, lambda: files.save_file(table)), table, "")
        if seat not in rights.held or table.live.over:
            record = await work(table, lambda: msgspec.json.encode(_record(table, seat)))
            return as_file(record, table, f"-{seat}")
    # not while something is held back
    async with play.at_rest(ask.server.tables, ask.person.id, ask.word("id"), seat) as whole:
        return as_file(await keeping.sealed_file(ask.server.tables, whole, seat, ask.person.id), whole, f"-{seat}")


async def _save_part(ask: Ask, table: Table, part: int) -> Response:
    table.rights(ask.person.id).must_know_all()
    session = table.live.session
    alone = await ask.server.tables.in_background(lambda: about.part_alone(table.row.game, session, part))
    return as_file(saves.dump(alone), table, f"-{part}")


def as_file(content: bytes, table: Table, mark: str) -> Response:
    name = f"{table.row.game}-{table.row.setup['scenario']}-{table.id[:6]}{mark}.viermot.json"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type="application/json", headers=headers)


def _record(table: Table, seat: str) -> dict[str, Json]:
    return {**table.live.session.export(seat), "head": table.live.shown[seat].head}


@route("GET", "/api/tables/{id}/moment", "application/json", rate="heavy", query=SEAT)
async def report_moment(ask: Ask) -> Response:
    """This moment as a file for a report: version, question, position and log as the seat knows them, never more."""
    async with _seat(ask) as (table, seat):
        locale = ask.locale

        def made() -> bytes:
            view = table.live.session.perspective(seat)
            decision = views.decision_of(table, seat)
            return msgspec.json.encode(reports.moment(_record(table, seat), view, decision, locale))

        return as_file(await ask.server.tables.work(table, made), table, f"-{seat}-moment")


@route("GET", "/api/tables/{id}/position", "text/plain", rate="heavy")
async def position(ask: Ask) -> Response:
    """The position as text, if I may know all of it."""
    async with _seat(ask) as (table, _):
        table.rights(ask.person.id).must_know_all()
        text = await ask.server.tables.work(table, table.live.session.position)
        return Response(text, media_type="text/plain; charset=utf-8")


@route("GET", "/api/tables/{id}/replay", Moment, rate="heavy", query={**SEAT, **PART, **AT})
async def replay(ask: Ask) -> Moment:
    """A seat's view as it was at one of its moments."""
    async with _seat(ask, whole_history=True) as (table, seat):
        at, part, locale = ask.number("at"), ask.number("part"), ask.locale
        return await ask.server.tables.work(table, lambda: views.moment(table, seat, at, locale, part))


@route("GET", "/api/tables/{id}/trails", Trails, rate="heavy")
async def trails(ask: Ask) -> Trails:
    """Where everything was at all times, if I may know all of it."""
    async with _seat(ask, whole_history=True) as (table, _):
        table.rights(ask.person.id).must_know_all()
        states = [state for _, state in table.live.session.standing]
        return Trails(await ask.server.tables.work(table, lambda: about.trails(table.row.game, states)))


@route("GET", "/api/tables/{id}/chapters", Chapters, rate="heavy", query={**SEAT, **PART})
async def chapters(ask: Ask) -> Chapters:
    """Where the chapters of a seat's game begin: turns, sorties, kills, losses."""
    async with _seat(ask, whole_history=True) as (table, seat):
        part, locale = ask.number("part"), ask.locale
        return await ask.server.tables.work(table, lambda: views.chapters(table, seat, locale, part))


@route("GET", "/api/tables/{id}/debrief", DebriefReport, rate="heavy", query=SEAT)
async def debrief(ask: Ask) -> DebriefReport:
    """Why a game ended as it did, where it turned, how the dice fell, what the others knew; once the game is over."""
    async with _seat(ask, whole_history=True) as (table, seat):
        table.rights(ask.person.id).must_know_all()
        if not table.open:
            raise Refused("secret", "server.secret")
        return await ask.server.tables.work(table, lambda: views.debrief_of(table, seat, ask.locale))


@route("GET", "/api/tables/{id}/verify", Verified, rate="heavy", query=PART)
async def verify(ask: Ask) -> Verified:
    """Was every die and every secret honest? For those who may know all."""
    part = ask.number("part")
    async with _seat(ask, whole_history=part is not None) as (table, _):
        table.rights(ask.person.id).must_know_all()
        if part is None:
            found = await ask.server.tables.in_background(lambda: files.verdict(table))
        else:
            game, session = table.row.game, table.live.session
            found = await ask.server.tables.in_background(lambda: about.part_verdict(game, session, part))
    problems = [message(problem, ask.locale) for problem in found.problems]
    return Verified(found.fair, found.decisions, found.rolls, found.head, problems, found.open_seed)


@route("POST", "/api/tables/{id}/fork", TableMade, ForkBody, rate="new_tables", members=True)
async def fork(ask: Ask) -> TableMade:
    """Play on from a moment of the replay, in a new game."""
    return TableMade(await lobby.fork(ask.server.tables, ask.person.id, ask.word("id"), ask.body))


@route("GET", "/api/tables/{id}/dice", DiceReport, rate="heavy", query=SEAT)
async def dice(ask: Ask) -> DiceReport:
    """The dice as they fell, against what is to be expected."""
    async with _seat(ask) as (table, seat):
        return await ask.server.tables.work(table, lambda: views.dice_report(table, seat, ask.locale))


@route("GET", "/api/tables/{id}/odds", OddsReport, query=SEAT)
async def odds(ask: Ask) -> OddsReport:
    """The odds of the attack being asked about, with every modifier and its rule."""
    async with _seat(ask) as (table, seat):
        if seat == PUBLIC:
            raise Refused("wrong seat", "server.not_your_seat", seat=called(table.row.game, seat))
        perspective = table.live.session.perspective(seat)
        decision = views.decision_of(table, seat)
        return await ask.server.tables.work(
            table, lambda: OddsReport(about.odds(table.row.game, perspective, decision, ask.locale))
        )


@route("GET", "/api/tables/{id}/standing", StandingReport, query=SEAT)
async def standing(ask: Ask) -> StandingReport:
    """What it takes to win this game, and how the seat now stands, as far as it knows."""
    async with _seat(ask) as (table, seat):
        perspective = table.live.session.perspective(seat)
        return await ask.server.tables.work(table, lambda: about.standing(table.row.game, perspective, ask.locale))
