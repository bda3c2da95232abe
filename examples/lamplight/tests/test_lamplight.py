"""The contract that every game keeps, and a rule."""

from __future__ import annotations

from lamplight import GAME

import viermot
from viermot.kernel.contract import check_game


def test_the_contract() -> None:
    assert check_game(GAME, games=4).games == 8


def test_3_1a_a_four_in_the_light_is_enough() -> None:
    s = viermot.new_game("lamplight", "short", seats=dict.fromkeys(GAME.seats), dice=[4])
    s.decide("2")
    s.decide("2")
    assert s.result == {"level": "caught", "reason": "caught"}


def test_2_1a_the_crew_does_not_see_the_lane() -> None:
    s = viermot.new_game("lamplight", "short", seats=dict.fromkeys(GAME.seats))
    s.decide("2")
    assert s.perspective("raider").to_json()["lane"] == 2
    assert "lane" not in s.perspective("crew").to_json()
    assert [event.kind for event in s.events("crew")] == ["watch"]
