"""The special rules of single scenarios: 1C, 2C, 4F, 4G, 4H, 7, 7D, 8F, 9 and 9C."""

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
    contacts,
    course,
    events_of,
    fighter,
    fighters,
    holds,
    last,
    modifiers,
    new_session,
    night,
    own_pack,
    play_phase,
    play_turn,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

JU88 = "Ju88C-6"


def picture(s: Session) -> dict[str, Any]:
    """What the player sees."""
    shown: dict[str, Any] = s.perspective("player").to_json()
    return shown


# -- 1C Turret Fighter ------------------------------------------------------------------------------


@rule("20.0a")
def test_1c_the_turret_is_the_defiants_only_armament_and_no_oblique_gun() -> None:
    s = new_session(
        night("1C", fighter(201, "1010 S", tally=103), bomber(103, "1010 S"), turn=3, phase=9), dice={"attack": [5, 4]}
    )
    check(s, list(asked(s).options), ["hold fire", "guns"])
    refused(s, "oblique", "20.0a")
    s.decide("guns")
    check(s, modifiers(s, "attack"), {"printed": 1})
    check(s, last(s, "player", "hits").data["hits"], 1, "9 + 1")
    check(s, rolls_of(s, "umpire", "response"), [], "chapter 17 is not in use")


# -- 2C Pearl Harbor --------------------------------------------------------------------------------


@rule("3.2e")
@pytest.mark.parametrize(
    ("visibility", "moon", "dice"), [("moderate", "full", 2), ("good", "full", 3), ("poor", "none", 1)]
)
def test_2c_an_untrained_crew_rolls_one_die_fewer_and_no_bonus_dice(visibility: str, moon: str, dice: int) -> None:
    s = new_session(
        night(
            "2C",
            fighter(201, "1010 S"),
            bomber(103, "1010 S"),
            turn=3,
            phase=8,
            cloud="cloudy",
            visibility=visibility,
            moon=moon,
        )
    )
    answer(s, "general_tally", "roll")
    check(s, len(rolls_of(s, "player", "tally")[0].data["dice"]), dice)


# -- 4F Vapour Trails --------------------------------------------------------------------------------


def test_4f_a_fighter_behind_a_bomber_in_its_column_meets_its_contrail() -> None:
    told = {}
    for place in ("1015", "1027", "1010", "1005", "1115"):
        s = new_session(night("4F", fighter(201, "1010 S"), bomber(103, f"{place} S"), turn=3, phase=8))
        told[place] = [bool(events_of(s, "player", kind)) for kind in ("contrail", "no_contrail")]
    met, nothing = [True, False], [False, True]
    check(s, told, {"1015": met, "1027": met, "1010": nothing, "1005": nothing, "1115": nothing})


# -- 4G Y-Procedure -----------------------------------------------------------------------------------


def steered(dice: list[int], *aircraft: str) -> Session:
    """Radar search phase of 4G, played to its end: 201 is steered by Himmelbett, 202 and 203 by Y."""
    s = new_session(night("4G", *aircraft, bomber(103, "0401 S"), turn=3, phase=5), dice={"Y guidance": dice})
    play_phase(s, 8)
    return s


@rule("3.2e")
@pytest.mark.parametrize(
    ("dice", "places"),
    [([1, 6], ("1110", "0510")), ([2, 5], ("1110", "0510")), ([3, 4], ("1010", "0610"))],
)
def test_4g_a_fighter_under_y_guidance_drifts(dice: list[int], places: tuple[str, str]) -> None:
    s = steered(dice, fighter(201, "1410 S"), fighter(202, "1010 S"), fighter(203, "0610 S"))
    mine = fighters(s)
    check(s, (mine["202"]["hex"], mine["203"]["hex"]), places)
    check(s, (mine["202"]["facing"], mine["202"]["spent"], mine["201"]["hex"]), ("S", 0, "1410"))
    check(s, [roll.data["fighter"] for roll in rolls_of(s, "player", "Y guidance")], ["202", "203"])


