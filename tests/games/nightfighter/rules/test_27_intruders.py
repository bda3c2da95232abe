"""Chapter 27: intruders, how they hunt, and what warns of them."""

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

MOSQUITO = "Mosquito NF.XVII/NF.XIX"  # MP 5, AI Mk X: 8 hexes, forward hemisphere
PURSUIT, SERRATE = 1, 101


def intruder(at: str, ident: int = 161, **more: Any) -> str:
    """A Mosquito among the bombers."""
    return bomber(ident, at, **{"type": MOSQUITO, **more})


def hunting(*aircraft: str, scenario: str = "10", turn: int = 3, dice: Any = None, **top: Any) -> Session:
    """Start of the move bombers phase; a lone bomber far away keeps the game alive."""
    position = night(scenario, *aircraft, bomber(102, "1801 S"), turn=turn, phase=1, **top)
    return new_session(position, dice=dice)


def paths(s: Session) -> set[str]:
    """The ways the intruder may fly."""
    check(s, (asked(s).kind, asked(s).seat), ("intruder_path", "umpire"))
    return set(asked(s).options)


def flew(s: Session) -> tuple[str, str]:
    """Where the intruder ended its move."""
    event = last(s, "umpire", "intruder_flew")
    return event.data["hex"], event.data["facing"]


# -- 27.1 picking intruders ------------------------------------------------------------------------


@rule("27.1a", "27.1b")
@pytest.mark.parametrize("counters", [[35, 0, 0], [0, 34, 0], [0, 0, 33]])
def test_27_1b_an_intruder_enters_in_the_column_of_the_top_number(counters: list[int]) -> None:
    s = new_session(scenario="10", draws={"umpire:counter": counters, "umpire:chit": [0]})
    s.decide("red")
    play_until(s, "come_in")
    wave = last(s, "umpire", "wave").data
    seen = [attackers(s)[ident]["intruder"] for ident in wave["attackers"]]
    check(s, (seen, wave["columns"]), ([True, False, False], [7, 15, 1]), "chit 01, red: 07 15 01")


@rule("27.1a")
def test_27_1a_of_several_drawn_at_once_one_stays_and_bombers_take_the_place_of_the_rest() -> None:
    s = new_session(scenario="10B", draws={"umpire:counter": [35, 32]})
    for turn in (1, 2):
        play_until(s, "come_in")
        wave = last(s, "umpire", "wave").data["attackers"]
        check(s, [attackers(s)[ident]["intruder"] for ident in wave], [True, False, False], f"turn {turn}")
        play_turn(s, turn + 1)


@rule("27.1a")
def test_27_1a_when_no_bomber_is_left_to_take_its_place_an_intruder_follows_a_turn_later() -> None:
    gone = [bomber(100 + 10 * ten + one, "exited") for ten in range(6) for one in range(1, 7)][:33]
    position = night("10", fighter(201, "1020 N"), *gone, turn=12, phase=2)
    s = new_session(position, draws={"umpire:counter": [1]})
    play_turn(s, 13)
    check(s, [row["intruder"] for row in attackers(s).values()][33:], [True, False])
    play_turn(s, 14)
    check(s, [row["intruder"] for row in attackers(s).values()][33:], [True, False, True])


# -- 27.2 behaviour --------------------------------------------------------------------------------


@rule("27.2a")
@pytest.mark.parametrize(
    ("prey", "behaviour"),
    [
        ("0913", PURSUIT),  # eight hexes ahead: fixed, and in the Wide arc as well
        ("1711", PURSUIT),  # abeam: in the forward hemisphere only
        ("0914", SERRATE),
        ("1727", SERRATE),
    ],
)
def test_27_2a_a_fix_means_pursuit_else_the_wide_arc_means_serrate(prey: str, behaviour: int) -> None:
    s = hunting(fighter(201, f"{prey} S"), intruder("0905 S" if prey != "1711" else "0910 S"))
    told = last(s, "umpire", "hunts").data
    check(s, (told["attacker"], told["fighter"], told["behaviour"]), ("161", "201", behaviour))


