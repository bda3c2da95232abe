"""Snapshots are a cache: with them, without them and with a bad one a game is the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import Client, InProcess, wait_until
from viermot.server import snapshots
from viermot.server.live import Live
from viermot.server.table import live_of, read_table_row


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot every seven entries."""
    monkeypatch.setattr(snapshots, "EVERY", 7)


def seen(live: Live) -> dict[str, Any]:
    """All that can be told of a game from outside."""
    session = live.session
    return {
        "views": [session.perspective(seat).to_json() for seat in live.shown],
        "events": [session.events(seat) for seat in live.shown],
        "asked": [(d.seat, d.kind, d.number, list(d.codes)) for d in session.pending],
        "undo": [str(session.why_not_undo(seat)) for seat in session.module.seats],
        "proof": (session.head, session.checks, session.dice.positions, session.state_hash, session.record),
        "shown": live.shown, "lows": live.undone_to, "chances": live.bot_positions, "length": live.length,
    }  # fmt: skip


@pytest.mark.parametrize("scenario", ["4B", "10"])
def test_a_game_from_its_snapshot_is_the_game_from_its_log(often: None, tmp_path: Path, scenario: str) -> None:
    server = InProcess(database=str(tmp_path / "games.sqlite3"))
    me = Client(server.base)
    table = me.table(scenario, seed="snapshot", seats={"player": "me", "umpire": "bot:random"})
    store = server.server.store
    used = 0
    for _ in range(10):
        if (view := me.my_turn(table))["result"]:
            break
        me.decide(table, view)
        me.my_turn(table)
        me.get(f"/api/tables/{table}")  # lists are brought up to date, and a snapshot is taken if it is due
        packed = store.read_now(lambda connection: snapshots.find(connection, table))
        if packed is not None:
            row = store.read_now(lambda connection: read_table_row(connection, table))
            rows = store.read_now(lambda connection: store.log(connection, table))
            quick, whole = live_of(row, rows, packed), live_of(row, rows)
            assert quick.snapshot > 0 and seen(quick) == seen(whole)
            used += 1
    assert used >= 2
    server.stop()


@pytest.mark.parametrize(
    "harm",
    [lambda old: b"", lambda old: old[: len(old) // 2], lambda old: b"x" * 100, lambda old: old],
    ids=["nothing", "half", "nonsense", "as it is"],
)
def test_a_server_starts_again_whatever_the_snapshot_is_like(
    often: None, tmp_path: Path, harm: Callable[[bytes], bytes]
) -> None:
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database)
    me = Client(server.base)
    table = me.table("4B", seed="restart")
    for _ in range(8):
        me.decide(table, me.my_turn(table))
    before = me.my_turn(table)
    me.get(f"/api/tables/{table}")
    store = server.server.store
    wait_until(lambda: store.read_now(lambda connection: snapshots.find(connection, table)) is not None)  # written soon
    packed = store.read_now(lambda connection: snapshots.find(connection, table))
    assert packed is not None
    store.write_now(lambda connection: snapshots.keep(store, connection, table, 7, lambda: harm(packed)))
    server.stop()
    server = InProcess(database=database)
    me = Client(server.base)
    assert me.my_turn(table) == before
    replay = me.get(f"/api/tables/{table}/replay", at=0)
    assert replay["perspective"]["turn"] == 0, "the past is there as well"
    me.decide(table, before)
    me.my_turn(table)
    me.at(table, "resign", seat="player")
    assert me.get(f"/api/tables/{table}/verify")["fair"], "and so is its future"
    server.stop()
