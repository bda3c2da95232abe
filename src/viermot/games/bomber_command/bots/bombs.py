"""What bombs on a city map are worth, where to aim, which counters to move, what to burn: for both sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from viermot.games.bomber_command.components.map import AREA_TYPES
from viermot.games.bomber_command.components.tables import Recipe
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.bombing_notation import DONE, converted, moved
from viermot.games.bomber_command.model.city import (
    CENTRE,
    FIELDS,
    INDUSTRIAL,
    RESIDENTIAL,
    TRANSPORT,
    CityPlan,
    city_plan,
)
from viermot.games.bomber_command.model.ids import CityArea
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.records import HE, INC, BombedCity
from viermot.kernel.registry import Ask

EXPECTED_ON_TI: Final = 6
MAX_TOGETHER: Final = 3  # counters considered together: no fire needs more
TOGETHER: Final = tuple((high, low) for high in range(4) for low in range(4) if 0 < high + low <= MAX_TOGETHER)
A_POINT: Final = 2  # roughly what a point of accuracy is worth, in half VP
RING_ONE: Final = 1.0
RING_TWO: Final = 0.6
# What a counter brings there for each point it scores, allowing for fires.
TAKES: Final = {CENTRE: 2.4, RESIDENTIAL: 1.5, INDUSTRIAL: 1.25, TRANSPORT: 1.25, FIELDS: 0.0}


class Worth(NamedTuple):
    """What a bomb counter and a fire are worth in an area, in half VP."""

    counter: int
    fire: int


def worth_of(layout: Layout, kind: int, aimed_at: bool) -> Worth:
    """Half VP of a counter and of a fire in such an area [11.1.1, 11.1.2]."""
    scoring = layout.scoring
    if kind == FIELDS:
        return Worth(0, 0)
    times = 2 if AREA_TYPES[kind] in scoring.doubled else 1
    fire = scoring.aimpoint_fire if aimed_at else scoring.fire
    return Worth(round(scoring.counter * 2) * times, fire * 2 * times)


Lain = tuple[int, int, int, int, int]  # type of area, HE, Incendiaries, worth of a counter, of a fire


class Reckoner:
    """What counters can be worth under the conversions of one pack; results are cached."""

    def __init__(self, recipes: tuple[tuple[Recipe, ...], ...]) -> None:
        self.recipes = recipes
        self.best = lru_cache(maxsize=65536)(self._best)
        self.best_on_ti = lru_cache(maxsize=16384)(self._best_on_ti)

    def _best(self, kind: int, he: int, inc: int, counter: int, fire: int) -> int:
        """The most that this many counters in an area can be worth, burnt or not."""
        value = (he + inc) * counter
        for recipe in self.recipes[kind]:
            if recipe.he <= he and recipe.inc <= inc:
                rest = self.best(kind, he - recipe.he, inc - recipe.inc, counter, fire)
                value = max(value, recipe.fires * fire + rest)
        return value

    def _best_on_ti(self, here: Lain, there: Lain, fires: int, trigger: int) -> tuple[int, tuple[int, int]]:
        """The most the TI's and the Approach's areas can be worth, with creepback, and the first conversion to make."""
        kind, he, inc, counter, fire = here
        approach, his, its, other_counter, other_fire = there
        value = (he + inc) * counter + self.best(approach, his, its, other_counter, other_fire)
        first = (0, 0)
        for recipe in self.recipes[kind]:
            high, low, lit = recipe.he, recipe.inc, recipe.fires
            if high > he or low > inc:
                continue
            left_he, left_inc = he - high, inc - low
            if fires < trigger <= fires + lit:
                rest = self.best(approach, his + left_he, its + left_inc, other_counter, other_fire)
            else:
                rest, _ = self.best_on_ti((kind, left_he, left_inc, counter, fire), there, fires + lit, trigger)
            if lit * fire + rest > value:
                value, first = lit * fire + rest, (high, low)
        return value, first

    def fires_of(self, kind: int, he: int, inc: int) -> int:
        """How many fires these counters start; one where only a card lets them burn."""
        return next((each.fires for each in self.recipes[kind] if (each.he, each.inc) == (he, inc)), 1)


reckoner = lru_cache(maxsize=16)(Reckoner)  # one per pack


def bombed_city_in(view: RaidView) -> BombedCity:
    """The city under attack."""
    assert view.bombed_city is not None, "no city is under attack"
    return view.bombed_city


def plan_in(view: RaidView) -> CityPlan:
    """The map of the city under attack."""
    layout = view.layout
    return city_plan(layout.pack, layout.cities[bombed_city_in(view).city].map)


class CityTable:
    """The city map as a bot reads it from its view."""

    def __init__(self, view: RaidView) -> None:
        self.bombed = bombed_city_in(view)
        self.areas = view.areas
        self.plan = plan_in(view)
        self.reckoner = reckoner(view.layout.recipes)
        aimed = self.bombed.aimpoint
        self.worth = [worth_of(view.layout, self.plan.types[area], area == aimed) for area in self.plan.every_area]
        self.gains: dict[tuple[int, CityArea, int], int] = {}  # by kind of counter, area, and how many more

    def counters(self, area: CityArea) -> tuple[int, int]:
        """HE and Incendiaries that can burn there."""
        return self.areas[area].burnable

    def value(self, area: CityArea, more_he: int = 0, more_inc: int = 0) -> int:
        """What an area can be worth, with a few counters more or fewer."""
        if area == self.plan.country:
            return 0
        he, inc = self.counters(area)
        return self.reckoner.best(self.plan.types[area], he + more_he, inc + more_inc, *self.worth[area])

    def change(self, kind: int, start: CityArea, end: CityArea) -> int:
        """What moving a counter is worth."""
        return self._more(kind, end, 1) + self._more(kind, start, -1)

    def _more(self, kind: int, area: CityArea, count: int) -> int:
        """What an area gains by that many counters of a kind."""
        found = self.gains.get((kind, area, count))
        if found is None:
            changed = self.value(area, 0, count) if kind else self.value(area, count, 0)
            found = self.gains[kind, area, count] = changed - self.value(area)
        return found


def scatter(view: RaidView, ask: Ask) -> int:
    """The German player's next point: the move that costs the British most."""
    city = CityTable(view)
    found, lowest = DONE, 0
    for code in ask.codes:
        if code != DONE:
            change = city.change(*moved(city.plan, code))
            if change < lowest:
                found, lowest = code, change
    return found


