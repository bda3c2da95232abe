"""Intervals and sequential tests, against figures worked out elsewhere."""

from __future__ import annotations

import random

from viermot.lab.statistics import Sprt, average, share


def test_wilsons_interval_is_the_published_one() -> None:
    found = share(15, 50)
    assert (round(found.low, 3), round(found.high, 3)) == (0.191, 0.438)
    assert share(0, 60).low == 0 and 0.05 < share(0, 60).high < 0.07


def test_an_average_narrows_with_the_root_of_the_games() -> None:
    rng = random.Random("average")
    few = average([rng.gauss(1, 2) for _ in range(100)])
    many = average([rng.gauss(1, 2) for _ in range(10_000)])
    assert many.low < 1 < many.high
    assert 7 < (few.high - few.low) / (many.high - many.low) < 14


def test_a_sequential_test_errs_about_as_often_as_it_says() -> None:
    """Of 300 series without a difference at most a few more than 5 % are taken for one; the same the other way."""
    wrong = {True: 0, False: 0}
    for number in range(300):
        for truth in (True, False):
            rng = random.Random(f"sprt {number} {truth}")
            series = [rng.gauss(0.5 if truth else 0.0, 1.5) for _ in range(30)]
            test = Sprt(0.0, 0.5)
            while (verdict := test.verdict(series)) is None:
                series.append(rng.gauss(0.5 if truth else 0.0, 1.5))
            wrong[truth] += verdict is not truth
    assert wrong[True] <= 24 and wrong[False] <= 24


def test_a_sequential_test_says_nothing_before_its_first_games() -> None:
    assert Sprt(0.0, 1.0, least=30).verdict([9.0] * 29) is None
