"""Interception and bomber combat [7.1]."""

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

# Cards in column 14 (Fw190A-4, firepower 15): 18 and 23 no hit, 12 and 13 one, 1 two, 17 GP, 60 DE; DEFENSIVE FIRE: 18,
# 23 and 12 none, 13 and 41 one, 33 two, 49 four.


def bombers(
    aircraft: str = "Fw190A-4", unit: str = "I/JG 2", kind: str = "B-17F", raid: int = 5, more: Any = None, **own: Any
) -> str:
    """One bomber ahead, at the start of a pass; raid 5 of March is Lorient, in box 1."""
    return career(pilot(aircraft, unit, target=kind, bomber_type=kind, **own), at="bombers", raid=raid, **(more or {}))


# -- interception [7.1.2] ------------------------------------------------------------------------------------


def box(dice: list[int], month: str = "Mar43", raid: int = 5, unit: str = "I/JG 2", **more: Any) -> Session:
    """An interception roll in the first box of the raid."""
    return new_session(career(pilot("Fw190A-4", unit, **more), at="box", month=month, raid=raid), dice=dice)


@rule("7.1.2a")
def test_7_1_2a_no_contact_nothing_happens() -> None:
    s = box([1, 2])
    assert last(s, "interception").data == {"total": 3, "met": "not located"}
    assert asked(s).kind == "press_on"


@rule("7.1.2b", "7.2.1a", "7.1.2d")
def test_7_1_2b_a_sweep_over_france_is_spitfires_or_p47s() -> None:
    s = box([1, 1, 2, 3])
    assert last(s, "sweep").data == {"enemy": "Spitfire IX", "orientation": "head on"}
    assert asked(s).kind == "dogfight"
    s = box([1, 1, 6, 1])
    assert last(s, "sweep").data == {"enemy": "P-47", "orientation": "disadvantaged"}


@rule("7.2.1a")
def test_7_2_1a_a_sweep_elsewhere_is_p47s_without_a_roll() -> None:
    s = box([1, 1, 3], raid=4)  # Hamm: Ruhr
    assert last(s, "sweep").data == {"enemy": "P-47", "orientation": "head on"} and not rolls_of(s, "sweep")


@rule("7.1.2b", "7.2.2.9c")
def test_7_1_2b_after_a_sweep_he_may_move_on_one_box() -> None:
    position = career(pilot(enemy="P-47", orientation="tailing", fought=1), at="fight", raid=5)
    s = new_session(position, dice=[1, 2])
    answer(s, "dogfight", "disengage")
    answer(s, "press_on", "fly on")
    assert last(s, "box").data["box"] == 2 and last(s, "interception").data["met"] == "not located"


@rule("7.1.2b")
@pytest.mark.parametrize(
    ("month", "raid", "zone"), [("Aug43", 9, "Frankfurt"), ("Aug43", 4, "Munich"), ("Jul43", 12, "Berlin")]
)
def test_7_1_2b_a_fighter_encounter_is_fought_however_deep_the_raid(month: str, raid: int, zone: str) -> None:
    s = box([1, 1, 3], month=month, raid=raid, unit="IV/JG 1")
    check(s, events_of(s, "sweep")[0].data, {"enemy": "P-47", "orientation": "head on"}, zone)
    assert asked(s).kind == "dogfight"
    s = box([6, 6, 3], month=month, raid=raid, unit="IV/JG 1", had_event=1)
    assert asked(s).kind == "dogfight", "the second 12 of a sortie as well"


@rule("7.1.2c")
def test_7_1_2c_type_and_escort_are_rolled_where_several_are_possible() -> None:
    s = box([3, 3, 6, 6], month="May43", raid=5)
    assert last(s, "bombers").data == {"bomber": "B-24", "enemy": "Spitfire IX"}
    assert [rolls_of(s, what)[0].data["dice"] for what in ("bomber type", "escort")] == [[6], [6]]