class Bomb(NamedTuple):
    """A counter that could go somewhere: what that costs, and the first step of the way."""

    points: int
    loss: int  # what its old area loses, in half VP
    code: int


def gather(view: RaidView, ask: Ask) -> int:
    """The British player's next point: up to three counters moved together, where they gain most per point."""
    city = CityTable(view)
    points = int(ask.facts["left"])
    bombs = _loose(city, ask.codes)
    found, highest = DONE, 0.0
    for goal in city.plan.every_area:
        if city.worth[goal].counter:
            he = _ways(city, bombs, HE, goal, points)
            inc = _ways(city, bombs, INC, goal, points)
            if not he and not inc:
                continue
            before = city.value(goal)
            for high, low in TOGETHER:
                chosen = he[:high] + inc[:low]
                cost = sum(bomb.points for bomb in chosen)
                if len(chosen) == high + low and cost <= points:
                    gain = city.value(goal, high, low) - before - sum(bomb.loss for bomb in chosen)
                    if gain > highest * cost:
                        found, highest = chosen[0].code, gain / cost
    return found


class Step(NamedTuple):
    """Where a counter may be moved, and the option to do so."""

    end: CityArea
    code: int


class Stack(NamedTuple):
    """Counters of a kind in an area: the steps they may take, and what losing each would cost the area."""

    steps: list[Step]
    losses: list[int]


Loose = dict[tuple[int, int], Stack]  # by kind of bomb and area


def _loose(city: CityTable, codes: Sequence[int]) -> Loose:
    """The counters that may be moved."""
    found: Loose = {}
    for code in codes:
        if code != DONE:
            kind, start, end = moved(city.plan, code)
            if (kind, start) not in found:
                found[kind, start] = Stack([], _losses(city, kind, start))
            found[kind, start].steps.append(Step(end, code))
    return found


