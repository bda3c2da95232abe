"""A request as the routes see it: who asks, in which language, with what body; and the checks that come before any of
that.

A route is a small function with a method, a path, the struct it takes and the struct it gives. The application and its
OpenAPI description are made from the same declarations.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from viermot.kernel.packs import CONVERTING
from viermot.server.accounts import COOKIE, DAYS, Person, Visit
from viermot.server.messages.lobby import Refusal
from viermot.server.messages.requests import Body
from viermot.server.refusals import Refused, not_found, refusal_of
from viermot.text import DEFAULT, locales

if TYPE_CHECKING:
    from viermot.server.app import Server

ENCODER: Final = msgspec.json.Encoder()
WORD: Final = re.compile(r"[A-Za-z0-9_.-]{1,60}")  # ids, tokens, seats and names of games in addresses
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
CHANGES: Final = ("POST", "PUT", "DELETE")
LOG: Final = logging.getLogger("viermot.server")


@dataclass
class Ask:
    """One request."""

    server: Server
    request: Request
    visit: Visit
    locale: str
    body: Any = None
    cookie: str | None = None  # to be set with the answer

    @property
    def person(self) -> Person:
        """Who asks; a refusal if nobody is signed in."""
        if self.visit.person is None:
            raise Refused("login", "server.login")
        return self.visit.person

    def word(self, name: str) -> str:
        """A part of the address."""
        value = self.request.path_params[name]
        if not WORD.fullmatch(value):
            raise not_found()
        return str(value)

    def query(self, name: str, default: str = "") -> str:
        """A word of the query."""
        value = self.request.query_params.get(name, default)
        if value and not WORD.fullmatch(value):
            raise Refused("unreadable", "server.bad_query", name=name)
        return value

    def number(self, name: str) -> int | None:
        """A number of the query."""
        value = self.request.query_params.get(name)
        if value is None or value == "":
            return None
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise Refused("unreadable", "server.bad_query", name=name)
        return int(value)


Handler = Callable[[Ask], Awaitable[object]]


@dataclass(frozen=True)
class Route:
    """What can be asked for."""

    method: str
    path: str
    handler: Handler
    takes: type[Body] | None
    gives: Any  # a struct, a list of one, or a media type
    rate: str
    query: dict[str, str] = field(default_factory=dict)
    open: bool = False  # also to people who are not signed in
    members: bool = False  # not to guests
    plain: bool = False  # for monitoring, under any host name: says nothing about anybody

    @property
    def about(self) -> str:
        """The sentence that describes it."""
        return (self.handler.__doc__ or "").strip()


ROUTES: list[Route] = []


def route(
    method: str,
    path: str,
    gives: Any,
    takes: type[Body] | None = None,
    rate: str = "requests",
    query: dict[str, str] | None = None,
    open: bool = False,
    members: bool = False,
    plain: bool = False,
) -> Callable[[Handler], Handler]:
    """Decorator: a function answers requests of this method and path."""

    def add(handler: Handler) -> Handler:
        ROUTES.append(Route(method, path, handler, takes, gives, rate, query or {}, open, members, plain))
        return handler

    return add


def endpoint(server: Server, what: Route) -> Callable[[Request], Awaitable[Response]]:
    """A route as Starlette calls it: checks first, then the work, then the answer or the refusal."""

    async def answer(request: Request) -> Response:
        locale = locale_of(request)
        ask = None
        try:
            if what.plain:
                return as_response(await what.handler(Ask(server, request, Visit("", None), locale)))
            check_origin(server, request)
            ask = Ask(server, request, await server.accounts.visit(request.cookies.get(COOKIE)), locale)
            _let_through(ask, what)
            if what.takes is not None:
                ask.body = await _read_body(request, what.takes, _largest(server, what))
            return with_cookie(ask, as_response(await what.handler(ask)))
        except Exception as wrong:
            refused = refusal_of(wrong)
            if refused is None:
                raise
            return refusal(refused, locale)

    return answer


def _let_through(ask: Ask, what: Route) -> None:
    server = ask.server
    client = server.proxies.asker(ask.request)
    who = ask.visit.person.id if ask.visit.person is not None and not ask.visit.person.local else client
    server.gate.admit("requests", who, server.limits.requests)
    if what.rate != "requests":
        rated = client if what.rate in ("logins", "new_accounts", "guests") else who
        server.gate.admit(what.rate, rated, getattr(server.limits, what.rate))
    if what.method in CHANGES and not server.accounts.is_csrf(
        ask.visit.session, ask.request.headers.get("x-csrf-token", "")
    ):
        raise Refused("csrf", "server.csrf")
    if not what.open and ask.visit.person is None:
        raise Refused("login", "server.login")
    if what.members and ask.visit.person is not None and ask.visit.person.guest:
        raise Refused("forbidden", "server.not_for_guests")


# -- checks before anything else -------------------------------------------------------------------------------


def check_origin(server: Server, connection: HTTPConnection) -> None:
    """Only our own page may ask from a browser; and on loopback only under a loopback name (DNS rebinding)."""
    host = connection.headers.get("host", "")
    name = _parts(f"//{host}")[1]
    config = server.config
    if not config.hosting and name not in LOOPBACK:
        raise Refused("origin", "server.foreign_host")
    wanted = _parts(config.origin)[0] if config.origin else host
    if config.hosting and config.origin and host != wanted and name not in LOOPBACK:
        raise Refused("origin", "server.foreign_host")
    origin = connection.headers.get("origin")
    if origin is not None and _parts(origin)[0] != wanted:
        raise Refused("origin", "server.foreign_origin")
    if connection.headers.get("sec-fetch-site") == "cross-site" and connection.scope["type"] == "websocket":
        raise Refused("origin", "server.foreign_origin")


def _parts(address: str) -> tuple[str, str]:
    """Host with port, and host alone, of an address; nothing where it makes no sense."""
    try:
        found = urlsplit(address)
        return found.netloc, found.hostname or ""
    except ValueError:
        return "", ""


def locale_of(connection: HTTPConnection) -> str:
    """The reader's language."""
    wanted = [connection.query_params.get("locale", "")]
    wanted += [part.partition(";")[0].strip() for part in connection.headers.get("accept-language", "").split(",")[:8]]
    return next((known for known in map(known_locale, wanted) if known), DEFAULT)


