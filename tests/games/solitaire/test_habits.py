"""Two fighters keep apart, or neither may fire [11.1]: scenario 2B was never won before the bot knew that."""

from __future__ import annotations

from viermot.lab.games import Fixture, play


def test_two_fighters_that_keep_apart_win_now_and_then() -> None:
    fixture = Fixture("solitaire", "2B", {"player": "standard"})
    won = sum(play(fixture, f"apart {number}").result["level"] != "loss" for number in range(40))
    assert won >= 4
