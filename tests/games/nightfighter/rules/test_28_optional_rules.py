"""Chapter 28: the optional rules, each with what happens without it."""

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
    last,
    modifiers,
    new_session,
    night,
    own_pack,
    play_phase,
    play_until,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

SWITCHES = ("28.1", "28.2", "28.2.1", "28.3", "28.4", "28.5", "28.6")
CORKSCREW = {"response": [6], "reaction": [1], "defensive fire": [1, 1]}
TA154 = """
[[variant]]
id = "4Z"
title = { en = "Moskito" }
date = "January 1945"
defenders = [{ type = "Ta154A", count = 1 }]
searchlights = { zones = "J-R", directed = true }
omit = [4]
cloud = "none"
status = "own"
"""


def on_its_tail(dice: Any, scenario: str = "4D", target: Any = (), **me: Any) -> Session:
    """Combat phase of turn 3: fighter 201 in the hex of bomber 103 and facing the same way."""
    top = {key: me.pop(key) for key in ("options", "moon") if key in me}
    row = fighter(201, "1010 S", **{"tally": 103, **me})
    return new_session(night(scenario, row, bomber(103, "1010 S", **dict(target)), turn=3, phase=9, **top), dice=dice)


@rule("28.0")
def test_28_0_an_optional_rule_is_off_until_it_is_agreed() -> None:
    s = new_session(scenario="6H")
    check(s, events_of(s, "player", "option"), [])
    s = new_session(scenario="6H", options={"28.1": True, "28.2": False, "28.4": True})
    check(s, [event.data["option"] for event in events_of(s, "player", "option")], ["28.1", "28.4"])
    s = new_session(scenario="4B", options=dict.fromkeys(set(SWITCHES) - {"28.2.1"}, True))
    check(s, len(events_of(s, "umpire", "option")), 6, "both seats are told")


# -- 28.1 following corkscrews ---------------------------------------------------------------------


@rule("28.1a")
@pytest.mark.parametrize(
    ("scenario", "fix", "pilot", "dice"),
    [
        ("4B", {}, "normal", 1),
        ("4B", {"fix": 103}, "normal", 2),  # L-band
        ("6", {"fix": 103}, "normal", 2),  # P-band
        ("9", {"fix": 103}, "normal", 2),  # X-band
        ("8", {"fix": 103}, "normal", 4),  # S-band
        ("8", {}, "normal", 1),
        ("4B", {}, "experte", 3),
        ("8", {"fix": 103}, "experte", 6),
    ],
)
def test_28_1a_dice_to_follow_a_corkscrew(scenario: str, fix: dict[str, int], pilot: str, dice: int) -> None:
    s = on_its_tail(CORKSCREW, scenario, options={"28.1": True, "pilots": {"201": pilot}}, **fix)
    answer(s, "attack", "guns")
    check(s, len(rolls_of(s, "player", "follow")[0].data["dice"]), dice)
    order = course(s)
    check(s, order.index("follow") < order.index("contact_lost"), True, "before contact breaks")


@rule("28.1a", "17.2")
def test_17_2_an_experte_has_two_more_dice_to_follow() -> None:
    s = on_its_tail(CORKSCREW, "4B", options={"28.1": True, "pilots": {"201": "experte"}}, fix=103)
    answer(s, "attack", "guns")
    check(s, len(rolls_of(s, "player", "follow")[0].data["dice"]), 4)


@rule("28.1b", "28.1a")
def test_28_1b_if_the_bombers_number_shows_the_player_learns_where_it_went() -> None:
    told = {}
    for die in (3, 4):
        s = on_its_tail({**CORKSCREW, "follow": [die], "umpire:corkscrew": [6]}, "4B", options={"28.1": True})
        answer(s, "attack", "guns")
        told[die] = [event.data["hex"] for event in events_of(s, "player", "corkscrew_seen")]
        check(s, list(asked(s).options), ["no", "left", "centre", "right"], "either way the player decides")
    check(s, told, {3: ["0910"], 4: []})


