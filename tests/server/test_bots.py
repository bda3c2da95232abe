"""Bots in their own processes: one that fails or stalls is replaced for that decision, and the log says so."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.server import bad_bots
from tests.support.kits import sample
from tests.support.server import PATIENCE, Client, InProcess, play_to_the_end, wait_until
from viermot.kernel import registry
from viermot.server import about, bot_workers, operations, pace


@pytest.fixture(scope="module", autouse=True)
def bad_ones() -> Iterator[None]:
    bad_bots.add_to_the_game()
    yield
    del registry.game(sample()).bots  # type: ignore[method-assign]
    about.games.cache_clear()


def with_bad_bots(folder: Path, seconds: float) -> InProcess:
    """A server with two processes of bots; so many seconds for a decision."""
    command = [sys.executable, str(Path(bad_bots.__file__)), str(folder)]
    database = str(folder / "games.sqlite3")
    return InProcess(database=database, bot_seconds=seconds, bot_processes=2, bot_command=command)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    running = with_bad_bots(tmp_path_factory.mktemp("bots"), 2.0)
    yield running
    running.stop()


@pytest.fixture
def calm(tmp_path: Path) -> Iterator[InProcess]:
    """Nobody is hurried here; what its bots note down is in the test's own folder."""
    running = with_bad_bots(tmp_path, 60.0)
    yield running
    running.stop()


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


def test_a_bot_with_a_budget_is_written_down_with_it(server: InProcess, me: Client) -> None:
    table = me.table("1", seats={"player": "me", "umpire": "bot:deep"})
    assert [seat["bot"] for seat in me.view(table)["seats"]] == [None, "deep:6"]  # as long as people may wait
    less = me.table("1", seats={"player": "bot:deep:2", "umpire": "bot:plain"})
    wait_until(lambda: "deep:2" in {note["bot"] for note in notes(server, less)})
    for word in ("bot:deep:7", "bot:standard:2", "bot:deep:x"):
        status, error = me.refused("/api/tables", game=sample(), scenario="1", seats={"umpire": word})
        assert (status, error["why"]) == (422, "illegal"), word


def test_where_too_many_bots_search_standard_answers_and_that_is_said(
    server: InProcess, me: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_workers, "DEEP_OF_ONE", 0)
    table = me.table("1", seats={"player": "bot:deep", "umpire": "bot:plain"})
    wait_until(lambda: any("why" in note for note in notes(server, table)))
    first = next(note for note in notes(server, table) if "why" in note)
    assert first["bot"] == "standard" and (first["instead_of"], first["why"]) == ("deep:6", "full")
    assert "deep:6" not in {note["bot"] for note in notes(server, table)}
    wait_until(lambda: me.view(table, "public")["advising"]["stood_in"])
    monkeypatch.undo()
    calm = me.table("1", seats={"player": "bot:deep", "umpire": "bot:plain"})
    wait_until(lambda: "deep:6" in {note["bot"] for note in notes(server, calm)})
    assert not me.view(calm, "public")["advising"]["stood_in"]


def test_how_long_a_bot_searches_does_not_show(server: InProcess, me: Client) -> None:
    """What comes of an answer is shown a second after it where such a bot plays, whatever it was asked."""
    table = me.table("1", seats={"player": "me", "umpire": "bot:deep"})
    view = me.my_turn(table)
    began = time.monotonic()
    me.decide(table, view)
    me.my_turn(table)
    assert time.monotonic() - began >= pace.DEEP_TICK
    assert server.server.tables.held(table).pace.tick == pace.DEEP_TICK  # type: ignore[union-attr]


