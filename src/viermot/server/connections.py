"""Everybody who is connected, so that nobody keeps others out by sending nothing, half a request, or one too slowly.

uvicorn ends a connection that is idle after an answer, but waits for ever for the first request, for the rest of one
that was begun, and for a reader who does not read. Here each of these has a time limit, one address gets only so many
connections, and all together no more than the files that can be opened. Where there would be more, the one that has
waited longest without a complete request makes room: somebody new with a request is always served.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from viermot.server.limits import Limits
from viermot.server.proxies import Proxies, grouped

EVERY: Final = 1.0  # seconds between checks of all of them
LEFT_FREE: Final = 200  # files that the database, bots and the page need
MAX_HEADERS: Final = 32 * 1024  # bytes
SLOWEST_BODY: Final = 8 * 1024  # bytes a second, after the first moments
LONGEST_BODY: Final = 180.0  # seconds
IDLE, ASKING, SENDING, ANSWERED, TALKING = "idle", "asking", "sending", "answered", "talking"
FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n"
TOO_MUCH: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def files_allowed() -> int:
    """How many files and connections this process may have open, after asking for as many as it is given."""
    try:
        import resource
    except ImportError:  # Windows, where there is no such limit
        return 1_000_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return 1_000_000 if soft == resource.RLIM_INFINITY else soft


class House:
    """All connections of a worker."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self.limits = limits
        self.proxies = proxies
        self.capacity = max(50, min(limits.open, files_allowed() - LEFT_FREE))
        self.guests: dict[Guarded, None] = {}  # in the order in which they came
        self._of: dict[str, int] = {}
        self._looking: asyncio.TimerHandle | None = None

    def let_in(self, guest: Guarded) -> bool:
        """Is there room? If not, one that has asked for nothing yet may have to go."""
        own = None if self.proxies.trusts(guest.host) else guest.address
        if own is not None and self._of.get(own, 0) >= self.limits.own_open and not self._make_room(own):
            return False
        if len(self.guests) >= self.capacity and not self._make_room(None):
            return False
        self.guests[guest] = None
        self._of[guest.address] = self._of.get(guest.address, 0) + 1
        if self._looking is None:
            self._look_soon()
        return True

    def _make_room(self, address: str | None) -> bool:
        for guest in self.guests:
            if guest.doing in (IDLE, ASKING) and address in (None, guest.address):
                guest.cut_off()
                return True
        return False

    def leave(self, guest: Guarded) -> None:
        """A connection has ended."""
        if guest not in self.guests:
            return
        del self.guests[guest]
        self._of[guest.address] -= 1
        if not self._of[guest.address]:
            del self._of[guest.address]

    def _look_soon(self) -> None:
        self._looking = asyncio.get_running_loop().call_later(EVERY, self._look)

    def _look(self) -> None:
        now = time.monotonic()
        for guest in list(self.guests):
            guest.look(now)
        self._looking = None
        if self.guests:
            self._look_soon()


class Guarded(HttpToolsProtocol):
    """An HTTP connection with a time limit for everything."""

    house: House | None = None
    doing: str = IDLE  # idle: nothing of a request; asking: its head; sending: its body; answered; talking: WebSocket
    since: float = 0.0
    received: int = 0  # bytes of the head, then of the body
    host: str = ""
    address: str = ""
    left: tuple[int, float] = (0, 0.0)  # bytes that the reader has not taken yet, and since when

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        answer_at_once(transport)
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        self.address = grouped(self.host)
        self._now(IDLE)
        self.house = self.app.state.server.house
        assert self.house is not None
        if not self.house.let_in(self):
            self._end_with(FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self.house is not None:
            self.house.leave(self)

    def _now(self, doing: str) -> None:
        self.doing, self.since, self.received = doing, time.monotonic(), 0

    # -- what comes ------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.doing == IDLE:
            self._now(ASKING)
        self.received += len(data)
        if self.transport.is_closing() or self.parser is None:
            return
        super().data_received(data)
        if self.doing == ASKING and self.received > MAX_HEADERS:
            self._end_with(TOO_MUCH)

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MAX_HEADERS:
            self._end_with(TOO_MUCH)
            return
        self._now(SENDING)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.cycle is not None or self.parser.should_upgrade():
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self.doing == SENDING:
            self._now(ANSWERED)
        if self.cycle is not None or self.parser.should_upgrade():
            super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.doing == ANSWERED:
            self._now(IDLE)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self._now(TALKING)
        talk: Any = self.transport.get_protocol()
        before = talk.connection_lost

        def lost(exc: Exception | None) -> None:
            self._leave()
            before(exc)

        talk.connection_lost = lost
        if self.transport.is_closing():
            self._leave()

    # -- how long it takes -----------------------------------------------------------------------------------

    def look(self, now: float) -> None:
        """Has it used up its time?"""
        house = self.house
        assert house is not None
        limits, taken = house.limits, now - self.since
        if self.doing == TALKING:
            return
        if self._reader_sleeps(now, limits.reading):
            self.transport.abort()
        elif (self.doing == IDLE and taken > limits.idle) or (self.doing == ASKING and taken > limits.asking):
            self._end_with(TOO_SLOW if self.doing == ASKING else b"")
        elif self.doing == SENDING:
            allowed = min(LONGEST_BODY, limits.asking + self.received / SLOWEST_BODY)
            if taken > allowed:
                self._end_with(TOO_SLOW)

    def _reader_sleeps(self, now: float, patience: float) -> bool:
        """Is there something to be read that nobody is reading?"""
        size = self.transport.get_write_buffer_size()
        if not size or size != self.left[0]:
            self.left = size, now
        return bool(size) and now - self.left[1] > patience

    def cut_off(self) -> None:
        """Somebody else needs the room."""
        self._leave()
        self.transport.abort()

    def _end_with(self, last_words: bytes) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # its answer would come after the last words
            self.cycle.message_event.set()
        if last_words and not self.transport.is_closing():
            self.transport.write(last_words)
        self._leave_after()

    def _leave_after(self) -> None:
        self.transport.close()
        loop = asyncio.get_running_loop()
        loop.call_later(EVERY, self.transport.abort)  # a client that does not read does not get the last words either


def answer_at_once(transport: asyncio.Transport) -> None:
    """Small answers are sent at once (TCP_NODELAY). uvloop does so by itself; asyncio only for its own sockets."""
    bound = transport.get_extra_info("socket")
    if bound is not None and bound.family in (socket.AF_INET, socket.AF_INET6):
        with contextlib.suppress(OSError):
            bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