@rule("3.2e")
def test_4g_not_off_the_map() -> None:
    s = steered([6, 1], fighter(202, "0110 S"), fighter(203, "1810 S"))
    check(s, (fighters(s)["202"]["hex"], fighters(s)["203"]["hex"]), ("0110", "1810"))


@rule("3.2e")
@pytest.mark.parametrize("held", ["tally", "fix"])
def test_4g_not_with_something_in_sight(held: str) -> None:
    s = steered([1, 1], fighter(202, "0401 S", **{held: 103}), fighter(203, "0610 S"))
    check(s, [roll.data["fighter"] for roll in rolls_of(s, "player", "Y guidance")], ["203"])
    check(s, fighters(s)["202"]["hex"], "0401")


# -- 4H Washing Machine Charlie -------------------------------------------------------------------------


@rule("3.2e")
@pytest.mark.parametrize(("die", "result"), [(1, "silent"), (2, "silent"), (3, "contact"), (6, "contact")])
def test_4h_poor_coordination_can_cost_the_radar_its_turn(die: int, result: str) -> None:
    s = new_session(
        night("4H", fighter(201, "1020 N"), bomber(103, "1010 S"), turn=3, phase=5), dice={"co-ordination": [die]}
    )
    answer(s, "place_search", "1011")
    check(s, [row["result"] for row in picture(s)["searches"]], [result])


@rule("3.2e")
def test_4h_then_it_gives_no_sweep_either() -> None:
    sweeps = {}
    for die in (2, 3):
        s = new_session(
            night("4H", fighter(201, "1020 N"), bomber(103, "1002 S"), turn=3, phase=5), dice={"co-ordination": [die]}
        )
        answer(s, "place_search", "1018")
        sweeps[die] = [row["hex"] for row in picture(s)["sweeps"]]
    check(s, sweeps, {2: [], 3: ["1017"]})


# -- 7 Serrate ---------------------------------------------------------------------------------------------


def behind_a_shadow(kind: str, dice: Any, scenario: str = "7", **top: Any) -> Session:
    """Combat phase: the Mosquito has tallied something in its hex."""
    ident = 161 if kind == JU88 else 103
    rows = [bomber(ident, "1010 S", type=kind), bomber(162, "0402 S", type=JU88), bomber(114, "1111 S")]
    rows += [bomber(161, "destroyed", type=JU88)] * top.get("german_kills", 0)
    position = night(scenario, fighter(201, "1010 S", tally=ident), *rows, turn=3, phase=9, **top)
    return new_session(position, dice=dice)


def test_7_fixes_and_tallies_are_marked_without_type() -> None:
    for kind in (JU88, "Halifax I/II"):
        s = behind_a_shadow(kind, {})
        check(s, [row["type"] for row in contacts(s)], [None])


@rule("3.2e")
@pytest.mark.parametrize(
    ("die", "moon", "visibility", "named"),
    [
        (4, "none", "moderate", True),
        (3, "none", "moderate", False),
        (3, "half", "moderate", True),
        (3, "full", "moderate", True),
        (2, "full", "good", True),
        (3, "none", "good", True),
        (4, "none", "poor", False),
        (5, "none", "poor", True),
        (2, "none", "good", False),
    ],
)
def test_7_a_type_is_named_on_a_good_roll_before_attacks_are_announced(
    die: int, moon: str, visibility: str, named: bool
) -> None:
    s = behind_a_shadow(JU88, {"identification": [die]}, moon=moon, visibility=visibility)
    answer(s, "identify", "roll")
    check(s, [row["type"] for row in contacts(s)], [JU88 if named else None])
    check(s, asked(s).kind, "attack", "before attacks are announced, and it may attack named or not")


