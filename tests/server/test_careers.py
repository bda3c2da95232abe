"""A career on the wire: in the air its view asks, tells and reckons as the sortie's own game does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.server import Client, InProcess, an_option


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    running = InProcess(database=str(tmp_path_factory.mktemp("careers") / "games.sqlite3"))
    yield running
    running.stop()


@pytest.fixture
def me(server: InProcess) -> Iterator[Client]:
    client = Client(server.base)
    yield client
    client.close()


def in_the_air(me: Client) -> tuple[str, dict[str, Any]]:
    """A seasoned pilot's first sortie, which this seed has in the first week."""
    table = me.table("seasoned", game="campaign", seats={"player": "me"}, seed="a")
    return table, me.my_turn(table, "player")


def lines_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [line for line in view["events"] if line["kind"] == "flight"]


def test_the_question_of_a_sortie_is_its_own(me: Client) -> None:
    _, view = in_the_air(me)
    asked = view["decision"]
    assert asked["kind"] == "place_fighter" and asked["facts"] == {"fighter": "201"}
    assert "201 Me110F-4" in asked["prompt"]
    assert view["perspective"]["sortie"]["game"] == "solitaire"
    assert view["perspective"]["orders"]["kind"] == "dunaja"


def test_what_happens_in_flight_is_told_in_the_words_of_the_sortie(me: Client) -> None:
    table, view = in_the_air(me)
    assert lines_of(view)[0]["data"]["what"] == "scenario" and "flight" not in lines_of(view)[0]["text"].lower()
    me.decide(table, view, "1020 N")
    view = me.my_turn(table, "player")
    placed = next(line for line in lines_of(view) if line["data"]["what"] == "placed")
    assert placed["data"]["data"] == {"fighter": "201", "hex": "1020", "facing": "N"}
    assert "1020" in placed["text"]


def test_the_chances_of_a_search_in_flight(me: Client) -> None:
    table, view = in_the_air(me)
    for number in range(60):
        if view["decision"]["kind"] in ("ai_target", "tally", "place_search", "light_up"):
            break
        me.decide(table, view, an_option(view, number))
        view = me.my_turn(table, "player")
    chances = me.get(f"/api/tables/{table}/odds", seat="player")["attacks"]
    assert chances and all(0 <= chance <= 1 for each in chances for chance in each["chances"].values())


def test_the_static_data_has_map_calendar_and_words(me: Client) -> None:
    data = me.get("/api/static/campaign")
    assert data["map"]["columns"] == 18 and len(data["months"]) >= 12
    assert data["months"][0]["title"] == "June 1942" and len(data["months"][0]["moons"]) == 4
    assert data["words"]["award"]["iron_cross_2"] and data["words"]["card"]["joker"]
    assert data["marks"]["kill"] == "kill" and "kill" in data["diary"]
    assert len(me.get("/api/static/solitaire")["phases"]) == 10
