"""The worked examples of the book, die by die and card by card [7.11, 7.2.2.9, and the short ones I1 to I12]."""

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
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

MANN = pilot(
    "Bf109G-6/R4", "I/JG 27", bombers=8, fighters=2, flights=16, skills=["acm", "reflexes"], level=5,
    awards=["ek2", "ek1", "wound badge", "ace", "ehrenpokal"], wounds=1,
)  # fmt: skip


def kassel(example_mode: bool = True, more_dice: tuple[int, ...] = ()) -> Session:
    """Oblt. Mann before the Kassel raid of July 1943, with the book's dice and cards."""
    dice = [
        3, 3,  # raid: 6
        2, 2,  # weather: 4
        5, 6,  # interception: 11
        4, 6,  # YB-40: 10
        6,  # slipping away
        1, 2, 3, 3, 5, 5, 2, 5,  # four hits on us
        4, 5,  # initiative
        2, 5, 3, 4, 4, 3, 4, 5,  # four hits on the P-47
        1, 5,  # initiative
        1, 2, 1, 3, 6, 6, 3, 3, 4, 3,  # four hits on us; the fuel tank's roll of 6 comes with its hit
        *more_dice,
    ]  # fmt: skip
    options = {"example_mode": True} if example_mode else {}
    return new_session(
        career(MANN, month="Jul43", options=options), cards=[29, 4, 38, 28, 49, 39, 59], dice=dice, seed="kassel"
    )


@rule("6.1a", "4.6.3a", "7.1.2c", "7.1.2i")
def test_7_11_the_raid_the_force_and_the_interception() -> None:
    s = kassel()
    assert last(s, "raid").data == {"target": "Kassel", "zone": "Ruhr"}
    assert last(s, "weather").data == {"weather": "good"}
    assert last(s, "box").data == {"box": 2, "zone": "Ruhr"}
    assert last(s, "interception").data == {"total": 11, "met": "sun"}
    assert last(s, "bombers").data == {"bomber": "B-17F", "enemy": "P-47"}
    assert "bomber type" not in course(s) and "escort" not in course(s)  # July is automatic
    answer(s, "choose_target", "bombers")
    assert rolls_of(s, "YB-40")[0].data["dice"] == [4, 6]
    assert last(s, "target").data == {"bomber": "B-17F", "bombs": 1}


@rule("7.1.2i", "7.1.6a", "7.1.10b", "7.1.2g")
def test_7_11_the_attack_out_of_the_sun_and_the_escorts() -> None:
    s = kassel()
    answer(s, "choose_target", "bombers")
    answer(s, "out_of_the_sun", "medium")
    answer(s, "fire_round", "airframe")
    assert last(s, "card").data == {"use": "attack", "card": 29}
    assert last(s, "fires").data == {"fp": 16, "column": 5, "result": "DE"}
    assert "defensive_fire" not in course(s)
    assert last(s, "ammo").data["ammo"] == [-1, 4, 2]  # one point from each tracked weapon
    assert man(s)["kills"] == {"bombers": 9, "fighters": 2}
    answer(s, "escape", "slip away")
    assert rolls_of(s, "slip away")[0].data["dice"] == [6]
    assert last(s, "fight").data == {"enemy": "P-47", "orientation": "disadvantaged"}


def to_the_fight(s: Session) -> None:
    """The bomber is down and the P-47 engages."""
    answer(s, "choose_target", "bombers")
    answer(s, "out_of_the_sun", "medium")
    answer(s, "fire_round", "airframe")
    answer(s, "escape", "slip away")


@rule("7.2.2.8a", "7.2.2.8b", "7.7l", "7.4.1d")
def test_7_11_round_one_the_tight_turn() -> None:
    s = kassel()
    to_the_fight(s)
    answer(s, "dogfight", "tight turn")
    assert last(s, "enemy_fires").data == {"fp": 12, "result": 5}
    assert last(s, "fighter_hits").data == {"side": "own", "hits": 4}
    assert damage(s) == {"port wing": 1, "airframe": 2, "port engine": 1}
    turned = [event.data["orientation"] for event in events_of(s, "orientation")]
    assert turned[-1] == "advantaged"
    first = last(s, "initiative").data
    assert (first["total"], first["enemy_total"], first["speed"], first["enemy_speed"]) == (26, 26, 18, 21)
    assert modifiers(last(s, "initiative")) == {"agile": 2, "boost": 1, "ace": 1}