@rule("3.2e")
def test_7_the_type_stays_known_while_the_tally_is_held() -> None:
    s = behind_a_shadow(JU88, {"identification": [6], "response": [1]})
    answer(s, "identify", "roll")
    answer(s, "attack", "hold fire")
    play_phase(s, 8, {"path": "F F F F"})
    check(s, [row["type"] for row in contacts(s)], [JU88])
    play_phase(s, 9, {"keep_or_drop": "keep"})
    check(s, asked(s).kind, "attack", "no second check is needed")


@rule("4.1a")
def test_7_attacking_a_bomber_loses_the_game_whatever_was_shot_down_before() -> None:
    s = behind_a_shadow("Halifax I/II", {"response": [1, 1], "attack": [1, 1]}, german_kills=1)
    answer(s, "identify", "no")
    answer(s, "attack", "guns")
    assert s.result is not None, s.position()
    check(s, (s.result["level"], s.result["reason"]), ("loss", "bomber attacked"))
    holds(s, "bombers_attacked = 1\n" in s.position(), "one of them")


@rule("4.1b")
def test_7_shooting_down_a_german_wins() -> None:
    s = behind_a_shadow(JU88, {"response": [1, 1], "attack": [6, 6], "destruction": [6]})
    answer(s, "identify", "no")
    answer(s, "attack", "guns")
    answer(s, "fly_for_more", "stop")
    assert s.result is not None, s.position()
    check(s, (s.result["level"], s.result["kills"]), ("win", 1))


@rule("4.1a")
def test_7_it_is_over_when_both_germans_are_gone() -> None:
    """One is shot down, the other flies off the map: the bombers no longer matter."""
    s = new_session(
        night(
            "7",
            fighter(201, "0404 N"),
            bomber(161, "destroyed", type=JU88),
            bomber(162, "0927 S", type=JU88),
            bomber(103, "0903 S"),
            turn=3,
            phase=1,
            german_kills=1,
        )
    )
    assert s.result is not None, s.position()
    check(s, (s.result["reason"], s.result["level"]), ("German fighters gone", "win"))


@rule("3.2e")
def test_7_germans_are_drawn_from_the_same_pool_and_enter_like_bombers() -> None:
    s = new_session(scenario="7", draws={"umpire:counter": [29, 28, 0], "umpire:chit": [0]})
    s.decide("red")
    play_until(s, "come_in")
    wave = last(s, "umpire", "wave").data
    kinds = [attackers(s)[ident]["type"] for ident in wave["attackers"]]
    check(s, (kinds, wave["columns"]), ([JU88, JU88, "Halifax I/II"], [7, 15, 1]), "in the order of the chit")


@pytest.mark.parametrize(("turn", "to"), [(3, "1013"), (4, "1014")])
@pytest.mark.parametrize(("scenario", "kind"), [("7", JU88), ("7C", "Ju88G-1/G-6")])
def test_7_a_german_of_any_type_flies_3_and_4_on_even_turns(scenario: str, kind: str, turn: int, to: str) -> None:
    s = stream(bomber(161, "1010 S", type=kind), bomber(103, "1012 S"), turn=turn, scenario=scenario)
    check(s, attackers(s)["161"]["hex"], to)


def stream(*rows: str, turn: int = 3, scenario: str = "7", dice: Any = None) -> Session:
    """Scenario 7 after the bombers have moved."""
    s = new_session(night(scenario, fighter(201, "1826 N"), *rows, turn=turn, phase=1), dice=dice)
    play_until(s, "path")
    return s


@pytest.mark.parametrize(
    ("herd", "there"), [("0411", "0913"), ("1511", "1113"), ("1010", "1013"), ("1009", "1013"), ("1210", "1013")]
)
def test_7_a_german_with_no_bomber_near_edges_back_to_the_stream(herd: str, there: str) -> None:
    """It ends in 1013; Halifaxes fly 2 hexes on odd turns, so those within two hexes then keep it where it is."""
    s = stream(bomber(161, "1010 S", type=JU88), bomber(103, f"{herd} S"))
    check(s, attackers(s)["161"]["hex"], there)


