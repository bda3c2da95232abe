"""Golden careers: replayed from the decisions in their text, they come out the same to the letter."""

from __future__ import annotations

import json

import pytest

from tests.games.campaign.goldens import CAREERS, FOLDER, by_text, play
from tests.support.golden import must_be_the_same

ENDINGS = ("killed", "crippled", "no longer seasoned", "goal reached", "end of the campaign")


@pytest.mark.parametrize("name", CAREERS)
def test_a_golden_career_comes_out_the_same(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    must_be_the_same(name, text, play(name, by_text(text)))


def test_every_form_and_every_way_to_end_has_a_golden_career() -> None:
    results = [
        json.loads(line.removeprefix("result "))
        for name in CAREERS
        for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        if line.startswith("result ")
    ]
    assert {result["reason"] for result in results} >= set(ENDINGS)
    assert {form for form, _, _ in CAREERS.values()} == {"pilot", "seasoned", "staffel"}
