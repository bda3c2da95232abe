"""Chapter 22: flak over the target."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.nightfighter.support import (
    attackers,
    bomber,
    check,
    events_of,
    fighter,
    fighters,
    new_session,
    night,
    own_pack,
    play_phase,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

NO_FLAK = """
[[variant]]
id = "5Z"
title = { en = "Silent guns" }
flak = "no"
status = "own"
"""


def over_the_target(dice: dict[str, list[int]], *aircraft: str, scenario: str = "5", pack: Any = None) -> Session:
    """Flak phase of turn 3, played to its end."""
    s = new_session(night(scenario, *aircraft, bomber(104, "0101 S"), turn=3, phase=4), dice=dice, pack=pack)
    play_phase(s, 8)
    return s


@rule("22.0a")
@pytest.mark.parametrize(("dice", "bursts"), [([6, 6], 1), ([6, 5], 0), ([1, 1], 0)])
def test_22_0a_only_a_double_six_matters(dice: list[int], bursts: int) -> None:
    s = over_the_target({"flak": dice, "flak burst": [1, 1, 1, 1]}, fighter(201, "0416 S"))
    check(s, len(rolls_of(s, "player", "flak burst")), bursts)
    check(s, bool(fighters(s)["201"]["hits"]), bool(bursts))


@rule("22.0a")
def test_22_0a_one_roll_for_all_zones_and_fighters() -> None:
    s = over_the_target({"flak": [1, 1]}, fighter(201, "0416 S"), fighter(202, "1016 S"), fighter(203, "1020 S"))
    check(s, len(rolls_of(s, "player", "flak")), 1)


@rule("22.0a")
def test_22_0a_flak_needs_a_fighter_in_an_active_zone_and_a_scenario_that_has_flak(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/05.toml", NO_FLAK)
    rolled = {}
    for scenario, row in (("5", "16"), ("5", "10"), ("5", "27"), ("5Z", "16")):
        s = over_the_target({"flak": [1, 1]}, fighter(201, f"10{row} S"), scenario=scenario, pack=pack)
        rolled[scenario, row] = bool(rolls_of(s, "player", "flak"))
    check(s, [key for key, value in rolled.items() if value], [("5", "16")], "zones G to R; 5Z has no flak")


@rule("22.0b")
def test_22_0b_a_hit_for_each_of_four_dice_that_shows_the_fighters_number() -> None:
    s = over_the_target(
        {"flak": [6, 6], "flak burst": [1, 2, 2, 5]},
        fighter(201, "0416 S"),
        fighter(202, "1016 S"),
        fighter(203, "1410 S"),
    )
    check(s, len(rolls_of(s, "player", "flak burst")[0].data["dice"]), 4)
    check(s, {ident: row["hits"] for ident, row in fighters(s).items()}, {"201": 1, "202": 2, "203": 0})


@rule("22.0b")
def test_22_0b_a_fighter_outside_the_zones_is_safe() -> None:
    s = over_the_target({"flak": [6, 6], "flak burst": [1, 2, 2, 5]}, fighter(201, "0416 S"), fighter(202, "1010 S"))
    check(s, fighters(s)["202"]["hits"], 0)


@rule("22.0b")
def test_22_0b_flak_can_destroy() -> None:
    s = over_the_target({"flak": [6, 6], "flak burst": [1, 1, 3, 5]}, fighter(201, "0416 S"), fighter(203, "1010 S"))
    check(s, fighters(s)["201"]["fate"], "destroyed", "a Me109 can take two")


@rule("22.0c")
def test_22_0c_flak_does_nothing_to_bombers() -> None:
    s = over_the_target(
        {"flak": [6, 6], "flak burst": [3, 3, 3, 3]},
        fighter(201, "0416 S"),
        bomber(103, "0416 S"),
        bomber(113, "1016 S"),
    )
    check(s, [row["hits"] for row in attackers(s).values()], [0, 0, 0])
    check(s, events_of(s, "umpire", "hits"), [])
