"""Chapter 16: a bomber that is lost slips aside in secret."""

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    contacts,
    events_of,
    fighter,
    fighters,
    holds,
    keep,
    last,
    new_session,
    night,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule

FAR = fighter(201, "1801 S")
MOSQUITO = "Mosquito NF.XVII/NF.XIX"


def lost_fix(die: int = 1, other: str = "0402 S") -> viermot.Session:
    """201 had bomber 112 on its radar, two hexes reach; now it is three hexes away, in 1013."""
    return new_session(
        night("4B", fighter(201, "1010 S", fix=112), bomber(112, "1013 S"), bomber(113, other), turn=3, phase=6),
        dice={"umpire:corkscrew": [die]},
    )


@rule("16.0a")
@pytest.mark.parametrize(("die", "hex_"), [
    (1, "1113"), (2, "1113"), (3, "1013"), (4, "1013"), (5, "0913"), (6, "0913"),
])  # fmt: skip
def test_16_0a_a_lost_bomber_is_shifted_as_by_a_corkscrew(die: int, hex_: str) -> None:
    s = lost_fix(die)
    check(s, (contacts(s), asked(s).kind, asked(s).seat), ([], "displace", "umpire"), "lost, so it is shifted")
    answer(s, "displace", "roll")
    check(s, attackers(s)["112"]["hex"], hex_, f"left rear, the same hex or right rear by a {die}")
    holds(s, "16.0a" in last(s, "umpire", "displaced").rules, "by rule 16.0a")


@rule("16.0a")
def test_16_0a_the_player_learns_nothing_of_it() -> None:
    worlds = [lost_fix(die) for die in (1, 3, 5)]
    for s in worlds:
        answer(s, "displace", "roll")
        check(s, events_of(s, "player", "displaced") + rolls_of(s, "player", "corkscrew"), [], "what he sees")
        check(s, s.events("player"), worlds[0].events("player"), "what he is told, whatever the die")
        check(s, s.perspective("player").to_json(), worlds[0].perspective("player").to_json(), "his map")
        holds(s, "16.0a" in rolls_of(s, "umpire", "corkscrew")[0].rules, "the umpire rolls by rule 16.0a")


@rule("16.0a")
def test_16_0a_the_way_may_be_barred() -> None:
    s = lost_fix(1, other="1113 S")  # another bomber is in its left rear hex
    answer(s, "displace", "roll")
    check(s, attackers(s)["112"]["hex"], "1013", "it stays where it is")
    holds(s, "16.0a" in last(s, "umpire", "displaced").rules, "by rule 16.0a")


@rule("16.0a")
def test_16_0a_after_a_tally_or_the_lights_have_lost_it_too() -> None:
    s = new_session(night("1A", fighter(201, "1010 S", tally=112), bomber(112, "1012 S"), turn=3, phase=8))
    keep(s)
    answer(s, "displace", "left")
    check(s, attackers(s)["112"]["hex"], "1112", "out of sight, tally lost")
    s = new_session(night("1A", fighter(201, "1010 S", tally=112), bomber(112, "1010 S"), turn=3, phase=8))
    answer(s, "keep_or_drop", "drop")
    answer(s, "displace", "left")
    check(s, attackers(s)["112"]["hex"], "1110", "tally dropped")
    s = new_session(night("2D", FAR, bomber(112, "1020 S", light="N"), turn=4))
    answer(s, "displace", "left")
    check(s, attackers(s)["112"]["hex"], "1123", "flown from zone N into 1023, lost there")
    holds(s, "16.0a" in last(s, "umpire", "displaced").rules, "by rule 16.0a")


