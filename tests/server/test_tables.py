"""Tables in memory: those that nobody uses are let go, a few at a time, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import Client, InProcess
from viermot.server import tables

MOST = 3


@pytest.fixture
def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InProcess]:
    """A server that keeps few tables."""
    monkeypatch.setattr(tables, "MOST_HELD", MOST)
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
    assert held(local, ids) == ids[-MOST:]
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
        assert held(local, [watched]) == [watched] and len(held(local, others)) == MOST - 1
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
            assert 0 < len(looked) <= tables.MOST_PASSED_OVER
        assert held(local, watched) == watched and held(local, idle) == []
