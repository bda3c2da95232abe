"""The rule book's short examples of chapters 10, 13 and 19, replayed."""

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    contacts,
    events_of,
    fighter,
    fighters,
    holds,
    last,
    new_session,
    night,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot.games.nightfighter.components import parse_radar_string


def called_two_and_six(*bombers: str) -> viermot.Session:
    """Good visibility, no moon; the tally dice fall 2, 2, 6. The fighter, in 1010, has no good view."""
    s = new_session(
        night("1D", fighter(201, "1010 S"), *bombers, phase=8, visibility="good", moon="none"),
        dice={"tally": [2, 2, 6]},
    )
    answer(s, "general_tally", "roll")
    return s


@rule("10.1a")
def test_N7_numbers_called_of_a_roll_of_2_2_6() -> None:
    every_number = [bomber(110 + number, "1010 S") for number in range(1, 7)]
    s = called_two_and_six(*every_number)
    check(s, rolls_of(s, "player", "tally")[0].data["dice"], [2, 2, 6], "three dice for good visibility")
    check(s, (s.dice.left, len(events_of(s, "player", "spotted"))), (0, 2), "bombers called: a 2 and a 6")
    seen = [row["id"] for row in s.perspective("umpire").to_json()["umpire"]["attackers"] if row["contact"]]
    check(s, seen, ["112", "116"], "and which they are")


@rule("10.1b")
@pytest.mark.parametrize(("where", "tallied"), [("1010", True), ("1011", True), ("0910", True), ("1012", False)])
def test_N8_bomber_102_within_one_hex_is_tallied(where: str, tallied: bool) -> None:
    s = called_two_and_six(bomber(102, f"{where} S"))
    if tallied:
        answer(s, "keep_which", "C1")
        check(s, (fighters(s)["201"]["tally"], last(s, "player", "spotted").data["hex"]), ("C1", where))
    else:
        check(s, contacts(s), [], "two hexes away")
        holds(s, "10.1b" in last(s, "player", "tally_nothing").rules, "by rule 10.1b")


@rule("13.1.1b", "13.1.1c")
def test_N9_freya_in_contact_wuerzburg_not() -> None:
    def search(*bombers: str) -> viermot.Session:
        flying = [bomber(112 + n, f"{where} S") for n, where in enumerate(bombers)]
        s = new_session(night("2", fighter(201, "1801 S"), *flying, phase=5))
        answer(s, "place_search", "0910")  # Freya, search value 2
        answer(s, "place_search", "0714")  # Würzburg, search value 1
        answer(s, "sweep", "0813")
        return s

    s = search("1010", "0911")
    shown = s.perspective("player").to_json()
    check(s, {row["radar"]: row["result"] for row in shown["searches"]}, {"Freya": "contact", "Würzburg": "nothing"})
    check(s, (shown["contacts"], [row["radar"] for row in shown["sweeps"]]), ([], ["Würzburg"]))
    other = search("0911")  # one bomber fewer, and the player could not tell
    check(s, s.events("player"), other.events("player"), "what he is told")
    check(s, shown, other.perspective("player").to_json(), "his map")


@rule("13.1.2a")
@pytest.mark.parametrize("freya", ["1017", "1118"])
@pytest.mark.parametrize("wuerzburg", ["1317", "1418"])
def test_N10_sweeps_the_umpire_may_choose(freya: str, wuerzburg: str) -> None:
    s = new_session(night("2", fighter(201, "1801 S"), bomber(112, "1116 S"), bomber(113, "1420 S"), phase=5))
    answer(s, "place_search", "1018")  # equally near the bomber from 1017 and 1118
    answer(s, "place_search", "1417")  # equally near two bombers
    check(s, sorted(asked(s).options), ["1017", "1118"], "the Freya's sweep")
    refused(s, "1117", "13.1.2a")
    answer(s, "sweep", freya)
    check(s, sorted(asked(s).options), ["1317", "1418"], "the Würzburg's sweep")
    answer(s, "sweep", wuerzburg)
    shown = {row["radar"]: row["hex"] for row in s.perspective("player").to_json()["sweeps"]}
    check(s, shown, {"Freya": freya, "Würzburg": wuerzburg})


@rule("19.1", "19.1.1a")
def test_N11_a_radar_of_2_narrow_0_l_band() -> None:
    radar = parse_radar_string("2 Narrow (0) L-band")
    assert (radar.range, radar.arc, radar.modifier, radar.band, radar.resistant) == (2, "narrow", 0, "L", False)
    assert parse_radar_string("8 Hemi (+1) S-band ¶").resistant
    for where, fixed in (("1012", True), ("1013", False), ("0911", False)):  # the Do215 of 4B carries such a set
        s = new_session(night("4B", fighter(201, "1010 S"), bomber(112, f"{where} S"), phase=6))
        check(s, [c["hex"] for c in contacts(s)], [where] if fixed else [], f"fixed in {where}")


@rule("19.1.3a")
def test_N12_a_modifier_of_minus_2_leaves_one_die_of_three() -> None:
    s = new_session(night("4I", fighter(201, "1010 S"), bomber(112, "1010 S"), phase=6))  # AI Mk IV: 2 Hemi (-2) L-band
    answer(s, "general_tally", "no")
    answer(s, "tally_fixed", "C1")
    roll = rolls_of(s, "player", "fixed tally")[0]
    check(s, (roll.data["modifiers"], len(roll.data["dice"])), ([["minimum_range", -2, "19.1.3a"]], 1))


@rule("19.1.3b")
def test_N13_two_mp_faster_and_a_turn_cost_two_dice() -> None:
    s = new_session(
        night("4J", fighter(201, "0906 SE"), bomber(112, "1007 S"), turn=3, options={"pilots": {"201": "normal"}})
    )
    play_until(s, "path")
    answer(s, "path", "F R F F F")
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["facing"]), ("1009", "S"), "4 MP and a turn")
    play_until(s, "general_tally")
    check(s, [c["hex"] for c in contacts(s)], ["1009"], "the bomber has moved 2 MP and is fixed")
    answer(s, "general_tally", "no")
    answer(s, "tally_fixed", "C1")
    extra = [m for m in rolls_of(s, "player", "fixed tally")[0].data["modifiers"] if m[2] == "19.1.3b"]
    check(s, extra, [["turned", -1, "19.1.3b"], ["overtaking", -1, "19.1.3b"]])
