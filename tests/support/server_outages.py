"""A server whose database restarts, or fails to commit, while people play: nothing acknowledged is lost, nothing that
was not committed is ever shown. And the pieces of the long proofs of the server, each by itself (tools/longrun.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
from sqlalchemy.exc import OperationalError
from websockets.exceptions import WebSocketException

from tests.support import server_hostile, server_proofs
from tests.support.server import Client, InProcess, Postgres, Process, an_option
from tests.support.server_load import AGAINST_BOT
from tests.support.server_proofs import HOT_SEAT, Acknowledged, socket_of
from viermot.kernel.record import chained
from viermot.server import rows, writer
from viermot.server.live import RESIGN
from viermot.server.store import Store, url_of
from viermot.server.table import live_of, read_table_row

SEATS = ("player", "umpire")
KILLS_A_PIECE, MESSAGES_A_PIECE = 10, 1000
OUTAGE = 1.0  # seconds
LOAD = 4  # games at once


@dataclass
class Told:
    """What the server has promised, and what it has shown."""

    kept: Acknowledged = field(default_factory=Acknowledged)
    heads: set[tuple[str, str]] = field(default_factory=set)  # of a table's record, as views had them
    busy: int = 0  # answers that said so


# -- people who do not give up -----------------------------------------------------------------------------------


async def play_through(client: Client, table: str, seats: tuple[str, ...], told: Told, seed: str) -> None:
    """Decide for these seats until one is stopped; whatever breaks is begun again."""
    rng = random.Random(seed)
    while True:
        with contextlib.suppress(OSError, WebSocketException, EOFError, TimeoutError):
            async with socket_of(client) as socket:
                await _play_on(socket, table, seats, told, rng)
        await asyncio.sleep(0.2)


async def _play_on(socket: Any, table: str, seats: tuple[str, ...], told: Told, rng: random.Random) -> None:
    for seat in seats:
        await socket.send(json.dumps({"type": "watch", "table": table, "seat": seat}))
    sent: dict[str, tuple[str, int, str]] = {}
    while True:
        async with asyncio.timeout(5):  # then from the beginning
            message = json.loads(await socket.recv())
        if message["type"] == "view":
            told.heads.add((table, message["head"]))
            if message["result"] is None and message["decision"] is not None:
                number, seat = message["decision"]["number"], message["seat"]
                option = str(an_option(message, rng.randrange(100)))
                sent[f"{seat} {number}"] = seat, number, option
                order = {"type": "decide", "table": table, "seat": seat, "number": number, "option": option}
                await socket.send(json.dumps({**order, "id": f"{seat} {number}"}))
        elif message["type"] == "done" and message["id"] in sent:
            seat, number, option = sent.pop(message["id"])
            told.kept.decisions[table, seat, number] = option
        elif message["type"] == "refused":
            told.busy += message["why"] == "busy"
            assert message["why"] in ("busy", "stale", "wrong seat", "over"), message
            await asyncio.sleep(0.1)
            return  # look again what there is


async def read_on(client: Client, table: str, seats: tuple[str, ...], told: Told) -> None:
    """Ask for the same over HTTP, all the time."""
    async with httpx.AsyncClient(base_url=client.base, headers=client.headers(), timeout=10) as asking:
        while True:
            for seat in seats:
                with contextlib.suppress(httpx.HTTPError):
                    answer = await asking.get(f"/api/tables/{table}/seats/{seat}")
                    assert answer.status_code in (200, 503), answer.text
                    if answer.status_code == 200:
                        told.heads.add((table, answer.json()["head"]))
            await asyncio.sleep(0.05)


def check(database: str, told: Told) -> dict[str, int]:
    """All that was acknowledged is there, once; and every head that was ever shown is one of the record's."""
    figures = server_proofs.check_log(database, told.kept)
    store = Store(url_of(database))
    try:
        for table in {table for table, _ in told.heads}:
            written = heads_of(store, table)
            shown = {head for game, head in told.heads if game == table}
            assert shown <= written, f"{len(shown - written)} of {len(shown)} states of {table} were never written"
    finally:
        store.close()
    return {**figures, "acknowledged": len(told.kept.decisions), "shown": len(told.heads), "busy": told.busy}


def heads_of(store: Store, table: str) -> set[str]:
    """The head of a record after each of its entries."""
    rows = store.read_now(lambda connection: store.log(connection, table))
    live = live_of(store.read_now(lambda connection: read_table_row(connection, table)), rows)
    entries = [row.entry for row in rows if row.entry.what != RESIGN]
    session = live.session
    return {chained(session.keys, session.commitment, entries[:place]) for place in range(len(entries) + 1)}