@rule("16.0a")
def test_16_0a_after_a_tally_nobody_kept() -> None:
    s = new_session(
        night("1A", fighter(201, "1010 S"), bomber(112, "1010 S"), turn=3, phase=8), dice={"tally": [2, 2, 2]}
    )
    answer(s, "general_tally", "roll")
    answer(s, "keep_which", "none")
    answer(s, "displace", "right")
    shifted = last(s, "umpire", "displaced")
    check(s, (shifted.data["attacker"], shifted.data["hex"], "16.0a" in shifted.rules), ("112", "0910", True))


@rule("16.0a")
def test_16_0a_not_in_scenarios_without_the_rule() -> None:
    s = new_session(night("2", fighter(201, "1010 S", tally=112), bomber(112, "1013 S"), turn=3, phase=8))
    keep(s)
    check(s, (contacts(s), asked(s).kind), ([], "general_tally"), "scenario 2 ends with chapter 13")
    s = lost_fix()
    answer(s, "displace", "roll")
    holds(s, "16.0a" in last(s, "umpire", "displaced").rules, "scenario 4B has it")


@rule("16.0a")
def test_16_0a_a_corkscrew_is_shift_enough() -> None:
    s = new_session(
        night("3A", fighter(201, "1010 S", tally=112, dives=0), bomber(112, "1010 S"), turn=3, phase=9),
        dice={"response": [6], "reaction": [1], "defensive fire": [1, 1], "umpire:corkscrew": [1]},
    )
    answer(s, "attack", "guns")
    answer(s, "follow", "no")
    check(s, [e.data["hex"] for e in events_of(s, "umpire", "displaced")], ["1110"], "shifted once, by the corkscrew")
    holds(s, asked(s).kind != "displace", "and not again")
    s = lost_fix()
    answer(s, "displace", "roll")  # without a corkscrew it is shifted


@rule("16.0b")
def test_16_0b_not_while_the_lights_still_hold_it() -> None:
    lit = bomber(112, "1018 S", light="K")
    s = new_session(night("4B", fighter(201, "1015 S", fix=112), lit, turn=3, phase=6))
    check(s, (fighters(s)["201"]["fix"], [c["hex"] for c in contacts(s)]), (None, ["1018"]), "fix lost, still lit")
    holds(s, "16.0b" in last(s, "player", "fix_lost").rules, "by rule 16.0b")
    holds(s, asked(s).kind != "displace" and not events_of(s, "umpire", "displaced"), "not shifted")


@rule("16.0b")
def test_16_0b_not_while_a_tally_or_a_radar_still_holds_it() -> None:
    s = new_session(night("1A", fighter(201, "1801 S", tally=112), bomber(112, "1024 S", light="Q"), turn=4))
    holds(s, "16.0b" in last(s, "player", "light_lost").rules, "flown out of the lights, but tallied")
    check(s, (asked(s).kind == "displace", [c["hex"] for c in contacts(s)]), (False, ["1027"]))
    s = new_session(
        night(
            "8E", fighter(201, "1010 S", tally=112, fix=112), fighter(202, "0502 S"), bomber(112, "1012 S"),
            turn=3, phase=8,
        )
    )  # fmt: skip
    keep(s)
    holds(s, "16.0b" in last(s, "player", "tally_lost").rules, "out of sight, but on the radar")
    check(s, (asked(s).kind, [c["hex"] for c in contacts(s)]), ("general_tally", ["1012"]))


@rule("16.0b")
def test_16_0b_not_while_another_fighter_holds_it() -> None:
    two = (fighter(201, "1010 S", tally=112), fighter(202, "1012 S", tally=112))
    s = new_session(night("3C", *two, bomber(112, "1012 S"), turn=3, phase=8))
    keep(s)
    keep(s)
    lost = last(s, "player", "tally_lost")
    check(s, (lost.data["fighter"], "16.0b" in lost.rules), ("201", True))
    check(s, (asked(s).kind, fighters(s)["202"]["tally"]), ("general_tally", "C1"), "202 still has it")


