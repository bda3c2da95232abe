"""Alone, too, a player reckons with what his guns can do, and with what the bomber's crew will do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nightfighter.test_duels import Duellist, duels
from viermot.games.solitaire import GAME
from viermot.games.solitaire.bots.player import StandardPlayer


def alone() -> dict[str, Any]:
    return {"player": Duellist(StandardPlayer())}


@pytest.mark.parametrize("scenario", ["3", "6", "6G"])
def test_the_standard_player_knows_what_his_guns_can_do(scenario: str) -> None:
    """Options 28.2 and 28.4 belong to the solitaire game: in scenario 6 oblique guns are seldom the better ones."""
    seen = duels(GAME, scenario, {}, alone, 6)
    assert seen["guns"]
    assert bool(seen["noticed"] and seen["guns poor"] and seen["oblique alerted"]) == (scenario != "3")
