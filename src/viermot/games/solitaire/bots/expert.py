"""The expert of the solitaire game: the standard player, who looks several moves ahead while he has nobody in hand.

His budget is the number of nights in which he tries out his plans before each move, as in Nightfighter.
"""

from __future__ import annotations

from viermot.games.solitaire.bots import flying
from viermot.games.solitaire.bots.advice import AdvisingPlayer
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask
from viermot.kernel.search import SEEDS


class ExpertPlayer(AdvisingPlayer):
    """A player who thinks before he turns."""

    def __init__(self, budget: int) -> None:
        self.budget = budget

    def choose(self, view: SoloView, ask: Ask, rng: Rng) -> int:
        """Paths by plans tried out in nights drawn for the purpose; everything else as the standard player does."""
        if ask.kind != "path":
            return super().choose(view, ask, rng)
        return flying.fly(view, ask, flying.nights_of(view, self.budget, rng.below(SEEDS)))