@rule("16.0c")
def test_16_0c_before_the_next_ai_fix() -> None:
    s = new_session(  # 112 is out of the arc; its right rear hex is in it again
        night("4B", fighter(201, "1010 S", fix=112), bomber(112, "1113 S"), turn=3, phase=6)
    )
    check(s, events_of(s, "player", "fixed"), [], "fixes before the shift")
    answer(s, "displace", "right")
    check(s, [(c["contact"], c["hex"]) for c in contacts(s)], [("C2", "1012")], "found anew, under a new name")
    kinds = [e.kind for e in s.events("umpire") if e.kind in ("contact_lost", "displaced", "fixed")]
    check(s, kinds, ["contact_lost", "displaced", "fixed"])
    holds(s, "16.0c" in last(s, "umpire", "displaced").rules, "by rule 16.0c")


@rule("16.0c")
def test_16_0c_before_the_next_tally_roll_or_search() -> None:
    two = (fighter(201, "1013 S", tally=112), fighter(202, "0505 S", tally=113))
    s = new_session(night("3C", *two, bomber(112, "1013 S"), bomber(113, "0505 S"), turn=3, phase=8))
    answer(s, "keep_or_drop", "drop")
    check(s, asked(s).kind, "displace", "next, before the other fighter's choice")
    answer(s, "displace", "left")
    answer(s, "keep_or_drop", "drop")
    check(s, asked(s).kind, "displace", "next, before the general roll")
    answer(s, "displace", "left")
    check(s, asked(s).kind, "general_tally")
    holds(s, "16.0c" in last(s, "umpire", "displaced").rules, "by rule 16.0c")
    s = new_session(night("1A", FAR, bomber(112, "0716 S", light="K"), bomber(113, "0720 S"), turn=4))
    answer(s, "hand_off", "no")
    check(s, (asked(s).kind, events_of(s, "umpire", "marker")), ("displace", []), "before the lights search again")


@rule("16.0d")
def test_16_0d_back_in_the_zone_but_not_in_the_lights() -> None:
    s = new_session(night("1A", FAR, bomber(112, "0716 S", light="K"), turn=4))
    answer(s, "hand_off", "no")
    check(s, attackers(s)["112"]["hex"], "0719", "it has flown from K into N")
    answer(s, "displace", "left")
    back = attackers(s)["112"]
    check(s, (back["hex"], back["lit_in"], contacts(s)), ("0818", None, []), "0818 is in K")
    holds(s, "16.0d" in last(s, "umpire", "displaced").rules, "by rule 16.0d")
    play_until(s, "place_marker")
    holds(s, "0818" in asked(s).options, "zone K has to search for it like for any other")


# -- intruders -------------------------------------------------------------------------------------


def on_the_tail(intruder_at: str = "1008 S", type_: str = MOSQUITO) -> viermot.Session:
    """201, a Ju88 with tail warning, is about to move; something is behind it."""
    others = (bomber(113, intruder_at, type=type_), bomber(112, "0502 S"))
    return new_session(night("10", fighter(201, "1010 S"), *others, turn=3, phase=3))


def slips_of_turn_3(s: viermot.Session) -> list[int]:
    """Play the turn to its end without slipping: the phases in which the umpire was asked."""
    asked_in: list[int] = []
    while (shown := s.perspective("player").to_json())["turn"] == 3:
        if asked(s).kind == "slip":
            asked_in.append(shown["phase"])
        s.decide("F F" if asked(s).kind == "path" else 0)
    return asked_in


@rule("16.0e")
@pytest.mark.parametrize(("choice", "hex_"), [("left", "1108"), ("right", "0908"), ("centre", "1008")])
def test_16_0e_an_intruder_betrayed_by_tail_warning_may_slip_aside(choice: str, hex_: str) -> None:
    s = on_the_tail()
    holds(s, events_of(s, "player", "tail_warning"), "the crew is warned")
    check(s, (asked(s).kind, asked(s).seat), ("slip", "umpire"))
    answer(s, "slip", choice)
    check(s, attackers(s)["113"]["hex"], hex_)
    holds(s, "16.0e" in last(s, "umpire", "displaced").rules, "by rule 16.0e")
    check(s, events_of(s, "player", "displaced"), [], "told to the player")
    check(s, slips_of_turn_3(s), [], "phases in which it may do so again")