def test_a_long_search_is_entered_at_a_whole_step(
    server: InProcess, me: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is kept in the dark for so long, so no tick hides when it was over."""
    spans: list[float] = []

    def longer(seconds: float) -> float:
        spans.append(seconds)
        return 1.5

    assert [pace.as_if_thought(seconds) for seconds in (0.2, 3.0, 3.1, 5.9, 6.1)] == [0.2, 3.0, 6.0, 6.0, 9.0]
    monkeypatch.setattr(pace, "as_if_thought", longer)
    began = time.monotonic()
    table = me.table("1", seats={"player": "me", "umpire": "bot:deep"})
    me.my_turn(table)
    assert spans and time.monotonic() - began >= 1.5
    spans.clear()
    me.my_turn(me.table("1", seats={"player": "me", "umpire": "bot:plain"}))
    assert not spans, "whoever does not search is answered at once, however long his process takes to start"


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
    assert time.monotonic() - start < PATIENCE
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


def made_in(folder: Path) -> list[str]:
    """The processes in which a copy of a game was made, in that order."""
    return (folder / "made").read_text().split()


def test_the_bots_of_a_game_stay_in_one_process(
    calm: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four games on two processes, all at once: each has one copy, however often its bot is asked."""
    monkeypatch.setattr(bot_workers, "AT_HOME", 60.0)  # however busy this machine is

    def play(number: int) -> int:
        client = Client(calm.base)
        table = client.table("4B", seed=f"home {number}", seats={"player": "me", "umpire": "bot:homely"})
        for _ in range(12):
            client.decide(table, client.my_turn(table))
        client.my_turn(table)
        return len(notes(calm, table))

    with ThreadPoolExecutor(4) as pool:
        asked = list(pool.map(play, range(4)))
    assert min(asked) > 4, asked
    made = made_in(tmp_path)
    assert len(made) == 4 and len(set(made)) == 2, made


def test_a_game_whose_process_is_held_up_goes_to_another(
    calm: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_workers, "AT_HOME", 0.1)
    client, gate = Client(calm.base), tmp_path / "gate"
    homes: dict[str, tuple[str, Any]] = {}  # a process, and a game whose bot is in it
    while True:
        table = client.table("4B", seed="away", seats={"player": "me", "umpire": "bot:homely"})
        view = client.my_turn(table)
        homes[made_in(tmp_path)[-1]] = table, view
        held_up = client.table("4B", seats={"player": "me", "umpire": "bot:patient"})
        held = _process_held(tmp_path)
        if held in homes:
            break
        gate.touch()  # the other process, where no game is that could be kept waiting: once more
        client.my_turn(held_up)
        gate.unlink()
    table, view = homes[held]
    made = len(made_in(tmp_path))
    while view["decision"] is not None and len(made_in(tmp_path)) == made:
        client.decide(table, view)
        view = client.my_turn(table)
    assert made_in(tmp_path)[made:] not in ([], [held]) and notes(calm, held_up) == []
    gate.touch()
    assert client.my_turn(held_up)["decision"] is not None


def _process_held(folder: Path) -> str:
    """The process that a patient bot holds now."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        for found in folder.glob("held-*"):
            found.unlink()
            return found.name.removeprefix("held-")
        time.sleep(0.02)
    raise AssertionError("no process is held up")


def test_a_process_of_bots_needs_no_database() -> None:
    """There are several, and each starts before the first bot can answer: they load the rules and nothing else."""
    code = "import sys, viermot.server.bot_process; print({'sqlalchemy', 'starlette', 'uvicorn'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"


def test_a_process_of_bots_that_has_grown_is_begun_anew(tmp_path: Path) -> None:
    """Whatever it has piled up goes, and the game goes on."""
    server = InProcess(database=str(tmp_path / "games.sqlite3"), bot_memory=1, bot_processes=1)
    try:
        client = Client(server.base)
        table = client.table("1")
        pids = set()
        for _ in range(3):
            view = client.my_turn(table)
            worker = server.server.bots._all[0]
            pids.add(worker.process.pid if worker.process is not None else None)
            if view["decision"] is None:
                break
            client.decide(table, view)
        assert pids <= {None}, "it is gone as soon as it has answered"
    finally:
        server.stop()


def test_a_bot_cannot_have_all_the_memory() -> None:
    code = (
        "from viermot.server import bot_process\n"
        "bot_process.MAX_MEMORY = 300 * 2**20\n"
        "bot_process.be_modest()\n"
        "try:\n    bytearray(600 * 2**20)\nexcept MemoryError:\n    print('no more')\n"
        "print(bot_process.size() > 2**20)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == ["no", "more", "True"]


def test_an_answer_that_comes_after_somebody_gave_up_is_not_entered(
    calm: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The umpire has answered, but what he said is held back until the resignation is written."""
    thought, gave_up, answers = threading.Event(), asyncio.Event(), bot_workers.BotProcess.choices

    async def late(self: Any, table: Any, limit: float, instead: str | None) -> AsyncGenerator[Any, None]:
        found = [choice async for choice in answers(self, table, limit, instead)]
        thought.set()
        await gave_up.wait()
        for choice in found:
            yield choice

    client = Client(calm.base)
    table = client.table("1", seed="too late")
    view = client.my_turn(table)
    monkeypatch.setattr(bot_workers.BotProcess, "choices", late)
    client.decide(table, view)
    assert thought.wait(PATIENCE)
    client.at(table, "resign", seat="player")
    held = calm.server.tables.held(table)
    assert held is not None and held.thinking is not None and calm.loop is not None, "the bots have yet to be heard"
    calm.loop.call_soon_threadsafe(gave_up.set)
    wait_until(lambda: held.thinking is None)
    last = operations.show(calm.server.store, table)["record"][-1]
    assert (last["what"], last["seat"]) == ("resign", "player")
    end = client.view(table)
    assert end["ended"] == {"resigned": "player"} and end["decision"] is None and end["result"] is None
    assert client.get(f"/api/tables/{table}/verify")["fair"]
    client.close()
