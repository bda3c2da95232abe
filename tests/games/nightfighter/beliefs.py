"""Nightfighter's games as tools/beliefs.py looks at them: once a turn, when the raid has moved and the player decides.

The belief stands beside the plotting table with which the standard player flies and, where the raid is small, beside
the exact one: every way in which all attackers may lie, as long as they can be counted.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.knowledge.belief import density
from viermot.games.nightfighter.knowledge.joint import JointSky, can_enumerate
from viermot.games.nightfighter.knowledge.reading import Reader
from viermot.games.nightfighter.model.board import SIZE
from viermot.kernel import registry
from viermot.kernel.agenda import advance, apply, options_of, seats_asked
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import OpenQuestion

MOVE_FIGHTERS: Final = 3  # the phase
MAX_ROWS: Final = 60_000  # of the exact reckoning; beyond that a game is not looked at any more by it

Look = tuple[dict[str, list[float]], frozenset[int], float]


def plotted(table: PlottingTable) -> list[float]:
    """The plotting table's chance for every hex."""
    nobody = [1.0] * SIZE
    for plot in table.plots:
        for hex_, w in plot.weights.items():
            nobody[hex_] *= max(0.0, 1.0 - w) ** plot.number
    return [1.0 - none for none in nobody]


class Watch:
    """All that is reckoned along with one game."""

    def __init__(self, exact: bool) -> None:
        self.belief, self.plots = Reader(), PlottingTable()
        self.exact = Reader(max_rows=MAX_ROWS) if exact else None

    def look(self, view: Any, there: frozenset[int]) -> Look:
        """Where everybody is thought to be now."""
        began = time.process_time()
        self.belief.catch_up(view)
        beliefs = {"belief": density(self.belief)}
        spent = (time.process_time() - began) * 1000
        self.plots.catch_up(view)
        beliefs["plotting table"] = plotted(self.plots)
        if self.exact is not None:
            self.exact.catch_up(view)
            beliefs["exact"] = density(self.exact)
        return beliefs, there, spent

    @property
    def still_exact(self) -> bool:
        return self.exact is None or all(isinstance(sky, JointSky) for sky in self.exact.skies)


def watch(scenario: str, seed: str, exact: bool = False) -> Iterator[Look]:
    """Play one game and look at it once a turn; with ``exact``, for as long as all ways can be counted."""
    module = registry.game("nightfighter")
    key = key_of(seed)
    state: Any = module.start(module.load_pack(None), scenario, {}, KeyedDice(key))
    advance(state)
    players = [module.bots(seat)["standard"]() for seat in module.seats]
    rngs = [BotRng(key, seat) for seat in module.seats]
    views = [module.perspective(state, seat) for seat in module.seats]
    watching, turn = Watch(exact and can_enumerate(state.layout)), 0
    while state.asked is not None:
        number, task = seats_asked(state)[0]
        if number == 0 and state.turn > turn and state.phase >= MOVE_FIGHTERS:
            turn = state.turn
            there = frozenset(state.a_hex[a] for a in state.on_map if not state.a_handle[a])
            look = watching.look(views[0], there)
            if not watching.still_exact:
                return
            yield look
        ask = OpenQuestion().put(state, task, options_of(state, task))
        apply(state, players[number].choose(views[number], ask, rngs[number]))


def watch_exactly(scenario: str, seed: str) -> Iterator[Look]:
    """The same beside the exact belief, in the small raids."""
    return watch(scenario, seed, exact=True)
