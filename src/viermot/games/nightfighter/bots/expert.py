"""The expert: the standard player, who looks several moves ahead while he has nobody in hand.

His budget is the number of nights in which he tries out his plans before each move (`scouting`), and how far he follows
a hunt that is small enough to be thought through to its end (`hunting`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.nightfighter.bots import flying, hunting
from viermot.games.nightfighter.bots.advice import AdvisingPlayer
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.bots.scouting import nights_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask
from viermot.kernel.search import SEEDS

STUDIES, TABLE = 64, 256  # nights per move: some 25 ms, and three times that

HUNTS: Final[Mapping[str, Callable[[NightView, Ask, PlottingTable, int], int | None]]] = {
    "place_fighter": hunting.place,
    "path": hunting.fly,
}


class ExpertPlayer(AdvisingPlayer):
    """A player who thinks before he turns."""

    def __init__(self, budget: int) -> None:
        super().__init__()
        self.budget = budget

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        """A hunt that can be thought through is thought through; otherwise paths by plans tried out in nights drawn for
        the purpose, and everything else as the standard player does.
        """
        think = HUNTS.get(ask.kind)
        if think is None:
            return super().choose(view, ask, rng)
        self.plotting.catch_up(view)
        found = think(view, ask, self.plotting, self.budget)
        if found is not None:
            return found
        if ask.kind != "path":
            return super().choose(view, ask, rng)
        nights = nights_of(self.plotting, view.turn, self.budget, rng.below(SEEDS))
        return flying.fly(view, ask, self.plotting, nights)
