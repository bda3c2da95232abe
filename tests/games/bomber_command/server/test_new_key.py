"""Whoever loads a game may know its key; when others join it, the dice come from another, and they are told before."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import viermot
from tests.games.bomber_command.support import go, new_session, night
from tests.support.server import Client


def loaded(folder: Path, anna: Client) -> tuple[str, str]:
    """A night that anna has loaded, and a link to its German seat."""
    hands = {"british": ["CORKSCREW"], "german": ["NAXOS"]}
    position = night("berlin", "E main Hannover 1 D5 K5* D8", turn=3, phase=4, hands=hands)
    session = go(new_session(position, seed="known"), "play", "german")
    session.save(folder / "night.viermot")
    save = (folder / "night.viermot").read_text(encoding="utf-8")
    made = anna.post("/api/tables/import", save=save, seats={"british": "me", "german": "open"})["id"]
    return made, anna.at(made, "invite", seat="german")["token"]


def test_whoever_joins_a_loaded_game_is_told_before_and_plays_with_another_key(
    visitor: Callable[[str], Client], tmp_path: Path
) -> None:
    anna, bert = visitor("anna"), visitor("bert")
    game, token = loaded(tmp_path, anna)
    assert bert.get(f"/api/join/{token}")["imported"] is True
    before = anna.view(game, "british")
    assert before["rekeyed"] == []
    bert.post(f"/api/join/{token}")
    for person, seat in ((anna, "british"), (bert, "german")):
        view = person.view(game, seat)
        assert len(view["rekeyed"]) == 1 and view["commitment"] == before["commitment"]
    for person, seat in ((bert, "german"), (anna, "british")):
        view = person.view(game, seat)
        if view["decision"]:
            person.decide(game, view)
    anna.at(game, "resign", seat="british")
    verdict = bert.get(f"/api/tables/{game}/verify")
    assert verdict["fair"], verdict
    saved = bert.http.get(f"/api/tables/{game}/save").text
    (tmp_path / "after.viermot").write_text(saved, encoding="utf-8")
    assert viermot.verify(tmp_path / "after.viermot").fair
    whole = json.loads(saved)
    assert len(whole["keys"]) == 1 and whole["keys"][0] != whole["key"]
    forged = json.loads(saved)
    forged["keys"] = [forged["key"]]
    (tmp_path / "forged.viermot").write_text(json.dumps(forged), encoding="utf-8")
    assert not viermot.verify(tmp_path / "forged.viermot").fair


def test_a_new_game_keeps_its_key_when_somebody_joins(visitor: Callable[[str], Client]) -> None:
    anna, bert = visitor("anna"), visitor("bert")
    seats = {"british": "me", "german": "open"}
    game = anna.post("/api/tables", game="bomber_command", scenario="berlin", seats=seats)["id"]
    token = anna.at(game, "invite", seat="german")["token"]
    assert bert.get(f"/api/join/{token}")["imported"] is False
    bert.post(f"/api/join/{token}")
    assert bert.view(game, "german")["rekeyed"] == []