@rule("28.1b")
def test_28_1b_knowing_is_not_following() -> None:
    s = on_its_tail({**CORKSCREW, "follow": [3], "umpire:corkscrew": [6]}, "4B", options={"28.1": True})
    answer(s, "attack", "guns")
    answer(s, "follow", "no")
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["tally"]), ("1010", None))


@rule("17.4.3c")
def test_28_1_without_the_option_nobody_rolls() -> None:
    s = on_its_tail(CORKSCREW, "4B", fix=103)
    answer(s, "attack", "guns")
    check(s, (rolls_of(s, "player", "follow"), asked(s).kind), ([], "follow"))


# -- 28.2 alerted bombers --------------------------------------------------------------------------


@rule("28.2a")
@pytest.mark.parametrize(
    ("scenario", "mp", "odd", "even"),
    [
        ("3D", "2 to 2*", 2, 3),
        ("4A", "2* to 3", 3, 3),
        ("4B", "3 to 3*", 3, 4),
        ("8", "3* to 4", 4, 4),
        ("8B", "4 to 4*", 4, 5),
    ],
)
def test_28_2a_an_alerted_bomber_flies_one_step_faster(scenario: str, mp: str, odd: int, even: int) -> None:
    flown = []
    for turn in (3, 4):
        s = flying(bomber(103, "1005 S", alert=1), scenario=scenario, turn=turn)
        flown.append(int(attackers(s)["103"]["hex"][2:]) - 5)
    check(s, flown, [odd, even], mp)


def flying(*bombers: str, scenario: str = "4B", turn: int = 4, options: Any = None) -> Session:
    """The bombers have flown."""
    rows = [fighter(201, "0120 N"), *bombers]
    options = {"28.2": True} if options is None else options
    s = new_session(night(scenario, *rows, turn=turn, phase=1, options=options))
    play_phase(s, 3, {"hold_back": "hold"})
    return s


@rule("28.2a")
def test_28_2a_others_and_those_at_the_top_of_the_ladder_do_not() -> None:
    s = flying(bomber(103, "1005 S", alert=1), bomber(114, "1205 S"))
    check(s, (attackers(s)["103"]["hex"], attackers(s)["114"]["hex"]), ("1009", "1208"))
    s = flying(bomber(103, "1005 S", alert=1), scenario="4F")
    check(s, attackers(s)["103"]["hex"], "1010", "4* stays 4*: five hexes on an even turn")
    s = flying(bomber(103, "1005 S", alert=1), options={})
    check(s, attackers(s)["103"]["hex"], "1008", "without the option")


@rule("28.2a")
def test_28_2a_not_if_it_would_end_in_another_bombers_hex() -> None:
    s = flying(bomber(103, "1005 S", alert=1), bomber(114, "1006 S"))
    check(s, (attackers(s)["103"]["hex"], attackers(s)["114"]["hex"]), ("1008", "1009"))


@rule("28.2a")
def test_28_2a_whoever_flies_off_the_map_is_in_nobodys_way() -> None:
    """Four hexes instead of three, on a map of 27 rows: from row 24 the extra one leads off it."""
    found = []
    for at in ("1023", "1024", "1026"):
        s = flying(bomber(103, f"{at} S", alert=1))
        told = [event.kind for event in s.events("umpire") if event.kind in ("extra_speed", "no_extra_speed")]
        found.append((attackers(s)["103"]["fate"], told))
    check(s, found, [("on map", ["extra_speed"]), ("exited", []), ("exited", [])])


@rule("28.2a")
def test_28_2a_torpedo_bombers_speed_up_only_after_their_attack() -> None:
    s = flying(bomber(103, "0905 S", alert=1), bomber(114, "1105 S", alert=1, done=1), scenario="9", turn=3)
    check(s, (attackers(s)["103"]["hex"], attackers(s)["114"]["hex"]), ("0907", "1109"), "2; and 3* becomes 4")


