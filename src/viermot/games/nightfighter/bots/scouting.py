"""Looking ahead while nobody is in hand: where to fly so that somebody is found, soon and well placed.

A few dozen nights that agree with the plots are drawn. In each of them the bombers fly on as bombers do; a plan of a
few moves is worth what it would find in them, and how soon a fighter could then be behind what it has found. The best
plan that begins with each end of a move is found by a narrow search. Nights are the bits of one number, so that many of
them cost little more than one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from viermot.games.nightfighter.bots.chase import PLACE, Chase, End, dead_ends, ends
from viermot.games.nightfighter.bots.plot import Plot, disc, entry_columns
from viermot.games.nightfighter.bots.plotting import TORPEDO_MP, PlottingTable
from viermot.games.nightfighter.model.board import HEXES, LAST_ROW, OFF, ROW, S
from viermot.games.nightfighter.model.fitting import EXPERTE, HEAVY, NOT_JAMMED
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.layout import TORPEDO

STEP: Final = 0.04  # finds are counted in steps of this worth, rounded down ...
MOST: Final = 20  # ... up to this many
DEPTH: Final = 4  # moves looked ahead
WAIT: Final = 0.85  # what a turn's delay leaves of a find


@lru_cache(maxsize=8)
def up_to(count: int) -> tuple[int, ...]:
    """What a set of this many nights is multiplied by to count for one step, two steps ..."""
    return tuple(sum([1 << count * k for k in range(worth)]) for worth in range(MOST + 1))


class Nights:
    """Where the bombers are in each of the nights drawn, turn by turn."""

    def __init__(self, turn: int, count: int, seed: int) -> None:
        self.turn = turn
        self.count = count
        self.chance = random.Random(seed)
        self.at: list[dict[Hex, int]] = [{} for _ in range(DEPTH)]  # by turns ahead: hex -> nights, a bit each

    def draw(self, weights: Mapping[Hex, float], number: int, speeds: Sequence[int]) -> list[int]:
        """Bombers that are in these hexes with these chances; returns in which of the draws they are nowhere."""
        chances = [*weights.values(), max(0.0, 1.0 - sum(weights.values()))]
        places: list[Hex] = [*weights, OFF]
        drawn = self.chance.choices(places, cum_weights=list(accumulate(chances)), k=self.count * number)
        for n, where in enumerate(drawn):
            if where != OFF:
                self.fly_on(where, self.turn, 1 << n % self.count, speeds)
        return [n for n, where in enumerate(drawn) if where == OFF]

    def fly_on(self, hex_: Hex, turn: int, bit: int, speeds: Sequence[int]) -> None:
        """Mark where a bomber is on each turn, until it leaves the map."""
        while True:
            at = self.at[turn - self.turn]
            at[hex_] = at.get(hex_, 0) | bit
            turn += 1
            mp = speeds[turn & 1]
            if turn >= self.turn + DEPTH or ROW[hex_] + mp > LAST_ROW:
                return
            hex_ = HEXES.all[hex_ + mp]

    def lucky(self, chance: float) -> int:
        """The nights in which something of that chance comes off."""
        return sum([1 << night for night in range(self.count) if self.chance.random() < chance])


def nights_of(plotting: PlottingTable, turn: int, count: int, seed: int) -> Nights:
    """Nights that agree with the plots."""
    nights = Nights(turn, count, seed)
    for plot in plotting.plots:
        if plot.facing == S:
            speeds = [speed[0][0] for speed in plotting.speeds[plot.role]]
            if plot.role == TORPEDO:
                speeds = [TORPEDO_MP, TORPEDO_MP]
            elsewhere = nights.draw(plot.weights, plot.number, speeds)
            if plot.due and plot.held > 0:
                _let_in(nights, plot, entry_columns(plotting.layout.chits, plot.number, plot.role), speeds, elsewhere)
    return nights


def _let_in(
    nights: Nights, plot: Plot, columns: Mapping[int, float], speeds: Sequence[int], elsewhere: Sequence[int]
) -> None:
    """Those that are not on the map yet come in when they are due."""
    waiting = plot.held / max(plot.held, 1.0 - sum(plot.weights.values()))
    turns, chances = list(plot.due), list(plot.due.values())
    for n in elsewhere:
        late = nights.chance.choices(turns, chances)[0] - nights.turn
        if nights.chance.random() < waiting and 0 < late < DEPTH:
            column = nights.chance.choices(list(columns), list(columns.values()))[0]
            deep = int(nights.chance.random() * speeds[(nights.turn + late) & 1])
            nights.fly_on(HEXES.at(column, 1 + deep), nights.turn + late, 1 << n % nights.count, speeds)


def scope_chance(fit: Any) -> float:
    """The chance that a bomber in the radar's arc is fixed [19.1.2, 24.5.2]."""
    radar = fit.ai
    if radar is None:
        return 0.0
    if radar.jam == NOT_JAMMED:
        return 1.0
    dice = (1 if radar.jam == HEAVY else 3) + 2 * (fit.pilot == EXPERTE) + 3 * radar.resistant
    return float(1 - (5 / 6) ** dice)


