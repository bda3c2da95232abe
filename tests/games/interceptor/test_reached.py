"""What fuzzed careers reach: every card, every aircraft, every random event, every way a career ends."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.interceptor.support import career as position
from tests.games.interceptor.support import pilot
from viermot.games.interceptor import GAME, components
from viermot.games.interceptor.bots import BOTS
from viermot.games.interceptor.model.terms import EVENTS
from viermot.games.interceptor.rules.career.victory import ENDINGS
from viermot.kernel.agenda import advance
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.playout import play_out

LIMIT = 1500  # careers, if luck will have it
Reached = dict[str, Counter[Any]]


def fly(state: Any, bot: str, seed: int, reached: Reached) -> None:
    """Play a career to its end and note what it came by."""
    advance(state)
    flown = set()
    pilots = {seat: BOTS[seat][bot]() for seat in GAME.seats}
    play_out(GAME, state, pilots, {seat: QuickRng(f"{seat} {seed}") for seat in GAME.seats})
    for kind, _, _, data in state.log:
        if kind == "card":
            reached["cards"][data[1]] += 1
        elif kind == "random_event":
            reached["events"][data[-1]] += 1
        elif kind == "log_line":
            flown.add(data[1])
    reached["aircraft"].update(flown)
    reached["endings"][state.ending] += 1
    assert GAME.faults(state) == []


def starts(seed: int) -> Any:
    """Careers of all units, and of men with the rank and name to be given anything."""
    pack = components.load()
    dice = QuickDice(seed)
    if seed % 3:
        return GAME.start(pack, str(seed % 23 + 1), {"10.7": True}, dice)
    known = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
    decorated = pilot(bombers=39 + seed % 20, level=7, points=9, awards=known)
    month = ("Aug43", "Nov43", "Dec43", "Jan44")[seed // 3 % 4]
    return GAME.read_position(pack, position(decorated, month=month, options={"10.7": True}), dice)


@pytest.fixture(scope="module")
def reached() -> Reached:
    """Careers until nothing is missing any more."""
    found: Reached = {name: Counter() for name in ("cards", "aircraft", "events", "endings")}
    wanted = {"cards": 60, "aircraft": 30, "events": len(EVENTS), "endings": len(ENDINGS) - 1}
    for seed in range(LIMIT):
        fly(starts(seed), ("random", "standard")[seed % 2], seed, found)
        if all(len(found[name]) >= count for name, count in wanted.items()):
            break
    return found


def test_every_card_is_drawn(reached: Reached) -> None:
    assert set(reached["cards"]) == set(range(1, 61))


def test_every_aircraft_is_flown(reached: Reached) -> None:
    assert set(reached["aircraft"]) == set(components.load().aircraft)


def test_every_random_event_happens(reached: Reached) -> None:
    assert len(reached["events"]) == len(EVENTS), reached["events"]


def test_every_ending_is_reached(reached: Reached) -> None:
    assert set(reached["endings"]) == set(ENDINGS[1:])
