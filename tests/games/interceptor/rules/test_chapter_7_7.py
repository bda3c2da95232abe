"""Skills at work in the air [7.7]."""

from __future__ import annotations

from typing import Any

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    course,
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
from viermot.games.interceptor.model.terms import SIXTH_SENSE


def bombers(aircraft: str = "Fw190A-4", unit: str = "I/JG 2", kind: str = "B-17F", **own: Any) -> str:
    own.setdefault("bomber", {"gunners": 9})
    return career(pilot(aircraft, unit, target=kind, bomber_type=kind, **own), at="bombers", raid=5)


def fight(orientation: str, aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **own: Any) -> str:
    own.setdefault("enemy", "P-47")
    return career(pilot(aircraft, unit, orientation=orientation, **own), at="fight", raid=5)


@rule("7.7c")
def test_7_7c_the_skill_takes_one_off_the_landing_roll() -> None:
    s = new_session(career(pilot(skills=["landing"]), at="landing", raid=5), dice=[6, 6])
    assert modifiers(last(s, "lands")) == {"skill": -1} and last(s, "landed").data == {"total": 11}


@rule("7.7d")
def test_7_7d_navigation_finds_the_raid_with_an_advantage() -> None:
    s = new_session(career(pilot(skills=["navigation"]), at="box", raid=5), dice=[1, 2, 1], cards=[18, 33])
    assert "navigated" in course(s)
    answer(s, "choose_target", "bombers")
    answer(s, "fire_round", "airframe")
    assert "fires_first" in course(s)


@rule("7.7e")
def test_7_7e_the_skill_takes_one_off_the_roll_for_a_jump() -> None:
    s = new_session(career(pilot(skills=["parachute"], own={"fuel tank": 1}), at="landing", raid=5), dice=[5, 6])
    answer(s, "forced_down", "jump")
    assert modifiers(last(s, "jumps")) == {"skill": -1} and last(s, "jumped").data["wound"] == "serious"


@rule("7.7f", "7.1.6h")
def test_7_7f_reflexes_fire_first_at_a_bomber_once_a_sortie() -> None:
    s = new_session(bombers(skills=["reflexes"], bomber={}, kind="B-24"), cards=[1, 25, 18, 23], d10=[6])
    answer(s, "fire_round", "airframe first")
    assert "fires_first" in course(s) and modifiers(last(s, "defensive_fire")) == {"range": -1, "gunners": -1}
    refused(s, "airframe first", "7.7f", "no_reflexes")


@rule("7.7f")
def test_7_7f_reflexes_fire_first_at_a_fighter_who_then_avoids_nothing_but_still_gains() -> None:
    s = new_session(fight("advantaged", skills=["reflexes"]), cards=[1, 14], dice=[3, 3, 3, 3, 1, 1])
    answer(s, "dogfight", "attack first")
    assert last(s, "enemy_evades").data == {"defence": "Cuban eight", "avoid": 0, "gain": 2}
    assert last(s, "fighter_hits").data == {"side": "enemy", "hits": 2}
    assert events_of(s, "orientation")[0].data["orientation"] == "disadvantaged"


@rule("7.7f")
def test_7_7f_reflexes_fire_first_at_a_fighter_once_a_sortie() -> None:
    s = new_session(fight("head on", skills=["reflexes"]), cards=[18, 23], dice=[3, 3])
    answer(s, "dogfight", "attack first")
    assert asked(s).kind == "dogfight", "the next round"
    refused(s, "attack first", "7.7f", "no_reflexes")


@rule("7.7f")
def test_7_7f_reflexes_cannot_better_tailing() -> None:
    s = new_session(fight("tailing", skills=["reflexes"]), cards=[18, 9], dice=[6, 6])
    answer(s, "dogfight", "attack")
    assert asked(s).kind == "dogfight"  # nothing to gain, so nothing is asked [ruling D27]
    s = new_session(fight("head on", skills=["reflexes"]), cards=[18, 23], dice=[3, 3])
    answer(s, "dogfight", "attack")
    answer(s, "gain_by_reflexes", "yes")
    assert last(s, "orientation").data["orientation"] == "advantaged"


