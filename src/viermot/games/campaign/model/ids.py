"""Numbers that stand for things, with a type for each kind of thing: a crew is not an aircraft, nor a week a count.

To the interpreter they are ints. The `by_...` functions number a list as `enumerate` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NewType, TypeVar

CrewId = NewType("CrewId", int)  # by its place among all crews that ever joined
PlaneId = NewType("PlaneId", int)  # by its place among all aircraft ever on strength; it gives the letter
FlightId = NewType("FlightId", int)  # by its place on tonight's patrol display
Sector = NewType("Sector", int)  # from 0; players count from 1
Role = NewType("Role", int)  # STATION or STANDBY
Man = NewType("Man", int)  # PILOT, OPERATOR or GUNNER
Week = NewType("Week", int)  # of the career, from 1; 0 is before it
Card = NewType("Card", int)  # a playing card, suit by suit; Jokers last

T = TypeVar("T")
OWN_CREW: Final = CrewId(0)  # the player's own crew; in a Staffel, the Staffelkapitän's
OWN_PLANE: Final = PlaneId(0)  # and its aircraft
NO_SECTOR: Final = Sector(-1)

if TYPE_CHECKING:

    def by_crew(crews: Iterable[T]) -> Iterator[tuple[CrewId, T]]:
        """Every crew with its number."""

    def by_plane(planes: Iterable[T]) -> Iterator[tuple[PlaneId, T]]:
        """Every aircraft with its number."""

    def by_flight(flights: Iterable[T]) -> Iterator[tuple[FlightId, T]]:
        """Every flight with its number."""
else:
    by_crew = by_plane = by_flight = enumerate
