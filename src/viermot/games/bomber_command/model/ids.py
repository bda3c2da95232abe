"""Numbers that stand for things, each kind of thing a type of its own: a raid is no unit, and a city no hex.

To the interpreter they are ints. `by_unit` and `by_raid` number a column of the state, as `enumerate` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NewType, TypeVar

Unit = NewType("Unit", int)  # a nightfighter unit: its place in the scenario's list
Raid = NewType("Raid", int)  # its place in the plan
City = NewType("City", int)
Hex = NewType("Hex", int)  # of the map; England and the Jutland Box among them
Title = NewType("Title", int)  # of a card, in the deck of one seat

T = TypeVar("T")
NO_UNIT: Final = Unit(-1)
NO_RAID: Final = Raid(-1)
NO_CITY: Final = City(-1)
NO_HEX: Final = Hex(-1)

if TYPE_CHECKING:

    def by_unit(column: Iterable[T]) -> Iterator[tuple[Unit, T]]:
        """Every unit with its value in a column of the state."""

    def by_raid(column: Iterable[T]) -> Iterator[tuple[Raid, T]]:
        """Every raid with its value in a column of the state."""
else:
    by_unit = by_raid = enumerate