@rule("7.2.2.6", "7.4.1c", "7.4.1h", "7.7f")
def test_7_11_round_two_the_cuban_eight_and_reflexes() -> None:
    s = kassel()
    to_the_fight(s)
    answer(s, "dogfight", "tight turn")
    answer(s, "gain_by_reflexes", "no")
    answer(s, "dogfight", "attack")
    assert last(s, "fires").data["result"] == 5
    assert last(s, "enemy_evades").data == {"defence": "Cuban eight", "avoid": 1, "gain": 2}
    assert last(s, "fighter_hits").data == {"side": "enemy", "hits": 4}
    fight = man(s)["sortie"]["fight"]
    hits = {system: row["hits"] for system, row in fight["damage"].items() if row["hits"]}
    assert hits == {"engine armour": 1, "tail": 1, "starboard wing": 1}
    second = last(s, "initiative").data
    assert (second["total"], second["enemy_total"]) == (23, 26)  # the book adds up to 22: ruling D4
    assert fight["orientation"] == "tailed"
    answer(s, "gain_by_reflexes", "yes")
    assert man(s)["sortie"]["fight"]["orientation"] == "disadvantaged"


def to_the_wingman(s: Session) -> None:
    to_the_fight(s)
    answer(s, "dogfight", "tight turn")
    answer(s, "gain_by_reflexes", "no")
    answer(s, "dogfight", "attack")
    answer(s, "gain_by_reflexes", "yes")
    answer(s, "dogfight", "wingman")


@rule("7.2.3.2a", "7.2.3.2b", "7.4a", "7.2.2.3a")
def test_7_11_round_three_the_wingman() -> None:
    s = kassel()
    to_the_wingman(s)
    cards = [event.data["card"] for event in events_of(s, "card")]
    assert cards == [29, 4, 38, 28, 49, 39, 59]
    assert last(s, "wingman_text").data == {"card": 39, "text": "attacks"}
    assert last(s, "wingman_fires").data == {"fp": 24, "result": "DE"}
    assert last(s, "fuel").data == {"side": "own", "fuel": "leak"}
    assert last(s, "kill").data == {"who": "wingman", "type": "P-47"}
    assert "encounter_over" not in course(s) and course(s).count("disengaged") == 1
    assert s.dice.left == 0 or s.dice.in_order == []


@rule("7.4.4", "7.4.2d")
def test_7_11_the_landing_and_after() -> None:
    s = kassel(more_dice=(4, 5))
    to_the_wingman(s)
    answer(s, "press_on", "go home")
    assert rolls_of(s, "landing")[0].data["dice"] == [4, 5]
    assert modifiers(last(s, "lands")) == {"engine": 1} and last(s, "landed").data == {"total": 10}
    assert "cannot_reach_base" not in course(s)
    play_event(s, "log_line")
    pilot_now = man(s)
    assert pilot_now["kills"] == {"bombers": 9, "fighters": 2} and pilot_now["flights"] == 17
    assert "written_off" not in course(s)
    assert pilot_now["wingman"]["kills"] == {"bombers": 0, "fighters": 1}
    assert last(s, "repairs").data["hits"] == 5


@rule("7.4.5a", "7.4.5b")
def test_7_4_5a_without_example_mode_the_rules_hold() -> None:
    s = kassel(example_mode=False)
    to_the_fight(s)
    answer(s, "dogfight", "tight turn")
    first = last(s, "initiative").data
    assert (first["total"], first["enemy_total"]) == (24, 26)  # agility is gone with the engine: ruling D2
    assert modifiers(last(s, "initiative")) == {"boost": 1, "ace": 1}
    leaking = pilot("Bf109G-6/R4", "I/JG 27", own={"fuel tank": 1, "port engine": 1})
    s = new_session(career(leaking, at="landing", month="Jul43", raid=6))
    assert asked(s).kind == "forced_down" and "cannot_reach_base" in course(s)  # the leak: ruling D7
    answer(s, "forced_down", "land")
    assert modifiers(last(s, "lands")) == {"engine": 1, "forced": 1}


@rule("7.2.2.2a", "7.2.2.6", "7.2.2.7a", "7.2.2.7b")
def test_7_2_2_9_the_fighter_combat_example() -> None:
    position = career(pilot("Fw190A-4", enemy="P-47", orientation="head on"), at="fight", raid=5)
    s = new_session(position, cards=[19, 23], dice=[2, 4])
    answer(s, "dogfight", "defend")
    assert [event.data for event in events_of(s, "card")] == [
        {"use": "enemy's attack", "card": 19},
        {"use": "defence", "card": 23},
    ]
    assert last(s, "enemy_fires").data == {"fp": 12, "result": 3}
    assert last(s, "evades").data == {"defence": "Chandelle", "avoid": 99, "gain": 1}
    assert last(s, "avoided").data == {"side": "own", "result": 3} and damage(s) == {}
    first = last(s, "initiative").data
    assert (first["total"], first["enemy_total"], first["speed"]) == (22, 25, 19)
    assert [event.data["orientation"] for event in events_of(s, "orientation")] == ["advantaged", "head on"]
    assert asked(s).kind == "dogfight" and last(s, "fight_round").data["orientation"] == "head on"


# -- the short ones ------------------------------------------------------------------------------------------------