def _losses(city: CityTable, kind: int, start: CityArea) -> list[int]:
    """What is lost with the first, the second and the third counter that leaves an area."""
    count = min(city.areas[start].of(kind), MAX_TOGETHER)
    left = [city.value(start, 0, -gone) if kind else city.value(start, -gone, 0) for gone in range(count + 1)]
    return [before - after for before, after in pairwise(left)]


def _ways(city: CityTable, bombs: Loose, kind: int, goal: int, points: int) -> list[Bomb]:
    """The counters of a kind that can reach an area, the cheap and dispensable ones first."""
    found = []
    distance = city.plan.distance
    for (of_kind, start), (steps, losses) in bombs.items():
        if of_kind == kind and start != goal:
            far, code = min((distance[end][goal], code) for end, code in steps)
            if far < points:
                found += [Bomb(far + 1, loss, code) for loss in losses]
    found.sort(key=lambda bomb: bomb.loss + A_POINT * bomb.points)
    return found[:MAX_TOGETHER]


def aimpoint(view: RaidView, ask: Ask) -> int:
    """Where most is to be gained in the area itself and around it."""
    plan = plan_in(view)

    def promise(area: int) -> float:
        def take(there: int, aimed: bool) -> float:
            return worth_of(view.layout, plan.types[there], aimed).counter * TAKES[plan.types[there]]

        rings = plan.rings[area]
        _, around, *further = [sum(take(there, False) for there in ring) for ring in rings[:3]]
        fires = 1.5 if view.layout.is_downfall else 1.0  # a fire on the aimpoint counts double there
        return EXPECTED_ON_TI * take(area, True) * fires + RING_ONE * around + RING_TWO * sum(further)

    return int(max(ask.codes, key=promise))


def approach(view: RaidView, ask: Ask) -> int:
    """Where bombs that creep back still do some good."""
    plan = plan_in(view)

    def promise(area: int) -> float:
        kind = plan.types[area]
        return TAKES[kind] * worth_of(view.layout, kind, False).counter

    return int(max(ask.codes, key=promise))


def mix(view: RaidView, ask: Ask) -> int:
    """Two fifths HE: enough to set industry on fire, and Incendiaries for where people live."""
    return int(ask.facts["load"]) * 2 // 5


def place(view: RaidView, ask: Ask) -> int:
    """Put the next counter where it is worth most."""
    city = CityTable(view)
    return int(max(ask.codes, key=lambda area: city.worth[area].counter * TAKES[city.plan.types[area]]))


def convert(view: RaidView, ask: Ask) -> int:
    """The conversion that leads to the highest score for the map, allowing for creepback."""
    city = CityTable(view)
    stage = ask.facts["stage"]
    codes: list[int] = [code for code in ask.codes if code != DONE]
    if not codes:
        return DONE
    ti, near = city.bombed.ti, city.bombed.approach
    if stage == 0 and ti != city.plan.country:
        here = (city.plan.types[ti], *city.counters(ti), *city.worth[ti])
        outside = near == city.plan.country
        there = (FIELDS, 0, 0, 0, 0) if outside else (city.plan.types[near], *city.counters(near), *city.worth[near])
        trigger = max(1, view.layout.aid.bombing.creepback + city.bombed.card_creepback)
        _, first = city.reckoner.best_on_ti(here, there, city.areas[ti].fires, trigger)
        for code in codes:
            burnt = converted(code)
            if (burnt.he, burnt.inc) == first:
                return code
        return DONE
    return _best_conversion(city, codes)


def _best_conversion(city: CityTable, codes: list[int]) -> int:
    found, highest = DONE, 0
    for code in codes:
        area, high, low = converted(code)
        fire = city.worth[area].fire
        lit = city.reckoner.fires_of(city.plan.types[area], high, low)
        gain = lit * fire + city.value(area, -high, -low) - _unburnt(city, area)
        if gain > highest:
            found, highest = code, gain
    return found


def _unburnt(city: CityTable, area: CityArea) -> int:
    he, inc = city.counters(area)
    return (he + inc) * city.worth[area].counter