@rule("3.2e")
@pytest.mark.parametrize("herd", [("0411", "1611"), ("1611", "0411")])
def test_7_who_entered_first_makes_no_difference_to_where_it_edges(herd: tuple[str, str]) -> None:
    """Two bombers equally far on both sides: the one of the lower column draws it, whichever entered first."""
    s = stream(bomber(161, "1010 S", type=JU88), *[bomber(103 + n, f"{at} S") for n, at in enumerate(herd)])
    check(s, attackers(s)["161"]["hex"], "0913")


@rule("3.2e")
@pytest.mark.parametrize(("die", "there"), [(1, "1113"), (3, "1113"), (4, "0913"), (6, "0913")])
def test_7_between_two_equal_ways_a_die_decides(die: int, there: str) -> None:
    s = stream(bomber(161, "1010 S", type=JU88), bomber(103, "1003 S"), dice={"umpire:stream": [die]})
    check(s, attackers(s)["161"]["hex"], there)
    check(s, rolls_of(s, "player", "stream"), [])


@rule("3.2e")
def test_7_not_into_an_occupied_hex_nor_off_the_map() -> None:
    s = stream(
        bomber(161, "1010 S", type=JU88), bomber(162, "1110 S", type=JU88), bomber(103, "1703 S"), bomber(104, "1704 S")
    )
    check(s, attackers(s)["161"]["hex"], "1013", "the other German is in 1113, and moves after it")
    s = stream(bomber(161, "1810 S", type=JU88), bomber(103, "1803 S"), dice={"umpire:stream": [1]})
    check(s, attackers(s)["161"]["hex"], "1713")


@rule("3.2e")
def test_7_a_german_in_contact_takes_its_marker_along() -> None:
    s = new_session(
        night(
            "7",
            fighter(201, "1012 S", fix=161),
            bomber(161, "1010 S", type=JU88),
            bomber(103, "0411 S"),
            turn=3,
            phase=1,
        )
    )
    check(s, [row["hex"] for row in contacts(s)], ["0913"])
    check(s, last(s, "player", "contact_moved").data["hex"], "0913")


@rule("11.0a")
@pytest.mark.parametrize(("die", "responds"), [(5, False), (6, True)])
def test_7_a_german_responds_on_the_normal_column_and_corkscrews_like_a_bomber(die: int, responds: bool) -> None:
    dice = {"response": [die, 1], "reaction": [1], "defensive fire": [1, 1], "umpire:corkscrew": [1], "attack": [1, 1]}
    s = behind_a_shadow(JU88, dice)
    answer(s, "identify", "no")
    answer(s, "attack", "guns")
    check(s, "corkscrews" in course(s), responds)
    if responds:
        check(s, attackers(s)["161"]["hex"], "1110")
        shown = [event.data["modifiers"] for event in events_of(s, "umpire", "not_shown")]
        check(s, shown[-1], [["printed", 0, "6.0c"]], "the Ju88C-6's rear gun; the player does not know the type")


@rule("3.2e")
def test_7_what_is_made_out_already_is_not_looked_at_again() -> None:
    rolled = {}
    for known in (0, 32):
        rows = (fighter(201, "1010 S", tally=161), bomber(161, "1010 S", type=JU88, known=known))
        s = new_session(night("7", *rows, turn=3, phase=9), dice={"identification": [6]})
        play_until(s, "attack", {"identify": "no" if known else "roll"})
        rolled[known] = len(rolls_of(s, "player", "identification"))
    check(s, rolled, {0: 1, 32: 0})


# -- 7D Fading Signal ------------------------------------------------------------------------------------------