@rule("27.2b")
@pytest.mark.parametrize("prey", ["0904 S", "0101 S", "1810 S"])
def test_27_2b_with_nothing_to_hunt_it_flies_like_a_bomber(prey: str) -> None:
    s = hunting(fighter(201, prey), intruder("0907 S"))
    check(s, events_of(s, "umpire", "hunts"), [])
    check(s, paths(s), {"F F F F F", "F F F F"})
    s.decide("F F F F F")
    check(s, flew(s), ("0912", "S"))


@rule("27.2b")
@pytest.mark.parametrize(
    ("facing", "ways"),
    [
        ("SW", {"F L F F F F", "F L F F F"}),
        ("NE", {"F R F R F F F", "F R F R F F"}),
        ("N", {"F L F L F L F F", "F L F L F L F", "F R F R F R F F", "F R F R F R F"}),
    ],
)
def test_27_2b_it_turns_back_down_the_column_by_the_shortest_way(facing: str, ways: set[str]) -> None:
    behind = {"SW": "0902 S", "NE": "0915 S", "N": "0920 S"}[facing]
    s = hunting(fighter(201, behind), intruder(f"0909 {facing}"))
    check(s, paths(s), ways)
    s.decide(0)
    check(s, flew(s)[1], "S")


@rule("27.2b")
def test_27_2b_off_the_map_it_is_out_of_the_game() -> None:
    s = hunting(fighter(201, "0904 S"), intruder("0925 S"))
    check(s, asked(s).kind, "fake_roll", "there is one way, which ends at the edge")
    play_phase(s, 3)
    check(s, attackers(s)["161"]["fate"], "exited")


@rule("27.2.1a")
def test_27_2_1a_full_mp_or_one_less() -> None:
    s = hunting(fighter(201, "0904 S"), intruder("0907 S"))
    for path in ("F F F", "F F F F F F"):
        refused(s, path, "27.2.1a")
    s.decide("F F F F")
    check(s, flew(s), ("0911", "S"))


@rule("27.2.1a")
@pytest.mark.parametrize("prey", ["0908 N", "0910 S"])
def test_27_2_1a_it_stops_in_the_hex_of_its_prey(prey: str) -> None:
    s = hunting(fighter(201, prey), intruder("0907 S"))
    straight = "F" if prey == "0908 N" else "F F F"
    holds(s, straight in paths(s), "it may stop there")
    holds(s, not [way for way in paths(s) if way.startswith(straight + " F")], "and cannot fly on")
    s.decide(straight)
    check(s, flew(s), (prey[:4], "S"))


@rule("27.2.1b")
def test_27_2_1b_it_does_not_end_its_move_in_a_bombers_hex_if_it_can() -> None:
    s = hunting(fighter(201, "0904 S"), intruder("0907 S"), bomber(113, "0909 S"))  # flies on to 0912
    play_phase(s, 3)
    check(s, flew(s), ("0911", "S"), "full MP would have led it onto 113")


@rule("27.2.1b")
def test_27_2_1b_not_even_in_pursuit() -> None:
    s = hunting(fighter(201, "0911 S"), intruder("0907 S"), bomber(113, "0908 S"))  # flies on to 0911
    refused(s, "F F F F", "27.2.1a")
    s.decide("F F F R F")
    check(s, flew(s), ("0810", "SW"))


@rule("27.2.1b")
def test_27_2_1b_if_it_cannot_avoid_it_it_may() -> None:
    s = hunting(fighter(201, "0904 S"), intruder("0907 S"), bomber(113, "0909 S"), bomber(124, "0908 S"))
    check(s, paths(s), {"F F F F F", "F F F F"}, "bombers in 0912 and 0911")
    s.decide("F F F F")


# -- 27.2.2 Serrate --------------------------------------------------------------------------------


@rule("27.2.2a")
def test_27_2_2a_serrate_needs_an_intruder_that_flies_down_a_column() -> None:
    behaviours = {}
    for facing, prey in (("S", "0925"), ("SE", "1825"), ("S", "0101")):
        s = hunting(fighter(201, f"{prey} S"), intruder(f"0907 {facing}"))
        behaviours[facing, prey] = [event.data["behaviour"] for event in events_of(s, "umpire", "hunts")]
    check(s, behaviours, {("S", "0925"): [SERRATE], ("SE", "1825"): [], ("S", "0101"): []})


