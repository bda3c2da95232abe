"""Awards, ace status and promotions [7.8, 7.9]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import (
    career,
    check,
    events_of,
    last,
    man,
    modifiers,
    new_session,
    pilot,
    play_event,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

BELOW_20 = ["ek2", "ek1", "ace", "ehrenpokal"]
BELOW_30 = [*BELOW_20, "german cross"]


def landed(dice: list[int] | None = None, **more: Any) -> Session:
    """Back on the ground after the first sortie of June 1943."""
    position = career(pilot(**{"fate": 2, **more}), at="ground", raid=7, month="Jun43", line=1)
    return new_session(position, dice=dice or [])


def awarded(s: Session) -> list[str]:
    """What the sortie brought."""
    return [event.data["award"] for event in events_of(s, "award")]


# --- medals --------------------------------------------------------------------------------------------


@rule("7.8a", "7.8.2", "8.1a", "8.2a")
def test_7_8a_an_award_is_a_point_and_a_level() -> None:
    s = landed(bombers=1, sortie_b=1)
    assert awarded(s) == ["ek2"]
    check(s, (man(s)["prestige"], man(s)["level"]), (1, 1), "points and level")


@rule("7.8.1")
@pytest.mark.parametrize(
    ("before", "now", "grades", "points"),
    [(0, 1, ["black"], 1), (1, 1, [], 0), (2, 1, ["silver"], 0), (4, 1, ["gold"], 0), (0, 3, ["black", "silver"], 1)],
)
def test_7_8_1_wound_badges(before: int, now: int, grades: list[str], points: int) -> None:
    badge = ["wound badge"] if before else []
    s = landed(wounds=before, wounds_now=now, wound=1, awards=badge)
    check(s, [event.data["grade"] for event in events_of(s, "badge")], grades, "the badges")
    check(s, man(s)["prestige"], points, "only the first gives prestige")
    if not grades:
        assert landed(wounds_now=1, wound=1).events("pilot")


@rule("7.8.2")
def test_7_8_2_ek2_for_any_kill() -> None:
    assert awarded(landed(fighters=1, sortie_f=1)) == ["ek2"]


@pytest.mark.parametrize(
    ("bombers", "fighters", "due"),
    [
        pytest.param(2, 0, True, marks=rule("7.8.3")),
        pytest.param(1, 1, True, marks=rule("7.8.3")),
        pytest.param(0, 3, True, marks=rule("7.8.3")),
        (0, 2, False),
        (1, 0, False),
    ],
)
def test_7_8_3_ek1_by_points_after_the_ek2(bombers: int, fighters: int, due: bool) -> None:
    s = landed(bombers=bombers, fighters=fighters, sortie_b=bombers, sortie_f=fighters)
    check(s, "ek1" in awarded(s), due, f"EK1 for {bombers} bombers and {fighters} fighters")
    assert awarded(s)[0] == "ek2"


@rule("7.8.4", "7.8.8")
def test_7_8_4_and_8_ace_at_five_and_goblet_at_ten() -> None:
    assert awarded(landed(bombers=5, sortie_b=1, awards=["ek2", "ek1"])) == ["ace"]
    assert awarded(landed(bombers=9, sortie_b=1, awards=["ek2", "ek1", "ace"])) == []
    assert awarded(landed(bombers=8, fighters=2, sortie_b=1, awards=["ek2", "ek1", "ace"])) == ["ehrenpokal"]


@rule("7.8.8")
def test_7_8_8_an_ace_adds_one_to_initiative() -> None:
    def round_of(bombers: int) -> dict[str, int]:
        fighting = pilot(enemy="P-47", orientation="head on", bombers=bombers)
        s = new_session(career(fighting, at="fight", raid=7), cards=[18, 18], dice=[3, 3])
        s.decide("defend")
        return modifiers(last(s, "initiative"))

    assert round_of(5)["ace"] == 1 and "ace" not in round_of(4)


@pytest.mark.parametrize(
    ("flights", "grade", "points"),
    [
        pytest.param(19, "bronze", 1, marks=rule("7.8.5")),
        pytest.param(59, "silver", 0, marks=rule("7.8.5")),
        pytest.param(99, "gold", 0, marks=rule("7.8.5")),
        (20, None, 0),
    ],
)
def test_7_8_5_flight_clasps(flights: int, grade: str | None, points: int) -> None:
    s = landed(flights=flights, awards=["flight clasp"] if flights >= 20 else [])
    check(s, [event.data["grade"] for event in events_of(s, "clasp")], [grade] if grade else [], "the clasp")
    check(s, man(s)["prestige"], points, "only the first gives prestige")


@rule("7.8.6")
def test_7_8_6_german_cross_at_twenty() -> None:
    assert awarded(landed(bombers=20, sortie_b=1, awards=BELOW_20)) == ["german cross"]
    assert awarded(landed(bombers=19, sortie_b=1, awards=BELOW_20)) == []


@rule("7.8.7a")
@pytest.mark.parametrize(("kills", "die", "won"), [(30, 1, True), (30, 2, False), (33, 4, True), (33, 5, False)])
def test_7_8_7a_knights_cross_by_the_die(kills: int, die: int, won: bool) -> None:
    s = landed([die], bombers=kills, sortie_b=1, awards=BELOW_30)
    check(s, awarded(s), ["knight's cross"] if won else [], f"{kills} kills and a {die}")
    assert rolls_of(s, "award")[0].data["needed"] == kills - 29


@rule("7.8.7a", "7.8.7.4")
def test_7_8_7a_automatic_at_35() -> None:
    s = landed(bombers=35, sortie_b=2, awards=BELOW_30)
    assert awarded(s) == ["knight's cross"] and not rolls_of(s, "award")
    check(s, (man(s)["prestige"], man(s)["lines_to_miss"]), (1, 0), "a point, and no journey")


@rule("7.8.7.1", "7.8.7.4", "7.8.7.5")
def test_7_8_7_1_oak_leaves_cost_a_journey() -> None:
    s = landed([1], bombers=40, sortie_b=1, awards=[*BELOW_30, "knight's cross"])
    assert awarded(s) == ["oak leaves"]
    check(s, (man(s)["prestige"], man(s)["lines_to_miss"]), (1, 1), "a point and a lost line")
    assert awarded(landed([2], bombers=40, sortie_b=1, awards=[*BELOW_30, "knight's cross"])) == []


@rule("7.8.7.2", "7.8.7.5")
def test_7_8_7_2_swords_from_sixty() -> None:
    decorated = [*BELOW_30, "knight's cross", "oak leaves"]
    assert awarded(landed([1], bombers=60, sortie_b=1, awards=decorated)) == ["swords"]
    assert awarded(landed([2], bombers=60, sortie_b=1, awards=decorated)) == []
    assert awarded(landed([1], bombers=59, sortie_b=1, awards=decorated)) == []


@rule("7.8.7.3", "7.8.7.5")
def test_7_8_7_3_diamonds_at_a_hundred() -> None:
    decorated = [*BELOW_30, "knight's cross", "oak leaves", "swords"]
    s = landed(bombers=100, sortie_b=1, awards=decorated)
    assert awarded(s) == ["diamonds"] and not rolls_of(s, "award")


@rule("7.8.7a")
def test_7_8_7a_no_roll_without_a_new_kill() -> None:
    quiet = landed([1], bombers=30, sortie_b=0, awards=BELOW_30)
    assert not rolls_of(quiet, "award")
    assert rolls_of(landed([6], bombers=30, sortie_b=1, awards=BELOW_30), "award")


# --- promotions ----------------------------------------------------------------------------------------


def last_day(month: str, die: int, **more: Any) -> Session:
    """The pilot is on the ground after the last sortie of a month."""
    position = career(pilot(**{"fate": 2, **more}), at="ground", raid=7, month=month, line=8)
    s = new_session(position, dice={"promotion": [die]})
    while s.pending and s.pending[0].kind in ("spend_experience", "spend_prestige"):
        s.decide("done")
    return s


@rule("7.9.3a")
@pytest.mark.parametrize("month", ["Jun43", "Oct43", "Feb44"])
def test_7_9_3a_after_the_last_sortie_of_three_months(month: str) -> None:
    s = last_day(month, 4, points=0)
    check(s, last(s, "promoted").data["rank"], "Hauptmann", f"promotion after {month}")
    assert not rolls_of(last_day("Jul43", 1), "promotion")


@rule("7.9.3b")
@pytest.mark.parametrize(("die", "promoted"), [(1, True), (4, True), (5, False), (6, False)])
def test_7_9_3b_one_to_four(die: int, promoted: bool) -> None:
    s = last_day("Jun43", die)
    check(s, bool(events_of(s, "promoted")), promoted, f"promotion with a {die}")


@rule("7.9.3b")
def test_7_9_3b_modifiers_of_the_period() -> None:
    s = last_day("Jun43", 6, bombers=32, kills_then=2, period_awards=2, awards=[*BELOW_30, "knight's cross"])
    check(
        s, modifiers(rolls_of(s, "promotion")[0]), {"knights_cross": -2, "kills": -3, "awards": -2}, "the modifiers"
    )  # fmt: skip
    assert events_of(s, "promoted")


@rule("7.9a", "8.1a")
def test_7_9a_officers_gain_prestige_ncos_do_not() -> None:
    officer = last_day("Jun43", 1)
    check(officer, man(officer)["level"], 1, "an officer's level")
    nco = last_day("Jun43", 1, officer=0)
    check(nco, (man(nco)["rank"], man(nco)["level"]), ("Unterfeldwebel", 0), "an NCO's rank and level")


@rule("7.9.1a")
@pytest.mark.parametrize(("rank", "name", "moves"), [(0, "Hauptmann", 1), (1, "Major", 1), (2, "Oberstleutnant", 0)])
def test_7_9_1a_hauptmann_and_major_may_move_once_for_nothing(rank: int, name: str, moves: int) -> None:
    s = last_day("Jun43", 1, rank=rank)
    assert last(s, "promoted").data["rank"] == name
    assert len(events_of(s, "free_move")) == moves
    if not moves:
        assert events_of(last_day("Jun43", 1), "free_move")


@rule("7.9.1a", "4.6.1a")
def test_7_9_1a_the_free_move_is_used() -> None:
    s = landed(free_moves=1, points=0)
    while s.pending and s.pending[0].kind == "spend_experience":
        s.decide("done")
    s.decide("move II/JG 2")
    assert last(s, "free_move").data == {"left": 0} and not events_of(s, "paid")
    check(s, man(s)["unit"], "II/JG 2", "the new unit")


@rule("7.9.2c", "9.6")
def test_7_9_2c_a_feldwebel_gets_good_men() -> None:
    s = landed(officer=0, rank=2, wing=2, wing_wound=3, wing_skills=["gunnery"], points=2)
    check(s, last(s, "new_man").data, {"who": "wingman", "points": 4}, "the new wingman")
    assert man(s)["wingman"]["skills"] == []


@rule("7.2.3")
@pytest.mark.parametrize(("wound", "dice", "lines"), [(0, [], 1), (1, [], 1), (2, [3, 4], 5)])
def test_7_2_3_a_wingman_who_jumped_comes_back(wound: int, dice: list[int], lines: int) -> None:
    s = landed(dice, wing=2, wing_wound=wound, wing_skills=["gunnery"])
    check(s, last(s, "wing_away").data["lines"], lines, "how long he is away")
    play_event(s, "wing_back")
    assert man(s)["wingman"]["skills"] == ["gunnery"]
