"""Golden nights: replayed from the decisions in their text, they come out the same to the letter.

A change that is meant is made with `make golden`, and the commit says why.
"""

from __future__ import annotations

import json

import pytest

from tests.games.bomber_command.goldens import FOLDER, NIGHTS, by_text, play
from tests.support.golden import must_be_the_same

GOLDEN = {file.stem: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.txt"))}
RESULTS = {
    name: json.loads(line.removeprefix("result "))
    for name, text in GOLDEN.items()
    for line in text.splitlines()
    if line.startswith("result ")
}
LEVELS = ("german major", "german", "draw", "british", "british major")


@pytest.mark.parametrize("name", NIGHTS)
def test_a_golden_night_comes_out_the_same(name: str) -> None:
    text = GOLDEN[name]
    must_be_the_same(name, text, play(name, by_text(text)))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_every_level_of_victory_has_one(scenario: str, level: str) -> None:
    assert level in {result["level"] for name, result in RESULTS.items() if name.startswith(scenario)}


def test_they_are_small_enough_to_read() -> None:
    assert sum(map(len, GOLDEN.values())) < 900_000
