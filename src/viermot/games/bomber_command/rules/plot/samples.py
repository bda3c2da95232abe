"""Random legal plans: varied, and such as a British player might fly [4.0]."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from viermot.games.bomber_command.model.board import DECOY, DISTANCE, EVERY_LETTER, GARDENING, MAIN, MOSQUITO, OFF
from viermot.games.bomber_command.model.ids import NO_HEX, NO_LETTER, City, Hex, Letter
from viermot.games.bomber_command.rules.plot.legs import Leg, hexes_of, legs_between, legs_from, neighbours_by_leg
from viermot.games.bomber_command.rules.plot.obeyed import MAX_DECOY_LEGS, MAX_LEGS, fits, validate
from viermot.games.bomber_command.rules.plot.plan import NOWHERE, Plan, RaidPlan, break_out, finished, path_of
from viermot.kernel.agenda import DeadEnd
from viermot.kernel.dice import Rng

if TYPE_CHECKING:
    from viermot.games.bomber_command.model.layout import Layout

TRIES: Final = 40  # to fit in one raid
PLANS: Final = 60  # to find one legal plan
DETOUR: Final = 3  # how many hexes longer than the direct route
NEAR: Final = 2  # an entry or exit may be this much further off than the nearest

T = TypeVar("T")


def sample(layout: Layout, targets: tuple[int, ...], follow_up: int, rng: Rng) -> Plan:
    """A legal plan: Main Forces first, then whatever else fits in; the rest stays at home [4.0b].

    One try in two or three is legal. If none of many is, none can be: nobody can fly to such targets on such a map.
    """
    for _ in range(PLANS):
        plan = _try(layout, targets, follow_up, rng)
        if validate(layout, targets, follow_up, plan) is None:
            return plan
    raise DeadEnd("no plan of this night is legal")


def _try(layout: Layout, targets: tuple[int, ...], follow_up: int, rng: Rng) -> Plan:
    letters = shuffled(list(EVERY_LETTER), rng)
    plan: Plan = ()
    entry = 1 + rng.below(3)
    for number, target in enumerate(targets):
        if number:
            entry = entry + layout.rules.follow_up_gap + rng.below(2) if follow_up else 1 + rng.below(6)
        plan = _add(layout, plan, rng, MAIN, letters.pop(), target, entry)
    mosquitos, gardeners, decoys = _exchange(layout, rng)
    for kind, count in ((DECOY, decoys), (GARDENING, gardeners), (MOSQUITO, mosquitos)):
        for _ in range(count):
            plan = _add(layout, plan, rng, kind, letters.pop(), OFF, 1)
    return tuple(sorted(plan, key=lambda raid: raid.letter))


def _exchange(layout: Layout, rng: Rng) -> tuple[int, int, int]:
    """How many Mosquito, Gardening and Decoy raids there are, after exchanges [3.5.1c]."""
    _, mosquitos, decoys = layout.raids_allowed
    gardeners = min(rng.below(3), mosquitos)
    mosquitos -= gardeners
    if mosquitos >= 2 and rng.below(4) == 0:
        mosquitos -= 2
        decoys += 1
    return mosquitos, gardeners, decoys


def _add(layout: Layout, plan: Plan, rng: Rng, kind: int, letter: Letter, target: int, entry: int) -> Plan:
    """The plan with one more raid, or as it was if none fits."""
    for _ in range(TRIES):
        raid = _make(layout, plan, rng, kind, letter, target, entry)
        if raid is not None:
            longer = finished((*plan, raid))
            if fits(layout, longer, longer[-1]):
                return longer
    return plan


def _make(layout: Layout, plan: Plan, rng: Rng, kind: int, letter: Letter, target: int, entry: int) -> RaidPlan | None:
    if kind == MAIN:
        return raid_to(layout, rng, MAIN, letter, target, entry)
    if kind == DECOY:
        return decoy(layout, rng, letter, 1 + rng.below(4))
    if kind == GARDENING:
        garden = pick(sorted(layout.mines), rng)
        return raid_to(layout, rng, GARDENING, letter, garden, 1 + rng.below(6))
    city = City(rng.below(len(layout.cities)))
    parents = [raid for raid in plan if raid.kind in (MAIN, DECOY)]
    if parents and rng.below(3) == 0:
        return escort(layout, rng, letter, city, pick(parents, rng))
    return raid_to(layout, rng, MOSQUITO, letter, city, 1 + rng.below(6))


# --- single raids -------------------------------------------------------------------------------------------


def hex_of(layout: Layout, kind: int, target: int) -> Hex:
    """Where a target is."""
    return Hex(target) if kind == GARDENING else layout.cities[target].hex


def raid_to(
    layout: Layout,
    rng: Rng,
    kind: int,
    letter: Letter,
    target: int,
    entry: int,
    near: int = NEAR,
    detour: int = DETOUR,
) -> RaidPlan | None:
    """A raid that flies on its own, out to its target and home."""
    goal = hex_of(layout, kind, target)
    start = pick(nearest(layout.mandrel, goal, near), rng)
    out = route(start, goal, 1 + rng.below(MAX_LEGS - 1), rng, detour)
    end = pick(nearest(layout.exits, goal, near), rng)
    home = route(goal, end, 1 + rng.below(MAX_LEGS - 1), rng, detour)
    if out is None or home is None:
        return None
    first = 1 + (rng.below(3) > 0)
    return _raid(letter, kind, target, entry, first, start, out + home, sum(leg.hexes for leg in out))


def escort(layout: Layout, rng: Rng, letter: Letter, city: City, parent: RaidPlan) -> RaidPlan | None:
    """A Mosquito raid that breaks out of another somewhere on its way."""
    split = rng.below(len(parent.path))
    leaving = rng.below(2)
    turn, moves = break_out(parent, split, leaving)
    start, goal = parent.path[split], layout.cities[city].hex
    if not moves or start == goal:
        return None
    out = route(start, goal, 1 + rng.below(2), rng)
    home = route(goal, pick(nearest(layout.exits, goal), rng), 1 + rng.below(MAX_LEGS - 1), rng)
    if out is None or home is None:
        return None
    raid = _raid(letter, MOSQUITO, city, turn, moves, start, out + home, sum(leg.hexes for leg in out))
    return raid and raid._replace(parent=parent.letter, split=split, leaving=leaving)


def _raid(
    letter: Letter, kind: int, target: int, entry: int, first: int, start: Hex, legs: tuple[Leg, ...], aim: int
) -> RaidPlan | None:
    path = path_of(start, legs)
    first_there = path.index(path[aim], 1) if path[aim] in path[1:] else aim
    if first_there != aim:  # bombing begins when the raid first enters the hex [10.2]
        return None
    return RaidPlan(letter, kind, target, entry, first, 0, NO_LETTER, NOWHERE, 0, legs, path, aim, 0)


def decoy(layout: Layout, rng: Rng, letter: Letter, entry: int) -> RaidPlan | None:
    """A Decoy raid that wanders about where there is nothing to bomb, then comes home [4.3.4]."""
    barred = layout.barred_for_decoys
    starts = sorted(layout.mandrel - barred)
    if not starts:
        return None
    at = pick(starts, rng)
    start, legs = at, []
    turns = 2 + rng.below(3)
    for number in range(MAX_DECOY_LEGS):
        ways = free_legs(barred, at)
        if number >= turns:
            home = [leg for leg, end in ways if end in layout.exits]
            if home or at in layout.exits:
                legs += [pick(home, rng)] if home else []
                path = path_of(start, tuple(legs))
                return RaidPlan(letter, DECOY, OFF, entry, 2, 0, NO_LETTER, NOWHERE, 0, tuple(legs), path, NOWHERE, 0)
        wanted = [(leg, end) for leg, end in ways if leg.hexes >= 3] or list(ways)
        if not wanted:
            return None
        leg, at = pick(wanted, rng)
        legs.append(leg)
    return None


@lru_cache(maxsize=1024)
def free_legs(barred: frozenset[Hex], start: Hex) -> tuple[tuple[Leg, Hex], ...]:
    """The legs from a hex that enter none of the barred ones."""
    return tuple((leg, end) for leg, end in legs_from(start) if barred.isdisjoint(hexes_of(start, leg)))


# --- routes -------------------------------------------------------------------------------------------------


def route(start: Hex, end: Hex, maximum: int, rng: Rng, detour: int = DETOUR) -> tuple[Leg, ...] | None:
    """A route of at most this many legs from one hex to another, without too long a detour; or None."""
    if start == end:
        return ()
    straight = legs_between(start, end)
    if straight and (maximum == 1 or rng.below(4) == 0):
        return (pick(straight, rng),)
    if maximum >= 3 and rng.below(2):
        corner = _corner(good_corners(start, end, detour), rng)
        if corner != OFF:
            rest = route(corner, end, 2, rng, detour)
            if rest:
                return (pick(legs_between(start, corner), rng), *rest)
    corner = _corner(good_corners(start, end, detour, last=True), rng)
    if corner == OFF or maximum == 1:
        return (pick(straight, rng),) if straight else None
    return pick(legs_between(start, corner), rng), pick(legs_between(corner, end), rng)


def _corner(good: tuple[Hex, ...], rng: Rng) -> Hex:
    return pick(good, rng) if good else NO_HEX


@lru_cache(maxsize=1 << 16)
def good_corners(start: Hex, end: Hex, detour: int, last: bool = False) -> tuple[Hex, ...]:
    """The corners one leg away by which the way is longer by no more than the detour; last ones lead on in one leg."""
    corners = neighbours_by_leg(start) & neighbours_by_leg(end) if last else neighbours_by_leg(start)
    there, onward = DISTANCE[start], DISTANCE[end]
    longest = there[end] + detour
    return tuple(sorted(corner for corner in corners if corner != end and there[corner] + onward[corner] <= longest))


@lru_cache(maxsize=4096)
def nearest(places: frozenset[Hex], goal: Hex, near: int = NEAR) -> tuple[Hex, ...]:
    """The places about as near to the goal as the nearest one."""
    far = DISTANCE[goal]
    reach = min(far[place] for place in places) + near
    return tuple(sorted(place for place in places if far[place] <= reach))


def pick(things: list[T] | tuple[T, ...], rng: Rng) -> T:
    """One of them."""
    return things[rng.below(len(things))]


def shuffled(things: list[T], rng: Rng) -> list[T]:
    """In random order."""
    for last in range(len(things) - 1, 0, -1):
        other = rng.below(last + 1)
        things[last], things[other] = things[other], things[last]
    return things
