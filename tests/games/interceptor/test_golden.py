"""Golden careers: replayed from the decisions in their text, they come out the same to the letter.

A change that is meant is made with `make golden`, and the commit says why.
"""

from __future__ import annotations

import json

import pytest

from tests.games.interceptor.goldens import CAREERS, FOLDER, by_text, play
from tests.support.golden import must_be_the_same
from viermot.games.interceptor.model.terms import SERIES
from viermot.games.interceptor.rules.career.victory import ENDINGS

GOLDEN = {file.stem: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.txt"))}
RESULTS = {
    name: json.loads(line.removeprefix("result "))
    for name, text in GOLDEN.items()
    for line in text.splitlines()
    if line.startswith("result ")
}


@pytest.mark.parametrize("name", CAREERS)
def test_a_golden_career_comes_out_the_same(name: str) -> None:
    text = GOLDEN[name]
    must_be_the_same(name, text, play(name, by_text(text)))


@pytest.mark.parametrize("ending", ENDINGS[1:])
def test_every_way_a_career_ends_has_one(ending: str) -> None:
    assert ending in {result.get("fate") for result in RESULTS.values()}


@pytest.mark.parametrize("series", SERIES)
def test_every_series_has_one(series: str) -> None:
    assert any(f'take_off aircraft="{series}' in text for text in GOLDEN.values())


def test_they_are_small_enough_to_read() -> None:
    assert sum(map(len, GOLDEN.values())) < 600_000
