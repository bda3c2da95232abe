"""The search finds what is better, can be stopped and taken up again, and leaves nothing behind that was worked out."""

from __future__ import annotations

import sys
from math import log
from pathlib import Path
from types import ModuleType

import pytest

from viermot.lab.tuning import Constants, Search, apply_constants, present_constants

A_BOT = """
from functools import cache

PATIENCE = 0.6

@cache
def worth(turns):
    return PATIENCE**turns
"""


def bowl(constants: Constants, generation: int) -> float:
    """Best at a = 3, b = 0.1."""
    return -((log(constants["a"] / 3)) ** 2) - 4 * (log(constants["b"] / 0.1)) ** 2


def test_it_walks_to_the_best_place() -> None:
    search = Search.around({"a": 1.0, "b": 1.0}, "bowl")
    for _ in range(60):
        search.advance(bowl, 12)
    assert search.best["a"] == pytest.approx(3, rel=0.05)
    assert search.best["b"] == pytest.approx(0.1, rel=0.05)


def test_taken_up_again_it_goes_on_as_if_never_stopped(tmp_path: Path) -> None:
    straight, broken = Search.around({"a": 1.0, "b": 1.0}, "x"), Search.around({"a": 1.0, "b": 1.0}, "x")
    for _ in range(6):
        straight.advance(bowl, 8)
    for _ in range(3):
        broken.advance(bowl, 8)
    broken.save(tmp_path / "search.json")
    again = Search.load(tmp_path / "search.json")
    for _ in range(3):
        again.advance(bowl, 8)
    assert again == straight


def test_constants_are_set_and_what_was_worked_out_with_them_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = ModuleType("a_bot")
    exec(A_BOT, bot.__dict__)
    monkeypatch.setitem(sys.modules, "a_bot", bot)
    assert bot.worth(2) == pytest.approx(0.36)
    assert present_constants(["a_bot:PATIENCE"]) == {"a_bot:PATIENCE": 0.6}
    apply_constants({"a_bot:PATIENCE": 0.3})
    assert bot.worth(2) == pytest.approx(0.09)
    with pytest.raises(AssertionError, match="there is no"):
        apply_constants({"a_bot:TEMPER": 1.0})


MAPS = """
from functools import cache

CALLS = []

@cache
def ring(far):
    CALLS.append(far)
    return far * 6
"""
A_FLIER = (
    MAPS.replace("ring", "own").replace("CALLS.append(far)", "")
    + """
from bots.maps import ring

TEMPER = 0.5

@cache
def temper():
    return TEMPER
"""
)
A_PLAYER = """
from functools import cache
from bots.flier import temper

@cache
def hopes():
    return temper() * 2
"""


def test_players_beside_it_forget_as_well_and_nobody_forgets_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {}
    for name, text in (("maps", MAPS), ("flier", A_FLIER), ("player", A_PLAYER)):
        made[name] = ModuleType(f"bots.{name}")
        monkeypatch.setitem(sys.modules, f"bots.{name}", made[name])
        exec(text, made[name].__dict__)
    assert (made["player"].hopes(), made["flier"].ring(2)) == (1.0, 12)
    apply_constants({"bots.flier:TEMPER": 0.25})
    assert (made["player"].hopes(), made["flier"].ring(2)) == (0.5, 12)
    assert made["maps"].CALLS == [2]  # worked out once
