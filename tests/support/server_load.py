"""Many games at once at a steady rate: how long people wait for a server that has much to do.

Every decision is due at a time fixed beforehand, whatever became of the one before, and its wait counts from then: a
server that falls behind cannot slow its own measure down. The clients share the machine with the server, so they do as
little as they can.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

import msgspec
import uvloop

from tests.support.server import PATIENCE, Client, an_option

AGAINST_BOT = {"player": "me", "umpire": "bot:plain"}
AGAINST_STANDARD = {"player": "me", "umpire": "bot:standard"}
SCENARIOS = ("1", "4B", "8", "3")
SPARE = 8  # tables laid out for those whose game ends
SHORT_GAME = 75  # decisions of a player in one game, at least on average: one more table for every so many
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


@dataclass
class Timings:
    """How long decisions took, in milliseconds."""

    done: list[float] = field(default_factory=list)  # from when they were due
    answered: list[float] = field(default_factory=list)  # from when they were sent
    late: int = 0  # not acknowledged when the time was up
    games: int = 0  # begun, those before the clock ran included
    errors: list[str] = field(default_factory=list)
    processor: float = 0.0  # seconds of processor time that the server took, and its bots


def percentile(times: list[float], percent: float) -> float:
    """The time that this share of them stays under."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0


# -- a WebSocket with as little work as can be -----------------------------------------------------------------


class Said(msgspec.Struct):
    """What a server says, as far as these players care; the rest is not even read."""

    type: str
    id: Any = None
    table: str = ""
    seat: str = ""
    decision: Any = None
    result: Any = None
    ended: Any = None
    text: str = ""


SAID = msgspec.json.Decoder(Said)


class Line(asyncio.Protocol):
    """A connection to a server."""

    def __init__(self) -> None:
        self.transport: Any = None
        self._bytes = b""
        self._open = False
        self._heard: deque[Said] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._lost = False

    @classmethod
    async def to(cls, client: Client) -> Line:
        """A WebSocket of a client."""
        where = urlsplit(client.base)
        host, port = str(where.hostname), int(where.port or 0)
        _, line = await asyncio.get_running_loop().create_connection(cls, host, port)
        key = base64.b64encode(os.urandom(16)).decode()
        words = {
            "host": where.netloc, "upgrade": "websocket", "connection": "Upgrade", "sec-websocket-key": key,
            "sec-websocket-version": "13", **client.headers(),
        }  # fmt: skip
        head = "".join(f"{name}: {value}\r\n" for name, value in words.items())
        line.transport.write(f"GET /api/ws HTTP/1.1\r\n{head}\r\n".encode())
        await line._more()
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def connection_lost(self, wrong: Exception | None) -> None:
        self._lost = True
        self._wake()

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        if not self._open:
            head, end, rest = self._bytes.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open, self._bytes = True, rest
            self._wake()
        while self._one_frame():
            pass

    def _one_frame(self) -> bool:
        """Take a frame off what has come; False if it is not whole yet. A server's frames are not masked."""
        found = self._bytes
        if len(found) < 2:
            return False
        kind, length, start = found[0] & 15, found[1] & 127, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(found[2:start], "big")
        if len(found) < start + length:
            return False
        body, self._bytes = found[start : start + length], found[start + length :]
        if kind == TEXT:
            self._heard.append(SAID.decode(body))
            self._wake()
        elif kind == PING:
            self._write(PONG, body)
        elif kind == CLOSE:
            self.connection_lost(None)
        return True

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def _more(self) -> None:
        if self._lost:
            raise ConnectionError("the server has closed the connection")
        self._waiting = asyncio.get_running_loop().create_future()
        async with asyncio.timeout(PATIENCE):
            await self._waiting

    async def hear(self) -> Said:
        """The next thing the server says."""
        while not self._heard:
            await self._more()
        return self._heard.popleft()

    def say(self, **message: Any) -> None:
        """A message to the server."""
        self._write(TEXT, json.dumps(message).encode())

    def _write(self, kind: int, body: bytes) -> None:
        """A frame, masked with noughts: a client has to mask, but nothing says with what."""
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(bytes([0x80 | kind]) + size + bytes(4) + body)


# -- players -----------------------------------------------------------------------------------------------------


