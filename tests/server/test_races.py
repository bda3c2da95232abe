"""Two clients answer the same decision at once: exactly one wins. A sample; tools/proof_server.py does it 500 times."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tests.support import server_proofs
from tests.support.server import Client, InProcess, Postgres, Process, free_port, wait_until


def test_one_server_two_clients(local: InProcess) -> None:
    clients = [Client(local.base), Client(local.base)]
    figures = server_proofs.race(clients, 50)
    assert figures["races"] == 50 and figures["first"] + figures["second"] == 50


def test_two_servers_on_one_postgresql(postgres: Postgres) -> None:
    """Any worker serves any game: the clients sit at different ones, and the losers catch up from the log."""
    database = postgres.new_database()
    servers = [InProcess(database=database), InProcess(database=database)]
    try:
        clients = [Client(server.base) for server in servers]
        figures = server_proofs.race(clients, 25)
        assert figures["races"] == 25
    finally:
        for server in servers:
            server.stop()


def test_a_move_at_one_worker_is_pushed_by_the_other(postgres: Postgres) -> None:
    database = postgres.new_database()
    servers = [InProcess(database=database), InProcess(database=database)]
    try:
        here, there = (Client(server.base) for server in servers)
        table = here.hot_seat("1")
        with there.socket() as socket:
            view = socket.watch(table)
            here.decide(table, here.view(table), "0910 S")
            pushed = socket.view()
            assert pushed["events_from"] == len(view["events"]) and pushed["events"], "through LISTEN and NOTIFY"
            here.at(table, "chat", seat="player", text="hello over there")
            while (message := socket.receive())["type"] != "chat":
                pass
            assert message["line"]["text"] == "hello over there"
            assert there.view(table) == here.view(table)
            assert here.http.delete(f"/api/tables/{table}").status_code == 200
            while (message := socket.receive())["type"] != "gone":
                pass
        assert there.not_given(f"/api/tables/{table}")[0] == 404
    finally:
        for server in servers:
            server.stop()


def test_two_processes_on_one_sqlite_file(tmp_path: Path) -> None:
    """Somebody starts viermot twice: the second sees what the first does within a moment, and no decision is lost."""
    database = str(tmp_path / "shared.sqlite3")
    servers = [InProcess(database=database), InProcess(database=database)]
    try:
        here, there = (Client(server.base) for server in servers)
        table = here.hot_seat("1")
        assert there.view(table) == here.view(table)
        here.decide(table, here.view(table), "0910 S")
        status, error = there.refused(f"/api/tables/{table}/decide", seat="player", number=0, option="0911 S")
        assert (status, error["why"]) in ((409, "stale"), (403, "wrong seat"))
        wait_until(lambda: there.view(table) == here.view(table))
    finally:
        for server in servers:
            server.stop()


def test_workers_of_one_host(postgres: Postgres) -> None:
    """`viermot serve --workers 2`: both answer, and a game begun at one goes on at either."""
    server = Process(postgres.new_database(), hosting=True, port=free_port(), workers=2, settings={})
    try:
        client = Client(server.base).register("anna")
        table = client.table("1", seats={"player": "me", "umpire": "bot:plain"})
        for _ in range(6):
            client.http.headers["connection"] = "close"  # so that each request may meet another worker
            client.decide(table, client.my_turn(table))
        os.kill(server.process.pid, signal.SIGINT)
        assert server.process.wait(60) is not None
    finally:
        server.kill()
