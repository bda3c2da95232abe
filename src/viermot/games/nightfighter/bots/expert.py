"""The expert: the standard player, who while nobody is in hand looks several moves ahead.

His budget is the number of nights in which he tries his plans out before each move (`scouting`).
"""

from __future__ import annotations

from viermot.games.nightfighter.bots import flying
from viermot.games.nightfighter.bots.advice import AdvisingPlayer
from viermot.games.nightfighter.bots.scouting import nights_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask
from viermot.kernel.search import SEEDS

STUDIES, TABLE = 64, 256  # nights per move: some 25 ms, and three times that


class ExpertPlayer(AdvisingPlayer):
    """A player who thinks before he turns."""

    def __init__(self, budget: int) -> None:
        super().__init__()
        self.budget = budget

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        """Paths by plans tried out in nights drawn for the purpose; all else as the standard player does."""
        if ask.kind != "path":
            return super().choose(view, ask, rng)
        self.plotting.catch_up(view)
        nights = nights_of(self.plotting, view.turn, self.budget, rng.below(SEEDS))
        return flying.fly(view, ask, self.plotting, nights)
