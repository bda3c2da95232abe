"""Corners of combat: two things in one round, an engine's last hit, what a free shot and a jam are not [7.1-7.4]."""

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
    modifiers,
    new_session,
    pilot,
    refused,
    rolls_of,
)
from tests.support.rules import rule

# Cards: 18 does nothing up to column 18, DEFENSIVE FIRE 0, tight turn; column 12 (a P-47): 12 one hit, 60 DE.
# Column 16: 29 DE. Column 14: 30 GP. Wingman texts: 41 spoils the aim, 1 attacks with 12, 34 with 16.


def fight(orientation: str = "head on", aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **own: Any) -> str:
    enemy = own.pop("enemy", "P-47")
    return career(pilot(aircraft, unit, enemy=enemy, orientation=orientation, fought=1, **own), at="fight", raid=5)


def bombers(aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **own: Any) -> str:
    top = {name: own.pop(name) for name in ("options", "month", "raid") if name in own}
    return career(pilot(aircraft, unit, bomber_type="B-24", **own), at="bombers", **{"raid": 5, **top})


# --- fighter combat ------------------------------------------------------------------------------------


@rule("7.4.1f", "7.4.5a")
def test_7_4_1f_whoever_loses_his_engine_as_he_wins_glides_down_all_the_same() -> None:
    hurt = fight(aircraft="Bf109G-6/R4", unit="I/JG 27", own={"port engine": 1})
    s = new_session(hurt, cards=[29, 12], dice=[2, 5])  # he is destroyed, and his one hit is on the engine
    answer(s, "dogfight", "attack")
    check(s, man(s)["kills"]["fighters"], 1, "the kill counts")
    check(s, asked(s).kind, "forced_down", "no engine, no further fight")


@rule("7.1.2j")
def test_7_1_2j_the_free_shot_out_of_the_sun_is_the_first_round_s_alone() -> None:
    s = new_session(fight("advantaged", free_shot=1), cards=[18])
    answer(s, "dogfight", "attack")
    assert last(s, "free_shot") and "enemy_evades" not in course(s)
    s = new_session(
        fight("advantaged", free_shot=1), cards=[18, 9], dice=[5, 6, 1]
    )  # does not get away, wins initiative
    answer(s, "dogfight", "disengage")
    answer(s, "dogfight", "attack")
    assert "free_shot" not in course(s) and last(s, "enemy_evades").data["defence"] == "Misjudged break"


@rule("7.7f")
def test_7_7f_nobody_can_waste_reflexes_on_a_free_shot() -> None:
    refused(new_session(fight("advantaged", free_shot=1, skills=["reflexes"])), "attack first", "7.7f", "no_reflexes")
    assert "attack first" in asked(new_session(fight("advantaged", skills=["reflexes"]))).options


@rule("7.8.8")
def test_7_8_8_a_wingman_who_is_an_ace_helps_initiative_while_he_is_there() -> None:
    s = new_session(fight("tailing", wing_bombers=4, wing_fighters=1), cards=[18, 9])
    answer(s, "dogfight", "attack")
    check(s, modifiers(last(s, "initiative")), {"boost": 1, "wingman": 1}, "his five kills")
    s = new_session(fight("tailing", wing_bombers=4, wing_fighters=1, wing=1), cards=[18, 9])
    answer(s, "dogfight", "attack")
    check(s, modifiers(last(s, "initiative")), {"boost": 1}, "a damaged wingman")


@rule("7.7g")
def test_7_7g_a_dead_gunner_is_aware_of_nothing_and_a_gunner_who_is_an_ace_adds_nothing() -> None:
    keen: dict[str, Any] = {"aircraft": "Bf110G-2", "unit": "I/ZG 26", "gun_skills": ["situational awareness"]}
    s = new_session(fight("tailing", gun_kills=5, **keen), cards=[18, 9])
    answer(s, "dogfight", "attack")
    check(s, modifiers(last(s, "initiative")), {"gunner": 1}, "alive")
    s = new_session(fight("tailing", gun_wound=3, **keen), cards=[18, 9])
    answer(s, "dogfight", "attack")
    check(s, modifiers(last(s, "initiative")), {}, "dead")