@rule("7.1.2d", "7.1.3a", "7.2.1b")
def test_7_1_2d_escorts_engaged_first_head_on() -> None:
    s = box([3, 3, 1, 6], month="May43")
    answer(s, "choose_target", "escorts")
    assert last(s, "fight").data == {"enemy": "Spitfire IX", "orientation": "head on"}


@rule("7.1.2e", "7.1.3a")
def test_7_1_2e_escorts_engaged_first_advantaged() -> None:
    s = box([4, 4, 1, 6], month="May43")
    answer(s, "choose_target", "escorts")
    assert last(s, "fight").data["orientation"] == "advantaged"


@rule("7.1.2f")
def test_7_1_2f_disadvantaged_with_escorts_means_fighter_combat() -> None:
    s = box([2, 3, 1, 6], month="May43")
    assert last(s, "engages_escorts").data == {"enemy": "Spitfire IX"}
    assert last(s, "fight").data["orientation"] == "disadvantaged"


@rule("7.1.2f")
def test_7_1_2f_disadvantaged_without_escorts_has_no_meaning() -> None:
    s = box([2, 3, 1])
    answer(s, "choose_target", "bombers")
    assert last(s, "attacks_bombers").rules == ("7.1.2f", "7.1.3a") and asked(s).kind == "fire_round"


@rule("7.2.1b")
def test_7_2_1b_escorts_cannot_be_left_alone() -> None:
    s = box([3, 3, 1, 6], month="May43")
    refused(s, "leave", "7.2.1b", "escorts_cannot_be_avoided")


@rule("7.1.3a")
def test_7_1_3a_without_escorts_there_are_none_to_attack() -> None:
    s = box([3, 3, 1])
    refused(s, "escorts", "7.1.3a", "no_escorts")


@rule("7.1.2j")
def test_7_1_2j_out_of_the_sun_at_the_escorts_is_a_free_shot() -> None:
    position = career(pilot("Fw190A-4"), at="box", month="May43", raid=5)
    s = new_session(position, dice=[5, 6, 1, 6], cards=[18])
    answer(s, "choose_target", "escorts")
    assert last(s, "fight").data["orientation"] == "advantaged"
    answer(s, "dogfight", "attack")
    assert "free_shot" in course(s) and len(events_of(s, "card")) == 1  # no defensive card
    assert "initiative" in course(s)


@rule("7.1.2i")
@pytest.mark.parametrize("nearness", ["long", "medium"])
def test_7_1_2i_out_of_the_sun_a_pass_begins_at_long_or_at_medium_range(nearness: str) -> None:
    s = box([5, 6, 1])
    answer(s, "choose_target", "bombers")
    answer(s, "out_of_the_sun", nearness)
    check(s, (asked(s).kind, asked(s).plain_facts["range"]), ("fire_round", nearness), "the first round")


# -- passes and rounds [7.1.3, 7.1.6] ------------------------------------------------------------------------


@rule("7.1.3b", "7.1.6a", "7.1.6b")
def test_7_1_3b_all_forward_weapons_fire_and_their_sum_is_rounded_down() -> None:
    s = new_session(bombers(), cards=[1, 18])
    answer(s, "fire_round", "airframe")
    assert last(s, "fires").data == {"fp": 15, "column": 4, "result": 2}


@rule("7.1.6a", "7.1.6b")
@pytest.mark.parametrize(
    ("aircraft", "fp", "column"),
    [("Bf109G-4", 5, 0), ("Bf109G-6/U4", 8, 1), ("Bf109G-1/R6", 13, 3), ("Fw190A-5/U12", 25, 9)],
)
def test_7_1_6a_firepower_columns(aircraft: str, fp: int, column: int) -> None:
    s = new_session(bombers(aircraft, "I/JG 27"), cards=[4, 18])
    answer(s, "fire_round", "airframe")
    assert (last(s, "fires").data["fp"], last(s, "fires").data["column"]) == (fp, column)


@rule("7.1.3c", "7.1.6f")
def test_7_1_3c_the_point_of_aim_may_change_every_round() -> None:
    s = new_session(bombers(kind="B-24"), cards=[1, 18, 12, 23], d10=[6, 6])
    answer(s, "fire_round", "port wing")
    answer(s, "fire_round", "starboard wing")
    assert [(e.data["range"], e.data["aim"]) for e in events_of(s, "round")] == [
        ("long", "port wing"),
        ("medium", "starboard wing"),
    ]


