"""The measured careers: each mark that is missed is named."""

from __future__ import annotations

import pytest

from tests.games.interceptor.measure import Fortunes, measure, misses


def flown(bot: str, bombers: int, alive: int) -> Fortunes:
    """A hundred careers with so many bombers each."""
    return Fortunes(bot, [bombers] * 100, alive)


def test_marks_that_are_reached() -> None:
    assert misses(flown("reference", 6, 15), flown("standard", 14, 20)) == []


@pytest.mark.parametrize(
    ("reference", "standard", "missed"),
    [
        ((4, 15), (14, 20), "reference: mean bombers"),
        ((11, 15), (14, 20), "reference: mean bombers"),
        ((6, 7), (14, 20), "reference: survivors"),
        ((6, 26), (14, 30), "reference: survivors"),
        ((6, 15), (5, 20), "standard: fewer bombers"),
        ((6, 15), (14, 14), "standard: fewer survivors"),
    ],
)
def test_marks_that_are_missed(reference: tuple[int, int], standard: tuple[int, int], missed: str) -> None:
    found = misses(flown("reference", *reference), flown("standard", *standard))
    assert len(found) == 1 and found[0].startswith(missed)


def test_measured_careers_are_flown_to_their_end_and_can_be_repeated() -> None:
    found = measure("reference", 3)
    assert found.careers == 3 and sum(found.levels.values()) == 3 and found.sorties > 0
    assert found.bombers == measure("reference", 3).bombers