@rule("28.2a")
def test_28_2a_an_alerted_intruder_speeds_up_as_a_bomber_does() -> None:
    ways = {}
    for alert, option in ((1, False), (0, True), (1, True)):
        beaufighter = bomber(161, "0905 S", type="Beaufighter VIF", alert=alert)
        others = (fighter(201, "0120 N"), bomber(102, "1805 S"))
        s = new_session(night("10E", beaufighter, *others, turn=4, phase=1, options={"28.2": option}))
        play_until(s, "intruder_path")
        ways[alert, option] = sorted(len(way.split()) for way in asked(s).options)
        s.decide(0)
    check(s, ways, {(1, False): [3, 4], (0, True): [3, 4], (1, True): [4, 5]}, "4 is 4* when alerted")


@rule("28.2b")
def test_28_2b_oblique_guns_count_0_against_an_alerted_bomber() -> None:
    printed = {}
    for alert in (0, 1):
        for option in (False, True):
            s = on_its_tail(
                {"response": [1, 1], "attack": [1, 1]},
                target={"alert": alert},
                oblique=1,
                options={"28.2": option},
            )
            answer(s, "attack", "oblique")
            printed[alert, option] = modifiers(s, "attack")
    three = {"printed": 3}
    wanted = {(0, False): three, (0, True): three, (1, False): three, (1, True): {"alerted": 0}}
    check(s, printed, wanted)


@rule("28.2b", "17.4.1a")
def test_28_2b_a_bomber_that_has_just_shot_back_is_alerted_before_the_attack() -> None:
    dice = {"response": [6], "reaction": [1], "defensive fire": [1, 1], "attack": [1, 1]}
    s = on_its_tail(dice, oblique=1, options={"28.2": True})
    answer(s, "attack", "oblique")
    check(s, modifiers(s, "attack"), {"alerted": 0}, "1 + 2 was defensive fire, and that is over")


@rule("28.2b")
def test_28_2b_ordinary_guns_keep_their_firepower() -> None:
    firepower = {}
    for guns in ("guns", "oblique"):
        s = on_its_tail({"response": [1, 1], "attack": [1, 1]}, target={"alert": 1}, oblique=1, options={"28.2": True})
        answer(s, "attack", guns)
        firepower[guns] = sum(modifiers(s, "attack").values())
    check(s, firepower, {"guns": 6, "oblique": 0})


@rule("28.2.1", "24.3.1")
def test_28_2_1_fishpond_alerts_an_h2s_bomber_as_soon_as_a_fighter_comes_next_to_it() -> None:
    alerted = {}
    for option in (True, False):
        position = night(
            "6H",
            fighter(201, "0910 S"),
            bomber(116, "1013 S"),
            bomber(103, "1014 S"),
            bomber(126, "0716 S"),
            turn=3,
            phase=3,
            options={"28.2.1": option},
        )
        s = new_session(position)
        answer(s, "path", "F F F R")  # 0913 is beside 1013, and two hexes from 1014
        alerted[option] = [ident for ident, row in attackers(s).items() if row["alerted"]]
        check(s, contacts(s), [])
        check(s, events_of(s, "player", "fishpond"), [], "in secret")
    check(s, alerted, {True: ["116"], False: []})


@rule("28.2.1")
def test_28_2_1_even_if_it_only_flies_past() -> None:
    s = new_session(
        night(
            "6H",
            fighter(201, "0910 SE"),
            bomber(116, "1112 S"),
            turn=4,
            phase=3,
            options={"28.2.1": True},
        )
    )
    answer(s, "path", "F F L F F")  # 1010, 1111 beside it, 1210, 1310
    check(s, (fighters(s)["201"]["hex"], attackers(s)["116"]["alerted"]), ("1310", True))