@rule("7.7g")
def test_7_7g_situational_awareness_of_pilot_and_gunner() -> None:
    s = new_session(fight("tailing", skills=["situational awareness"]), cards=[18, 9])
    answer(s, "dogfight", "attack")
    assert modifiers(last(s, "initiative")) == {"boost": 1, "awareness": 1}
    two = fight("tailing", "Bf110G-2", "I/ZG 26", gun_skills=["situational awareness"])
    s = new_session(two, cards=[18, 9])
    answer(s, "dogfight", "attack")
    assert modifiers(last(s, "initiative")) == {"gunner": 1}


@rule("7.7h", "7.1.6d")
def test_7_7h_weapons_maintenance_prevents_the_first_jam() -> None:
    s = new_session(
        bombers("Bf110G-2", "I/ZG 26", gun_skills=["weapons maintenance"]), cards=[54, 18, 53, 23], draws={"jam": [0]}
    )
    answer(s, "fire_round", "airframe")
    assert "jam_prevented" in course(s) and last(s, "fires").data["fp"] == 10
    answer(s, "fire_round", "airframe")
    assert last(s, "jam").data["weapon"].startswith("4× MG 17")


@rule("7.7i")
def test_7_7i_an_expert_draws_a_second_card_once_in_his_series() -> None:
    s = new_session(bombers(skills=["expert Fw190"]), cards=[18, 1, 23, 35], d10=[1] * 4)
    answer(s, "fire_round", "airframe")
    answer(s, "second_card", "expert")
    assert last(s, "fires").data["result"] == 2 and "second_card" in course(s)
    answer(s, "fire_round", "airframe")
    assert len([e for e in events_of(s, "card") if e.data["use"] == "attack"]) == 3  # no third choice
    s = new_session(bombers(skills=["expert Bf109"]), cards=[18, 23])
    answer(s, "fire_round", "airframe")
    assert asked(s).kind == "fire_round"  # not his series


@rule("7.7i", "7.2.3.2a")
def test_7_7i_the_wingman_may_be_an_expert_too() -> None:
    s = new_session(fight("disadvantaged", wing_skills=["expert Fw190"]), cards=[18, 2, 39, 60])
    answer(s, "dogfight", "wingman")
    answer(s, "second_card", "wingman")
    assert last(s, "wingman_text").data["text"] == "attacks" and last(s, "kill").data["who"] == "wingman"


@rule("7.7k", "7.1.15")
def test_7_7k_precision_spares_ammunition_on_odd_cards() -> None:
    s = new_session(bombers(skills=["precision"]), cards=[23, 18, 36, 35])
    answer(s, "fire_round", "airframe")
    assert "precision" in course(s) and "ammo" not in course(s)
    answer(s, "fire_round", "airframe")
    assert last(s, "ammo").data["ammo"] == [-1, 5, 2]


@rule("7.7k", "7.1.13c")
def test_7_7k_precision_does_not_help_an_extended_burst() -> None:
    s = new_session(bombers(skills=["precision"]), cards=[23, 18], dice=[1, 4])
    answer(s, "fire_round", "airframe burst")
    assert last(s, "ammo").data["ammo"] == [-1, 4, 1] and "precision" not in course(s)
    s = new_session(bombers(skills=["precision"]), cards=[23, 18])
    answer(s, "fire_round", "airframe")
    assert last(s, "precision").rules == ("7.7k",)


@rule("7.7l")
def test_7_7l_acm_takes_one_hit_off_bombers_and_fighters() -> None:
    s = new_session(bombers(skills=["acm"], bomber={}), cards=[18, 33], dice=[1, 4])
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {"acm": -1} and last(s, "defensive_fire").data["hits"] == 1
    s = new_session(fight("disadvantaged", skills=["acm"]), cards=[1], dice=[1, 4])
    answer(s, "dogfight", "tight turn")
    assert last(s, "fighter_hits").data["hits"] == 1