@rule("7.1.1", "7.1.6f", "7.1.9")
def test_7_1_1_a_pass_has_three_rounds_and_ends_after_close_range() -> None:
    s = new_session(bombers("Fw190A-4", kind="B-17F", bomber={"gunners": 9}), cards=[18, 23, 33, 56, 41, 36])
    for _ in range(3):
        answer(s, "fire_round", "airframe")
    assert [event.data["range"] for event in events_of(s, "round")] == ["long", "medium", "close"]
    check(s, asked(s).kind, "after_pass", "what is asked after Close range")
    answer(s, "after_pass", "enough")
    assert "combat_over" in course(s)


@rule("7.1.6g", "7.3.2")
def test_7_1_6g_the_pass_may_be_broken_off_before_any_round() -> None:
    s = new_session(bombers())
    answer(s, "fire_round", "break off")
    assert "breaks_off" in course(s) and "card" not in course(s)


@rule("7.1.6c")
def test_7_1_6c_hits_on_the_wing_go_by_the_wing_column() -> None:
    s = new_session(bombers(kind="B-24"), cards=[1, 18], d10=[6])  # two hits, one fewer at Long range
    answer(s, "fire_round", "port wing")
    assert last(s, "bomber_hit").data == {"part": "port inner engine", "hits": 1}


@rule("7.1.6c")
def test_7_1_6c_group_damage_by_point_of_aim() -> None:
    s = new_session(bombers(kind="B-17F", range="medium"), cards=[17, 18], d10=[1, 1], dice=[5])
    answer(s, "fire_round", "starboard wing")
    assert last(s, "group_damage").data == {"package": "starboard wing"}
    hits = {part: row["hits"] for part, row in man(s)["sortie"]["bomber"]["damage"].items() if row["hits"]}
    assert hits == {"controls": 1, "starboard outer engine": 1, "starboard wing": 1}  # at Long range no random hit


@rule("7.1.6c")
def test_7_1_6c_group_damage_to_the_airframe() -> None:
    s = new_session(bombers(kind="B-17F"), cards=[17, 18], d10=[6, 6])
    answer(s, "fire_round", "airframe")
    hits = {part: row["hits"] for part, row in man(s)["sortie"]["bomber"]["damage"].items() if row["hits"]}
    assert hits == {"controls": 1, "airframe": 1, "gunners": 3}  # three random hits, one fewer at Long range


@rule("7.1.6d")
def test_7_1_6d_a_jam_comes_before_the_hits_are_read() -> None:
    s = new_session(bombers(), cards=[54, 18], draws={"jam": [1]})  # the MG 151s: 8 of 15
    answer(s, "fire_round", "airframe")
    assert last(s, "jam").data["weapon"].startswith("2× MG 151/20")
    assert last(s, "fires").data["fp"] == 7 and last(s, "ammo").data["ammo"] == [-1, 6, 2]
    answer(s, "fire_round", "airframe")
    assert last(s, "fires").data["fp"] == 7  # jammed for the sortie


@rule("7.1.6d")
def test_7_1_6d_an_mg_ff_never_jams() -> None:
    s = new_session(bombers(), cards=[54, 18], draws={"jam": [2]})
    answer(s, "fire_round", "airframe")
    assert "never_jams" in course(s) and "jam" not in course(s) and last(s, "fires").data["fp"] == 15


@rule("7.1.6e", "7.1.7a", "7.1.7b")
def test_7_1_6e_the_bomber_fires_with_defensive_fire_only() -> None:
    s = new_session(bombers(kind="B-17F"), cards=[18, 33])
    answer(s, "fire_round", "airframe")
    fire = last(s, "defensive_fire")
    assert fire.data["fire"] == 2 and fire.data["hits"] == 2 and modifiers(fire) == {}
    assert len(rolls_of(s, "fighter damage")) == 2