@rule("28.2.1")
def test_28_2_1_leaving_the_box_is_a_move_too() -> None:
    s = new_session(night("6H", fighter(201, "box"), bomber(116, "1714 S"), turn=3, phase=3, options={"28.2.1": True}))
    answer(s, "leave_box", "1813 N")
    check(s, attackers(s)["116"]["alerted"], True)


# -- 28.3 searchlight confusion --------------------------------------------------------------------


def lights(place: str, scenario: str = "4B", option: bool = True, **top: Any) -> int:
    """How many dice zone K rolls with a fighter there."""
    position = night(
        scenario,
        fighter(201, f"{place} S"),
        bomber(103, "0916 S"),
        turn=3,
        phase=7,
        options={"28.3": option},
        **top,
    )
    s = new_session(position)
    answer(s, "place_marker", "1017")
    return len(rolls_of(s, "player", "searchlight")[0].data["dice"])


@rule("28.3")
def test_28_3_a_fighter_in_or_next_to_a_zone_halves_its_dice() -> None:
    places = ("0815", "0714", "1219", "0616", "1317", "0813", "0516", "1020")
    dice = {place: lights(place) for place in places}
    assert dice == {**dict.fromkeys(places[:5], 2), **dict.fromkeys(places[5:], 4)}
    assert lights("0815", option=False) == 4


@rule("28.3")
def test_28_3_halves_are_rounded_up() -> None:
    dice = [lights("0815", "3D", visibility=v, moon=m) for v, m in (("moderate", "half"), ("poor", "none"))]
    assert lights("0815") == 2
    plain = [lights("0815", "3", visibility=v, moon=m) for v, m in (("moderate", "half"), ("poor", "none"))]
    assert (dice, plain) == ([2, 2], [2, 1]), "directed 4; undirected 3 and 1"


@rule("28.3", "14.2.4b")
def test_28_3_hand_offs_keep_their_four_dice() -> None:
    s = new_session(
        night(
            "4B",
            fighter(201, "0920 N"),
            bomber(103, "0917 S", light="K"),
            turn=3,
            phase=1,
            options={"28.3": True},
        )
    )
    answer(s, "hand_off", "yes")
    check(s, len(rolls_of(s, "player", "hand-off")[0].data["dice"]), 4, "with a fighter in the new zone")


@rule("28.3")
def test_28_3_a_hand_off_names_the_rule_where_a_fighter_could_confuse_the_lights() -> None:
    cited = {}
    for at in ("0920 N", "1801 N"):  # in the new zone, or far away
        for option in (True, False):
            rows = (fighter(201, at), bomber(103, "0917 S", light="K"))
            s = new_session(night("4B", *rows, turn=3, phase=1, options={"28.3": option}))
            answer(s, "hand_off", "yes")
            cited[at, option] = "28.3" in rolls_of(s, "player", "hand-off")[0].rules
    check(s, [case for case, named in cited.items() if named], [("0920 N", True)])


# -- 28.4 attack position --------------------------------------------------------------------------


def tallying(dice: list[int], option: bool = True, **more: Any) -> Session:
    """Tally phase: 201 looks for bomber 103 in its hex; two dice and the die for its good view."""
    pilots = {"201": more.pop("pilot", "normal")}
    position = night(
        "4B",
        fighter(201, "1010 S", **more),
        bomber(103, "1010 S"),
        turn=3,
        phase=8,
        options={"28.4": option, "pilots": pilots},
    )
    return new_session(position, dice={"tally": dice, "response": [1, 1], "attack": [1, 1]})


@rule("28.4a")
@pytest.mark.parametrize(("dice", "good"), [([3, 1, 1], 0), ([3, 3, 1], 1), ([3, 1, 3], 1), ([3, 3, 3], 1)])
def test_28_4a_poor_unless_two_dice_show_its_number(dice: list[int], good: int) -> None:
    s = tallying(dice)
    answer(s, "general_tally", "roll")
    answer(s, "keep_which", "C1")
    check(s, last(s, "player", "position").data, {"fighter": "201", "contact": "C1", "good": good})


