"""Numbers that stand for things, with a type for each kind of thing: a seat is not a crewman, nor a model a unit.

To the interpreter they are ints. The `by_...` functions number a list as `enumerate` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NewType, TypeVar

Seat = NewType("Seat", int)  # one of the pilots at the table [10.1]
Crewman = NewType("Crewman", int)  # PILOT, WINGMAN or GUNNER
MonthNumber = NewType("MonthNumber", int)  # of the calendar; 0 is March 1943
WheelPlace = NewType("WheelPlace", int)  # on the orientation wheel, from TAILED to TAILING
Unit = NewType("Unit", int)  # a Gruppe, by its line on the start table [4.1]
Model = NewType("Model", int)  # an aircraft a pilot can fly, by its place in the hangar
Series = NewType("Series", int)  # BF109, FW190, ...
EnemyType = NewType("EnemyType", int)  # an enemy fighter, by its line on chart B11
BomberType = NewType("BomberType", int)
Card = NewType("Card", int)  # a combat card, by its number
System = NewType("System", int)  # of a fighter, ours or theirs: what chart B6 hits
BomberPart = NewType("BomberPart", int)  # what chart B3 hits
BomberSystem = NewType("BomberSystem", int)  # where those hits are marked; the first three are the points of aim
Weapon = NewType("Weapon", int)  # a forward weapon, by its place on the mat
Skill = NewType("Skill", int)  # by its place on the list of skills
Award = NewType("Award", int)  # a bit
Kill = NewType("Kill", int)  # BOMBER_KILL or FIGHTER_KILL
Encounter = NewType("Encounter", int)  # what the log sheet says of an aircraft met

T = TypeVar("T")
NO_UNIT: Final = Unit(-1)
NO_MODEL: Final = Model(-1)
NO_ENEMY: Final = EnemyType(-1)
NO_BOMBER: Final = BomberType(-1)
NO_CARD: Final = Card(0)

if TYPE_CHECKING:

    def by_seat(pilots: Iterable[T]) -> Iterator[tuple[Seat, T]]:
        """Every pilot with his seat."""

    def by_weapon(values: Iterable[T]) -> Iterator[tuple[Weapon, T]]:
        """Every forward weapon with its value."""

    def by_unit(values: Iterable[T]) -> Iterator[tuple[Unit, T]]:
        """Every unit with its value."""
else:
    by_seat = by_weapon = by_unit = enumerate
