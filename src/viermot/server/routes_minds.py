"""Routes: advice, beliefs, and the analysis of a game that is over."""

from __future__ import annotations

from viermot.kernel.perspective import PUBLIC
from viermot.kernel.user_error import called
from viermot.server import minds
from viermot.server.http import Ask, route
from viermot.server.messages.lobby import Nothing
from viermot.server.messages.requests import AdvisingBody, BeliefBody, OfSeat
from viermot.server.messages.table import AdviceReport, AnalysisReport, BeliefReport
from viermot.server.refusals import Refused


@route("POST", "/api/tables/{id}/advice", AdviceReport, OfSeat, rate="heavy")
async def advice(ask: Ask) -> AdviceReport:
    """What would the computer answer here, why, and what are the alternatives worth? The record notes that I asked."""
    return await ask.server.minds.advise(ask.person.id, ask.word("id"), ask.body.seat, ask.locale)


@route("POST", "/api/tables/{id}/belief", BeliefReport, BeliefBody)
async def belief(ask: Ask) -> BeliefReport:
    """What may my seat believe of what is hidden from it? The record notes that I asked."""
    return await ask.server.minds.believe(ask.person.id, ask.word("id"), ask.body.seat, ask.locale, ask.body.option)


@route("POST", "/api/tables/{id}/advising", Nothing, AdvisingBody)
async def advising(ask: Ask) -> Nothing:
    """Between people: I want advice and belief maps to be on, or off; it is done once all of us want it."""
    await minds.agree(ask.server.tables, ask.person.id, ask.word("id"), ask.body.seat, ask.body.on)
    return Nothing()


@route("GET", "/api/tables/{id}/analysis", AnalysisReport, rate="heavy", query={"seat": "through whose eyes"})
async def analysis(ask: Ask) -> AnalysisReport:
    """A game that is over: a seat's chances along the way, and what cost it most. Ask again until it is done."""
    async with ask.server.tables.reading(ask.word("id"), ask.person.id, whole_history=True) as table:
        rights = table.rights(ask.person.id)
        rights.must_know_all()
        seat = ask.query("seat") or next(iter(rights.held), PUBLIC)
        rights.must_see(seat)
        if not table.open:
            raise Refused("secret", "server.secret")
        if seat == PUBLIC:
            raise Refused("wrong seat", "server.not_your_seat", seat=called(table.row.game, seat))
        return ask.server.minds.analysis(ask.person.id, table.whole, seat, ask.locale)
