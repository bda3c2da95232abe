"""How a career goes on and ends [2.3, 2.4, 5.0]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    course,
    events_of,
    last,
    new_session,
    pilot,
    play_out,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.interceptor import components
from viermot.games.interceptor.rules.career.victory import score

LAST_LINE: dict[str, Any] = {"month": "Feb44", "line": 8}
SAFE = [1, 1]  # a landing roll


def judged(bombers: int, fighters: int = 0) -> Session:
    """A pilot who comes down safely from the last sortie of the year."""
    flown = pilot(bombers=bombers, fighters=fighters, awards=["ek2", "ek1", "ace", "ehrenpokal", "german cross"])
    s = new_session(career(flown, at="ground", raid=7, **LAST_LINE), dice=[6])
    play_out(s)
    return s


@rule("2.3")
def test_2_3_bombers_without_escort_may_be_left_alone() -> None:
    s = new_session(career(pilot(), at="box", raid=7), dice=[3, 4, 1, 2])  # head on; B-17F
    answer(s, "choose_target", "leave")
    assert last(s, "leaves_bombers")
    assert asked(s).kind == "press_on"


@rule("2.4a", "5.1.1", "5.1.4")
def test_5_1_1_nothing_is_flown_after_february() -> None:
    s = judged(12)
    assert s.result is not None
    assert s.result["reason"] == "end of February 1944" and s.result["survived"]
    assert not s.pending and "take_off" not in course(s)


def test_a_survivor_is_followed_from_the_beginning_of_the_year_and_a_dead_man_in_the_month_after() -> None:
    """The page offers another career in the same unit, with the same options but those that were the pilot's own."""
    own = {"name": "Anton", "start": "Apr43", "10.3": True}
    for fate, after in (({"fate": 2}, {}), ({"fate": 2, "wound": 3}, {"start": "Jul43"})):
        month = {"month": "Jun43", "line": 1} if after else LAST_LINE
        s = new_session(career(pilot(unit="I/JG 2", **fate), at="ground", raid=7, options=own, **month))
        play_out(s)
        (shown,) = s.perspective("pilot").to_json()["pilots"]
        units = [each.name for each in components.load().units]
        check(s, units[int(shown["successor"]["scenario"]) - 1], "I/JG 2", "the unit")
        check(s, shown["successor"]["options"], {"10.3": True, **after}, "the options")
    still_flying = new_session(career(pilot(), at="box", raid=7)).perspective("pilot").to_json()
    assert "successor" not in still_flying["pilots"][0]


@rule("5.1.2")
def test_5_1_2_missed_sorties_run_past_the_end() -> None:
    hurt = pilot(wound=2, wounds_now=1, fate=2)
    s = new_session(career(hurt, at="ground", raid=7, month="Feb44", line=7), dice=[6, 6])  # twelve sorties in hospital
    play_out(s)
    assert s.result is not None and s.result["survived"]
    check(s, last(s, "year_over").data, {"lines": 11}, "what would still be missed")


@rule("5.1.3", "5.2.2", "7.4.8d")
def test_5_1_3_death_ends_the_game_at_once_and_is_judged() -> None:
    s = new_session(career(pilot(bombers=11, wound=3, fate=4, sortie_b=1), at="ground", raid=7))
    assert s.result is not None
    assert (s.result["level"], s.result["reason"], s.result["survived"]) == ("marginal", "killed in action", False)
    assert last(s, "career_over").data["bombers"] == 11


@rule("5.2.1", "5.1.4")
@pytest.mark.parametrize(
    ("bombers", "level"),
    [
        (0, "defeat"), (4, "defeat"), (5, "draw"), (10, "draw"), (11, "marginal"), (20, "marginal"),
        (21, "substantial"), (30, "substantial"), (31, "decisive"),
    ],
)  # fmt: skip
def test_5_2_1_levels_by_bombers(bombers: int, level: str) -> None:
    s = judged(bombers)
    assert s.result is not None
    check(s, s.result["level"], level, f"the level of {bombers} bombers")


@rule("5.2.1")
def test_5_2_1_fighters_do_not_count() -> None:
    s = judged(3, fighters=25)
    assert s.result is not None and s.result["level"] == "defeat" and s.result["kills"] == 28


@rule("6.1e", "6.1f")
def test_4_3_2_the_line_is_logged_and_the_next_one_begins() -> None:
    s = new_session(career(pilot(bombers=1, sortie_b=1), at="ground", raid=5, line=1))
    assert last(s, "log_line").data["target"] == "Lorient" and last(s, "log_line").data["bombers"] == 1
    play = {"spend_experience": "done", "spend_prestige": "done"}
    while s.pending and s.pending[0].kind in play:
        s.decide("done")
    assert events_of(s, "line")[-1].data["line"] == 2


WORTH = [(0, False, 0.0), (0, True, 0.2), (21, False, 0.4), (21, True, 0.6), (63, False, 0.6)]


@pytest.mark.parametrize(("bombers", "survived", "worth"), WORTH)
def test_5_2_1_a_career_as_a_number_counts_bombers_and_a_fifth_for_living(
    bombers: int, survived: bool, worth: float
) -> None:
    assert score({"bombers": bombers, "survived": survived}) == pytest.approx(worth)
