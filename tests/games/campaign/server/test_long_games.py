"""A long game is sent in pages, and opening one keeps nobody waiting."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.support.server import Client, InProcess
from viermot.kernel import saves
from viermot.kernel.dice import BotRng, key_of
from viermot.server import snapshots, views

LARGEST_VIEW = 200_000  # bytes
LONGEST_OPENING = 0.5  # seconds


def career(scenario: str, seed: str, entries: int) -> str:
    """A career of at least so many entries, flown by the standard player, that goes on; as a save."""
    game = viermot.new_game("campaign", scenario, {"stops": "every"}, seed)
    bot = game.module.bots("player")["standard"]()
    rng = BotRng(key_of(seed), "player")
    while len(game.record) < entries and game.pending:
        decision = game.pending[0]
        game.decide(decision.notation_of(bot.choose(game.perspective("player"), decision, rng)))
    assert game.pending
    return saves.dump(game).decode()


def all_events(me: Client, table: str, view: dict[str, Any]) -> tuple[list[dict[str, Any]], int]:
    """A view's events and all pages before them, and how many pages that were."""
    events, first, pages = view["events"], view["events_from"], 0
    while first > 0:
        page = me.get(f"/api/tables/{table}/seats/player/events", before=first)
        assert len(page["events"]) == first - page["events_from"] <= views.PAGE
        events, first, pages = page["events"] + events, page["events_from"], pages + 1
    return events, pages


def test_a_long_log_comes_in_pages(me: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = me.post("/api/tables/import", save=career("seasoned", "f", 150))["id"]
    monkeypatch.setattr(views, "PAGE", 10**9)
    whole = me.view(table)
    assert whole["events_from"] == 0 and len(whole["events"]) > 200
    monkeypatch.setattr(views, "PAGE", 40)
    view = me.view(table)
    assert view["events_from"] == len(whole["events"]) - 40 and len(view["events"]) == 40
    events, pages = all_events(me, table, view)
    assert pages > 3 and events == whole["events"], "the same lines, in the same words"
    beyond = me.get(f"/api/tables/{table}/seats/player/events", before=99_999_999)
    assert beyond["events"] == whole["events"][-40:], "nothing but what has happened"
    assert me.get(f"/api/tables/{table}/seats/player/events")["events"] == []


def test_older_pages_do_not_need_the_whole_log_in_words(me: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Far back a sortie's lines are short already, so that a page costs what a page holds."""
    table = me.post("/api/tables/import", save=career("seasoned", "f", 150))["id"]
    monkeypatch.setattr(views, "PAGE", 40)
    monkeypatch.setattr(views, "RETOLD", 60)
    events, _ = all_events(me, table, me.view(table))
    assert [line["number"] for line in events] == list(range(len(events)))


def test_somebody_else_gets_no_page(visitor: Any) -> None:
    table = visitor("anna").table("seasoned", game="campaign", seats={"player": "me"}, seed="a")
    status, refused = visitor("boris").not_given(f"/api/tables/{table}/seats/player/events", before=5)
    assert status == 404 and refused["why"] == "not found"


def test_a_game_that_was_just_imported_opens_from_its_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its entries are all of this moment, but nobody has made them just now: no pause is to be kept."""
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database)
    table = Client(server.base).post("/api/tables/import", save=career("seasoned", "f", 150))["id"]
    server.stop()
    restored: list[int | None] = []
    restore = snapshots.restore

    def watched(*words: Any) -> int | None:
        restored.append(restore(*words))
        return restored[-1]

    monkeypatch.setattr(snapshots, "restore", watched)
    server = InProcess(database=database)
    try:
        Client(server.base).view(table)
    finally:
        server.stop()
    assert restored and restored[0] is not None and restored[0] > 100


@pytest.mark.proof
def test_a_career_of_five_thousand_entries_opens_at_once(tmp_path: Path) -> None:
    save = career("staffel", "long", 4_900)
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database)
    table = Client(server.base).post("/api/tables/import", save=save)["id"]
    server.stop()
    server = InProcess(database=database)
    try:
        me = Client(server.base)
        began = time.perf_counter()
        view = me.view(table)
        took = time.perf_counter() - began
        assert took < LONGEST_OPENING, f"{took:.2f} s"
        assert len(json.dumps(view)) < LARGEST_VIEW
        assert len(all_events(me, table, view)[0]) > 20_000
    finally:
        server.stop()
