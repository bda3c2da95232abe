"""Losses on the way home, landings and parachutes [7.4.3 to 7.6], random events [7.10]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    course,
    damage,
    events_of,
    last,
    man,
    modifiers,
    new_session,
    pilot,
    play_event,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session


def landing(
    dice: list[int], month: str = "Mar43", weather: str = "good", aircraft: str = "Fw190A-4", **own: Any
) -> Session:
    unit = "I/ZG 26" if aircraft.startswith("Bf110") else "I/JG 2"
    return new_session(
        career(pilot(aircraft, unit, **own), at="landing", raid=5, month=month, weather=weather), dice=dice
    )


# -- the way home [7.4.3] ------------------------------------------------------------------------------------


def limping(confirmation: int, **more: Any) -> Session:
    position = career(
        pilot(target="B-17F", bomber_type="B-17F", bomber={"airframe": 1}, scored=1, **more), at="bombers", raid=5
    )
    s = new_session(position, draws={"way home": [0]}, dice=[confirmation])
    answer(s, "fire_round", "break off")
    answer(s, "after_pass", "enough")
    return s


@rule("7.4.3b")
@pytest.mark.parametrize(("die", "kills"), [(2, 1), (3, 0)])
def test_7_4_3b_a_crash_on_the_way_home_must_be_seen(die: int, kills: int) -> None:
    s = limping(die)
    assert rolls_of(s, "confirmation")[0].data["dice"] == [die] and man(s)["kills"]["bombers"] == kills
    assert ("not_confirmed" in course(s)) is (kills == 0)


@rule("7.4.3b", "7.10b")
def test_7_4_3b_an_eyewitness_saves_the_roll() -> None:
    s = limping(6, markers=["eyewitness"])
    answer(s, "eyewitness", "yes")
    assert man(s)["kills"]["bombers"] == 1 and man(s)["markers"] == [] and not rolls_of(s, "confirmation")


@rule("7.4.3a")
def test_7_4_3a_a_damaged_fighter_may_crash_too() -> None:
    position = career(pilot(enemy="P-47", orientation="tailing", foe={"port wing": 3}), at="fight", raid=5)
    s = new_session(position, draws={"way home": [1]}, dice=[1])
    answer(s, "dogfight", "disengage")
    assert rolls_of(s, "way home")[0].data["chances"] == 2 and man(s)["kills"]["fighters"] == 1  # ruling D32


# -- landing [7.4.4 to 7.4.6, 7.5] ---------------------------------------------------------------------------


@rule("7.4.4")
def test_7_4_4_landing_modifiers_add_up() -> None:
    hurt = {"port engine": 1, "landing gear": 1, "controls": 1, "port wing": 3}
    s = landing([1, 1], own=hurt)
    assert modifiers(last(s, "lands")) == {"engine": 1, "gear": 3, "controls": 1, "wing": 1}
    assert last(s, "landed").data == {"total": 8}


@rule("7.5")
@pytest.mark.parametrize(("weather", "points"), [("good", 0), ("poor", 1), ("bad", 2)])
def test_7_5_bad_weather_makes_landing_harder(weather: str, points: int) -> None:
    s = landing([2, 2], weather=weather)
    assert sum(modifiers(last(s, "lands")).values()) == points
    if points == 0:
        s = landing([2, 2], weather="bad")
    assert "7.5" in last(s, "lands").rules


@rule("7.4.6", "7.4.7a")
def test_7_4_6_a_rough_landing_hurts_everybody_lightly() -> None:
    s = landing([6, 6], aircraft="Bf110G-2")
    assert last(s, "rough_landing").data == {"total": 12}
    assert [(e.data["who"], e.data["state"]) for e in events_of(s, "injured")] == [
        ("pilot", "light"),
        ("gunner", "light"),
    ]


@rule("7.4.6")
def test_7_4_6_a_crash_landing_rolls_a_wound_for_each_man() -> None:
    s = landing([6, 6, 2, 5], aircraft="Bf110G-2", weather="bad")
    assert last(s, "crash_landing").data == {"total": 14}
    assert [(e.data["who"], e.data["state"]) for e in events_of(s, "injured")] == [
        ("gunner", "light"),
        ("pilot", "serious"),
    ]


@rule("7.4.6", "7.4.8d")
def test_7_4_6_sixteen_kills_everybody() -> None:
    s = landing([6, 6], own={"landing gear": 1, "controls": 1})
    assert last(s, "wrecked").data == {"total": 16} and "all_killed" in course(s)
    assert s.result is not None and s.result["survived"] is False
    s = landing([6, 6], aircraft="Bf110G-2", own={"landing gear": 1, "controls": 1})
    assert (man(s)["wound"], man(s)["gunner"]["wound"]) == ("killed", "killed"), "his gunner too"


@rule("7.4.5a", "7.4.5b")
def test_7_4_5a_a_leak_means_a_field_or_a_parachute() -> None:
    s = landing([3, 3], own={"fuel tank": 1})
    answer(s, "forced_down", "land")
    assert modifiers(last(s, "lands")) == {"forced": 1}
    play_event(s, "line_missed", {"choose_target": "leave"})
    s = landing([3, 3], own={"fuel tank": 1})
    answer(s, "forced_down", "jump")
    assert "bails_out" in course(s)


@rule("7.4.8b")
def test_7_4_8b_a_serious_wound_makes_landing_harder() -> None:
    s = landing([3, 3], wound=2)
    assert modifiers(last(s, "lands")) == {"wound": 1}


# -- parachutes [7.6] ----------------------------------------------------------------------------------------


def jump(dice: list[int], **own: Any) -> Session:
    aircraft = own.pop("aircraft", "Fw190A-4")
    s = landing(dice, aircraft=aircraft, own={"fuel tank": 1, **own.pop("hurt", {})}, **own)
    answer(s, "forced_down", "jump")
    return s


@rule("7.6a")
@pytest.mark.parametrize(
    ("dice", "wound"), [([4, 4], "unhurt"), ([4, 5], "light"), ([5, 5], "serious"), ([5, 6], "killed")]
)
def test_7_6a_the_parachute_chart(dice: list[int], wound: str) -> None:
    s = jump(dice)
    assert last(s, "jumped").data == {"who": "pilot", "total": sum(dice), "wound": wound}


@rule("7.6a")
def test_7_6a_each_man_jumps_for_himself() -> None:
    s = jump([3, 3, 6, 6], aircraft="Bf110G-2")
    assert [(e.data["who"], e.data["wound"]) for e in events_of(s, "jumped")] == [
        ("pilot", "unhurt"),
        ("gunner", "killed"),
    ]


@rule("7.6a")
def test_7_6a_a_seriously_wounded_man_jumps_badly() -> None:
    s = jump([3, 3], wound=2)
    assert modifiers(last(s, "jumps")) == {"wound": 1}


@rule("7.6b", "7.4c")
def test_7_6b_a_parachute_may_save_him_from_a_destroyed_aircraft() -> None:
    position = career(pilot(enemy="P-47", orientation="disadvantaged"), at="fight", raid=5)
    s = new_session(position, cards=[60], dice=[3, 3])
    answer(s, "dogfight", "tight turn")
    assert "7.6b" in last(s, "jumps").rules and last(s, "jumped").data["wound"] == "unhurt"


# -- random events [7.10] ------------------------------------------------------------------------------------


@rule("7.4a", "7.4.1a")
def test_7_4a_no_more_hits_on_an_aircraft_that_is_lost() -> None:
    """Ruling D56: of three hits the first takes the last of the airframe, the others are not thrown."""
    own = {"airframe": 4}
    position = career(pilot(enemy="P-47", orientation="disadvantaged", own=own), at="fight", raid=5)
    s = new_session(position, cards=[19], dice={"fighter damage": [3, 5, 3, 4, 3, 4], "parachute": [1, 1]})
    answer(s, "dogfight", "tight turn")
    assert last(s, "fighter_hits").data == {"side": "own", "hits": 3} and events_of(s, "shot_down")
    assert len(rolls_of(s, "fighter damage")) == 1 and "tail" not in damage(s)


def event(dice: list[int], cards: list[int] | None = None, d10: list[int] | None = None, **own: Any) -> Session:
    """A 12 on the interception chart, then these dice on chart C1."""
    return new_session(career(pilot(**own), at="box", raid=5), dice=[6, 6, *dice], cards=cards or [], d10=d10 or [])


@rule("7.10a")
def test_7_10a_the_first_twelve_is_an_event_the_second_a_fighter_encounter() -> None:
    s = event([6, 4])  # armourer
    assert last(s, "random_event").data == {"event": "armourer"}
    s = new_session(career(pilot(had_event=1), at="box", raid=5), dice=[6, 6, 1, 3])
    assert last(s, "interception").data == {"total": 12, "met": "fighters"}
    s = event([6, 4])
    assert last(s, "interception").rules == ("6.1c", "7.10a")


@rule("7.10b")
def test_7_10b_after_an_event_he_moves_on() -> None:
    s = event([6, 4, 1, 2])
    answer(s, "press_on", "fly on")
    assert last(s, "box").data["box"] == 2
    assert last(s, "random_event").rules == ("7.10a", "7.10b")


@rule("7.10b")
def test_7_10b_stray_fire() -> None:
    s = event([1, 1, 3, 3, 4, 3, 5])
    assert last(s, "stray_fire").data["hits"] == 2 and damage(s) == {"tail": 1, "airframe": 1}


@rule("7.10b")
def test_7_10b_bounced_by_a_fighter_the_pilot_has_no_choice_in_the_first_round() -> None:
    s = event([1, 2], cards=[18])
    assert last(s, "fight").data == {"enemy": "Spitfire IX", "orientation": "disadvantaged"}
    assert "bounced" in course(s) and "initiative" in course(s)  # no choice in the first round
    play_until(s, "dogfight")
    assert len(events_of(s, "bounced")) == 1, "and in the second he has"


@rule("7.10b")
def test_7_10b_engine_trouble() -> None:
    s = event([2, 2, 3, 3])
    answer(s, "press_on", "go home")
    assert modifiers(last(s, "lands")) == {"trouble": 1}


@rule("7.10b")
def test_7_10b_a_wrong_vector_costs_a_box() -> None:
    s = event([2, 3, 1, 2])
    answer(s, "press_on", "fly on")
    assert last(s, "box").data["box"] == 3
    assert last(s, "random_event").data["event"] == "wrong vector"


@rule("7.10b")
def test_7_10b_a_straggler() -> None:
    s = event([3, 3, 2], d10=[1, 1, 1], cards=[18, 33])
    answer(s, "straggler", "yes")
    assert last(s, "straggler").data["hits"] == 2
    state: Any = s.state
    assert state.layout.bombers[state.pilot.attack.bomber_type].name == "B-17F"
    bomber = man(s)["sortie"]["bomber"]
    assert bomber["formation"] is False and bomber["bombs"] is False and bomber["damage"]["airframe"]["hits"] == 2
    answer(s, "fire_round", "airframe")
    assert "fires_first" in course(s) and modifiers(last(s, "defensive_fire")) == {"range": -1}


@rule("7.10b")
def test_7_10b_ground_control_shifts_an_interception_roll() -> None:
    s = new_session(career(pilot(markers=["ground control"]), at="box", raid=5), dice=[1, 2, 1])
    refused(s, "6", "7.10b", "shift_too_far")
    assert asked(s).label("5") == "5: disadvantaged"  # he is told what each number would mean
    answer(s, "ground_control", "5")
    assert last(s, "interception").data == {"total": 5, "met": "disadvantaged"} and man(s)["markers"] == []


@rule("7.10b")
def test_7_10b_the_charm_rolls_again() -> None:
    s = new_session(career(pilot(markers=["lucky charm"]), at="landing", raid=5), dice=[6, 6, 2, 2])
    answer(s, "lucky_charm", "again")
    assert last(s, "landed").data == {"total": 4} and man(s)["markers"] == [] and "charm_used" in course(s)


@rule("7.10b")
def test_7_10b_the_charm_draws_again() -> None:
    position = career(pilot(markers=["lucky charm"], enemy="P-47", orientation="disadvantaged"), at="fight", raid=5)
    s = new_session(position, cards=[60, 18])
    answer(s, "dogfight", "tight turn")
    answer(s, "second_card", "charm")
    assert last(s, "enemy_fires").data["result"] == 0 and man(s)["markers"] == [] and "charm_used" in course(s)


@rule("7.10b", "7.1.6d")
def test_7_10b_the_armourer_prevents_a_jam() -> None:
    position = career(
        pilot(markers=["armourer"], target="B-17F", bomber_type="B-17F", bomber={"gunners": 9}), at="bombers", raid=5
    )
    s = new_session(position, cards=[54, 18])
    answer(s, "fire_round", "airframe")
    answer(s, "armourer", "ignore")
    assert last(s, "fires").data["fp"] == 15 and "jam_prevented" in course(s)
    s = new_session(position, cards=[54, 18], draws={"jam": [0]})
    answer(s, "fire_round", "airframe")
    answer(s, "armourer", "accept")
    assert "jam" in course(s) and man(s)["markers"] == ["armourer"]


@rule("7.10b")
def test_7_10b_an_old_hand_and_a_newsreel() -> None:
    s = event([5, 6])
    answer(s, "old_hand", "wingman")
    assert man(s)["wingman"]["experience"] == 2 and last(s, "old_hand").data == {"who": "wingman"}
    s = event([6, 6])
    assert (man(s)["prestige"], man(s)["level"]) == (1, 1)


@rule("7.10b")
def test_7_10b_markers_of_one_kind_do_not_add_up() -> None:
    s = event([4, 4], markers=["eyewitness"])
    assert "marker_held" in course(s) and man(s)["markers"] == ["eyewitness"]


def test_a_question_that_never_comes_fails_the_test() -> None:
    """The helper of these tests is able to fail."""
    s = event([6, 4])
    with pytest.raises(pytest.fail.Exception):
        play_until(s, "no such question", {"choose_target": 0})
    assert not s.pending or asked(s)
