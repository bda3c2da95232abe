"""Another world that a pilot cannot tell from the true one [2.1, 3.5.1].

Nothing that has happened in this game is hidden from anybody: all that a pilot does not know is what dice and cards
will say. So his other worlds are the table as it is, with other dice.
"""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.model.state import Game
from viermot.kernel.dice import QuickDice, Rng

SEEDS: Final = 1 << 48


def resample(view: CareerView, rng: Rng) -> Game:
    """The table as it is, with dice of its own."""
    return view.table(QuickDice(rng.below(SEEDS)))