@rule("27.2.2a")
def test_27_2_2a_at_any_distance_in_the_wide_arc() -> None:
    heard = {}
    for prey in ("1827", "0111", "0112", "0927"):
        s = hunting(fighter(201, f"{prey} S"), intruder("1007 S"))
        heard[prey] = bool(events_of(s, "umpire", "hunts"))
    check(s, heard, {"1827": True, "0111": False, "0112": True, "0927": True})


@rule("27.2.2b")
@pytest.mark.parametrize(
    ("prey", "from_", "to"),
    [("0925", "0907", "0912"), ("1525", "1006", "1011"), ("0325", "0806", "0811")],
)
def test_27_2_2b_straight_on_or_one_hex_to_the_side_first(prey: str, from_: str, to: str) -> None:
    s = hunting(fighter(201, f"{prey} S"), intruder("0907 S"))
    check(s, paths(s), {"F F F F F", "F F F F"}, "the step aside costs nothing")
    check(s, attackers(s)["161"]["hex"], from_)
    s.decide("F F F F F")
    check(s, flew(s), (to, "S"))


@rule("27.2.2b")
def test_27_2_2b_as_in_a_corkscrew_it_does_not_step_onto_a_bomber() -> None:
    for other, from_ in (("1003 S", "0907"), ("1004 S", "1006")):  # bombers have flown their 3 hexes by then
        s = hunting(fighter(201, "1525 S"), intruder("0907 S"), bomber(113, other))
        play_until(s, "intruder_path")
        check(s, attackers(s)["161"]["hex"], from_)
        s.decide(0)


@rule("27.2.2c")
def test_27_2_2c_it_goes_for_the_fighter_nearest_its_own_column() -> None:
    s = hunting(fighter(201, "1519 S"), fighter(202, "0726 S"), intruder("0907 S"))
    check(s, last(s, "umpire", "hunts").data["fighter"], "202", "two columns away against six, though further off")
    check(s, attackers(s)["161"]["hex"], "0806")


@rule("27.2.2c")
def test_27_2_2c_between_equals_the_umpire_decides() -> None:
    s = hunting(fighter(201, "1119 S"), fighter(202, "0726 S"), intruder("0907 S"))
    check(s, (asked(s).seat, asked(s).kind, list(asked(s).options)), ("umpire", "hunt_which", ["201", "202"]))
    s.decide("201")
    check(s, last(s, "umpire", "hunts").data["fighter"], "201")
    check(s, attackers(s)["161"]["hex"], "1006")


# -- 27.2.3 pursuit --------------------------------------------------------------------------------


@rule("27.2.3a")
def test_27_2_3a_the_closest_fighter_in_range_and_arc_is_fixed() -> None:
    fixed = {}
    for places in (("0915", "0911"), ("0911", "0915"), ("0906", "0915"), ("0916", "0906")):
        rows = [fighter(201 + n, f"{place} S") for n, place in enumerate(places)]
        s = hunting(*rows, intruder("0907 S"))
        told = last(s, "umpire", "hunts").data
        fixed[places] = (told["fighter"], told["behaviour"])
    check(
        s,
        fixed,
        {
            ("0915", "0911"): ("202", PURSUIT),
            ("0911", "0915"): ("201", PURSUIT),
            ("0906", "0915"): ("202", PURSUIT),
            ("0916", "0906"): ("201", SERRATE),
        },
    )


@rule("27.2.3a")
def test_27_2_3a_the_player_is_told_nothing() -> None:
    pictures = []
    for at in ("0909 S", "0121 S"):  # fixed by the intruder, or out of its sight
        s = hunting(fighter(201, "0915 N"), intruder(at))
        check(s, bool(events_of(s, "umpire", "hunts")), at == "0909 S")
        answer(s, "intruder_path", "F F F F F" if at == "0121 S" else "F F F R F F")
        picture = s.perspective("player").to_json()
        pictures.append((picture, [event.to_json() for event in s.events("player")]))
        check(s, contacts(s), [])
    check(s, pictures[0], pictures[1], "the two worlds as the player sees them")


