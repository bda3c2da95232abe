"""Fighter combat and disengaging [7.2, 7.3]."""

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
    modifiers,
    new_session,
    pilot,
    play_event,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

# Cards: 18 and 23 do nothing up to column 18; column 12 (a P-47): 12 one hit, 1 two, 19 three, 17 GP, 60 DE.
# Defence: 9 misjudged, 5 barrel roll, 6 tight turn, 10 chandelle, 13 jink, 4 split-S, 22 cloud, 30 Immelmann.


def fight(
    orientation: str = "head on", enemy: str = "P-47", aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **own: Any
) -> str:
    return career(pilot(aircraft, unit, enemy=enemy, orientation=orientation, **own), at="fight", raid=5)


def foe(s: Session) -> dict[str, int]:
    """Hits on the enemy fighter by system."""
    return {system: row["hits"] for system, row in man(s)["sortie"]["fight"]["damage"].items() if row["hits"]}


@rule("7.2.2a", "7.2.2.7b")
def test_7_2_2a_the_wheel_has_five_places_and_nobody_does_better_than_tailing() -> None:
    s = new_session(fight("tailing", aircraft="Bf109G-1/R2", unit="I/JG 1"), cards=[18, 9], dice=[6, 1])
    answer(s, "dogfight", "attack")
    assert last(s, "orientation").data["orientation"] == "tailing"


@rule("7.2.2.1")
def test_7_2_2_1_head_on_both_fire() -> None:
    s = new_session(fight(), cards=[1, 12], dice=[3, 3, 3, 3, 3, 4, 3, 3])
    answer(s, "dogfight", "attack")
    assert [event.data["use"] for event in events_of(s, "card")] == ["attack", "enemy's attack"]
    assert foe(s) == {"airframe": 2} and damage(s) == {"tail": 1}


@rule("7.2.2.1", "7.2.2.6")
def test_7_2_2_1_an_enemy_who_does_not_face_us_only_defends() -> None:
    s = new_session(fight("advantaged"), cards=[19, 13], dice=[3, 3, 3, 3, 3, 3])
    answer(s, "dogfight", "attack")
    assert last(s, "enemy_evades").data == {"defence": "Hard jink", "avoid": 1, "gain": 0}
    assert last(s, "fighter_hits").data == {"side": "enemy", "hits": 3} and "enemy_fires" not in course(s)


@rule("7.2.2.1")
def test_7_2_2_1_whoever_does_not_face_the_enemy_cannot_fire() -> None:
    s = new_session(fight("disadvantaged"))
    refused(s, "attack", "7.2.2.1", "not_facing")


@rule("7.2.2.1")
def test_7_2_2_1_from_behind_there_is_nothing_to_defend_against() -> None:
    s = new_session(fight("tailing"))
    refused(s, "defend", "7.2.2.1", "he_cannot_fire")


@rule("7.1.7d")
def test_7_1_7d_range_does_not_matter_between_fighters() -> None:
    s = new_session(fight("advantaged", range="close"), cards=[1, 9], dice=[3, 3] * 4)
    answer(s, "dogfight", "attack")
    assert last(s, "fires").data["result"] == 2 and last(s, "fighter_hits").data["hits"] == 2


@rule("7.2.2.2a", "7.2.2.6")
def test_7_2_2_2a_head_on_he_may_go_defensive() -> None:
    s = new_session(fight(), cards=[1, 5], dice=[1, 1])
    answer(s, "dogfight", "defend")
    assert last(s, "evades").data == {"defence": "Barrel roll", "avoid": 2, "gain": 0}
    assert last(s, "fighter_hits").data == {"side": "own", "hits": 0}


@rule("7.2.2.2b")
def test_7_2_2_2b_a_barrel_roll_avoids_two_hits_without_a_card() -> None:
    s = new_session(fight("disadvantaged"), cards=[19], dice=[3, 3])
    answer(s, "dogfight", "barrel roll")
    assert last(s, "manoeuvre").data == {"action": "barrel roll"} and len(events_of(s, "card")) == 1
    assert damage(s) == {"airframe": 1}


@rule("7.2.2.2b")
def test_7_2_2_2b_a_tight_turn_avoids_nothing_and_gains_one_position() -> None:
    s = new_session(fight("disadvantaged"), cards=[1], dice=[3, 3, 3, 3, 4, 1])
    answer(s, "dogfight", "tight turn")
    assert damage(s) == {"airframe": 2}
    assert events_of(s, "orientation")[0].data["orientation"] == "head on"


