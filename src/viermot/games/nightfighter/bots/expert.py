"""The expert: flies and searches as the standard player does, but by the belief, and looks further ahead.

What he believes is reckoned with care (`believing`). A hunt that is small enough is thought through to its end
(`hunting`); where there are only eyes to find a bomber, he plans for many turns at once (`sweeping`); otherwise, while
he has nobody in hand, he tries out plans of a few moves in nights drawn for the purpose (`scouting`). His budget is how
far he goes in all this, in steps that are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from viermot.games.nightfighter.bots import flying, hunting, search, sweeping
from viermot.games.nightfighter.bots.advice import AdvisingPlayer
from viermot.games.nightfighter.bots.believing import believed, can_be_believed
from viermot.games.nightfighter.bots.plot import Weights
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.bots.scouting import nights_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.kernel.dice import Rng
from viermot.kernel.registry import Ask
from viermot.kernel.search import SEEDS

STUDIES, TABLE = 64, 256  # nights per move: some 25 ms, and three times that

HUNTS: Final[Mapping[str, Sequence[Callable[[NightView, Ask, PlottingTable, int], int | None]]]] = {
    "place_fighter": (hunting.place, sweeping.place),
    "path": (hunting.fly,),
}
BY_BELIEF: Final[Mapping[str, Callable[[NightView, Ask, PlottingTable], int]]] = {
    "manoeuvre": flying.manoeuvre,
    "leave_box": flying.leave_box,
}


class ExpertPlayer(AdvisingPlayer):
    """A player who thinks before he turns."""

    def __init__(self, budget: int) -> None:
        super().__init__()
        self.budget = budget
        self.asked_about: tuple[int, Weights | None] = (0, None)  # what the searches of a turn are to find out

    def choose(self, view: NightView, ask: Ask, rng: Rng) -> int:
        """A hunt that can be thought through is thought through; otherwise he flies and searches by what he believes,
        and everything else he does as the standard player.
        """
        for think in HUNTS.get(ask.kind, ()):
            self.plotting.catch_up(view)
            found = think(view, ask, self.plotting, self.budget)
            if found is not None:
                return found
        if ask.kind == "path":
            return self._fly(view, ask, rng)
        if ask.kind == "place_search":
            return self._search(view, ask)
        plan = BY_BELIEF.get(ask.kind)
        if plan is not None:
            return plan(view, ask, self._believed(view))
        return super().choose(view, ask, rng)

    def _believed(self, view: NightView) -> PlottingTable:
        self.plotting.catch_up(view)
        return believed(view, self.plotting)

    def _fly(self, view: NightView, ask: Ask, rng: Rng) -> int:
        table = self._believed(view)
        if not can_be_believed(view.layout):  # what a look ahead would find there is no prey, or in sight anyway
            return flying.fly(view, ask, table)
        found = sweeping.fly(view, ask, table, self.budget)
        if found is not None:
            return found
        nights = nights_of(table, view.turn, self.budget, rng.below(SEEDS))
        return flying.fly(view, ask, table, nights)

    def _search(self, view: NightView, ask: Ask) -> int:
        """All counters of a turn ask about the same bomber: none is answered before all are down."""
        table = self._believed(view)
        turn, about = self.asked_about
        table.asked_about = about if turn == view.turn else None
        found = search.place_search(view, ask, table)
        self.asked_about = (view.turn, table.asked_about)
        return found
