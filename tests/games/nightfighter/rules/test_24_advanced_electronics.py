"""Chapter 24: special radars, warning devices, homers and jamming."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    course,
    events_of,
    fighter,
    fighters,
    last,
    modifiers,
    new_session,
    night,
    own_pack,
    play_phase,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session, UserError

# Scenarios that ours do not hold: a bomber's warning devices one by one, and jamming where ours have none.
BOOZER = """
[[variant]]
id = "6Y"
title = { en = "Boozer alone" }
date = "August 1944"
attackers_equipment = ["Boozer"]
defenders = [
  { type = "Me110G-4", count = 1, upgrades = ["SN-2b"] },
  { type = "Me110G-4", count = 1, upgrades = ["SN-2c"] },
  { type = "Me110G-4", count = 1 },
  { type = "Fw190A-5/A-6", count = 1 },
]
status = "own"

[[variant]]
id = "6Z"
title = { en = "Village Inn" }
date = "December 1944"
attackers_equipment = ["Village Inn"]
status = "own"
"""
LIT_AND_JAMMED = """
[[variant]]
id = "4Y"
title = { en = "Jammed lights" }
searchlights = { zones = "J-R", directed = true }
omit = [4]
cloud = "none"
jamming = { searchlights = true }
rules = "1-24"
status = "own"
"""
JAMMED_GCI = """
[[variant]]
id = "8Y"
title = { en = "Heavy Düppel" }
jamming = { search = "heavy", ai = { S = "heavy" } }
defenders = [
  { type = "Mosquito NF.XII/NF.XIII", count = 1 },
  { type = "P-61A", count = 1 },
  { type = "P-61A", count = 1, pilot = "experte" },
]
status = "own"
"""
JAMMED_INTRUDERS = """
[[variant]]
id = "10Z"
title = { en = "Deaf Intruders" }
date = "June 1943"
attackers = [{ type = "Halifax I/II", count = 34 }]
intruders = [{ type = "Beaufighter VIF", count = 2, upgrades = ["Serrate"] }]
defenders = [{ type = "Me110G-4", count = 3 }]
jamming = { ai = { L = "heavy" } }
radar = ["Freya", "Würzburg"]
status = "own"
"""


def in_combat(scenario: str, dice: dict[str, list[int]], ident: int = 201, **more: Any) -> Session:
    """Combat phase: a fighter has tallied Lancaster 113 in its hex and holds its fire."""
    s = new_session(
        night(scenario, fighter(ident, "1010 S", tally=113), bomber(113, "1010 S"), turn=3, phase=9), dice=dice, **more
    )
    answer(s, "attack", "hold fire")
    return s


def placing(s: Session) -> str:
    """The name of the search counter the player has in his hand."""
    check(s, asked(s).kind, "place_search")
    return str(asked(s).shown_facts("en")["radar"])


def place(s: Session, **where: str) -> list[str]:
    """Place the counters that have a hex here, keep the others off the map; the names of all that were offered."""
    offered = []
    while s.pending and asked(s).kind == "place_search":
        name = placing(s)
        offered.append(name)
        s.decide(where.get(name.replace(" ", "_"), "none"))
    return offered


def found(s: Session) -> dict[str, str]:
    """What each counter on the map shows the player."""
    return {row["radar"]: row["result"] for row in s.perspective("player").to_json()["searches"]}


# -- 24.1 special AI radar -------------------------------------------------------------------------


@rule("24.1.1")
def test_24_1_1_sn_2_replaces_the_listed_radar_with_its_own_values() -> None:
    fixes = {}
    for scenario in ("6", "6D"):  # SN-2b: range 3, Wide; Lichtenstein BC: range 2, Narrow, and jammed
        for place_ in ("1013 S", "1211 S", "1014 S"):
            s = new_session(night(scenario, fighter(201, "1010 S"), bomber(113, place_), turn=3, phase=6))
            fixes[scenario, place_] = fighters(s)["201"]["fix"] is not None
    wanted = {("6", "1013 S"), ("6", "1211 S")}
    check(s, {key for key, fixed in fixes.items() if fixed}, wanted)


@rule("24.1.1")
def test_24_1_1_each_version_has_its_own_minimum_range() -> None:
    costs = {}
    for scenario in ("6", "6G"):  # SN-2b in January 1944, SN-2c in May
        s = new_session(
            night(scenario, fighter(201, "1010 S"), bomber(113, "1010 S"), turn=3, phase=6), dice={"tally": [1] * 4}
        )
        play_until(s, "tally_fixed")
        s.decide("C1")
        costs[scenario] = modifiers(s, "fixed tally")["minimum_range"]
    check(s, costs, {"6": -1, "6G": 0})


@rule("24.1.1")
def test_24_1_1_neither_version_comes_before_its_month() -> None:
    for scenario, name in (("4D", "SN-2b"), ("6", "SN-2c")):
        with pytest.raises(UserError) as wrong:
            new_session(scenario=scenario, options={"equipment": {"201": [name]}})
        assert wrong.value.key == "option.not_yet"
    s = new_session(scenario="4D", options={"equipment": {"201": ["SN-2b"]}, "any_date": True})
    play_until(s, "path")
    check(s, "24.1.1" in last(s, "player", "fighter").rules, True)


@rule("24.1.2")
def test_24_1_2_a_ju88_with_berlin_radar_has_mp_4_star() -> None:
    s = new_session(scenario="10C")
    play_until(s, "leave_box")
    s.decide("1812 SW")
    answer(s, "path", "F F F")
    play_until(s, "path", {"leave_box": "stay"})
    check(s, s.perspective("player").to_json()["turn"], 2)
    check(s, asked(s).facts["most"], 5, "4* on an even turn; the other Ju88G have 4")
    refused(s, "F F F F F F", "9.1a")
    s.decide("F F F F F")


# -- 24.2 warning devices --------------------------------------------------------------------------


@rule("24.2.1")
def test_24_2_1_monica_responds_on_a_5() -> None:
    responds = {}
    for scenario in ("6", "6G"):
        for die in (4, 5):
            s = in_combat(scenario, {"response": [die], "reaction": [6]})
            responds[scenario, die] = bool(rolls_of(s, "player", "reaction"))
    check(s, [key for key, responded in responds.items() if responded], [("6G", 5)])


@rule("24.2.2")
def test_24_2_2_village_inn_responds_on_a_5_and_shoots_better(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/06.toml", BOOZER)
    s = in_combat("6Z", {"response": [4]}, pack=pack)
    check(s, rolls_of(s, "player", "reaction"), [])
    s = in_combat("6Z", {"response": [5], "reaction": [3], "defensive fire": [3, 4]}, pack=pack)
    check(s, modifiers(s, "defensive fire"), {"printed": 2, "village_inn": 1})
    check(s, fighters(s)["201"]["hits"], 1, "7 + 2 + 1")


@rule("24.2.3a")
def test_24_2_3a_a_flensburg_counter_goes_anywhere_in_the_wide_arc() -> None:
    s = new_session(night("6G", fighter(201, "1005 S"), bomber(113, "0105 S"), turn=3, phase=5))
    s.decide("none")  # Freya
    check(s, placing(s), "Flensburg A")
    for there in ("1005", "1027", "0110", "1810"):
        check(s, there in asked(s).options, True, there)
    refused(s, "1004", "24.2.3a")
    refused(s, "0109", "24.2.3a")
    s.decide("0110")


@rule("24.2.3a")
def test_24_2_3a_not_with_an_ai_fix_nor_blinded_nor_evading_nor_after_a_corkscrew() -> None:
    offered = {}
    for state in ({}, {"fix": 113}, {"blind": 3}, {"evading": 3}, {"cork": 3}):
        s = new_session(
            night(
                "6G",
                fighter(201, "1005 S", **state),
                fighter(202, "0405 S"),
                bomber(113, "1007 S"),
                turn=3,
                phase=5,
            )
        )
        offered["".join(state)] = place(s, Flensburg_B="0408")
    alone = ["Freya", "Flensburg B"]
    wanted = {"": ["Freya", "Flensburg A", "Flensburg B"], **dict.fromkeys(("fix", "blind", "evading", "cork"), alone)}
    check(s, offered, wanted)


@rule("24.2.3b")
@pytest.mark.parametrize(("search", "result"), [("1010", "contact"), ("1009", "nothing")])
def test_24_2_3b_flensburg_hears_monica_within_its_value_of_2(search: str, result: str) -> None:
    s = new_session(night("6G", fighter(201, "1005 S"), bomber(113, "1012 S"), turn=3, phase=5))
    place(s, Flensburg_A=search)
    check(s, found(s)["Flensburg A"], result)


@rule("24.2.3b")
def test_24_2_3b_flensburg_hears_nothing_of_bombers_without_monica() -> None:
    options = {"equipment": {"201": ["Flensburg"]}, "any_date": True}
    s = new_session(night("6", fighter(201, "1005 S"), bomber(113, "1012 S"), turn=3, phase=5, options=options))
    place(s, Flensburg_A="1012")
    check(s, found(s)["Flensburg A"], "nothing")
    check(s, len(asked(s).options), 6, "no such bomber: the sweep goes anywhere beside the counter")


@rule("24.2.3b")
def test_24_2_3b_the_sweep_points_to_the_nearest_in_the_wide_arc() -> None:
    s = new_session(night("6G", fighter(201, "1005 S"), bomber(113, "1014 S"), bomber(102, "1003 S"), turn=3, phase=5))
    place(s, Flensburg_A="1006")
    check(s, last(s, "player", "sweep").data["hex"], "1007", "102 is nearer, but behind the fighter")
    s = new_session(night("6G", fighter(201, "1005 S"), bomber(102, "1003 S"), turn=3, phase=5))
    place(s, Flensburg_A="1006")
    check(s, len(asked(s).options), 6, "none in the arc: anywhere")


@rule("24.2.4")
def test_24_2_4_boozer_warns_only_of_lichtenstein_bc_and_sn_2b(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/06.toml", BOOZER)
    responds = {}
    for ident, radar in ((201, "SN-2b"), (202, "SN-2c"), (203, "Lichtenstein BC"), (204, "none")):
        for die in (4, 5, 6):
            s = in_combat("6Y", {"response": [die], "reaction": [6]}, ident, pack=pack)
            responds[radar, die] = bool(rolls_of(s, "player", "reaction"))
    minimum = {radar: min(d for (r, d), yes in responds.items() if r == radar and yes) for radar, _ in responds}
    check(s, minimum, {"SN-2b": 5, "SN-2c": 6, "Lichtenstein BC": 5, "none": 6})


@rule("24.1.1", "24.2.4")
def test_24_1_1_boozer_does_not_notice_sn_2c(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/06.toml", BOOZER)
    s = in_combat("6Y", {"response": [5], "reaction": [1]}, 202, pack=pack)
    check(s, rolls_of(s, "player", "reaction"), [])
    check(s, attackers(s)["113"]["alerted"], False)


# -- 24.3 navigation radars ------------------------------------------------------------------------


@rule("24.3.1", "24.3.2b")
def test_24_3_1_only_bombers_with_tally_number_6_carry_h2s() -> None:
    heard = {}
    for scenario in ("6H", "6"):
        for number in range(1, 7):
            options = {} if scenario == "6H" else {"equipment": {"201": ["Naxos"]}}
            s = new_session(
                night(
                    scenario,
                    fighter(201, "1005 S"),
                    bomber(110 + number, "1012 S"),
                    turn=3,
                    phase=5,
                    options=options,
                )
            )
            place(s, Naxos_A="1012")
            heard[scenario, number] = found(s)["Naxos A"]
    check(s, [key for key, result in heard.items() if result == "contact"], [("6H", 6)])


@rule("24.3.2a")
def test_24_3_2a_a_naxos_counter_goes_anywhere() -> None:
    s = new_session(night("6H", fighter(201, "1005 S"), bomber(113, "1012 S"), turn=3, phase=5))
    s.decide("none")  # Freya
    check(s, (placing(s), len(asked(s).options)), ("Naxos A", 18 * 27 + 1), "every hex, or none")
    s.decide("1001")


@rule("24.3.2a")
def test_24_3_2a_not_with_an_ai_fix_nor_blinded_nor_evading_nor_after_a_corkscrew() -> None:
    offered = {}
    for state in ({}, {"fix": 113}, {"blind": 3}, {"evading": 3}, {"cork": 3}):
        s = new_session(
            night(
                "6H",
                fighter(201, "1005 S", **state),
                fighter(203, "0405 S"),
                bomber(113, "1007 S"),
                turn=3,
                phase=5,
            )
        )
        offered["".join(state)] = place(s, Naxos_C="0408")
    alone = ["Freya", "Naxos C"]
    wanted = {"": ["Freya", "Naxos A", "Naxos C"], **dict.fromkeys(("fix", "blind", "evading", "cork"), alone)}
    check(s, offered, wanted)


@rule("24.3.2b")
@pytest.mark.parametrize(("search", "result"), [("1009", "contact"), ("1008", "nothing")])
def test_24_3_2b_naxos_hears_h2s_within_its_value_of_3(search: str, result: str) -> None:
    s = new_session(night("6H", fighter(201, "1005 S"), bomber(116, "1012 S"), turn=3, phase=5))
    place(s, Naxos_A=search)
    check(s, found(s)["Naxos A"], result)


@rule("24.3.2b")
def test_24_3_2b_the_sweep_points_to_the_nearest_h2s_bomber_even_behind_the_fighter() -> None:
    s = new_session(
        night(
            "6H",
            fighter(201, "1015 S"),
            bomber(113, "1014 S"),
            bomber(116, "1005 S"),
            bomber(126, "1025 S"),
            turn=3,
            phase=5,
        )
    )
    place(s, Naxos_A="1013")
    check(s, last(s, "player", "sweep").data["hex"], "1012")
    s = new_session(night("6H", fighter(201, "1015 S"), bomber(113, "1014 S"), turn=3, phase=5))
    place(s, Naxos_A="1013")
    check(s, len(asked(s).options), 6, "no H2S on the map: anywhere")


# -- 24.4 Serrate ----------------------------------------------------------------------------------


@rule("24.4a")
def test_24_4a_a_serrate_counter_goes_anywhere_in_the_wide_arc_even_with_an_ai_fix() -> None:
    s = new_session(night("7", fighter(201, "1005 S", fix=113), bomber(113, "1006 S"), turn=3, phase=5))
    check(s, placing(s), "Serrate A")
    refused(s, "1004", "24.4a")
    s.decide("1027")
    check(s, last(s, "player", "search_placed").data["hex"], "1027")


@rule("24.4a")
def test_24_4a_not_blinded_nor_evading_nor_after_a_corkscrew() -> None:
    offered = {}
    for state in ({}, {"blind": 3}, {"evading": 3}, {"cork": 3}):
        s = new_session(night("7", fighter(201, "1005 S", **state), bomber(113, "1016 S"), turn=3, phase=5))
        offered["".join(state)] = place(s, Serrate_A="1010")
    check(s, offered, {"": ["Serrate A"], "blind": [], "evading": [], "cork": []})


@rule("24.4b")
def test_24_4b_serrate_hears_only_german_fighters_with_radar() -> None:
    heard = {}
    for ident, kind, there in ((113, "Halifax I/II", "1012"), (161, "Ju88C-6", "1012"), (162, "Ju88C-6", "1014")):
        s = new_session(night("7", fighter(201, "1005 S"), bomber(ident, f"{there} S", type=kind), turn=3, phase=5))
        place(s, Serrate_A="1012")
        heard[ident] = found(s)["Serrate A"]
    check(s, heard, {113: "nothing", 161: "contact", 162: "nothing"}, "its value is 1")


@rule("24.4b")
def test_24_4b_the_sweep_points_to_the_nearest_in_the_wide_arc() -> None:
    ahead = bomber(161, "1016 S", type="Ju88C-6")
    behind = bomber(162, "1003 S", type="Ju88C-6")
    s = new_session(night("7", fighter(201, "1005 S"), bomber(113, "0607 S"), ahead, behind, turn=3, phase=5))
    place(s, Serrate_A="1006")
    check(s, last(s, "player", "sweep").data["hex"], "1007")
    s = new_session(night("7", fighter(201, "1005 S"), bomber(113, "0607 S"), behind, turn=3, phase=5))
    place(s, Serrate_A="1006")
    check(s, len(asked(s).options), 6)


# -- 24.5 jamming ----------------------------------------------------------------------------------


@rule("24.5")
def test_24_5_each_system_is_jammed_by_itself() -> None:
    """Scenario 6: search radar and L-band are jammed, the P-band of SN-2 is not."""
    s = new_session(night("6", fighter(201, "1010 S"), bomber(113, "1012 S"), turn=3, phase=5))
    place(s, Freya="1005")
    check(s, last(s, "player", "no_sweep").data["radar"], "Freya")
    check(s, fighters(s)["201"]["fix"], "C1", "SN-2b needs no roll")
    s = new_session(night("6D", fighter(201, "1010 S"), bomber(113, "1012 S"), turn=3, phase=6))
    check(s, (asked(s).kind, fighters(s)["201"]["fix"]), ("roll_through_jamming", None), "Lichtenstein BC does")


@rule("24.5.1a")
def test_24_5_1a_light_jamming_takes_the_sweep_and_nothing_else() -> None:
    s = new_session(night("8A", fighter(201, "1020 S"), bomber(113, "1012 S"), turn=3, phase=5))
    answer(s, "place_search", "1009")
    check(s, (found(s)["GCI"], course(s).count("sweep")), ("nothing", 0), "its value is still 1")
    s = new_session(night("8A", fighter(201, "1020 S"), bomber(113, "1012 S"), turn=3, phase=5))
    answer(s, "place_search", "1012")
    check(s, found(s)["GCI"], "same hex")


@rule("24.5.1b")
@pytest.mark.parametrize(("search", "result"), [("1008", "contact"), ("1007", "nothing")])
def test_24_5_1b_heavy_jamming_leaves_a_search_value_of_4_and_no_sweep(search: str, result: str) -> None:
    s = new_session(night("6", fighter(201, "1020 S"), bomber(113, "1012 S"), turn=3, phase=5))
    answer(s, "place_search", search)
    check(s, (found(s)["Freya"], course(s).count("sweep")), (result, 0))


@rule("24.5.1b")
def test_24_5_1b_heavily_jammed_gci_does_not_know_the_very_hex(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/08.toml", JAMMED_GCI)
    s = new_session(night("8Y", fighter(201, "1020 S"), bomber(113, "1012 S"), turn=3, phase=5), pack=pack)
    answer(s, "place_search", "1012")
    check(s, (found(s)["GCI"], s.perspective("player").to_json()["sweeps"]), ("contact", []))


@rule("24.5.2a")
def test_24_5_2a_dice_against_jamming(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/08.toml", JAMMED_GCI)
    dice = {}
    for scenario, ident in (("8A", 201), ("8Y", 201), ("8Y", 202), ("8Y", 203)):
        s = new_session(night(scenario, fighter(ident, "1010 S"), bomber(113, "1012 S"), turn=3, phase=6), pack=pack)
        answer(s, "roll_through_jamming", "roll")
        dice[scenario, ident] = len(rolls_of(s, "player", "jammed AI")[0].data["dice"])
    wanted = {("8A", 201): 3, ("8Y", 201): 1, ("8Y", 202): 4, ("8Y", 203): 6}
    check(s, dice, wanted, "light 3; heavy 1; a resistant set 3 more; an experte 2 more")


@rule("24.5.2a", "17.2")
def test_17_2_an_experte_has_two_more_dice_against_jamming() -> None:
    dice = {}
    for pilot in ("normal", "experte"):
        options = {"pilots": {"201": pilot}}
        s = new_session(night("6D", fighter(201, "1010 S"), bomber(113, "1012 S"), turn=3, phase=6, options=options))
        answer(s, "roll_through_jamming", "roll")
        roll = rolls_of(s, "player", "jammed AI")[0]
        dice[pilot] = (len(roll.data["dice"]), "17.2" in roll.rules)
    check(s, dice, {"normal": (1, False), "experte": (3, True)})


@rule("24.5.2a")
@pytest.mark.parametrize(
    ("dice", "fixed"), [([3, 3, 5], "1012"), ([4, 4, 3], "1011"), ([1, 2, 6], None), ([5, 5, 5], None)]
)
def test_24_5_2a_the_closest_in_reach_whose_number_shows_is_fixed(dice: list[int], fixed: str | None) -> None:
    s = new_session(
        night(
            "8A",
            fighter(201, "1010 S"),
            bomber(113, "1012 S"),
            bomber(104, "1011 S"),
            bomber(105, "1015 S"),
            turn=3,
            phase=6,
        ),
        dice={"jammed AI": dice},
    )
    answer(s, "roll_through_jamming", "roll")
    seen = {row["hex"] for row in s.perspective("player").to_json()["contacts"]}
    check(s, seen, {fixed} if fixed else set(), "1015 is out of range")


@rule("24.5.2b")
@pytest.mark.parametrize(
    ("roll", "dice", "kept"), [("roll", [3, 1, 1], True), ("roll", [1, 1, 1], False), ("no", [], False)]
)
def test_24_5_2b_the_fix_must_be_won_anew_in_every_phase(roll: str, dice: list[int], kept: bool) -> None:
    s = new_session(
        night("8A", fighter(201, "1010 S", fix=113), bomber(113, "1012 S"), turn=3, phase=6),
        dice={"jammed AI": dice},
    )
    answer(s, "roll_through_jamming", roll)
    check(s, fighters(s)["201"]["fix"], "C1" if kept else None)


@rule("24.5.2b")
def test_24_5_2b_the_player_is_asked_whether_or_not_anything_is_there() -> None:
    s = new_session(
        night("8A", fighter(201, "1010 S"), bomber(113, "0302 S"), turn=3, phase=6), dice={"jammed AI": [1] * 3}
    )
    check(s, list(asked(s).options), ["no", "roll"])
    s.decide("no")
    check(s, rolls_of(s, "player", "jammed AI"), [])
    s = new_session(night("8A", fighter(201, "1010 S", fix=113), bomber(113, "1012 S"), turn=3, phase=6))
    answer(s, "roll_through_jamming", "no")
    check(s, fighters(s)["201"]["fix"], None)


@rule("24.5.2c")
def test_24_5_2c_jamming_does_not_trouble_intruders(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/10.toml", JAMMED_INTRUDERS)
    s = new_session(
        night("10Z", fighter(201, "0912 S"), bomber(161, "0911 N", type="Beaufighter VIF"), turn=3, phase=1), pack=pack
    )
    check(s, events_of(s, "umpire", "hunts"), [], "facing north, nothing in its arc")
    s = new_session(
        night("10Z", fighter(201, "0910 S"), bomber(161, "0911 N", type="Beaufighter VIF"), turn=3, phase=1), pack=pack
    )
    hunts = last(s, "umpire", "hunts").data
    check(s, (hunts["attacker"], hunts["behaviour"], hunts["fighter"]), ("161", 1, "201"), "pursuit, with no roll")
    play_phase(s, 6)
    check(s, asked(s).kind, "roll_through_jamming", "the same band is jammed for the player")


@rule("24.5.3")
def test_24_5_3_with_their_radar_jammed_lights_roll_for_visibility_and_moon(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/04.toml", LIT_AND_JAMMED)
    dice = {}
    for scenario in ("4B", "4Y"):
        for visibility, moon in (("poor", "none"), ("moderate", "half"), ("good", "full")):
            s = new_session(
                night(
                    scenario,
                    fighter(201, "0101 S"),
                    bomber(113, "1016 S"),
                    turn=3,
                    phase=7,
                    visibility=visibility,
                    moon=moon,
                ),
                pack=pack,
            )
            answer(s, "place_marker", 0)
            dice[scenario, visibility] = len(rolls_of(s, "player", "searchlight")[0].data["dice"])
    wanted = {("4B", v): 4 for v in ("poor", "moderate", "good")}
    check(s, dice, {**wanted, ("4Y", "poor"): 1, ("4Y", "moderate"): 3, ("4Y", "good"): 4})
