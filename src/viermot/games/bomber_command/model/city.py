"""The five city maps: hexagonal areas, the boundary, the countryside [10.1].

Areas are numbered from 0 in the order of the drawing; the number after the last is the countryside. The compass has 1
north, then clockwise; here directions count from 0.

>>> from viermot.games.bomber_command.components import load
>>> plan = city_plan(load(), "B")
>>> plan.names[plan.drift(plan.number["d3"], 1, 2)], plan.names[plan.drift(plan.number["e3"], 1, 2)]
('f2', 'g2')
>>> [len(ring) for ring in plan.rings[plan.number["f2"]][:4]]
[1, 6, 8, 8]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viermot.games.bomber_command.components.map import AREA_TYPES, CityMap
from viermot.games.bomber_command.model.ids import NO_AREA, CityArea
from viermot.kernel.hexes import far_away

if TYPE_CHECKING:
    from viermot.games.bomber_command.components import Components

FIELDS, RESIDENTIAL, CENTRE, INDUSTRIAL, TRANSPORT = range(5)  # as AREA_TYPES
COUNTRYSIDE: Final = "countryside"

_ASIDE: Final = (0, 1, 1, 0, -1, -1)  # columns, and half hexes down, of the six directions
_BELOW: Final = (-2, -1, 1, 2, 1, -1)


class CityPlan:
    """One city map: what lies next to, how far from, and in which ring around what."""

    def __init__(self, drawn: CityMap) -> None:
        places = [_place(area.id) for area in drawn.areas]
        number = {place: CityArea(at) for at, place in enumerate(places)}
        self.letter = drawn.id
        self.size = len(places)
        self.country = CityArea(self.size)
        self.every_area = tuple(CityArea(at) for at in range(self.size))
        self.names = (*[area.id for area in drawn.areas], COUNTRYSIDE)
        self.number = {name: CityArea(at) for at, name in enumerate(self.names)}
        self.types = bytes([*[AREA_TYPES.index(area.type) for area in drawn.areas], FIELDS])
        self.oil = next((CityArea(at) for at, area in enumerate(drawn.areas) if area.oil), NO_AREA)
        self.neighbour = [
            number.get((column + aside, below + down), self.country)
            for column, below in places
            for aside, down in zip(_ASIDE, _BELOW, strict=True)
        ]
        self.adjacent = [
            tuple(there for there in self.neighbour[at * 6 : at * 6 + 6] if there != self.country)
            for at in self.every_area
        ]
        self.outermost = tuple(at for at in self.every_area if len(self.adjacent[at]) < 6)
        self.distance = [
            bytes(far_away(column - other, below - down) for other, down in places) for column, below in places
        ]
        self.rings = [
            [
                tuple(at for at in self.every_area if row[at] == ring)  # every area that far away
                for ring in range(max(row) + 1)
            ]
            for row in self.distance
        ]

    def drift(self, area: CityArea, direction: int, steps: int) -> CityArea:
        """Where this many steps lead; the first step over the boundary is the last [10.3.2d, ruling C13]."""
        for _ in range(steps):
            if area == self.country:
                break
            area = self.neighbour[area * 6 + direction]
        return area

    def direction(self, area: CityArea, beside: CityArea) -> int:
        """In which direction one area lies from another."""
        return self.neighbour.index(beside, area * 6) - area * 6


def _place(name: str) -> tuple[int, int]:
    """Column, and half hexes down."""
    column = ord(name[0]) - ord("a")
    return column, 2 * int(name[1:]) + column % 2


_PLANS: dict[tuple[str, str], CityPlan] = {}


def city_plan(pack: Components, letter: str) -> CityPlan:
    """The city map with that letter; made once per pack."""
    key = (pack.hash, letter)
    if key not in _PLANS:
        _PLANS[key] = CityPlan(pack.city_maps[letter])
    return _PLANS[key]