@rule("28.4a")
def test_28_4a_a_tally_kept_from_the_turn_before_is_a_good_one() -> None:
    s = tallying([1, 1, 1], tally=103)
    answer(s, "keep_or_drop", "keep")
    check(s, last(s, "player", "position").data["good"], 1)


@rule("28.4b")
def test_28_4b_a_poor_position_costs_2() -> None:
    firepower = {}
    for dice in ([3, 1, 1], [3, 3, 1]):
        for option in (True, False):
            s = tallying(dice, option)
            answer(s, "general_tally", "roll")
            answer(s, "keep_which", "C1")
            play_until(s, "attack")
            s.decide("guns")
            firepower[dice[1], option] = modifiers(s, "attack")
    poor = {"printed": 4, "poor_position": -2}
    wanted = {(1, True): poor, (1, False): {"printed": 4}, (3, True): {"printed": 4}, (3, False): {"printed": 4}}
    check(s, firepower, wanted)


@rule("28.4a", "28.4b")
def test_28_4b_it_cannot_get_better_before_the_next_turn() -> None:
    s = tallying([3, 1, 1])
    answer(s, "general_tally", "roll")
    answer(s, "keep_which", "C1")
    play_until(s, "attack")
    s.decide("hold fire")
    check(s, [event.data["good"] for event in events_of(s, "player", "position")], [0])
    play_until(s, "keep_or_drop", {"path": "F F F", "follow": "no", "hold_back": "hold"})
    s.decide("keep")
    check(s, [(e.turn, e.data["good"]) for e in events_of(s, "player", "position")][-1:], [(4, 1)], "next turn it does")


@rule("28.4a", "28.4b")
def test_28_4b_nor_by_letting_it_go_and_looking_again_with_the_radars_help() -> None:
    s = new_session(
        night("4B", fighter(201, "1010 S", fix=103), bomber(103, "1010 S"), turn=3, phase=8, options={"28.4": True}),
        dice={"tally": [3, 1, 1], "fixed tally": [3] * 5, "response": [1, 1], "attack": [1, 1]},
    )
    answer(s, "general_tally", "roll")
    answer(s, "keep_which", "none")
    answer(s, "tally_fixed", "C1")
    check(s, [event.data["good"] for event in events_of(s, "player", "position")], [0], "seen by one die first")
    answer(s, "attack", "guns")
    check(s, modifiers(s, "attack"), {"printed": 4, "poor_position": -2})


@rule("28.4a", "17.4.3d")
def test_28_4b_a_corkscrew_does_not_change_it() -> None:
    s = new_session(
        night("4B", fighter(201, "1010 S"), bomber(103, "1010 S"), turn=3, phase=8, options={"28.4": True}),
        dice={"tally": [3, 1, 1], **CORKSCREW, "umpire:corkscrew": [3], "attack": [1, 1]},
    )
    answer(s, "general_tally", "roll")
    answer(s, "keep_which", "C1")
    answer(s, "attack", "guns")
    answer(s, "follow", "centre")
    answer(s, "attack_all_the_same", "guns")
    check(s, modifiers(s, "attack"), {"corkscrewed": 0, "poor_position": -2})


@rule("27.2.4b")
def test_28_4b_intruders_are_always_well_placed() -> None:
    s = new_session(
        night(
            "10",
            fighter(201, "0911 S"),
            bomber(161, "0907 S", type="Mosquito NF.XVII/NF.XIX"),
            bomber(102, "1801 S"),
            turn=3,
            phase=1,
            options={"28.4": True},
        ),
        dice={"umpire:intruder tally": [1, 2, 3], "fighter response": [1, 1], "intruder attack": [1, 4]},
    )
    s.decide("F F F F")
    s.decide("guns")
    check(s, (rolls_of(s, "player", "intruder attack")[0].data["points"], fighters(s)["201"]["hits"]), (5, 1))


