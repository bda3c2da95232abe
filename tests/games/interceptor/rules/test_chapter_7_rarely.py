"""What happens rarely: fires, wounds and broken guns on either side, and how fights end by them [7.1-7.4, 10]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    course,
    damage,
    events_of,
    last,
    man,
    new_session,
    pilot,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

# Cards in column 14 (Fw190A-4): 1 two hits, 30 GP; in column 12: 12 one hit, 60 DE; 18 and 23 nothing.
# Wingman texts: 1 attacks with FP 12, 5 forces a break, 19 drives him off, 39 attacks with FP 24.


def fight(orientation: str = "head on", aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **own: Any) -> str:
    enemy = own.pop("enemy", "P-47")
    return career(pilot(aircraft, unit, enemy=enemy, orientation=orientation, fought=1, **own), at="fight", raid=5)


def bombers(aircraft: str = "Fw190A-4", unit: str = "I/JG 2", kind: str = "B-24", **own: Any) -> str:
    top = {name: own.pop(name) for name in ("options", "month", "raid") if name in own}
    return career(pilot(aircraft, unit, bomber_type=kind, **own), at="bombers", **{"raid": 5, **top})


def foe(s: Session) -> dict[str, int]:
    """Hits on the enemy fighter by system."""
    return {system: row["hits"] for system, row in man(s)["sortie"]["fight"]["damage"].items() if row["hits"]}


# --- the enemy is hurt ---------------------------------------------------------------------------------


@rule("7.3.1a", "7.4.7a")
@pytest.mark.parametrize(("die", "wound", "down"), [(3, "light", False), (4, "serious", False), (6, "killed", True)])
def test_7_3_1a_an_enemy_pilot_is_wounded_or_killed(die: int, wound: str, down: bool) -> None:
    s = new_session(fight("advantaged"), cards=[12, 9], dice=[1, 1, die])
    answer(s, "dogfight", "attack")
    check(s, last(s, "enemy_wounded").data["wound"], wound, "his wound")
    check(s, "enemy_down" in course(s), down, "is he down?")


@rule("7.4.1h")
def test_7_4_1h_a_crew_hit_on_a_fighter_may_find_nobody() -> None:
    s = new_session(fight("advantaged"), cards=[12, 9], dice=[6, 3, 4])
    answer(s, "dogfight", "attack")
    check(s, last(s, "no_effect").data, {"side": "enemy", "system": "gunner"}, "nobody sits behind")


@rule("7.4a")
@pytest.mark.parametrize(
    ("dice", "fuel", "why"),
    [([3, 4], "leak", ""), ([4, 4], "fire", "on fire"), ([6, 6], "explosion", "blown up")],
)
def test_7_4a_an_enemy_fuel_tank_leaks_burns_or_explodes(dice: list[int], fuel: str, why: str) -> None:
    s = new_session(fight("advantaged"), cards=[12, 9], dice=[6, 6, *dice])
    answer(s, "dogfight", "attack")
    check(s, last(s, "fuel").data, {"side": "enemy", "fuel": fuel}, "his tank")
    downs = events_of(s, "enemy_down")
    check(s, downs[0].data["why"] if downs else "", why, "why he fell")
    if fuel == "leak":  # now he would rather go home
        assert "7.3.1a" in last(s, "fuel").rules


@rule("7.4b", "7.3.1a")
def test_7_4b_an_enemy_loses_some_guns_then_all() -> None:
    s = new_session(fight("advantaged"), cards=[12, 9], dice=[4, 6])
    answer(s, "dogfight", "attack")
    check(s, man(s)["sortie"]["fight"]["firepower"], 6, "six fewer")
    s = new_session(fight("advantaged", foe={"forward weapon": 1}), cards=[12, 9], dice=[4, 6])
    answer(s, "dogfight", "attack")
    check(s, man(s)["sortie"]["fight"]["firepower"], 0, "none left")
    s = new_session(fight("advantaged", foe={"forward weapon": 2}), cards=[12, 9], dice=[4, 6])
    answer(s, "dogfight", "attack")
    check(s, last(s, "no_effect").data["system"], "forward weapon", "nothing left to break")
    s = new_session(fight("head on", foe={"forward weapon": 1}, skills=["reflexes"]), cards=[12], dice=[4, 6])
    answer(s, "dogfight", "attack first")
    assert last(s, "enemy_cannot_fire") and "enemy_fires" not in course(s)


# --- we are hurt ---------------------------------------------------------------------------------------


@rule("7.4.7a", "7.4b")
def test_7_4_7a_a_rear_gunner_can_be_killed_only_once() -> None:
    crew: dict[str, Any] = {"aircraft": "Bf110G-2", "unit": "I/ZG 26"}
    s = new_session(fight(**crew), cards=[18, 12], dice=[5, 3, 6])
    answer(s, "dogfight", "attack")
    check(s, last(s, "injured").data, {"who": "gunner", "wound": "killed", "state": "killed"}, "the gunner")
    s = new_session(fight(gun_wound=3, **crew), cards=[18, 12], dice=[5, 3])
    answer(s, "dogfight", "attack")
    check(s, last(s, "no_effect").data, {"side": "own", "system": "gunner"}, "he is dead already")


@rule("7.4b")
@pytest.mark.parametrize(
    ("dice", "own", "more"),
    [
        ([6, 6, 1, 1], {"fuel tank": 1}, {}),  # a second leak
        ([2, 2], {"port engine": 2}, {}),  # an engine that stands
        ([4, 6], {"forward weapon": 2}, {"broken": 3}),  # no gun left
    ],
)
def test_7_4b_what_is_knocked_out_is_knocked_out(dice: list[int], own: dict[str, int], more: dict[str, int]) -> None:
    s = new_session(fight("disadvantaged", "Bf110G-2", "I/ZG 26", own=own, **more), cards=[12, 9, 18], dice=dice)
    answer(s, "dogfight", "defend")
    assert last(s, "no_effect")
    check(s, damage(s), own, "no more than before")


@rule("7.7f")
def test_7_7f_whoever_fires_first_head_on_spoils_the_other_s_shot_if_he_hits_well() -> None:
    s = new_session(fight(aircraft="Bf109G-6/R4", unit="I/JG 27", skills=["reflexes"]), cards=[29])
    answer(s, "dogfight", "attack first")
    assert last(s, "kill") and "enemy_fires" not in course(s)


@rule("7.4.1g")
def test_7_4_1g_he_may_bail_out_in_the_middle_of_a_pass() -> None:
    s = new_session(bombers(), cards=[18, 18])
    refused(s, "bail out", "7.4.1g", "bail_out_after_a_round")
    answer(s, "fire_round", "airframe")
    answer(s, "fire_round", "bail out")
    assert last(s, "bails_out") and last(s, "jumped")


# --- the wingman ---------------------------------------------------------------------------------------


@rule("7.2.3.2a", "7.7n")
def test_7_2_3_2a_a_wingman_s_hits_on_a_fighter_with_and_without_gunnery() -> None:
    cases: list[tuple[list[str], int, dict[str, int]]] = [
        ([], 12, {"airframe": 1}),
        (["gunnery"], 12, {"airframe": 2}),
        (["gunnery"], 23, {}),  # no hit, no bonus
    ]
    for skills, card, hits in cases:
        s = new_session(fight("disadvantaged", wing_skills=skills), cards=[18, 1, card], dice=[3, 3, 3, 3])
        answer(s, "dogfight", "wingman")
        check(s, foe(s), hits, f"his hits with {skills}")
        assert not events_of(s, "enemy_evades")


@rule("7.2.3.2a", "7.4.1a")
def test_7_2_3_2a_a_wingman_s_group_hit_on_a_fighter() -> None:
    s = new_session(
        fight("disadvantaged"), cards=[18, 39, 4], dice=[3, 2] * 3
    )  # 24 FP: GP, three random hits that do nothing
    answer(s, "dogfight", "wingman")
    check(s, foe(s), {"controls": 1, "airframe": 1}, "the package")


@rule("7.2.3.1a")
def test_7_2_3_1a_a_wingman_s_group_hit_on_a_bomber_is_on_the_leader_s_point_of_aim() -> None:
    s = new_session(bombers(), cards=[18, 18], dice=[1, 2, 1])  # W1: 3; at Long range without its random hit
    answer(s, "fire_round", "port wing wingman")
    hit = man(s)["sortie"]["bomber"]["damage"]
    hurt = {part for part, row in hit.items() if (row["hits"] if isinstance(row, dict) else row)}
    check(s, hurt, {"controls", "port inner engine", "port wing"}, "what it hit")


# --- bombers -------------------------------------------------------------------------------------------


@rule("7.4a")
@pytest.mark.parametrize(("dice", "down"), [([3, 4], False), ([4, 4], True), ([6, 6], True)])
def test_7_4a_a_bomber_s_fuel_tank_leaks_or_burns(dice: list[int], down: bool) -> None:
    s = new_session(bombers(), cards=[1, 18], d10=[10], dice=dice)
    answer(s, "fire_round", "port wing")
    check(s, "bomber_down" in course(s), down, "is it lost?")


@rule("7.1.5")
def test_7_1_5_a_bomber_that_the_flak_has_finished_is_nobody_s_and_another_takes_its_place() -> None:
    deep = career(pilot("Fw190A-4", "I/JG 2", bomber_type="B-24", box=3, bomber={}), at="bombers", raid=5)
    # three hits: two pilots out of action bring it down; the next has none
    s = new_session(deep, d10=[7, 7], dice=[6, 1, 4, 2, 4, 1])
    assert last(s, "bomber_down") and not events_of(s, "kill")
    check(s, len(events_of(s, "target")), 2, "bombers singled out")
    check(s, asked(s).kind, "fire_round", "the attack goes on")


@rule("7.1.14a", "7.4d")
def test_7_1_14a_rockets_alone_may_bring_a_bomber_down() -> None:
    s = new_session(bombers("Fw190A-4/R6", month="Jun43", raid=9), dice=[6, 6, 1, 4, 4], d10=[10])
    answer(s, "rocket_salvo", "fire")
    check(s, man(s)["kills"]["bombers"], 1, "its bombs went off")
    assert not events_of(s, "defensive_fire") and not rolls_of(s, "blast")


@rule("7.1.6b", "7.4c")
def test_7_1_6b_a_fifty_millimetre_shell_needs_no_second_one() -> None:
    s = new_session(bombers("Me410A-1/U4", "II/ZG 26", month="Dec43"), cards=[30, 18])  # column 20: GP
    answer(s, "fire_round", "airframe")
    check(s, last(s, "fires").data["result"], "DE", "GP counts as DE while the BK 5 fires")


# --- random events -------------------------------------------------------------------------------------


def event(dice: list[int], d10: tuple[int, ...] = (), **own: Any) -> Session:
    return new_session(career(pilot(**own), at="box", raid=5), dice=[6, 6, *dice], d10=d10)


@rule("7.10b")
def test_7_10b_stray_fire_may_stop_the_engine() -> None:
    s = event([1, 1, 1, 2, 2], aircraft="Bf109G-4", unit="I/JG 27", own={"port engine": 1})
    check(s, asked(s).kind, "forced_down", "he glides down")


@rule("7.10b", "7.4.8d")
def test_7_10b_stray_fire_may_kill() -> None:
    s = event([1, 1, 1, 1, 1, 6])
    assert s.result is not None and last(s, "pilot_dead")


@rule("7.10b", "2.3")
def test_7_10b_a_straggler_may_be_left_alone_or_fall_by_itself() -> None:
    s = event([3, 3])
    answer(s, "straggler", "no")
    assert last(s, "leaves_bombers")
    s = event([3, 3, 4, 1, 4, 2, 4], d10=(7, 7))
    answer(s, "straggler", "yes")
    assert last(s, "straggler_gone") and not events_of(s, "kill")
    check(s, man(s)["sortie"]["bomber"], None, "there is nothing left to attack")


@rule("6.1f", "10.3a")
def test_6_1f_when_a_line_begins_no_raid_is_on_its_way_yet() -> None:
    s = new_session(career(pilot(), line=1, options={"10.3": True}))
    for _ in range(2):
        check(s, asked(s).kind, "fly_or_rest", "before a raid is rolled for")
        check(s, s.perspective("pilot").to_json()["raid"], None, "nobody knows of one")
        answer(s, "fly_or_rest", "fly")
        play_until(s, "fly_or_rest")


@rule("7.2.2.7a")
def test_7_2_2_7a_engine_trouble_costs_a_point_of_speed() -> None:
    s = new_session(fight("tailing", trouble=1), cards=[18, 9])
    answer(s, "dogfight", "attack")
    check(s, last(s, "initiative").data["speed"], 18, "of 19")


@rule("7.4.3b")
def test_7_4_3b_an_eyewitness_may_be_kept_for_a_better_day() -> None:
    s = new_session(fight("tailing", foe={"airframe": 1}, markers=["eyewitness"]), draws={"way home": [0]}, dice=[2])
    answer(s, "dogfight", "disengage")
    answer(s, "eyewitness", "no")
    check(s, (man(s)["kills"]["fighters"], man(s)["markers"]), (1, ["eyewitness"]), "seen by somebody else")


# --- learning manoeuvres, company ----------------------------------------------------------------------


@rule("10.6b")
def test_10_6b_manoeuvres_are_learned_one_after_the_other() -> None:
    s = new_session(scenario="18", options={"10.6": True})
    answer(s, "choose_track", "nco")
    refused(s, "pilot chandelle", "10.6b", "in_order")
    answer(s, "spend_experience", "pilot cuban eight")
    answer(s, "spend_experience", "pilot chandelle")
    check(s, set(man(s)["skills"]), {"cuban eight", "chandelle"}, "learned")
    plain = new_session(scenario="18")
    answer(plain, "choose_track", "nco")
    refused(plain, "pilot cuban eight", "10.6b", "not_in_use")


@rule("10.1.1a")
def test_10_1_1a_comrades_fly_in_one_unit() -> None:
    s = new_session(scenario="career", options={"10.1": "cooperative", "pilots": 2})
    s.decide("I/JG 27", "pilot1")
    play_until(s, "choose_track")
    s.decide("officer", "pilot1")
    s.decide("done", "pilot1")
    check(s, (man(s, 0)["unit"], man(s, 1)["unit"]), ("I/JG 27", "I/JG 27"), "their unit")


@rule("10.1.2")
@pytest.mark.parametrize(("card", "kind"), [(5, "orientation"), (19, "encounter_ends")])
def test_10_1_2_an_enemy_wingman_may_force_a_break_or_drive_us_off(card: int, kind: str) -> None:
    flyers = [pilot("Fw190A-4", "II/JG 1", enemy="P-47", orientation="advantaged"), pilot("Fw190A-4", "II/JG 1")]
    s = new_session(
        career(*flyers, at="fight", raid=5, options={"10.1": "competitive", "pilots": 2}), cards=[18, card], dice=[3, 1]
    )
    answer(s, "dogfight", "attack")
    answer(s, "enemy_choice", "wingman")
    if kind == "orientation":
        check(s, events_of(s, kind)[0].data["orientation"], "head on", "one position lost")
    assert events_of(s, kind)


@rule("7.3a")
@pytest.mark.parametrize(("die", "away"), [(4, True), (5, False)])
def test_7_3a_whoever_gets_away_is_out_of_the_fight(die: int, away: bool) -> None:
    s = new_session(fight("advantaged"), dice=[die, 3, 3, 3, 3])
    answer(s, "dogfight", "disengage")
    check(s, (man(s)["sortie"]["fight"] is None, asked(s).kind == "press_on"), (away, away), "is the fight over?")
    check(s, bool(rolls_of(s, "initiative")), not away, "initiative follows if not")