class Scout:
    """One fighter's search for somebody to chase."""

    def __init__(
        self, nights: Nights, fit: Any, joins: Chase, worths: Sequence[Sequence[float]], sight: int, seen: float
    ) -> None:
        self.nights = nights
        self.fit = fit
        self.joins = joins
        self.worths = worths  # by hex, of joining a bomber there after each number of turns
        self.sight = sight
        fixed = scope_chance(fit)
        self.eyes = [nights.lucky(seen) for _ in range(DEPTH)]
        self.scope = [nights.lucky(fixed) if fixed else 0 for _ in range(DEPTH)]
        self.dead = dead_ends(fit.least_mp)
        self.known: list[dict[int, int]] = [{} for _ in range(DEPTH)]

    def promises(self, first: End) -> float:
        """What a plan that begins there is worth, in chances to join somebody, with the best move each time after."""
        if self.dead[first.hex * 6 + first.facing]:
            return 0.0
        hex_, facing, all_found = first.hex, first.facing, self._finds(0, first)
        fit = self.fit
        for ahead in range(1, DEPTH):
            mp = fit.max_mp[(self.nights.turn + ahead) & 1]
            highest, best = -1, first
            for end in ends(hex_, facing, min(fit.least_mp, mp), mp, True):
                if not self.dead[end.hex * 6 + end.facing]:
                    value = (all_found | self._finds(ahead, end)).bit_count()
                    if value > highest:
                        highest, best = value, end
            hex_, facing = best.hex, best.facing
            all_found |= self._finds(ahead, best)
        return STEP * all_found.bit_count() / self.nights.count

    def _finds(self, ahead: int, end: End) -> int:
        known, place = self.known[ahead], end.hex * 6 + end.facing
        found = known.get(place, -1)
        if found < 0:
            found = known[place] = self._look(ahead, end)
        return found

    def _look(self, ahead: int, end: End) -> int:
        """What would be found from there, this many turns ahead, a bit for each night and step of worth."""
        at, late, times = self.nights.at[ahead], WAIT**ahead / STEP, up_to(self.nights.count)
        joins, worths = self.joins[(self.nights.turn + ahead + 1) & 1][end.facing], self.worths
        radar, lucky = self.fit.ai, self.scope[ahead]
        arc = HEXES.arc(end.hex, end.facing, radar.arc, radar.range) if lucky else ()
        found = 0
        for hexes, chance in ((disc(end.hex, self.sight), self.eyes[ahead]), (arc, lucky)):
            for h in hexes:
                if h in at:
                    worth = int(late * worths[h][joins[PLACE[h] - end.here]])
                    found |= (at[h] & chance) * times[min(worth, MOST)]
        return found
