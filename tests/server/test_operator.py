"""What an operator does on the command line: backup, restore, games-of, show, rewind, prune."""

from __future__ import annotations

import gzip
import json
import secrets
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import Client, InProcess, Postgres, Socket, play_to_the_end, wait_until
from viermot.cli import main
from viermot.server import lobby, operations, tables, writer
from viermot.server.store import Busy, Store, url_of


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_backup_of_a_running_server_is_restored_elsewhere(
    tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    """From SQLite to PostgreSQL and back: people, games, marks and talk are all there."""
    first = str(tmp_path / "first.sqlite3")
    server = InProcess(database=first, hosting=True)
    client = Client(server.base).register("anna")
    table = client.table("4B", seed="backup")
    client.decide(table, client.my_turn(table))
    client.at(table, "marks", seat="player", marks=["0712"])
    client.at(table, "chat", seat="player", text="remember this")
    before = client.my_turn(table)
    file, again = str(tmp_path / "all.backup"), str(tmp_path / "again.backup")
    assert run(capsys, "backup", file, "--database", first)[0] == 0
    server.stop()
    second, third = postgres.new_database(), str(tmp_path / "third.sqlite3")
    assert run(capsys, "restore", file, "--database", second)[0] == 0
    assert run(capsys, "backup", again, "--database", second)[0] == 0
    assert run(capsys, "restore", again, "--database", third)[0] == 0
    for database in (second, third):
        server = InProcess(database=database, hosting=True)
        client = Client(server.base).login("anna")
        assert client.view(table) == before
        server.stop()
    code, _, error = run(capsys, "restore", file, "--database", third)
    assert code == 2 and "already" in error
    Path(file).write_bytes(gzip.compress(gzip.decompress(Path(file).read_bytes()).replace(b"0712", b"0713")))
    code, _, error = run(capsys, "restore", file, "--database", str(tmp_path / "fourth.sqlite3"))
    assert code == 2 and "damaged" in error


def test_a_rewind_is_seen_at_the_table_with_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By a command in a process of its own, while the server runs."""
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database)
    try:
        me = Client(server.base)
        table = me.hot_seat("1")
        me.decide(table, me.view(table), "0910 S")
        for _ in range(6):
            for seat in ("player", "umpire"):
                if (view := me.view(table, seat))["decision"]:
                    me.decide(table, view)
        code, out, _ = run(capsys, "show", table, "--database", database, "--json")
        record = json.loads(out)["record"]
        place = next(entry["seq"] for entry in record if entry["choice"] == "0910 S")
        with me.socket() as socket:
            socket.watch(table)
            command = [
                sys.executable,
                "-m",
                "viermot.cli",
                "rewind",
                table,
                "--to",
                str(place),
                "--reason",
                "a mistake",
            ]
            assert subprocess.run([*command, "--database", database], check=False).returncode == 0
            heard = [socket.receive(), socket.receive()]
        said = next(message for message in heard if message["type"] == "chat")
        assert said["line"]["text"] == "a mistake" and said["line"]["seat"] == "operator"
        view = next(message for message in heard if message["type"] == "view")
        assert view["decision"]["kind"] == "place_fighter" and view["decision"]["number"] == 0
        me.decide(table, me.view(table), "0911 S")
        code, out, _ = run(capsys, "show", table, "--database", database)
        assert code == 0 and "reason=a mistake" in out and "place_fighter 0911 S" in out
        code, _, error = run(capsys, "rewind", table, "--to", "999", "--reason", "x", "--database", database)
        assert code == 2 and "999" in error
    finally:
        server.stop()


def rewound(database: str, table: str) -> None:
    """What the command does, by another connection to the same file."""
    store = Store(url_of(database))
    record = operations.show(store, table)["record"]
    operations.rewind(store, table, next(entry["seq"] for entry in record if entry["choice"] == "0910 S"), "a mistake")
    store.close()


def heard_of_it(socket: Socket) -> bool:
    """Are both told, the reason and the new view, in whichever order?"""
    heard = {message["type"]: message for message in (socket.receive(), socket.receive())}
    return bool(heard["chat"]["line"]["text"] == "a mistake" and heard["view"]["decision"]["kind"] == "place_fighter")


def test_a_rewind_before_the_server_first_looked_round_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever another wrote before the writer had ever asked for the file's version, it has yet to hear of."""
    database, may_look, first_look = str(tmp_path / "games.sqlite3"), threading.Event(), writer.Hand._look_round

    def late(self: writer.Hand) -> None:
        if may_look.is_set():
            first_look(self)

    monkeypatch.setattr(writer.Hand, "_look_round", late)
    server = InProcess(database=database)
    try:
        me = Client(server.base)
        table = me.hot_seat("1")
        me.decide(table, me.view(table), "0910 S")
        with me.socket() as socket:
            socket.watch(table)
            rewound(database, table)
            may_look.set()
            assert heard_of_it(socket)
    finally:
        server.stop()


def test_what_cannot_be_read_at_once_is_read_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database fails while the server follows what another has written: nobody tells of it again, so it retries."""
    monkeypatch.setattr(tables, "TRIED_AGAIN", 0.05)
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database)
    try:
        me = Client(server.base)
        table = me.hot_seat("1")
        me.decide(table, me.view(table), "0910 S")
        with me.socket() as socket:
            socket.watch(table)
            failures, read = ["once", "twice"], server.server.store.read

            async def fails(job: Any) -> Any:
                if failures:
                    raise Busy(failures.pop())
                return await read(job)

            monkeypatch.setattr(server.server.store, "read", fails)
            rewound(database, table)
            assert heard_of_it(socket) and not failures
    finally:
        server.stop()


@pytest.mark.parametrize("ending", ["resigned", "over"])
def test_a_game_that_is_over_can_be_taken_back(tmp_path: Path, ending: str) -> None:
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database)
    me = Client(server.base)
    table = me.table("1", seed="over")
    if ending == "resigned":
        me.decide(table, me.my_turn(table))
        me.my_turn(table)
        me.at(table, "resign", seat="player")
    else:
        play_to_the_end(me, table)
    server.stop()
    store = Store(url_of(database))
    last = len(operations.show(store, table)["record"]) - (2 if ending == "resigned" else 1)
    operations.rewind(store, table, last, "by mistake")
    store.close()
    server = InProcess(database=database)
    me = Client(server.base)
    view = me.my_turn(table)
    assert view["result"] is None and view["ended"] is None and view["decision"] is not None and view["key"] is None
    assert me.get(f"/api/tables/{table}")["over"] is None
    assert play_to_the_end(me, table)["result"] and me.get(f"/api/tables/{table}/verify")["fair"]
    server.stop()


def test_the_id_of_a_table_can_be_typed_after_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter(["-flag", "-another", "name"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(words))
    assert lobby.new_id() == "name"


def test_games_of_somebody_and_pruning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database)
    me = Client(server.base)
    done, running = me.table("1"), me.table("4B")
    me.my_turn(done)
    me.at(done, "resign", seat="player")
    me.my_turn(running)
    server.stop()
    code, out, _ = run(capsys, "games-of", "local", "--database", database)
    assert code == 0 and done in out and "resigned" in out and "running" in out
    listed = json.loads(run(capsys, "games-of", "local", "--database", database, "--json")[1])
    assert {game["id"] for game in listed} == {done, running}
    assert run(capsys, "games-of", "nobody", "--database", database)[0] == 2
    assert "0 games" in run(capsys, "prune", "--older-than", "1", "--database", database)[1]
    time.sleep(0.05)
    none = ["--older-than", "0", "--database", database]
    assert run(capsys, "prune", *none, "--dry-run")[1].split()[0] == done
    assert "1 game deleted" in run(capsys, "prune", *none)[1]
    assert running in run(capsys, "prune", *none, "--unfinished")[1]
    assert run(capsys, "games-of", "local", "--database", database)[1] == ""
    assert run(capsys, "show", done, "--database", database)[0] == 2


def test_the_command_line_starts_a_server_and_says_where(tmp_path: Path) -> None:
    from tests.support.server import Process

    server = Process(str(tmp_path / "cli.sqlite3"))
    assert server.base.startswith("http://127.0.0.1:")
    client = Client(server.base)
    assert client.me["user"]["local"]
    server.stop()


def test_bad_ways_to_start_are_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, local: Any
) -> None:
    database = ["--database", str(tmp_path / "x.sqlite3")]
    code, _, error = run(capsys, "serve", "--workers", "2", *database)
    assert code == 2 and "PostgreSQL" in error
    port = local.base.rpartition(":")[2]
    code, _, error = run(capsys, "open", "--no-browser", "--port", port, *database)
    assert code == 2 and port in error
    code, _, error = run(capsys, "serve", "--database", "oracle://x/y")
    assert code == 2 and "oracle" in error


def test_a_game_that_was_over_goes_on_with_dice_that_nobody_can_know(tmp_path: Path) -> None:
    """Its key has been shown to everybody."""
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database)
    try:
        me = Client(server.base)
        table = me.hot_seat("1")
        me.decide(table, me.view(table), "0910 S")
        me.at(table, "resign", seat="player")
        assert me.view(table)["key"]
        rewound(database, table)
        wait_until(lambda: me.view(table)["key"] is None)
        view = me.view(table)
        assert len(view["rekeyed"]) == 1 and view["decision"]["kind"] == "place_fighter"
        me.decide(table, view, "0910 S")
        me.at(table, "resign", seat="player")
        assert len(me.view(table)["key"].split()) == 2 and me.get(f"/api/tables/{table}/verify")["fair"]
    finally:
        server.stop()