@rule("7.2.2.8b")
def test_7_2_2_8b_an_agile_aircraft_gains_two_by_a_tight_turn_also_from_a_card() -> None:
    s = new_session(fight("disadvantaged", aircraft="Bf109G-4", unit="I/JG 27"), cards=[18, 6], dice=[1, 1])
    answer(s, "dogfight", "defend")
    assert last(s, "evades").data == {"defence": "Tight turn", "avoid": 0, "gain": 2}
    hurt = fight("disadvantaged", aircraft="Bf109G-4", unit="I/JG 27", own={"controls": 1})
    s2 = new_session(hurt, cards=[18, 6], dice=[1, 1])
    answer(s2, "dogfight", "defend")
    assert last(s2, "evades").data["gain"] == 1


@rule("7.2.2.8a")
def test_7_2_2_8a_agility_helps_initiative_until_engine_or_controls_are_hit() -> None:
    s = new_session(fight("tailing", aircraft="Bf109G-4", unit="I/JG 27"), cards=[18, 9], dice=[1, 1])
    answer(s, "dogfight", "attack")
    assert modifiers(last(s, "initiative")) == {"agile": 2}
    s2 = new_session(fight("tailing", aircraft="Bf109G-4", unit="I/JG 27", own={"port engine": 1}), cards=[18, 9])
    answer(s2, "dogfight", "attack")
    assert modifiers(last(s2, "initiative")) == {} and last(s2, "initiative").data["speed"] == 19


@rule("7.2.2.8a")
def test_7_2_2_8a_a_spitfire_is_agile_too() -> None:
    s = new_session(fight("tailing", enemy="Spitfire IX"), cards=[18, 9])
    answer(s, "dogfight", "attack")
    assert modifiers(last(s, "initiative"), "enemy_modifiers") == {"agile": 2}


@rule("7.2.2.3a", "7.2.3.2a")
def test_7_2_2_3a_the_wingman_may_be_busy() -> None:
    s = new_session(fight("disadvantaged"), cards=[18, 2], dice=[1, 1])
    answer(s, "dogfight", "wingman")
    assert last(s, "wingman_text").data == {"card": 2, "text": "busy"} and "wingman_fires" not in course(s)


@rule("7.2.3.2a")
def test_7_2_3_2a_a_wingman_may_force_a_break_or_spoil_the_aim() -> None:
    s = new_session(fight("disadvantaged"), cards=[18, 5], dice=[1, 1])
    answer(s, "dogfight", "wingman")
    assert events_of(s, "orientation")[0].data["orientation"] == "head on"
    s = new_session(fight("disadvantaged"), cards=[1, 41], dice=[1, 1])
    answer(s, "dogfight", "wingman")
    assert last(s, "fighter_hits").data == {"side": "own", "hits": 0}


@rule("7.2.3.2a", "7.2.2.6")
def test_7_2_3_2a_a_wingman_may_drive_the_enemy_off() -> None:
    s = new_session(fight("disadvantaged"), cards=[18, 19])
    answer(s, "dogfight", "wingman")
    assert last(s, "encounter_ends").data == {"driven_off": 1} and "initiative" not in course(s)
    assert asked(s).kind == "engage_another"


@rule("7.2.3.2a", "7.2.3")
def test_7_2_3_2a_a_wingman_may_be_hit_himself() -> None:
    s = new_session(fight("disadvantaged"), cards=[18, 6])
    answer(s, "dogfight", "wingman")
    assert man(s)["wingman"]["status"] == "damaged"


@rule("7.2.2.3b")
@pytest.mark.parametrize("more", [{"wing": 1}, {"wing": 2}, {"own": {"radio": 1}}])
def test_7_2_2_3b_no_help_from_a_wingman_who_is_hit_gone_or_out_of_touch(more: dict[str, Any]) -> None:
    s = new_session(fight("disadvantaged", **more))
    refused(s, "wingman", "7.2.2.3b", "no_wingman")


@rule("7.2.2.4")
def test_7_2_2_4_the_rear_gunner_fires_while_the_pilot_defends() -> None:
    s = new_session(fight("tailed", aircraft="Bf110G-2", unit="I/ZG 26"), cards=[18, 9, 49], dice=[3, 3] * 4 + [1, 6])
    answer(s, "dogfight", "defend")
    assert [event.data["use"] for event in events_of(s, "card")] == ["enemy's attack", "defence", "rear gunner"]
    assert last(s, "rear_fire").data["hits"] == 4 and foe(s) == {"airframe": 4}