@rule("7.1.6h")
def test_7_1_6h_fire_is_simultaneous() -> None:
    s = new_session(bombers(kind="B-17F"), cards=[60, 33])
    answer(s, "fire_round", "airframe")
    assert "bomber_down" in course(s) and last(s, "defensive_fire").data["hits"] == 2


@rule("7.1.2e", "7.1.6h")
def test_7_1_2e_advantaged_he_fires_first_and_a_destroyed_bomber_does_not_answer() -> None:
    s = new_session(bombers(kind="B-17F", met="advantaged"), cards=[60])
    answer(s, "fire_round", "airframe")
    assert "fires_first" in course(s) and "defensive_fire" not in course(s)


# -- range, formation, size [7.1.7, 7.1.8] -------------------------------------------------------------------


@rule("7.1.7a")
@pytest.mark.parametrize(("kind", "wanted"), [("B-24", [-1, 0, 1]), ("B-17F", [0, 1, 2])])
def test_7_1_7a_range_and_formation(kind: str, wanted: list[int]) -> None:
    s = new_session(bombers("Fw190A-4", kind=kind), cards=[18, 37, 23, 7, 36, 50], dice=[1, 4] * 40)
    got = []
    for _ in range(3):
        answer(s, "fire_round", "airframe")
        got.append(sum(modifiers(last(s, "defensive_fire")).values()))
    assert got == wanted


@rule("7.1.7a")
def test_7_1_7a_range_changes_our_own_hits_too() -> None:
    s = new_session(
        bombers("Fw190A-4", kind="B-17F", bomber={"gunners": 9}), cards=[1, 18, 20, 23, 27, 35], d10=[6] * 9
    )
    hits = []
    for _ in range(3):
        answer(s, "fire_round", "airframe")
        hits.append(last(s, "hits").data["hits"])
    assert hits == [1, 3, 4], "two, three and three on the cards"


@rule("7.1.7a")
def test_7_1_7a_range_also_counts_when_the_card_shows_none() -> None:
    s = new_session(
        bombers("Fw190A-4", kind="B-17F", bomber={"gunners": 9}), cards=[12, 18, 12, 23, 33, 35], d10=[6] * 9
    )
    for _ in range(3):
        answer(s, "fire_round", "airframe")
    assert last(s, "fires").data["result"] == 0 and last(s, "hits").data["hits"] == 1  # ruling D14


@rule("7.1.7c")
def test_7_1_7c_a_bf109_is_a_small_target_at_long_range() -> None:
    s = new_session(bombers("Bf109G-4", "I/JG 27", kind="B-17F"), cards=[18, 33, 23, 41], dice=[1, 4] * 10)
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {"small": -1} and last(s, "defensive_fire").data["hits"] == 1
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {"formation": 1}


@rule("7.1.8a")
def test_7_1_8a_gunner_hits_weaken_the_fire_down_to_none() -> None:
    s = new_session(bombers(kind="B-17F", bomber={"gunners": 5}), cards=[18, 33])
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {"gunners": -5} and last(s, "defensive_fire").data["hits"] == 0


@rule("7.1.8b")
def test_7_1_8b_a_crew_injury_wounds_pilots_or_adds_a_gunner_hit() -> None:
    s = new_session(bombers(kind="B-24"), cards=[1, 18], d10=[7], dice=[1, 4])
    answer(s, "fire_round", "airframe")
    assert last(s, "bomber_crew").data == {"man": "pilot", "wound": "serious"}
    s = new_session(bombers(kind="B-24"), cards=[1, 18], d10=[7], dice=[3])
    answer(s, "fire_round", "airframe")
    assert last(s, "bomber_hit").data == {"part": "gunners", "hits": 1} and not rolls_of(s, "wound")


@rule("7.1.8b")
def test_7_1_8b_a_bomber_without_pilots_is_lost() -> None:
    s = new_session(bombers(kind="B-24", bomber={"copilot": 2}), cards=[1, 18], d10=[7], dice=[1, 4])
    answer(s, "fire_round", "airframe")
    assert "bomber_down" in course(s) and man(s)["kills"]["bombers"] == 1


