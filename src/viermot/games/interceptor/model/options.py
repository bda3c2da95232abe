"""What an option means: the engine's ints are encoded and decoded here and nowhere else.

>>> long_burst = Firing(AIRFRAME, burst=True)
>>> long_burst.code, firing(long_burst.code) == long_burst
(6, True)
>>> purchase(Purchase(TAKE, 12).code)
Purchase(what=2, number=12)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from viermot.games.interceptor.model.ids import BomberSystem, Crewman, Model, Seat, Series, Skill, Unit
from viermot.games.interceptor.model.terms import AIRFRAME, CLIMB, PORT_WING, SKILLS, STARBOARD_WING

# -- a round of a pass [7.1.3, 7.1.13, 7.2.3.1, 7.7] ----------------------------------------------------------------

BREAK_OFF, BAIL_OUT = 32, 33  # two ways to end it instead
_BURST, _WINGMAN, _FIRST = 4, 8, 16


class Firing(NamedTuple):
    """A round: the point of aim, and its extras."""

    aim: BomberSystem = AIRFRAME
    burst: bool = False  # an extended one
    wingman: bool = False  # does he attack as well?
    first: bool = False  # by Reflexes

    @property
    def code(self) -> int:
        return self.aim + _BURST * self.burst + _WINGMAN * self.wingman + _FIRST * self.first


@cache
def firing(code: int) -> Firing:
    """The round that an option below BREAK_OFF stands for."""
    return Firing(BomberSystem(code & 3), bool(code & _BURST), bool(code & _WINGMAN), bool(code & _FIRST))


@cache
def rounds(burst: bool, wingman: bool, first: bool) -> tuple[int, ...]:
    """The options of a round that allows these extras, plain ones first."""
    return tuple(
        Firing(aim, burst=with_burst, wingman=with_wingman, first=fires_first).code
        for fires_first in ((False, True) if first else (False,))
        for with_wingman in ((False, True) if wingman else (False,))
        for with_burst in ((False, True) if burst else (False,))
        for aim in (AIRFRAME, PORT_WING, STARBOARD_WING)
    )


# -- a place around a bomber [10.5] ---------------------------------------------------------------------------------

LEVELS: Final = range(3)  # LOW, LEVEL, HIGH


class Spot(NamedTuple):
    """Where an attack comes from: one of eight locations at one of three altitudes, or a climb or a dive."""

    location: int
    altitude: int

    @property
    def code(self) -> int:
        return self.location * len(LEVELS) + self.altitude

    @property
    def is_vertical(self) -> bool:
        """A climb or a dive?"""
        return self.location >= CLIMB


def spot(code: int) -> Spot:
    """The place an option stands for."""
    return Spot(*divmod(code, len(LEVELS)))


# -- a comrade [10.1], a unit [4.1] ---------------------------------------------------------------------------------

NOBODY_ELSE: Final = 0  # no comrade
BY_ROLL: Final = 0  # no unit chosen


def comrade_code(who: Seat) -> int:
    """The option that names this pilot."""
    return who + 1


def comrade(code: int) -> Seat:
    """The pilot that an option other than NOBODY_ELSE names."""
    return Seat(code - 1)


def unit_code(unit: Unit) -> int:
    """The option that names this unit."""
    return unit + 1


def chosen_unit(code: int) -> Unit:
    """The unit that an option names."""
    return Unit(code - 1)


# -- a lesson [7.7] -------------------------------------------------------------------------------------------------

DONE: Final = 0  # no lesson, or no purchase


def first_lesson(who: Crewman) -> int:
    """The option for this man to learn the first skill on the list; the others follow."""
    return 1 + len(SKILLS) * who


class Lesson(NamedTuple):
    """A skill that pilot, wingman or gunner learns."""

    who: Crewman
    skill: Skill

    @property
    def code(self) -> int:
        return first_lesson(self.who) + self.skill


def lesson(code: int) -> Lesson:
    """The lesson that an option other than DONE stands for."""
    who, skill = divmod(code - 1, len(SKILLS))
    return Lesson(Crewman(who), Skill(skill))


# -- what prestige buys [4.6.1, 4.6.4, 8.1] ---------------------------------------------------------------------------

NOTHING_MORE, LOOK, TAKE, MOVE = range(4)
_FROM: Final = (0, 1, 100, 200)  # the first option of each


class Purchase(NamedTuple):
    """A look at a series on R1, an aircraft, or a posting to a unit."""

    what: int
    number: int = 0  # of the series, the aircraft or the unit

    @property
    def code(self) -> int:
        return _FROM[self.what] + self.number

    @property
    def series(self) -> Series:
        """The series that LOOK looks up."""
        return Series(self.number)

    @property
    def model(self) -> Model:
        """The model that TAKE takes."""
        return Model(self.number)

    @property
    def unit(self) -> Unit:
        """The unit that MOVE goes to."""
        return Unit(self.number)


def purchases(what: int, numbers: Iterable[int]) -> list[int]:
    """The options for several purchases of one kind."""
    first = _FROM[what]
    return [first + number for number in numbers]


@cache
def purchase(code: int) -> Purchase:
    """The purchase an option stands for."""
    what = max(what for what, first in enumerate(_FROM) if code >= first)
    return Purchase(what, code - _FROM[what])
