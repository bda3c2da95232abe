"""The options of the career: aces, fatigue, enemy pilots, and the journey [10.2, 10.3, 10.4, 10.7]."""

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
    modifiers,
    new_session,
    pilot,
    play_out,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.interceptor.model.layout import OptionError

# --- 10.2 aces -----------------------------------------------------------------------------------------


@rule("10.2", "10.2.1", "10.2.2")
@pytest.mark.parametrize(
    ("name", "unit", "kills", "skills", "level"),
    [
        ("Mayer", "III/JG 2", 59, {"expert Fw190", "acm", "leadership"}, 7),
        ("Eder", "III/JG 2", 13, {"expert Fw190", "expert Bf109", "parachute", "reflexes"}, 5),
        ("Bühligen", "II/JG 2", 50, {"expert Fw190", "expert Bf109", "situational awareness", "acm"}, 7),
        ("Hermichen", "III/JG 26", 20, {"expert Fw190", "navigation", "precision"}, 6),
        ("Frey", "I/JG 1", 6, {"expert Bf109", "reflexes", "navigation"}, 3),
        ("Knoke", "I/JG 1", 4, {"expert Bf109", "landing"}, 2),
        ("Hackl", "III/JG 54", 124, {"expert Bf109", "expert Fw190", "aim", "acm"}, 7),
        ("Bauer", "I/JG 27", 0, {"expert Bf109", "gunnery"}, 2),
    ],
)
def test_10_2_an_ace_begins_as_his_card_says(name: str, unit: str, kills: int, skills: set[str], level: int) -> None:
    s = new_session(scenario="career", options={"10.2": name})
    answer(s, "ace_unit", "card")
    if s.pending and s.pending[0].kind == "ace_aircraft":
        s.decide(0)
    ace = man(s)
    check(s, ace["unit"], unit, "his unit")
    check(s, sum(ace["kills"].values()), kills, "his victories")
    check(s, (set(ace["skills"]), ace["level"]), (skills, level), "skills and level")
    series = ace["aircraft"]["series"]
    assert f"expert {series}" in ace["skills"]


@rule("10.2.1")
def test_10_2_1_an_ace_prefers_what_he_is_expert_in() -> None:
    s = new_session(scenario="career", options={"10.2": "Hermichen"})  # III/JG 26 flies Fw190 and Bf109
    answer(s, "ace_unit", "card")
    check(s, man(s)["aircraft"]["name"], "Fw190A-4", "his aircraft")
    frey = new_session(scenario="career", options={"10.2": "Frey"})
    answer(frey, "ace_unit", "card")
    assert asked(frey).kind == "ace_aircraft" and len(asked(frey).options) == 3
    refused(frey, "Fw190A-4", "10.2.1", "not_in_unit")


@rule("10.2.1")
def test_10_2_1_the_historical_start_as_an_option() -> None:
    s = new_session(scenario="career", options={"10.2": "Bauer", "ace_late": True})
    check(s, (man(s)["unit"], man(s)["starts"]), ("II/JG 3", "Sep43"), "where and when")
    assert last(s, "ace_card")


@rule("10.2.1")
def test_10_2_1_an_ace_may_begin_in_a_unit_by_chance() -> None:
    s = new_session(scenario="career", options={"10.2": "Hermichen"}, draws={"unit": [18]})  # the face 19: III/JG 54
    answer(s, "ace_unit", "roll")
    ace = man(s)
    check(s, (ace["unit"], ace["aircraft"]["name"]), ("III/JG 54", "Fw190A-4"), "another unit, the type he knows")
    check(s, sum(ace["kills"].values()), 20, "his card otherwise")


@rule("10.2.1", "4.1d")
def test_10_2_1_an_ace_flies_with_the_unit_that_was_chosen() -> None:
    s = new_session(scenario="18", options={"10.2": "Heinz Knoke"})  # I/JG 27, not the I/JG 1 of his card
    check(s, (man(s)["unit"], man(s)["aircraft"]["name"]), ("I/JG 27", "Bf109G-4"), "where he flies")


@rule("10.2.1")
def test_10_2_1_the_historical_start_is_the_card_s() -> None:
    s = new_session(scenario="career", options={"10.2": "Hackl", "ace_late": True})
    check(s, (man(s)["unit"], man(s)["starts"]), ("III/JG 11", "Oct43"), "not when the unit begins, but when he came")
    chosen = new_session(scenario="18", options={"10.2": "Hackl", "ace_late": True})
    check(chosen, man(chosen)["unit"], "III/JG 11", "whatever unit was named besides")


def test_10_2_1_the_historical_start_needs_an_ace() -> None:
    with pytest.raises(OptionError) as wrong:
        new_session(scenario="career", options={"ace_late": True})
    assert wrong.value.key == "interceptor.error.late_alone" and wrong.value.rule == "10.2"