@rule("3.2e")
@pytest.mark.parametrize(
    ("die", "result", "choices"), [(1, "nothing", 6), (4, "nothing", 6), (5, "contact", 0), (6, "contact", 0)]
)
def test_7d_a_fading_serrate_may_hear_nothing(die: int, result: str, choices: int) -> None:
    s = new_session(
        night("7D", fighter(201, "1005 S"), bomber(161, "1010 S", type=JU88), turn=3, phase=5),
        dice={"umpire:fading": [die]},
    )
    answer(s, "place_search", "1010")
    check(s, [row["result"] for row in picture(s)["searches"]], [result])
    check(s, len(asked(s).options) if asked(s).kind == "sweep" else 0, choices, "any adjacent hex")
    check(s, rolls_of(s, "player", "fading"), [], "the die is secret")


FREYA_BESIDES = """
[[variant]]
id = "7Z"
title = { en = "Freya besides" }
radar = ["Freya"]
flags = ["fading_serrate"]
status = "own"
"""


@rule("3.2e")
def test_7d_only_serrate_fades_and_only_there(tmp_path: Path) -> None:
    """The hidden die is rolled for Serrate in 7D and for nothing else."""
    pack = own_pack(tmp_path, "scenarios/07.toml", FREYA_BESIDES)
    found = {}
    for scenario in ("7", "7D", "7Z"):
        position = night(scenario, fighter(201, "1005 S"), bomber(161, "1010 S", type=JU88), turn=3, phase=5)
        s = new_session(position, pack=pack, dice={"umpire:fading": [6]})
        while asked(s).kind == "place_search":
            s.decide("1010")
        results = [row["result"] for row in picture(s)["searches"]]
        found[scenario] = (results, len(rolls_of(s, "umpire", "fading")))
    wanted = {"7": (["contact"], 0), "7D": (["contact"], 1), "7Z": (["contact", "contact"], 1)}
    check(s, found, wanted)


# -- 8F Diver -----------------------------------------------------------------------------------------------------


def v1(at: str, **more: Any) -> str:
    """The first flying bomb."""
    return bomber(101, at, **more)


@rule("3.2e")
def test_8f_a_v1_enters_at_full_speed_and_is_seen_at_once() -> None:
    s = new_session(scenario="8F", draws={"umpire:chit": [0]})
    s.decide("red")
    play_until(s, "manoeuvre", {"place_fighter": "0910 N"})
    check(s, picture(s)["turn"], 1)
    check(s, [row["hex"] for row in contacts(s)], ["0705"], "chit 01, red: column 07; five MP")
    check(s, [kind for kind in course(s) if kind in ("held_back", "displaced")], [])


@rule("3.2e")
def test_8f_the_next_comes_in_the_turn_after_the_last_one_left() -> None:
    s = new_session(night("8F", fighter(201, "0110 N"), v1("0925 S"), turn=5, phase=1))
    play_turn(s, 7)
    left, entered = last(s, "umpire", "attacker_left"), last(s, "umpire", "entered")
    check(s, len(attackers(s)), 2)
    turns = [event.turn for event in events_of(s, "umpire", "turn")]
    check(s, (left.turn, entered.turn, turns), (5, 6, [6, 7]))


@rule("3.2e")
def test_8f_or_after_it_was_shot_down() -> None:
    s = new_session(
        night("8F", fighter(201, "0910 S", tally=101, dives=0), v1("0910 S"), turn=5, phase=9),
        dice={"attack": [5, 5], "blast": [2]},
    )
    answer(s, "attack", "guns")
    play_phase(s, 3)
    check(s, (picture(s)["turn"], last(s, "umpire", "entered").turn), (6, 6))


@rule("11.0d")
def test_8f_it_never_responds_and_is_never_displaced() -> None:
    s = new_session(
        night("8F", fighter(201, "0910 S", tally=101, dives=0), v1("0910 S"), turn=5, phase=9),
        dice={"attack": [1, 1]},
    )
    answer(s, "attack", "guns")
    check(s, rolls_of(s, "umpire", "response"), [])
    play_until(s, "general_tally", {"path": "F F"})
    check(s, (fighters(s)["201"]["tally"], events_of(s, "umpire", "displaced")), (None, []))
    check(s, [row["hex"] for row in contacts(s)], ["0915"], "still in sight, where it flew")


