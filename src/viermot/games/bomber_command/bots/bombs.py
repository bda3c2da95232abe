"""What bombs on a city map are worth, where to aim, which counters to move, what to burn: for both sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from viermot.games.bomber_command.components.map import AREA_TYPES
from viermot.games.bomber_command.components.tables import Recipe
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.city import (
    CENTRE,
    FIELDS,
    INDUSTRIAL,
    RESIDENTIAL,
    TRANSPORT,
    CityPlan,
    city_plan,
)
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.records import Town
from viermot.games.bomber_command.model.town_notation import DONE, converted, moved
from viermot.kernel.registry import Ask

EXPECTED_ON_TI: Final = 6
MAX_TOGETHER: Final = 3  # counters that are looked at together: no fire needs more
TOGETHER: Final = tuple((high, low) for high in range(4) for low in range(4) if 0 < high + low <= MAX_TOGETHER)
A_POINT: Final = 2  # what a point of accuracy is worth, about, in half VP
RING_ONE: Final = 1.0
RING_TWO: Final = 0.6
TAKES: Final = {CENTRE: 2.4, RESIDENTIAL: 1.5, INDUSTRIAL: 1.25, TRANSPORT: 1.25, FIELDS: 0.0}  # with fires in view


def worth_of(layout: Layout, kind: int, aimed_at: bool) -> tuple[int, int]:
    """Half VP of a counter and of a fire in such an area [11.1.1, 11.1.2]."""
    scoring = layout.scoring
    if kind == FIELDS:
        return 0, 0
    times = 2 if AREA_TYPES[kind] in scoring.doubled else 1
    fire = scoring.aimpoint_fire if aimed_at else scoring.fire
    return round(scoring.counter * 2) * times, fire * 2 * times


Lain = tuple[int, int, int, int, int]  # type of area, HE, Incendiaries, worth of a counter, of a fire


class Reckoner:
    """What counters can be worth by the conversions of one pack; what was worked out once is remembered."""

    def __init__(self, recipes: tuple[tuple[Recipe, ...], ...]) -> None:
        self.recipes = recipes
        self.best = lru_cache(maxsize=65536)(self._best)
        self.best_on_ti = lru_cache(maxsize=16384)(self._best_on_ti)

    def _best(self, kind: int, he: int, inc: int, counter: int, fire: int) -> int:
        """The most that so many counters of an area can be worth, burnt or not."""
        value = (he + inc) * counter
        for recipe in self.recipes[kind]:
            if recipe.he <= he and recipe.inc <= inc:
                rest = self.best(kind, he - recipe.he, inc - recipe.inc, counter, fire)
                value = max(value, recipe.fires * fire + rest)
        return value

    def _best_on_ti(self, here: Lain, there: Lain, fires: int, trigger: int) -> tuple[int, tuple[int, int]]:
        """The most the TI's and the Approach's areas can be worth, with creepback, and the first conversion to it."""
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
                rest = self.best_on_ti((kind, left_he, left_inc, counter, fire), there, fires + lit, trigger)[0]
            if lit * fire + rest > value:
                value, first = lit * fire + rest, (high, low)
        return value, first

    def fires_of(self, kind: int, he: int, inc: int) -> int:
        """How many fires these counters start; one where only a card lets them burn."""
        return next((each.fires for each in self.recipes[kind] if (each.he, each.inc) == (he, inc)), 1)


reckoner = lru_cache(maxsize=16)(Reckoner)  # one a pack


def town_in(view: RaidView) -> Town:
    """The city under attack."""
    assert view.town is not None, "no city is under attack"
    return view.town


def plan_in(view: RaidView) -> CityPlan:
    """The map of the city under attack."""
    layout = view.layout
    return city_plan(layout.pack, layout.cities[town_in(view).city].map)


class CityTable:
    """The city map as a bot reads it from its view."""

    def __init__(self, view: RaidView) -> None:
        self.town = town_in(view)
        self.areas = view.areas
        self.plan = plan_in(view)
        self.reckoner = reckoner(view.layout.recipes)
        aimed = self.town.aimpoint
        self.worth = [worth_of(view.layout, self.plan.types[area], area == aimed) for area in range(self.plan.size)]

    def counters(self, area: int) -> tuple[int, int]:
        """HE and Incendiaries that may burn there."""
        return self.areas[area].burnable

    def value(self, area: int, more_he: int = 0, more_inc: int = 0) -> int:
        """What an area can be worth, with some counters more or less."""
        if area == self.plan.country:
            return 0
        he, inc = self.counters(area)
        return self.reckoner.best(self.plan.types[area], he + more_he, inc + more_inc, *self.worth[area])

    def change(self, kind: int, start: int, end: int) -> int:
        """What moving a counter changes."""
        he, inc = (1, 0) if kind == 0 else (0, 1)
        lost = self.value(start) - self.value(start, -he, -inc)
        return self.value(end, he, inc) - self.value(end) - lost


def scatter(view: RaidView, ask: Ask) -> int:
    """The German player's next point: the move that costs the British most."""
    city = CityTable(view)
    found, least = DONE, 0
    for code in ask.codes:
        if code != DONE:
            change = city.change(*moved(city.plan, code))
            if change < least:
                found, least = code, change
    return found