@rule("3.6a")
def test_I1_two_dice_read_as_tens_and_ones() -> None:
    position = career(pilot("Fw190A-4", enemy="P-47", orientation="disadvantaged"), at="fight", raid=5)
    s = new_session(position, cards=[12], dice=[3, 4])
    answer(s, "dogfight", "tight turn")
    assert damage(s) == {"tail": 1}  # 34


@rule("4.1a", "4.4.2a", "4.6.2a")
def test_I2_unit_roll_five() -> None:
    s = new_session(draws={"unit": [4]})
    answer(s, "choose_unit", "roll")
    pilot_now = man(s)
    assert (pilot_now["unit"], pilot_now["base"], pilot_now["zone"]) == ("I/JG 2", "St. Brieuc", "French")
    assert pilot_now["aircraft"]["name"] == "Fw190A-4"


@rule("4.5a")
def test_I3_loads_of_six_and_more() -> None:
    s = new_session(career(month="Mar43"), dice=[2, 3, 2, 2, 3, 3, 1])
    loads = {weapon["name"]: weapon["load"] for weapon in man(s)["aircraft"]["weapons"]}
    assert loads == {"2× MG 17 (cowl)": None, "2× MG 151/20 (wing roots)": 6, "2× MG FF/M (outer wings)": 3}
    assert last(s, "take_off").data["ammo"] == [-1, 6, 3]


@rule("4.6.3a", "6.1b")
def test_I4_vegesack_is_the_bremen_box() -> None:
    s = new_session(career(pilot("Fw190A-4", "II/JG 1")), dice=[4, 5, 2, 2, 3, 3, 1])
    assert last(s, "raid").data == {"target": "Vegesack", "zone": "Bremen"}
    assert last(s, "box").data == {"box": 2, "zone": "Bremen"}


def gunner_hit(met: str, **more: Any) -> Session:
    """A first round at Long range in which our only hit is on a gunner."""
    position = career(
        pilot("Fw190A-5/U12", "I/JG 2", met=met, bomber_type="B-24", target="B-24", **more), at="bombers", raid=5
    )
    # Card 4 gives GP in column 24; card 1 four hits: Long range takes one off.
    return new_session(position, cards=[1, 33], d10=[6, 1, 1])


@rule("7.1.12b", "7.1.2e", "7.1.8a", "7.1.6h")
def test_I6_advantaged_a_gunner_hit_counts_at_once() -> None:
    s = gunner_hit("advantaged")
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {"range": -1, "gunners": -1}
    assert last(s, "defensive_fire").data["hits"] == 0


@rule("7.1.6h", "7.1.8a")
def test_I7_head_on_a_gunner_hit_counts_from_the_next_round() -> None:
    s = gunner_hit("head on")
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire")) == {"range": -1}
    assert last(s, "defensive_fire").data["hits"] == 1
    answer(s, "fire_round", "airframe")
    assert modifiers(last(s, "defensive_fire"))["gunners"] < 0


@rule("7.2.2.7b", "7.2.2.7a")
@pytest.mark.parametrize(("start", "end"), [("tailed", "head on"), ("disadvantaged", "advantaged")])
def test_I8_gaining_two_positions(start: str, end: str) -> None:
    position = career(pilot("Bf109G-1/R2", "I/JG 1", enemy="P-38", orientation=start), at="fight", raid=9)
    s = new_session(position, cards=[18], dice=[6, 1])
    answer(s, "dogfight", "barrel roll")
    assert last(s, "orientation").data["orientation"] == end


@rule("7.4.3a")
def test_I9_a_bomber_limps_home_with_four_chances() -> None:
    hurt = {"port inner engine": 1, "port outer engine": 2, "starboard inner engine": 2, "port wing": 3}
    position = career(
        pilot("Fw190A-4", target="B-17F", bomber_type="B-17F", bomber=hurt, scored=1), at="bombers", raid=5
    )
    s = new_session(position, draws={"way home": [3]})
    answer(s, "fire_round", "break off")
    answer(s, "after_pass", "enough")
    assert rolls_of(s, "way home")[0].data["chances"] == 4
    assert "gets_home" not in course(s) and rolls_of(s, "confirmation")


@rule("10.5b", "10.5f")
def test_I12_the_ring_of_locations() -> None:
    position = career(
        pilot("Fw190A-4", target="B-17F", bomber_type="B-17F"), at="bombers", raid=5, options={"10.5": True}
    )
    s = new_session(position, draws={"position": [4]}, dice=[3])
    assert last(s, "position").data["place"] == "5 level"
    assert {option.split()[0] for option in asked(s).options} == {"3", "5", "7"}
    refused(s, "8 level", "10.5b", "too_far")
    again = career(
        pilot("Fw190A-4", target="B-17F", bomber_type="B-17F", location=3, altitude=1), at="bombers", raid=5,
        options={"10.5": True},
    )  # fmt: skip
    s = new_session(again)
    assert last(s, "position").data["place"] == "6 level"
    assert {option.split()[0] for option in asked(s).options} == {"4", "6", "8"}