@rule("28.4.1a", "28.4b")
def test_28_4_1a_oblique_guns_from_a_poor_position_count_0_and_2_less() -> None:
    s = on_its_tail({"response": [1, 1], "attack": [6, 6]}, oblique=1, position=[0, 3, 0], options={"28.4": True})
    answer(s, "attack", "oblique")
    check(s, modifiers(s, "attack"), {"poor_position_oblique": 0, "poor_position": -2})
    check(s, last(s, "player", "hits").data["hits"], 1, "12 - 2")


@rule("28.4.1b")
def test_28_4_1b_one_that_bides_its_time_below_is_as_hard_to_see_as_if_it_attacked() -> None:
    seen = {}
    cases: dict[str, dict[str, Any]] = {
        "tally": {"oblique": 1},
        "no oblique guns": {"oblique": 0},
        "option off": {"oblique": 1, "options": {}},
    }
    for name, case in cases.items():
        s = on_its_tail({"response": [6], "reaction": [6]}, **{"options": {"28.4": True}, **case})
        answer(s, "attack", "hold fire")
        seen[name] = modifiers(s, "reaction")
    alone = {"not_attacking": 1}
    check(s, seen, {"tally": {"deferred_oblique": 2, **alone}, "no oblique guns": alone, "option off": alone})


@rule("28.4.1b")
def test_28_4_1b_an_ai_fix_will_do_but_without_fix_or_tally_there_is_no_benefit() -> None:
    s = new_session(
        night(
            "4D",
            fighter(201, "1010 S", oblique=1, fix=103),
            bomber(103, "1010 S"),
            bomber(114, "1010 S"),
            turn=3,
            phase=9,
            options={"28.4": True},
        ),
        dice={"response": [6], "reaction": [6], "umpire:response": [6], "umpire:reaction": [6]},
    )
    seen, unseen = rolls_of(s, "umpire", "reaction")
    check(s, [part[:2] for part in seen.data["modifiers"]], [["deferred_oblique", 2], ["not_attacking", 1]])
    check(s, [part[:2] for part in unseen.data["modifiers"]], [["not_attacking", 1]], "114 is not in contact")


# -- 28.5 green pilots -----------------------------------------------------------------------------


@rule("28.5")
def test_28_5_two_dice_fewer_against_fixed_targets() -> None:
    dice = {}
    for pilot in ("normal", "green"):
        s = looking_at("1017", pilot)
        dice[pilot] = len(rolls_of(s, "player", "fixed tally")[0].data["dice"])
    check(s, dice, {"normal": 3, "green": 1})


def looking_at(place: str, pilot: str = "normal", rear_view: bool = False, **more: Any) -> Session:
    """Tally phase: 201 at 1016 facing south rolls against a lit bomber there."""
    position = night(
        more.get("scenario", "4B"),
        fighter(201, "1016 S"),
        bomber(103, f"{place} S", light="K"),
        turn=3,
        phase=8,
        visibility="good",
        options={"28.6": rear_view, "pilots": {"201": pilot}},
    )
    s = new_session(position, pack=more.get("pack"))
    play_until(s, "tally_fixed")
    s.decide("C1")
    return s


@rule("28.5")
def test_28_5_one_firepower_less_and_one_less_on_the_second_response_die() -> None:
    s = on_its_tail({"response": [6, 1], "reaction": [6], "attack": [1, 1]}, "4B", options={"pilots": {"201": "green"}})
    answer(s, "attack", "guns")
    check(s, (modifiers(s, "reaction"), modifiers(s, "attack")), ({"green": -1}, {"printed": 4, "green": -1}))


@rule("28.5")
def test_28_5_the_switch_makes_every_ordinary_pilot_green() -> None:
    s = new_session(scenario="6E", options={"28.5": True})
    check(s, [row["pilot"] for row in fighters(s).values()], ["green", "green", "experte"])
    s = on_its_tail({"response": [1, 1], "attack": [1, 1]}, "4B", options={"28.5": True})
    answer(s, "attack", "guns")
    check(s, modifiers(s, "attack")["green"], -1)


