"""A whole server in this process, without sockets, threads or time: people talk to its ASGI application directly.

The clock is turned: when nothing is left to do it jumps to the next moment at which something will be. So a pause costs
nothing, every moment is exact, and whoever compares two worlds can compare moments as well as bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import selectors
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import event, insert

from viermot import Session
from viermot.kernel.decision import Decision
from viermot.kernel.perspective import seen_so_far
from viermot.server import bot_process, clock, snapshots
from viermot.server import live as live_module
from viermot.server.accounts import COOKIE, Person, Visit
from viermot.server.app import Server, create_app
from viermot.server.bot_workers import BotProcess, BotWorkers, Choice
from viermot.server.config import Config
from viermot.server.leaving import delete_table
from viermot.server.live import Live, Shown
from viermot.server.schema import games, people
from viermot.server.schema import seats as seats_table
from viermot.server.seats import SeatRow
from viermot.server.store import Addition
from viermot.server.table import Table, TableRow

BEGIN: Final = 1_000_000.0
HOST: Final = "localhost"
FOR_EVER: Final = 1e9
PATIENCE: Final = 3600.0  # people who do not move for so long count as gone; nobody here does
A_MOMENT: Final = 0.002  # seconds in which a bot answers that does not search
Mind = Callable[[Session, Decision], int]  # the index of the option that is chosen


class _Turned(selectors.DefaultSelector):
    """Waits for nothing: the time that would pass has passed."""

    loop: Turned

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found and timeout is None:
            raise RuntimeError("nobody has anything left to do")
        if not found and timeout:
            self.loop.moment += timeout
        return found


class Turned(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps; what should go to a thread is done at once."""

    def __init__(self) -> None:
        self.moment = BEGIN
        selector = _Turned()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.moment

    def run_in_executor(self, executor: Any, func: Any, *words: Any) -> Any:  # type: ignore[override]
        done = self.create_future()
        try:
            done.set_result(func(*words))
        except Exception as wrong:
            done.set_exception(wrong)
        return done


class AtOnce:
    """Workers without threads: what is given is done."""

    def give(self, job: Callable[[], Any]) -> asyncio.Future[Any]:
        done = asyncio.get_running_loop().create_future()
        try:
            result = job()
            done.set_result(result.result() if isinstance(result, Future) else result)
        except Exception as wrong:
            done.set_exception(wrong)
        return done


class Counsellors:
    """Thinks at once and in the house, as the bots' processes do elsewhere; what the usual bot would do.

    With ``by`` empty it is what the best would, and chances are found by playing on: that takes a while.
    """

    count = 2
    by = "standard"

    async def mind(self, table: Table, wanted: Any, known: int, whole: bool = False) -> Any:
        told: list[Any] = []
        by = {"by": self.by} if wanted["what"] == "advice" else {}
        bot_process.think(table.live, {**wanted, **by}, lambda **line: told.append(msgspec.to_builtins(line)))
        for line in told:
            yield line


class InTheHouse:
    """Thinks for the bots of a table where their process would: with the mind the story gives them, for as long as it
    says.
    """

    knows: Final[dict[str, tuple[int, str]]] = {}

    def __init__(self, house: House) -> None:
        self.house = house

    async def choices(self, table: Table, limit: float, instead: str | None) -> AsyncGenerator[Choice, None]:
        """One answer, of the seat that is asked."""
        seat = table.live.bot_asked()
        if seat is None:
            return
        session = table.live.session
        decision = next(decision for decision in session.pending if decision.seat == seat)
        thought = self.house.thinks(seat, decision.kind) if instead is None else A_MOMENT
        await asyncio.sleep(thought)
        option = decision.options[self.house.minds[table.id, seat](session, decision)]
        yield Choice(seat, decision.number, option, {})

    def forget(self, table_id: str) -> None:
        """It has nothing to remember."""


