"""The application: a server with its store, tables, bots and watchers, as an ASGI app that serves API and page."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from viermot.kernel import registry
from viermot.kernel.user_error import UserError
from viermot.server import (
    about,
    guests,
    leaving,
    limits,
    openapi,
    page_words,
    routes_after,
    routes_company,
    routes_keeping,
    routes_lessons,
    routes_minds,
    routes_people,
    routes_studies,
    routes_tables,
    ws,
)
from viermot.server.accounts import Accounts, Person
from viermot.server.bot_workers import BotWorkers
from viermot.server.config import Config, from_environment
from viermot.server.connections import House
from viermot.server.http import ROUTES, endpoint, locale_of, refusal
from viermot.server.messages.lobby import Game
from viermot.server.minds import Minds
from viermot.server.proxies import Proxies
from viermot.server.push import Notices, Watchers
from viermot.server.refusals import Refused
from viermot.server.store import Busy, Store, url_of
from viermot.server.studies import studies_for
from viermot.server.tables import Tables
from viermot.server.vetting import Vetting
from viermot.text import locales, message

PAGE: Final = Path(__file__).parent / "page"
MODULES: Final = (  # these declare routes
    routes_people,
    routes_tables,
    routes_after,
    routes_keeping,
    routes_lessons,
    routes_minds,
    routes_company,
    routes_studies,
)
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}
LISTS_EVERY: Final = 5.0  # seconds; a list on the worker that has the game is never behind
GUESTS_EVERY: Final = 600.0  # seconds
LONGEST_GOODBYE: Final = 3.0  # seconds allowed for unfinished work when the server is stopped
TURNS: Final = 0.001  # seconds after which a thread that waits is let in
LOG: Final = logging.getLogger("viermot.server")


class Server:
    """Everything one worker has."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(url_of(config.database), beats=config.hosting)
        self.limits = (limits.Limits() if config.hosting else limits.LOCAL) if config.limits else limits.NONE
        self.gate = limits.Gate()
        self.proxies = Proxies(config.proxies)
        self.house = House(self.limits, self.proxies)
        self.accounts = Accounts(self.store, config.hosting)
        self.tables = Tables(self.store)
        self.watchers = Watchers(self.tables)
        self.connections: set[ws.Connection] = set()
        self.under_way: set[asyncio.Future[None]] = set()  # work for people who may have gone by now
        self.bots: BotWorkers
        self.minds = Minds(self.tables)
        self.studies = studies_for(config)
        self.notices: Notices
        self._keeping: asyncio.Task[None]
        self._loading = asyncio.Lock()
        self._warming: asyncio.Task[None]
        self._seeing_off: asyncio.Task[None]

    async def start(self) -> None:
        """Start thinking and listening, and take up what a killed process left behind."""
        config = self.config
        self.bots = BotWorkers(
            self.tables, config.bot_processes, config.bot_seconds, config.bot_command, config.bot_memory
        )
        self.bots.warm_up()
        self.minds.begin(self.bots)
        self.tables.vetting = Vetting(config.vetting_command)
        self.notices = Notices(self.store, self.tables)
        await self._take_up()
        await self._finish_deletions()
        self._keeping = asyncio.create_task(self._keep_lists())
        self._warming = asyncio.create_task(self._warm_up())
        self._seeing_off = asyncio.create_task(self._see_guests_off())

    async def games(self, locale: str) -> list[Game]:
        """Every game installed, as the lobby shows it. Loading them takes most of a second, so not in the loop."""
        async with self._loading:
            return await asyncio.to_thread(about.games, locale)

    async def _warm_up(self) -> None:
        """Load what the first visitor will ask for, while his browser is still starting."""
        try:
            for locale in locales():
                await asyncio.to_thread(page_words.encoded, locale)
            for locale in locales():
                for info in await self.games(locale):
                    await asyncio.to_thread(about.static, info.name, locale)
        except Exception:
            LOG.exception("a game could not be loaded")

    def is_warm(self) -> bool:
        """Has everything been loaded that the first visitors will ask for?"""
        return self._warming.done() and self.bots.is_warm()

    async def _keep_lists(self) -> None:
        """Lists of games may be a moment behind the games."""
        while True:
            await asyncio.sleep(LISTS_EVERY)
            try:
                self.tables.remember_all()
            except Exception:  # whatever is wrong with a table, the lists of the others are kept
                LOG.exception("lists could not be kept")

    async def _take_up(self) -> None:
        """Games whose lists are behind their log, and games in which a bot was about to answer."""
        store = self.store
        games = await store.read(lambda connection: [*store.behind(connection), *store.bots_asked(connection)])
        for table_id in dict.fromkeys(games):
            try:
                table = await self.tables.get(table_id)
            except (UserError, Busy) as wrong:
                LOG.warning("table %s cannot be taken up: %s", table_id, wrong)
                continue
            self.tables.remember(table)

    def hang_up(self, session: str = "", person: str = "") -> None:
        """Somebody has signed out, here or everywhere: close his connections that are still open."""
        for connection in list(self.connections):
            if self.accounts.hosting and (connection.session == session or connection.person.id == person):
                connection.close(ws.NOT_SIGNED_IN)

    async def take_leave_of(self, person: Person) -> None:
        """Somebody has deleted his account: his games go first, then everything else."""
        await leaving.leave_all(self.tables, person.id, person.name)
        await self.accounts.finish_deletion(person)

    async def _see_guests_off(self) -> None:
        """See off guests whose day is over."""
        while self.accounts.hosting:
            try:
                await self.see_guests_off()
            except Exception:  # it is tried again
                LOG.exception("guests could not be seen off")
            await asyncio.sleep(GUESTS_EVERY)

    async def see_guests_off(self) -> None:
        """Their tables go first, then everything else."""
        for id_, name in await self.store.read(guests.whose_day_is_over):
            self.hang_up(person=id_)
            await leaving.see_off(self.tables, id_, name)
            await self.accounts.finish_deletion(Person(id_, name))

    async def _finish_deletions(self) -> None:
        """Finish deletions that a stopped server left half done."""
        for person in await self.accounts.being_deleted():
            try:
                await self.take_leave_of(person)
            except (UserError, Busy) as wrong:
                LOG.warning("account %s is still being deleted: %s", person.id, wrong)

    async def stop(self) -> None:
        """Say goodbye, and write whatever is still to be written."""
        for connection in list(self.connections):
            connection.close(ws.RESTART)
        await asyncio.sleep(0)
        if self.under_way:
            await asyncio.wait(self.under_way, timeout=LONGEST_GOODBYE)
        self._keeping.cancel()
        self._seeing_off.cancel()
        await self._warming
        self.tables.remember_all()
        self.notices.stop()
        await self.minds.stop()
        await self.bots.stop()
        if self.studies is not None:
            await asyncio.to_thread(self.studies.close)
        if self.tables.vetting is not None:
            await self.tables.vetting.stop()
        self.tables.workers.close()
        await asyncio.to_thread(self.store.close)


