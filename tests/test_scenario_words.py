"""A scenario's line in the lobby follows the grammar of the reader's language."""

from __future__ import annotations

from viermot.scenario_words import date, difficulty, length


def test_a_month_stands_in_another_case_after_its_day() -> None:
    assert (date("30 May 1942", "pl"), date("May 1942", "pl"), date("May 1942")) == (
        "30 maja 1942",
        "maj 1942",
        "May 1942",
    )


def test_length_and_difficulty_are_said_in_the_readers_language() -> None:
    assert [length(text, "pl") for text in ("20 turns", "12-18 turns", "until clear")] == [
        "20 tur",
        "12-18 tur",
        "do pustej mapy",
    ]
    assert difficulty("Very hard", "pl") == "bardzo trudny"
