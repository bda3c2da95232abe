"""Routes: who I am, signing in and out, and what there is to play."""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import Final

from starlette.responses import Response

import viermot
from viermot.server import about, page_words
from viermot.server.accounts import Person
from viermot.server.http import Ask, route
from viermot.server.messages.lobby import Account, Attempt, Checked, Game, Health, Me, PageWords, User
from viermot.server.messages.requests import CheckOptions, Credentials, DeleteAccount, PasswordBody
from viermot.server.names import folded
from viermot.server.refusals import Refused
from viermot.server.routes_studies import may_study
from viermot.text import locales

OLDEST_BEAT: Final = 5.0  # seconds
SVG: Final = "image/svg+xml"
FIRST_BEAT: Final = 4.5  # seconds to wait for one where nobody has asked for long


def me_of(ask: Ask, person: Person | None, session: str) -> Me:
    """Who is asking, as he is told."""
    user = User(person.name, person.local, person.guest) if person is not None else None
    accounts = ask.server.accounts
    return Me(
        user, accounts.hosting, accounts.csrf(session), viermot.__version__, list(locales()), may_study(ask, person)
    )


@route("GET", "/api/me", Me, open=True)
async def me(ask: Ask) -> Me:
    """Who am I? Gives the CSRF token, and a session cookie where there was none."""
    session = ask.visit.session
    if not session or (ask.visit.person is None and ask.server.accounts.hosting):
        if not session:
            session, ask.cookie = ask.server.accounts.new_cookie()
        return me_of(ask, ask.visit.person, session)
    return me_of(ask, ask.visit.person, session)


@route("POST", "/api/register", Me, Credentials, rate="new_accounts", open=True)
async def register(ask: Ask) -> Me:
    """Open an account and sign in (hosting only); a guest keeps his tables."""
    guest = ask.visit.person if ask.visit.person is not None and ask.visit.person.guest else None
    person, session, ask.cookie = await ask.server.accounts.register(ask.body.name, ask.body.password, guest)
    if guest is not None:
        ask.server.hang_up(session=ask.visit.session)
        ask.server.tables.read_again(guest.id)
    return me_of(ask, person, session)


@route("POST", "/api/login", Me, Credentials, rate="logins", open=True)
async def login(ask: Ask) -> Me:
    """Sign in (hosting only)."""
    server = ask.server
    address = server.proxies.asker(ask.request)
    server.gate.admit("logins", f"{address} {folded(ask.body.name)}", server.limits.logins)
    person, session, ask.cookie = await server.accounts.login(ask.body.name, ask.body.password, address)
    return me_of(ask, person, session)


@route("POST", "/api/logout", Me, open=True)
async def logout(ask: Ask) -> Me:
    """Sign out; the old cookie is no longer valid."""
    await ask.server.accounts.logout(ask.visit.session)
    ask.server.hang_up(session=ask.visit.session)
    session, ask.cookie = ask.server.accounts.new_cookie()
    return me_of(ask, ask.visit.person if not ask.server.accounts.hosting else None, session)


@route("GET", "/api/account", Account, members=True)
async def account(ask: Ask) -> Account:
    """My own account, and who has tried to get into it (hosting only)."""
    known = await ask.server.accounts.known(ask.person)
    tried = [Attempt(at, address) for at, address in known.attempts]
    return Account(ask.person.name, known.created, known.sessions, tried)


@route("POST", "/api/account/password", Me, PasswordBody, rate="logins", members=True)
async def change_password(ask: Ask) -> Me:
    """A new password. Every other session of mine ends, and this one is renewed."""
    server, person = ask.server, ask.person
    address = server.proxies.asker(ask.request)
    session, ask.cookie = await server.accounts.change_password(person, ask.body.old, ask.body.new, address)
    server.hang_up(person=person.id)
    return me_of(ask, person, session)


@route("POST", "/api/account/sign-out", Me, members=True)
async def sign_out_everywhere(ask: Ask) -> Me:
    """Sign out, here and everywhere else."""
    person = ask.person
    await ask.server.accounts.sign_out_everywhere(person)
    ask.server.hang_up(person=person.id)
    session, ask.cookie = ask.server.accounts.new_cookie()
    return me_of(ask, None, session)


@route("POST", "/api/account/delete", Me, DeleteAccount, rate="logins", members=True)
async def delete_account(ask: Ask) -> Me:
    """Delete my account. Games that nobody else sits in are gone; the others stay with the others, without my name."""
    server, person = ask.server, ask.person
    await server.accounts.begin_deletion(person, ask.body.password, server.proxies.asker(ask.request))
    server.hang_up(person=person.id)
    await server.take_leave_of(person)
    session, ask.cookie = server.accounts.new_cookie()
    return me_of(ask, None, session)


@route("GET", "/health", Health, open=True, plain=True)
async def health(ask: Ask) -> Health:
    """Can this worker still write? For whoever monitors the server; 503 if it has not been able to for 5 s."""
    writer = ask.server.store.writer
    wait_until = time.monotonic() + (0.0 if writer.beats else FIRST_BEAT)
    while (age := writer.heartbeat()) > OLDEST_BEAT and time.monotonic() < wait_until:
        await asyncio.sleep(0.05)  # the heart beats only while somebody asks: it has just begun to
    if age > OLDEST_BEAT:
        raise Refused("busy", "server.cannot_write")
    return Health(round(age, 2))


@route("GET", "/api/games", list[Game], open=True)
async def games(ask: Ask) -> list[Game]:
    """Every game installed: seats, bots, scenarios, options."""
    return await ask.server.games(ask.locale)


@route("GET", "/api/static/{game}", "application/json", open=True)
async def static(ask: Ask) -> Response:
    """What never changes about a game: map, charts, rules, history. Has an ETag."""
    return _tagged(ask, await asyncio.to_thread(about.static, ask.word("game"), ask.locale))


@route("GET", "/api/static/{game}/art", SVG, open=True)
async def art(ask: Ask) -> Response:
    """The picture of a game for the lobby, as SVG. Has an ETag."""
    return _tagged(ask, await asyncio.to_thread(about.art, ask.word("game")), SVG)


@route("GET", "/api/words", PageWords, open=True)
async def words(ask: Ask) -> Response:
    """The page's own words in the reader's language. Has an ETag."""
    return _tagged(ask, await asyncio.to_thread(page_words.encoded, ask.locale))


def _tagged(ask: Ask, content: bytes, kind: str = "application/json") -> Response:
    """What changes only with the program: asked for each time, sent only if it has changed."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language"}
    if ask.request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


@route("POST", "/api/games/{game}/check", Checked, CheckOptions, open=True)
async def check(ask: Ask) -> Checked:
    """Would a game take these options?"""
    body = ask.body
    return await asyncio.to_thread(about.check, ask.word("game"), body.scenario, body.options, ask.locale)
