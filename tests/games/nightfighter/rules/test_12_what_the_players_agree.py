"""What players agree on before the game: every choice must exist, fit the scenario and mean something [12.0, 28.0]."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    fighter,
    inner,
    last,
    modifiers,
    new_session,
    night,
    own_pack,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

SWITCHES = "28.1, 28.2, 28.2.1, 28.3, 28.4, 28.5, 28.6"
AGREED = "5.0b, 8.1.4b, pilots"


@pytest.mark.parametrize(("options", "key", "fields"), [
    ({"28.2": 1}, "not_a_switch", {"name": "28.2"}),
    ({"28.2": True}, "needs_chapter", {"name": "28.2", "chapter": "17", "scenario": "2"}),
    ({"28.3": True}, "needs_chapter", {"name": "28.3", "chapter": "14", "scenario": "2"}),
    ({"28.9": True}, "unknown", {"name": "28.9", "known": f"{SWITCHES}, {AGREED}, equipment, any_date, decline"}),
    ({"pilots": {"201": "ace"}}, "no_such_pilot", {"pilot": "ace"}),
    ({"pilots": {"201": 3}}, "no_such_pilot", {"pilot": 3}),
    ({"pilots": {"201": "experte"}}, "needs_chapter", {"name": "experte", "chapter": "17", "scenario": "2"}),
    ({"pilots": {"209": "green"}}, "no_such_fighter", {"ident": "209", "scenario": "2", "fighters": "201"}),
    ({"pilots": ["green"]}, "not_a_table", {"name": "pilots"}),
    ({"decline": ["MEW"]}, "no_such_radar", {"radar": "MEW", "scenario": "2"}),
    ({"decline": "Freya"}, "not_a_list", {"name": "decline"}),
    ({"decline": [1]}, "not_a_list", {"name": "decline"}),
    ({"equipment": {"201": "SM"}}, "not_a_list", {"name": "equipment"}),
    ({"equipment": {"209": ["SM"]}}, "no_such_fighter", {"ident": "209", "fighters": "201, Wellington Ic"}),
])  # fmt: skip
def test_28_0_an_impossible_choice_is_refused_with_a_reason(
    options: dict[str, Any], key: str, fields: dict[str, Any]
) -> None:
    with pytest.raises(viermot.UserError) as wrong:
        new_session(scenario="2", options=options)
    said = {name: wrong.value.fields[name] for name in fields}
    assert (wrong.value.key, said) == (f"option.{key}", fields)


@pytest.mark.parametrize("options", [
    {"28.2": False}, {"28.5": True}, {"5.0b": True}, {"pilots": {"201": "green"}}, {"decline": ["Freya"]},
])  # fmt: skip
def test_28_0_what_fits_the_scenario_is_taken(options: dict[str, Any]) -> None:
    s = new_session(scenario="2", options=options)
    check(s, dict(inner(s).layout.options), options)


# -- what the chart's equipment does -----------------------------------------------------------------------------------

BLACK_WIDOW = """
[[variant]]
id = "10Z"
title = { en = "Black Widow" }
defenders = [{ type = "P-61A", count = 1, upgrades = UPGRADES }]
setup = { places = ["any"] }
status = "own"
"""


@rule("17.4.4b")
@pytest.mark.parametrize(("upgrades", "points"), [("[]", None), ('["turret"]', 2)])
def test_12_0c_a_turret_gives_a_defensive_value(upgrades: str, points: int | None, tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/10.toml", BLACK_WIDOW.replace("UPGRADES", upgrades))
    mosquito = bomber(161, "0907 S", type="Mosquito NF.XVII/NF.XIX")
    dice = {
        "umpire:intruder tally": [1, 1, 1, 1], "fighter response": [6], "fighter reaction": [4],
        "return fire": [3, 4], "intruder attack": [1, 1],
    }  # fmt: skip
    position = night("10Z", fighter(201, "0911 S"), mosquito, bomber(102, "1801 S"), turn=3, phase=1)
    s = new_session(position, pack=pack, dice=dice)
    answer(s, "intruder_path", "F F F F")
    answer(s, "intruder_attacks", "guns")
    shots = [roll.data["points"] for roll in rolls_of(s, "player", "return fire")]
    check(s, shots, [] if points is None else [points])


FIREFLY = """
[[variant]]
id = "4Z"
title = { en = "Firefly" }
date = "May 1945"
defenders = [{ type = "Firefly NF.I", count = 1 }]
status = "own"
"""


def test_12_0a_an_observer_makes_its_radar_easier_to_use(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/04.toml", FIREFLY)
    s = new_session(night("4Z", fighter(201, "1010 S"), bomber(113, "1012 S"), turn=3, phase=6), pack=pack)
    check(s, inner(s).layout.fighters[0].ai_modifier, -1)


# -- gunflash, a flag that campaigns set -------------------------------------------------------------------------------

GUNFLASH = """
[[variant]]
id = "4Z"
title = { en = "Gunflash" }
date = "DATE"
defenders = [{ type = "TYPE", count = 1 }]
flags = FLAGS
status = "own"
"""


def after_a_burst(
    folder: Path, type_: str, date: str, flags: str = '["gunflash"]', guns: str = "guns", die: int = 2
) -> Session:
    """Turn 3: the fighter has missed a bomber."""
    text = GUNFLASH.replace("DATE", date).replace("TYPE", type_).replace("FLAGS", flags)
    me = fighter(201, "1010 S", tally=113, oblique=int(guns == "oblique"))
    position = night("4Z", me, bomber(113, "1010 S"), turn=3, phase=9)
    s = new_session(
        position,
        pack=own_pack(folder, "scenarios/04.toml", text),
        dice={"response": [1, 1], "attack": [1, 1], "gunflash": [die]},
    )
    answer(s, "attack", guns)
    return s


@rule("17.3.2a")
@pytest.mark.parametrize("die", [1, 2])
def test_17_3_2a_in_a_campaign_its_own_guns_may_dazzle_a_crew(die: int, tmp_path: Path) -> None:
    s = after_a_burst(tmp_path, "Me110F-4", "October 1942", die=die)
    check(s, [roll.data["fighter"] for roll in rolls_of(s, "player", "gunflash")], ["201"])
    blinded = last(s, "player", "blinded").data
    check(s, (blinded["fighter"], blinded["turns"]), ("201", 1))


@rule("11.0a")
@pytest.mark.parametrize(("type_", "date", "more", "rolls"), [
    ("Me110F-4", "October 1942", {"die": 3}, 1),
    ("Me110F-4", "November 1942", {}, 0),  # flash dampers from then on
    ("Me110E-4", "November 1942", {"die": 6}, 1),
    ("Me110F-4", "October 1942", {"flags": "[]"}, 0),
    ("Me110F-4", "October 1942", {"guns": "oblique"}, 0),
    ("Do215B-5", "October 1942", {}, 0),
])  # fmt: skip
def test_17_3_2a_not_on_3_nor_with_dampers_nor_with_oblique_guns(
    type_: str, date: str, more: dict[str, Any], rolls: int, tmp_path: Path
) -> None:
    s = after_a_burst(tmp_path, type_, date, **more)
    check(s, len(rolls_of(s, "player", "gunflash")), rolls)
    check(s, [event for event in s.events("player") if event.kind == "blinded"], [])


@rule("11.0c")
@pytest.mark.parametrize(("upgrades", "points"), [("[]", 5), ('["turret"]', 6)])
def test_12_0c_a_turret_adds_its_guns_to_the_others(upgrades: str, points: int, tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/10.toml", BLACK_WIDOW.replace("UPGRADES", upgrades))
    position = night("10Z", fighter(201, "1010 S", tally=103), bomber(103, "1010 S"), turn=3, phase=9)
    s = new_session(position, pack=pack, dice={"response": [1, 1], "attack": [1, 1]})
    answer(s, "attack", "guns")
    check(s, modifiers(s, "attack"), {"printed": points})


@rule("20.0a")
def test_12_0c_a_turret_can_fire_upwards(tmp_path: Path) -> None:
    for upgrades in ("[]", '["turret"]'):
        pack = own_pack(tmp_path, "scenarios/10.toml", BLACK_WIDOW.replace("UPGRADES", upgrades))
        position = night("10Z", fighter(201, "1010 S", tally=103), bomber(103, "1010 S"), turn=3, phase=9)
        s = new_session(position, pack=pack, dice={"response": [1, 1], "attack": [1, 1]})
        check(s, list(asked(s).options), ["hold fire", "guns", *(["oblique"] if upgrades != "[]" else [])])
    answer(s, "attack", "oblique")
    check(s, modifiers(s, "attack"), {"printed": 2}, "the turret's own value")


@rule("12.0c")
@pytest.mark.parametrize(("agreed", "dice"), [
    (["SM by die roll"], 1), (["SM"], 0), (["SM by die roll", "SM"], 0), (["SM", "SM by die roll"], 0),
])  # fmt: skip
def test_20_1_guns_that_are_fitted_for_sure_are_not_rolled_for(agreed: list[str], dice: int) -> None:
    s = new_session(scenario="6", options={"equipment": {"201": agreed}})
    check(s, len([roll for roll in rolls_of(s, "player", "schräge Musik") if roll.data["fighter"] == "201"]), dice)


SM_WITHOUT_A_VALUE = """
[[fighter]]
name = "Me110F-4"
equipment = [{ name = "SM", grade = "Upg", since = "6/43" }]
"""


@rule("20.0a")
def test_20_1_schraege_musik_of_an_owners_chart_has_the_value_in_the_blue_box(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "fighters.toml", SM_WITHOUT_A_VALUE)
    for agreed in ([], ["SM"]):
        rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"))
        options = {"equipment": {"201": agreed}, "any_date": True}
        position = night("4B", *rows, turn=3, phase=9, options=options)
        s = new_session(position, pack=pack, dice={"response": [1, 1], "attack": [1, 1]})
        check(s, "oblique" in asked(s).options, bool(agreed))
    answer(s, "attack", "oblique")
    check(s, modifiers(s, "attack"), {"printed": 3})


# -- what they agree on for the raid -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "type_", "name", "any_date", "key"), [
    ("4K", "B-29A", "search radar jamming", True, "needs_chapter"),
    ("4F", "Mosquito B.IX/B.XVI", "Boozer", False, "needs_chapter"),
    ("10", "Mosquito NF.XVII/NF.XIX", "Perfectos", False, "no_use"),
    ("7C", "Ju88G-1/G-6", "SM", False, "no_use"),
    ("7C", "Ju88G-1/G-6", "Naxos", False, "no_use"),
    ("7C", "Ju88G-1/G-6", "Berlin N1A", False, "not_yet"),
    ("10", "Halifax III", "Monica", False, "no_longer"),
    ("6", "Lancaster I/III", "Fishpond", False, "needs_set"),
    ("6", "Lancaster I/III", "Village Inn", False, "not_yet"),
])  # fmt: skip
def test_12_0d_nothing_is_agreed_on_for_the_raid_that_makes_no_difference_or_is_not_of_its_time(
    scenario: str, type_: str, name: str, any_date: bool, key: str
) -> None:
    with pytest.raises(viermot.UserError) as wrong:
        new_session(scenario=scenario, options={"equipment": {type_: [name]}, "any_date": any_date})
    assert (wrong.value.key, wrong.value.fields["name"]) == (f"option.{key}", name)
    if key in ("not_yet", "no_longer"):
        s = new_session(scenario=scenario, options={"equipment": {type_: [name]}, "any_date": True})
        check(s, last(s, "umpire", "agreed").data["equipment"], [name], "if both want it")


@rule("28.2.1")
def test_12_0d_fishpond_may_be_agreed_on_as_a_set() -> None:
    crews = fighter(201, "1010 N"), fighter(202, "box"), fighter(203, "box")
    for sets in (["H2S", "Fishpond"], ["H2S"]):
        options = {"equipment": {"Lancaster I/III": sets}}
        s = new_session(night("6", *crews, bomber(116, "1007 S"), turn=3, phase=3, options=options))
        while s.pending[0].kind != "path":
            s.decide("201" if s.pending[0].kind == "who_moves" else 0)
        s.decide("F F")
        seen = [event.kind for event in s.events("umpire") if event.kind == "fishpond"]
        check(s, seen, ["fishpond"] * ("Fishpond" in sets), f"with {sets}")


GUARDIANS = """
[[variant]]
id = "8Z"
title = { en = "Guardian Angel" }
date = "June 1945"
rules = "1-25"
attackers = [{ type = "B-29A", count = 5 }]
attackers_equipment = SETS
radar = ["Freya"]
status = "own"
"""


@rule("13.1.1b")
@pytest.mark.parametrize(("sets", "jammed"), [("[]", False), ('["search radar jamming"]', True)])
def test_24_5_raiders_that_jam_search_radar_leave_it_no_sweep(sets: str, jammed: bool, tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/08.toml", GUARDIANS.replace("SETS", sets))
    s = new_session(night("8Z", fighter(201, "1801 S"), bomber(113, "0112 S"), turn=3, phase=5), pack=pack)
    s.decide("1012")
    check(s, [event.kind for event in s.events("player") if event.kind == "no_sweep"], ["no_sweep"] * jammed)