@rule("16.0e")
def test_16_0e_at_any_time_in_the_rest_of_the_turn() -> None:
    s = on_the_tail()
    check(s, slips_of_turn_3(s), [3, 5, 6, 8, 9, 10], "phases in which the umpire may shift it")
    s = on_the_tail()
    answer(s, "slip", "no")
    play_until(s, "place_search", {"path": "F F"})
    play_until(s, "slip")
    answer(s, "slip", "roll")
    check(s, len(rolls_of(s, "umpire", "corkscrew")), 1, "dice")
    shifted = last(s, "umpire", "displaced")
    check(s, (shifted.turn, "16.0e" in shifted.rules), (3, True), "later in the same turn")


@rule("16.0e")
def test_16_0e_an_intruder_whose_attack_drew_a_response_may_slip_aside() -> None:
    def attacked(response: int) -> viermot.Session:
        s = new_session(
            night("10E", fighter(201, "1010 S"), bomber(113, "1008 S", type="Beaufighter VIF"), turn=3),
            dice={
                "umpire:intruder tally": [1],
                "fighter response": [response, 1],
                "fighter reaction": [4],
                "return fire": [1, 1],
                "intruder attack": [1, 1],
            },
        )
        answer(s, "intruder_path", "F F")
        answer(s, "intruder_attacks", "guns")
        return s

    s = attacked(6)
    answer(s, "slip", "left")
    check(s, attackers(s)["113"]["hex"], "1110")
    holds(s, "16.0e" in last(s, "umpire", "displaced").rules, "by rule 16.0e")
    holds(s := attacked(1), asked(s).kind != "slip", "unnoticed, it has no reason to")


@rule("16.0e")
def test_16_0e_intruders_only() -> None:
    s = on_the_tail(type_="Halifax III")
    holds(s, events_of(s, "player", "tail_warning"), "a bomber sets the warning off too")
    holds(s, asked(s).kind != "slip", "but stays where it is")
    s = on_the_tail()
    answer(s, "slip", "left")  # an intruder may


@rule("16.0f")
def test_16_0f_the_umpire_may_pick_the_hex() -> None:
    for choice, hex_ in (("left", "1113"), ("centre", "1013"), ("right", "0913")):
        s = lost_fix()
        check(s, list(asked(s).options), ["roll", "left", "centre", "right"])
        answer(s, "displace", choice)
        check(s, attackers(s)["112"]["hex"], hex_)
        check(s, rolls_of(s, "umpire", "corkscrew"), [], "dice")
        holds(s, "16.0f" in last(s, "umpire", "displaced").rules, "by rule 16.0f")
    s = lost_fix(other="1113 S")
    check(s, list(asked(s).options), ["roll", "centre", "right"], "where no other bomber is")
    refused(s, "left", "16.0f")


@rule("16.0e")
def test_16_0e_not_this_turn_is_said_for_the_whole_turn() -> None:
    """In the first turn as in any other; who goes back on nothing may slip aside."""
    others = (bomber(113, "1008 S", type=MOSQUITO), bomber(112, "0502 S"))
    for turn in (1, 3):
        s = new_session(night("10", fighter(201, "1010 S"), *others, turn=turn, phase=3))
        answer(s, "slip", "not this turn")
        while s.perspective("player").to_json()["turn"] == turn:
            holds(s, asked(s).kind != "slip", "it is not asked again")
            s.decide("F F" if asked(s).kind == "path" else 0)
    s = on_the_tail()
    answer(s, "slip", "left")
    holds(s, "16.0e" in last(s, "umpire", "displaced").rules, "by rule 16.0e")
