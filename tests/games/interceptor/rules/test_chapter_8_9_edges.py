"""Corners of the career: stand-ins who learn, one-offs, crews of the wounded, medals of the dead [7.4.8, 7.8, 9]."""

from __future__ import annotations

from typing import Any

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    course,
    events_of,
    last,
    man,
    modifiers,
    new_session,
    pilot,
    play_event,
    play_until,
    refused,
)
from tests.support.rules import rule

ONE_OFF = "Fw190A-5/U12"


def landed(aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **more: Any) -> str:
    more.setdefault("fate", 2)
    return career(pilot(aircraft, unit, **more), at="ground", raid=7, month="Dec43", line=2)


# --- the man behind ------------------------------------------------------------------------------------


@rule("7.4.8a", "7.7e")
def test_7_4_8a_what_a_stand_in_has_learned_counts_while_he_stands_in() -> None:
    skilled: dict[str, Any] = {"gun_missing": 3, "gun_skills": ["parachute"], "ward_skills": ["gunnery"]}
    leaking = pilot("Bf110G-2", "I/ZG 26", own={"fuel tank": 1}, **skilled)
    s = new_session(career(leaking, at="landing", raid=5), dice=[1, 2, 1, 2])
    answer(s, "forced_down", "jump")
    gunner = next(event for event in events_of(s, "jumps") if event.data["who"] == "gunner")
    check(s, modifiers(gunner), {"skill": -1}, "the stand-in's skill")
    s = new_session(landed("Bf110G-2", "I/ZG 26", gun_wound=1, gun_skills=["parachute"]))
    check(s, last(s, "gunner_replaced").rules[0], "7.4.8a", "a stand-in")
    assert man(s)["gunner"]["skills"] == []  # he comes without any


@rule("7.7n", "7.2.2.4")
def test_7_7n_a_stand_in_shoots_as_well_as_he_has_learned() -> None:
    skilled: dict[str, Any] = {"gun_missing": 3, "gun_skills": ["gunnery"]}
    fight = pilot("Bf110G-2", "I/ZG 26", enemy="P-47", orientation="disadvantaged", fought=1, **skilled)
    s = new_session(career(fight, at="fight", raid=5), cards=[18, 9, 1])
    answer(s, "dogfight", "defend")
    check(s, last(s, "rear_fire").data["hits"], 2, "one by the card, one by Gunnery")


@rule("7.4.8d", "9.4b")
def test_7_4_8d_a_wounded_pilot_need_not_pay_for_the_man_who_replaces_a_dead_one() -> None:
    s = new_session(landed("Bf110G-2", "I/ZG 26", wound=2, gun_wound=3, points=2), dice=[3, 3])
    answer(s, "replacement", "trained")
    check(s, last(s, "paid").data["left"], 1, "paid once")
    check(s, man(s)["gunner"]["experience"], 2, "he comes with that")
    play_event(s, "new_aircraft")  # on his release
    assert asked(s).kind != "keep_crew" and course(s).count("crew_gone") == 1
    s = new_session(landed("Bf110G-2", "I/ZG 26", wound=2, points=2), dice=[3, 3])
    play_until(s, "keep_crew")
    answer(s, "keep_crew", "keep")  # one who lives must be kept
    check(s, last(s, "crew_kept").data["points"], 1, "paid")


# --- one of a kind -------------------------------------------------------------------------------------


@rule("9.8", "7.4.2d")
def test_9_8_a_one_off_is_written_off_though_its_pilot_goes_to_hospital() -> None:
    s = new_session(landed(ONE_OFF, wound=2, repair=6, level=7), dice=[3, 3])
    assert last(s, "written_off") and last(s, "unique_lost")
    play_until(s, "new_aircraft")
    refused(s, ONE_OFF, "9.8", "unique_lost")


