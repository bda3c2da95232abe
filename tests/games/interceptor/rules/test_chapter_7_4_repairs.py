"""Repairs and wounds once on the ground [7.4.2, 7.4.8]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    events_of,
    last,
    man,
    new_session,
    pilot,
    play_event,
)
from tests.support.rules import rule
from viermot import Session

NCO: dict[str, Any] = {"officer": 0}


def landed(dice: list[int] | None = None, aircraft: str = "Fw190A-4", month: str = "Jun43", **more: Any) -> Session:
    """Back on the ground after the first sortie of the month."""
    position = career(pilot(aircraft, **{"fate": 2, **more}), at="ground", raid=7, month=month, line=1)
    return new_session(position, dice=dice or [])


@rule("7.4.2d")
@pytest.mark.parametrize(("hits", "kind"), [(1, "ready"), (3, "ready"), (4, "repairs"), (5, "repairs")])
def test_7_4_2d_repair_by_hits(hits: int, kind: str) -> None:
    s = landed(repair=hits)
    check(s, last(s, kind).data["hits"], hits, "the hits repaired")
    check(s, man(s)["lines_to_miss"], 1 if kind == "repairs" else 0, "lines lost")


@rule("7.4.2d", "9.5")
def test_7_4_2d_six_hits_write_the_machine_off_without_losing_a_sortie() -> None:
    s = landed(repair=6)
    assert last(s, "written_off").data == {"hits": 6}
    assert last(s, "new_aircraft").data["aircraft"] == "Fw190A-4"  # all that level 0 may fly
    check(s, man(s)["lines_to_miss"], 0, "lines lost")


@rule("7.4.2d")
def test_7_4_2d_nothing_to_repair_says_nothing() -> None:
    s = landed(repair=0)
    assert not events_of(s, "ready") and not events_of(s, "repairs")
    s = landed(repair=1)
    assert last(s, "ready")


@rule("7.9.2a")
@pytest.mark.parametrize(("die", "lines"), [(3, 1), (4, 0), (6, 0)])
def test_7_9_2a_an_unteroffizier_scrounges(die: int, lines: int) -> None:
    s = landed([die], repair=5, **NCO)
    check(s, man(s)["lines_to_miss"], lines, f"lines lost with a {die}")
    assert bool(events_of(s, "scrounged")) == (lines == 0)


@rule("7.9.2b")
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_7_9_2b_an_unterfeldwebel_always_finds_parts(rank: int) -> None:
    s = landed(repair=4, rank=rank, **NCO)
    check(s, last(s, "scrounged").data, {"hits": 4}, "what was repaired in time")
    check(s, man(s)["lines_to_miss"], 0, "lines lost")


@rule("8.1b", "9.5")
def test_8_1_e_a_point_buys_a_machine_instead_of_repairs() -> None:
    s = landed(repair=5, points=1, level=1)
    answer(s, "wait_for_repairs", "new aircraft")
    answer(s, "new_aircraft", "Fw190A-5")
    assert last(s, "paid").data == {"what": "no repairs", "points": 1, "left": 0}
    check(s, man(s)["lines_to_miss"], 0, "lines lost")
    check(s, man(s)["aircraft"]["name"], "Fw190A-5", "the new machine")


# --- wounds --------------------------------------------------------------------------------------------


@rule("7.4.8a", "7.8.1")
def test_7_4_8a_a_light_wound_misses_one_sortie() -> None:
    s = landed(wound=1, wounds_now=1)
    assert last(s, "wounded").data == {"wound": "light", "lines": 1}
    check(s, man(s)["lines_to_miss"], 1, "lines to miss")


@rule("7.4.8a")
def test_7_4_8a_the_line_goes_by() -> None:
    s = landed(wound=1, wounds_now=1)
    missed = play_event(s, "line_missed")
    assert missed.data["why"] == "light wound" and "7.4.8a" in missed.rules
    check(s, man(s)["lines_to_miss"], 0, "lines still to miss")


@rule("7.4.8b", "9.4a")
@pytest.mark.parametrize(
    ("dice", "lines"),
    [([1, 1], 2), ([1, 2], 3), ([1, 3], 3), ([2, 3], 4), ([3, 3], 4), ([3, 4], 5), ([4, 4], 6), ([4, 5], 6),
     ([5, 5], 8), ([5, 6], 10), ([6, 6], 12)],
)  # fmt: skip
def test_7_4_8b_a_serious_wound_by_chart_c2(dice: list[int], lines: int) -> None:
    s = landed(dice, wound=2, wounds_now=1)
    check(s, last(s, "hospital").data, {"who": "pilot", "lines": lines}, "how long in hospital")
    check(s, man(s)["lines_to_miss"], lines, "lines to miss")
    assert "9.4a" in play_event(s, "new_aircraft").rules


@pytest.mark.parametrize(
    ("wound", "rule", "lines"),
    [
        pytest.param(1, "7.4.8a", 1, marks=rule("7.4.8a")),
        pytest.param(2, "7.4.8c", 5, marks=rule("7.4.8c")),
    ],
)
def test_7_4_8_a_hurt_gunner_is_replaced_for_a_time(wound: int, rule: str, lines: int) -> None:
    dice = [3, 4]
    position = career(
        pilot("Bf110G-2", fate=2, gun_wound=wound, gun_skills=["gunnery"], gun_xp=2),
        at="ground", raid=7, month="Jun43", line=1,
    )  # fmt: skip
    s = new_session(position, dice=dice)
    replaced = last(s, "gunner_replaced")
    assert rule in replaced.rules and replaced.data["lines"] == lines
    check(s, man(s)["gunner"]["skills"], [], "the stand-in's skills")
    back = new_session(
        career(pilot("Bf110G-2", gun_missing=1, ward_skills=["gunnery"], ward_xp=2), month="Jun43", line=1), dice=dice
    )
    check(back, last(back, "gunner_back").data["choice"], "old", "who flies again")
    check(back, man(back)["gunner"]["skills"], ["gunnery"], "his skills")


@rule("7.4.8c")
def test_7_4_8c_the_player_may_prefer_the_new_gunner() -> None:
    s = new_session(career(pilot("Bf110G-2", gun_missing=1, gun_xp=3, ward_xp=2), month="Jun43", line=1))
    answer(s, "which_gunner", "new")
    check(s, man(s)["gunner"]["experience"], 3, "the experience of the man aboard")


@rule("7.4.8d", "9.6")
def test_7_4_8d_a_killed_gunner_is_replaced_by_a_beginner() -> None:
    s = landed(aircraft="Bf110G-2", gun_wound=3, gun_skills=["gunnery"], gun_xp=4)
    assert last(s, "crew_gone").data == {"who": "gunner"}
    assert last(s, "new_man").data == {"who": "gunner", "points": 0}
    check(s, man(s)["gunner"]["skills"], [], "the new man's skills")


@rule("7.6a")
def test_7_6a_a_parachutist_loses_the_next_sortie() -> None:
    s = landed(fate=6, lost=1)
    assert {"why": "new aircraft", "lines": 1} in [event.data for event in events_of(s, "away")]
    check(s, man(s)["lines_to_miss"], 1, "lines to miss")


@rule("7.4.5b")
def test_7_4_5b_a_forced_landing_costs_the_next_sortie() -> None:
    s = landed(forced=1)
    check(s, man(s)["lines_to_miss"], 1, "lines to miss")
    assert last(s, "away").data["why"] == "way home"


@rule("7.4.6")
def test_7_4_6_after_a_rough_landing_the_aircraft_is_out_for_a_sortie() -> None:
    s = landed(fate=3, wound=1, wounds_now=1)
    assert {"why": "repairs", "lines": 1} in [event.data for event in events_of(s, "away")]
    check(s, man(s)["lines_to_miss"], 1, "wound and repair run together")
    assert asked(s).kind == "spend_experience"
