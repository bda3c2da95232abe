"""What must hold of a server under stress: samples in `make test`, full counts in tools/proof_server.py.

Durability: whatever was acknowledged is there after kill -9, once. Races: of two answers exactly one is taken. Load is
in server_load.py, hostile messages are in server_hostile.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.support.server import Client, Process, an_option
from tests.support.server_load import AGAINST_BOT, SCENARIOS
from viermot.kernel.record import DECIDE
from viermot.server.store import Store, url_of
from viermot.server.table import live_of, read_table_row

HOT_SEAT = {"player": "me", "umpire": "me"}


def socket_of(client: Client) -> Any:
    """A WebSocket of a client, for asyncio."""
    where = client.base.replace("http", "ws", 1) + "/api/ws"
    words: dict[str, Any] = {"compression": None, "proxy": None, "max_size": None, "ping_interval": None}
    return connect(where, additional_headers=client.headers(), **words)


# -- durability ----------------------------------------------------------------------------------------------


@dataclass
class Acknowledged:
    """What the server has promised to have written."""

    decisions: dict[tuple[str, str, int], str] = field(default_factory=dict)
    rejected: list[dict[str, Any]] = field(default_factory=list)


async def _play_on(client: Client, table: str, kept: Acknowledged, seed: str) -> None:
    """Decide for every seat of a table that one holds, until the connection breaks or the game is over."""
    rng = random.Random(seed)
    async with socket_of(client) as socket:
        for seat in ("player", "umpire"):
            await socket.send(json.dumps({"type": "watch", "table": table, "seat": seat}))
        sent: dict[str, tuple[str, int, str]] = {}
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "done" and message["id"] in sent:
                seat, number, option = sent.pop(message["id"])
                kept.decisions[table, seat, number] = option
            elif message["type"] == "refused" and message["id"] in sent:
                kept.rejected.append(message)
            elif message["type"] == "view":
                if message["result"] is not None:
                    return
                if message["decision"] is not None:
                    number, seat = message["decision"]["number"], message["seat"]
                    option = str(an_option(message, rng.randrange(100)))
                    id_ = f"{seat} {number}"
                    if id_ not in sent and (table, seat, number) not in kept.decisions:
                        sent[id_] = seat, number, option
                        order = {"type": "decide", "table": table, "seat": seat, "number": number, "option": option}
                        await socket.send(json.dumps({**order, "id": id_}))


async def _play_until_killed(
    server: Process, client: Client, tables: list[str], kept: Acknowledged, seconds: float
) -> None:
    async def play(table: str) -> None:
        with contextlib.suppress(OSError, WebSocketException, EOFError):
            await _play_on(client, table, kept, f"{table} {seconds}")

    tasks = [asyncio.create_task(play(table)) for table in tables]
    await asyncio.sleep(seconds)
    await asyncio.to_thread(server.kill)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def kill_often(database: str, times: int, seed: str = "kill", games: int = 4) -> dict[str, int]:
    """Kill the server at random moments while clients and bots decide; check the log after every time."""
    rng = random.Random(seed)
    kept = Acknowledged()
    tables: list[str] = []
    figures = {"kills": 0, "acknowledged": 0, "entries": 0, "games": 0}
    for kill in range(times):
        server = Process(database, settings={"limits": False, "bot_processes": 1})
        try:
            client = Client(server.base)
            running = [table for table in tables if client.get(f"/api/tables/{table}")["over"] is None]
            while len(running) < games:
                seats = (HOT_SEAT, AGAINST_BOT)[len(tables) % 2]
                running.append(client.table(SCENARIOS[len(tables) % len(SCENARIOS)], seats=seats))
                tables.append(running[-1])
            asyncio.run(_play_until_killed(server, client, running, kept, rng.uniform(0.3, 2.5)))
            client.close()
        finally:
            server.kill()
        figures = {"kills": kill + 1, "acknowledged": len(kept.decisions), **check_log(database, kept)}
        figures["games"] = len(tables)
    return figures


def check_log(database: str, kept: Acknowledged) -> dict[str, int]:
    """Every acknowledged decision is in the log, in its place, once; and every record can be played again."""
    store = Store(url_of(database))
    entries = 0
    try:
        for table in {key[0] for key in kept.decisions}:
            rows = store.read_now(lambda connection, table=table: store.log(connection, table))  # type: ignore[misc]
            assert [row.seq for row in rows] == list(range(len(rows))), "a record with gaps or doubles"
            live_of(store.read_now(lambda connection, table=table: read_table_row(connection, table)), rows)  # type: ignore[misc]
            made: dict[str, list[str]] = {}
            for row in rows:
                if row.entry.what == DECIDE:
                    made.setdefault(row.entry.seat, []).append(row.entry.choice)
            for (game, seat, number), option in kept.decisions.items():
                if game == table:
                    assert number < len(made.get(seat, [])), f"decision {number} of {seat} at {game} is lost"
                    assert made[seat][number] == option, f"decision {number} of {seat} at {game} is another one"
            entries += len(rows)
    finally:
        store.close()
    return {"entries": entries}


# -- races ---------------------------------------------------------------------------------------------------


async def _answer_of(socket: ClientConnection, id_: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 30))
        if message["type"] in ("done", "refused") and message["id"] == id_:
            return message


async def _race(clients: list[Client], times: int) -> dict[str, int]:
    """Two clients answer the same decision at once, differently where they can."""
    won = [0, 0]
    refusals: dict[str, int] = {}
    done = 0
    async with contextlib.AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(socket_of(client)) for client in clients]
        while done < times:
            table = await asyncio.to_thread(clients[0].table, SCENARIOS[done % 3], seats=HOT_SEAT)
            while done < times:
                view = await asyncio.to_thread(_asked, clients[done % 2], table)
                if view is None:
                    break
                orders = [
                    json.dumps(
                        {"type": "decide", "table": table, "seat": view["seat"], "id": f"race {done}",
                         "number": view["decision"]["number"], "option": an_option(view, number)}
                    )
                    for number in range(2)
                ]  # fmt: skip
                pairs = list(zip(sockets, orders, strict=True))[:: 1 if done % 2 else -1]  # who is first takes turns
                await asyncio.gather(*[socket.send(order) for socket, order in pairs])
                answers = await asyncio.gather(*[_answer_of(socket, f"race {done}") for socket in sockets])
                kinds = [answer["type"] for answer in answers]
                assert sorted(kinds) == ["done", "refused"], answers
                won[kinds.index("done")] += 1
                refused = answers[kinds.index("refused")]
                assert refused["why"] in ("stale", "wrong seat", "over") and refused["text"], refused
                refusals[refused["why"]] = refusals.get(refused["why"], 0) + 1
                done += 1
    return {"races": done, "first": won[0], "second": won[1], **refusals}


def _asked(client: Client, table: str) -> dict[str, Any] | None:
    """The view of the seat that is asked, or None when the game is over."""
    for seat in ("player", "umpire"):
        view = client.view(table, seat)
        if view["result"] is not None:
            return None
        if view["decision"] is not None:
            return view
    raise AssertionError("nobody is asked")


def race(clients: list[Client], times: int) -> dict[str, int]:
    """So many races; the winners and what the losers were told."""
    return asyncio.run(_race(clients, times))
