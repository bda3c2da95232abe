"""Routes: guests, people I do not want to hear, complaints, and an opponent who is gone."""

from __future__ import annotations

from viermot.server import absence, silence, watching
from viermot.server.http import Ask, route
from viermot.server.messages.lobby import Me, Nothing, Silence, TableMade, Watchable
from viermot.server.messages.requests import AbsentBody, ComplainBody, GuestBody, SilenceBody
from viermot.server.refusals import Refused
from viermot.server.routes_people import me_of


@route("POST", "/api/guest", Me, GuestBody, rate="guests", open=True)
async def come_in(ask: Ask) -> Me:
    """Come in without an account, for a day: to take a seat by its link, or to try a lesson (hosting only)."""
    if ask.visit.person is not None:
        raise Refused("taken", "server.already_in")
    person, session, ask.cookie = await ask.server.accounts.welcome(ask.body.name.strip())
    return me_of(ask, person, session)


@route("GET", "/api/watch", Watchable, open=True)
async def watchable(ask: Ask) -> Watchable:
    """What anybody may watch here: games whose owner lets others look, and recorded ones."""
    person = ask.visit.person.id if ask.visit.person is not None else ""
    return await watching.watchable(ask.server.tables, person, ask.locale)


@route("POST", "/api/watch/{game}", TableMade, rate="heavy")
async def watch_recorded(ask: Ask) -> TableMade:
    """The recorded game of a kind, played by bots to its end; guests may see it."""
    return TableMade(await watching.recorded(ask.server.tables, ask.word("game")))


@route("GET", "/api/silences", list[Silence])
async def silences(ask: Ask) -> list[Silence]:
    """Whom I have muted or blocked."""
    found = await ask.server.store.read(lambda connection: silence.list_of(connection, ask.person.id))
    return [Silence(name, blocked) for name, blocked in found]


@route("POST", "/api/silences", Nothing, SilenceBody)
async def silence_somebody(ask: Ask) -> Nothing:
    """Mute somebody, so that I no longer hear him; block him, so that we do not meet either; or hear him again."""
    await silence.silence(ask.server.tables, ask.person.id, ask.body.name, ask.body.how)
    return Nothing()


@route("POST", "/api/tables/{id}/complain", Nothing, ComplainBody, rate="complaints")
async def complain(ask: Ask) -> Nothing:
    """Tell the operator about a line of the chat."""
    table = await ask.server.tables.get(ask.word("id"))
    rights = table.rights(ask.person.id)
    rights.must_take_part()
    await silence.complain(ask.server.tables, table, ask.person.name, ask.body.number, ask.body.text)
    return Nothing()


@route("POST", "/api/tables/{id}/absent", Nothing, AbsentBody)
async def absent(ask: Ask) -> Nothing:
    """I have waited longer than was agreed: the computer plays on for whoever is gone, or the game ends."""
    body = ask.body
    await absence.settle(ask.server.tables, ask.person.id, ask.word("id"), body.seat, body.what)
    return Nothing()