@rule("27.2.3b")
def test_27_2_3b_the_umpire_flies_it_as_a_player_flies_a_fighter() -> None:
    s = hunting(fighter(201, "1109 SE"), intruder("0907 S"))
    ways = paths(s)
    check(s, {way.count("F") for way in ways}, {3, 4, 5}, "three hexes to the prey, else all MP or one less")
    holds(s, "F R F R F R F" in ways and "F L F L F L F L F L" in ways, "it may turn after every hex")
    holds(s, {"F L F F", "F L F F L", "F L F F R"} <= ways, "and choose its facing when it gets there")
    s.decide("F L F F")
    check(s, flew(s), ("1109", "SE"))


def test_27_2_3b_a_marker_on_the_map_turns_with_the_intruder_and_the_player_is_told() -> None:
    s = hunting(fighter(201, "1109 SE"), fighter(202, "0905 S", fix=161), intruder("0907 S"))
    handle = contacts(s)[0]["contact"]
    answer(s, "intruder_path", "F L F F")
    check(s, last(s, "player", "contact_turned").data, {"contact": handle, "facing": "SE"})
    check(s, contacts(s)[0]["facing"], "SE")


# -- 27.2.4 combat ---------------------------------------------------------------------------------


def caught(dice: Any, me: str = "0911 S", way: str = "F F F F", **more: Any) -> Session:
    """The intruder reaches fighter 201 four hexes on and rolls to tally it."""
    s = hunting(fighter(201, me, **more.pop("me", {})), intruder("0907 S"), dice=dice, **more)
    s.decide(way)
    return s


@rule("27.2.4a")
def test_27_2_4a_it_stops_in_the_preys_hex_and_rolls_in_secret() -> None:
    s = caught({"umpire:intruder tally": [2, 3, 4]})
    check(s, rolls_of(s, "umpire", "intruder tally")[0].data["dice"], [2, 3, 4])
    check(s, rolls_of(s, "player", "intruder tally"), [])
    check(s, len(events_of(s, "player", "umpire_rolled")), 1, "the player hears dice, no more")
    check(s, (events_of(s, "player", "intruder_attacks"), contacts(s)), ([], []))


@rule("27.2.4a")
def test_27_2_4a_even_before_two_mp() -> None:
    s = hunting(fighter(201, "0908 S"), intruder("0907 S"), dice={"umpire:intruder tally": [2, 2, 2]})
    s.decide("F")
    check(s, flew(s), ("0908", "S"))
    check(s, len(rolls_of(s, "umpire", "intruder tally")), 1)


@rule("27.2.4a")
def test_27_2_4a_the_dice_are_those_against_a_fixed_target() -> None:
    """Three, one more with a moon, and the minimum range of AI Mk X (+1)."""
    dice = {}
    for name, me, way, top in (
        ("plain", "0911 S", "F F F F", {}),  # + 1 radar, - 1 faster than its prey has moved this turn
        ("moon", "0911 S", "F F F F", {"moon": "half"}),
        ("facing", "0911 SW", "F F F F", {}),
        ("turned", "0911 SW", "F F F F R", {}),
    ):
        s = caught({"umpire:intruder tally": [2] * 5}, me, way, **top)
        dice[name] = len(rolls_of(s, "umpire", "intruder tally")[0].data["dice"])
    check(s, dice, {"plain": 3, "moon": 4, "facing": 2, "turned": 2})


@rule("27.2.4a")
def test_27_2_4a_at_least_one_die_however_bad_the_look() -> None:
    """The Beaufighter's AI Mk IV takes two dice away, and another facing and its greater speed one each."""
    beaufighter = bomber(161, "0909 S", type="Beaufighter VIF")
    s = hunting(fighter(201, "0911 SW"), beaufighter, scenario="10E", dice={"umpire:intruder tally": [1]})
    s.decide("F F")
    check(s, rolls_of(s, "umpire", "intruder tally")[0].data["dice"], [1])