@pytest.mark.parametrize(
    ("place", "dives", "lit", "offered"),
    [("0915", 0, False, True), ("0914", 0, False, False), ("0913", 0, True, True), ("0913", 1, True, False)]
    + [("0911", 0, True, False)],
)
def test_8f_within_visible_range_it_is_tallied_like_a_fixed_target(
    place: str, dives: int, lit: bool, offered: bool
) -> None:
    """Moderate visibility: 0 hexes, 3 while lights hold it; with height in hand only the first [18.0]."""
    light = {"light": "K"} if lit else {}
    s = new_session(night("8F", fighter(201, f"{place} S", dives=dives), v1("0915 S", **light), turn=5, phase=8))
    answer(s, "general_tally", "no")
    kinds = [decision.kind for decision in s.pending]
    check(s, "tally_fixed" in kinds and "C1" in asked(s).options, offered)


@pytest.mark.parametrize(("moon", "dice"), [("none", 3), ("half", 4)])
def test_8f_three_dice_and_one_for_the_moon(moon: str, dice: int) -> None:
    s = new_session(
        night("8F", fighter(201, "0915 S", turned=1), v1("0915 S"), turn=5, phase=8, moon=moon),
        dice={"fixed tally": [1, 2, 3, 4]},
    )
    answer(s, "general_tally", "no")
    answer(s, "tally_fixed", "C1")
    check(s, len(rolls_of(s, "player", "fixed tally")[0].data["dice"]), dice, "no AI modifier")
    check(s, fighters(s)["201"]["tally"], "C1")


@rule("3.2e")
def test_8f_dives_are_renewed_for_each_v1() -> None:
    s = new_session(night("8F", fighter(201, "0910 S", dives=0), v1("0925 S"), turn=5, phase=1))
    play_phase(s, 3)
    check(s, (picture(s)["turn"], fighters(s)["201"]["dives"]), (5, 0))
    play_turn(s, 6)
    play_phase(s, 3)
    check(s, fighters(s)["201"]["dives"], 3)


@rule("3.2e")
@pytest.mark.parametrize(("die", "hits"), [(1, 1), (2, 0), (6, 0)])
def test_8f_a_dying_v1_may_blow_up_in_the_victors_face(die: int, hits: int) -> None:
    s = new_session(
        night("8F", fighter(201, "0910 S", tally=101, dives=0), v1("0910 S"), turn=5, phase=9),
        dice={"attack": [5, 5], "blast": [die], "collision": [4, 4]},
    )
    answer(s, "attack", "guns")
    check(s, (attackers(s)["101"]["fate"], fighters(s)["201"]["hits"]), ("destroyed", hits), "8 + 2")
    check(s, rolls_of(s, "player", "destruction"), [], "17.3 is not used")


# -- 9 Fast Carriers ---------------------------------------------------------------------------------------------


def points(s: Session) -> int:
    """The victory points so far."""
    vp: int = picture(s)["score"]["vp"]
    return vp


@rule("26.3b")
def test_9_flares_of_the_same_phase_light_the_ships_for_the_torpedoes() -> None:
    s = new_session(
        night("9", fighter(201, "0101 S"), bomber(103, "0918 S"), bomber(121, "0619 SE", kind=1), turn=5, phase=1)
    )
    told = [kind for kind in course(s) if kind in ("flares", "torpedo")]
    check(s, (told, points(s)), (["flares", "torpedo"], 3))


@rule("11.0d")
@pytest.mark.parametrize(("kind", "done", "vp"), [(0, 0, -1), (0, 2, 0), (1, 0, -1), (1, 2, 0)])
def test_9_a_raider_shot_down_before_its_work_is_done_counts_one_less(kind: int, done: int, vp: int) -> None:
    ident = 121 if kind else 103
    s = new_session(
        night(
            "9",
            fighter(201, "1010 S", tally=ident),
            bomber(ident, "1010 S", kind=kind, done=done),
            bomber(104, "0401 S"),
            turn=5,
            phase=9,
        ),
        dice={"response": [1], "attack": [6, 6], "destruction": [6]},
    )
    answer(s, "attack", "guns")
    check(s, points(s), vp)