# -- bombs and flak [7.1.4, 7.1.5] ---------------------------------------------------------------------------


@rule("7.1.4a", "7.4a")
def test_7_1_4a_bombs_aboard_may_go_off() -> None:
    s = new_session(bombers(kind="B-24"), cards=[1, 18], d10=[10], dice=[3, 4])
    answer(s, "fire_round", "airframe")
    assert "bombs_explode" in course(s) and last(s, "bomber_down").data["why"] == "blown up"
    assert not rolls_of(s, "blast")  # not at Long range
    s = new_session(bombers(kind="B-24"), cards=[1, 18], d10=[10], dice=[2, 4])
    answer(s, "fire_round", "airframe")
    assert "bombs_hold" in course(s)


@rule("7.1.4b")
def test_7_1_4b_a_blast_at_close_range_may_catch_him() -> None:
    s = new_session(
        bombers(kind="B-24", bomber={"gunners": 9}), cards=[18, 23, 41, 35, 12, 36], d10=[10],
        dice=[6, 6, 1, 1, 3, 1, 4, 1, 4, 1, 4],
    )  # fmt: skip
    for _ in range(3):
        answer(s, "fire_round", "airframe")
    assert rolls_of(s, "blast")[0].data["dice"] == [1, 1] and last(s, "caught_in_blast").data["hits"] == 3
    assert len(rolls_of(s, "fighter damage")) == 3


@rule("7.1.5")
def test_7_1_5_flak_has_been_at_bombers_beyond_the_target() -> None:
    # Stuttgart (Munich zone) from a French base lies in box 4; the flak roll comes before the attack
    s = new_session(
        career(pilot("Fw190A-4", "I/JG 2", bomber_type="B-24"), at="bombers", month="Sep43", raid=5), dice=[6],
        d10=[1, 2, 6],
    )  # fmt: skip
    assert last(s, "flak").data["hits"] == 3 and last(s, "target").data["bombs"] == 0
    hits = {part: row["hits"] for part, row in man(s)["sortie"]["bomber"]["damage"].items() if row["hits"]}
    assert hits == {"airframe": 2, "gunners": 1}


@rule("7.1.5")
def test_7_1_5_without_bombs_a_bomb_bay_hit_does_nothing() -> None:
    position = career(pilot("Fw190A-4", target="B-24", bomber_type="B-24", box=3), at="bombers", raid=5)
    s = new_session(position, cards=[1, 18], d10=[10])
    answer(s, "fire_round", "airframe")
    assert "bomber_no_effect" in course(s) and not rolls_of(s, "bombs")


@rule("7.1.2c")
def test_7_1_2c_a_yb40_of_july_fires_harder_and_carries_no_bombs() -> None:
    s = new_session(
        career(pilot(bomber_type="B-17F"), at="bombers", month="Jul43", raid=9), dice=[6, 6], cards=[18, 33]
    )
    assert last(s, "target").data == {"bomber": "YB-40", "bombs": 0}
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {"type": 1}


# -- after a pass [7.1.9 to 7.1.11] --------------------------------------------------------------------------


@rule("7.1.10a", "7.1.9", "7.1.10c")
def test_7_1_10a_escorts_come_after_the_first_pass() -> None:
    s = new_session(bombers(escort="P-47"))
    answer(s, "fire_round", "break off")
    assert last(s, "escorts_come").data == {"enemy": "P-47"} and "bomber_gets_away" in course(s)
    assert asked(s).kind == "escape"
    answer(s, "escape", "fight")
    assert last(s, "fight").data["orientation"] == "disadvantaged"


@rule("7.1.10b")
@pytest.mark.parametrize(("die", "away"), [(2, True), (3, False)])
def test_7_1_10b_slipping_away(die: int, away: bool) -> None:
    s = new_session(bombers(escort="P-47"), dice=[die])
    answer(s, "fire_round", "break off")
    answer(s, "escape", "slip away")
    assert ("slipped_away" in course(s)) is away
    assert asked(s).kind == ("press_on" if away else "dogfight")