class Begun:
    """Everybody waits until everybody is there, or has failed to come; then the time runs."""

    def __init__(self, games: int, tell: Callable[[], None]) -> None:
        self.missing = games
        self.at = 0.0
        self._tell = tell
        self._all = asyncio.Event()

    def one_more(self) -> None:
        self.missing -= 1
        if not self.missing:
            self._tell()
            self.at = time.perf_counter()
            self._all.set()

    async def all_there(self) -> float:
        """When the time began to run."""
        await self._all.wait()
        return self.at


@dataclass
class Player:
    """Somebody who plays one game after another, with a decision due every so often."""

    tables: asyncio.Queue[str]
    rng: random.Random
    timings: Timings
    line: Line = field(init=False)
    seen: Said | None = None
    sent: int = 0

    async def play(self, client: Client, rate: float, seconds: float, begun: Begun) -> None:
        """Decide at that rate for so long, from when all are there."""
        try:
            self.line = await Line.to(client)
            await self._question()
        finally:
            begun.one_more()
        start = await begun.all_there()
        due = start + self.rng.random() / rate
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self._decide(await self._question(), due)
            self.timings.late += time.perf_counter() > start + seconds
            due += 1 / rate
        self.line.transport.close()

    async def _question(self) -> Said:
        """What the player is asked now; where a game is over, by the next one."""
        while self.seen is None or self.seen.decision is None:
            over = self.seen is not None and (self.seen.result is not None or self.seen.ended is not None)
            if self.seen is None or over:
                async with asyncio.timeout(PATIENCE):
                    table = await self.tables.get()
                self.seen = Said("view", table=table)
                self.line.say(type="watch", table=table, seat="player")
                self.timings.games += 1
            self._keep(await self.line.hear())
        return self.seen

    def _keep(self, said: Said) -> None:
        if said.type == "view" and self.seen is not None and said.table == self.seen.table:
            self.seen = said

    async def _decide(self, view: Said, due: float) -> None:
        self.sent += 1
        option = an_option({"decision": view.decision}, self.rng.randrange(100))
        number, view.decision = view.decision["number"], None
        sent = time.perf_counter()
        self.line.say(type="decide", table=view.table, seat=view.seat, number=number, option=option, id=self.sent)
        while True:
            said = await self.line.hear()
            if said.type == "done" and said.id == self.sent:
                now = time.perf_counter()
                self.timings.done.append((now - min(due, sent)) * 1000)  # clocks of event loops run a little ahead
                self.timings.answered.append((now - sent) * 1000)
                return
            if said.type == "refused" and said.id == self.sent:
                raise AssertionError(f"a legal answer was refused: {said.text}")
            self._keep(said)


async def _lay_out(
    client: Client, tables: asyncio.Queue[str], scenarios: Iterator[str], wanted: int, sitting: dict[str, str]
) -> None:
    """New tables until there are this many. Setting up is no decision: nobody's next game should wait for it."""
    while tables.qsize() < wanted:
        await tables.put(await asyncio.to_thread(client.table, next(scenarios), seats=sitting))


async def _keep_some(
    client: Client, tables: asyncio.Queue[str], scenarios: Iterator[str], sitting: dict[str, str]
) -> None:
    while True:
        await _lay_out(client, tables, scenarios, SPARE, sitting)
        await asyncio.sleep(0.1)


async def _load(
    client: Client, games: int, rate: float, seconds: float, tell: Callable[[], None], sitting: dict[str, str]
) -> Timings:
    timings = Timings()
    tables: asyncio.Queue[str] = asyncio.Queue()
    scenarios = cycle(SCENARIOS)
    beforehand = games + round(games * rate * seconds / SHORT_GAME)
    await asyncio.gather(*[_lay_out(client, tables, scenarios, beforehand, sitting) for _ in range(2)])
    laying = [asyncio.create_task(_keep_some(client, tables, scenarios, sitting)) for _ in range(2)]
    begun = Begun(games, tell)
    players = [Player(tables, random.Random(f"load {game}"), timings) for game in range(games)]
    tasks = [player.play(client, rate, seconds, begun) for player in players]
    results = await asyncio.gather(*tasks, return_exceptions=True)
    for task in laying:
        task.cancel()
    results += await asyncio.gather(*laying, return_exceptions=True)
    timings.errors += [repr(found) for found in results if isinstance(found, Exception)]
    return timings


def load(
    client: Client,
    games: int,
    rate: float,
    seconds: float,
    tell: Callable[[], None] = lambda: None,
    sitting: dict[str, str] = AGAINST_BOT,
) -> Timings:
    """Many games at once, each at the same rate of decisions, for a while; ``tell`` is called when they begin."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_load(client, games, rate, seconds, tell, sitting))
