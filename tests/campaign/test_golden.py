"""Golden careers: replayed from the decisions in their text, they come out the same to the letter."""

from __future__ import annotations

import difflib
import json

import pytest

from tools.golden_careers import CAREERS, FOLDER, by_text, play

ENDINGS = ("killed", "crippled", "no longer seasoned", "goal reached", "end of the campaign")


@pytest.mark.parametrize("name", CAREERS)
def test_a_golden_career_comes_out_the_same(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    again = play(name, by_text(text))
    if again != text:
        lines = difflib.unified_diff(text.splitlines(), again.splitlines(), "golden", "now", lineterm="", n=2)
        told = "\n".join(list(lines)[:60])
        pytest.fail(f"{name} comes out differently; if that is meant, run tools/golden_careers.py:\n{told}")


def test_every_form_and_every_way_to_end_has_a_golden_career() -> None:
    results = [
        json.loads(line.removeprefix("result "))
        for name in CAREERS
        for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        if line.startswith("result ")
    ]
    assert {result["reason"] for result in results} >= set(ENDINGS)
    assert {form for form, _, _ in CAREERS.values()} == {"pilot", "seasoned", "staffel"}
