"""How an expert German flies: to the beacon that a raid will pass a few turns from now, while he has the fuel to make
use of it.

From a beacon the stream is entered at no disadvantage [9.4.1b], and a unit inside attacks every turn until its fuel is
used up: being there early, with full tanks, is worth more than being near.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from viermot.games.bomber_command.bots.doctrine import STANDARD, Doctrine
from viermot.games.bomber_command.bots.german import StandardGerman, chance, has_beacon
from viermot.games.bomber_command.bots.routes import RouteTable
from viermot.games.bomber_command.bots.tracking import AHEAD
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import DISTANCE, SIZE
from viermot.games.bomber_command.model.ids import Hex, Unit

SOONER: Final = 0.85  # what a raid is worth that comes a turn later
AT_MOST: Final = 1.5  # raids for which one beacon can be worth waiting at
LEAST: Final = 0.02
A_BEACON: Final = 0.9  # what an ambush is worth compared with a raid that can be met at once
LONG: Final = 4  # turns of fuel inside a raid, after which more are worth no more


class Ambush(NamedTuple):
    """A beacon by which a raid will pass, in how many turns, and what that promises."""

    worth: float
    hex: Hex
    turns: int


class HuntingGerman(StandardGerman):
    """A defender who knows where routes lead, and sends his twins where they will meet somebody."""

    def __init__(self, doctrine: Doctrine = STANDARD) -> None:
        super().__init__(doctrine)
        self.plotting = RouteTable()
        self._turn = 0
        self._ambushes: list[Ambush] = []

    def worth(self, view: RaidView, unit: Unit, place: Hex) -> float:
        """As any German judges it, or the best ambush that can still be laid from there."""
        worth = super().worth(view, unit, place)
        if place >= SIZE or not view.layout.units[unit].twin:
            return worth
        fuel, near, best = view.unit_fuel[unit], DISTANCE[place], 0.0
        for promise, hex_, turns in self.ambushes(view):
            if near[hex_] <= 2 * (turns - 1):
                best = max(best, promise * min(fuel - turns, LONG) / LONG)
        return worth + A_BEACON * best

    def ambushes(self, view: RaidView) -> list[Ambush]:
        """Where raids will pass beacons in the next turns; worked out once a turn."""
        if self._turn != view.turn:
            self._turn = view.turn
            self._ambushes = [
                Ambush(worth, hex_, turns)
                for hex_ in map(Hex, view.layout.boxes_in)
                if has_beacon(view, hex_)
                for turns in range(2, AHEAD + 1)
                if (worth := self._promise(view, hex_, turns)) > LEAST
            ]
        return self._ambushes

    def _promise(self, view: RaidView, hex_: Hex, turns: int) -> float:
        needed = view.infiltration_value() - view.weather_modifier(hex_) - view.sight() - view.beleuchter
        return SOONER**turns * chance(needed) * min(self.plotting.around(turns, hex_), AT_MOST)
