"""Worlds drawn in a career: on the ground the dice to come, in the air those of the sortie, umpire or no umpire."""

from __future__ import annotations

import pytest

from tests.support.resampling import play_and_compare
from viermot.kernel import registry


@pytest.mark.parametrize(
    ("scenario", "options"), [("pilot", {}), ("staffel", {"umpire": True})], ids=["alone", "with an umpire"]
)
def test_no_seat_can_tell_a_world_from_the_truth(scenario: str, options: dict[str, bool]) -> None:
    seats = registry.with_options("campaign", dict(options)).seats
    assert play_and_compare("campaign", scenario, "world", dict.fromkeys(seats, "random"), 9, dict(options)) > 20
