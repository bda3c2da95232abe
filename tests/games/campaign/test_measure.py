"""Careers measured: by what pilots are lost, and that at most half of them are lost by landing dice [decision 11]."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.campaign.measure import Losses, causes, measure, misses


def test_more_pilots_lost_to_landing_dice_than_to_the_enemy_miss_the_mark() -> None:
    assert misses(Losses("pilot", 100, Counter({"landing": 10, "shot down": 10}))) == []
    missed = misses(Losses("pilot", 100, Counter({"landing": 11, "shot down": 10})))
    assert missed == ["pilot: 11 of 21 pilots lost by landing dice"]
    assert misses(Losses("pilot", 100)) == []


def test_a_loss_is_put_down_to_what_led_to_it() -> None:
    log = [
        ("roll", "", 1, ("splinters", (1,), 0)), ("man_lost", "", 1, (0, 1, "killed")),
        ("lands", "", 1, (0, "Me110E-4", "abandoned")), ("roll", "", 1, ("injury", (1,), 0, 0, 0)),
        ("man_lost", "", 1, (0, 0, "killed")), ("fighter_down", "", 1, (1, "Me110E-4")),
        ("man_lost", "", 1, (1, 0, "crippled")), ("man_lost", "", 1, (1, 1, "killed")),
    ]  # fmt: skip
    assert causes(log) == (["landing", "shot down"], "shot down")


@pytest.mark.parametrize(("form", "careers"), [("pilot", 40), ("seasoned", 30), ("staffel", 2)])
def test_pilots_are_mostly_lost_in_the_air(form: str, careers: int) -> None:
    """A sample; `measure.py --games 100` is the whole."""
    found = measure(form, careers)
    assert found.careers == careers and found.lost > 0 and sum(found.ends.values()) == careers
    assert misses(found) == [], found
    assert found.pilots["shot down"] and found.landings["safe"]
