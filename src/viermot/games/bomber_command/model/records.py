"""The small records of a night: markers and counters on the map, the attack under way, a city under bombs.

All are frozen: a change replaces the record in the state's own list. As data a record is written as a row of its
numbers, in this order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from viermot.games.bomber_command.model.ids import NO_AREA, City, CityArea, Hex, Letter, Raid, Unit, Zone

HE, INC = 0, 1  # kinds of bomb counters
NO_DIRECTION: Final = -1

Modifier = tuple[str, int, str]  # of a roll: what it is for, how much it adds, and the rule that says so


def counting(modifiers: Iterable[Modifier]) -> list[Modifier]:
    """The modifiers that change the roll.

    >>> counting([("weather", 0, "3.4.2a"), ("cards", 2, "6.2.1")])
    [('cards', 2, '6.2.1')]
    """
    return [(what, value, rule) for what, value, rule in modifiers if value]


class PlottedRaid(NamedTuple):
    """A raid as it was plotted, which never changes [4.0b]."""

    letter: Letter
    kind: int
    target: int  # city, mine hex, or OFF
    path: tuple[Hex, ...]
    entry: int  # the turn it enters the map, or breaks out
    first: int  # hexes of its first move
    aim: int  # where in the path the target is
    waypoints: int
    heavy: int
    parent: Raid  # the raid it escorts
    split: int  # where in the parent's path it breaks out
    leaving: int  # as the parent leaves that hex, not as it enters
    course: tuple[int, ...]  # how it flies into each hex of its path, in steps of 30 degrees [12.1.3]
    load: int  # bomb counters [10.4.1]


class RaidCounter(NamedTuple):
    """A raid or stream counter on the map [8.2f]."""

    hex: Hex
    kind: int  # RAID_COUNTER, STREAM_COUNTER, FALSE_COUNTER
    raid: Raid  # NOBODY for a false one


class BombingMarker(NamedTuple):
    """A marker on a city that is bombed [10.2a]."""

    city: City
    raid: Raid
    side: int  # BOMB_DROP or RESOLVE
    turn: int  # it was placed


class CombatMarker(NamedTuple):
    """An attack that is declared and not resolved yet [9.1.2]."""

    type: int  # GCI_MARKER, FLAK_MARKER, WILD_MARKER
    hex: Hex
    raid: Raid
    unit: Unit  # a Wild Boar's; otherwise NOBODY
    city: City  # whose flak it is, or over which the Wild Boar attacks; otherwise NO_CITY
    extra: int = 0  # what a card has changed: the reach of GCI units, or the Wild Boars' bonus


class GciAttack(NamedTuple):
    """A GCI unit has attacked this raid in this phase [9.3d]."""

    unit: Unit
    raid: Raid


class PatrolAway(NamedTuple):
    """A patrol that was used, and when it comes back [9.2.4c]."""

    strength: int
    turn: int


class LandingWeather(NamedTuple):
    """What a card adds to recovery rolls in a division this phase [7.4.4e]."""

    zone: Zone
    modifier: int


class Attack(NamedTuple):
    """The attack under way [9.1.1]."""

    kind: int
    unit: Unit  # the attackers; or those attacked, if the British attack; NOBODY for flak
    raid: Raid
    hex: int  # where it is, or ~zone; inside a raid, the hex whose weather counts
    city: City  # over which city, or whose flak
    column: int
    extra: int  # what its circumstances add to the roll
    strength: int
    losses: int = 0
    disrupted: int = 0
    first: int = 0  # the dice
    second: int = 0


class BombedCity(NamedTuple):
    """The city under attack: where the TI is, what has yet to fall, what cards have done [10.3 to 10.6]."""

    raid: Raid
    city: City
    method: int = 0  # how it is marked [10.3.2a]
    aimpoint: CityArea = NO_AREA
    approach: CityArea = CityArea(0)
    ti: CityArea = CityArea(0)
    drifted: int = NO_DIRECTION
    rows: int = 0  # up or down on the Bomb Concentration Table
    left_he: int = 0  # counters that have not fallen yet
    left_inc: int = 0
    points: int = 0  # of error or accuracy left; while bombs fall from outside: did the last hit the city?
    stage: int = 0  # of conversion [10.5.3a]
    card_error: int = 0
    card_accuracy: int = 0
    card_creepback: int = 0
    cluster: int = 0
    quenched: int = 0
    crept: int = 0  # has the bombing crept back?
    ignore_signature: int = 0
    follows: int = 0  # is it a follow-up raid?
    first_fires: int = 0  # of the previous attack
    half_points_before: int = 0  # what the map was worth before this attack
    loaded: int = 0
    gone: int = 0  # counters that have burnt or been lost

    @property
    def left(self) -> int:
        """How many counters have still to fall."""
        return self.left_he + self.left_inc


class Area(NamedTuple):
    """The counters in an area of the city map, with those left by an earlier attack kept apart [10.6b].

    >>> Area(he=1, old_inc=2).burnable
    (1, 2)
    """

    he: int = 0
    inc: int = 0
    old_he: int = 0
    old_inc: int = 0
    barred_he: int = 0  # set aside, because their fire was put out [10.5.3c]
    barred_inc: int = 0
    old_barred_he: int = 0
    old_barred_inc: int = 0
    fires: int = 0
    old_fires: int = 0
    storm: int = 0  # has it had its firestorm?

    def of(self, kind: int) -> int:
        """This attack's counters of a kind."""
        return self.inc if kind else self.he

    def with_more(self, kind: int, count: int = 1) -> Area:
        """The same area with more, or fewer, of this attack's counters."""
        he, inc, *others = self
        return Area(he, inc + count, *others) if kind else Area(he + count, inc, *others)

    @property
    def fresh(self) -> int:
        """This attack's counters that can still be moved or burn."""
        return self.he + self.inc

    @property
    def fallen(self) -> int:
        """All counters of this attack."""
        return self.he + self.inc + self.barred_he + self.barred_inc

    @property
    def old(self) -> int:
        """All counters of the earlier attack."""
        return self.old_he + self.old_inc + self.old_barred_he + self.old_barred_inc

    @property
    def burnable(self) -> tuple[int, int]:
        """HE and Incendiaries that can burn, old or new [10.6b]."""
        return self.he + self.old_he, self.inc + self.old_inc

    @property
    def all_fires(self) -> int:
        return self.fires + self.old_fires


class Site(NamedTuple):
    """A finished attack on a city, as a follow-up raid finds it [10.6]."""

    city: City
    raid: Raid
    aimpoint: CityArea
    drift: int
    fires: int
    half_points: int
    areas: tuple[Area, ...]


NOTHING: Final = Area()
