"""Chapter 13: search counters, contacts that tell little, sweeps that point the way, and old plots."""

from pathlib import Path

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    events_of,
    fighter,
    holds,
    inner,
    last,
    new_session,
    night,
    play_until,
    refused,
)
from tests.support.rules import rule

AROUND_1010 = ["0910", "0911", "1009", "1011", "1110", "1111"]


def search(*bombers: str, freya: str = "1010", wuerzburg: str = "none", scenario: str = "2") -> viermot.Session:
    """A radar search phase of turn 3 with these bombers, both counters placed."""
    s = new_session(night(scenario, fighter(201, "1801 S"), *bombers, turn=3, phase=5))
    answer(s, "place_search", freya)
    answer(s, "place_search", wuerzburg)
    return s


def results(s: viermot.Session) -> dict[str, str]:
    """What the search counters on the player's map show."""
    return {row["radar"]: row["result"] for row in s.perspective("player").to_json()["searches"]}


@rule("13.1.1a")
def test_13_1_1a_a_counter_shows_nothing_until_all_are_down_and_it_is_resolved() -> None:
    s = new_session(night("2", fighter(201, "1801 S"), bomber(112, "0510 S"), turn=3, phase=5))
    answer(s, "place_search", "1010")
    check(s, results(s), {"Freya": "pending"}, "before all are down")
    answer(s, "place_search", "0510")
    check(s, asked(s).kind, "sweep", "the umpire is asked about the first")
    check(s, results(s), {"Freya": "nothing", "Würzburg": "pending"}, "while the umpire lays the first sweep")
    s.decide(0)
    check(s, results(s), {"Freya": "nothing", "Würzburg": "contact"}, "afterwards")


def test_counters_of_a_position_have_been_resolved() -> None:
    s = new_session(
        night("2", fighter(201, "1801 S"), bomber(112, "0510 S"), turn=3, phase=6, searches=[[0, "1010", 0]])
    )
    check(s, results(s), {"Freya": "nothing"})


def sweeps(s: viermot.Session) -> dict[str, str]:
    """Where the sweep counters on the player's map are."""
    return {row["radar"]: row["hex"] for row in s.perspective("player").to_json()["sweeps"]}


@rule("13.1")
@pytest.mark.parametrize(("scenario", "decline", "counters"), [
    ("2", [], ["Freya", "Würzburg"]), ("2A", [], ["Freya"]), ("2C", [], ["SCR-270"]), ("4B", ["Freya"], ["Würzburg"]),
])  # fmt: skip
def test_13_1_the_counters_the_scenario_grants(scenario: str, decline: list[str], counters: list[str]) -> None:
    options = {"decline": decline} if decline else {}
    s = new_session(night(scenario, fighter(201, "1801 S"), bomber(112, "0510 S"), phase=5, options=options))
    while asked(s).kind == "place_search":
        s.decide("1010")
    placed = events_of(s, "player", "search_placed")
    check(s, [e.data["radar"] for e in placed], counters, "search counters")
    holds(s, all("13.1" in e.rules for e in placed), "by rule 13.1")
    while asked(s).kind == "sweep":
        s.decide(0)
    check(s, list(sweeps(s)), counters, "sweep counters that go with them")


@rule("13.1.1a")
def test_13_1_1a_anywhere_on_the_map() -> None:
    s = new_session(night("2", fighter(201, "1801 S"), bomber(112, "0510 S"), phase=5))
    check(s, len(asked(s).options), 18 * 27 + 1, "options: every hex, or off the map")
    refused(s, "1928", "2.1.1a")
    answer(s, "place_search", "1827")
    answer(s, "place_search", "0101")
    check(s, [e.data["hex"] for e in events_of(s, "player", "search_placed")], ["1827", "0101"])
    holds(s, "13.1.1a" in last(s, "player", "search_placed").rules, "by rule 13.1.1a")
    s = search(bomber(112, "0510 S"), freya="none", wuerzburg="0510")
    check(s, results(s), {"Würzburg": "contact"}, "he may leave a counter off")


@rule("13.1.1a")
def test_13_1_1a_all_are_placed_before_the_first_is_checked() -> None:
    s = new_session(night("2", fighter(201, "1801 S"), bomber(112, "1010 S"), phase=5))
    answer(s, "place_search", "1010")
    check(s, (asked(s).kind, events_of(s, "umpire", "search")), ("place_search", []), "after the first counter")
    answer(s, "place_search", "1010")
    kinds = [e.kind for e in s.events("player") if e.kind in ("search_placed", "search")]
    check(s, kinds, ["search_placed", "search_placed", "search", "search"])
    holds(s, "13.1.1a" in last(s, "player", "search_placed").rules, "by rule 13.1.1a")


@rule("13.1.1b")
@pytest.mark.parametrize(("where", "freya", "wuerzburg"), [
    ("1010", "contact", "contact"),
    ("1011", "contact", "contact"),
    ("0910", "contact", "contact"),
    ("1008", "contact", "nothing"),
    ("1111", "contact", "contact"),
    ("1211", "contact", "nothing"),
    ("1210", "contact", "nothing"),
    ("1013", "nothing", "nothing"),
    ("0708", "nothing", "nothing"),
])  # fmt: skip
def test_13_1_1b_contact_within_the_search_value(where: str, freya: str, wuerzburg: str) -> None:
    s = search(bomber(112, f"{where} S"), wuerzburg="1010")
    while asked(s).kind == "sweep":
        s.decide(0)
    check(s, results(s), {"Freya": freya, "Würzburg": wuerzburg}, "values 2 and 1")
    holds(s, all("13.1.1b" in e.rules for e in events_of(s, "player", "search")), "by rule 13.1.1b")