@rule("7.2.2.4")
def test_7_2_2_4_the_gunners_kill_is_his_own() -> None:
    position = fight("tailed", enemy="P-51B", aircraft="Bf110G-2", unit="I/ZG 26", foe={"airframe": 3})
    s = new_session(position, cards=[18, 9, 49], dice=[3, 3] * 4)
    answer(s, "dogfight", "defend")
    assert last(s, "kill").data == {"who": "gunner", "type": "P-51B"}
    assert man(s)["kills"]["fighters"] == 0 and man(s)["gunner"]["kills"] == 1


@rule("7.2.2.4")
def test_7_2_2_4_the_gunner_holds_his_fire_for_the_pilots_kill() -> None:
    s = new_session(fight("tailed", aircraft="Bf110G-2", unit="I/ZG 26"), cards=[18, 9, 23, 11, 49], dice=[3, 3] * 12)
    refused(s, "open fire", "7.2.2.4", "no_order")
    answer(s, "dogfight", "hold fire")
    refused(s, "open fire", "7.2.2.4", "no_order")  # one order a round
    answer(s, "dogfight", "defend")
    assert not events_of(s, "rear_fire") and foe(s) == {}
    answer(s, "dogfight", "open fire")  # the order held until now
    answer(s, "dogfight", "defend")
    assert last(s, "rear_fire").data["hits"] == 4 and foe(s) == {"airframe": 4}


@rule("7.2.2.4")
def test_7_2_2_4_an_order_to_the_gunner_can_be_taken_back_and_ends_with_the_fight() -> None:
    s = new_session(fight("tailed", aircraft="Bf110G-2", unit="I/ZG 26", holds=1), cards=[18, 9, 49], dice=[3, 3] * 4)
    answer(s, "dogfight", "open fire")
    s.undo("pilot")
    assert "open fire" in asked(s).options
    again = fight("advantaged", aircraft="Bf110G-2", unit="I/ZG 26", holds=1, foe={"airframe": 5})
    s = new_session(again, cards=[60, 9, 18, 9, 49], dice=[3, 3] * 6)
    answer(s, "dogfight", "attack")
    answer(s, "engage_another", "yes")
    assert "hold fire" not in asked(s).options  # head on the rear gun does not bear
    assert "holds" not in s.position()


@rule("7.2.2.5", "7.1.2h")
def test_7_2_2_5_a_tailed_aircraft_takes_a_tail_hit_if_any_hit_remains() -> None:
    s = new_session(fight("tailed"), cards=[1], dice=[3, 3, 3, 3, 1, 1])
    answer(s, "dogfight", "tight turn")
    assert damage(s) == {"airframe": 2, "tail": 1}
    s = new_session(fight("tailed"), cards=[1], dice=[1, 1])
    answer(s, "dogfight", "barrel roll")
    assert damage(s) == {} and "tail_bonus" not in course(s)
    s = new_session(fight("tailing"), cards=[1, 9], dice=[3, 3, 3, 3, 1, 1])
    answer(s, "dogfight", "attack")
    assert foe(s) == {"airframe": 2, "tail": 1}


@rule("7.2.2.6")
def test_7_2_2_6_a_card_may_end_the_encounter() -> None:
    s = new_session(fight("disadvantaged"), cards=[1, 4], dice=[3, 3, 1, 2])
    answer(s, "dogfight", "defend")
    assert damage(s) == {"airframe": 1}  # a split-S avoids one of two hits
    assert "encounter_ends" in course(s) and "initiative" not in course(s) and asked(s).kind == "press_on"


@rule("7.2.2.7a")
@pytest.mark.parametrize(("own", "enemy", "gain"), [(4, 5, 0), (5, 4, 0), (6, 4, 1), (6, 2, 1), (6, 1, 2), (1, 4, -1)])
def test_7_2_2_7a_initiative_by_the_lead(own: int, enemy: int, gain: int) -> None:
    """An A-5 (20, boost) against a P-47 (21): level before the dice."""
    s = new_session(fight("head on", aircraft="Fw190A-5"), cards=[18, 23], dice=[own, enemy])
    answer(s, "dogfight", "attack")
    wanted = {0: [], 1: ["advantaged"], 2: ["tailing"], -1: ["disadvantaged"]}[gain]
    assert [event.data["orientation"] for event in events_of(s, "orientation")] == wanted
    assert "7.2.2.7a" in last(s, "initiative").rules


