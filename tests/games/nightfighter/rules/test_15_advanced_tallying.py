"""Chapter 15: looking hard at what radar or searchlights have fixed."""

from typing import Any

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    contacts,
    fighter,
    fighters,
    holds,
    keep,
    last,
    new_session,
    night,
    refused,
    rolls_of,
)
from tests.support.rules import rule


def look(*aircraft: str, scenario: str = "1A", dice: list[int] | None = None, **more: object) -> viermot.Session:
    """A tally phase of turn 3 after which nobody has rolled the general dice."""
    s = new_session(night(scenario, *aircraft, turn=3, phase=8, **more), dice={"fixed tally": dice or []})
    answer(s, "general_tally", "no")
    return s


def roll_at(s: viermot.Session, contact: str = "C1") -> Any:
    """Roll against this contact: the event."""
    answer(s, "tally_fixed", contact)
    return rolls_of(s, "player", "fixed tally")[-1]


@rule("15.1a")
def test_15_1a_after_the_general_roll_one_named_target_one_roll() -> None:
    s = new_session(
        night(
            "1A", fighter(201, "1016 S"), bomber(112, "1018 S", light="K"), bomber(113, "1019 S", light="N"),
            bomber(114, "1320 S", light="O"), phase=8,
        ),
        dice={"fixed tally": [1, 1, 1, 1, 1, 1]},
    )  # fmt: skip
    check(s, asked(s).kind, "general_tally", "first")
    answer(s, "general_tally", "no")
    check(s, (asked(s).seat, list(asked(s).options)), ("player", ["none", "C1", "C2"]), "C3 is too far away")
    refused(s, "C3", "15.1a")
    roll = roll_at(s, "C2")
    check(s, (roll.data["fighter"], roll.data["contact"], "15.1a" in roll.rules), ("201", "C2", True))
    holds(s, asked(s).kind != "tally_fixed", "one roll, though it failed")


@rule("15.1a")
def test_15_1a_each_fighter_has_a_roll_of_its_own() -> None:
    s = look(
        fighter(201, "1016 S"), fighter(202, "1017 S"), bomber(112, "1018 S", light="K"),
        scenario="3C", dice=[1, 1, 1, 2, 2, 2],
    )  # fmt: skip
    roll_at(s)
    roll = roll_at(s)
    check(s, (roll.data["fighter"], "15.1a" in roll.rules), ("202", True))
    check(s, (fighters(s)["201"]["tally"], fighters(s)["202"]["tally"]), (None, "C1"))


@rule("15.1a")
def test_15_1a_not_blinded_and_not_with_a_tally() -> None:
    lit = bomber(112, "1018 S", light="K")
    s = look(fighter(201, "1016 S", blind=3), fighter(202, "1017 S"), lit, scenario="3C")
    check(s, asked(s).facts["fighter"], 1, "the blinded crew is passed over")
    holds(s, "15.1a" in roll_at(s).rules, "by rule 15.1a")
    s = new_session(night("3C", fighter(201, "1018 S", tally=112), fighter(202, "1017 S"), lit, turn=3, phase=8))
    keep(s)
    answer(s, "general_tally", "no")
    check(s, (asked(s).kind, asked(s).facts["fighter"]), ("tally_fixed", 1), "the crew with a tally is passed over")


@rule("15.1b")
def test_15_1b_a_fighter_with_an_ai_fix_must_use_it() -> None:
    s = look(
        fighter(201, "1016 S", fix=112), bomber(112, "1016 S"), bomber(113, "1017 S", light="K"),
        scenario="4B", dice=[2, 2, 2],
    )  # fmt: skip
    check(s, list(asked(s).options), ["none", "C1"])
    refused(s, "C2", "15.1b")
    roll_at(s)
    holds(s, "15.1b" in last(s, "player", "tallied").rules, "by rule 15.1b")


@rule("15.1b")
def test_15_1b_no_roll_at_all_if_its_fix_is_out_of_sight() -> None:
    s = look(fighter(201, "1016 S", fix=112), bomber(112, "1018 S"), bomber(113, "1017 S", light="K"), scenario="4B")
    holds(s, asked(s).kind != "tally_fixed", "the fix is two hexes away and not lit [ruling A8]")
    s = look(
        fighter(201, "1016 S"), bomber(112, "1018 S"), bomber(113, "1017 S", light="K"), scenario="4B", dice=[3] * 3
    )
    roll_at(s)
    holds(s, "15.1b" in last(s, "player", "tallied").rules, "without a fix the lit one will do")


@rule("15.1b")
def test_15_1b_without_a_fix_of_its_own_only_what_is_lit() -> None:
    s = look(
        fighter(201, "1016 S"),
        fighter(202, "1015 S", fix=112),
        bomber(112, "1016 S"),  # fixed by the other fighter's radar
        bomber(113, "1017 S", light="K"),
        scenario="8E",
        visibility="good",
        dice=[3] * 6,
    )
    check(s, list(asked(s).options), ["none", "C2"])
    refused(s, "C1", "15.1a")
    roll_at(s, "C2")
    holds(s, "15.1b" in last(s, "player", "tallied").rules, "by rule 15.1b")


