"""Routes: studies, for the local player or for the operator of a host."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from viermot.kernel.user_error import UserError
from viermot.server import files
from viermot.server.accounts import Person
from viermot.server.http import Ask, route
from viermot.server.messages.lobby import Nothing, TableMade
from viermot.server.messages.requests import ImportTable, NewStudy, WatchRow
from viermot.server.messages.studies import StudyCard, StudyReport
from viermot.server.refusals import Refused, not_found
from viermot.server.studies import Studies


def may_study(ask: Ask, person: Person | None) -> bool:
    """On a private server everybody may; on a host only the accounts that its operator has named as his own."""
    server = ask.server
    if person is None or server.studies is None:
        return False
    return not server.accounts.hosting or (not person.guest and person.name in server.config.operators)


def studies_of(ask: Ask) -> Studies:
    """The studies here; for everybody else there is nothing at this address."""
    if not may_study(ask, ask.person) or ask.server.studies is None:
        raise not_found()
    return ask.server.studies


@route("GET", "/api/studies", list[StudyCard])
async def studies(ask: Ask) -> list[StudyCard]:
    """Every study there is, the latest first."""
    here = studies_of(ask)
    return await asyncio.to_thread(here.all, ask.locale)


@route("POST", "/api/studies", StudyReport, NewStudy, rate="heavy")
async def new_study(ask: Ask) -> StudyReport:
    """Declare a study and start it. One is played at a time."""
    here, wanted = studies_of(ask), ask.body
    try:
        name = await asyncio.to_thread(here.begin, wanted)
    except Refused:
        raise
    except UserError as wrong:
        raise Refused("illegal", wrong.key, wrong.rule, **wrong.fields) from None
    return await asyncio.to_thread(here.report, name, ask.locale)


@route("GET", "/api/studies/{id}", StudyReport, rate="heavy")
async def study(ask: Ask) -> StudyReport:
    """A study as it stands: answer, table, plots, how fast it goes."""
    here = studies_of(ask)
    return await asyncio.to_thread(here.report, ask.word("id"), ask.locale)


@route("GET", "/api/studies/{id}/plots/{number}", "image/svg+xml", rate="heavy")
async def plot(ask: Ask) -> Response:
    """One of its plots."""
    here, number = studies_of(ask), ask.word("number")
    if not number.isdecimal() or len(number) > 4:
        raise not_found()
    picture = await asyncio.to_thread(here.plot, ask.word("id"), int(number), ask.locale)
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@route("GET", "/api/studies/{id}/report", "text/html", rate="heavy")
async def report(ask: Ask) -> Response:
    """The whole report as one file to keep."""
    here, name = studies_of(ask), ask.word("id")
    page = await asyncio.to_thread(here.page, name, ask.locale)
    headers = {"content-disposition": f'attachment; filename="{name}.html"', "cache-control": "no-store"}
    return Response(page, media_type="text/html", headers=headers)


@route("POST", "/api/studies/{id}/stop", Nothing)
async def stop(ask: Ask) -> Nothing:
    """Stop it; what has been played is kept."""
    studies_of(ask).stop(ask.word("id"))
    return Nothing()


@route("POST", "/api/studies/{id}/go-on", Nothing, rate="heavy")
async def go_on(ask: Ask) -> Nothing:
    """Take it up where it was stopped."""
    here = studies_of(ask)
    await asyncio.to_thread(here.go_on, ask.word("id"))
    return Nothing()


@route("POST", "/api/studies/{id}/watch", TableMade, WatchRow, rate="new_tables")
async def watch(ask: Ask) -> TableMade:
    """A game of the study, played again at a table of mine, to be looked at like any game that is over."""
    here = studies_of(ask)
    try:
        save = await asyncio.to_thread(here.save_of, ask.word("id"), ask.body.row)
    except Refused:
        raise
    except UserError as wrong:
        raise Refused("illegal", wrong.key, wrong.rule, **wrong.fields) from None
    return await files.import_table(ask.server.tables, ask.person.id, ImportTable(save=save))
