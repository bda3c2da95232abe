"""A career on the wire: in the air its view asks, tells and reckons as the sortie's own game does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import viermot
from tests.support.server import Client, InProcess, an_option
from viermot.games.campaign.knowledge.flight import SortieSession


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


def test_the_lobby_says_what_happened_in_flight(me: Client) -> None:
    table, view = in_the_air(me)
    (line,) = [each for each in me.get("/api/tables") if each["id"] == table]
    assert line["line"] == lines_of(view)[-1]["text"] and not line["line"].startswith("In flight")


def test_the_chances_of_a_search_in_flight(me: Client) -> None:
    table, view = in_the_air(me)
    for number in range(60):
        if view["decision"]["kind"] in ("ai_target", "tally", "place_search", "light_up"):
            break
        me.decide(table, view, an_option(view, number))
        view = me.my_turn(table, "player")
    chances = me.get(f"/api/tables/{table}/odds", seat="player")["attacks"]
    assert chances and all(0 <= chance <= 1 for each in chances for chance in each["chances"].values())


def three_weeks(file: Path) -> None:
    """A career that goes on: the crew have flown their sorties of the first weeks by themselves."""
    career = viermot.new_game("campaign", "seasoned", {"stops": "every"}, "f")
    while career.pending[0].kind != "week_over" or len(career.state.flown) < 2:  # type: ignore[attr-defined]
        if career.pending[0].kind == "week_over":
            career.decide("week")
        else:
            SortieSession(career).fly_home("player")
    career.save(file)


def test_an_old_sortie_is_there_in_full_also_after_a_restart(tmp_path: Path) -> None:
    """Its log, its replay, its proof and its file, from the career's record alone."""
    three_weeks(tmp_path / "career.json")
    database, where = str(tmp_path / "games.sqlite3"), ""
    for _ in range(2):  # the second server has the table from its database
        server = InProcess(database=database)
        try:
            me = Client(server.base)
            if not where:
                save = (tmp_path / "career.json").read_text(encoding="utf-8")
                where = f"/api/tables/{me.post('/api/tables/import', save=save)['id']}"
            the_first_sortie(me, where, tmp_path / "sortie.json")
        finally:
            server.stop()


def the_first_sortie(me: Client, where: str, file: Path) -> None:
    """It is asked for by its number, and stands alone."""
    first = me.get(f"{where}/replay", seat="player", part=1, at=0)
    last = me.get(f"{where}/replay", seat="player", part=1)
    told = lines_of(last)
    assert first["moments"] == last["moments"] > 10 and last["at"] == last["moments"] - 1
    assert first["perspective"]["sortie_number"] == last["perspective"]["sortie_number"] == 1
    assert first["decision"] == "place_fighter" and "Me110F-4" in first["asked"]
    assert told[0]["data"]["what"] == "scenario" and told[-1]["data"]["what"] == "game_over"
    assert all("data" in line["data"] and "{" not in line["text"] for line in told)
    assert {line["kind"] for line in last["events"]} == {"take_off", "flight"}
    assert last["perspective"]["sortie"]["over"] is not None
    assert me.get(f"{where}/verify", part=1)["fair"]
    file.write_text(json.dumps(me.get(f"{where}/save", part=1)), encoding="utf-8")
    assert viermot.load(file).module.name == "solitaire" and viermot.verify(file).fair
    assert "no finished sortie 99" in me.not_given(f"{where}/replay", part=99)[1]["text"]


def test_a_game_without_another_inside_has_no_parts(me: Client) -> None:
    table = me.table("3", game="solitaire", seats={"player": "me"})
    for what in ("replay", "verify", "save"):
        assert me.not_given(f"/api/tables/{table}/{what}", part=1)[1]["why"] == "not found"


def test_the_static_data_has_map_calendar_and_words(me: Client) -> None:
    data = me.get("/api/static/campaign")
    assert data["map"]["columns"] == 18 and len(data["months"]) >= 12
    assert data["months"][0]["title"] == "June 1942" and len(data["months"][0]["moons"]) == 4
    assert data["words"]["award"]["iron_cross_2"] and data["words"]["card"]["joker"]
    assert data["marks"]["kill"] == "kill" and "kill" in data["diary"]
    assert len(me.get("/api/static/solitaire")["phases"]) == 10
