"""Exact odds: what is told beforehand is what all dice and all cards come to, played out one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.games.interceptor.support import answer, career, course, events_of, last, new_session, pilot
from viermot import Session
from viermot.games.interceptor.components import load

ALL_DICE = list(product(range(1, 7), repeat=2))
BANDS = {0: "none", 1: "1-2", 2: "1-2", 3: "3-4", 4: "3-4"}
LANDINGS = {"landed": "safe", "rough_landing": "rough", "crash_landing": "crash", "wrecked": "destroyed"}


def told(s: Session, what: str) -> dict[str, Fraction]:
    """The odds of that name at the open question, without what cannot happen."""
    decision = s.pending[0]
    view: Any = s.perspective("pilot")
    found = [odds for odds in view.odds(decision.kind, decision.codes, decision.options) if odds.what == what]
    assert found, f"{decision.kind} tells no odds of {what}"
    return {outcome: chance for outcome, chance in found[0].chances if chance}


def shares(counted: Counter[str]) -> dict[str, Fraction]:
    return {outcome: Fraction(count, counted.total()) for outcome, count in counted.items()}


@pytest.mark.parametrize("own", [{}, {"port engine": 1}, {"landing gear": 1, "controls": 1}])
@pytest.mark.parametrize("weather", ["good", "bad"])
def test_landing_odds_are_those_of_all_dice(own: dict[str, int], weather: str) -> None:
    position = career(pilot("Bf109G-6", "II/JG 11", own=own), at="over", raid=9, weather=weather)
    seen: Counter[str] = Counter()
    for dice in ALL_DICE:
        s = new_session(position, dice=list(dice))
        answer(s, "press_on", "go home")
        seen[next(LANDINGS[kind] for kind in course(s) if kind in LANDINGS)] += 1
    assert told(new_session(position), "landing") == shares(seen)


@pytest.mark.parametrize("more", [{}, {"skills": ["parachute"]}, {"wound": 2}])
def test_odds_of_a_jump_are_those_of_all_dice(more: dict[str, Any]) -> None:
    position = career(pilot("Fw190A-4", own={"fuel tank": 1}, **more), at="landing", raid=5)
    seen: Counter[str] = Counter()
    for dice in ALL_DICE:
        s = new_session(position, dice=list(dice))
        answer(s, "forced_down", "jump")
        seen[last(s, "jumped").data["wound"]] += 1
    assert told(new_session(position), "parachute") == shares(seen)


@pytest.mark.parametrize("month", ["Mar43", "Dec43"])
@pytest.mark.parametrize("skills", [[], ["navigation"]])
def test_interception_odds_are_those_of_all_dice(month: str, skills: list[str]) -> None:
    raid = {"Mar43": 5, "Dec43": 10}[month]  # both in France
    position = career(pilot("Fw190A-4", skills=skills), at="box", month=month, raid=raid)
    seen: Counter[str] = Counter()
    for dice in ALL_DICE:
        s = new_session(position, dice=list(dice))
        seen["advantaged" if "navigated" in course(s) else events_of(s, "interception")[0].data["met"]] += 1
    before = new_session(career(pilot("Fw190A-4", skills=skills), at="over", month=month, raid=raid))
    assert told(before, "interception") == shares(seen)


def test_interception_after_an_event_and_deep_in_the_country() -> None:
    again = new_session(career(pilot("Fw190A-4", had_event=1), at="over", raid=5))
    assert "event" not in told(again, "interception") and told(again, "interception")["fighters"] == Fraction(2, 36)
    deep = new_session(career(pilot("Fw190A-4", "IV/JG 1"), at="over", month="Oct43", raid=6))  # Frankfurt
    assert told(deep, "interception")["fighters"] == Fraction(1, 36)


def test_whoever_may_bail_out_is_told_how_a_jump_goes() -> None:
    hurt = new_session(career(pilot("Fw190A-4", fought=1, own={"radio": 1}), at="over", raid=5))
    assert told(hurt, "parachute")["killed"] == Fraction(3, 36)


@pytest.mark.parametrize(
    ("aircraft", "unit"),
    [("Bf109G-4", "I/JG 27"), ("Bf109G-6/R4", "I/JG 27"), ("Fw190A-5/U12", "I/JG 2"), ("Bf110G-2", "I/ZG 26")],
)
def test_attack_results_by_firepower(aircraft: str, unit: str) -> None:
    position = career(
        pilot(aircraft, unit, target="B-17F", bomber_type="B-17F", bomber={"gunners": 9}), at="bombers", raid=5
    )
    box = load()
    fp = box.aircraft[aircraft].total_fp
    column = max(n for n, minimum in enumerate(box.columns) if fp >= minimum or n == 0)
    raw: Counter[str] = Counter()
    for card in box.cards:
        if card.jam:
            continue  # which weapon jams is a matter of chance
        s = new_session(position, cards=[card.n])
        answer(s, "fire_round", "airframe")
        shot = events_of(s, "fires")[0].data
        assert (shot["fp"], shot["column"], shot["result"]) == (fp, column, card.hits[column])
        if isinstance(shot["result"], int):
            raw[BANDS.get(max(shot["result"] - 1, 0), "5+")] += 1  # one fewer at Long range
        else:
            raw[str(shot["result"])] += 1
    unjammed = [card.n for card in box.cards if not card.jam]
    deck = position.replace('at = "bombers"', f'at = "bombers"\ndeck = {unjammed}')
    assert told(new_session(deck), "own_fire") == shares(raw)


def test_to_be_told_the_odds_changes_nothing_in_the_game() -> None:
    s = new_session(career(pilot(enemy="P-47", orientation="head on"), at="fight", raid=5))
    before = s.state_hash, s.state.logged
    assert told(s, "enemy_fire")
    assert (s.state_hash, s.state.logged) == before