async def _load(client: Client, tables: dict[str, tuple[str, ...]], told: Told, seed: str, trouble: Any) -> None:
    """Play and read at all tables while trouble comes and goes, and a while after."""
    tasks = [asyncio.create_task(play_through(client, table, seats, told, f"{seed} {table}"))
             for table, seats in tables.items()]  # fmt: skip
    tasks += [asyncio.create_task(read_on(client, table, seats, told)) for table, seats in tables.items()]
    await asyncio.sleep(1.0)
    await asyncio.to_thread(trouble)
    before = len(told.kept.decisions)
    for _ in range(300):
        await asyncio.sleep(0.1)
        if len(told.kept.decisions) > before + 5 * LOAD:
            break
    while any(not task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=1)
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    wrong = [str(each) for each in ended if isinstance(each, BaseException) and str(each)]
    assert not wrong, wrong
    assert len(told.kept.decisions) > before, "nobody could play on afterwards"


def lay_out(client: Client) -> dict[str, tuple[str, ...]]:
    """Some tables: alone with both seats, and against the computer."""
    made: dict[str, tuple[str, ...]] = {}
    for number in range(LOAD):
        seats = (HOT_SEAT, AGAINST_BOT)[number % 2]
        made[client.table(("4B", "1")[number // 2 % 2], seats=seats)] = SEATS if number % 2 == 0 else SEATS[:1]
    return made


# -- trouble -------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL of one's own."""
    folder = Path(tempfile.mkdtemp(prefix="viermot-pg-"))
    postgres = Postgres(folder)
    try:
        yield postgres
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def own_folder() -> Iterator[str]:
    """A folder for an SQLite file."""
    with tempfile.TemporaryDirectory(prefix="viermot-proof-") as folder:
        yield str(Path(folder) / "games.sqlite3")


def restart_postgres(index: int) -> dict[str, int]:
    """PostgreSQL is restarted while people play: at once, or with time to end what it does."""
    told = Told()
    with own_postgres() as postgres:
        database = postgres.new_database()
        server = Process(database, settings={"limits": False, "bot_processes": 1})
        try:
            client = Client(server.base)
            tables = lay_out(client)
            mode = ("immediate", "fast")[index % 2]
            asyncio.run(_load(client, tables, told, f"restart {index}", lambda: postgres.restart(mode)))
            assert client.get("/health")["heartbeat"] < 5
            client.close()
        finally:
            server.kill()
        return {"restarts": 1, **check(database, told)}


class NoCommits:
    """For a while every transaction does its work and then fails."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.fails = False
        self.failed = 0
        do, add_all = Store.do, rows.add_all

        def hindered(store: Store, connection: Any, job: Any) -> Any:
            result = do(store, connection, job)
            self._hinder()
            return result

        def hindered_add(*words: Any) -> None:
            self._hinder()
            add_all(*words)

        stack.enter_context(mock.patch.object(Store, "do", hindered))
        stack.enter_context(mock.patch.object(writer, "add_all", hindered_add))

    def _hinder(self) -> None:
        if self.fails:
            self.failed += 1
            raise OperationalError("", {}, Exception("the disk is full"))


def fail_commits(index: int) -> dict[str, int]:
    """Commits fail while people play; by turns on SQLite and on PostgreSQL."""
    told = Told()
    with contextlib.ExitStack() as stack:
        if index % 2:
            database = stack.enter_context(own_postgres()).new_database()
        else:
            database = stack.enter_context(own_folder())
        trouble = NoCommits(stack)
        server = InProcess(database=database, limits=False, bot_processes=1)
        try:
            client = Client(server.base)
            tables = lay_out(client)

            def outage() -> None:
                trouble.fails = True
                time.sleep(OUTAGE)
                trouble.fails = False

            asyncio.run(_load(client, tables, told, f"commits {index}", outage))
            client.close()
        finally:
            server.stop()
        assert trouble.failed and told.busy, "nothing failed"
        return {"outages": 1, "failed commits": trouble.failed, **check(database, told)}


# -- pieces of the long proofs -------------------------------------------------------------------------------------


def kills_on_sqlite(index: int) -> dict[str, int]:
    """Some kills, on a database of their own."""
    with own_folder() as database:
        return server_proofs.kill_often(database, KILLS_A_PIECE, f"kill {index}")


def kills_on_postgres(index: int) -> dict[str, int]:
    """The same on PostgreSQL."""
    with own_postgres() as postgres:
        return server_proofs.kill_often(postgres.new_database(), KILLS_A_PIECE, f"kill {index}")


def hostile_messages(index: int, times: int = MESSAGES_A_PIECE) -> dict[str, Any]:
    """Some hostile messages: by turns over the WebSocket and over HTTP."""
    with own_folder() as database:
        server = Process(database, hosting=True, settings={"limits": False})
        try:
            scene = server_hostile.set_scene(database, server.base)
            if index % 2:
                server_hostile.hostile_requests(scene, times, index)
            else:
                server_hostile.hostile_frames(scene, times, f"frames {index}")
        finally:
            server.kill()
    assert not scene.found, "; ".join(scene.found[:5])
    return {"messages": sum(scene.answers.values()), "answers": dict(sorted(scene.answers.items()))}