@rule("7.1.11", "7.1.9")
def test_7_1_11_without_escorts_another_pass_starts_at_long_range_head_on() -> None:
    s = new_session(bombers(kind="B-17F", met="advantaged", bomber={"gunners": 9}), cards=[18, 23])
    answer(s, "fire_round", "break off")
    answer(s, "after_pass", "again")
    answer(s, "fire_round", "airframe")
    assert last(s, "round").data["range"] == "long" and "fires_first" not in course(s)


@rule("7.1.11")
def test_7_1_11_a_new_bomber_may_be_attacked_when_one_is_down() -> None:
    s = new_session(bombers(kind="B-17F", met="advantaged"), cards=[60])
    answer(s, "fire_round", "airframe")
    refused(s, "again", "7.1.11", "no_bomber")
    answer(s, "after_pass", "another")
    assert last(s, "target").data["bomber"] == "B-17F" and asked(s).kind == "fire_round"


@rule("7.1.10c", "7.4.3a")
def test_7_1_10c_a_damaged_bomber_may_crash_on_its_way_home() -> None:
    s = new_session(bombers(bomber={"airframe": 2}, scored=1), draws={"way home": [1]})
    answer(s, "fire_round", "break off")
    answer(s, "after_pass", "enough")
    assert rolls_of(s, "way home")[0].data == {"what": "way home", "dice": [2], "chances": 1}
    assert "gets_home" in course(s)


# -- the extended burst [7.1.13] -----------------------------------------------------------------------------


@rule("7.1.13a", "7.1.13c", "7.1.13d", "7.1.13e")
def test_7_1_13a_an_extended_burst_adds_hits_for_ammunition_and_exposure() -> None:
    s = new_session(bombers(kind="B-17F"), cards=[1, 33], dice=[1, 3, 1, 4, 1, 4, 1, 4], d10=[1, 1, 1, 1])
    answer(s, "fire_round", "airframe burst")
    assert last(s, "burst").data == {"result": 3, "jam": "none"}
    assert modifiers(last(s, "hits")) == {"range": -1, "burst": 3} and last(s, "hits").data["hits"] == 4
    assert last(s, "ammo").data["ammo"] == [-1, 4, 1] and "7.1.13c" in last(s, "ammo").rules
    assert modifiers(last(s, "defensive_fire"))["burst"] == 1


@rule("7.1.13b")
def test_7_1_13b_a_burst_of_two_destroys_without_a_card() -> None:
    s = new_session(bombers(kind="B-17F", met="advantaged"), dice=[1, 1])
    answer(s, "fire_round", "airframe burst")
    assert last(s, "burst").data["result"] == "DE" and "bomber_down" in course(s) and "card" not in course(s)
    assert last(s, "ammo").data["ammo"] == [-1, 4, 1]


@rule("7.1.13b", "7.1.13c")
def test_7_1_13b_a_burst_of_twelve_jams_everything_before_it_fires() -> None:
    s = new_session(bombers(kind="B-24", bomber={"gunners": 9}), cards=[18], dice=[6, 6])
    answer(s, "fire_round", "airframe burst")
    assert course(s).count("jam") == 2 and "never_jams" in course(s)  # MG 17 and MG 151; never the MG FF
    assert "fires" not in course(s) and last(s, "cannot_fire"), "no firing occurs"
    assert [event.data["use"] for event in events_of(s, "card")] == ["bomber's fire"]
    assert man(s)["aircraft"]["weapons"][2]["ammo"] == 3, "nor is any of its ammunition spent"
    assert man(s)["sortie"]["firepower"] == 6, "in the next round the MG FF fire"


@rule("7.1.13b")
def test_7_1_13b_after_a_burst_of_eight_all_weapons_jam_once_they_have_fired() -> None:
    s = new_session(
        bombers("Bf109G-4", "I/JG 27", kind="B-24", bomber={"gunners": 9}), cards=[4, 18], dice=[4, 4], d10=[1] * 3
    )
    answer(s, "fire_round", "airframe burst")
    kinds = course(s)
    assert kinds.index("fires") < kinds.index("jam") and kinds.count("jam") == 2
    assert asked(s).kind == "fire_round" and list(asked(s).options) == ["break off", "bail out"]