@rule("11.0d")
def test_9_a_fighter_lost_costs_two() -> None:
    s = new_session(
        night("9", fighter(201, "1020 S"), fighter(202, "0404 S"), bomber(104, "0401 S"), turn=5, phase=4),
        dice={"flak": [6, 6], "flak burst": [1, 1, 3, 3, 3, 3, 3, 3]},
    )
    check(s, (fighters(s)["201"]["fate"], points(s)), ("destroyed", 2))


@rule("4.1b")
@pytest.mark.parametrize(("vp", "level"), [(-3, "decisive"), (6, "decisive"), (7, "win"), (11, "win"), (12, "loss")])
def test_9_the_fewer_points_the_better(vp: int, level: str) -> None:
    gone = [bomber(ident, "exited") for ident in (101, 102, 103, 104, 105, 106, 111, 112)]
    flown = [bomber(ident, "exited", kind=1) for ident in (121, 122, 123)]
    position = night("9", fighter(201, "0404 S"), *gone, *flown, bomber(113, "0927 S", done=4), turn=15, phase=1, vp=vp)
    s = new_session(position)
    assert s.result is not None, s.position()
    check(s, (s.result["level"], s.result["reason"], s.result["score"]), (level, "no attackers left", vp))


@rule("8.1.4a")
def test_9_each_of_two_that_enter_together_draws_its_own_chit_torpedoes_first() -> None:
    s = new_session(
        night("9", fighter(201, "0101 S"), bomber(103, "0905 S"), turn=6, phase=2), draws={"umpire:chit": [0, 0]}
    )
    answer(s, "hold_back", "enter")  # chit 01, red: 07
    answer(s, "come_in", "1")
    answer(s, "hold_back", "hold")  # chit 02, red: 04 for the dropper; it is a single bomber too [8.1.4]
    waves = [event.data["columns"] for event in events_of(s, "umpire", "wave")]
    check(s, waves, [[7], [4]])


@rule("7.2.1a")
def test_9_droppers_fly_three_hexes_every_turn() -> None:
    s = new_session(
        night("9", fighter(201, "0101 S"), bomber(121, "0115 SE", kind=1), bomber(103, "0901 S"), turn=3, phase=1)
    )
    columns = []
    for turn in (3, 4, 5):
        play_phase(s, 3)
        columns.append(attackers(s)["121"]["hex"][:2])
        play_turn(s, turn + 1)
    check(s, columns, ["04", "07", "10"])


@rule("11.0a")
def test_9_fighters_over_the_ships_may_attack_and_are_shot_at() -> None:
    s = new_session(
        night("9", fighter(201, "1020 S", tally=103), bomber(103, "1020 S"), turn=5, phase=4),
        dice={"flak": [1, 2], "response": [1, 1], "attack": [1, 1]},
    )
    check(s, len(rolls_of(s, "player", "flak")), 1)
    play_until(s, "attack")
    s.decide("guns")
    check(s, len(rolls_of(s, "player", "attack")), 1)


# -- 9C Torpedoes by Moonlight ----------------------------------------------------------------------------------


@rule("3.2e")
def test_9c_the_ships_are_always_lit_and_nobody_drops_flares() -> None:
    s = new_session(night("9C", fighter(201, "0101 S"), bomber(103, "0918 S"), turn=5, phase=1))
    check(s, (points(s), picture(s)["flares_until"]), (3, 0))
    s = new_session(scenario="9C")
    check(s, last(s, "umpire", "off_map").data["count"], 9)
    holds(s, picture(s)["environment"]["moon"] == "full", "by moonlight")