@rule("27.2.4a")
def test_27_2_4a_the_tally_lasts_for_this_phase_only() -> None:
    s = caught({"umpire:intruder tally": [1, 1, 1]})
    answer(s, "intruder_attacks", "no")
    play_phase(s, 9)
    check(s, (rolls_of(s, "player", "fighter response"), "intruder_attacks" in course(s)), ([], False))
    play_turn(s, 4)
    holds(s, asked(s).kind != "intruder_attacks", "it must find its prey again")


@rule("27.2.4a")
def test_27_2_4a_the_umpire_may_rattle_dice_for_nothing() -> None:
    s = hunting(fighter(201, "0904 S"), intruder("0907 S"))
    s.decide("F F F F F")
    answer(s, "fake_roll", "roll")
    check(s, len(rolls_of(s, "umpire", "intruder tally")[0].data["dice"]), 3, "as many as for a plain look")
    real = caught({"umpire:intruder tally": [2, 3, 4]})
    fake_heard, heard = (events_of(game, "player", "umpire_rolled") for game in (s, real))
    check(s, [(event.data, event.rules) for event in fake_heard], [(event.data, event.rules) for event in heard])


@rule("27.2.4a")
def test_27_2_4a_two_real_rolls_sound_like_one_fake() -> None:
    """Heard once, when all intruders have flown: a second rattle, or an early one, could only be real."""
    dice = {"umpire:intruder tally": [2, 2, 2, 2, 2, 2]}
    s = hunting(fighter(201, "0911 S"), intruder("0907 S"), intruder("0907 S", 162), dice=dice)
    s.decide("161")
    s.decide("F F F F")
    check(s, events_of(s, "player", "umpire_rolled"), [])
    s.decide("F F F F")
    check(s, len(rolls_of(s, "umpire", "intruder tally")), 2)
    check(s, len(events_of(s, "player", "umpire_rolled")), 1)


@rule("27.2.4b")
def test_27_2_4b_tallied_and_facing_the_same_way_it_attacks_at_once() -> None:
    s = caught({"umpire:intruder tally": [1, 2, 3], "fighter response": [1, 1], "intruder attack": [3, 3]})
    check(s, (asked(s).kind, asked(s).seat), ("intruder_attacks", "umpire"))
    s.decide("guns")
    check(s, s.perspective("player").to_json()["phase"] in (1, 2, 3), True, "in the move bombers phase")
    check(s, rolls_of(s, "player", "intruder attack")[0].data["points"], 5, "its guns, nothing else")
    check(s, fighters(s)["201"]["hits"], 2, "6 + 5")


@rule("27.2.4b")
def test_27_2_4b_not_without_a_tally_or_with_another_facing() -> None:
    attacks = {}
    for me, tally in (("0911 S", 1), ("0911 SE", 1), ("0911 S", 2)):
        s = caught({"umpire:intruder tally": [tally] * 4}, me)
        play_phase(s, 5, {"intruder_attacks": "guns"})
        attacks[me, tally] = len(events_of(s, "player", "intruder_attacks"))
    check(s, attacks, {("0911 S", 1): 1, ("0911 SE", 1): 0, ("0911 S", 2): 0})


@rule("27.2.4b")
def test_27_2_4b_no_aftermath_for_a_victorious_intruder() -> None:
    dice = {"umpire:intruder tally": [1, 1, 1], "fighter response": [1], "intruder attack": [6, 6]}
    s = hunting(fighter(201, "0911 S"), fighter(202, "0120 S"), intruder("0907 S"), dice=dice)
    s.decide("F F F F")
    s.decide("guns")
    check(s, fighters(s)["201"]["fate"], "destroyed")
    play_phase(s, 3)
    check(s, (rolls_of(s, "umpire", "destruction"), attackers(s)["161"]["hex"]), ([], "0911"))


@rule("27.2.4c", "17.4.4a")
def test_27_2_4c_fighters_respond_to_intruders() -> None:
    dice = {"umpire:intruder tally": [1, 1, 1], "fighter response": [5], "fighter reaction": [4], "return fire": [6, 5]}
    s = caught(dice)
    answer(s, "intruder_attacks", "guns")
    check(s, attackers(s)["161"]["hits"], 3, "11 + 1")
    check(s, attackers(s)["161"]["fate"], "destroyed")
    check(s, s.perspective("player").to_json()["score"]["score"], 2, "an intruder counts two")


