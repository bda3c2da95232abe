"""Routes: tables, and what people do at them."""

from __future__ import annotations

from viermot.server import files, leaving, lobby, play, views
from viermot.server.http import Ask, route
from viermot.server.messages.lobby import Invitation, InvitationLink, Joined, Loadable, Nothing, TableLine, TableMade
from viermot.server.messages.requests import (
    ChatBody,
    ConsentBody,
    DecideBody,
    HandOverBody,
    ImportTable,
    LookAtImport,
    MarksBody,
    NewTable,
    OfSeat,
    OrdersBody,
    SeenBody,
    UndoBody,
    WhyNotBody,
)
from viermot.server.messages.table import Agreed, Decided, EventPage, Judged, Summary, View

SINCE = {"since": "events from this number on", "mark": "the mark that came with the events before"}


@route("GET", "/api/tables", list[TableLine])
async def tables(ask: Ask) -> list[TableLine]:
    """My running and finished games."""
    return await lobby.my_tables(ask.server.tables, ask.person.id, ask.locale)


@route("POST", "/api/tables", TableMade, NewTable, rate="new_tables", members=True)
async def new_table(ask: Ask) -> TableMade:
    """Set up a new game."""
    return TableMade(await lobby.create(ask.server.tables, ask.person.id, ask.body))


@route("POST", "/api/tables/import", TableMade, ImportTable, rate="new_tables", members=True)
async def import_table(ask: Ask) -> TableMade:
    """Go on with a save, or begin from a position."""
    return await files.import_table(ask.server.tables, ask.person.id, ask.body)


@route("POST", "/api/tables/import/seats", Loadable, LookAtImport, rate="heavy", members=True)
async def look_at_import(ask: Ask) -> Loadable:
    """Which seats does a save or a position have, before it is loaded?"""
    return await files.look_at_import(ask.server.tables, ask.body, ask.locale)


@route("GET", "/api/tables/{id}", TableLine)
async def table(ask: Ask) -> TableLine:
    """One table as the list shows it."""
    async with ask.server.tables.reading(ask.word("id"), ask.person.id) as found:
        found.rights(ask.person.id).must_come()
        ask.server.tables.bring_list_up_to_date(found)
        return views.table_line(found.row, found.seats, ask.person.id, ask.locale)


@route("DELETE", "/api/tables/{id}", Nothing)
async def delete_table(ask: Ask) -> Nothing:
    """The owner deletes a game. Where others sit it stays with them: he resigns, and it is theirs."""
    await leaving.remove(ask.server.tables, ask.person.id, ask.person.name, ask.word("id"))
    return Nothing()


@route("GET", "/api/tables/{id}/seats/{seat}", View, query=SINCE)
async def view(ask: Ask) -> View:
    """All that a seat is shown now."""
    seat, since, mark = ask.word("seat"), ask.number("since") or 0, ask.query("mark")
    async with ask.server.tables.reading(ask.word("id"), ask.person.id) as found:
        found.rights(ask.person.id).must_see(seat)
        person, locale = ask.person.id, ask.locale
        return await ask.server.tables.work(found, lambda: views.view_of(found, seat, person, since, mark, locale))


@route("GET", "/api/tables/{id}/seats/{seat}/events", EventPage, query={"before": "those before this number"})
async def events(ask: Ask) -> EventPage:
    """What a seat learned earlier, a page at a time."""
    seat = ask.word("seat")
    async with ask.server.tables.reading(ask.word("id"), ask.person.id) as found:
        found.rights(ask.person.id).must_see(seat)
        before, locale = ask.number("before") or 0, ask.locale
        return await ask.server.tables.work(found, lambda: views.page_before(found, seat, before, locale))


@route("GET", "/api/tables/{id}/seats/{seat}/since", Summary)
async def since(ask: Ask) -> Summary:
    """What has happened since I last looked."""
    seat = ask.word("seat")
    async with ask.server.tables.reading(ask.word("id"), ask.person.id) as found:
        found.rights(ask.person.id).must_hold(seat)
        return await ask.server.tables.work(found, lambda: views.summary(found, seat, ask.locale))


@route("POST", "/api/tables/{id}/seen", Nothing, SeenBody)
async def seen(ask: Ask) -> Nothing:
    """How many of the seat's events I have looked at."""
    await play.set_seen(ask.server.tables, ask.person.id, ask.word("id"), ask.body.seat, ask.body.events)
    return Nothing()


