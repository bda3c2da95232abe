"""Hostile answers to decide: refused with a reason, and the state hash stays what it was."""

from __future__ import annotations

import random

import pytest

import viermot
from tests.support.hostile_decide import bombard


@pytest.mark.parametrize("scenario", ["1B", "3", "4B", "6", "9", "10"])
def test_hostile_answers_are_refused_and_change_nothing(scenario: str) -> None:
    rng = random.Random(f"hostile {scenario}")
    total = 0
    for number in range(20):
        session = viermot.new_game("nightfighter", scenario=scenario, seed=f"hostile {number}")
        total += bombard(session, rng, 100 - total).total()
        if total >= 100:
            return
    raise AssertionError("the games were too short")


def test_hostile_answers_to_a_game_with_seats_asked_at_once() -> None:
    rng = random.Random("hostile toy")
    session = viermot.new_game("toy", scenario="long", seed="hostile")
    for answer in ("0302", "0101", "ball"):
        session.decide(answer)
    session.decide("rock", "blue")  # from now on red alone is asked
    refused = bombard(session, rng, 60)
    assert set(refused) >= {"wrong seat", "stale", "unreadable"}