@rule("15.1.1a")
@pytest.mark.parametrize(("pilot", "moon", "fix", "lit", "dice"), [
    ("normal", "none", False, True, 3),
    ("normal", "half", False, True, 4),
    ("normal", "full", False, True, 4),
    ("experte", "none", False, True, 5),
    ("experte", "full", True, True, 7),
    ("normal", "none", True, True, 4),
    ("normal", "none", True, False, 3),
    ("green", "none", False, True, 1),
    ("green", "half", False, True, 2),
    ("green", "half", True, True, 3),
])  # fmt: skip
def test_15_1_1a_three_dice_and_what_changes_them(pilot: str, moon: str, fix: bool, lit: bool, dice: int) -> None:
    held = {"light": "K"} if lit else {}
    s = look(
        fighter(201, "1016 S", **({"fix": 112} if fix else {})), bomber(112, "1016 S", **held),
        scenario="4B", moon=moon, options={"pilots": {"201": pilot}},
    )  # fmt: skip
    roll = roll_at(s)
    check(s, len(roll.data["dice"]), dice, "dice")
    holds(s, "15.1.1a" in roll.rules, "by rule 15.1.1a")


@rule("15.1.1a")
def test_15_1_1a_never_fewer_than_one_die() -> None:
    s = look(  # AI Mk IV takes 2 dice, a green pilot 2 more
        fighter(201, "1016 S", fix=112), bomber(112, "1016 S"), scenario="4I", options={"pilots": {"201": "green"}}
    )
    roll = roll_at(s)
    check(s, (sum(dice for _, dice, _ in roll.data["modifiers"]), len(roll.data["dice"])), (-4, 1))
    holds(s, "15.1.1a" in roll.rules, "by rule 15.1.1a")


@rule("15.1.1a")
def test_15_1_1a_radar_and_lights_together_whoever_has_the_radar() -> None:
    s = look(fighter(201, "1016 S"), fighter(202, "1015 S", fix=112), bomber(112, "1017 S", light="K"), scenario="8E")
    roll = roll_at(s)
    check(s, roll.data["modifiers"], [["radar_and_lights", 1, "15.1.1a"]])
    check(s, len(roll.data["dice"]), 4, "dice")


@rule("15.1.1b")
def test_15_1_1b_no_bonus_dice_against_fixed_targets() -> None:
    s = new_session(
        night("3A", fighter(201, "1016 S", dives=0), bomber(112, "1017 S", light="K"), phase=8, cloud="cloudy")
    )  # over illuminated cloud, from a Me110 with a good view
    answer(s, "general_tally", "no")
    roll = roll_at(s)
    check(s, (len(roll.data["dice"]), "15.1.1b" in roll.rules), (3, True), "dice, and by rule 15.1.1b")
    s = new_session(night("3A", fighter(201, "1016 S", dives=0), bomber(112, "1017 S"), phase=8, cloud="cloudy"))
    answer(s, "general_tally", "roll")
    general = rolls_of(s, "player", "tally")[0]
    check(s, (general.data["cloud_die"], general.data["view_die"]), (1, 1), "the general roll would have both")


@rule("15.1.1c")
@pytest.mark.parametrize(("dice", "tally"), [([2, 5, 6], "C1"), ([6, 5, 2], "C1"), ([1, 3, 4], None)])
def test_15_1_1c_tallied_if_its_number_shows(dice: list[int], tally: str | None) -> None:
    s = look(fighter(201, "1016 S"), bomber(112, "1018 S", light="K"), bomber(113, "1018 S"), dice=dice)
    roll_at(s)
    check(s, fighters(s)["201"]["tally"], tally)
    check(s, [c["tallied_by"] for c in contacts(s)], [["201"] if tally else []], "on the map")
    holds(s, "15.1.1c" in last(s, "player", "tallied" if tally else "not_tallied").rules, "by rule 15.1.1c")


@rule("15.1.1c")
def test_15_1_1c_the_tally_belongs_to_the_fighter_that_rolled() -> None:
    s = look(
        fighter(201, "1016 S"), fighter(202, "1017 S"), bomber(112, "1018 S", light="K"),
        scenario="3C", dice=[2, 2, 2],
    )  # fmt: skip
    roll_at(s)
    answer(s, "tally_fixed", "none")
    check(s, (fighters(s)["201"]["tally"], fighters(s)["202"]["tally"]), ("C1", None))
    holds(s, "15.1.1c" in last(s, "player", "tallied").rules, "by rule 15.1.1c")
    check(s, len(rolls_of(s, "player", "fixed tally")), 1, "who wants none rolls nothing")