@rule("7.1.13d")
def test_7_1_13d_the_bonus_needs_a_hit() -> None:
    s = new_session(bombers(kind="B-24", bomber={"gunners": 9}), cards=[18, 23], dice=[1, 3])
    answer(s, "fire_round", "airframe burst")
    assert last(s, "hits").data["hits"] == 0
    s = new_session(bombers(kind="B-24", bomber={"gunners": 9}), cards=[1, 23], dice=[1, 3], d10=[1] * 4)
    answer(s, "fire_round", "airframe burst")
    assert "7.1.13d" in last(s, "hits").rules


@rule("7.1.13a")
def test_7_1_13a_no_extended_burst_at_close_range_or_without_ammunition() -> None:
    s = new_session(bombers(kind="B-24", bomber={"gunners": 9}, ammo=[-1, 1, 1]), cards=[18, 23])
    refused(s, "airframe burst", "7.1.13a", "no_burst")


# -- rockets [7.1.14] ----------------------------------------------------------------------------------------


@rule("7.1.14a", "7.1.7b", "7.1.14c")
def test_7_1_14a_rockets_break_up_the_formation() -> None:
    s = new_session(bombers("Fw190A-4/R6", kind="B-17F"), dice=[3, 4, 5], d10=[1, 1], cards=[18, 33])
    check(s, asked(s).default, "fire", "what most pilots do")
    answer(s, "rocket_salvo", "fire")
    assert last(s, "rockets_hit").data["hits"] == 2 and man(s)["sortie"]["bomber"]["formation"] is False
    check(s, man(s)["sortie"]["speed"], 19, "the speed, 18 with the tubes")
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {"range": -1}


@rule("7.1.14a")
def test_7_1_14a_a_miss_leaves_the_formation_whole() -> None:
    s = new_session(bombers("Fw190A-4/R6", kind="B-17F"), dice=[3, 3])
    answer(s, "rocket_salvo", "fire")
    assert "rockets_miss" in course(s) and man(s)["sortie"]["bomber"]["formation"] is True


@rule("7.1.14b")
def test_7_1_14b_against_b24s_rockets_only_hit() -> None:
    s = new_session(bombers("Fw190A-4/R6", kind="B-24"), dice=[3, 4, 1], d10=[1])
    answer(s, "rocket_salvo", "fire")
    assert last(s, "rockets_hit").rules == ("7.1.14b", "7.1.14c") and last(s, "rockets_hit").data["hits"] == 1


@rule("7.1.14c")
def test_7_1_14c_rockets_are_jettisoned_before_a_fight() -> None:
    s = new_session(bombers("Fw190A-4/R6", escort="P-47"), dice=[6])
    answer(s, "rocket_salvo", "keep")
    answer(s, "fire_round", "break off")
    answer(s, "escape", "fight")
    answer(s, "jettison", "yes")
    assert man(s)["sortie"]["speed"] == 19 and man(s)["aircraft"]["rockets"] is False


@rule("7.1.14c")
def test_7_1_14c_damaged_rockets_can_neither_be_fired_nor_jettisoned() -> None:
    position = career(pilot("Fw190A-4/R6", enemy="P-47", orientation="disadvantaged"), at="fight", raid=5)
    s = new_session(position, cards=[12], dice=[4, 4, 3, 3])
    answer(s, "dogfight", "tight turn")
    assert last(s, "hit").data["system"] == "rockets" and man(s)["sortie"]["speed"] == 18
    assert man(s)["aircraft"]["rockets"] is False


# -- ammunition [7.1.15] -------------------------------------------------------------------------------------


