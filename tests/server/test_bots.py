"""Bots in their own processes: one that fails or stalls is replaced for that decision, and the log says so."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server import bad_bots
from tests.support.server import Client, InProcess, play_to_the_end
from viermot.bots import nightfighter
from viermot.server import about, operations


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    before = dict(nightfighter.BOTS)
    bad_bots.add_to_the_game()
    command = [sys.executable, str(Path(bad_bots.__file__))]
    database = str(tmp_path_factory.mktemp("bots") / "games.sqlite3")
    running = InProcess(database=database, bot_seconds=2.0, bot_processes=2, bot_command=command)
    yield running
    running.stop()
    nightfighter.BOTS.update(before)  # type: ignore[attr-defined]
    about.games.cache_clear()


@pytest.fixture
def me(server: InProcess) -> Iterator[Client]:
    client = Client(server.base)
    yield client
    client.close()


def notes(server: InProcess, table: str) -> list[dict[str, Any]]:
    return [entry["note"] for entry in operations.show(server.server.store, table)["record"] if entry["note"]]


@pytest.mark.parametrize(
    ("bot", "why"), [("sleepy", "stalled"), ("broken", "failed"), ("cheat", "failed"), ("deadly", "failed")]
)
def test_a_bot_that_does_not_answer_is_replaced_for_that_decision(
    server: InProcess, me: Client, bot: str, why: str
) -> None:
    table = me.table("1", seed=bot, seats={"player": "me", "umpire": f"bot:{bot}"})
    view = me.my_turn(table)
    assert view["decision"]["kind"] == "place_fighter", "the umpire has chosen a side, or somebody for it"
    (note,) = notes(server, table)
    assert note["bot"] == "standard" and note["instead_of"] == bot and note["why"] == why
    assert [seat["bot"] for seat in view["seats"]] == [None, bot], "it keeps its seat, and its next chance"


def test_a_game_with_a_broken_umpire_still_comes_to_an_end_and_is_fair(server: InProcess, me: Client) -> None:
    table = me.table("1", seed="broken", seats={"player": "me", "umpire": "bot:broken"})
    end = play_to_the_end(me, table)
    assert end["result"] is not None and me.get(f"/api/tables/{table}/verify")["fair"]
    found = notes(server, table)
    assert found and all(note["instead_of"] == "broken" for note in found)


def test_a_stalled_bot_holds_nobody_else_up(server: InProcess, me: Client) -> None:
    stuck = me.table("1", seats={"player": "me", "umpire": "bot:sleepy"})
    other = me.table("1", seats={"player": "me", "umpire": "bot:plain"})
    start = time.monotonic()
    assert me.my_turn(other)["decision"] is not None and me.get("/api/games")
    assert time.monotonic() - start < 20
    assert me.my_turn(stuck)["decision"] is not None


def test_what_a_bot_prints_does_no_harm(server: InProcess, me: Client) -> None:
    table = me.table("1", seed="chatty", seats={"player": "me", "umpire": "bot:chatty"})
    assert me.my_turn(table)["decision"] is not None
    assert notes(server, table)[0]["bot"] == "chatty" and "why" not in notes(server, table)[0]


def test_a_bots_own_chance_goes_on_where_it_was(tmp_path: Any) -> None:
    """The same game in one go and over a restart: the random bot decides the same."""
    records = []
    for restart in (False, True):
        database = str(tmp_path / f"{restart}.sqlite3")
        server = InProcess(database=database)
        client = Client(server.base)
        table = client.table("4B", seed="chance", seats={"player": "me", "umpire": "bot:random"})
        for number in range(8):
            if restart and number == 4:
                server.stop()
                server = InProcess(database=database)
                client = Client(server.base)
            client.decide(table, client.my_turn(table))
        client.my_turn(table)
        shown = operations.show(server.server.store, table)["record"]
        records.append([(entry["seat"], entry["choice"], entry["note"]) for entry in shown])
        server.stop()
    assert records[0] == records[1]


def test_a_process_of_bots_needs_no_database() -> None:
    """There are several, and each starts before the first bot can answer: they load the rules and nothing else."""
    code = "import sys, viermot.server.bot_process; print({'sqlalchemy', 'starlette', 'uvicorn'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"
