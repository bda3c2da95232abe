"""Numbers that stand for things, with a type for each kind of thing: a raid is not a unit, nor a city a hex.

To the interpreter they are ints. `by_unit` and `by_raid` number a column of the state, as `enumerate` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NewType, TypeVar

from viermot.kernel.hexes import Hex as Hex  # England and the Jutland Box are among them

Unit = NewType("Unit", int)  # a nightfighter unit: its place in the scenario's list
Raid = NewType("Raid", int)  # its place in the plan
City = NewType("City", int)
Zone = NewType("Zone", int)  # of the weather: England or a Jagddivision
Box = NewType("Box", int)  # what a unit can be stacked on: cities from 1 on, then beacons; NO_BOX for none
Letter = NewType("Letter", int)  # of a raid box: its place in LETTERS
CityArea = NewType("CityArea", int)  # of the map of one city; the number after the last is the countryside
Title = NewType("Title", int)  # of a card, in the deck of one seat

T = TypeVar("T")
NO_UNIT: Final = Unit(-1)
NO_RAID: Final = Raid(-1)
NO_CITY: Final = City(-1)
NO_HEX: Final = Hex(-1)
NO_BOX: Final = Box(0)
NO_BEACON: Final = Box(-1)  # of FIDGET, while it jams none
NO_LETTER: Final = Letter(-1)
NO_AREA: Final = CityArea(-1)


def box_of(city: City) -> Box:
    """The box of a city."""
    return Box(city + 1)


if TYPE_CHECKING:

    def by_unit(column: Iterable[T]) -> Iterator[tuple[Unit, T]]:
        """Every unit with its value in a column of the state."""

    def by_raid(column: Iterable[T]) -> Iterator[tuple[Raid, T]]:
        """Every raid with its value in a column of the state."""
else:
    by_unit = by_raid = enumerate
