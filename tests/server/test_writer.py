"""The writer cannot die: whatever is raised, whoever goes away; and if it did, another would take over."""

from __future__ import annotations

import asyncio
import concurrent.futures
import itertools
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from tests.server.test_store import PERSON, entry, new_game
from tests.support.server import PATIENCE, Client, InProcess, an_option, wait_until
from viermot.server import routes_people, schema, writer
from viermot.server.rows import RecordRow
from viermot.server.store import Busy, Store, url_of

EVERY_KIND = (
    ValueError("a fault"), RuntimeError("another"), KeyError("k"), OSError("disk"), MemoryError(), RecursionError(),
    StopIteration(), StopAsyncIteration(), TimeoutError(), GeneratorExit(), SystemExit(3), KeyboardInterrupt(),
    asyncio.CancelledError(), concurrent.futures.CancelledError(), concurrent.futures.InvalidStateError(),
    asyncio.InvalidStateError(), OperationalError("", {}, Exception("gone")), BaseException("bare"),
)  # fmt: skip


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    found = Store(url_of(database))
    new_game(found)
    yield found
    found.close()


def works(store: Store) -> bool:
    """Can something still be written?"""
    return bool(store.writer.queue(lambda _: "written").result(20) == "written")


def test_no_exception_of_a_job_ends_the_writer(store: Store) -> None:
    for wrong in EVERY_KIND:

        def fail(_: Any, wrong: BaseException = wrong) -> None:
            raise wrong

        async def write(fail: Any = fail) -> Any:
            return await asyncio.wait_for(asyncio.gather(store.write(fail), return_exceptions=True), 20)

        [told] = asyncio.run(write())
        assert isinstance(told, Exception) and not isinstance(told, asyncio.CancelledError), wrong
        assert works(store) and store.writer.restarts == 0


def test_no_exception_in_the_writer_itself_ends_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the fault is not in a job but in what the thread does around it."""
    monkeypatch.setattr(writer, "IDLE", 0.02)
    for place in ("_add_together", "_write_together", "_do_chores", "_look_round", "_gather"):
        for wrong in EVERY_KIND:
            left = [wrong]
            before = getattr(writer.Hand, place)

            def stumble(self: Any, *words: Any, left: list[Any] = left, before: Any = before) -> Any:
                if left:
                    raise left.pop()
                return before(self, *words)

            with monkeypatch.context() as patch:
                patch.setattr(writer.Hand, place, stumble)
                if place == "_add_together":
                    _add_to_nothing(store)
                with_fault = store.writer.queue(lambda _: 1)
                wait_until(lambda left=left: not left, 20)
                concurrent.futures.wait([with_fault], 20)
                assert with_fault.done(), "whoever waited is told something"
            assert works(store), (place, wrong)
    assert store.writer.restarts == 0


def _add_to_nothing(store: Store) -> None:
    """The quick way, which fails one way or another: there is no such game."""

    async def add() -> Any:
        return await asyncio.wait_for(
            asyncio.gather(store.add("nothing", [RecordRow(0, entry("F"))], {}), return_exceptions=True), 20
        )

    [told] = asyncio.run(add())
    assert isinstance(told, Exception)


def test_whoever_stops_waiting_is_no_trouble_and_his_write_is_made(store: Store) -> None:
    async def give_up() -> None:
        for number in range(50):
            waiting = asyncio.ensure_future(store.add("g", [RecordRow(number, entry("F"))], {}))
            await asyncio.sleep(0)
            waiting.cancel()

    asyncio.run(give_up())
    assert works(store) and store.writer.restarts == 0
    assert len(store.read_now(lambda connection: store.log(connection, "g"))) == 50


def test_a_writer_that_has_ended_is_replaced(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = store.writer._hand
    ended.given_up = True  # the thread leaves its loop
    ended.thread.join(5)
    assert not ended.thread.is_alive()
    assert works(store) and store.writer.restarts == 1
    wait_until(lambda: store.writer._hand is not ended)  # it writes before it is told of


def test_a_writer_that_is_stuck_is_given_up_and_does_not_commit_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "STUCK", 0.5)
    held, go_on = threading.Event(), threading.Event()

    def hang(connection: Any) -> None:
        held.set()
        go_on.wait(20)
        connection.execute(store.insert(schema.people), OTHER)

    with pytest.raises(Busy):
        store.write_now(hang)
    assert held.is_set() and store.writer.restarts == 1
    stuck = [each for each in threading.enumerate() if each.name == "viermot-writer"]
    go_on.set()
    wait_until(lambda: sum(each.is_alive() for each in stuck) <= 1)
    monkeypatch.setattr(writer, "STUCK", 60.0)
    assert works(store)
    names = store.read_now(
        lambda connection: [row[0] for row in connection.exec_driver_sql("SELECT name FROM people").all()]
    )
    assert names == ["p"], "what was given up does not come about later"


OTHER = {**PERSON, "id": "late", "name": "late", "folded": "late"}


def test_what_another_wrote_while_the_database_was_away_is_heard_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often the writer tried in vain meanwhile: a new connection cannot know what it has missed."""
    monkeypatch.setattr(writer, "IDLE", 0.02)
    url = url_of(str(tmp_path / "games.sqlite3"))
    store, other = Store(url), Store(url)
    heard, looked = threading.Event(), threading.Semaphore(0)
    look = writer.Hand._look_round

    def looks(self: writer.Hand) -> None:
        look(self)
        if self.store is store:
            looked.release()

    monkeypatch.setattr(writer.Hand, "_look_round", looks)
    store.on_foreign_write = heard.set
    for _ in range(3):
        assert looked.acquire(timeout=20)
    heard.clear()
    with monkeypatch.context() as away:
        away.setattr(writer.Hand, "_connection", lambda self: _gone() if self.store is store else connection(self))
        for _ in range(3):
            with pytest.raises(Busy):
                store.write_now(lambda _: None)
        new_game(other)
    assert heard.wait(20)
    store.close()
    other.close()


