"""Chapter 25: GCI and MEW."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    events_of,
    fighter,
    new_session,
    night,
    own_pack,
    play_phase,
)
from tests.support.rules import rule
from viermot import Session

JAMMED_MEW = """
[[variant]]
id = "8Z"
title = { en = "Jammed MEW" }
radar = ["MEW", "GCI"]
jamming = { search = "heavy" }
status = "own"
"""


def searching(search: str, *bombers: str, scenario: str = "8", **more: Any) -> Session:
    """Radar search phase of turn 3: the (first) counter has been placed."""
    s = new_session(night(scenario, fighter(201, "0120 N"), *bombers, turn=3, phase=5), **more)
    answer(s, "place_search", search)
    return s


def shown(s: Session) -> list[str]:
    """The hexes of the sweep counters on the player's map."""
    return [row["hex"] for row in s.perspective("player").to_json()["sweeps"]]


def result(s: Session) -> str:
    """What the first search counter shows the player."""
    found: str = s.perspective("player").to_json()["searches"][0]["result"]
    return found


@rule("25.1a")
def test_25_1a_without_contact_the_sweep_goes_on_or_beside_the_nearest_bomber() -> None:
    s = searching("1007", bomber(113, "1012 S"), bomber(102, "0420 S"))
    check(s, asked(s).seat, "umpire")
    beside = ["1012", "1011", "1013", "0912", "0913", "1112", "1113"]
    check(s, sorted(asked(s).options), sorted(beside))
    answer(s, "sweep", "0913")
    check(s, (result(s), shown(s)), ("nothing", ["0913"]))


@rule("25.1a")
def test_25_1a_between_equally_near_bombers_the_umpire_chooses() -> None:
    s = searching("1007", bomber(113, "1012 S"), bomber(102, "1002 S"))
    check(s, "1012" in asked(s).options and "1002" in asked(s).options, True)
    answer(s, "sweep", "1002")


@rule("25.1b")
def test_25_1b_with_no_bomber_on_the_map_there_is_no_sweep() -> None:
    s = searching("1007")
    play_phase(s, 8)
    check(s, (shown(s), events_of(s, "player", "sweep")), ([], []))


@rule("25.1.1")
def test_25_1_1_a_search_in_the_bombers_own_hex_is_announced_and_marked() -> None:
    s = searching("1012", bomber(113, "1012 S"))
    check(s, (result(s), shown(s)), ("same hex", ["1012"]))


@rule("25.1.1")
def test_25_1_1_a_contact_one_hex_away_is_not() -> None:
    found = {}
    for search in ("1011", "1012"):
        s = searching(search, bomber(113, "1012 S"))
        found[search] = (result(s), shown(s))
    check(s, found, {"1011": ("contact", []), "1012": ("same hex", ["1012"])})


@rule("25.2", "24.5.1b")
def test_25_2_mew_cannot_be_jammed(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/08.toml", JAMMED_MEW)
    s = searching("1004", bomber(113, "1012 S"), scenario="8Z", pack=pack)
    answer(s, "place_search", "1008")  # the jammed GCI
    answer(s, "sweep", "1012")
    check(s, shown(s), ["1012"], "MEW shows a sweep in spite of the jamming")
    results = [row["result"] for row in s.perspective("player").to_json()["searches"]]
    check(s, results, ["nothing", "contact"], "GCI has search value 4, MEW still 2")


@rule("25.2")
@pytest.mark.parametrize(("search", "found"), [("1010", "contact"), ("1009", "nothing")])
def test_25_2_mew_has_search_value_2(search: str, found: str) -> None:
    s = searching(search, bomber(113, "1012 S"), scenario="8E")
    check(s, result(s), found)


@rule("25.2.1")
def test_25_2_1_without_contact_each_bomber_gets_a_sweep_in_or_beside_its_hex() -> None:
    s = searching("1003", bomber(113, "1012 S"), bomber(102, "0408 S"), bomber(124, "1420 S"), scenario="8E")
    check(s, result(s), "nothing")
    for there in ("0408", "1011", "1420"):
        check(s, there in asked(s).options, True, "from the nearest on")
        check(s, len(asked(s).options), 7)
        answer(s, "sweep", there)
    check(s, shown(s), ["0408", "1011", "1420"], "as many as there are bombers")


@rule("25.2.1")
def test_25_2_1_there_are_five_sweeps_for_the_nearest_five() -> None:
    rows = [bomber(101 + n, f"{n + 3:02}{12 + n:02} S") for n in range(6)]
    s = searching("0302", *rows, scenario="8E")
    offered = []
    while asked(s).kind == "sweep":
        offered.append(set(asked(s).options))
        s.decide(0)
    check(s, [n for n in range(6) if f"{n + 3:02}{12 + n:02}" in offered[min(n, 4)]], [0, 1, 2, 3, 4])
    check(s, len(offered), 5)


@rule("25.2.1")
def test_25_2_1_between_equally_near_bombers_the_umpire_chooses() -> None:
    places = ["0308", "0309", "0310", "0311", "0114", "0514"]
    rows = [bomber(101 + n, f"{place} S") for n, place in enumerate(places)]
    s = searching("0302", *rows, scenario="8E")
    for _ in range(4):
        answer(s, "sweep", 0)
    check(s, (asked(s).kind, sorted(asked(s).options)), ("mew_target", ["105", "106"]))
    s.decide("106")
    check(s, "0514" in asked(s).options, True)
    s.decide("0514")
    check(s, len(shown(s)), 5)


@rule("25.2.2")
def test_25_2_2_a_contact_is_shown_exactly_and_the_rest_roughly() -> None:
    s = searching("1010", bomber(113, "1012 S"), bomber(102, "0911 S"), bomber(124, "1420 S"), scenario="8E")
    check(s, result(s), "contact")
    check(s, sorted(shown(s)), ["0911", "1012"], "no choice for the umpire")
    check(s, len(asked(s).options), 7)
    answer(s, "sweep", "1419")
    check(s, sorted(shown(s)), ["0911", "1012", "1419"])
    rules = {told.rules for told in events_of(s, "player", "sweep")}
    check(s, rules, {("25.2.2", "25.2.1", "5.0a")}, "no word of which are exact")


@rule("25.2.2")
def test_25_2_2_of_more_than_five_contacts_the_nearest_are_shown() -> None:
    rows = [bomber(101 + n, f"{place} S") for n, place in enumerate(["0910", "1009", "1010", "1011", "1110", "1012"])]
    s = searching("1010", *rows, scenario="8E")
    check(s, sorted(shown(s)), ["0910", "1009", "1010", "1011", "1110"])
