"""Chapter 21: ground returns below, searchlights that do not reach, and contrails above."""

from pathlib import Path
from typing import Any

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
    holds,
    last,
    new_session,
    night,
    play_until,
    rolls_of,
)
from tests.support.rules import rule

SN2: dict[str, Any] = {"equipment": {"201": ["SN-2b"]}, "any_date": True}


def reach(scenario: str, pack: Path | None = None, **options: Any) -> tuple[int, viermot.Session]:
    """How many hexes ahead the radar of 201 fixes a bomber, and a game in which it fixed one."""
    found = []
    for away in range(9):
        position = night(scenario, fighter(201, "1010 S"), bomber(112, f"10{10 + away} S"), phase=6, options=options)
        s = new_session(position, pack=pack)
        if events_of(s, "player", "fixed"):
            found.append((away, s))
    assert [away for away, _ in found] == list(range(len(found))), "a radar reaches without gaps"
    return found[-1]


def fixed_roll(scenario: str, **options: object) -> Any:
    """The roll of 201 against a bomber it has on its radar in its own hex, flying as steadily."""
    one = fighter(201, "1010 S", fix=112, spent=3)
    s = new_session(night(scenario, one, bomber(112, "1010 S", moved=3), phase=8, options=options))
    answer(s, "general_tally", "no")
    answer(s, "tally_fixed", "C1")
    return rolls_of(s, "player", "fixed tally")[-1]


@rule("21.1a")
def test_21_1a_p_and_l_band_reach_only_their_own_hex() -> None:
    away, s = reach("4E")  # Ju88C-6 with Lichtenstein BC: L-band
    check(s, (away, "21.1a" in last(s, "player", "fixed").rules), (0, True), "L-band")
    away, s = reach("4E", **SN2)
    check(s, (away, "21.1a" in last(s, "player", "fixed").rules), (0, True), "P-band")
    check(s, reach("4D")[0], 2, "L-band at normal altitude")


@rule("21.1a")
def test_21_1a_s_band_reaches_half_as_far() -> None:
    away, s = reach("8D")  # Beaufighter VIF with AI Mk VIII: 4 hexes
    check(s, (away, "21.1a" in last(s, "player", "fixed").rules), (2, True), "half of 4")
    check(s, reach("8")[0], 4, "the same set at normal altitude")


@rule("21.1a")
def test_21_1a_fractions_are_dropped(tmp_path: Path) -> None:
    (tmp_path / "ai_radars.toml").write_text('[[radar]]\nname = "AI Mk VIII"\nrange = 5\n', encoding="utf-8")
    away, s = reach("8D", pack=tmp_path)
    check(s, (away, "21.1a" in last(s, "player", "fixed").rules), (2, True), "half of 5")


@rule("21.1a")
def test_21_1a_x_band_is_not_affected() -> None:
    away, s = reach("9")  # F4U-2 with AN/APS-6
    check(s, (away, "21.1a" in last(s, "player", "fixed").rules), (4, False), "X-band")
    check(s := reach("8D")[1], "21.1a" in last(s, "player", "fixed").rules, True, "S-band")


@rule("21.1b")
@pytest.mark.parametrize(("scenario", "options", "printed"), [("4E", {}, 0), ("4E", SN2, -1), ("8D", {}, 0)])
def test_21_1b_the_minimum_range_is_one_worse(scenario: str, options: dict[str, object], printed: int) -> None:
    roll = fixed_roll(scenario, **options)
    assert roll.data["modifiers"] == [["minimum_range", printed, "19.1.3a"], ["low_altitude", -1, "21.1b"]]
    assert len(roll.data["dice"]) == 2 + printed


@rule("21.1b")
def test_21_1b_but_not_for_x_band() -> None:
    roll = fixed_roll("9")
    assert (roll.data["modifiers"], len(roll.data["dice"])) == ([["minimum_range", 0, "19.1.3a"]], 3)
    assert "21.1b" in fixed_roll("8D").rules


@rule("21.2")
def test_21_2_lights_hunt_high_bombers_but_cannot_fix_them() -> None:
    high = (fighter(201, "1801 S"), bomber(112, "1016 S"), bomber(113, "0510 S"))
    s = new_session(night("5F", *high, turn=3, phase=7))
    check(s, (asked(s).kind, asked(s).seat), ("place_marker", "umpire"))
    s.decide("0715")
    check(s, [(e.data["zone"], e.data["hex"]) for e in events_of(s, "player", "marker")], [("K", "0715")], "markers")
    check(s, (rolls_of(s, "player", "searchlight"), contacts(s)), ([], []), "dice and fixes")
    holds(s, "21.2" in last(s, "player", "too_high").rules, "by rule 21.2")
    check(s, s.perspective("player").to_json()["markers"], [{"zone": "K", "hex": "0715"}], "the marker stays")


@rule("21.2.1")
@pytest.mark.parametrize(("bomber_at", "met"), [
    ("1015", True), ("1011", True), ("1010", False), ("1005", False), ("1115", False), ("0911", False),
])  # fmt: skip
def test_21_2_1_contrails_betray_a_bomber_further_down_the_column(bomber_at: str, met: bool) -> None:
    position = night("4F", fighter(201, "1010 S", dives=0), bomber(112, f"{bomber_at} S"), turn=3, phase=8)
    s = new_session(position)
    told = [e for e in s.events("player") if "21.2.1" in e.rules]
    check(s, [(e.kind, e.data) for e in told], [("contrail" if met else "no_contrail", {"fighter": "201"})])
    check(s, asked(s).kind, "general_tally", "told before the tally roll")


@rule("21.2.1")
def test_21_2_1_only_where_contrails_are_in_effect_and_every_turn() -> None:
    s = new_session(night("5F", fighter(201, "1010 S", dives=0), bomber(112, "1015 S"), turn=3, phase=8))
    check(s, [e for e in s.events("umpire") if "21.2.1" in e.rules], [], "scenario 5F says nothing of contrails")
    s = new_session(night("4F", fighter(201, "1010 S", dives=0), bomber(112, "1003 S"), turn=3, phase=8))
    answer(s, "general_tally", "no")
    play_until(s, "general_tally", {"path": "F F"})
    check(s, [e.turn for e in events_of(s, "player", "no_contrail")], [3, 4], "turns in which it was told")