def known_locale(word: str) -> str:
    """The language of a locale if we speak it, else nothing."""
    language = re.split(r"[_.@-]", word, maxsplit=1)[0].lower()
    return language if language in locales() else ""


# -- bodies ----------------------------------------------------------------------------------------------------


def _largest(server: Server, what: Route) -> int:
    return server.limits.import_body if "/import" in what.path else server.limits.body


async def _read_body(request: Request, kind: type[Body], largest: int) -> Body:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("unreadable", "server.not_json")
    raw = bytearray()
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > largest:
                raise Refused("too large", "server.too_large", most=largest)
    except ClientDisconnect:  # nobody will hear it
        raise Refused("unreadable", "server.not_json") from None
    body: Body = decode(bytes(raw), kind)
    return body


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    with CONVERTING:
        return msgspec.json.Decoder(kind)


def decode(raw: bytes, kind: Any) -> Any:
    """A message of this kind; anything else is refused with a note of what is wrong with it."""
    try:
        if rb"\u0000" in raw:
            raise ValueError("a null character")
        return _decoder(kind).decode(raw)
    except (ValueError, RecursionError) as wrong:
        raise Refused("unreadable", "server.bad_message", reason=str(wrong)[:200]) from None


def as_response(answer: object) -> Response:
    """A struct as JSON; a Response as it is."""
    if isinstance(answer, Response):
        return answer
    return Response(ENCODER.encode(answer), media_type="application/json", headers={"cache-control": "no-store"})


def with_cookie(ask: Ask, response: Response) -> Response:
    """The answer, with a new session cookie if there is one."""
    if ask.cookie is not None:
        response.set_cookie(
            COOKIE, ask.cookie, max_age=DAYS * 86_400, httponly=True, samesite="lax", secure=ask.server.config.secure
        )
    return response


def refusal(refused: Refused, locale: str) -> Response:
    """A refusal as an HTTP answer."""
    headers = {"cache-control": "no-store"}
    if refused.wait:
        headers["retry-after"] = str(refused.wait)
    content = ENCODER.encode(Refusal(refused.error(locale)))
    return Response(content, refused.status, headers, "application/json")
