"""Routes of one raid through given hexes at given times, and how likely a planner is to come up with each.

A raid flies two hexes a turn along straight legs [4.2.1, 7.2b]; so a sighting fixes one step of its path, and between
two sightings there are few ways, which can all be listed. What is still to come is drawn at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from viermot.games.bomber_command.model.board import DECOY, DISTANCE, OFF
from viermot.games.bomber_command.model.ids import NO_LETTER, Hex
from viermot.games.bomber_command.rules.plot.legs import (
    Leg,
    hexes_of,
    is_row,
    legs_between,
    legs_from,
)
from viermot.games.bomber_command.rules.plot.obeyed import MAX_DECOY_LEGS, MAX_LEGS
from viermot.games.bomber_command.rules.plot.plan import RaidPlan
from viermot.games.bomber_command.rules.plot.samples import NEAR, free_legs, good_corners, nearest, pick

if TYPE_CHECKING:
    from viermot.games.bomber_command.model.layout import Layout
    from viermot.kernel.dice import Rng

DETOUR: Final = 3  # how many hexes of detour a raid usually makes
SELDOM: Final = 0.06  # how likely a plan is that none of our planners would make
LONG: Final = 5  # hexes
MANY: Final = 9
FEW: Final = 3
SOME: Final = (9, 2, 1)  # how many of the ways that go straight on, turn once, turn twice are looked at
FINE: Final = 1 << 30
CORNERS: Final = 40.0  # about this many waypoints can be reached by a leg

T = TypeVar("T")


def weighed(things: Sequence[T], weights: Sequence[float], rng: Rng) -> T:
    """One of them, by weight."""
    left = sum(weights) * rng.below(FINE) / FINE
    for thing, weight in zip(things, weights, strict=True):
        left -= weight
        if left < 0:
            return thing
    return things[-1]


# How a stretch is flown: the last leg goes on for some hexes, then come new legs. Millions are made, so it is a tuple.
Way = tuple[int, tuple[Leg, ...]]


@lru_cache(maxsize=1 << 14)
def end_of(start: Hex, leg: Leg) -> Hex:
    """Where a leg ends."""
    return hexes_of(start, leg)[-1]


def going_on(leg: Leg, hexes: int) -> Leg:
    """A leg of this many more hexes, in line with the one flown so far."""
    side = (leg.side + leg.hexes) % 2 if is_row(leg.direction) else leg.side
    return Leg(leg.direction, side, hexes)


def _in_line(before: Leg, after: Leg) -> bool:
    """Would the second leg only lengthen the first?"""
    return before.direction == after.direction and going_on(before, after.hexes) == after


@lru_cache(maxsize=1 << 15)
def ways(start: Hex, last: Leg | None, end: Hex, hexes: int) -> tuple[Way, ...]:
    """Every way of this many hexes from one hex to another with at most two new legs; those with fewest first."""
    if DISTANCE[start][end] > hexes:
        return ()
    found: list[Way] = []
    ray = [start, *(hexes_of(start, going_on(last, hexes)) if last else ())]
    if len(ray) > hexes and ray[hexes] == end:
        found.append((hexes, ()))
    far = DISTANCE[end]
    for on, corner in enumerate(ray[:hexes]):
        before = last._replace(hexes=last.hexes + on) if last else None
        for leg in legs_between(corner, end):
            if on + leg.hexes == hexes and not (before and _in_line(before, leg)):
                found.append((on, (leg,)))
    if found and hexes > LONG:  # after a long silence the simplest ways will do
        return tuple(found)
    for on, corner in enumerate(ray[:hexes]):
        for leg, turn in legs_from(corner):
            rest = hexes - on - leg.hexes
            if rest > 0 and far[turn] <= rest:
                found += [
                    (on, (leg, onto))
                    for onto in legs_between(turn, end)
                    if onto.hexes == rest and not _in_line(leg, onto)
                ]
    if not found and MANY > hexes > 2:  # nothing simple will do
        for leg, turn in legs_from(start):
            rest = hexes - leg.hexes
            if rest > 1 and far[turn] <= rest:
                found += [(0, (leg, *legs)) for _, legs in ways(turn, None, end, rest) if len(legs) == 2][:FEW]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def onward(start: Hex, last: Leg | None, end: Hex, new_legs: int, detour: int = DETOUR) -> tuple[tuple[Way, ...], ...]:
    """The ways from one hex to another within that detour: straight on, by one new leg, by two."""
    longest = DISTANCE[start][end] + detour
    found: tuple[list[Way], list[Way], list[Way]] = ([], [], [])
    ray = (start, *(hexes_of(start, going_on(last, longest)) if last else ()))
    far = DISTANCE[end]
    for on, corner in enumerate(ray):
        left = longest - on
        if far[corner] > left:
            break
        if corner == end:
            found[0].append((on, ()))
        if new_legs > 0:
            found[1].extend([(on, (leg,)) for leg in legs_between(corner, end)])
        if new_legs > 1:
            found[2].extend([(on, legs) for hexes, legs in _pairs(corner, end) if hexes <= left])
    return tuple(found[0]), tuple(found[1]), tuple(found[2])


@lru_cache(maxsize=1 << 14)
def _pairs(corner: Hex, end: Hex) -> tuple[tuple[int, tuple[Leg, Leg]], ...]:
    """Two legs from one hex to another, and how many hexes they have at least: the first, and the way from its end."""
    far = DISTANCE[end]
    return tuple(
        [
            (leg.hexes + far[turn], (leg, onto))
            for leg, turn in legs_from(corner)
            if turn != end
            for onto in legs_between(turn, end)
        ]
    )


@lru_cache(maxsize=1 << 15)
def route_chance(start: Hex, end: Hex, legs: tuple[Leg, ...], detour: int) -> float:
    """How likely `samples.route` is to come up with this one, given both ends; never quite zero."""
    found = SELDOM / CORNERS ** (len(legs) - 1)
    if len(legs) > 3:
        return found
    return found + sum(_chance(start, end, legs, maximum, detour) for maximum in (1, 2, 3)) / 3


def _chance(start: Hex, end: Hex, legs: tuple[Leg, ...], maximum: int, detour: int) -> float:
    """The same for a given number of legs at most; it follows the branches of `samples.route`."""
    if start == end:
        return float(not legs)
    straight = legs_between(start, end)
    this = 1 / len(straight) if len(legs) == 1 and legs[0] in straight else 0.0
    if maximum == 1:
        return this
    found, left = (this / 4, 0.75) if straight else (0.0, 1.0)
    if maximum >= 3:
        corners = good_corners(start, end, detour)
        corner = end_of(start, legs[0])
        if corners:
            if corner in corners:
                rest = _chance(corner, end, legs[1:], 2, detour) if len(legs) > 1 else 0.0
                found += left / 2 * rest / len(corners) / len(legs_between(start, corner))
            left /= 2
    corners = good_corners(start, end, detour, last=True)
    if not corners:
        return found + left * this
    if len(legs) == 2:
        corner = end_of(start, legs[0])
        if corner in corners:
            found += left / len(corners) / len(legs_between(start, corner)) / len(legs_between(corner, end))
    return found


@lru_cache(maxsize=1 << 15)
def _hexes_along(start: Hex, legs: tuple[Leg, ...]) -> tuple[Hex, ...]:
    """The hexes that some legs enter, one after another."""
    path: tuple[Hex, ...] = ()
    for leg in legs:
        path += hexes_of(path[-1] if path else start, leg)
    return path


class Stem(NamedTuple):
    """A route as far as it is known: its legs and hexes, and where the target was."""

    path: tuple[Hex, ...]  # every hex, the first included
    legs: tuple[Leg, ...] = ()
    fresh: bool = True  # a new leg begins here
    aim: int = OFF
    legs_out: int = 0  # how many of them led to the target

    @property
    def start(self) -> Hex:
        return self.path[0]

    @property
    def at(self) -> Hex:
        return self.path[-1]

    @property
    def length(self) -> int:
        """How many hexes have been flown."""
        return len(self.path) - 1

    @property
    def last(self) -> Leg | None:
        """The leg that may be flown on."""
        return None if self.fresh else self.legs[-1]

    @property
    def legs_home(self) -> int:
        return len(self.legs) - self.legs_out if self.aim != OFF else 0

    def legs_left(self, kind: int) -> int:
        """How many more it may fly to the target or, once there, home [4.2.1b, 4.3.4a]."""
        if kind == DECOY:
            return MAX_DECOY_LEGS - len(self.legs)
        return MAX_LEGS - (self.legs_home if self.aim != OFF else len(self.legs))

    def flown(self, way: Way) -> Stem:
        """The route with one more stretch."""
        on, new = way
        path, legs, fresh, aim, legs_out = self
        if on:
            last = legs[-1]
            path += hexes_of(path[-1], going_on(last, on))
            legs = (*legs[:-1], Leg(last.direction, last.side, last.hexes + on))
        if new:
            path += _hexes_along(path[-1], new)
            return Stem(path, legs + new, False, aim, legs_out)
        return Stem(path, legs, fresh, aim, legs_out)

    def arrived(self) -> Stem:
        """The target is here; the way home begins with a new leg [4.2.1c]."""
        return Stem(self.path, self.legs, True, self.length, len(self.legs))

    def through(self, kind: int, hex_: Hex, step: int) -> list[Stem]:
        """Every way on that is in a hex at that step of the path."""
        more = step - self.length
        if more <= 0:
            return [self] if more == 0 and self.at == hex_ else []
        left = self.legs_left(kind)
        return [self.flown(way) for way in ways(self.at, self.last, hex_, more) if len(way[1]) <= left]


class Finish(NamedTuple):
    """A way on that was drawn, and how likely that was."""

    stem: Stem
    chance: float


def some_ways(stem: Stem, goal: Hex, legs_left: int, rng: Rng, detour: int = DETOUR) -> Iterator[Finish]:
    """Ways to a target or an exit: straight on if possible, some that turn once more, one that turns twice.

    Each comes with the chance that it is among them, so that together they stand for all ways.
    """
    if legs_left < 0:
        return
    for ways_on, wanted in zip(onward(stem.at, stem.last, goal, min(legs_left, 2), detour), SOME, strict=True):
        number = min(wanted, len(ways_on))
        for _ in range(number):
            yield Finish(stem.flown(pick(ways_on, rng)), number / len(ways_on))


def fly_home(stem: Stem, layout: Layout, rng: Rng) -> Stem | None:
    """A way to one of the nearest exits."""
    end = pick(nearest(layout.exits, stem.at, NEAR), rng)
    found = [finish.stem for finish in some_ways(stem, end, MAX_LEGS, rng)]
    return pick(found, rng) if found else None


def wander(stem: Stem, layout: Layout, rng: Rng) -> Stem | None:
    """Finish a Decoy's route: some legs over nothing of interest, then home [4.3.4]."""
    barred = layout.barred_for_decoys
    if stem.last is not None:
        ray = hexes_of(stem.at, going_on(stem.last, 3))
        free = next((place for place, hex_ in enumerate(ray) if hex_ in barred), len(ray))
        stem = stem.flown((rng.below(free + 1), ()))
    more = rng.below(3)
    while stem.legs_left(DECOY):
        if stem.at in layout.exits and len(stem.legs) > 1:
            return stem
        choice = free_legs(barred, stem.at)
        home = [leg for leg, end in choice if end in layout.exits]
        if home and (more <= 0 or rng.below(2)):
            return stem.flown((0, (pick(home, rng),)))
        longer = [leg for leg, _ in choice if leg.hexes >= 3] or [leg for leg, _ in choice]
        if not longer:
            return None
        stem = stem.flown((0, (pick(longer, rng),)))
        more -= 1
    return stem if stem.at in layout.exits else None


def is_legal(layout: Layout, raid: RaidPlan, stem: Stem) -> bool:
    """May a raid fly so, taken by itself? [4.2, 4.3]"""
    path = raid.path
    if path[-1] not in layout.exits or len(path) != 1 + sum([leg.hexes for leg in stem.legs]):
        return False
    if raid.kind == DECOY:
        return layout.barred_for_decoys.isdisjoint(path)
    if raid.aim == OFF or stem.legs_out > MAX_LEGS or stem.legs_home > MAX_LEGS:
        return False
    return path.index(path[raid.aim], 1 if raid.parent != NO_LETTER else 0) == raid.aim
