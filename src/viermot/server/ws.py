"""The WebSocket: watch seats, decide, talk. Every message is answered; none changes anything before it is committed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from viermot.server import play
from viermot.server.accounts import COOKIE, Person, Visit
from viermot.server.http import check_origin, decode, known_locale, locale_of
from viermot.server.messages import wire
from viermot.server.messages.fields import Id
from viermot.server.messages.wire import Done
from viermot.server.published import shown_to
from viermot.server.push import Watch
from viermot.server.refusals import Refused, refusal_of

if TYPE_CHECKING:
    from viermot.server.app import Server

ENCODER: Final = msgspec.json.Encoder()
RECHECK: Final = 60.0  # seconds for which somebody connected is believed to be signed in
MAX_UNSENT: Final = 200  # messages by which a slow reader may be behind
NOT_SIGNED_IN, FOREIGN, SILENT, TOO_LARGE, TOO_MANY, RESTART = 4401, 4403, 4408, 4413, 4429, 1012
LOG: Final = logging.getLogger("viermot.server")


async def serve(server: Server, socket: WebSocket) -> None:
    """One connection from its first message to its last."""
    await socket.accept()
    try:
        check_origin(server, socket)
    except Refused:
        await socket.close(FOREIGN)
        return
    endings = server.accounts.endings
    visit = await server.accounts.visit(socket.cookies.get(COOKIE))
    if visit.person is None:
        await socket.close(NOT_SIGNED_IN)
        return
    if _too_many(server, visit.person):
        await socket.close(TOO_MANY)
        return
    connection = Connection(server, socket, visit)
    server.connections.add(connection)
    try:
        if endings != server.accounts.endings:  # he may have signed out while coming in
            again = await server.accounts.visit(socket.cookies.get(COOKIE))
            if again.person is None:
                connection.close(NOT_SIGNED_IN)
        await connection.run()
    finally:
        server.connections.discard(connection)
        server.watchers.remove(connection)


def _too_many(server: Server, person: Person) -> bool:
    """Is the house full, or would somebody fill it alone?"""
    own = sum(1 for connection in server.connections if connection.person.id == person.id)
    return len(server.connections) >= server.limits.connections or own >= server.limits.own_connections


class Connection:
    """Somebody connected."""

    def __init__(self, server: Server, socket: WebSocket, visit: Visit) -> None:
        assert visit.person is not None
        self.server = server
        self.socket = socket
        self.session = visit.session
        self.person = visit.person
        self.locale = locale_of(socket)
        self.watching: set[tuple[str, str]] = set()
        self.closing: int | None = None
        self._unsent: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_UNSENT)
        self._heard = self._known = time.monotonic()
        self._clock: asyncio.TimerHandle | None = None

    # -- sending -------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Send when the reader is ready; one that falls too far behind is cut off and may come back."""
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TOO_MANY)

    def say(self, message: wire.ServerMessage) -> None:
        """Send a message."""
        self.send(ENCODER.encode(message))

    def close(self, code: int) -> None:
        """End the connection with a reason, after sending what is still to be sent."""
        if self.closing is None:
            self.closing = code
            if self._unsent.full():
                while not self._unsent.empty():
                    self._unsent.get_nowait()
            self._unsent.put_nowait(None)

    async def _send_on(self) -> None:
        while (message := await self._unsent.get()) is not None:
            await self.socket.send({"type": "websocket.send", "text": message.decode()})
        await self.socket.close(self.closing or 1000)

    # -- receiving -----------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Read and answer until one of the two has had enough."""
        self._listen_for_silence()
        sending = asyncio.create_task(self._send_on())
        reading = asyncio.create_task(self._read_on())
        try:
            await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
            if not sending.done():
                await asyncio.wait((sending,), timeout=1 if self.closing else 0)
        finally:
            if self._clock is not None:
                self._clock.cancel()
            for task in (sending, reading):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                    await task

    async def _read_on(self) -> None:
        limits = self.server.limits
        who = self.server.proxies.asker(self.socket) if self.person.local else self.person.id
        while self.closing is None:
            raw = await self._receive()
            self._heard = time.monotonic()
            if not await self._still_signed_in():
                self.close(NOT_SIGNED_IN)
                return
            if len(raw) > limits.frame:
                self.close(TOO_LARGE)
                return
            try:
                self.server.gate.admit("frames", who, limits.frames)
            except Refused:
                self.close(TOO_MANY)
                return
            await self._to_the_end(self._answer(raw))

    async def _to_the_end(self, work: Coroutine[object, object, None]) -> None:
        """What was begun for somebody is finished, even if he has gone: he will find it when he comes back."""
        task = asyncio.ensure_future(work)
        self.server.under_way.add(task)
        task.add_done_callback(self.server.under_way.discard)
        await asyncio.shield(task)

    async def _still_signed_in(self) -> bool:
        """Check now and then: somebody may have signed out at another worker."""
        if not self.server.accounts.hosting or self._heard - self._known < RECHECK:
            return True
        self._known = self._heard
        return await self.server.accounts.person_of(self.session) is not None

    def _listen_for_silence(self) -> None:
        """End a silent connection: checked when it may be due, since a timer per message costs more."""
        left = self._heard + self.server.limits.silence - time.monotonic()
        if left <= 0:
            self.close(SILENT)
        elif self.closing is None:
            self._clock = asyncio.get_running_loop().call_later(left, self._listen_for_silence)

    async def _receive(self) -> bytes:
        received = await self.socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        text = received.get("text")
        return text.encode("utf-8", "replace") if text is not None else received.get("bytes") or b""

    async def _answer(self, raw: bytes) -> None:
        id_ = None
        try:
            asked = decode(raw, wire.ClientMessage)
            id_ = asked.id
            await HANDLERS[type(asked)](self, asked)
        except Exception as wrong:
            refused = refusal_of(wrong)
            if refused is None:
                LOG.exception("a message could not be answered")
                refused = Refused("busy", "server.busy")
            error = refused.error(self.locale)
            self.say(wire.Refused(id_ if id_ is not None else _id_of(raw), error.why, error.rule, error.text))

    # -- what can be asked -----------------------------------------------------------------------------------

    async def watch(self, asked: wire.Watch) -> None:
        """The view now, and whenever it changes."""
        self.locale = known_locale(asked.locale) or self.locale
        key = asked.table, asked.seat
        if key not in self.watching and len(self.watching) >= self.server.limits.watches:
            raise Refused("too many", "server.too_many_watches", most=self.server.limits.watches)
        table = await self.server.tables.get_in_turn(asked.table, self.person.id, fresh=True)
        shown_to(table, self.person.id).rights(self.person.id).must_see(asked.seat)
        await table.settled()
        watch = Watch(
            self, asked.table, asked.seat, self.person.id, self.locale, asked.since, asked.mark, asked.pictures
        )
        async with table.lock:
            if table.stale:
                await self.server.tables.catch_up(table)
            self.server.watchers.add(watch)
            self.watching.add(key)
            await self.server.watchers.show(table, watch, always=True)

    async def unwatch(self, asked: wire.Unwatch) -> None:
        """Stop sending a seat's view."""
        self.watching.discard((asked.table, asked.seat))
        self.server.watchers.remove(self, asked.table, asked.seat)
        self.say(Done(asked.id))

    async def decide(self, asked: wire.Decide) -> None:
        """Answer a question."""
        tables = self.server.tables
        await play.decide(
            tables, self.person.id, asked.table, asked.seat, asked.number, asked.option,
            lambda: self.say(Done(asked.id, asked.number)),
        )  # fmt: skip

    async def undo(self, asked: wire.Undo) -> None:
        """Take a decision back."""
        await play.undo(self.server.tables, self.person.id, asked.table, asked.seat, asked.to)
        self.say(Done(asked.id))

    async def orders(self, asked: wire.SetOrders) -> None:
        """What is to be answered on the seat's behalf."""
        await play.order(self.server.tables, self.person.id, asked.table, asked.seat, play.orders_in(asked))
        self.say(Done(asked.id))

    async def consent(self, asked: wire.Consent) -> None:
        """Answer another's wish to go back."""
        await play.consent(self.server.tables, self.person.id, asked.table, asked.seat, asked.agree)
        self.say(Done(asked.id))

    async def chat(self, asked: wire.Chat) -> None:
        """A line of chat."""
        person = self.person
        await play.say(self.server.tables, person.id, person.name, asked.table, asked.seat, asked.text)
        self.say(Done(asked.id))

    async def marks(self, asked: wire.SetMarks) -> None:
        """Pencil marks."""
        await play.set_marks(self.server.tables, self.person.id, asked.table, asked.seat, asked.marks)
        self.say(Done(asked.id))

    async def seen(self, asked: wire.Seen) -> None:
        """How many events have been looked at."""
        await play.set_seen(self.server.tables, self.person.id, asked.table, asked.seat, asked.events)
        self.say(Done(asked.id))

    async def ping(self, asked: wire.Ping) -> None:
        """Still here."""
        self.say(wire.Pong())


def _id_of(raw: bytes) -> Id:
    """The id of a message that could not be read any further."""
    try:
        found = msgspec.json.decode(raw)
    except (ValueError, RecursionError):
        return None
    id_ = found.get("id") if isinstance(found, dict) else None
    return id_ if isinstance(id_, str | int) and len(str(id_)[:61]) <= 60 else None


HANDLERS: Final[dict[type, Any]] = {
    wire.Watch: Connection.watch,
    wire.Unwatch: Connection.unwatch,
    wire.Decide: Connection.decide,
    wire.Undo: Connection.undo,
    wire.SetOrders: Connection.orders,
    wire.Consent: Connection.consent,
    wire.Chat: Connection.chat,
    wire.SetMarks: Connection.marks,
    wire.Seen: Connection.seen,
    wire.Ping: Connection.ping,
}