@route("POST", "/api/tables/{id}/decide", Decided, DecideBody)
async def decide(ask: Ask) -> Decided:
    """Answer a question. The answer comes after the commit."""
    body = ask.body
    return Decided(
        await play.decide(ask.server.tables, ask.person.id, ask.word("id"), body.seat, body.number, body.option)
    )


@route("POST", "/api/tables/{id}/why-not", Judged, WhyNotBody)
async def why_not(ask: Ask) -> Judged:
    """Would this answer be taken, and if not, by which rule?"""
    async with ask.server.tables.reading(ask.word("id"), ask.person.id) as found:
        found.rights(ask.person.id).must_play(ask.body.seat)
        seat, option, locale = ask.body.seat, ask.body.option, ask.locale
        return await ask.server.tables.work(found, lambda: play.why_not(found, seat, option, locale))


@route("POST", "/api/tables/{id}/undo", Agreed, UndoBody)
async def undo(ask: Ask) -> Agreed:
    """Take the last decision back, or ask the others to go back further."""
    return Agreed(await play.undo(ask.server.tables, ask.person.id, ask.word("id"), ask.body.seat, ask.body.to))


@route("POST", "/api/tables/{id}/consent", Agreed, ConsentBody)
async def consent(ask: Ask) -> Agreed:
    """Say yes or no to another's wish to go back."""
    body = ask.body
    return Agreed(await play.consent(ask.server.tables, ask.person.id, ask.word("id"), body.seat, body.agree))


@route("POST", "/api/tables/{id}/resign", Nothing, OfSeat)
async def resign(ask: Ask) -> Nothing:
    """Give up; the game is over, and open."""
    await play.resign(ask.server.tables, ask.person.id, ask.word("id"), ask.body.seat)
    return Nothing()


@route("POST", "/api/tables/{id}/hand-over", Nothing, HandOverBody)
async def hand_over(ask: Ask) -> Nothing:
    """Let a bot play my seat, for as long as I say, or take it back."""
    body = ask.body
    await play.hand_over(ask.server.tables, ask.person.id, ask.word("id"), body.seat, body.bot, body.until)
    return Nothing()


@route("POST", "/api/tables/{id}/orders", Nothing, OrdersBody)
async def orders(ask: Ask) -> Nothing:
    """Say what is to be answered on my seat's behalf."""
    body = ask.body
    await play.order(ask.server.tables, ask.person.id, ask.word("id"), body.seat, play.orders_in(body))
    return Nothing()


@route("POST", "/api/tables/{id}/rematch", TableMade, rate="new_tables")
async def rematch(ask: Ask) -> TableMade:
    """The same scenario with the seats swapped."""
    return TableMade(await lobby.rematch(ask.server.tables, ask.person.id, ask.word("id")))


@route("POST", "/api/tables/{id}/invite", InvitationLink, OfSeat, members=True)
async def invite(ask: Ask) -> InvitationLink:
    """A link that gives an open seat to the first person to take it."""
    token = await lobby.invite(ask.server.tables, ask.person.id, ask.word("id"), ask.body.seat)
    return InvitationLink(token, f"/#/join/{token}")


@route("GET", "/api/join/{token}", Invitation, open=True)
async def invitation(ask: Ask) -> Invitation:
    """What an invitation is for."""
    return await lobby.describe(ask.server.tables, ask.word("token"), ask.locale)


@route("POST", "/api/join/{token}", Joined)
async def join(ask: Ask) -> Joined:
    """Take the seat of an invitation."""
    person = ask.person
    return Joined(*await lobby.join(ask.server.tables, person.id, person.name, ask.word("token")))


@route("POST", "/api/tables/{id}/chat", Nothing, ChatBody)
async def chat(ask: Ask) -> Nothing:
    """A line of chat."""
    person = ask.person
    await play.say(ask.server.tables, person.id, person.name, ask.word("id"), ask.body.seat, ask.body.text)
    return Nothing()


@route("POST", "/api/tables/{id}/marks", Nothing, MarksBody)
async def marks(ask: Ask) -> Nothing:
    """All pencil marks of my seat, in place of those before."""
    await play.set_marks(ask.server.tables, ask.person.id, ask.word("id"), ask.body.seat, ask.body.marks)
    return Nothing()
