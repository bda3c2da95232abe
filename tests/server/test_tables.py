"""Tables in memory: those that nobody uses are let go, a few at a time, and nothing is lost by it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.server import PATIENCE, Client, InProcess
from viermot.server import live, tables, views
from viermot.server.table import Table

LIMIT = 3


@pytest.fixture
def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InProcess]:
    """A server that keeps few tables."""
    monkeypatch.setattr(tables, "MAX_HELD", LIMIT)
    monkeypatch.setattr(tables, "JUST_ASKED", 0.0)
    running = InProcess(database=str(tmp_path / "games.sqlite3"))
    yield running
    running.stop()


def held(local: InProcess, ids: list[str]) -> list[str]:
    return [table for table in ids if local.server.tables.held(table) is not None]


def test_tables_not_asked_for_are_let_go_and_nothing_is_lost(local: InProcess, me: Client) -> None:
    ids, views = [], {}
    for _ in range(7):
        ids.append(me.hot_seat("1"))
        me.decide(ids[-1], me.view(ids[-1]))
        views[ids[-1]] = me.view(ids[-1])
    assert held(local, ids) == ids[-LIMIT:]
    listed = {line["id"]: line for line in me.get("/api/tables")}
    assert all(listed[table]["your_move"] and listed[table]["line"] for table in ids), "lists show them as they are"
    for table in ids:
        assert me.view(table) == views[table]
    again = me.my_turn(ids[0]) if views[ids[0]]["decision"] else me.my_turn(ids[0], "umpire")
    me.decide(ids[0], again)


def test_a_table_that_is_watched_stays(local: InProcess, me: Client) -> None:
    watched = me.hot_seat("1")
    with me.socket() as socket:
        socket.watch(watched)
        others = [me.hot_seat("1") for _ in range(6)]
        assert held(local, [watched]) == [watched] and len(held(local, others)) == LIMIT - 1
        me.decide(watched, me.view(watched))
        assert socket.view()["events"], "its watchers still hear of it"


def test_where_most_are_watched_each_request_looks_at_a_few(
    local: InProcess, me: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that are too many go in the end; but nobody waits until every table has been looked at."""
    looked: list[str] = []
    found = local.server.tables

    def is_watched(game: str, before: object = found.is_watched) -> bool:
        looked.append(game)
        return bool(before(game))  # type: ignore[operator]

    with me.socket() as socket:
        watched = [me.hot_seat("1") for _ in range(12)]
        for table in watched:
            me.view(table)
            socket.watch(table)
        idle = [me.hot_seat("1") for _ in range(4)]
        monkeypatch.setattr(found, "is_watched", is_watched)
        for _ in range(8):
            looked.clear()
            me.view(watched[0])
            assert 0 < len(looked) <= tables.MAX_PASSED_OVER
        assert held(local, watched) == watched and held(local, idle) == []


# -- weight ------------------------------------------------------------------------------------------------------


def test_heavy_tables_are_let_go_of_and_those_watched_are_read_again(
    local: InProcess, me: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By bytes, not by number; and where all together are too heavy, those that are watched as well."""
    monkeypatch.setattr(tables, "MAX_HELD", 100)
    monkeypatch.setattr(tables, "ADDED_UP_EVERY", 1)
    found = local.server.tables
    ids = [me.hot_seat("1") for _ in range(5)]
    each = max(table.weight for table in found._held.values())
    monkeypatch.setattr(tables, "MAX_UNWATCHED", 2 * each)
    for _ in range(6):
        me.view(ids[-1])
    assert sum(table.weight for table in found._held.values()) <= 2 * each
    with me.socket() as socket:
        for table in ids[:4]:
            socket.watch(table)
        assert held(local, ids[:4]) == ids[:4], "somebody looks at them"
        monkeypatch.setattr(tables, "MAX_WEIGHT", each)
        for _ in range(6):
            me.view(ids[4])
        assert len(held(local, ids[:4])) < 4
        gone = next(table for table in ids[:4] if not held(local, [table]))
        me.decide(gone, me.view(gone))
        while socket.view()["table"] != gone:
            pass


def test_the_past_of_a_long_game_is_not_all_held_and_can_still_be_taken_back(
    local: InProcess, me: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "TRIMMED_EVERY", 8)
    table = me.hot_seat("4B", casual=True)
    for _ in range(30):
        seat = "player" if me.view(table)["decision"] else "umpire"
        me.decide(table, me.view(table, seat))
    found = local.server.tables.held(table)
    assert found is not None
    states = [state for state in found.live.session.before if state is not None]
    assert len(states) <= 18 < len(found.live.session.record)
    before = me.view(table)
    seat = next(name for name in ("player", "umpire") if found.live.session.record[-1].seat == name)
    if me.view(table, seat)["undo"]["possible"]:
        me.at(table, "undo", seat=seat)
        assert me.view(table) != before
    me.at(table, "undo", seat="player", to=0)
    assert me.view(table)["decision"]["number"] == 0 and me.get(f"/api/tables/{table}/verify")["fair"]
    assert me.get(f"/api/tables/{table}/replay")["moments"] >= 1


def test_work_that_takes_long_is_logged_with_its_table(
    local: InProcess, me: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And nobody else waits for it."""
    table, other = me.hot_seat("1"), me.hot_seat("1")
    monkeypatch.setattr(tables, "SLOW", 2.0)
    slow, begun, go_on = views.view_of, threading.Event(), threading.Event()

    def view_of(seen: Table, *words: object) -> object:
        if seen.id == table:
            begun.set()
            go_on.wait(PATIENCE)
        return slow(seen, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(views, "view_of", view_of)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(me.view, table)
        assert begun.wait(PATIENCE)
        me.view(other)
        assert not waiting.done()
        time.sleep(2.0)
        go_on.set()
        waiting.result()
    assert f"work on table {table} (nightfighter) took" in caplog.text
    assert f"work on table {other}" not in caplog.text


def test_where_too_much_waits_to_be_worked_on_it_is_said(
    local: InProcess, me: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = me.hot_seat("1")
    with monkeypatch.context() as patch:
        patch.setattr(tables, "MAX_WORK", 0)
        assert me.http.get(f"/api/tables/{table}/seats/player").status_code == 503
    me.view(table)


def test_a_table_in_somebodys_hands_is_not_let_go(
    local: InProcess, me: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else there would be two of it, and one would not know what happened at the other."""
    monkeypatch.setattr(tables, "JUST_ASKED", 60.0)
    ids = [me.hot_seat("1") for _ in range(7)]
    assert held(local, ids) == ids