@rule("10.2.2", "4.4.2b")
def test_10_2_2_points_may_be_spent_or_saved_before_the_first_sortie() -> None:
    s = new_session(scenario="career", options={"10.2": "Knoke"})
    answer(s, "ace_unit", "card")
    answer(s, "ace_aircraft", "Bf109G-1")
    assert asked(s).kind == "spend_experience" and not events_of(s, "line")
    s.decide("pilot reflexes")
    s.decide("done")
    check(s, (man(s)["experience"], "reflexes" in man(s)["skills"]), (1, True), "one point spent, one saved")


@rule("10.2.3")
@pytest.mark.parametrize(("fighters", "level"), [(3, "defeat"), (4, "substantial")])
def test_10_2_3_history_must_be_matched(fighters: int, level: str) -> None:
    veteran = pilot("Bf109G-6", "I/JG 1", ace="Heinz Knoke", bombers=21, fighters=fighters, fate=2)
    position = career(veteran, at="ground", raid=7, month="Feb44", line=8, options={"10.2": "Heinz Knoke"})
    s = new_session(position)
    play_out(s)
    assert s.result is not None
    check(s, s.result["level"], level, f"with {21 + fighters} victories of the 25 wanted")
    assert last(s, "ace_test").data["total"] == 25


@rule("7.8.7.1")
@pytest.mark.parametrize(
    ("kills", "roll", "won"),
    [(40, 1, True), (40, 2, False), (43, 4, True), (43, 5, False), (45, 6, True), (60, 6, True)],
)
def test_10_2_an_ace_comes_by_his_grades_as_anybody_does(kills: int, roll: int, won: bool) -> None:
    awards = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
    mayer = pilot(ace="Egon Mayer", bombers=7, fighters=kills - 7, sortie_b=1, fate=2, awards=awards, level=7)
    s = new_session(career(mayer, at="ground", raid=7, options={"10.2": "Egon Mayer"}), dice={"award": [roll]})
    check(s, [event.data["award"] for event in events_of(s, "award")], ["oak leaves"] * won, f"{kills} kills")
    assert len(rolls_of(s, "award")) == int(kills < 45), "at 45 it is automatic"


# --- 10.3 fatigue --------------------------------------------------------------------------------------


def tired(level: int, at: str = "line", **more: Any) -> str:
    return career(pilot(fatigue=level, **more), at=at, raid=7, options={"10.3": True})


@rule("10.3a")
def test_10_3a_a_sortie_tires_a_missed_line_rests_twice() -> None:
    s = new_session(tired(5, at="ground"))
    check(s, man(s)["fatigue"], 6, "after a sortie")
    s = new_session(tired(5, away="W"))
    check(s, last(s, "fatigue").data["level"], 3, "after a line not flown")
    assert new_session(tired(1, away="W")) and last(new_session(tired(1, away="W")), "fatigue").data["level"] == 0


@rule("10.3a")
def test_10_3a_he_may_just_not_fly() -> None:
    s = new_session(tired(5))
    answer(s, "fly_or_rest", "stand down")
    assert last(s, "stands_down") and last(s, "fatigue").data["level"] == 3


@rule("10.3b")
@pytest.mark.parametrize(("level", "landing"), [(12, 1), (17, 1), (18, 2), (24, 2)])
def test_10_3b_on_landing(level: int, landing: int) -> None:
    s = new_session(tired(level, at="landing"), dice=[1, 1])
    check(s, modifiers(last(s, "lands")), {"fatigue": landing}, f"fatigue {level} on landing")


@rule("10.3b")
def test_10_3b_no_effect_on_landing_below_twelve_and_on_initiative_from_eighteen() -> None:
    assert modifiers(last(new_session(tired(11, at="landing"), dice=[1, 1]), "lands")) == {}

    def round_of(level: int) -> dict[str, int]:
        fighting = tired(level, at="fight", enemy="P-47", orientation="head on")
        s = new_session(fighting, cards=[18, 18], dice=[3, 3])
        answer(s, "dogfight", "defend")
        return modifiers(last(s, "initiative"))

    assert "fatigue" not in round_of(17) and round_of(18)["fatigue"] == -1


@rule("10.3b")
@pytest.mark.parametrize(("level", "jump"), [(6, 1), (18, 1), (24, 2)])
def test_10_3b_on_the_parachute(level: int, jump: int) -> None:
    hurt = tired(level, at="fight", enemy="P-47", orientation="disadvantaged", round=2, own={"tail": 1})
    s = new_session(hurt, dice=[1, 1])
    answer(s, "dogfight", "bail out")
    found = next(event for event in s.events("pilot") if "10.3b" in event.rules)
    assert jump in modifiers(found).values()


@rule("10.3c")
def test_10_3c_leave_once_for_two_lines() -> None:
    s = new_session(tired(20))
    answer(s, "fly_or_rest", "leave")
    play_until(s, "fly_or_rest")
    check(s, man(s)["fatigue"], 0, "after leave")
    assert last(s, "rested") and len(events_of(s, "line")) == 3
    refused(s, "leave", "10.3c", "one_leave")


# --- 10.4 enemy pilots ---------------------------------------------------------------------------------