class BotsOfTheHouse(BotWorkers):
    """The server's own bots, their line, their pauses and what is lent; but they think in the house."""

    def __init__(self, house: House) -> None:
        super().__init__(house.server.tables, 2)
        self.mind_of_all: Any = InTheHouse(house)

    @contextlib.asynccontextmanager
    async def _worker(self, table_id: str) -> AsyncIterator[BotProcess]:
        yield self.mind_of_all


class House:
    """A server, its people, and the bots' minds, all on one clock."""

    def __init__(self, folder: Path) -> None:
        self.app = create_app(Config(database=str(folder / "wire.db"), hosting=True, limits=False))
        self.server: Server = self.app.state.server
        self.minds: dict[tuple[str, str], Mind] = {}  # bots by table and seat
        self.thinks: Callable[[str, str], float] = lambda seat, kind: A_MOMENT  # seconds, for a seat's question
        self._number = 0
        store: Any = self.server.store
        store.writer.close()
        store.write, store.adding, store.write_soon = self._write, self._adding, lambda job: None
        store.write_now = self._do
        event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
        store.engine.dispose()
        accounts: Any = self.server.accounts
        accounts.visit, accounts.is_csrf, accounts.person_of = self._visit, lambda *_: True, self._person_of
        self.server.limits = replace(self.server.limits, silence=FOR_EVER)  # nobody here has a page that pings
        snapshots.is_due = lambda live: False
        live_module.TRIMMED_EVERY = 10**9  # type: ignore[misc]  # of dice written down no game can be played again
        tables: Any = self.server.tables
        tables.workers = AtOnce()
        tables._let_some_go = lambda wanted: None  # how these games began is written nowhere
        self.bots = BotsOfTheHouse(self)
        counsellors: Any = Counsellors()
        self.server.minds.begin(counsellors)

    def close(self) -> None:
        self.server.store.engine.dispose()

    # -- what a real house has threads and passwords for ---------------------------------------------------

    def _do(self, job: Any) -> Any:
        store = self.server.store
        with store.engine.connect().execution_options(viermot_writes=True) as connection, connection.begin():
            result = store.do(connection, job)
        store.forget_notices()
        return result

    async def _write(self, job: Any) -> Any:
        return self._do(job)

    def _adding(self, game: str, rows: Any, values: Any, also: Any = None) -> Future[bool]:
        added: Future[bool] = Future()
        added.set_result(bool(self._do(Addition(game, rows, values, also))))
        return added

    async def _visit(self, cookie: str | None) -> Visit:
        return Visit(cookie or "", Person(cookie, cookie) if cookie else None)

    async def _person_of(self, session: str) -> Person:
        return Person(session, session)

    # -- tables ----------------------------------------------------------------------------------------------

    def table(
        self, session: Session, sitting: dict[str, str | None], minds: dict[str, Mind], bot: str = "standard"
    ) -> str:
        """A table of this very session; seats with a mind are bots'."""
        self._number += 1
        game = f"wire-{self._number:08}"
        session.plays_elsewhere = True  # the server sees to bots and orders
        live = Live(session)
        live.length = len(session.record)
        live.logged = session.state.logged
        asked = live._asked(session.state)
        live.shown = {
            seat: Shown(it.bits, seen_so_far(session.state, it.bits), asked.get(seat), session.head, clock.now())
            for seat, it in live.shown.items()
        }
        for seat in minds:
            session.seats[seat] = bot
            self.minds[game, seat] = minds[seat]
        row = TableRow(
            game, session.setup.game, "owner", session.setup.to_json(), session.key.hex(), None, True, False,
            clock.now(), clock.now(), session.commitment, None, None, None, None, None, PATIENCE,
            {"on": True},  # they have agreed on advice
        )  # fmt: skip
        seats = {
            seat: SeatRow(seat, person, person, bot if seat in minds else None, False)
            for seat, person in sitting.items()
        }
        self._do(lambda connection: self._lay(connection, row, seats))
        self.server.tables._held[game] = Table(row, seats, live, [])
        return game

    def _lay(self, connection: Any, row: TableRow, seats: dict[str, SeatRow]) -> None:
        names = {"owner", *(seat.person for seat in seats.values() if seat.person)}
        for name in names:
            line = {"id": name, "name": name, "folded": name, "password": "", "created": 0}
            known = {column.name for column in people.c}
            connection.execute(
                self.server.store.insert(people).on_conflict_do_nothing(),
                {key: value for key, value in line.items() if key in known},
            )
        connection.execute(insert(games), vars(row))
        for seat in seats.values():
            connection.execute(insert(seats_table), {
                "game": row.id, "seat": seat.seat, "person": seat.person, "bot": seat.bot, "invitation": None,
                "marks": [], "seen": 0, "asked": False, "events": 0, "changed": 0.0, "line": {},
            })  # fmt: skip

    def found(self, game: str) -> Table:
        held = self.server.tables.held(game)
        assert held is not None
        return held

    def forget(self, game: str) -> None:
        self.server.tables._held.pop(game, None)
        self.server.tables._unlisted.pop(game, None)
        self.server.watchers._of.pop(game, None)
        self._do(lambda connection: delete_table(connection, game))

    # -- people ------------------------------------------------------------------------------------------------

    async def ask(self, person: str, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """One request, answered."""
        parts = urlsplit(path)
        headers = [(b"host", HOST.encode()), (b"cookie", f"{COOKIE}={person}".encode())]
        content = b"" if body is None else json.dumps(body).encode()
        if method == "POST":
            headers.append((b"content-type", b"application/json"))
            content = content or b"{}"
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": parts.path,
            "raw_path": parts.path.encode(), "query_string": parts.query.encode(), "headers": headers,
            "client": ("127.0.0.1", 1), "server": (HOST, 80), "root_path": "",
        }  # fmt: skip
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        told = b"".join(message.get("body", b"") for message in sent if message["type"] == "http.response.body")
        return sent[0]["status"], told

    @contextlib.asynccontextmanager
    async def socket(self, person: str) -> Any:
        """Somebody connected."""
        page = Page(self, person)
        try:
            yield page
        finally:
            await page.close()


