"""Something to watch for anybody: games of others who let one look, and games that the computer plays for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.test_company import a_guest, a_link, somebody
from tests.support.kits import sample
from tests.support.server import Client, InProcess, bad
from viermot.kernel import measured, registry

GAME = sample()
MINE, THEIRS = "player", "umpire"


@pytest.fixture
def home(tmp_path: Path) -> Any:
    server = InProcess(database=str(tmp_path / "games.sqlite3"), hosting=True, limits=False)
    yield server
    server.stop()


def a_table(owner: Client, **more: Any) -> str:
    made = owner.post("/api/tables", game=GAME, scenario="3", seats={MINE: "me", THEIRS: "open"}, **more)
    return str(made["id"])


def listed(who: Client) -> list[str]:
    return [line["id"] for line in who.get("/api/watch")["tables"]]


def test_only_games_whose_owner_lets_others_look_are_listed(home: InProcess) -> None:
    anna, stranger = somebody(home, "Anna"), Client(home.base)
    shown, hidden = a_table(anna, spectators=True), a_table(anna)
    assert listed(stranger) == [shown] and hidden not in listed(stranger)
    assert listed(anna) == [], "one's own games stand in the lobby"
    guest = a_guest(home)
    assert guest.get(f"/api/tables/{shown}/seats/public")["seat"] == "public"
    assert bad(guest.http.get(f"/api/tables/{hidden}/seats/public"))[0] == 404
    assert bad(guest.http.get(f"/api/tables/{shown}/seats/{MINE}"))[0] == 403


def test_the_list_says_nothing_that_a_seat_alone_knows(home: InProcess) -> None:
    """What is asked, told or done at the table leaves the stranger's list as it was."""
    anna, bob, stranger = somebody(home, "Anna"), somebody(home, "Bob"), Client(home.base)
    table = a_table(anna, spectators=True)
    bob.post(f"/api/join/{a_link(anna, table)}")
    before = stranger.get("/api/watch")
    for who, seat in ((anna, MINE), (bob, THEIRS)) * 3:
        asked = who.get(f"/api/tables/{table}/seats/{seat}")["decision"]
        if asked is not None:
            who.post(f"/api/tables/{table}/decide", seat=seat, number=asked["number"], option=0)
    assert stranger.get("/api/watch") == before
    line = before["tables"][0]
    assert (line["line"], line["who"], line["when"], line["your_move"], line["unseen"]) == ("", "", "", False, 0)


def test_a_recorded_game_is_played_once_and_open_to_a_guest(home: InProcess) -> None:
    stranger = Client(home.base)
    assert GAME in [each["game"] for each in stranger.get("/api/watch")["recorded"]]
    assert bad(stranger.http.post(f"/api/watch/{GAME}"))[0] in (401, 403), "who watches comes in as a guest"
    guest = a_guest(home)
    table = guest.post(f"/api/watch/{GAME}")["id"]
    line = guest.get(f"/api/tables/{table}")
    assert line["over"] is not None and {seat["holder"] for seat in line["seats"]} == {"bot"}
    for seat in (MINE, THEIRS):
        last = guest.get(f"/api/tables/{table}/replay?seat={seat}")
        assert last["moments"] > 10
    assert a_guest(home).post(f"/api/watch/{GAME}")["id"] == table
    assert listed(guest) == [], "it is the house's, not somebody's"
    assert guest.get("/api/tables") == []
    assert bad(guest.http.post("/api/watch/campaign", json={}))[0] == 404


def test_nobody_signs_in_as_the_house(home: InProcess) -> None:
    a_guest(home).post(f"/api/watch/{GAME}")
    stranger = Client(home.base)
    for name in ("Viermot", "house"):
        answer = stranger.http.post("/api/login", json={"name": name, "password": "correct horse"})
        assert bad(answer)[0] == 401


def test_what_was_measured_stands_on_the_ladder_and_only_that(home: InProcess) -> None:
    """The same figures as in the list of scenarios, from one file; nothing for a seat nobody counted."""
    module = registry.game(GAME)
    scenarios = {each.id: each for each in module.info(module.load_pack(None)).scenarios}
    for ladder_ in Client(home.base).get("/api/ladders"):
        for step in ladder_["rungs"]:
            told = {each["level"]: each["won"] for each in step["measured"]}
            if ladder_["game"] != GAME or step["lesson"]:
                continue
            assert told == {each.level: each.percent for each in scenarios[step["scenario"]].measured}
            assert told, step["id"]
    assert module.measured is not None
    assert measured.for_seat(module.measured, "3", "player") and not measured.for_seat(module.measured, "3", "umpire")
    assert not measured.for_seat(None, "3", "player")
