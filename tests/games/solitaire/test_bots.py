"""The bots of the solitaire game: legal everywhere, repeatable, content with what their seat sees, and no fools."""

from __future__ import annotations

from typing import Any

import pytest

import viermot
from tests.games.solitaire.measure import WANTED, measure
from viermot.games.solitaire import GAME
from viermot.kernel.dice import QuickRng

SCENARIOS = tuple(GAME.load_pack(None).scenarios)


@pytest.mark.parametrize("first", range(0, len(SCENARIOS), 10))
def test_the_standard_player_finishes_games_of_every_scenario(first: int) -> None:
    for scenario in SCENARIOS[first : first + 10]:
        s = viermot.new_game("solitaire", scenario=scenario, seed="bots", seats={"player": "standard"})
        assert s.result is not None, scenario


def test_the_same_seed_gives_the_same_game() -> None:
    games = [viermot.new_game("solitaire", "4B", seed="same", seats={"player": "standard"}) for _ in range(2)]
    assert games[0].head == games[1].head


class Window:
    """A perspective behind glass: nothing that begins with an underscore can be touched through it."""

    def __init__(self, view: Any) -> None:
        object.__setattr__(self, "_view", view)

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") and not name.startswith("__"):
            raise AssertionError(f"a bot reached for {name}")
        return getattr(object.__getattribute__(self, "_view"), name)


@pytest.mark.parametrize("scenario", ["3", "4B", "6G", "7", "8F"])
@pytest.mark.parametrize("bot", ["random", "standard"])
def test_bots_use_the_perspective_and_nothing_else(scenario: str, bot: str) -> None:
    s = viermot.new_game("solitaire", scenario, seed="window")
    player = GAME.bots("player")[bot]()
    for _ in range(60):
        if not s.pending:
            break
        decision = s.pending[0]
        choice = player.choose(Window(s.perspective("player")), decision, QuickRng(3))
        s.decide(decision.notation_of(choice))


def test_the_standard_player_wins_often_enough_in_4B_and_chance_never() -> None:
    """A sample of the 2,000 games of measure.py."""
    found = measure("4B", "standard", 150)
    assert found.lower >= WANTED["4B"], f"{found.wins} of {found.games}"
    assert measure("4B", "random", 40).wins <= 2