def test_a_store_that_has_just_been_opened_raises_no_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else every game in memory is read again a second after the start, and what bots were thinking is thrown away."""
    url = url_of(str(tmp_path / "games.sqlite3"))
    store, heard, looked = Store(url), threading.Event(), threading.Semaphore(0)
    store.on_foreign_write = heard.set
    look = writer.Hand._look_round

    def looks(self: writer.Hand) -> None:
        look(self)
        looked.release()

    monkeypatch.setattr(writer.Hand, "_look_round", looks)
    monkeypatch.setattr(writer, "IDLE", 0.02)
    new_game(store)
    for _ in range(3):
        assert looked.acquire(timeout=20)
    assert not heard.is_set()
    other = Store(url)
    other.secret()
    assert heard.wait(20)
    other.close()
    store.close()


connection = writer.Hand._connection


def _gone() -> Any:
    raise OperationalError("", {}, Exception("gone"))


def test_what_comes_when_the_store_is_closed_is_refused(database: str) -> None:
    store = Store(url_of(database))
    store.close()
    with pytest.raises(Busy):
        store.write_now(lambda _: None)


def test_where_too_much_waits_more_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    first = store.writer.queue(lambda _: go_on.wait(20))
    monkeypatch.setattr(writer, "MAX_WAITING", 3)
    with pytest.raises(Busy):
        for _ in range(10):
            store.writer.queue(lambda _: None)
    go_on.set()
    assert first.result(20) and works(store)


# -- a server -----------------------------------------------------------------------------------------------


def test_tabs_that_vanish_stop_nobody(local: InProcess, me: Client) -> None:
    """Twelve messages and gone, sixty times; before, the second time was the last."""
    table = me.hot_seat("1")
    for turn in range(60):
        with me.socket() as socket:
            for number in range(12):
                socket.send(type="marks", table=table, seat="player", marks=[f"{turn} {number}"])
    me.at(table, "marks", seat="player", marks=["still here"])
    assert local.server.store.writer.restarts == 0
    wait_until(lambda: not local.server.under_way)
    wait_until(lambda: me.http.get("/health").status_code == 200)
    me.decide(table, me.view(table))


def test_what_somebody_began_is_done_although_he_has_gone(local: InProcess, me: Client) -> None:
    table = me.hot_seat("1")
    view = me.view(table)
    with me.socket() as socket:
        socket.send(type="marks", table=table, seat="player", marks=["a"])
        socket.send(
            type="decide", table=table, seat="player", number=view["decision"]["number"],
            option=an_option(view),
        )  # fmt: skip
        socket.receive()  # to the marks; the other is under way
    wait_until(lambda: me.view(table) != view)


def test_health_fails_when_nothing_can_be_written_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = InProcess(database=str(tmp_path / "games.sqlite3"), hosting=True)
    try:
        good = httpx.get(f"{server.base}/health", headers={"host": "whatever.example"})
        assert good.status_code == 200 and good.json()["heartbeat"] < 5, "whatever name it is asked under"
        monkeypatch.setattr(routes_people, "OLDEST_BEAT", 1.5)
        broken = threading.Event()
        before = Store.write_heartbeat

        def fail(self: Store, connection: Any) -> None:
            if broken.is_set():
                raise OperationalError("", {}, Exception("the disk is full"))
            before(self, connection)

        monkeypatch.setattr(Store, "write_heartbeat", fail)
        broken.set()
        wait_until(lambda: httpx.get(f"{server.base}/health").status_code == 503)
        assert httpx.get(f"{server.base}/api/me").status_code == 200
        broken.clear()
        wait_until(lambda: httpx.get(f"{server.base}/health").status_code == 200)
    finally:
        server.stop()


def test_health_fails_within_seconds_when_the_writer_hangs(tmp_path: Path) -> None:
    server = InProcess(database=str(tmp_path / "games.sqlite3"), hosting=True)
    try:
        go_on = threading.Event()
        server.server.store.write_soon(lambda _: go_on.wait(PATIENCE))
        end = time.monotonic() + PATIENCE / 2
        while (answer := httpx.get(f"{server.base}/health")).status_code == 200:
            assert answer.json()["heartbeat"] <= 5 and time.monotonic() < end
        assert answer.status_code == 503 and server.server.store.writer.heartbeat() > 5
        go_on.set()
        wait_until(lambda: httpx.get(f"{server.base}/health").status_code == 200)
    finally:
        server.stop()


def test_the_heart_beats_once_a_second_at_most_and_at_home_only_when_asked(
    local: InProcess, me: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats: list[float] = []
    before = Store.write_heartbeat

    def beat(self: Store, connection: Any) -> None:
        beats.append(time.monotonic())
        before(self, connection)

    monkeypatch.setattr(Store, "write_heartbeat", beat)
    monkeypatch.setattr(writer, "ASKED_LATELY", 2.5)
    time.sleep(3)
    beats.clear()
    time.sleep(1.5)
    assert beats == [], "nobody's disk is woken for nothing"
    local.server.store.writer._beat -= 100
    assert me.get("/health")["heartbeat"] < 5
    table = me.hot_seat("1")
    for number in range(30):
        me.at(table, "marks", seat="player", marks=[str(number)])
    time.sleep(1.2)
    assert beats and all(later - first > 0.9 for first, later in itertools.pairwise(beats))