@rule("28.5")
def test_28_5_bonus_dice_do_nothing_for_a_green_crew() -> None:
    tallied, good = {}, {}
    for pilot in ("normal", "green"):
        s = tallying([1, 1, 3], pilot=pilot)  # the last die is the one for a good view
        answer(s, "general_tally", "roll")
        tallied[pilot] = [event.data["contact"] for event in events_of(s, "player", "spotted")]
        s = tallying([3, 1, 3], pilot=pilot)
        answer(s, "general_tally", "roll")
        answer(s, "keep_which", "C1")
        good[pilot] = last(s, "player", "position").data["good"]
    check(s, (tallied, good), ({"normal": ["C1"], "green": []}, {"normal": 1, "green": 0}))


@rule("28.5", "28.4a")
def test_28_5_a_bonus_die_makes_a_double_for_one_crew_and_not_for_a_green_one_beside_it() -> None:
    s = new_session(
        night(
            "4G",
            fighter(201, "1010 S"),
            fighter(202, "1010 S"),
            bomber(103, "1010 S"),
            turn=3,
            phase=8,
            options={"28.4": True, "pilots": {"202": "green"}},
        ),
        dice={"tally": [3, 1, 3]},
    )
    answer(s, "general_tally", "roll")
    answer(s, "keep_which", "C1")
    answer(s, "keep_which", "C1")
    good = {event.data["fighter"]: event.data["good"] for event in events_of(s, "player", "position")}
    check(s, good, {"201": 1, "202": 0})


@rule("28.5")
def test_28_5_the_die_for_bright_cloud_shows_a_green_crew_nothing() -> None:
    seen = {}
    for pilot in ("normal", "green"):
        s = new_session(
            night(
                "3E",
                fighter(201, "1010 S"),
                bomber(103, "1010 S"),
                turn=3,
                phase=8,
                moon="full",
                cloud="cloudy",
                options={"pilots": {"201": pilot}},
            ),
            dice={"tally": [1, 1, 1, 3, 1]},  # three, the one for the cloud, the one for a good view
        )
        play_until(s, "general_tally")
        s.decide("roll")
        seen[pilot] = len(events_of(s, "player", "contact"))
    check(s, seen, {"normal": 1, "green": 0})


# -- 28.6 rear view --------------------------------------------------------------------------------


@rule("28.6")
def test_28_6_two_dice_fewer_against_what_is_behind() -> None:
    dice = {}
    for place in ("1016", "1017", "1216", "1015", "1215"):
        for option in (True, False):
            s = looking_at(place, rear_view=option)
            dice[place, option] = len(rolls_of(s, "player", "fixed tally")[0].data["dice"])
    behind = [("1015", True), ("1215", True)]
    check(s, {key: count for key, count in dice.items() if count != 3}, dict.fromkeys(behind, 1), "abeam is not behind")


@rule("28.6")
def test_28_6_the_ta154_has_a_rule_of_its_own(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/04.toml", TA154)
    dice = {}
    for place in ("1017", "1117", "1216", "1015"):
        for option in (True, False):
            s = looking_at(place, rear_view=option, scenario="4Z", pack=pack)
            dice[place, option] = len(rolls_of(s, "player", "fixed tally")[0].data["dice"])
    assert dice == {(place, option): 3 if place[2:] == "17" else 1 for place, option in dice}


@rule("28.6", "17.2")
def test_28_6_two_dice_fewer_of_however_many() -> None:
    s = looking_at("1015", pilot="experte", rear_view=True)
    roll = rolls_of(s, "player", "fixed tally")[0]
    check(s, roll.data["modifiers"], [["experte", 2, "17.2"], ["behind", -2, "28.6"]])
    check(s, len(roll.data["dice"]), 3)