def _load_every_game() -> None:
    """With its bots, before there are threads: two that import a package at the same time may each see half of it."""
    for name in registry.names():
        game = registry.game(name)
        for seat in game.seats:
            game.bots(seat)


def create_app(config: Config) -> Starlette:
    """The application for a configuration."""
    _load_every_game()
    server = Server(config)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await server.start()
        try:
            yield
        finally:
            await server.stop()

    async def socket(websocket: WebSocket) -> None:
        await ws.serve(server, websocket)

    routes: list[BaseRoute] = [
        Route("/api/openapi.json", _describe, methods=["GET"]),
        WebSocketRoute("/api/ws", socket),
    ]
    for path in dict.fromkeys(what.path for what in ROUTES):
        methods = [what.method for what in ROUTES if what.path == path]
        routes.append(Route(path, _by_method(server, path), methods=methods))
    routes.append(Mount("/", _page()))
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SafeHeaders), Middleware(Compressed)],
        exception_handlers={HTTPException: _http_refusal, Exception: _failure},  # type: ignore[dict-item]
    )
    app.state.server = server
    return app


def from_configuration() -> Starlette:
    """The application as a worker of `viermot serve` starts it."""
    app = create_app(from_environment())
    settle_down()
    return app


def settle_down() -> None:
    """For a process that only serves: with hundreds of games in memory Python's full garbage collections take 0.1 s
    each.

    What was imported lives for ever and is left out; the games are plain data without cycles, so little else is ever
    found. And the writer's thread gets its turn sooner than usual, since people wait for it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    sys.setswitchinterval(TURNS)


def _by_method(server: Server, path: str) -> Any:
    """One endpoint for all methods of a path."""
    answers = {what.method: endpoint(server, what) for what in ROUTES if what.path == path}

    async def answer(request: Request) -> Response:
        return await answers["GET" if request.method == "HEAD" else request.method](request)

    return answer


async def _describe(_: Request) -> Response:
    """The OpenAPI description."""
    return Response(msgspec.json.encode(openapi.document()), media_type="application/json")


async def _http_refusal(request: Request, wrong: HTTPException) -> Response:
    """There is no such address, or not with this method."""
    why = "method" if wrong.status_code == 405 else "not found"
    key = "server.method" if why == "method" else "server.no_address"
    answer = refusal(Refused(why, key), locale_of(request))
    if wrong.headers:
        answer.headers.update(wrong.headers)
    return answer


async def _failure(request: Request, wrong: Exception) -> Response:
    """A bug of ours: the details go to the log, the client gets a sentence."""
    path = request.url.path.replace(request.path_params.get("token") or "\n", "...")  # an invitation is a secret
    LOG.error("%s %s failed", request.method, path, exc_info=wrong)
    answer = refusal(Refused("busy", "server.failed"), locale_of(request))
    answer.status_code = 500
    return answer


# -- the page --------------------------------------------------------------------------------------------------


class PageFiles(StaticFiles):
    """The built page: files with a hash in their names never change, the others are revalidated."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        lasting = path.startswith("assets/")
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response


def _page() -> ASGIApp:
    if (PAGE / "index.html").exists():
        return PageFiles(directory=PAGE, html=True)
    return Starlette(routes=[Route("/", _no_page), Route("/{rest:path}", _nothing_here)])


async def _no_page(request: Request) -> Response:
    text = message("server.no_page", locale_of(request))
    return HTMLResponse(f"<!doctype html><title>Viermot</title><p>{text}</p>")


async def _nothing_here(request: Request) -> Response:
    return refusal(Refused("not found", "server.no_address"), locale_of(request))


class Compressed:
    """Compresses the page and the charts; never what a table says, whose size must not depend on anything hidden."""

    def __init__(self, app: ASGIApp) -> None:
        self.plain = app
        self.small = GZipMiddleware(app, minimum_size=2000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        plain = scope["type"] != "http" or scope["path"].startswith("/api/tables")
        await (self.plain if plain else self.small)(scope, receive, send)


class SafeHeaders:
    """Puts on every answer the headers that tell a browser what it must not do."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(sent: Message) -> None:
            if sent["type"] == "http.response.start":
                sent["headers"] = [*sent["headers"], *HEADERS.items()]
            await send(sent)

        await self.app(scope, receive, send_safely)