@rule("7.2.2.9a")
def test_7_2_2_9a_rounds_follow_each_other() -> None:
    s = new_session(fight(), cards=[18, 23, 35, 33], dice=[3, 3, 3, 3])
    answer(s, "dogfight", "attack")
    answer(s, "dogfight", "defend")
    assert [event.data["round"] for event in events_of(s, "fight_round")] == [1, 2, 3]


@rule("7.2.2.9b", "7.4d")
def test_7_2_2_9b_after_a_victory_another_may_be_engaged_head_on() -> None:
    s = new_session(fight("advantaged"), cards=[60, 9])
    answer(s, "dogfight", "attack")
    assert last(s, "kill").data == {"who": "pilot", "type": "P-47"} and man(s)["kills"]["fighters"] == 1
    answer(s, "engage_another", "yes")
    assert last(s, "fight").data == {"enemy": "P-47", "orientation": "head on"}


@rule("7.2.2.9b", "7.2.2.9c")
def test_7_2_2_9b_or_the_encounter_is_over() -> None:
    s = new_session(fight("advantaged"), cards=[60, 9])
    answer(s, "dogfight", "attack")
    answer(s, "engage_another", "no")
    assert "encounter_over" in course(s) and asked(s).kind == "press_on"


@rule("7.2.3.2b")
def test_7_2_3_2b_the_wingmans_victory_ends_the_fight() -> None:
    s = new_session(fight("disadvantaged"), cards=[18, 39, 60])
    answer(s, "dogfight", "wingman")
    assert last(s, "kill").data["who"] == "wingman" and asked(s).kind == "press_on"


# -- disengaging [7.3] ---------------------------------------------------------------------------------------


@rule("7.3a")
def test_7_3a_tailing_he_gets_away_for_certain() -> None:
    s = new_session(fight("tailing"))
    answer(s, "dogfight", "disengage")
    assert "disengaged" in course(s) and not rolls_of(s, "disengage")


@rule("7.3a")
@pytest.mark.parametrize(("die", "away"), [(4, True), (5, False)])
def test_7_3a_advantaged_it_takes_one_to_four(die: int, away: bool) -> None:
    s = new_session(fight("advantaged"), dice=[die, 3, 3])
    answer(s, "dogfight", "disengage")
    assert ("disengaged" in course(s)) is away
    if not away:  # he is Head on now, nobody fires, initiative follows [ruling D25]
        assert events_of(s, "orientation")[0].data["orientation"] == "head on"
        assert "card" not in course(s) and "initiative" in course(s)


@rule("7.3b")
@pytest.mark.parametrize("orientation", ["head on", "disadvantaged", "tailed"])
def test_7_3b_from_elsewhere_nobody_disengages(orientation: str) -> None:
    s = new_session(fight(orientation))
    refused(s, "disengage", "7.3b", "not_behind_him")


@rule("7.3.1a", "7.3.1b")
@pytest.mark.parametrize("hurt", [{"pilot": 1}, {"fuel tank": 1}, {"oxygen": 1}, {"forward weapon": 2}])
def test_7_3_1a_a_hurt_enemy_goes_home_instead_of_firing(hurt: dict[str, int]) -> None:
    s = new_session(fight("tailed", foe=hurt), draws={"way home": [9]})
    assert "enemy_away" in course(s) and "card" not in course(s)
    s = new_session(fight("disadvantaged", foe=hurt), dice=[4], draws={"way home": [9]})
    assert "enemy_away" in course(s)
    s = new_session(fight("disadvantaged", foe=hurt), dice=[5, 3, 3])
    assert events_of(s, "orientation")[0].data["orientation"] == "head on"
    assert "initiative" in course(s) and asked(s).kind == "dogfight", "the fight goes on"


@rule("7.3.1b", "7.2.2.1")
def test_7_3_1b_a_hurt_enemy_who_is_disadvantaged_keeps_defending() -> None:
    s = new_session(fight("advantaged", foe={"oxygen": 1}), cards=[18, 9], dice=[6, 1])
    answer(s, "dogfight", "attack")
    assert "enemy_evades" in course(s) and "enemy_disengages" not in course(s)
    play_event(s, "enemy_away", {"dogfight": 0})