@rule("10.4")
@pytest.mark.parametrize(
    ("month", "die", "quality"),
    [
        ("Mar43", 1, "green"), ("Jun43", 2, "trained"), ("Jun43", 4, "trained"), ("Jun43", 5, "veteran"),
        ("Mar43", 6, "ace"), ("Jul43", 1, "trained"), ("Jul43", 3, "trained"), ("Jul43", 4, "veteran"),
        ("Feb44", 5, "veteran"), ("Feb44", 6, "ace"),
    ],
)  # fmt: skip
def test_10_4_quality_by_date(month: str, die: int, quality: str) -> None:
    position = career(pilot(), at="box", raid=7, zone="France", month=month, options={"10.4": True})
    s = new_session(position, dice={"interception": [1, 1], "sweep": [6], "enemy pilot": [die]})
    check(s, last(s, "enemy_pilot").data["quality"], quality, f"{month}, a {die}")


@rule("10.4")
@pytest.mark.parametrize(("quality", "hits"), [(0, 2), (2, 4), (3, 4)])
def test_10_4_hits_by_quality(quality: int, hits: int) -> None:
    fighting = pilot(enemy="P-47", orientation="disadvantaged", enemy_quality=quality)
    s = new_session(
        career(fighting, at="fight", raid=7, options={"10.4": True}), cards=[19], dice=[1, 4] * 8
    )  # three hits, all on the IFF set
    answer(s, "dogfight", "tight turn")
    check(s, last(s, "fighter_hits").data["hits"], hits, "hits of this enemy")
    assert "10.4" in last(s, "fighter_hits").rules


@rule("10.4")
def test_10_4_an_enemy_ace_is_quicker() -> None:
    fighting = pilot(enemy="P-47", orientation="head on", enemy_quality=3)
    s = new_session(career(fighting, at="fight", raid=7, options={"10.4": True}), cards=[18, 18], dice=[1, 4] * 8)
    answer(s, "dogfight", "defend")
    assert modifiers(last(s, "initiative"), "enemy_modifiers") == {"ace": 1}


# --- 10.7 ----------------------------------------------------------------------------------------------


def at_headquarters(dice: list[int]) -> Session:
    awards = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
    decorated = pilot(bombers=45, sortie_b=1, awards=awards, fate=2)
    return new_session(career(decorated, at="ground", raid=7, options={"10.7": True}), dice=dice)


@rule("10.7", "7.8.7.5")
def test_10_7_he_may_go_quietly() -> None:
    s = at_headquarters([])
    answer(s, "at_headquarters", "quietly")
    assert s.result is None and last(s, "quietly")


@rule("10.7")
@pytest.mark.parametrize(
    ("dice", "wound", "reason"),
    [
        ([1, 6], "killed", "killed Hitler and was shot"),
        ([2, 4, 5], "killed", "killed Hitler and was shot"),
        ([3, 1, 2, 4], "killed", "killed Hitler and was shot"),
        ([2, 1, 3], "serious", "shot at headquarters"),
        ([1, 3], "light", "shot at headquarters"),
    ],
)
def test_10_7_shots_add_up_and_the_pilot_dies(dice: list[int], wound: str, reason: str) -> None:
    s = at_headquarters(dice)
    answer(s, "at_headquarters", "shoot")
    check(s, last(s, "shots").data, {"shots": dice[0], "wound": wound}, "what the shots did")
    assert s.result is not None and not s.result["survived"]
    check(s, (s.result["reason"], s.result["level"]), (reason, "decisive"), "how it ended")


# --- 10.2.2 what the aces can do -----------------------------------------------------------------------


def special(name: str, **more: Any) -> Session:
    """An ace's ability, with a bomber ahead in box 1."""
    number = ("none", "head-on shot", "parachutist", "bomb", "rested").index(name)
    ace = pilot("Fw190A-4", "I/JG 2", special=number, target="B-17F", bomber_type="B-17F", **more)
    return new_session(career(ace, at="bombers", raid=7), cards=[3, 18, 3, 18], dice=[4, 4, 1], d10=[6] * 12)


@rule("10.2.2")
def test_10_2_2_mayers_head_on_shot_in_the_first_round_only() -> None:
    s = special("head-on shot")
    answer(s, "fire_round", "airframe")
    assert "10.2.2" in last(s, "hits").rules
    answer(s, "fire_round", "airframe")
    assert "10.2.2" not in last(s, "hits").rules


@rule("10.2.2")
def test_10_2_2_eder_jumps_better() -> None:
    hurt = pilot(special=2, enemy="P-47", round=2, orientation="disadvantaged", own={"tail": 1})
    s = new_session(career(hurt, at="fight", raid=7), dice=[4, 5])
    answer(s, "dogfight", "bail out")
    check(s, last(s, "log_line").data["wound"], "unhurt", "nine, less one")


@rule("10.2.2")
def test_10_2_2_knoke_drops_a_bomb_once_a_month() -> None:
    s = special("bomb")
    answer(s, "rocket_salvo", "drop")  # eight: a hit
    assert last(s, "bomb_dropped") and last(s, "rockets_hit")
    again = special("bomb", air_bomb=1)  # dropped in March already
    assert asked(again).kind == "fire_round"