@rule("7.1.15")
def test_7_1_15_each_tracked_weapon_spends_a_point_and_falls_silent_when_empty() -> None:
    s = new_session(bombers(kind="B-17F", ammo=[-1, 2, 1], bomber={"gunners": 9}), cards=[18, 23, 35, 36])
    answer(s, "fire_round", "airframe")
    assert last(s, "ammo").data["ammo"] == [-1, 1, 0]
    answer(s, "fire_round", "airframe")
    assert last(s, "fires").data["fp"] == 9


@rule("7.1.15")
def test_7_1_15_with_nothing_that_fires_there_is_no_attack() -> None:
    s = new_session(bombers("Bf109G-4", "I/JG 27", bomber={"gunners": 9}), dice=[6, 6], cards=[18])
    answer(s, "fire_round", "airframe burst")  # everything jams
    assert "cannot_fire" in course(s)
    refused(s, "airframe", "7.1.15", "nothing_fires")


# -- the wingman at the bombers [7.2.3.1] --------------------------------------------------------------------


@rule("7.2.3.1a", "7.2.3")
def test_7_2_3_1a_the_wingman_attacks_at_the_leaders_range() -> None:
    s = new_session(bombers(kind="B-24", bomber={"gunners": 9}), cards=[18, 23], dice=[2, 2], d10=[1, 1, 1])
    answer(s, "fire_round", "airframe wingman")
    assert last(s, "wingman_attacks").data == {"result": 3, "fate": "fine"}  # four hits, one fewer at Long range
    assert man(s)["sortie"]["bomber"]["damage"]["airframe"]["hits"] == 3


@rule("7.2.3.1b")
def test_7_2_3_1b_the_wingman_may_wait() -> None:
    s = new_session(bombers(kind="B-24", bomber={"gunners": 9}), cards=[18, 23])
    answer(s, "fire_round", "airframe")
    assert "7.2.3.1b" in last(s, "round").rules and "wingman_attacks" not in course(s)


@rule("7.2.3.1a", "7.4d")
def test_7_2_3_1a_the_wingmans_kill_is_his() -> None:
    s = new_session(bombers(kind="B-24"), cards=[18, 23], dice=[1, 1])
    answer(s, "fire_round", "airframe wingman")
    assert last(s, "kill").data == {"who": "wingman", "type": "B-24"}
    assert man(s)["kills"]["bombers"] == 0 and man(s)["wingman"]["kills"]["bombers"] == 1


@rule("7.2.3.1a")
def test_7_2_3_1a_a_damaged_wingman_does_not_attack() -> None:
    s = new_session(bombers(kind="B-24", bomber={"gunners": 9}), cards=[18, 23], dice=[5, 6])
    answer(s, "fire_round", "airframe wingman")
    assert man(s)["wingman"]["status"] == "damaged"
    refused(s, "airframe wingman", "7.2.3.1a", "no_wingman")


@rule("7.2.3", "7.6a")
def test_7_2_3_a_wingman_shot_down_jumps() -> None:
    s = new_session(bombers(kind="B-24", bomber={"gunners": 9}), cards=[18, 23], dice=[6, 6, 3, 3])
    answer(s, "fire_round", "airframe wingman")
    assert last(s, "wingman_down").data == {"wound": "unhurt"} and man(s)["wingman"]["status"] == "down"


@rule("7.1.6f")
def test_7_1_6f_damage_to_the_interceptor_does_not_end_the_pass() -> None:
    s = new_session(bombers(kind="B-17F"), cards=[18, 33], dice=[1, 2, 3, 3])
    answer(s, "fire_round", "airframe")
    assert damage(s) == {"port wing": 1, "airframe": 1} and asked(s).kind == "fire_round"
    assert last(s, "closes_in").data["range"] == "medium"
    play_event(s, "breaks_off", {"fire_round": "break off"})


@rule("7.1.6e", "7.1.12a")
def test_7_1_6e_the_bomber_s_card_is_by_the_rules_of_one_player() -> None:
    s = new_session(bombers(kind="B-24"), cards=[18, 18])
    answer(s, "fire_round", "airframe")
    cards = [event.rules for event in events_of(s, "card") if "7.1.6e" in event.rules]
    assert cards and all("10.1.2" not in rules for rules in cards)