@rule("17.4.1a", "27.2.4c")
def test_27_2_4c_a_crew_that_has_responded_stays_on_the_alert() -> None:
    """It notices the first intruder on a 6; for the second the die has two points more."""
    dice = {
        "umpire:intruder tally": [1, 1, 1, 1, 1, 1], "fighter response": [6, 1, 1], "fighter reaction": [3],
        "return fire": [1, 1], "intruder attack": [1, 1, 1, 1],
    }  # fmt: skip
    s = hunting(fighter(201, "0911 S"), intruder("0907 S"), intruder("0907 S", 162), dice=dice)
    play_phase(s, 3, {"which_intruder": "161", "intruder_path": "F F F F", "intruder_attacks": "guns"})
    rolls = rolls_of(s, "player", "fighter response")
    check(s, ["17.4.1a" in roll.rules for roll in rolls], [False, True, True])


@rule("27.3b")
def test_27_3b_only_with_the_set_is_its_rule_named() -> None:
    named = {}
    for scenario in ("10", "10E"):
        type_ = MOSQUITO if scenario == "10" else "Beaufighter VIF"
        dice = {"umpire:intruder tally": [1, 1, 1, 1], "fighter response": [1, 1], "intruder attack": [1, 1]}
        s = hunting(fighter(201, "0911 S"), bomber(161, "0907 S", type=type_), scenario=scenario, dice=dice)
        s.decide("F F F F")
        answer(s, "intruder_attacks", "guns")
        named[scenario] = "27.3b" in rolls_of(s, "player", "fighter response")[0].rules
    check(s, named, {"10": True, "10E": False})


DEFIANTS = """
[[variant]]
id = "10Z"
title = { en = "Defiants" }
intruders = [{ type = "Defiant II", count = 2 }]
status = "own"
"""


@rule("27.2.4b")
def test_27_2_4b_an_intruder_without_guns_ahead_fires_with_0(tmp_path: Path) -> None:
    """An owner's Defiant has its turret only, and intruders use no oblique guns."""
    pack = own_pack(tmp_path, "scenarios/10.toml", DEFIANTS)
    dice = {"umpire:intruder tally": [1, 1, 1, 1], "fighter response": [1, 1], "intruder attack": [6, 3]}
    rows = (fighter(201, "0910 S"), bomber(161, "0907 S", type="Defiant II"), bomber(102, "1801 S"))
    s = new_session(night("10Z", *rows, turn=3, phase=1), pack=pack, dice=dice)
    s.decide("F F F")
    answer(s, "intruder_attacks", "guns")
    check(s, rolls_of(s, "player", "intruder attack")[0].data["points"], 0)
    check(s, fighters(s)["201"]["hits"], 0, "9 + 0")


@rule("27.2.4c", "17.4.4a")
def test_27_2_4c_intruders_are_attacked_and_respond_like_bombers() -> None:
    s = new_session(
        night("10", fighter(201, "1010 S", tally=161), intruder("1010 S"), turn=3, phase=9),
        dice={"response": [5, 4], "reaction": [1], "attack": [2, 3], "umpire:corkscrew": [1]},
    )
    answer(s, "attack", "guns")
    told = attackers(s)["161"]
    check(s, (told["hits"], told["alerted"], told["hex"]), (1, True, "1110"), "5 + 5; then 4 + 2 responds")
    answer(s, "follow", "left")
    check(s, fighters(s)["201"]["tally"], "C2", "and it can be followed")


