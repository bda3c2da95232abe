"""Prestige and other aircraft [4.6.1, 4.6.4, 8.0, 9.0]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    course,
    events_of,
    last,
    man,
    new_session,
    pilot,
    play_event,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session


def shopping(
    aircraft: str = "Fw190A-4", month: str = "Jun43", r1: list[int] | None = None, unit: str = "I/JG 2",
    line: int = 1, hospital: list[int] | None = None, **more: Any,
) -> Session:  # fmt: skip
    """On the ground after a sortie, with Prestige Points to spend; `r1` are the faces of the ten-sided die."""
    flown = pilot(aircraft, unit, **{"fate": 2, "wing_xp": 0, **more})
    position = career(flown, at="ground", raid=7, month=month, line=line)
    dice = {"hospital": hospital} if hospital else ()
    return new_session(position, dice=dice, draws={"replacement aircraft": [face - 1 for face in r1 or []]})


def in_hospital(aircraft: str, month: str, **more: Any) -> Session:
    """Seriously wounded, on the day of his release, where something is asked."""
    s = shopping(aircraft, month, hospital=[1, 1], wound=2, **more)
    for _ in range(9):
        if asked(s).kind in ("new_aircraft", "keep_crew"):
            break
        s.decide("done")
    return s


def lost(aircraft: str, month: str, **more: Any) -> Session:
    """Shot down and back by parachute."""
    return shopping(aircraft, month, lost=1, fate=6, **more)


# --- points and level ----------------------------------------------------------------------------------


@rule("4.6.4a", "8.1b", "9.2", "9.3a")
def test_i5_one_point_in_the_series_two_for_another() -> None:
    """Example I5: R1 offers an Fw190A-5 and a Bf109 with 30 mm gun; they cost one and two points."""
    s = shopping(month="Sep43", level=4, points=2, r1=[10, 10])
    s.decide("look Fw190")
    s.decide("look Bf109")
    other = s.fork()
    s.decide("take Fw190A-5")
    check(s, last(s, "paid").data, {"what": "aircraft", "points": 1, "left": 1}, "the price in the series")
    check(s, man(s)["lines_to_miss"], 0, "lines lost in the series")
    other.decide("take Bf109G-6/U4")
    check(other, last(other, "paid").data["points"], 2, "the price of another series")
    missed = [event.data["why"] for event in events_of(other, "line_missed")]
    check(other, missed, ["type training"] * 2, "lines lost with another series")


@rule("8.2a", "8.2b")
def test_i10_level_two_cannot_have_the_rocket_carrier() -> None:
    """Example I10: two bombers give level 2; the A-4/R6 needs 3, the A-5 may be had if R1 offers it."""
    s = shopping(bombers=2, sortie_b=2, r1=[10])
    check(s, man(s)["level"], 2, "EK2 and EK1")
    s.decide("look Fw190")
    refused(s, "take Fw190A-4/R6", "8.2b", "level")
    s.decide("take Fw190A-5")
    check(s, man(s)["aircraft"]["name"], "Fw190A-5", "the new aircraft")
    check(s, (man(s)["prestige"], man(s)["level"]), (1, 2), "a point is gone, the level stays")


@rule("4.6.4a", "9.1")
@pytest.mark.parametrize(("face", "offered"), [(2, False), (3, True)])
def test_9_1_a_model_is_offered_from_its_own_number_on(face: int, offered: bool) -> None:
    s = shopping(level=3, points=1, r1=[face])  # the A-5 has a 3
    s.decide("look Fw190")
    assert ("Fw190A-5" in last(s, "on_offer").data["aircraft"]) == offered
    assert not s.pending or ("take Fw190A-5" in asked(s).options) == offered


@rule("9.2", "4.6.4a")
def test_9_2_only_what_r1_offers() -> None:
    s = shopping(level=3, points=1, r1=[4])  # the A-5 is offered on 3, the A-4/R6 on 5
    refused(s, "take Fw190A-5", "9.2", "not_on_offer")
    s.decide("look Fw190")
    assert rolls_of(s, "replacement aircraft")[0].data["dice"] == [4]
    assert "take Fw190A-5" in asked(s).options and "take Fw190A-4/R6" not in asked(s).options
    refused(s, "look Fw190", "4.6.4a", "nothing_to_look_for")


@rule("4.6.4a")
def test_4_6_4a_nothing_is_offered_before_its_month() -> None:
    s = shopping(month="Jun43", level=7, points=2)
    assert "take Fw190A-5" in asked(s).options and "take Fw190A-6" not in asked(s).options
    s.decide("take Fw190A-5")
    assert "4.6.4a" in last(s, "bought_aircraft").rules
    check(s, last(s, "bought_aircraft").data, {"aircraft": "Fw190A-5", "points": 1}, "what it cost")


@rule("8.2c")
def test_8_2c_level_seven_need_not_roll() -> None:
    s = shopping(month="Dec43", level=7, points=1)
    assert not any(option.startswith("look") for option in asked(s).options)
    s.decide("take Fw190A-5/U12")
    assert "8.2c" in last(s, "bought_aircraft").rules and not rolls_of(s, "replacement aircraft")


@rule("8.2a")
def test_8_2a_the_level_stops_at_seven_the_points_do_not() -> None:
    s = shopping(bombers=5, sortie_b=1, awards=["ek2", "ek1"], level=7, points=3)
    check(s, (man(s)["prestige"], man(s)["level"]), (4, 7), "points and level")


@rule("8.1b")
def test_8_1b_without_points_nothing_is_sold() -> None:
    s = shopping(level=5, points=1, r1=[10], month="Sep43")
    refused(s, "take Bf109G-6", "8.1b", "no_points")


@rule("9.1")
def test_9_1_a_column_of_r1_is_a_series() -> None:
    s = shopping(month="Feb44", level=6, points=2, r1=[10])
    s.decide("look Bf109")
    offered = last(s, "on_offer").data
    assert offered["series"] == "Bf109" and len(offered["aircraft"]) == 11


# --- transfers -----------------------------------------------------------------------------------------


@rule("4.6.1a", "4.6.2a", "8.1b")
def test_4_6_1a_two_points_and_a_sortie() -> None:
    s = shopping(points=2)
    s.decide("move II/JG 1")
    assert last(s, "paid").data["points"] == 2
    assert last(s, "transfer").data == {"unit": "II/JG 1", "base": "Woensdrecht", "zone": "Dutch", "lines": 1}
    check(s, [event.data["why"] for event in events_of(s, "line_missed")], ["reassignment"], "lines lost")
    check(s, man(s)["aircraft"]["name"], "Fw190A-4", "same series, same aircraft")


@rule("4.6.1b", "9.3a")
def test_4_6_1b_another_series_comes_free_and_costs_two_more() -> None:
    s = shopping(points=2, level=1)
    s.decide("move I/JG 27")
    answer(s, "type_of_the_unit", "Bf109G-6")
    missed = [event.data["why"] for event in events_of(s, "line_missed")]
    check(s, missed, ["reassignment", "type training", "type training"], "lines lost in all (ruling D31)")
    check(s, (man(s)["unit"], man(s)["aircraft"]["name"]), ("I/JG 27", "Bf109G-6"), "where and what")
    assert len(events_of(s, "paid")) == 1


@rule("4.6.1a")
def test_4_6_1a_no_move_to_a_unit_not_yet_there_or_without_points() -> None:
    refused(shopping(points=2), "move II/JG 3", "4.6.1a", "no_such_posting")  # September
    refused(shopping(points=1, level=1), "move II/JG 1", "4.6.1a", "no_move")


# --- crew ----------------------------------------------------------------------------------------------


@rule("9.3b", "9.6")
def test_9_3b_a_two_seater_needs_a_gunner_and_back_again_he_is_surplus() -> None:
    s = shopping(month="Aug43", level=7, points=2)
    s.decide("take Bf110G-2")
    check(s, last(s, "new_man").data, {"who": "gunner", "points": 0}, "the new gunner")
    back = shopping("Bf110G-2", "Aug43", level=7, points=2, gun_xp=3)
    answer(back, "spend_experience", "done")
    back.decide("take Fw190A-5")
    assert last(back, "surplus_man").data == {"who": "gunner"} and man(back)["gunner"] is None


@rule("9.3b", "7.9.2c")
def test_9_3b_a_feldwebel_finds_a_good_gunner() -> None:
    s = shopping(month="Aug43", level=7, points=2, officer=0, rank=2)
    s.decide("take Bf110G-2")
    check(s, man(s)["gunner"]["experience"], 4, "the new gunner's experience")


@rule("8.1b", "9.6")
def test_8_1_d_a_point_buys_a_trained_replacement() -> None:
    s = shopping("Bf110G-2", "Aug43", gun_wound=3, points=1)
    answer(s, "replacement", "trained")
    check(s, last(s, "new_man").data, {"who": "gunner", "points": 2}, "the new gunner")


@rule("9.4b")
@pytest.mark.parametrize(("choice", "xp", "points"), [("keep", 5, 0), ("let go", 0, 1)])
def test_9_4b_keeping_the_gunner_after_hospital(choice: str, xp: int, points: int) -> None:
    s = in_hospital("Bf110G-2", "Aug43", points=1, gun_xp=5)
    check(s, man(s)["lines_to_miss"], 0, "lines still to miss when he is asked")
    answer(s, "keep_crew", choice)
    if choice == "let go":
        answer(s, "replacement", "as he comes")
    check(s, (man(s)["gunner"]["experience"], man(s)["prestige"]), (xp, points), "gunner and points")


@rule("9.4b")
def test_9_4b_without_a_point_the_crew_is_new() -> None:
    s = shopping("Bf110G-2", "Aug43", wound=2, points=0, gun_xp=5)
    play_event(s, "crew_gone", {"spend_experience": "done"})
    assert last(s, "crew_gone").data == {"who": "gunner"}
    check(s, man(s)["gunner"]["experience"], 0, "the new man's experience")


# --- replacement aircraft ------------------------------------------------------------------------------


@rule("9.5")
def test_i11_a_lost_g2_may_become_a_g6_r6() -> None:
    """Example I11: a Bf109G-2 lost in September 1943 with level 3 or more."""
    s = lost("Bf109G-2", "Sep43", level=3)
    answer(s, "new_aircraft", "Bf109G-6/R6")
    assert "9.5" in last(s, "new_aircraft").rules and not events_of(s, "paid")
    low = lost("Bf109G-2", "Sep43", level=2)
    refused(low, "Bf109G-6/R6", "8.2b", "level")
    refused(low, "Fw190A-4", "9.5", "other_series")


@rule("9.4a")
def test_9_4a_a_new_machine_of_the_series_flown_when_wounded() -> None:
    s = in_hospital("Bf109G-4", "Sep43", level=3)
    answer(s, "new_aircraft", "Bf109G-6/R4")
    assert last(s, "new_aircraft").rules == ("9.4a",)


@rule("9.4a")
def test_9_4a_what_exists_on_the_day_of_his_release_may_be_had() -> None:
    """Two lines of hospital from the last line but one of June: the R4 comes in July."""
    s = shopping("Bf109G-4", "Jun43", hospital=[1, 1], line=7, wound=2, level=3)
    assert "aircraft_waits" in course(s) and not events_of(s, "new_aircraft")
    play_until(s, "new_aircraft", {"spend_prestige": "done"})
    check(s, (s.perspective("pilot").to_json()["month"], len(events_of(s, "line_missed"))), ("Jul43", 2), "released")
    s.decide("Bf109G-6/R4")
    check(s, man(s)["aircraft"]["name"], "Bf109G-6/R4", "his machine")


@rule("9.4a", "9.5")
def test_9_4a_one_machine_for_whoever_lost_his_own_and_was_hurt() -> None:
    s = in_hospital("Bf109G-2", "Sep43", level=3, lost=1, fate=6)
    answer(s, "new_aircraft", "Bf109G-6/R6")
    assert last(s, "new_aircraft").rules == ("9.4a", "9.5") and len(events_of(s, "new_aircraft")) == 1


@rule("9.4a", "9.3a")
def test_9_4a_nothing_of_the_series_is_sold_to_whoever_gets_it_for_nothing() -> None:
    s = shopping("Bf109G-4", "Sep43", hospital=[1, 1], wound=2, level=7, points=2)
    refused(s, "take Bf109G-6", "9.4a", "free_on_release")
    s.decide("take Fw190A-5")  # another series is his to buy, and then none waits
    play_event(s, "take_off")
    assert [event.data["why"] for event in events_of(s, "line_missed")] == ["hospital"] * 2 + ["type training"] * 2
    check(s, len(events_of(s, "new_aircraft")), 1, "machines he was given")


@rule("9.7")
def test_9_7_the_waived_model_is_replaced_by_the_same() -> None:
    s = lost("Me410A", "Oct43", level=0, waived=29, unit="II/ZG 26")
    assert "9.7" in last(s, "new_aircraft").rules
    check(s, man(s)["aircraft"]["name"], "Me410A", "the replacement")


@rule("9.8")
@pytest.mark.parametrize("name", ["Fw190A-5/U9", "Fw190A-5/U11", "Fw190A-5/U12", "Fw190A-6/R2"])
def test_9_8_a_one_off_is_never_replaced(name: str) -> None:
    s = lost(name, "Jan44", level=7, points=3)
    assert last(s, "unique_lost").data == {"aircraft": name}
    refused(s, name, "9.8", "unique_lost")
    answer(s, "new_aircraft", "Fw190A-7")
    refused(s, f"take {name}", "9.8", "unique_lost")
