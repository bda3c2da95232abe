"""Worlds drawn in the solitaire game: nothing is hidden, so only the dice to come differ."""

from __future__ import annotations

import pytest

from tests.support.resampling import play_and_compare
from viermot.kernel import registry

SCENARIOS = ["1", "2B", "3", "4", "5", "6", "7", "8"]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("bot", ["standard", "random"])
def test_the_player_cannot_tell_a_world_from_the_truth(scenario: str, bot: str) -> None:
    seats = registry.game("solitaire").seats
    seeds = [f"world {number}" for number in range(4)]
    assert sum(play_and_compare("solitaire", scenario, seed, dict.fromkeys(seats, bot)) for seed in seeds) > 1