# -- damage [7.4, 7.4.1] -------------------------------------------------------------------------------------


def hit(dice: list[int], aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **own: Any) -> Session:
    """One hit on us (card 12 in column 12), by these dice."""
    s = new_session(fight("disadvantaged", aircraft=aircraft, unit=unit, **own), cards=[12], dice=dice)
    answer(s, "dogfight", "tight turn")
    return s


@rule("7.4.1a", "7.4a")
def test_7_4_1a_an_aircraft_is_shot_down_at_its_thresholds() -> None:
    s = hit([3, 3, 3, 3], own={"airframe": 4})
    assert last(s, "shot_down").data == {"why": "shot away"} and "bails_out" in course(s)


@rule("7.4b")
def test_7_4b_a_second_hit_on_what_is_out_already_does_nothing() -> None:
    s = hit([1, 5], own={"radio": 1})
    assert last(s, "no_effect").data == {"side": "own", "system": "radio"}


@rule("7.4.1h")
@pytest.mark.parametrize("dice", [[1, 4], [3, 2], [4, 3], [4, 4]])
def test_7_4_1h_systems_that_are_not_there_cannot_be_hit(dice: list[int]) -> None:
    s = hit(dice)
    assert last(s, "no_effect").rules == ("7.4.1h",) and damage(s) == {}


@rule("7.4.7b")
def test_7_4_7b_a_gunner_who_is_not_carried_cannot_be_hit() -> None:
    s = hit([5, 3])
    assert last(s, "no_effect").data["system"] == "gunner"


@rule("7.4.1c")
def test_7_4_1c_a_radial_engine_absorbs_the_first_hit_and_loses_one_and_two() -> None:
    wanted = [({}, 19), ({"engine armour": 1}, 18), ({"engine armour": 1, "port engine": 1}, 17)]
    for before, speed in wanted:
        s = hit([2, 2, 3, 3], own=before)
        assert last(s, "initiative").data["speed"] == speed


@rule("7.4.1e", "7.4.1d")
def test_7_4_1e_an_inline_engine_costs_two_and_one_of_two_out_costs_four() -> None:
    s = hit([2, 3, 3, 3], "Bf109G-4", "I/JG 27")
    assert damage(s) == {"port engine": 1} and last(s, "initiative").data["speed"] == 19
    s = new_session(
        fight("disadvantaged", aircraft="Bf110G-2", unit="I/ZG 26", own={"starboard engine": 1}),
        cards=[12, 18, 18], dice=[2, 3, 3, 3],
    )  # fmt: skip
    answer(s, "dogfight", "tight turn")
    assert last(s, "initiative").data["speed"] == 12


@rule("7.4.1f", "7.4.5a")
def test_7_4_1f_without_an_engine_he_must_come_down_at_once() -> None:
    s = hit([2, 2], "Bf109G-4", "I/JG 27", own={"port engine": 1})
    assert "glides_away" in course(s) and asked(s).kind == "forced_down"
    ahead = pilot("Bf109G-4", "I/JG 27", target="B-17F", bomber_type="B-17F", own={"port engine": 1})
    s = new_session(career(ahead, at="bombers", raid=5), cards=[18, 33], dice=[2, 2])
    answer(s, "fire_round", "airframe")
    assert "glides_away" in course(s) and asked(s).kind == "forced_down", "by a bomber's fire as well"


@rule("7.4a", "7.6a")
def test_7_4a_a_fuel_fire_loses_the_aircraft() -> None:
    s = hit([6, 6, 4, 4])
    assert last(s, "fuel").data == {"side": "own", "fuel": "fire"}
    assert modifiers(last(s, "jumps")) == {"fire": 1}


@rule("7.4.1b", "7.6b")
def test_7_4_1b_a_fuel_explosion_ends_the_game_without_a_parachute() -> None:
    s = hit([6, 6, 6, 6])
    assert "no_parachute" in course(s) and not rolls_of(s, "parachute")
    assert s.result is not None and s.result["survived"] is False


@rule("7.4.1a")
def test_7_4_1a_a_forward_weapon_is_knocked_out() -> None:
    s = new_session(fight("disadvantaged"), cards=[12], dice=[4, 6, 3, 3], draws={"weapon": [1]})
    answer(s, "dogfight", "tight turn")
    assert last(s, "weapon_broken").data["weapon"].startswith("2× MG 151/20")
    assert man(s)["sortie"]["firepower"] == 7