@rule("7.4.1g")
def test_7_4_1g_after_the_last_round_of_a_fight_he_may_bail_out() -> None:
    s = new_session(fight(own={"landing gear": 1, "controls": 1}), cards=[60, 18], dice=[3, 4])
    answer(s, "dogfight", "attack")
    answer(s, "engage_another", "no")
    answer(s, "press_on", "bail out")
    check(s, last(s, "jumped").data["total"], 7, "his jump")
    assert not rolls_of(s, "landing")
    whole = new_session(fight(), cards=[60, 18])
    answer(whole, "dogfight", "attack")
    answer(whole, "engage_another", "no")
    refused(whole, "bail out", "7.4.1g", "bail_out_after_a_round")


# --- competitive play ----------------------------------------------------------------------------------


def rivals(**own: Any) -> str:
    return career(
        pilot("Fw190A-4", "II/JG 1", enemy="P-47", orientation="advantaged", **own),
        pilot("Fw190A-4", "II/JG 1"),
        at="fight",
        raid=5,
        options={"10.1": "competitive", "pilots": 2},
    )


@rule("7.7m", "10.1.2")
def test_7_7m_sixth_sense_also_blunts_what_the_enemys_wingman_does() -> None:
    s = new_session(rivals(skills=["sixth sense"]), cards=[18, 1, 60], dice=[3, 2, 3, 2])  # he attacks with 12: DE
    answer(s, "dogfight", "attack")
    answer(s, "enemy_choice", "wingman")
    assert last(s, "sixth_sense") and "shot_down" not in course(s)
    check(s, last(s, "fighter_hits").data, {"side": "own", "hits": 2}, "two hits instead")


@rule("7.7f", "10.1.2")
def test_7_7f_whoever_fires_first_does_not_have_his_aim_spoiled() -> None:
    for action, hits in (("attack", 0), ("attack first", 2)):
        s = new_session(rivals(skills=["reflexes"]), cards=[1, 41], dice=[3, 2] * 3)  # two hits; 41 avoids two
        answer(s, "dogfight", action)
        answer(s, "enemy_choice", "wingman")
        check(s, last(s, "fighter_hits").data, {"side": "enemy", "hits": hits}, "hits that are left")


# --- bomber combat -------------------------------------------------------------------------------------


@rule("7.1.13b", "7.7h")
def test_7_1_13b_a_jam_of_a_burst_that_good_care_prevents_does_not_come_back() -> None:
    careful = bombers("Bf110G-2", "I/ZG 26", gun_skills=["weapons maintenance"], month="Dec43")
    s = new_session(careful, cards=[18, 18], dice=[6, 6])
    answer(s, "fire_round", "airframe burst")
    assert last(s, "jam_prevented") and not events_of(s, "jam")
    check(s, last(s, "fires").data["fp"], 10, "all guns fire")


@rule("7.1.6c", "7.1.7a")
def test_7_1_6c_the_log_of_a_group_hit_tells_the_random_hits_of_that_package() -> None:
    s = new_session(bombers(range="medium"), cards=[30, 18], d10=[1] * 4, dice=[1])
    answer(s, "fire_round", "port wing")  # at Long range the one random hit of a wing is none
    check(s, last(s, "hits").data["hits"], 0, "random hits")
    check(s, len(rolls_of(s, "bomber damage")), 0, "rolls on B3")


@rule("7.1.14a")
def test_7_1_14a_rockets_can_be_fired_when_the_guns_cannot() -> None:
    silent = pilot("Fw190A-4/R6", bomber_type="B-24", jammed=7, escort=-1)
    s = new_session(career(silent, at="box", month="Jun43", raid=5), dice=[3, 3, 1])  # Head on, a B-17F
    answer(s, "choose_target", "bombers")
    answer(s, "rocket_salvo", "fire")
    assert rolls_of(s, "rockets") and last(s, "breaks_off")


@rule("7.3.2", "7.1.10b")
def test_7_3_2_without_guns_he_may_still_break_off_and_try_to_slip_away() -> None:
    silent = pilot(jammed=7)
    s = new_session(
        career(silent, at="box", month="Jul43", raid=6), dice=[3, 3, 1, 1, 2]
    )  # Head on; escorted, no YB-40
    answer(s, "choose_target", "bombers")
    answer(s, "escape", "slip away")
    assert last(s, "slipped_away") and not events_of(s, "fight")


@rule("7.1.14a", "10.5e")
def test_7_1_14a_a_vertical_attack_has_no_long_range_for_rockets() -> None:
    steep = bombers("Fw190A-4/R6", month="Jun43", options={"10.5": True})
    s = new_session(steep, draws={"position": [9]})
    answer(s, "adjust", "dive")
    check(s, asked(s).kind, "fire_round", "one round, no salvo")
    s = new_session(steep, draws={"position": [9]})
    answer(s, "adjust", "1 high")
    answer(s, "rocket_salvo", "fire")  # a pass that starts at Long range


