"""Options that change the flying: company, positions around a bomber, learned manoeuvres [10.1, 10.5, 10.6]."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import viermot
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
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import IllegalOption, Session

TWO = {"10.1": "cooperative", "pilots": 2}
RIVALS = {"10.1": "competitive", "pilots": 2}


# -- company [10.1] ------------------------------------------------------------------------------------------


def together(
    dice: list[int], aircraft: str = "Fw190A-4", cards: list[int] | None = None, leader: str = "pilot1", **more: Any,
) -> Session:  # fmt: skip
    """Two pilots of I/JG 2 before a line of the log."""
    men = [pilot(aircraft), pilot("Fw190A-4")]
    s = new_session(career(*men, options=TWO, **more), dice=dice, cards=cards or [], d10=[1, 1])
    answer(s, "choose_leader", leader)
    return s


@rule("10.1.1a")
def test_10_1_1a_the_leaders_interception_is_everybodys() -> None:
    s = together([2, 3, 2, 2, 4, 4, 1])
    assert s.module.seats == ("pilot1", "pilot2")
    assert len(rolls_of(s, "interception")) == 1 and last(s, "interception").data["met"] == "advantaged"
    assert asked(s).seat == "pilot1"
    s.decide("leave", "pilot1")
    assert asked(s).kind == "choose_target" and asked(s).seat == "pilot2"
    assert [event.data["pilot"] for event in events_of(s, "turn_of")][-1] == "pilot2"


@rule("10.1.1c")
def test_10_1_1c_any_of_them_may_lead_and_his_rolls_count() -> None:
    s = together([2, 3, 2, 2, 1, 2], leader="pilot2")
    assert last(s, "leads").data == {"pilot": "pilot2"} and (man(s, 1)["leads"], man(s, 0)["leads"]) == (True, False)
    kinds = [(event.kind, event.data.get("pilot") or event.data.get("what")) for event in s.events("pilot1")]
    assert kinds[kinds.index(("roll", "interception")) - 1] == ("turn_of", "pilot2"), "he rolls"
    navigator = [pilot("Fw190A-4"), pilot("Fw190A-4", skills=["navigation"])]
    for leader, met in (("pilot1", "not located"), ("pilot2", "advantaged")):
        s = new_session(career(*navigator, options=TWO), dice=[2, 3, 2, 2, 1, 2, 1])
        answer(s, "choose_leader", leader)
        found = "advantaged" if "navigated" in course(s) else last(s, "interception").data["met"]
        assert found == met, "the leader finds the way"


@rule("10.1.1c")
def test_10_1_1c_the_one_who_led_last_is_asked_and_is_the_default() -> None:
    men = [pilot("Fw190A-4"), pilot("Fw190A-4", leads=1), pilot("Fw190A-4")]
    s = new_session(career(*men, options={**TWO, "pilots": 3}), dice=[2, 3, 2, 2, 1, 2])
    assert asked(s).kind == "choose_leader" and asked(s).seat == "pilot2" and asked(s).default == "pilot2"
    assert set(asked(s).options) == {"pilot1", "pilot2", "pilot3"}
    men[1] = pilot("Fw190A-4", leads=1, away="WW")
    s = new_session(career(*men, options={**TWO, "pilots": 3}), dice=[2, 3, 2, 2, 1, 2])
    assert set(asked(s).options) == {"pilot1", "pilot3"} and asked(s).default == "pilot1"
    refused(s, "pilot2", "10.1.1c", "not_in_flight")
    men[2] = pilot("Fw190A-4", away="WW")
    s = new_session(career(*men, options={**TWO, "pilots": 3}), dice=[2, 3, 2, 2, 1, 2])
    assert "leads" not in course(s) and asked(s).kind == "press_on", "alone he leads himself"


@rule("10.1.1c")
def test_10_1_1c_only_the_leaders_rockets_serve_all() -> None:
    s = together([2, 3, 2, 2, 4, 4, 1, 3, 4, 1], aircraft="Fw190A-4/R6", leader="pilot2")
    s.decide("bombers", "pilot2")
    while asked(s).seat == "pilot2":
        s.decide("break off" if asked(s).kind == "fire_round" else "enough", "pilot2")
    s.decide("bombers", "pilot1")
    s.decide("fire", "pilot1")
    assert last(s, "rockets_hit") and man(s, 0)["sortie"]["bomber"]["formation"] is False
    men = tomllib.loads(s.position())["pilot"]
    assert [each.get("formation", 0) for each in men] == [0, 1], "the leader's own stay together"


@rule("10.1.1a")
def test_10_1_1a_a_sweep_meets_both() -> None:
    s = together([2, 3, 2, 2, 1, 1, 1, 3])
    assert [event.data["enemy"] for event in events_of(s, "fight")] == ["Spitfire IX", "Spitfire IX"]
    assert asked(s).seat == "pilot1" and asked(s).kind == "dogfight"


@rule("10.1.1a", "7.1.14a")
def test_10_1_1a_the_leaders_rockets_serve_both() -> None:
    s = together([2, 3, 2, 2, 4, 4, 1, 3, 4, 1], aircraft="Fw190A-4/R6")
    s.decide("bombers", "pilot1")
    s.decide("fire", "pilot1")
    s.decide("break off", "pilot1")
    while asked(s).seat == "pilot1":
        s.decide("enough" if asked(s).kind == "after_pass" else 0, "pilot1")
    s.decide("bombers", "pilot2")
    assert man(s, 1)["sortie"]["bomber"]["formation"] is False


def helping(dice: list[int]) -> Session:
    """Pilot 1 has downed his opponent; pilot 2 is Disadvantaged."""
    first = pilot("Fw190A-4", fate=1, flying=1, free=1, box=1, ammo=[-1, 6, 3], last_enemy="P-47")
    second = pilot("Fw190A-4", enemy="P-47", orientation="disadvantaged", fate=1, flying=1, box=1, ammo=[-1, 6, 3])
    agenda = '[["@interceptor.next_line"], ["@interceptor.fight_rounds", [0, 1]]]'
    return new_session(
        career(first, second, options=TWO, raid=5, agenda=agenda).replace('at = "line"\n', ""), dice=dice
    )


@rule("10.1.1b")
def test_10_1_1b_a_comrade_helps_at_the_risk_of_a_fight_of_his_own() -> None:
    s = helping([1, 1, 1])
    assert asked(s).kind == "assist" and asked(s).seat == "pilot1"
    refused(s, "pilot1", "10.1.1b", "not_engaged")
    s.decide("pilot2", "pilot1")
    s.decide("barrel roll", "pilot2")
    assert last(s, "helped").data == {"steps": 1}
    assert "roll" in [event.kind for event in s.events("pilot1")]


@rule("10.1.1b")
def test_10_1_1b_the_helper_is_bounced_on_one_or_two() -> None:
    s = new_session(
        career(
            pilot("Fw190A-4", fate=1, flying=1, free=1, box=1, ammo=[-1, 6, 3]),
            pilot("Fw190A-4", enemy="P-47", orientation="disadvantaged", fate=1, flying=1, box=1, ammo=[-1, 6, 3]),
            options=TWO, raid=5, agenda='[["@interceptor.next_line"], ["@interceptor.fight_rounds", [0, 1]]]',
        ).replace('at = "line"\n', ""), cards=[18], dice=[1, 1, 2],
    )  # fmt: skip
    s.decide("pilot2", "pilot1")
    s.decide("barrel roll", "pilot2")
    assert "helper_bounced" in course(s) and man(s, 0)["sortie"]["fight"]["orientation"] == "disadvantaged"


@rule("10.1.2")
def test_10_1_2_the_rival_speaks_for_the_enemy() -> None:
    position = career(pilot(enemy="P-47", orientation="advantaged"), pilot(), at="fight", raid=5, options=RIVALS)
    s = new_session(position, cards=[1, 41], dice=[1, 1])
    with pytest.raises(IllegalOption) as wrong:
        s.decide("attack", "pilot2")
    assert wrong.value.rule == "10.1.2"
    s.decide("attack", "pilot1")
    assert asked(s).kind == "enemy_choice" and asked(s).seat == "pilot2"
    s.decide("wingman", "pilot2")
    assert last(s, "enemy_wingman").data["text"] == "spoils his aim"
    assert last(s, "fighter_hits").data == {"side": "enemy", "hits": 0}
    assert "10.1.2" in rolls_of(s, "initiative")[0].rules


@rule("10.1.2")
def test_10_1_2_rivals_fly_the_same_raid_one_after_the_other() -> None:
    men = [pilot("Fw190A-4"), pilot("Fw190A-4", "II/JG 1")]
    s = new_session(career(*men, options=RIVALS), dice=[2, 3, 2, 2, 1, 2])
    assert asked(s).kind == "press_on" and asked(s).seat == "pilot1" and len(rolls_of(s, "raid")) == 1
    s.decide("go home", "pilot1")
    assert man(s, 1)["sortie"]["box"] == 2  # Lorient from a Dutch base
    assert last(s, "turn_of").data == {"pilot": "pilot2"}


@rule("10.1.2")
def test_10_1_2_rivals_of_one_unit_still_fly_each_for_himself() -> None:
    s = new_session(career(pilot("Fw190A-4"), pilot("Fw190A-4"), options=RIVALS), dice=[2, 3, 2, 2, 1, 2, 1, 2])
    assert asked(s).kind == "press_on" and asked(s).seat == "pilot1" and len(rolls_of(s, "interception")) == 1
    s.decide("go home", "pilot1")
    assert asked(s).seat == "pilot2" and len(rolls_of(s, "interception")) == 2, "his own roll, not the other's"
    assert [event.data["pilot"] for event in events_of(s, "turn_of")].count("pilot2") >= 1


def test_the_number_of_pilots_needs_company() -> None:
    with pytest.raises(viermot.UserError) as wrong:
        new_session(scenario="5", options={"pilots": 3})
    assert "10.1" in wrong.value.text()


# -- positions around a bomber [10.5] ------------------------------------------------------------------------


def around(
    position: int | None = None,
    dice: tuple[int, ...] = (),
    kind: str = "B-17F",
    cards: tuple[int, ...] = (),
    **own: Any,
) -> Session:
    text = career(pilot(target=kind, bomber_type=kind, **own), at="bombers", raid=5, options={"10.5": True})
    draws = {"position": [position - 1]} if position else {}
    return new_session(text, draws=draws, dice=list(dice), cards=list(cards), d10=[1] * 6)


@rule("10.5a")
@pytest.mark.parametrize(
    ("roll", "die", "place"), [(1, 1, "1 low"), (8, 4, "8 level"), (3, 6, "3 high"), (9, 0, "climb"), (10, 0, "dive")]
)
def test_10_5a_the_position_is_rolled(roll: int, die: int, place: str) -> None:
    s = around(roll, (die,) if die else ())
    assert last(s, "position").data == {"place": place}


@rule("10.5a")
def test_10_5a_the_approach_changes_both_sides_hits() -> None:
    s = around(8, (3,), cards=(1, 33))
    answer(s, "adjust", "8 level")
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "hits")) == {"range": -1, "approach": 1}
    assert modifiers(last(s, "defensive_fire")) == {"approach": 2}


@rule("10.5b")
def test_10_5b_moving_round_costs_a_hit() -> None:
    s = around(5, (3, 3, 3, 3, 3))
    answer(s, "adjust", "3 level")
    assert damage(s) == {"airframe": 1} and last(s, "adjusts").rules == ("10.5b",)


@rule("10.5c")
def test_10_5c_climbing_gives_the_bomber_the_first_shot_and_diving_is_free() -> None:
    s = around(1, (3,), cards=(33, 60), met="advantaged")
    answer(s, "adjust", "1 high")
    answer(s, "fire_round", "airframe")
    assert course(s).index("defensive_fire") < course(s).index("fires") and damage(s) is not None
    s = around(1, (3,), cards=(60,), met="advantaged")
    answer(s, "adjust", "1 low")
    assert damage(s) == {} and last(s, "adjusts").rules == ("10.5c",)
    answer(s, "fire_round", "airframe")
    assert "fires_first" in course(s)


@rule("10.5d")
def test_10_5d_from_a_climb_or_a_dive_anywhere() -> None:
    s = around(9, (3, 3))
    answer(s, "adjust", "4 low")
    assert damage(s) == {"airframe": 1}
    s = around(10)
    refused(s, "4 low", "10.5d", "too_far")
    answer(s, "adjust", "4 high")
    assert damage(s) == {} and last(s, "adjusts").rules == ("10.5d",)


@rule("10.5e")
def test_10_5e_a_vertical_attack_is_one_round_at_medium_range() -> None:
    s = around(10, cards=(17, 18))
    answer(s, "adjust", "dive")
    answer(s, "fire_round", "airframe")
    assert last(s, "round").data["range"] == "medium" and asked(s).kind == "after_pass"
    assert last(s, "group_damage").data == {"package": "dive"}
    answer(s, "after_pass", "again")
    assert len(rolls_of(s, "position")) == 2  # rolled anew


@rule("10.5f")
def test_10_5f_the_next_pass_starts_opposite() -> None:
    s = around(3, (3,))
    answer(s, "adjust", "3 level")
    answer(s, "fire_round", "break off")
    answer(s, "after_pass", "again")
    assert last(s, "position").data == {"place": "6 level"} and last(s, "position").rules == ("10.5f",)


@rule("10.5g")
def test_10_5g_a_b17g_has_a_chin_turret() -> None:
    s = around(2, (1,), kind="B-17G", cards=(18, 33))
    answer(s, "adjust", "2 low")
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {"chin_turret": 1}
    s = around(4, (1,), kind="B-17G", cards=(18, 33))
    answer(s, "adjust", "4 low")
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {}
    s = around(1, (1,), kind="B-17G", cards=(18, 33))
    answer(s, "adjust", "1 low")
    answer(s, "fire_round", "airframe")
    assert "10.5g" in last(s, "defensive_fire").rules


# -- learned manoeuvres [10.6] -------------------------------------------------------------------------------


def learned(action: str, cards: tuple[int, ...] = (19,), dice: tuple[int, ...] = (), skills: Any = None) -> Session:
    known = skills if skills is not None else ["cuban eight", "chandelle", "immelmann", "split-s"]
    text = career(pilot(enemy="P-47", orientation="tailed", skills=known), at="fight", raid=5, options={"10.6": True})
    s = new_session(text, cards=list(cards), dice=list(dice))
    answer(s, "dogfight", action)
    return s


@rule("10.6a")
@pytest.mark.parametrize(("action", "hits", "gain"), [("cuban eight", 2, 1), ("chandelle", 0, 1), ("immelmann", 0, 2)])
def test_10_6a_what_manoeuvres_do(action: str, hits: int, gain: int) -> None:
    s = learned(action, dice=(1, 4, 1, 4))
    assert len(rolls_of(s, "fighter damage")) == hits
    assert events_of(s, "orientation")[0].data["orientation"] == {1: "disadvantaged", 2: "head on"}[gain]


@rule("10.6a")
def test_10_6a_a_split_s_ends_the_encounter() -> None:
    s = learned("split-s", dice=(1, 4, 1, 4))
    assert "encounter_ends" in course(s) and asked(s).kind == "press_on"


@rule("10.6b")
def test_10_6b_each_once_a_sortie_and_only_if_learned() -> None:
    s = learned("chandelle", dice=(6, 6))
    if asked(s).kind == "dogfight":
        refused(s, "chandelle", "10.6b", "no_manoeuvre")
    s = learned("tight turn", skills=["cuban eight"], cards=(18,), dice=(1, 6))
    refused(s, "chandelle", "10.6b", "no_manoeuvre")
