"""What the book leaves to the player and tells him, and what befalls his fighters: once overlooked, now played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.games.nightfighter.combat_scenes import on_its_tail
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
    inner,
    keep,
    last,
    modifiers,
    new_session,
    night,
    own_pack,
    play_until,
    rolls_of,
)
from tests.support.hands import answer as told
from tests.support.rules import rule
from viermot import Session

MOSQUITO = "Mosquito NF.XVII/NF.XIX"
BEAUFIGHTER = "Beaufighter VIF"
FAR = bomber(102, "1801 S")

# -- 10.2 keep or drop ---------------------------------------------------------------------------------------------


@rule("10.2b", "10.2c")
def test_10_2b_a_tally_that_is_lost_anyway_is_not_asked_about() -> None:
    s = new_session(night("2", fighter(201, "1010 S", tally=112), bomber(112, "1013 S"), turn=3, phase=8))
    check(s, asked(s).kind, "general_tally")
    holds(s, "10.2c" in last(s, "player", "tally_lost").rules, "lost by 10.2c")
    s = new_session(night("2", fighter(201, "1010 S", tally=112), bomber(112, "1010 S"), turn=3, phase=8))
    answer(s, "keep_or_drop", "drop")
    holds(s, "10.2b" in last(s, "player", "tally_dropped").rules, "this one could be kept or dropped")


# -- 24.5.2 and 15.1: the order of rolls ---------------------------------------------------------------------------


def jammed(*more: str, dice: Any = None, **top: Any) -> Session:
    """AI search of scenario 6F: two Ju88s with heavily jammed radars."""
    two = (fighter(201, "1010 S", **top.pop("one", {})), fighter(202, "0510 S", **top.pop("two", {})))
    return new_session(night("6F", *two, *more, FAR, turn=3, phase=6), dice=dice)


@rule("24.5.2b")
def test_24_5_2b_the_player_says_which_jammed_radar_rolls_first() -> None:
    s = jammed(bomber(113, "1011 S"), bomber(115, "0511 S"), dice={"jammed AI": [5, 3]})
    check(s, (asked(s).kind, list(asked(s).options), asked(s).default), ("who_rolls", ["none", "201", "202"], "201"))
    answer(s, "who_rolls", "202")
    check(s, (fighters(s)["202"]["fix"], fighters(s)["201"]["fix"]), ("C1", None))
    check(s, (asked(s).kind, asked(s).default), ("roll_through_jamming", "roll"), "the last one is asked as ever")
    answer(s, "roll_through_jamming", "roll")
    check(s, (fighters(s)["201"]["fix"], [e.data["fighter"] for e in rolls_of(s, "player", "jammed AI")]), (
        "C2", ["202", "201"],
    ))  # fmt: skip
    s = jammed(bomber(113, "1011 S"), one={"fix": 113}, dice={"jammed AI": [1]})
    answer(s, "who_rolls", "none")
    holds(s, "24.5.2b" in last(s, "player", "fix_lost").rules, "who does not roll loses his fix")
    check(s, rolls_of(s, "player", "jammed AI"), [])


@rule("15.1a")
def test_15_1a_the_player_says_which_crew_looks_first_at_what_is_fixed() -> None:
    two = (fighter(201, "1018 S", dives=0), fighter(202, "1018 S", dives=0))
    position = night("5", *two, bomber(113, "1018 S", light="K"), FAR, turn=3, phase=8, visibility="good")
    s = new_session(position, dice={"tally": [1, 1, 1, 1], "fixed tally": [1, 1, 1, 3, 3, 3]}, careful=True)
    told(s, "general_tally", "no")
    check(s, (asked(s).kind, list(asked(s).options), asked(s).default), ("who_looks", ["201", "202"], "201"))
    told(s, "who_looks", "202")
    told(s, "tally_fixed", "C1")
    told(s, "tally_fixed", "C1")
    rolled = rolls_of(s, "player", "fixed tally")
    check(s, [roll.data["fighter"] for roll in rolled], ["202", "201"])
    check(s, (fighters(s)["201"]["tally"], "15.1a" in rolled[0].rules), ("C1", True), "the second throw had a 3")


# -- 16.0: displaced before a new fix ------------------------------------------------------------------------------


@rule("16.0c", "24.5.2b")
def test_16_0c_a_jammed_radar_that_jumps_loses_the_old_target_first() -> None:
    s = new_session(
        night("6F", fighter(201, "1010 S", fix=113), bomber(113, "1012 S"), bomber(115, "1011 S"), turn=3, phase=6),
        dice={"jammed AI": [5]},
    )
    answer(s, "roll_through_jamming", "roll")
    check(s, (asked(s).kind, events_of(s, "player", "fixed")), ("displace", []), "before the new fix")
    holds(s, "24.5.2b" in last(s, "player", "fix_lost").rules, "the player is told that the old fix is gone")
    answer(s, "displace", "left")
    kinds = [e.kind for e in s.events("umpire") if e.kind in ("fix_lost", "contact_lost", "displaced", "fixed")]
    check(s, kinds, ["fix_lost", "contact_lost", "displaced", "fixed"])
    holds(s, "16.0c" in last(s, "umpire", "displaced").rules, "by rule 16.0c")
    check(s, [(c["contact"], c["hex"]) for c in contacts(s)], [("C2", "1011")])


@rule("19.1.2b")
def test_19_1_2b_a_fix_that_held_at_the_beginning_of_the_phase_is_kept_whoever_slips_nearer() -> None:
    two = (fighter(201, "1010 S", fix=113), fighter(202, "0909 N", fix=115))
    s = new_session(night("6", *two, bomber(113, "1012 S"), bomber(115, "0912 S"), turn=3, phase=6))
    answer(s, "displace", "left")
    check(s, attackers(s)["115"]["hex"], "1011", "now it is nearer to 201 than 113")
    holds(s, "19.1.2b" in last(s, "player", "fix_kept").rules, "but 201 keeps what it had")
    check(s, (fighters(s)["201"]["fix"], [c["hex"] for c in contacts(s)]), ("C1", ["1012"]))


# -- 17.1, 17.4.4: intruders ---------------------------------------------------------------------------------------


@rule("17.1a", "27.2.4b")
def test_17_1a_against_a_fighter_that_has_corkscrewed_this_turn_an_intruder_has_firepower_0() -> None:
    points = {}
    for cork in (0, 3):
        me = fighter(201, "0911 S", cork=cork)
        s = new_session(
            night("10", me, bomber(161, "0907 S", type=MOSQUITO), FAR, turn=3, phase=1),
            dice={"umpire:intruder tally": [1, 1, 1], "fighter response": [1, 1], "intruder attack": [5, 5]},
        )
        answer(s, "intruder_path", "F F F F")
        answer(s, "intruder_attacks", "guns")
        roll = rolls_of(s, "player", "intruder attack")[0]
        points[cork] = (roll.data["points"], "17.1a" in roll.rules, fighters(s)["201"]["hits"])
        holds(s, "27.2.4b" in roll.rules, "by rule 27.2.4b")
    check(s, points, {0: (5, False, 4), 3: (0, True, 1)})


@rule("17.4.2a", "17.4.4b")
def test_17_4_4b_the_rear_gunner_may_hold_his_fire() -> None:
    def noticed() -> Session:
        s = new_session(
            night("10", fighter(201, "0911 S"), bomber(161, "0907 S", type=MOSQUITO), FAR, turn=3, phase=1),
            dice={
                "umpire:intruder tally": [1, 1, 1], "fighter response": [6], "fighter reaction": [4],
                "return fire": [6, 6], "intruder attack": [1, 1],
            },
        )  # fmt: skip
        told(s, "intruder_path", "F F F F")
        told(s, "intruder_attacks", "guns")
        return s

    s = noticed()
    check(s, (asked(s).kind, asked(s).seat, asked(s).default), ("shoot_back", "player", "shoot"))
    told(s, "shoot_back", "hold fire")
    holds(s, {"17.4.2a", "17.4.4b"} <= set(last(s, "player", "gunner_holds").rules), "he may, and need not")
    check(s, (rolls_of(s, "player", "return fire"), attackers(s)["161"]["hits"]), ([], 0))
    s = noticed()
    told(s, "shoot_back", "shoot")
    check(s, attackers(s)["161"]["fate"], "destroyed")


@rule("27.2.4a", "19.1.3b")
@pytest.mark.parametrize(("spent", "dice"), [(4, 4), (3, 4), (2, 3)])
def test_19_1_3b_an_intruders_overtaking_is_judged_by_how_the_fighter_flew_last(spent: int, dice: int) -> None:
    """Four MP up to a fighter that flew four or three on the turn before is no overtaking; two is [ruling A50]."""
    me = fighter(201, "0911 S", spent=spent)
    s = new_session(
        night("10", me, bomber(161, "0907 S", type=MOSQUITO), FAR, turn=3, phase=1),
        dice={"umpire:intruder tally": [6] * 8},
    )
    answer(s, "intruder_path", "F F F F")
    roll = rolls_of(s, "umpire", "intruder tally")[0]
    check(s, (len(roll.data["dice"]), "27.2.4a" in roll.rules), (dice, True), "three, and one for AI Mk X")
    own = new_session(
        night("4B", fighter(201, "1010 S", fix=113, spent=4), bomber(113, "1010 S", moved=2), turn=3, phase=8),
        dice={"tally": [1, 1, 1], "fixed tally": [6, 6]},
    )
    answer(own, "general_tally", "no")
    answer(own, "tally_fixed", "C1")
    holds(own, "19.1.3b" in rolls_of(own, "player", "fixed tally")[0].rules, "a fighter's by this turn's moves")


# -- 28.2.1 Fishpond -----------------------------------------------------------------------------------------------


def fishpond(*aircraft: str, dice: Any, scenario: str = "6H", phase: int = 9) -> Session:
    return new_session(night(scenario, *aircraft, FAR, turn=3, phase=phase, options={"28.2.1": True}), dice=dice)


@rule("28.2.1")
def test_28_2_1_a_fighter_that_follows_a_corkscrew_next_to_an_h2s_bomber_is_seen() -> None:
    for side, seen in (("left", True), ("no", False)):
        s = fishpond(
            fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), bomber(106, "1209 S"),
            dice={"response": [6], "reaction": [1], "defensive fire": [1, 1], "umpire:corkscrew": [5]},
        )  # fmt: skip
        answer(s, "attack", "guns")
        check(s, attackers(s)["106"]["alerted"], False, "two hexes away")
        answer(s, "follow", side)
        check(s, attackers(s)["106"]["alerted"], seen, f"{side}: 1110 is next to 1209")
        if seen:
            holds(s, "28.2.1" in last(s, "umpire", "fishpond").rules, "by rule 28.2.1")


@rule("28.2.1")
def test_28_2_1_so_is_one_that_scatters() -> None:
    s = fishpond(
        fighter(201, "1010 S", tally=113), bomber(113, "1010 S", hits=3), bomber(106, "1007 S"),
        dice={"response": [1], "attack": [6, 6], "destruction": [1], "avoidance": [4]},
    )  # fmt: skip
    answer(s, "attack", "guns")
    check(s, fighters(s)["201"]["hex"], "1009", "straight back")
    check(s, attackers(s)["106"]["alerted"], False, "two hexes away still")
    s = fishpond(
        fighter(201, "1010 S", tally=113), bomber(113, "1010 S", hits=3), bomber(106, "1008 S"),
        dice={"response": [1], "attack": [6, 6], "destruction": [1], "avoidance": [4]},
    )  # fmt: skip
    answer(s, "attack", "guns")
    check(s, attackers(s)["106"]["alerted"], True)
    holds(s, "28.2.1" in last(s, "umpire", "fishpond").rules, "by rule 28.2.1")


def test_28_2_1_fighters_get_into_hexes_in_two_ways_only_and_both_are_watched() -> None:
    """A path, and `comes_to`; whoever adds a third must think of Fishpond."""
    package = Path(str(viermot.__file__)).parent / "games/nightfighter"
    puts = re.compile(r"f_hex\[\w+\](, game\.f_facing\[\w+\])? =[^=]")
    writers = {path.name: len(puts.findall(path.read_text(encoding="utf-8"))) for path in package.rglob("*.py")}
    assert {name: count for name, count in writers.items() if count} == {
        "fighters.py": 3,  # flown, comes_to, leaves_map
        "gunnery.py": 1,  # damage: off the map
        "position.py": 2,  # laid out as it is written
        "setup.py": 2,  # before the first turn
    }


# -- 28.4.1 a deferred attack --------------------------------------------------------------------------------------


@rule("28.4.1b")
def test_28_4_1b_the_benefit_is_claimed_or_not() -> None:
    found = {}
    for choice in ("claim", "no"):
        s = on_its_tail({"response": [6], "reaction": [6]}, options={"28.4": True}, me={"oblique": 1})
        told(s, "attack", "hold fire")
        check(s, (asked(s).kind, asked(s).seat, asked(s).default), ("claim", "player", "claim"))
        told(s, "claim", choice)
        found[choice] = modifiers(s, "reaction")
    check(s, found, {"claim": {"deferred_oblique": 2, "not_attacking": 1}, "no": {"not_attacking": 1}})
    s = on_its_tail({"response": [6], "reaction": [6]}, options={"28.4": True}, me={"oblique": 0})
    told(s, "attack", "hold fire")
    holds(s, asked(s).kind != "claim", "without oblique guns there is nothing to claim")
    s = on_its_tail({"response": [6], "reaction": [6]}, options={"28.4": True}, me={"oblique": 1})
    answer(s, "attack", "hold fire")
    holds(s, "28.4.1b" in rolls_of(s, "player", "reaction")[0].rules, "by rule 28.4.1b")


# -- 24.3.2 Naxos in the beacon box --------------------------------------------------------------------------------


@rule("24.3.2a", "24.3.2b")
def test_24_3_2a_a_fighter_in_the_beacon_box_may_search_with_naxos() -> None:
    s = new_session(scenario="6H", seed="naxos")
    play_until(s, "place_search", {"leave_box": "box"})
    placed = []
    while asked(s).kind == "place_search":
        placed.append(s.pending[0].shown_facts("en")["radar"])
        answer(s, "place_search", "0906")
    check(s, placed, ["Freya", "Naxos A", "Naxos B", "Naxos C"])
    holds(s, "24.3.2a" in last(s, "player", "search_placed").rules, "by rule 24.3.2a")
    holds(s, "24.3.2b" in last(s, "player", "search").rules, "and it is answered")


def test_24_2_3a_flensburg_needs_a_heading_so_it_needs_a_hex() -> None:
    s = new_session(scenario="6G", seed="naxos")
    play_until(s, "place_search", {"leave_box": "box"})
    answer(s, "place_search", "none")
    holds(s, asked(s).kind != "place_search", "only the Freya")


# -- 12.0 equipment by agreement, for the attackers too --------------------------------------------------------------


@rule("12.0d", "24.2.2")
def test_12_0d_the_players_may_agree_on_village_inn_for_the_bombers() -> None:
    equipment = {"Lancaster I/III": ["Village Inn"]}
    options = {"equipment": equipment, "any_date": True}
    s = new_session(scenario="6", options=options)
    agreed = last(s, "player", "agreed")
    check(s, (agreed.data["type"], agreed.data["equipment"], agreed.rules), (
        "Lancaster I/III", ["Village Inn"], ("12.0b", "12.0d"),
    ))  # fmt: skip
    dice = {"response": [5], "reaction": [3], "defensive fire": [3, 4], "attack": [1, 1]}
    s = on_its_tail(dice, scenario="6", options=options)
    answer(s, "attack", "guns")
    check(s, modifiers(s, "defensive fire", "umpire"), {"printed": 2, "village_inn": 1})
    holds(s, "24.2.2" in rolls_of(s, "player", "response")[0].rules, "on the Warning column")


@rule("12.0d")
def test_12_0d_only_what_the_chart_lists_and_where_the_rules_for_it_are_in_use() -> None:
    cases = {
        ("6", "Lancaster I/III", "Naxos"): "option.cannot_carry",
        ("4", "Lancaster I/III", "Monica"): "option.needs_chapter",
        ("6", "Halifax III", "Monica"): "option.no_such_fighter",
    }
    for (scenario, type_, name), key in cases.items():
        with pytest.raises(viermot.UserError) as wrong:
            new_session(scenario=scenario, options={"equipment": {type_: [name]}, "any_date": True})
        assert wrong.value.key == key
    with pytest.raises(viermot.UserError) as early:
        new_session(scenario="6", options={"equipment": {"Lancaster I/III": ["Village Inn"]}})
    assert early.value.key == "option.not_yet"
    s = new_session(scenario="10", options={"equipment": {MOSQUITO: ["tail warning"]}})
    check(s, inner(s).layout.groups[-1].warned, True, "intruders too")
    holds(s, "12.0d" in last(s, "umpire", "agreed").rules, "by rule 12.0d")
    check(s, inner(s).layout.omit, frozenset((4, 7)), "an attacker's set brings no phase back")


# -- 14.3, 22.0 flares and flak --------------------------------------------------------------------------------------


@rule("14.3e", "22.0a")
def test_14_3e_where_there_is_flak_zones_under_flares_have_it_too(tmp_path: Path) -> None:
    text = Path(str(viermot.__file__)).parent / "games/nightfighter/data/scenarios/05.toml"
    own = text.read_text(encoding="utf-8").replace('flare_zones = "G-L"', 'flare_zones = "A-F"', 1)
    pack = own_pack(tmp_path, "scenarios/05.toml", own)
    for hex_, flak in (("0305", True), ("0316", True), ("0302", False)):
        me = fighter(201, f"{hex_} S", dives=0)
        position = night("5E", me, bomber(113, "1016 S"), turn=3, phase=4)
        s = new_session(position, pack=pack, dice={"flak": [6, 6], "flak burst": [1] * 4})
        check(s, (len(rolls_of(s, "player", "flak")), fighters(s)["201"]["hits"] > 0), (int(flak), flak), hex_)
    s = new_session(
        night("5E", fighter(201, "0305 S", dives=0), bomber(113, "1016 S"), turn=3, phase=4),
        pack=pack, dice={"flak": [1, 1]},
    )  # fmt: skip
    holds(s, {"14.3e", "22.0a"} <= set(rolls_of(s, "player", "flak")[0].rules), "by rule 14.3e")


@rule("27.3c")
def test_27_3c_jamming_leaves_tail_warning_as_it_is() -> None:
    s = new_session(night("6F", fighter(201, "1010 S"), bomber(113, "1008 S"), FAR, turn=3, phase=3))
    holds(s, "27.3c" in last(s, "player", "tail_warning").rules, "6F jams search radar and both bands of AI radar")


# -- 4.1 the game ends without fighters --------------------------------------------------------------------------------


@rule("4.1a", "3.2e")
def test_4_1a_a_naval_game_ends_too_when_no_fighter_is_left() -> None:
    two = (fighter(201, "0101 N"), fighter(202, "exited"))
    raid = [bomber(111, "0915 S"), bomber(112, "0921 S", done=3), bomber(113, "destroyed")]
    s = new_session(night("9", *two, *raid, turn=4, phase=3, vp=2, kills=1))
    while s.pending and s.pending[0].kind == "path":
        s.decide("F")
    assert s.result is not None
    check(s, s.result["reason"], "no fighters left")
    left = 9 - 2  # of nine torpedo bombers one has launched and one is down
    check(s, s.result["vp"], 2 + 3 * left, "nobody stops the others, those still to come among them")
    check(s, s.result["level"], "loss")
    holds(s, "3.2e" in last(s, "player", "unopposed").rules, "by the special rule of the scenario")
    holds(s, "4.1a" in last(s, "player", "game_over").rules, "by rule 4.1a")


@rule("4.1a")
def test_4_1a_flying_home_at_once_wins_nothing() -> None:
    s = new_session(scenario="9", seed="home")
    while s.pending:
        decision = s.pending[0]
        if decision.kind == "path":
            off = [o for o in decision.options if len(o) == min(len(each) for each in decision.options)]
            s.decide(off[0])
        else:
            s.decide(0)
        if s.perspective("player").to_json()["turn"] > 30:
            break
    assert s.result is not None
    check(s, (s.result["reason"], s.result["level"]), ("no fighters left", "loss"))
    holds(s, "4.1a" in last(s, "player", "game_over").rules, "by rule 4.1a")


def test_4_1a_after_the_last_fighter_is_gone_nobody_is_asked_for_radar() -> None:
    s = new_session(night("9", fighter(201, "0101 N"), fighter(202, "exited"), bomber(111, "0915 S"), turn=4, phase=3))
    while s.pending and s.pending[0].kind == "path":
        s.decide("F")
    assert s.result is not None and not s.pending
    check(s, events_of(s, "player", "search_placed"), [])


def test_the_helper_that_keeps_tallies_stops_at_the_next_question() -> None:
    """The hands that get questions out of the way answer as a person would who wants no other."""
    s = new_session(night("2", fighter(201, "1010 S", tally=112), bomber(112, "1010 S"), turn=3, phase=8))
    keep(s)
    check(s, (asked(s).kind, course(s, "player").count("tally_kept")), ("general_tally", 1))