class Page:
    """A WebSocket: what it is sent, with the moment of each frame."""

    def __init__(self, house: House, person: str) -> None:
        self.frames: list[tuple[float, str]] = []
        self.on_frame: Callable[[dict[str, Any]], Awaitable[None] | None] = lambda told: None
        self._in: asyncio.Queue[Any] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self._numbers = 0
        scope = {
            "type": "websocket", "scheme": "ws", "path": "/api/ws", "raw_path": b"/api/ws", "query_string": b"",
            "headers": [(b"host", HOST.encode()), (b"cookie", f"{COOKIE}={person}".encode())],
            "client": ("127.0.0.1", 1), "server": (HOST, 80), "root_path": "", "subprotocols": [],
        }  # fmt: skip
        self._task = asyncio.create_task(house.app(scope, self._in.get, self._sent))

    async def _sent(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.frames.append((clock.now(), message["text"]))
            waits = self.on_frame(json.loads(message["text"]))
            if waits is not None:
                await waits

    def send(self, **message: Any) -> int:
        self._numbers += 1
        self._in.put_nowait({"type": "websocket.receive", "text": json.dumps({**message, "id": self._numbers})})
        return self._numbers

    async def close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        with contextlib.suppress(Exception):
            await self._task


@contextlib.contextmanager
def a_house() -> Iterator[House]:
    """A server for as many worlds as one likes, one after the other."""
    due, trimmed = snapshots.is_due, live_module.TRIMMED_EVERY
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            yield house
        finally:
            house.close()
            snapshots.is_due, live_module.TRIMMED_EVERY = due, trimmed  # type: ignore[misc]


def live_through(story: Callable[[], Any]) -> Any:
    """Run a story on a clock that is turned."""
    loop = Turned()
    real, clock.now = clock.now, lambda: loop.moment
    steady, clock.steady = clock.steady, lambda: loop.moment
    try:
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(story())
    finally:
        clock.now, clock.steady = real, steady
        pending = asyncio.all_tasks(loop)
        for task in pending:
            task.cancel()
        with contextlib.suppress(Exception):
            loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        asyncio.set_event_loop(None)
        loop.close()
