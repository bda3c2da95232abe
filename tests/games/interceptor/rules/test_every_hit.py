"""Every line of the damage charts, on our aircraft, on a fighter and on a bomber, with all that is told of it [7.4]."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    career,
    check,
    course,
    damage,
    events_of,
    kept,
    last,
    man,
    new_session,
    pilot,
    rolls_of,
    told,
)
from tests.support.rules import rule
from viermot import Session
from viermot.kernel.toml_text import toml

# Card 12 is one hit in the columns of a P-47 (12) and of an Fw190A-4 (14), card 9 a defence that avoids nothing.
FW190: tuple[str, str] = ("Fw190A-4", "I/JG 2")
ROCKETS: tuple[str, str] = ("Fw190A-4/R6", "I/JG 2")
BF110: tuple[str, str] = ("Bf110G-2", "I/ZG 26")
BF109: tuple[str, str] = ("Bf109G-2", "I/JG 27")


def struck(craft: tuple[str, str], *roll: int, dice: dict[str, list[int]] | None = None, **own: Any) -> Session:
    """Disadvantaged against a P-47, whose one hit is there."""
    own = {"enemy": "P-47", "orientation": "disadvantaged", "fought": 1, "holds": 1, **own}
    thrown = {"fighter damage": list(roll), "initiative": [3, 3], **(dice or {})}
    s = new_session(career(pilot(*craft, **own), at="fight", raid=5, month="Aug43"), cards=[12, 9], dice=thrown)
    answer(s, "dogfight", "tight turn")
    return s


def hit_him(*roll: int, dice: dict[str, list[int]] | None = None, enemy: str = "P-47", **own: Any) -> Session:
    """Advantaged against that enemy; our one hit is there."""
    own = {"enemy": enemy, "orientation": "advantaged", "fought": 1, **own}
    thrown = {"fighter damage": list(roll), "initiative": [3, 3], **(dice or {})}
    s = new_session(career(pilot(*FW190, **own), at="fight", raid=5), cards=[12, 9], dice=thrown)
    answer(s, "dogfight", "attack")
    return s


# --- chart B6 on our own aircraft ----------------------------------------------------------------------

HITS = ("hit", "armour", "no_effect", "weapon_broken", "without_power", "injured", "fuel", "shot_down")
SIMPLE = [
    ((1, 2), "port wing"), ((4, 2), "port wing"), ((1, 3), "starboard wing"), ((4, 5), "starboard wing"),
    ((3, 3), "airframe"), ((3, 5), "airframe"), ((5, 2), "airframe"), ((5, 5), "airframe"), ((6, 5), "airframe"),
    ((3, 4), "tail"), ((4, 1), "tail"), ((6, 1), "tail"), ((2, 6), "controls"), ((3, 6), "controls"),
    ((2, 1), "landing gear"), ((1, 6), "boost"),
]  # fmt: skip


@rule("7.4.1a")
@pytest.mark.parametrize(("roll", "system"), SIMPLE)
def test_7_4_1a_a_hit_damages_what_the_chart_says(roll: tuple[int, int], system: str) -> None:
    s = struck(FW190, *roll)
    check(s, told(s, *HITS), [("hit", "own", system, 1)], "what is told")
    check(s, (damage(s), kept(s)["repair"]), ({system: 1}, 1), "the damage, and hits to repair")
    check(s, last(s, "hit").rules, ("7.4.1a",), "the rule")
    check(s, rolls_of(s, "fighter damage")[0].data, {"what": "fighter damage", "dice": [*roll], "side": "own"}, "roll")


@rule("7.4.1a")
@pytest.mark.parametrize(
    ("craft", "roll", "system", "rules"),
    [
        (FW190, (1, 5), "radio", ("7.4.1a", "7.2.2.3b")),
        (FW190, (2, 4), "oxygen", ("7.4.1a", "7.4.2b")),
        (ROCKETS, (4, 4), "rockets", ("7.4.1a", "7.1.14c")),
        (BF110, (4, 3), "rear guns", ("7.4.1a",)),
    ],
)
def test_7_4_1a_a_hit_that_means_more(craft: tuple[str, str], roll: tuple[int, int], system: str, rules: Any) -> None:
    s = struck(craft, *roll)
    check(s, told(s, *HITS), [("hit", "own", system, 1)], "what is told")
    check(s, (last(s, "hit").rules, damage(s), kept(s)["repair"]), (rules, {system: 1}, 1), "its rules, the damage")
    if system == "rockets":
        assert man(s)["aircraft"]["rockets"] is False, "they cannot be fired any more"


@pytest.mark.parametrize(
    ("craft", "roll", "system", "rule"),
    [
        (FW190, (1, 4), "IFF", "7.4.1h"), (FW190, (5, 6), "IFF", "7.4.1h"), (FW190, (3, 2), "minor", "7.4.1h"),
        (FW190, (6, 2), "minor", "7.4.1h"), (FW190, (4, 3), "rear guns", "7.4.1h"),
        (FW190, (4, 4), "rockets", "7.4.1h"), (BF110, (1, 6), "boost", "7.4.1h"), (FW190, (5, 3), "gunner", "7.4.7b"),
    ],
)  # fmt: skip
def test_what_is_not_aboard_cannot_be_hit(
    craft: tuple[str, str], roll: tuple[int, int], system: str, rule: str
) -> None:
    s = struck(craft, *roll)
    check(s, told(s, *HITS), [("no_effect", "own", system)], "what is told")
    check(s, (last(s, "no_effect").rules, damage(s), kept(s).get("repair", 0)), ((rule,), {}, 0), "nothing happens")


@rule("7.4.1c", "7.4.1d", "7.4.1e")
def test_7_4_1c_engines_of_each_kind() -> None:
    for roll in ((2, 2), (2, 3), (2, 5), (3, 1), (5, 1), (5, 4)):
        s = struck(FW190, *roll)
        check(s, told(s, *HITS), [("armour", "own")], "a radial engine's armour takes it, whichever is meant")
        check(s, (damage(s), kept(s)["repair"]), ({"engine armour": 1}, 1), "the damage")
    s = struck(FW190, 2, 3, own={"engine armour": 1})
    check(s, told(s, *HITS), [("hit", "own", "port engine", 1)], "it has one engine")
    check(s, last(s, "hit").rules, ("7.4.1a", "7.4.1c", "7.4.1e", "7.4.1d"), "a single radial")
    s = struck(BF109, 3, 1)
    check(s, last(s, "hit").rules, ("7.4.1a", "7.4.1e", "7.4.1d"), "a single inline")
    for roll, engine in (((2, 2), "port"), ((2, 3), "starboard"), ((2, 5), "port"), ((5, 4), "starboard")):
        s = struck(BF110, *roll)
        check(s, told(s, *HITS), [("hit", "own", f"{engine} engine", 1)], "one of two")
        check(s, (last(s, "hit").rules, kept(s)["repair"]), (("7.4.1a", "7.4.1e"), 1), "two inline engines")
    s = struck(BF110, 2, 2, own={"port engine": 2})
    check(s, (told(s, *HITS), kept(s).get("repair", 0)), ([("no_effect", "own", "port engine")], 0), "it stands")


@rule("7.4.1f", "7.4.5a")
def test_7_4_1f_the_last_hit_on_the_last_engine_is_told() -> None:
    for craft, own in ((BF109, {"port engine": 1}), (BF110, {"port engine": 2, "starboard engine": 1})):
        s = struck(craft, 2, 3, own=own)
        check(s, told(s, "without_power", "glides_away"), [("without_power", "own"), ("glides_away",)], "no power")
        check(s, last(s, "without_power").rules, ("7.4.1f", "7.4.5a"), "the rules")
    s = struck(BF110, 2, 3, own={"starboard engine": 1})
    check(s, told(s, "without_power"), [], "the other still runs")


@rule("7.4a")
@pytest.mark.parametrize(
    ("roll", "system", "limit"),
    [((1, 2), "port wing", 3), ((1, 3), "starboard wing", 3), ((3, 3), "airframe", 4), ((3, 4), "tail", 3)],
)
def test_7_4a_our_aircraft_is_lost_at_its_threshold(roll: tuple[int, int], system: str, limit: int) -> None:
    frame = man(struck(BF109, 1, 4))["aircraft"]["damage"][system]
    limit = frame["lost_at"]
    s = struck(BF109, *roll, own={system: limit - 2})
    check(s, told(s, *HITS), [("hit", "own", system, limit - 1)], "one short")
    s = struck(BF109, *roll, own={system: limit - 1}, dice={"parachute": [1, 2]})
    check(s, told(s, *HITS), [("hit", "own", system, limit), ("shot_down", "shot away")], "lost")
    check(s, told(s, "jumped"), [("jumped", "pilot", 3, "unhurt")], "he jumps")


@rule("7.4.7a")
@pytest.mark.parametrize(
    ("die", "wound", "rules"),
    [
        (3, "light", ("7.4.7a", "7.4.8a")), (4, "serious", ("7.4.7a", "7.4.8b")), (5, "serious", ("7.4.7a", "7.4.8b")),
        (6, "killed", ("7.4.7a", "7.4.8d")),
    ],
)  # fmt: skip
def test_7_4_7a_the_pilot_is_hit(die: int, wound: str, rules: Any) -> None:
    s = struck(FW190, 1, 1, dice={"wound": [die]})
    check(s, told(s, "injured"), [("injured", "pilot", wound, wound)], "his wound")
    check(s, last(s, "injured").rules, rules, "what it means")
    check(s, man(s)["wound"], wound, "how he is")
    check(s, kept(s).get("repair", 0), 0, "nobody repairs a pilot")


@rule("7.4.7a", "7.4.7b")
def test_7_4_7a_a_crew_hit_is_the_pilot_s_on_one_to_three() -> None:
    for die, who in ((1, "pilot"), (3, "pilot"), (4, "gunner"), (6, "gunner")):
        s = struck(BF110, 6, 3, dice={"crew hit": [die], "wound": [2]})
        check(s, told(s, "injured"), [("injured", who, "light", "light")], f"with a {die}")
    s = struck(BF110, 5, 3, dice={"wound": [4]})
    check(s, (told(s, "injured"), last(s, "injured").rules),
          ([("injured", "gunner", "serious", "serious")], ("7.4.7a", "7.4.8c")), "the gunner")  # fmt: skip
    alone = struck(FW190, 6, 3, dice={"crew hit": [4]})
    check(alone, told(alone, *HITS), [("no_effect", "own", "gunner")], "nobody sits behind him")


@rule("7.4a")
@pytest.mark.parametrize(
    ("dice", "fuel", "rules", "why"),
    [
        ([3, 4], "leak", ("7.4a", "7.4.2b"), None), ([4, 4], "fire", ("7.4a",), "on fire"),
        ([5, 6], "fire", ("7.4a",), "on fire"), ([6, 6], "explosion", ("7.4a", "7.4.1b", "7.6b"), "blown up"),
    ],
)  # fmt: skip
def test_7_4a_the_fuel_tank(dice: list[int], fuel: str, rules: Any, why: str | None) -> None:
    s = struck(FW190, 6, 6, dice={"fuel tank": dice, "parachute": [1, 2]})
    check(s, (told(s, "fuel"), last(s, "fuel").rules), ([("fuel", "own", fuel)], rules), "the tank")
    check(s, told(s, "shot_down"), [("shot_down", why)] if why else [], "is he lost?")
    if fuel == "leak":
        check(s, (damage(s), kept(s)["repair"]), ({"fuel tank": 1}, 1), "a leak is damage")
    if fuel == "explosion":
        assert s.result is not None and told(s, "no_parachute", "all_killed") == [("no_parachute",), ("all_killed",)]


# --- chart B6 on an enemy fighter ----------------------------------------------------------------------

THEIRS = ("hit", "armour", "no_effect", "without_power", "fuel", "enemy_wounded", "enemy_down")


def foe(s: Session) -> dict[str, int]:
    """Hits on the enemy fighter by system."""
    return {system: row["hits"] for system, row in man(s)["sortie"]["fight"]["damage"].items() if row["hits"]}


@rule("7.4.1a")
@pytest.mark.parametrize(
    ("roll", "system", "rules"),
    [
        ((1, 2), "port wing", ("7.4.1a",)), ((1, 3), "starboard wing", ("7.4.1a",)), ((3, 3), "airframe", ("7.4.1a",)),
        ((3, 4), "tail", ("7.4.1a",)), ((2, 6), "controls", ("7.4.1a",)), ((4, 6), "forward weapon", ("7.4.1a",)),
        ((2, 4), "oxygen", ("7.4.1a", "7.3.1a")),
    ],
)  # fmt: skip
def test_7_4_1a_a_fighter_is_hit(roll: tuple[int, int], system: str, rules: Any) -> None:
    s = hit_him(*roll)
    check(s, (told(s, *THEIRS), last(s, "hit").rules), ([("hit", "enemy", system, 1)], rules), "what is told")
    check(s, (foe(s), kept(s)["foe_scored"]), ({system: 1}, 1), "the damage, and whose it is")
    check(s, rolls_of(s, "fighter damage")[0].data, {"what": "fighter damage", "dice": [*roll], "side": "enemy"}, "it")
    check(s, told(s, "fighter_hits"), [("fighter_hits", "enemy", 1)], "one hit")


@rule("7.4.1h", "7.4b")
def test_7_4_1h_what_does_nothing_to_a_fighter() -> None:
    for roll, system in (((2, 1), "landing gear"), ((1, 5), "radio"), ((1, 6), "boost"), ((4, 4), "rockets"),
                         ((4, 3), "rear guns"), ((5, 3), "gunner"), ((1, 4), "IFF"), ((3, 2), "minor")):  # fmt: skip
        s = hit_him(*roll)
        check(s, (told(s, *THEIRS), foe(s)), ([("no_effect", "enemy", system)], {}), "nothing")
        check(s, (last(s, "no_effect").rules, kept(s).get("foe_scored", 0)), (("7.4.1h",), 0), "it is no damage")
    for system, hits, roll in (("oxygen", 1, (2, 4)), ("forward weapon", 2, (4, 6))):
        s = hit_him(*roll, foe={system: hits})
        check(s, told(s, *THEIRS), [("no_effect", "enemy", system)], "gone already")
        check(s, last(s, "no_effect").rules, ("7.4b",), "gone already")
    s = hit_him(4, 6, foe={"forward weapon": 1})
    check(s, (told(s, *THEIRS), last(s, "hit").rules),
          ([("hit", "enemy", "forward weapon", 2)], ("7.4.1a", "7.3.1a")), "his last guns")  # fmt: skip


@rule("7.4a")
@pytest.mark.parametrize(
    ("enemy", "roll", "system", "limit"),
    [
        ("P-47", (1, 2), "port wing", 4), ("P-47", (1, 3), "starboard wing", 4), ("P-47", (3, 3), "airframe", 6),
        ("P-47", (3, 4), "tail", 4), ("P-47", (2, 6), "controls", 4), ("Spitfire IX", (3, 4), "tail", 3),
        ("P-38", (2, 6), "controls", 3), ("P-51B", (3, 3), "airframe", 4),
    ],
)  # fmt: skip
def test_7_4a_a_fighter_is_lost_at_its_threshold(enemy: str, roll: tuple[int, int], system: str, limit: int) -> None:
    s = hit_him(*roll, enemy=enemy, foe={system: limit - 2})
    check(s, told(s, *THEIRS), [("hit", "enemy", system, limit - 1)], "one short")
    s = hit_him(*roll, enemy=enemy, foe={system: limit - 1})
    check(s, told(s, *THEIRS), [("hit", "enemy", system, limit), ("enemy_down", enemy, "shot away")], "lost")
    check(s, (last(s, "enemy_down").rules, told(s, "kill")), (("7.4a",), [("kill", "pilot", enemy)]), "the kill")
    check(s, (man(s)["kills"], kept(s)["sheet"]), ({"bombers": 0, "fighters": 1}, f"{enemy} destroyed pilot"), "his")


@rule("7.4a", "7.4.1c")
def test_7_4a_a_fighter_without_engines_is_lost() -> None:
    s = hit_him(2, 3)
    check(s, told(s, *THEIRS), [("armour", "enemy")], "a P-47 has an armoured radial")
    s = hit_him(2, 3, foe={"engine armour": 1, "port engine": 1})
    check(s, told(s, *THEIRS), [("hit", "enemy", "port engine", 2)], "three behind the armour stop it")
    lost = [("without_power", "enemy"), ("enemy_down", "P-47", "engine out")]
    s = hit_him(2, 3, foe={"engine armour": 1, "port engine": 2})
    check(s, told(s, *THEIRS), [("hit", "enemy", "port engine", 3), *lost], "and down he goes")
    assert last(s, "without_power").rules == ("7.4a",)
    s = hit_him(2, 3, enemy="P-38", foe={"port engine": 2})
    check(s, told(s, *THEIRS), [("hit", "enemy", "starboard engine", 1)], "a P-38 has two")
    s = hit_him(2, 2, enemy="P-38", foe={"port engine": 2})
    check(s, told(s, *THEIRS), [("no_effect", "enemy", "port engine")], "this one stands already")


@rule("7.3.1a", "7.4.7a", "7.4c")
def test_7_3_1a_an_enemy_pilot_is_hit() -> None:
    for roll, dice in (((1, 1), {"wound": [4]}), ((6, 3), {"crew hit": [3], "wound": [4]})):
        s = hit_him(*roll, dice=dice)
        check(s, told(s, *THEIRS), [("enemy_wounded", "serious")], "his wound")
        check(s, last(s, "enemy_wounded").rules, ("7.4.7a", "7.3.1a"), "he goes home")
        check(s, rolls_of(s, "wound")[0].data, {"what": "wound", "dice": [4], "side": "enemy"}, "the roll")
    s = hit_him(6, 3, dice={"crew hit": [4]})
    check(s, told(s, *THEIRS), [("no_effect", "enemy", "gunner")], "there is no second man")
    check(s, rolls_of(s, "crew hit")[0].data, {"what": "crew hit", "dice": [4], "side": "enemy"}, "the roll")
    s = hit_him(1, 1, dice={"wound": [6]})
    check(s, told(s, *THEIRS), [("enemy_wounded", "killed"), ("enemy_down", "P-47", "shot to pieces")], "dead")
    check(s, last(s, "enemy_down").rules, ("7.4c",), "as if shot to pieces")


@rule("7.4a", "7.3.1a")
def test_7_4a_an_enemy_s_tank() -> None:
    s = hit_him(6, 6, dice={"fuel tank": [3, 4]})
    check(s, (told(s, *THEIRS), foe(s)), ([("fuel", "enemy", "leak")], {"fuel tank": 1}), "seven leaks")
    check(s, rolls_of(s, "fuel tank")[0].data, {"what": "fuel tank", "dice": [3, 4], "side": "enemy"}, "the roll")
    for dice, fuel, why in (
        ([2, 6], "fire", "on fire"),
        ([5, 6], "fire", "on fire"),
        ([6, 6], "explosion", "blown up"),
    ):
        s = hit_him(6, 6, dice={"fuel tank": dice})
        check(s, told(s, *THEIRS), [("fuel", "enemy", fuel), ("enemy_down", "P-47", why)], fuel)


@rule("7.4.1a", "7.1.6c")
def test_7_4_1a_a_group_of_hits_on_a_fighter_stops_when_he_falls() -> None:
    group: dict[str, Any] = {"enemy": "P-47", "orientation": "advantaged", "fought": 1}
    for skills, rolls in (((), 3), (("gunnery",), 4)):
        text = career(pilot(*FW190, **group, skills=list(skills)), at="fight", raid=5)
        s = new_session(text, cards=[30, 9], dice={"fighter damage": [1, 4] * 6, "initiative": [3, 3]})
        answer(s, "dogfight", "attack")
        check(
            s, (told(s, "fighter_group"), len(rolls_of(s, "fighter damage"))), ([("fighter_group", "enemy")], rolls), ""
        )
        check(s, foe(s), {"controls": 1, "airframe": 1}, "the package")
    text = career(pilot(*FW190, **group, foe={"controls": 3}), at="fight", raid=5)
    s = new_session(text, cards=[30, 9], dice={"fighter damage": [1, 4] * 6})
    answer(s, "dogfight", "attack")
    check(s, told(s, "hit", "enemy_down", "kill"),
          [("hit", "enemy", "controls", 4), ("enemy_down", "P-47", "shot away"), ("kill", "pilot", "P-47")],
          "nothing after the controls are gone")  # fmt: skip
    assert not rolls_of(s, "fighter damage")


@rule("7.4d")
def test_7_4d_whoever_falls_with_his_enemy_has_one_kill_and_no_second_roll_for_it() -> None:
    limit = man(struck(FW190, 1, 4))["aircraft"]["damage"]["airframe"]["lost_at"]
    own: dict[str, Any] = {"enemy": "P-47", "orientation": "head on", "fought": 1, "own": {"airframe": limit - 1}}
    thrown = {"fighter damage": [3, 3], "parachute": [1, 2]}
    s = new_session(career(pilot(*FW190, **own), at="fight", raid=5), cards=[60, 12], dice=thrown)
    answer(s, "dogfight", "attack")
    check(s, told(s, "kill", "shot_down"), [("kill", "pilot", "P-47"), ("shot_down", "shot away")], "both")
    check(s, len(rolls_of(s, "way home")), 0, "he does not fall twice")
    check(s, last(s, "log_line").data["encounters"], [["P-47", "destroyed", "pilot"]], "one entry")


# --- chart B3 and group damage on a bomber -------------------------------------------------------------

PARTS = ("bomber_hit", "bomber_crew", "bomber_fuel", "bomber_no_effect", "bombs_hold", "bombs_explode", "bomber_down")


def at_bomber(aim: str, *d10: int, card: int = 1, dice: dict[str, list[int]] | None = None, kind: str = "B-24",
              **own: Any) -> Session:  # fmt: skip
    """A round at Long range with one hit left of two (card 1: two in column 14), on a bomber that cannot answer."""
    options = own.pop("options", {})
    own = {"target": kind, "bomber_type": kind, "bomber": {"gunners": 9, **own.pop("bomber", {})}, **own}
    text = career(pilot(*FW190, **own), at="bombers", raid=5, options=options)
    s = new_session(text, cards=[card, 18], d10=list(d10), dice=dice or {})
    answer(s, "fire_round", aim)
    return s


def on_it(s: Session) -> dict[str, int]:
    """Hits on the bomber by part, without the gunners who were out before."""
    shown = man(s)["sortie"]["bomber"]["damage"]
    return {part: row["hits"] for part, row in shown.items() if row["hits"] and (part, row["hits"]) != ("gunners", 9)}


@rule("7.1.6c")
@pytest.mark.parametrize(
    ("aim", "face", "dice", "part"),
    [
        ("port wing", 1, {}, "port wing"), ("starboard wing", 3, {}, "starboard wing"),
        ("port wing", 4, {}, "airframe"),
        ("port wing", 5, {}, "controls"), ("port wing", 6, {}, "port inner engine"),
        ("starboard wing", 7, {}, "starboard inner engine"), ("port wing", 8, {}, "port outer engine"),
        ("starboard wing", 9, {}, "starboard outer engine"), ("airframe", 1, {}, "airframe"),
        ("airframe", 3, {}, "airframe"), ("airframe", 4, {"side": [3]}, "port wing"),
        ("airframe", 4, {"side": [4]}, "starboard wing"), ("airframe", 5, {}, "controls"),
        ("airframe", 8, {"engine": [3]}, "port inner engine"), ("airframe", 8, {"engine": [4]}, "port outer engine"),
        ("airframe", 9, {"engine": [3]}, "starboard inner engine"),
        ("airframe", 9, {"engine": [4]}, "starboard outer engine"),
    ],
)  # fmt: skip
def test_7_1_6c_a_bomber_is_hit(aim: str, face: int, dice: dict[str, list[int]], part: str) -> None:
    s = at_bomber(aim, face, dice=dice)
    check(s, told(s, *PARTS), [("bomber_hit", part, 1)], "what is told")
    check(s, (on_it(s), kept(s)["scored"]), ({part: 1}, 1), "the damage, and whose it is")
    check(s, rolls_of(s, "bomber damage")[0].data, {"what": "bomber damage", "dice": [face], "aim": aim}, "the roll")


@pytest.mark.parametrize(
    ("aim", "face", "dice", "said", "scored"),
    [
        ("airframe", 6, {}, [("bomber_hit", "gunners", 10)], 1),
        ("airframe", 7, {"bomber crew": [1], "wound": [3]}, [("bomber_crew", "pilot", "light")], 1),
        ("airframe", 7, {"bomber crew": [2], "wound": [4]}, [("bomber_crew", "copilot", "serious")], 1),
        ("airframe", 7, {"bomber crew": [3]}, [("bomber_crew", "gunner", "unhurt"), ("bomber_hit", "gunners", 10)], 1),
        ("port wing", 10, {"fuel tank": [3, 4]}, [("bomber_fuel", "leak")], 1),
        ("airframe", 10, {"bombs": [3, 3]}, [("bombs_hold",)], 0),
    ],
)  # fmt: skip
def test_a_bomber_s_crew_tanks_and_bombs(
    aim: str, face: int, dice: dict[str, list[int]], said: list[tuple[Any, ...]], scored: int
) -> None:
    s = at_bomber(aim, face, dice=dice)
    check(s, (told(s, *PARTS), kept(s).get("scored", 0)), (said, scored), "what is told, and whose it is")


@rule("7.4.1a")
def test_7_4_1a_whoever_avoids_more_than_the_random_hits_of_a_group_takes_its_package_alone() -> None:
    fight: dict[str, Any] = {"enemy": "P-47", "orientation": "disadvantaged", "fought": 1}
    for more, rolls in ((0, 3), (-2, 1), (-3, 0), (-4, 0)):
        rest = [["@interceptor.next_line"], ["@interceptor.debriefing"], ["@interceptor.box_done", [0]]]
        agenda = toml(json.dumps([*rest, ["@interceptor.take_group", more]]))
        text = career(pilot(*FW190, **fight), at="fight", raid=5).replace('at = "fight"', f"agenda = {agenda}")
        s = new_session(text, cards=[18] * 9, dice={"fighter damage": [1, 4] * 9})
        check(
            s,
            (told(s, "fighter_group"), len(rolls_of(s, "fighter damage"))),
            ([("fighter_group", "own")], rolls),
            f"{more} more",
        )


@rule("7.4a")
def test_7_4a_a_bomber_that_leaks_is_marked_once() -> None:
    s = at_bomber("port wing", 10, dice={"fuel tank": [3, 4]})
    check(s, on_it(s), {"fuel tank": 1}, "the damage")


@pytest.mark.parametrize(
    ("aim", "face", "dice", "before", "said"),
    [
        ("port wing", 1, {}, {"port wing": 2}, [("bomber_hit", "port wing", 3), ("bomber_down", "B-24", "shot away")]),
        ("starboard wing", 1, {}, {"starboard wing": 1}, [("bomber_hit", "starboard wing", 2)]),
        ("airframe", 1, {}, {"airframe": 4}, [("bomber_hit", "airframe", 5), ("bomber_down", "B-24", "shot away")]),
        ("airframe", 1, {}, {"airframe": 3}, [("bomber_hit", "airframe", 4)]),
        ("airframe", 5, {}, {"controls": 2}, [("bomber_hit", "controls", 3), ("bomber_down", "B-24", "shot away")]),
        ("port wing", 6, {}, {"port inner engine": 2}, [("bomber_no_effect", "port inner engine")]),
        ("port wing", 6, {}, {"port inner engine": 1, "port outer engine": 2, "starboard inner engine": 2,
         "starboard outer engine": 2}, [("bomber_hit", "port inner engine", 2), ("bomber_down", "B-24", "engine out")]),
        ("port wing", 6, {}, {"port inner engine": 1, "port outer engine": 2, "starboard inner engine": 2,
         "starboard outer engine": 1}, [("bomber_hit", "port inner engine", 2)]),
        ("port wing", 10, {"fuel tank": [4, 4]}, {}, [("bomber_fuel", "fire"), ("bomber_down", "B-24", "on fire")]),
        ("airframe", 7, {"bomber crew": [1], "wound": [4]}, {"copilot": 2},
         [("bomber_crew", "pilot", "serious"), ("bomber_down", "B-24", "shot to pieces")]),
        ("airframe", 7, {"bomber crew": [1], "wound": [3]}, {"copilot": 2}, [("bomber_crew", "pilot", "light")]),
        ("airframe", 10, {"bombs": [3, 4]}, {}, [("bombs_explode",), ("bomber_down", "B-24", "blown up")]),
    ],
)  # fmt: skip
def test_a_bomber_is_lost_at_its_threshold(
    aim: str, face: int, dice: dict[str, list[int]], before: dict[str, int], said: list[tuple[Any, ...]]
) -> None:
    s = at_bomber(aim, face, dice=dice, bomber=before, scored=0)
    check(s, told(s, *PARTS), said, "what is told")
    down = said[-1][0] == "bomber_down"
    check(s, told(s, "kill"), [("kill", "pilot", "B-24")] if down else [], "the kill")
    if down:
        check(s, last(s, "bomber_down").rules, ("7.4c",) if said[-1][2] == "shot to pieces" else ("7.4a",), "its rule")
        check(s, (kept(s)["bombers"], kept(s)["sortie_b"], kept(s)["sheet"]), (1, 1, "B-24 destroyed pilot"), "credit")
    if said[0][0] == "bomber_no_effect":
        assert kept(s).get("scored", 0) == 0


@rule("7.1.6c", "7.1.7a")
@pytest.mark.parametrize(
    ("aim", "dice", "said"),
    [
        ("port wing", {"engine": [3]},
         [("bomber_hit", "controls", 1), ("bomber_hit", "port inner engine", 1), ("bomber_hit", "port wing", 1)]),
        ("starboard wing", {"engine": [4]},
         [("bomber_hit", "controls", 1), ("bomber_hit", "starboard outer engine", 1),
          ("bomber_hit", "starboard wing", 1)]),
        ("airframe", {},
         [("bomber_hit", "controls", 1), ("bomber_hit", "airframe", 1), ("bomber_hit", "gunners", 10),
          ("bomber_hit", "airframe", 2), ("bomber_hit", "airframe", 3)]),
    ],
)  # fmt: skip
def test_7_1_6c_group_damage_at_long_range_has_a_random_hit_fewer(
    aim: str, dice: dict[str, list[int]], said: list[tuple[Any, ...]]
) -> None:
    s = at_bomber(aim, 1, 1, 1, 1, card=30, dice=dice)
    check(s, (told(s, "group_damage"), told(s, *PARTS)), ([("group_damage", aim)], said), "the package")


@rule("7.7o", "7.7n")
def test_7_7o_aim_and_gunnery_with_group_damage() -> None:
    s = at_bomber("airframe", 5, 5, 5, 5, card=30, skills=["aim"], kind="B-17F")
    check(s, told(s, "bomber_hit")[-2:], [("bomber_hit", "controls", 3), ("bomber_hit", "airframe", 2)], "and his aim")
    check(s, told(s, "aimed_hit"), [("aimed_hit", "airframe")], "told")
    s = at_bomber("airframe", 1, 1, 1, 1, card=30, skills=["gunnery"], kind="B-17F")
    check(s, len(rolls_of(s, "bomber damage")), 3, "three, less one, and one")


@rule("10.5e", "7.1.6c")
@pytest.mark.parametrize(
    ("location", "dice", "said"),
    [
        (9, {"bombs": [1, 2], "side": [4], "fuel tank": [1, 1]},
         [("bombs_hold",), ("bomber_hit", "starboard inner engine", 1), ("bomber_fuel", "leak")]),
        (10, {"bomber crew": [6], "side": [1]},
         [("bomber_crew", "gunner", "unhurt"), ("bomber_hit", "gunners", 10), ("bomber_hit", "airframe", 1),
          ("bomber_hit", "port wing", 1)]),
    ],
)  # fmt: skip
def test_10_5e_group_damage_of_a_climb_and_of_a_dive(location: int, dice: Any, said: list[tuple[Any, ...]]) -> None:
    own: dict[str, Any] = {"target": "B-17F", "bomber_type": "B-17F", "bomber": {"gunners": 9}}
    text = career(pilot(*FW190, **own), at="bombers", raid=5, options={"10.5": True})
    s = new_session(text, cards=[30, 18], d10=[5] * 6, draws={"position": [location - 1]}, dice=dice)
    answer(s, "adjust", "climb" if location == 9 else "dive")
    answer(s, "fire_round", "port wing")
    package = "climb" if location == 9 else "dive"
    check(s, told(s, "group_damage"), [("group_damage", package)], "which")
    check(s, told(s, *PARTS)[: len(said)], said, "the package")
    aims = {roll.data["aim"] for roll in rolls_of(s, "bomber damage")}
    assert aims <= {"airframe"} and rolls_of(s, "bomber damage"), "its random hits are on the airframe column"


@rule("7.1.4b")
@pytest.mark.parametrize(("dice", "hits"), [([1, 1], 2), ([6, 6], 2), ([1, 2], 0), ([5, 6], 0)])
def test_7_1_4b_the_blast_reaches_him_on_two_and_twelve(dice: list[int], hits: int) -> None:
    own: dict[str, Any] = {"target": "B-24", "bomber_type": "B-24", "bomber": {"gunners": 9}}
    s = new_session(career(pilot(*FW190, **own), at="bombers", raid=5), cards=[18, 23, 41, 35, 12, 36], d10=[10],
              dice={"bombs": [3, 4], "blast": dice, "blast hits": [2], "fighter damage": [1, 4] * 2})  # fmt: skip
    for _ in range(3):
        answer(s, "fire_round", "airframe")
    check(s, told(s, "round")[-1][1], "close", "at Close range")
    check(s, told(s, "caught_in_blast"), [("caught_in_blast", hits)] if hits else [], "the blast")
    check(s, len(rolls_of(s, "fighter damage")), hits, "hits on him")
    assert "defensive_fire" in course(s) and events_of(s, "kill")
