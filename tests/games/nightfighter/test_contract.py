"""Nightfighter keeps the contract of all games."""

from __future__ import annotations

import pytest

from viermot.games.nightfighter.rules import victory
from viermot.kernel import registry
from viermot.kernel.contract import ContractBroken, check_game

GAME = registry.game("nightfighter")
SCENARIOS = tuple(GAME.load_pack(None).scenarios)


@pytest.mark.parametrize("first", SCENARIOS[::7])
def test_nightfighter_keeps_the_contract(first: str) -> None:
    start = SCENARIOS.index(first)
    report = check_game(GAME, SCENARIOS[start : start + 7], games=2)
    assert report.games == 2 * len(SCENARIOS[start : start + 7]) and report.decisions > 0


def test_a_broken_promise_is_reported_with_scenario_game_and_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(victory, "result", lambda game: None)
    with pytest.raises(ContractBroken) as broken:
        check_game(GAME, ["1"], games=1)
    assert "nightfighter 1, game 0" in str(broken.value) and "dead end" in str(broken.value)
