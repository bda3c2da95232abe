"""Routes: running games in files, opened only by those they are meant for; and games of older rules."""

from __future__ import annotations

from starlette.responses import Response

from viermot.kernel.record import Entry
from viermot.server import files, keeping, play
from viermot.server.http import Ask, route
from viermot.server.live import Live
from viermot.server.messages.lobby import Fits, Opening, TableMade
from viermot.server.messages.requests import AgreeBody, OfSeat
from viermot.server.refusals import Refused
from viermot.server.routes_after import as_file


@route("POST", "/api/tables/{id}/open-copy", "application/json", OfSeat, rate="heavy")
async def open_copy(ask: Ask) -> Response:
    """A whole, open copy of my running game against the computer; from then on the record says so."""
    tables, seat = ask.server.tables, ask.body.seat
    async with play.at_rest(tables, ask.person.id, ask.word("id"), seat) as table:
        rights = table.rights(ask.person.id)
        rights.must_hold(seat)
        if not rights.knows_all:
            if keeping.others_of(table, ask.person.id) or table.live.over:
                raise Refused("secret", "server.not_with_people")
            if await keeping.original_runs(tables, table):
                raise Refused("secret", "server.copy_keeps")

            def opened(live: Live) -> Entry:
                live.session.open_up(seat)
                return live.session.record[-1]

            await tables.change(table, opened, ask.person.id)
        content = await tables.work(table, lambda: files.save_file(table))
        tables.on_change(table)
        return as_file(content, table, "-open")


@route("GET", "/api/openings", list[Opening])
async def openings(ask: Ask) -> list[Opening]:
    """Saved games of several people that I am asked to open, or have asked the others to."""
    return await keeping.openings_of(ask.server.tables, ask.person.id, ask.locale)


@route("POST", "/api/openings/{id}/agree", TableMade, AgreeBody, rate="new_tables")
async def agree(ask: Ask) -> TableMade:
    """Yes or no; the table, once everybody has said yes."""
    opening = ask.word("id")
    table = await keeping.agree(ask.server.tables, ask.person.id, opening, ask.body.agree)
    return TableMade(table, None if table or not ask.body.agree else opening)


@route("GET", "/api/tables/{id}/fits", Fits, rate="heavy")
async def fits(ask: Ask) -> Fits:
    """Does my game fit the rules installed here, and if not, how far?"""
    return await keeping.fits(ask.server.tables, ask.person.id, ask.word("id"))


@route("POST", "/api/tables/{id}/go-on", TableMade, rate="new_tables")
async def go_on(ask: Ask) -> TableMade:
    """A game that no longer fits, up to where it does, at a new table with the same people."""
    return TableMade(await keeping.go_on(ask.server.tables, ask.person.id, ask.word("id")))
