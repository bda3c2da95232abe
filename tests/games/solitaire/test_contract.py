"""The solitaire game keeps the contract of all games."""

from __future__ import annotations

import pytest

from viermot.kernel import registry
from viermot.kernel.contract import check_game

GAME = registry.game("solitaire")
SCENARIOS = tuple(GAME.load_pack(None).scenarios)


@pytest.mark.parametrize("first", SCENARIOS[::8])
def test_solitaire_keeps_the_contract(first: str) -> None:
    start = SCENARIOS.index(first)
    report = check_game(GAME, SCENARIOS[start : start + 8], games=2)
    assert report.games == 2 * len(SCENARIOS[start : start + 8]) and report.decisions > 0


def test_one_seat_and_every_scenario_but_nine_and_ten() -> None:
    assert GAME.seats == ("player",)
    assert {name[0] for name in SCENARIOS} == set("12345678") and len(SCENARIOS) == 57