def test_27_2_an_intruder_whose_prey_another_has_shot_down_flies_on() -> None:
    dice = {"umpire:intruder tally": [1, 1, 1], "fighter response": [1], "intruder attack": [6, 6]}
    s = hunting(fighter(201, "0916 S"), fighter(202, "1827 S"), intruder("0912 S"), intruder("0705 S", 162), dice=dice)
    check(s, [e.data["behaviour"] for e in events_of(s, "umpire", "hunts")], [PURSUIT, SERRATE])
    answer(s, "which_intruder", "161")
    s.decide("F F F F")
    s.decide("guns")
    check(s, fighters(s)["201"]["fate"], "destroyed")
    check(s, (attackers(s)["162"]["hex"], paths(s)), ("0705", {"F F F F F", "F F F F"}), "no step aside any more")


# -- 27.3 tail warning -----------------------------------------------------------------------------


def moving(*aircraft: str, scenario: str = "10", **top: Any) -> Session:
    """Start of the move fighters phase of turn 3."""
    return new_session(night(scenario, *aircraft, bomber(102, "1801 S"), turn=3, phase=3, **top))


@rule("27.3a")
def test_27_3a_something_in_the_hex_or_two_hexes_behind_gives_a_warning() -> None:
    warned = {}
    for at in ("0910", "0909", "0908", "0907", "0911", "0809", "1009", "0810", "1010"):
        s = moving(fighter(201, "0910 S"), bomber(113, f"{at} S"))
        warned[at] = bool(events_of(s, "player", "tail_warning"))
    check(s, [at for at, call in warned.items() if call], ["0910", "0909", "0908"])


@rule("27.3a")
def test_27_3a_in_the_first_hex_of_the_map_too() -> None:
    for at in ("0101", "0102"):
        s = moving(fighter(201, f"{at} S"), bomber(113, "0101 S"))
        check(s, len(events_of(s, "player", "tail_warning")), 1, at)


@rule("27.3a")
def test_27_3a_behind_is_behind_the_fighters_own_heading() -> None:
    warned = {}
    for at in ("0909", "0811", "0712", "0613", "1010"):
        s = moving(fighter(201, "0911 NE"), bomber(113, f"{at} S"))
        warned[at] = bool(events_of(s, "player", "tail_warning"))
    check(s, [at for at, call in warned.items() if call], ["0811", "0712"])


@rule("27.3a")
def test_27_3a_one_call_and_no_word_of_what_or_where() -> None:
    calls = []
    for rows in ([bomber(113, "0909 S")], [intruder("0908 S"), bomber(113, "0910 N"), bomber(124, "0909 S")]):
        s = moving(fighter(201, "0910 S"), *rows)
        while asked(s).kind == "slip":
            s.decide("no")
        calls.append([(event.data, event.rules) for event in events_of(s, "player", "tail_warning")])
    check(s, calls, [[({"fighter": "201"}, ("27.3a", "27.3c"))]] * 2)


@rule("27.3a")
def test_27_3a_a_bomber_in_its_hex_that_it_has_tallied_or_fixed_does_not_count() -> None:
    warned = {}
    for state in ("tally", "fix"):
        for at in ("0910", "0909"):
            s = moving(fighter(201, "0910 S", **{state: 113}), bomber(113, f"{at} S"))
            warned[state, at] = bool(events_of(s, "player", "tail_warning"))
    check(s, warned, {(state, at): at == "0909" for state in ("tally", "fix") for at in ("0910", "0909")})
    s = moving(fighter(201, "0910 S", tally=113), bomber(113, "0910 S"), bomber(124, "0910 S"))
    check(s, len(events_of(s, "player", "tail_warning")), 1, "another one in its hex does")


@rule("27.3a")
def test_27_3a_only_fighters_with_the_set_are_warned() -> None:
    warned = {}
    for scenario in ("10", "10A"):
        s = moving(fighter(201, "0910 S"), bomber(113, "0909 S"), scenario=scenario)
        warned[scenario] = bool(events_of(s, "player", "tail_warning"))
    check(s, warned, {"10": True, "10A": False})


@rule("27.3b")
def test_27_3b_with_the_set_it_responds_on_the_warning_column() -> None:
    responds = {}
    for scenario in ("10", "10A"):
        dice = {"umpire:intruder tally": [1, 1, 1], "fighter response": [5, 1], "fighter reaction": [6]}
        s = caught({**dice, "intruder attack": [1, 1]}, scenario=scenario)
        s.decide("guns")
        responds[scenario] = bool(rolls_of(s, "player", "fighter reaction"))
    check(s, responds, {"10": True, "10A": False})


