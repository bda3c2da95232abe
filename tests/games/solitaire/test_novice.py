"""The novice of the solitaire game errs as beginners err."""

from __future__ import annotations

from viermot.lab.games import Fixture, play


def results(player: str, scenario: str, games: int) -> list[str]:
    fixture = Fixture("solitaire", scenario, {"player": player})
    return [play(fixture, f"novice/{scenario}/{number}").result["level"] for number in range(games)]


def test_he_wins_less_than_the_standard_player_and_not_nothing() -> None:
    for scenario in ("2", "4"):
        novice, standard = (results(player, scenario, 60) for player in ("novice", "standard"))
        assert 0 < 60 - novice.count("loss") < 60 - standard.count("loss"), scenario


def test_he_fires_at_no_friend() -> None:
    fixture = Fixture("solitaire", "7", {"player": "novice"})
    assert "bomber attacked" not in [play(fixture, f"friend/{n}").result["reason"] for n in range(12)]