@rule("9.8", "8.1b")
def test_9_8_there_is_no_second_one_off_to_save_a_sortie() -> None:
    s = new_session(landed(ONE_OFF, repair=4, level=7, points=1))
    answer(s, "wait_for_repairs", "new aircraft")
    refused(s, ONE_OFF, "9.8", "unique_lost")


@rule("9.4a")
def test_9_4a_after_hospital_his_own_one_off_still_stands_there() -> None:
    s = new_session(landed(ONE_OFF, wound=2, repair=2, level=7), dice=[3, 3])
    play_until(s, "new_aircraft")
    s.decide(ONE_OFF)
    check(s, (last(s, "new_aircraft").data["aircraft"], man(s)["aircraft"]["name"]), (ONE_OFF, ONE_OFF), "his machine")


# --- the fallen ----------------------------------------------------------------------------------------


@rule("5.1.3", "7.8.1", "7.8.5", "7.8.7a")
def test_5_1_3_a_fallen_pilot_has_all_that_needs_no_roll() -> None:
    awards = ["ek2", "ek1", "ace", "ehrenpokal", "german cross"]
    s = new_session(landed(wound=3, wounds_now=1, flights=19, bombers=35, sortie_b=1, awards=awards, fate=7))
    given = [event.data["award"] for event in events_of(s, "award")]
    check(s, given, ["wound badge", "knight's cross", "flight clasp"], "medals")
    s = new_session(landed(wound=3, flights=3, bombers=34, sortie_b=1, awards=awards, fate=7), dice=[1])
    assert "award" not in course(s) and play_event(s, "fell")  # 34 would need a roll


# --- the order of a debriefing -------------------------------------------------------------------------


@rule("7.8.2", "8.1b")
def test_7_8_2_the_point_of_a_sortie_s_medal_can_save_the_next_sortie() -> None:
    s = new_session(landed(bombers=1, sortie_b=1, repair=4))
    answer(s, "wait_for_repairs", "new aircraft")
    check(s, last(s, "paid").data["left"], 0, "the point of the EK2 is spent")


@rule("7.8.3", "9.5")
def test_7_8_3_the_level_of_a_sortie_s_medals_counts_for_the_machine_after_it() -> None:
    s = new_session(landed("Bf109G-4", "I/JG 27", bombers=2, sortie_b=2, lost=1, fate=6))
    play_until(s, "new_aircraft")
    s.decide("Bf109G-6/R2")  # needs level 2, and he has just got EK2 and EK1
    check(s, last(s, "new_aircraft").data["aircraft"], "Bf109G-6/R2", "his new machine")


@rule("7.8.7.5", "7.4.2d")
def test_7_8_7_5_an_award_journey_comes_on_top_of_repairs() -> None:
    awards = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
    s = new_session(landed(bombers=45, sortie_b=1, repair=4, awards=awards, level=7))
    answer(s, "wait_for_repairs", "wait")
    check(s, man(s)["lines_to_miss"], 2, "one for repairs, one for Berlin")


@rule("4.3.2", "9.5")
def test_4_3_2_the_log_names_the_aircraft_that_was_flown_not_the_one_that_replaces_it() -> None:
    s = new_session(landed("Fw190A-6", lost=1, fate=6, level=4))
    play_until(s, "new_aircraft")
    s.decide("Fw190A-7")
    check(s, man(s)["aircraft"]["name"], "Fw190A-7", "what he flies now")
    check(s, last(s, "log_line").data["aircraft"], "Fw190A-6", "what he flew")


@rule("10.7")
def test_10_7_whoever_is_shot_at_headquarters_needs_neither_hospital_nor_aircraft() -> None:
    awards = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
    hurt = pilot(bombers=45, sortie_b=1, repair=4, wound=2, awards=awards, level=7, points=3, fate=2)
    s = new_session(career(hurt, at="ground", raid=7, month="Dec43", line=2, options={"10.7": True}), dice=[1, 1])
    answer(s, "at_headquarters", "shoot")
    assert s.result is not None and not s.pending
    assert not {"hospital", "new_aircraft", "repairs"} & set(course(s))