@rule("27.3.1")
def test_27_3_1_a_warned_fighter_may_evade_with_one_mp_more() -> None:
    s = moving(fighter(201, "0910 S"), bomber(113, "0909 S"))
    check(s, list(asked(s).options), ["fly", "evade"])
    s.decide("evade")
    check(s, asked(s).facts["most"], 5)
    refused(s, "F F F F F F", "9.1a")
    s.decide("F F F F F")
    check(s, fighters(s)["201"]["hex"], "0915")


@rule("27.3.1")
def test_27_3_1_without_a_warning_there_is_no_evasion() -> None:
    s = new_session(night("6F", fighter(201, "0910 S", dives=1), bomber(113, "0101 S"), turn=3, phase=3))
    check(s, asked(s).kind, "manoeuvre")
    refused(s, "evade", "27.3.1")


@rule("27.3.1", "17.3.2b")
def test_27_3_1_even_a_blinded_fighter_may_turn_as_it_evades() -> None:
    s = moving(fighter(201, "0910 S", blind=3), bomber(113, "0909 S"))
    s.decide("evade")
    s.decide("F R F F F F")
    check(s, fighters(s)["201"]["facing"], "SW")


@rule("27.3.1")
def test_27_3_1_it_loses_tally_and_fix_and_sees_nothing_for_the_rest_of_the_turn() -> None:
    kinds: dict[str, list[str]] = {}
    for way in ("fly", "evade"):
        s = moving(
            fighter(201, "0910 S", tally=113, fix=113),
            bomber(113, "0911 S"),
            bomber(124, "0909 S"),
            visibility="good",
            options={"equipment": {"201": ["Naxos"]}},
        )
        s.decide(way)
        play_until(s, "path")
        mine = fighters(s)["201"]
        check(s, (mine["tally"], mine["fix"]), ("C1", "C1") if way == "fly" else (None, None))
        s.decide("F F")
        kinds[way] = []
        while s.pending and s.perspective("player").to_json()["turn"] == 3:
            kinds[way].append(asked(s).kind)
            s.decide({"place_search": "none", "displace": "centre"}.get(asked(s).kind, 0))
    check(s, kinds["evade"], ["place_search"], "the Freya and nothing else")
    check(s, "roll_through_jamming" in kinds["fly"] and "keep_or_drop" in kinds["fly"], True)


LIT_UP = """
[[variant]]
id = "10Z"
title = { en = "Lights" }
searchlights = { zones = "ZONES", directed = true }
omit = [4]
cloud = "none"
status = "own"
"""


@rule("14.2.3", "1.5a")
def test_1_5a_lights_lose_an_intruder_that_flies_out_of_their_zone(tmp_path: Path) -> None:
    s = coned(tmp_path, "J-L")
    check(s, [contact["lit_in"] for contact in contacts(s)], ["J"])
    s.decide("F F F F")
    check(s, (attackers(s)["161"]["lit_in"], contacts(s)), (None, []), "0416 to 0420")
    check(s, len(events_of(s, "player", "light_lost")), 1, "once, though it flies on through zone M")


@rule("14.2.4a", "14.2.4b")
def test_1_5a_or_hand_it_over_as_they_would_a_bomber(tmp_path: Path) -> None:
    s = coned(tmp_path, "J-O", {"hand-off": [1, 2, 3, 4]})
    s.decide("F F F F")
    answer(s, "hand_off", "yes")
    check(s, attackers(s)["161"]["lit_in"], "M")


def coned(folder: Path, zones: str, dice: Any = None) -> Session:
    """An intruder lit in zone J is about to fly, with lights in these zones."""
    pack = own_pack(folder, "scenarios/10.toml", LIT_UP.replace("ZONES", zones))
    aircraft = (intruder("0416 S", light="J"), fighter(201, "1801 N"), bomber(102, "1810 S"))
    s = new_session(night("10Z", *aircraft, turn=3, phase=1), pack=pack, dice=dice)
    play_until(s, "intruder_path")
    return s