class Bomb(NamedTuple):
    """A counter that could go somewhere: what that costs, and the first step there."""

    points: int
    loss: int  # what it is missed where it lies, in half VP
    code: int


def gather(view: RaidView, ask: Ask) -> int:
    """The British player's next point: up to three counters together, where they bring most a point."""
    city = CityTable(view)
    points = int(ask.facts["left"])
    bombs = _loose(city, ask.codes)
    found, most = DONE, 0.0
    for goal in range(city.plan.size):
        if city.worth[goal][0]:
            ways = [_ways(city, bombs, kind, goal, points) for kind in (0, 1)]
            if not ways[0] and not ways[1]:
                continue
            before = city.value(goal)
            for high, low in TOGETHER:
                chosen = ways[0][:high] + ways[1][:low]
                cost = sum(bomb.points for bomb in chosen)
                if len(chosen) == high + low and cost <= points:
                    gain = city.value(goal, high, low) - before - sum(bomb.loss for bomb in chosen)
                    if gain > most * cost:
                        found, most = chosen[0].code, gain / cost
    return found


Loose = dict[tuple[int, int], tuple[list[tuple[int, int]], list[int]]]


def _loose(city: CityTable, codes: Sequence[int]) -> Loose:
    """For each kind and area the steps its counters may take, and what each of them would be missed there."""
    found: Loose = {}
    for code in codes:
        if code != DONE:
            kind, start, end = moved(city.plan, code)
            if (kind, start) not in found:
                found[kind, start] = ([], _losses(city, kind, start))
            found[kind, start][0].append((end, code))
    return found


def _losses(city: CityTable, kind: int, start: int) -> list[int]:
    """What is lost with the first, the second and the third counter that leaves an area."""
    count = min(city.areas[start].of(kind), MAX_TOGETHER)
    left = [city.value(start, 0, -gone) if kind else city.value(start, -gone, 0) for gone in range(count + 1)]
    return [before - after for before, after in pairwise(left)]


def _ways(city: CityTable, bombs: Loose, kind: int, goal: int, points: int) -> list[Bomb]:
    """The counters of a kind that can reach an area, those first that are cheap and not missed."""
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
    """Where most is to be had in the middle and around it."""
    plan = plan_in(view)

    def promise(area: int) -> float:
        def take(there: int, aimed: bool) -> float:
            return worth_of(view.layout, plan.types[there], aimed)[0] * TAKES[plan.types[there]]

        rings = plan.rings[area]
        around = RING_ONE * sum(take(there, False) for there in rings[1])
        further = RING_TWO * sum(take(there, False) for there in rings[2]) if len(rings) > 2 else 0.0
        fires = 1.5 if view.layout.is_downfall else 1.0  # a fire on the aimpoint counts double there
        return EXPECTED_ON_TI * take(area, True) * fires + around + further

    return int(max(ask.codes, key=promise))


def approach(view: RaidView, ask: Ask) -> int:
    """Where bombs that creep back still do some good."""
    plan = plan_in(view)
    return int(
        max(ask.codes, key=lambda area: TAKES[plan.types[area]] * worth_of(view.layout, plan.types[area], False)[0])
    )


def mix(view: RaidView, ask: Ask) -> int:
    """Two fifths HE: enough for works to burn, and Incendiaries for where people live."""
    return int(ask.facts["load"]) * 2 // 5


def place(view: RaidView, ask: Ask) -> int:
    """The next counter falls where it is worth most."""
    city = CityTable(view)
    return int(max(ask.codes, key=lambda area: city.worth[area][0] * TAKES[city.plan.types[area]]))


def convert(view: RaidView, ask: Ask) -> int:
    """The conversion on the way to the most the map can be worth; creepback is reckoned with."""
    city = CityTable(view)
    stage = ask.facts["stage"]
    codes: list[int] = [code for code in ask.codes if code != DONE]
    if not codes:
        return DONE
    ti, near = city.town.ti, city.town.approach
    if stage == 0 and ti != city.plan.country:
        here = (city.plan.types[ti], *city.counters(ti), *city.worth[ti])
        outside = near == city.plan.country
        there = (FIELDS, 0, 0, 0, 0) if outside else (city.plan.types[near], *city.counters(near), *city.worth[near])
        trigger = max(1, view.layout.aid.bombing.creepback + city.town.card_creepback)
        _, first = city.reckoner.best_on_ti(here, there, city.areas[ti].fires, trigger)
        for code in codes:
            if converted(code)[1:] == first:
                return code
        return DONE
    return _best_conversion(city, codes)


def _best_conversion(city: CityTable, codes: list[int]) -> int:
    found, most = DONE, 0
    for code in codes:
        area, high, low = converted(code)
        fire = city.worth[area][1]
        lit = city.reckoner.fires_of(city.plan.types[area], high, low)
        gain = lit * fire + city.value(area, -high, -low) - _unburnt(city, area)
        if gain > most:
            found, most = code, gain
    return found


def _unburnt(city: CityTable, area: int) -> int:
    he, inc = city.counters(area)
    return (he + inc) * city.worth[area][0]