@rule("13.1.1c")
def test_13_1_1c_a_contact_tells_neither_how_many_nor_where() -> None:
    alone = search(bomber(112, "1012 S"))
    crowd = search(bomber(112, "0909 S"), bomber(113, "1010 S"), bomber(114, "1008 S"))
    check(alone, results(alone), {"Freya": "contact"})
    check(alone, alone.perspective("player").to_json(), crowd.perspective("player").to_json(), "the player's map")
    check(alone, alone.events("player"), crowd.events("player"), "what he is told")
    check(alone, last(alone, "player", "search").data.keys(), {"radar", "hex", "result"})
    holds(alone, "13.1.1c" in last(alone, "player", "search").rules, "by rule 13.1.1c")


@rule("13.1.2a")
@pytest.mark.parametrize(("bombers", "choice"), [
    (["1020"], ["1011"]),  # straight ahead
    (["1412"], ["1111"]),  # straight SE
    (["1214"], ["1011", "1111"]),  # between two of them: the umpire decides
    (["1020", "1014"], ["1011"]),
    (["1020", "1006"], ["1009"]),  # only the nearest bomber counts
    (["1014", "1006"], ["1009", "1011"]),  # two as near: the umpire decides
    (["1014", "1006", "0602"], ["1009", "1011"]),
])  # fmt: skip
def test_13_1_2a_the_sweep_points_to_the_nearest_bomber(bombers: list[str], choice: list[str]) -> None:
    s = search(*[bomber(112 + n, f"{where} S") for n, where in enumerate(bombers)])
    if len(choice) > 1:
        check(s, (asked(s).kind, asked(s).seat, sorted(asked(s).options)), ("sweep", "umpire", choice))
        refused(s, "0910", "13.1.2a")
        answer(s, "sweep", choice[-1])
    check(s, (results(s), sweeps(s)), ({"Freya": "nothing"}, {"Freya": choice[-1]}))
    holds(s, "13.1.2a" in last(s, "player", "sweep").rules, "by rule 13.1.2a")


@rule("13.1.2b")
def test_13_1_2b_over_an_empty_map_any_hex_and_no_hint() -> None:
    empty = search()
    check(empty, (asked(empty).kind, sorted(asked(empty).options)), ("sweep", AROUND_1010))
    answer(empty, "sweep", "1111")
    holds(empty, "13.1.2b" in last(empty, "umpire", "empty_map").rules, "the umpire knows why")
    full = search(bomber(112, "1412 S"))
    check(full, sweeps(full), {"Freya": "1111"})
    check(empty, empty.events("player"), full.events("player"), "what the player is told")
    check(empty, empty.perspective("player").to_json(), full.perspective("player").to_json(), "his map")


@rule("13.1.3")
def test_13_1_3_old_counters_come_off_as_the_phase_begins() -> None:
    s = search(bomber(112, "1010 S"), wuerzburg="1003")
    check(s, (results(s), sweeps(s)), ({"Freya": "contact", "Würzburg": "nothing"}, {"Würzburg": "1004"}))
    play_until(s, "path")
    check(s, (s.perspective("player").to_json()["turn"], len(results(s)), len(sweeps(s))), (4, 2, 1), "they stay")
    answer(s, "path", "F F")
    check(s, (asked(s).kind, results(s), sweeps(s)), ("place_search", {}, {}), "before new ones are placed")
    holds(s, "13.1.3" in last(s, "player", "counters_removed").rules, "by rule 13.1.3")


@rule("13.1.4")
def test_13_1_4_track_counters_remind_of_past_searches() -> None:
    s = search(bomber(112, "1010 S"), wuerzburg="1003")
    check(s, s.perspective("player").to_json()["tracks"], [], "tracks while the counters are there")
    play_until(s, "path")
    answer(s, "path", "F F")
    check(s, s.perspective("player").to_json()["tracks"], [
        {"turn": 3, "radar": "Freya", "hex": "1010", "contact": True, "towards": []},
        {"turn": 3, "radar": "Würzburg", "hex": "1003", "contact": False, "towards": ["1004"]},
    ], "a contact, and an arrow")  # fmt: skip


@rule("13.1.4")
def test_13_1_4_the_players_own_notes_affect_nothing(tmp_path: Path) -> None:
    s = search(bomber(112, "1010 S"), wuerzburg="1010")
    before = (s.position(), s.head, s.events("umpire"), s.perspective("umpire").to_json(), asked(s).kind)
    s.marks["player"] += ["1010 contact", "1111 SE"]
    s.marks["player"].remove("1111 SE")
    after = (s.position(), s.head, s.events("umpire"), s.perspective("umpire").to_json(), asked(s).kind)
    check(s, after, before, "the game with notes on the map")
    s.save(tmp_path / "night.save")
    check(s, viermot.load(tmp_path / "night.save").marks["player"], ["1010 contact"], "notes kept with the game")


@rule("13.1.2a")
def test_13_1_2a_the_umpire_is_asked_about_the_counter_that_found_nothing() -> None:
    s = search(bomber(112, "0502 S"), freya="none", wuerzburg="1010")
    check(s, (asked(s).kind, asked(s).seat), ("sweep", "umpire"))
    check(s, (asked(s).facts["radar"], asked(s).facts["hex"]), (1, inner(s).searches[-1][1]))
    s.decide(0)
    holds(s, "13.1.2a" in last(s, "player", "sweep").rules, "by rule 13.1.2a")