@rule("7.4.1a", "7.1.6c")
def test_7_4_1a_group_damage_to_a_fighter_is_the_airframe_package_without_gunner() -> None:
    s = new_session(fight("disadvantaged"), cards=[17], dice=[3, 4] * 3 + [3, 3])
    answer(s, "dogfight", "tight turn")
    assert damage(s) == {"controls": 1, "airframe": 1, "tail": 3}


@rule("7.4c")
def test_7_4c_de_is_stopped_only_by_avoiding_all_damage() -> None:
    s = new_session(fight("disadvantaged"), cards=[60])
    answer(s, "dogfight", "barrel roll")
    assert "destroyed" in course(s) and modifiers(last(s, "jumps")) == {"destroyed": 1}
    s = new_session(fight("disadvantaged"), cards=[60, 10])
    answer(s, "dogfight", "defend")
    assert last(s, "avoided").data == {"side": "own", "result": "DE"}


@rule("7.4.7a", "7.4.8d")
@pytest.mark.parametrize(("die", "state"), [(1, "light"), (5, "serious"), (6, "killed")])
def test_7_4_7a_wounds_by_one_die(die: int, state: str) -> None:
    s = hit([1, 1, die])
    assert last(s, "injured").data["state"] == state
    if state != "killed":
        s = hit([1, 1, 6])
    assert s.result is not None


@rule("7.4.7a")
@pytest.mark.parametrize(
    ("before", "die", "after"), [(1, 2, "serious"), (2, 4, "killed"), (1, 4, "serious"), (2, 1, "serious")]
)
def test_7_4_7a_wounds_add_up(before: int, die: int, after: str) -> None:
    s = hit([1, 1, die], wound=before)
    assert last(s, "injured").data["state"] == after


@rule("7.4.1g")
def test_7_4_1g_he_may_bail_out_at_the_end_of_a_round() -> None:
    s = new_session(fight("disadvantaged"), cards=[18], dice=[3, 3])
    refused(s, "bail out", "7.4.1g", "bail_out_after_a_round")
    answer(s, "dogfight", "tight turn")
    answer(s, "dogfight", "bail out")
    assert "7.4.1g" in last(s, "bails_out").rules


# -- forced home [7.4.2, 7.4.8] ------------------------------------------------------------------------------


@rule("7.4.2b")
@pytest.mark.parametrize("more", [{"own": {"oxygen": 1}}, {"own": {"fuel tank": 1}}, {"wound": 2}])
def test_7_4_2b_forced_to_disengage(more: dict[str, Any]) -> None:
    s = new_session(fight("advantaged", **more), dice=[5, 3, 6])
    refused(s, "attack", "7.4.2b", "must_abort") if asked(s).kind == "dogfight" and len(asked(s).options) > 1 else None
    answer(s, "dogfight", "disengage")
    assert "must_abort" in course(s)


@rule("7.4.2b", "7.4.8b")
def test_7_4_2b_no_further_pass_with_a_serious_wound() -> None:
    position = career(pilot(target="B-17F", bomber_type="B-17F", bomber={"gunners": 9}), at="bombers", raid=5)
    s = new_session(position, cards=[18, 49], dice=[1, 1, 4, 1, 4, 1, 4])
    answer(s, "fire_round", "break off")
    s = new_session(
        career(pilot(target="B-17F", bomber_type="B-17F"), at="bombers", raid=5), cards=[18, 41], dice=[1, 1, 4]
    )
    answer(s, "fire_round", "airframe")
    assert last(s, "injured").data["state"] == "serious"
    answer(s, "fire_round", "break off")
    refused(s, "again", "7.4.2b", "must_abort")


@rule("7.4.2a", "7.4.2c")
def test_7_4_2a_home_with_all_damage() -> None:
    s = new_session(career(pilot(own={"airframe": 2, "oxygen": 1}), at="over", raid=5), dice=[2, 2])
    assert last(s, "goes_home").rules == ("7.4.2b", "7.4.2c")
    s = new_session(career(pilot(own={"airframe": 2}), at="over", raid=5), dice=[2, 2])
    answer(s, "press_on", "go home")
    assert last(s, "goes_home").rules[0] == "7.4.2a"
    check(s, last(s, "landed").data["total"], 4, "the landing")