@rule("7.7m")
def test_7_7m_sixth_sense_turns_the_first_de_into_two_hits() -> None:
    s = new_session(fight("disadvantaged", skills=["sixth sense"]), cards=[60, 21], dice=[1, 4, 1, 4, 1, 1])
    answer(s, "dogfight", "tight turn")
    assert "sixth_sense" in course(s) and last(s, "fighter_hits").data["hits"] == 2
    state: Any = s.state
    assert state.pilot.sortie.spent == SIXTH_SENSE, "once a sortie"
    s = new_session(fight("disadvantaged", skills=["sixth sense"], spent=1 << 13), cards=[60])
    answer(s, "dogfight", "tight turn")
    assert "destroyed" in course(s)
    s = new_session(fight("disadvantaged", skills=["sixth sense"]), cards=[60], dice=[1, 4, 1, 4])
    answer(s, "dogfight", "barrel roll")
    assert last(s, "sixth_sense").rules == ("7.7m",)


@rule("7.4c")
def test_7_4c_sixth_sense_is_not_wasted_on_what_a_defence_avoids() -> None:
    s = new_session(fight("disadvantaged", skills=["sixth sense"]), cards=[60, 10], dice=[3, 3])  # 10: a chandelle
    answer(s, "dogfight", "defend")
    assert last(s, "avoided").data["result"] == "DE" and "sixth_sense" not in course(s)
    assert "sixth sense" not in man(s)["used"]


@rule("7.7n")
def test_7_7n_gunnery_adds_a_hit_if_there_is_one() -> None:
    s = new_session(bombers(skills=["gunnery"]), cards=[1, 18, 23, 35], d10=[6] * 3)
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "hits")) == {"range": -1, "gunnery": 1} and last(s, "hits").data["hits"] == 2
    answer(s, "fire_round", "airframe")
    assert last(s, "hits").data["hits"] == 0
    s = new_session(fight("advantaged", skills=["gunnery"]), cards=[12, 9], dice=[3, 3, 3, 3])
    answer(s, "dogfight", "attack")
    assert last(s, "fighter_hits").data["hits"] == 2


@rule("7.7n", "7.2.2.4")
def test_7_7n_the_rear_gunners_gunnery() -> None:
    s = new_session(fight("tailed", "Bf110G-2", "I/ZG 26", gun_skills=["gunnery"]), cards=[18, 9, 1], dice=[3, 3, 3, 3])
    answer(s, "dogfight", "defend")
    assert last(s, "rear_fire").data["hits"] == 2


@rule("7.7o")
def test_7_7o_aim_adds_a_hit_on_the_part_aimed_at() -> None:
    s = new_session(bombers(skills=["aim"]), cards=[1, 18, 23, 35], d10=[6])
    answer(s, "fire_round", "port wing")
    assert last(s, "aimed_hit").data == {"aim": "port wing"}
    assert last(s, "bomber_hit").data == {"part": "port wing", "hits": 1}
    answer(s, "fire_round", "port wing")
    assert len(events_of(s, "aimed_hit")) == 2, "the card misses; the skill knows no such condition"
    assert last(s, "bomber_hit").data == {"part": "port wing", "hits": 2}


@rule("7.7n", "7.7o", "7.2.3.1a")
def test_7_7n_the_wingmans_skills_better_his_attack() -> None:
    s = new_session(bombers(kind="B-24", wing_skills=["gunnery", "aim"]), cards=[18, 23], dice=[3, 3], d10=[6] * 3)
    answer(s, "fire_round", "airframe wingman")
    roll = rolls_of(s, "wingman attack")[0]
    assert roll.data["modifier"] == -2 and last(s, "wingman_attacks").data["result"] == 3  # four, at Long range


@rule("7.8.8")
def test_7_8_8_an_ace_has_one_more_in_initiative() -> None:
    s = new_session(fight("tailing", bombers=3, fighters=2), cards=[18, 9])
    answer(s, "dogfight", "attack")
    assert modifiers(last(s, "initiative")) == {"boost": 1, "ace": 1}
    assert man(s)["kills"] == {"bombers": 3, "fighters": 2}
