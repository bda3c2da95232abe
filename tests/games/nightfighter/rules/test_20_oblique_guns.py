"""Chapter 20: oblique guns, and which aircraft have schräge Musik."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nightfighter.support import (
    answer,
    asked,
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
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session


def below(dice: dict[str, list[int]], **me: Any) -> Session:
    """Scenario 4D, combat phase: a Me110G-4 (guns 6, schräge Musik 3) under Lancaster 113."""
    position = night(
        "4D",
        fighter(201, "1010 S", tally=113, **{"oblique": 1, **me}),
        bomber(113, "1010 S"),
        turn=3,
        phase=9,
    )
    return new_session(position, dice=dice)


@rule("20.0a")
def test_20_0a_oblique_guns_fire_with_their_own_value() -> None:
    s = below({"response": [1, 1], "attack": [3, 4]})
    check(s, list(asked(s).options), ["hold fire", "guns", "oblique"])
    answer(s, "attack", "oblique")
    check(s, modifiers(s, "attack"), {"printed": 3})
    check(s, last(s, "player", "hits").data["hits"], 1, "7 + 3")


@rule("20.0a")
def test_20_0a_they_are_declared_before_the_response_is_rolled() -> None:
    s = below({"response": [6], "reaction": [2], "defensive fire": [1, 1], "attack": [1, 1]})
    answer(s, "attack", "oblique")
    told = course(s, "player")
    first = told.index("attack") < told.index("response")
    check(s, (first, last(s, "player", "attack").data["guns"]), (True, "oblique"))
    check(s, modifiers(s, "reaction"), {"oblique": 2}, "so the bomber sees less of it")


@rule("20.0a")
def test_20_0a_a_fighter_without_them_cannot_use_them() -> None:
    s = below({}, oblique=0)
    refused(s, "oblique", "20.0a")


@rule("20.0a")
def test_20_0a_all_who_notice_it_shoot_at_a_fighter_that_hangs_below() -> None:
    """Another bomber in the hex has the same trouble with a fighter that attacks with oblique guns [17.4, 17.4.2]."""
    s = new_session(
        night(
            "4D",
            fighter(201, "1010 S", tally=113, oblique=1),
            bomber(113, "1010 S"),
            bomber(102, "1010 S"),
            turn=3,
            phase=9,
        ),
        dice={
            "response": [1, 1],
            "attack": [1, 1],
            "umpire:response": [6],
            "umpire:reaction": [1],
            "defensive fire": [1, 1],
        },
    )
    answer(s, "attack", "oblique")
    check(s, rolls_of(s, "umpire", "reaction")[-1].data["attacker"], "102")
    check(s, modifiers(s, "reaction", "umpire"), {"oblique": 2})
    check(s, modifiers(s, "defensive fire"), {"printed": 2, "from_below": -1})


@rule("20.0b", "17.4.3d")
def test_20_0b_if_the_target_corkscrews_the_attack_is_off_even_for_one_who_follows() -> None:
    dice = {"response": [6], "reaction": [1, 1], "defensive fire": [1, 1], "umpire:corkscrew": [3]}
    s = new_session(
        night(
            "4D",
            fighter(201, "1010 S", tally=113, oblique=1),
            bomber(113, "1010 S"),
            turn=3,
            phase=9,
            moon="full",
            options={"28.5": True},
        ),
        dice=dice,
    )
    answer(s, "attack", "oblique")  # 1 + 2 - 1 for the green crew - 1 for the moon
    answer(s, "follow", "centre")
    check(s, fighters(s)["201"]["tally"], "C2", "it stayed with it")
    check(s, rolls_of(s, "player", "attack"), [])
    check(s, asked(s).kind == "attack_all_the_same", False)


@rule("20.1")
@pytest.mark.parametrize(("die", "fitted"), [(1, True), (3, True), (4, False), (6, False)])
def test_20_1_an_upgrade_is_there_on_1_to_3(die: int, fitted: bool) -> None:
    s = new_session(scenario="4D", dice={"schräge Musik": [die]})
    play_until(s, "path")
    check(s, (fighters(s)["201"]["oblique"], len(rolls_of(s, "player", "schräge Musik"))), (fitted, 1))


@rule("20.1")
def test_20_1_each_such_aircraft_rolls_for_itself() -> None:
    s = new_session(scenario="6", dice={"schräge Musik": [3, 4, 1]})
    play_until(s, "leave_box")
    check(s, [row["oblique"] for row in fighters(s).values()], [True, False, True])


@rule("20.1")
def test_20_1_standard_equipment_is_always_there() -> None:
    s = new_session(scenario="4F")
    play_until(s, "manoeuvre")
    check(s, fighters(s)["201"]["oblique"], True, "the He219A-2 has it as standard")
    check(s, [e for e in events_of(s, "player", "roll") if e.data["what"] == "schräge Musik"], [])


@rule("20.1", "12.0b")
def test_20_1_both_sides_may_agree_on_the_die_as_on_the_guns_themselves() -> None:
    fitted = {}
    for name in ("SM", "SM by die roll"):
        options = {"equipment": {"201": [name]}, "any_date": True}
        s = new_session(scenario="4", options=options, dice={"schräge Musik": [4]})
        play_until(s, "path")
        fitted[name] = (fighters(s)["201"]["oblique"], len(rolls_of(s, "player", "schräge Musik")))
    check(s, fitted, {"SM": (True, 0), "SM by die roll": (False, 1)})