@rule("7.1.6h", "10.5e")
def test_7_1_6h_whoever_dives_with_the_advantage_fires_first() -> None:
    dive = bombers(met="advantaged", options={"10.5": True})
    s = new_session(dive, draws={"position": [9]}, cards=[29], d10=[1] * 8)  # column 14: GP, and its gunner
    answer(s, "adjust", "dive")
    answer(s, "fire_round", "airframe")
    kinds = course(s)
    assert last(s, "fires_first") and kinds.index("group_damage") < kinds.index("defensive_fire")


@rule("10.5b")
@pytest.mark.parametrize(("dice", "question"), [([2, 5], "forced_down"), ([6, 6, 6, 6], "")])
def test_10_5b_whoever_is_brought_down_on_the_way_round_attacks_nobody(dice: list[int], question: str) -> None:
    hurt: dict[str, Any] = {"own": {"port engine": 1}, "met": "sun", "rockets": 1}
    position = bombers("Bf109G-6/R2", "I/JG 27", month="Aug43", options={"10.5": True}, **hurt)
    s = new_session(position, draws={"position": [0]}, dice=[1, *dice])
    answer(s, "adjust", "2 low")
    check(s, s.pending[0].kind if s.pending else "", question, "what is asked")
    assert not events_of(s, "round")


@rule("7.4.1g")
def test_7_4_1g_after_any_round_he_may_bail_out_though_unhurt() -> None:
    s = new_session(
        bombers(), cards=[18, 18] * 3, d10=[1], dice=[3, 2]
    )  # at Close range one hit each: theirs does nothing
    for _ in range(3):
        answer(s, "fire_round", "airframe")
    answer(s, "after_pass", "bail out")
    assert last(s, "bails_out") and last(s, "new_aircraft"), "a whole aircraft is lost like any other"
    s = new_session(bombers())
    answer(s, "fire_round", "break off")
    refused(s, "bail out", "7.4.1g", "bail_out_after_a_round")


# --- on the way home -----------------------------------------------------------------------------------


@rule("7.4.3a")
@pytest.mark.parametrize(
    ("enemy", "foe", "chances"),
    [
        ("Spitfire IX", {"port engine": 1}, 2),  # one hit more stops its only engine
        ("P-38", {"port engine": 1}, 1),
        ("P-38", {"port engine": 2, "starboard engine": 1}, 3),  # one out, the other about to be
        ("P-47", {"engine armour": 1, "port engine": 2}, 2),
        ("P-47", {"engine armour": 1, "port engine": 1}, 1),
        ("Spitfire IX", {"airframe": 3, "tail": 2}, 3),
    ],
)
def test_7_4_3a_the_last_engine_one_hit_short_counts_as_any_system_does(
    enemy: str, foe: dict[str, int], chances: int
) -> None:
    s = new_session(fight("tailing", enemy=enemy, foe=foe))
    answer(s, "dogfight", "disengage")
    check(s, rolls_of(s, "way home")[-1].data["chances"], chances, "chances to crash")


@rule("7.4.3a")
def test_7_4_3a_a_bomber_on_its_last_engine_may_lose_that_too() -> None:
    engines = {"port inner engine": 2, "port outer engine": 2, "starboard inner engine": 2}
    s = new_session(bombers(target="B-24", scored=1, bomber={**engines, "starboard outer engine": 1}))
    answer(s, "fire_round", "break off")
    answer(s, "after_pass", "enough")
    check(s, rolls_of(s, "way home")[-1].data["chances"], 5, "1, three engines out, the last one hit short")


# --- refusals ------------------------------------------------------------------------------------------


@rule("7.10b")
def test_7_10b_engine_trouble_is_named_as_the_reason_to_go_home() -> None:
    s = new_session(fight(trouble=1, home=1, own={"radio": 1}), cards=[60, 18])
    answer(s, "dogfight", "attack")
    answer(s, "engage_another", "no")
    refused(s, "fly on", "7.10b", "engine_trouble")


@rule("7.10b")
def test_7_10b_an_old_hand_cannot_teach_a_wingman_who_fell_this_sortie() -> None:
    s = new_session(career(pilot(wing=2, wing_wound=3), at="box", raid=5), dice=[6, 6, 5, 6])
    check(s, last(s, "old_hand").data, {"who": "pilot"}, "who learns")
    check(s, man(s)["experience"], 1, "his point")
