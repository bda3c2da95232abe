"""How the standard British player plots a night: the Main Force by the safest of many routes, then whatever else pays.

A route is judged by what lies along it: the Himmelbett line, flak, beacons with nightfighters about them, turns,
length, and the hour it comes home. Gardeners go where the mines are worth most, a Mosquito to the capital, the rest as
escorts and spoofs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import (
    ADJACENT,
    DECOY,
    DISTANCE,
    EVERY_LETTER,
    FOG,
    GARDENING,
    HEAVY,
    MAIN,
    MOSQUITO,
    ON_MAP,
    SIZE,
)
from viermot.games.bomber_command.model.ids import City, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.obeyed import MAX_GARDENERS, MOSQUITOS_A_DECOY, fits, validate
from viermot.games.bomber_command.rules.plot.plan import Plan, RaidPlan, encode, finished
from viermot.games.bomber_command.rules.plot.samples import decoy, escort, pick, raid_to, sample, shuffled
from viermot.kernel.dice import Rng

ROUTES: Final = 60  # tried for a Main Force
TRIES: Final = 6  # for any other raid
LINE: Final = 2.0  # roughly what a Himmelbett hex on the way costs in VP
FLAK: Final = 0.5
BEACON: Final = 0.35
TURN: Final = 0.3
HEX: Final = 0.12
EARLIEST: Final = 1
TWILIGHT: Final = 2.0  # how much worse everything is in twilight
FIELD: Final = 0.1  # for each point of strength at an airfield, less with distance
REACH: Final = 4
GROUNDED: Final = {FOG: 0.0, HEAVY: 0.5}  # how much an airfield still counts in such weather
SKY: Final = 0.3  # how much harder attacks are for every point of the weather modifier
FAR_ROUND: Final = 2  # hexes a Main Force may go out of its way
ROUND_THE_SOUTH: Final = 8  # the same where it may enter behind the Allied front
CONFIRMED: Final = 0.03  # Mosquitos lost where a Main Force loses one
HUNTED: Final = 0.08  # the same where they are hunted
NUISANCES: Final = 16
DIVERSION: Final = 0.0  # what it is worth to keep the German player guessing
DECOYS: Final = 8
LIGHTLY: Final = 6.0  # the most harm on the way out at which heavy bomb loads pay
SPARE_MOSQUITOS: Final = 2
BY_ITSELF: Final = 0.3  # what a lone raid of heavy bombers loses where a Main Force loses one


class Chart:
    """What every hex of the map costs a raid that flies over it in tonight's weather."""

    def __init__(self, view: RaidView) -> None:
        layout = view.layout
        cost = [HEX] * 256
        for hex_ in layout.himmelbett:
            cost[hex_] += LINE
        for hex_ in layout.beacon_hex:
            for near in (hex_, *ADJACENT[hex_]):
                cost[near] += BEACON
        for unit in layout.units:
            base = unit.hex if unit.hex < SIZE else layout.jutland_door
            weight = FIELD * max(unit.full, unit.depleted) * GROUNDED.get(view.weather_at(base), 1.0)
            for place, distance in enumerate(DISTANCE[base]):
                if distance <= REACH:
                    cost[place] += weight * (REACH + 1 - distance) / (REACH + 1)
        for hex_ in ON_MAP:
            cost[hex_] *= 1 + SKY * view.weather_modifier(hex_)
        for place, value in enumerate(layout.area_flak):
            if value >= 0:
                cost[place] += FLAK * (1 + value)
        self.cost = cost

    def of(self, raid: RaidPlan, twilight: int) -> float:
        """What a whole raid costs; in twilight everything is worse."""
        dark = max(2 * (twilight - raid.entry) - 2 + raid.first, 0)  # hexes flown before twilight
        cost = self.cost
        night = sum(cost[hex_] for hex_ in raid.path[:dark])
        dawn = sum(cost[hex_] for hex_ in raid.path[dark:])
        return night + TWILIGHT * dawn + TURN * raid.waypoints


def plan_night(view: RaidView, rng: Rng) -> int:
    """A plan for tonight, as the option it is."""
    layout, targets, follow_up = view.layout, view.targets, view.follow_up
    chart = Chart(view)
    for _ in range(3):
        plan = _try(view, chart, rng)
        if plan is not None and validate(layout, targets, follow_up, plan) is None:
            return encode(plan)
    return encode(sample(layout, targets, follow_up, rng))


def _try(view: RaidView, chart: Chart, rng: Rng) -> Plan | None:
    layout, follow_up = view.layout, view.follow_up
    letters = shuffled(list(EVERY_LETTER), rng)
    plan: Plan = ()
    entry = EARLIEST + rng.below(2)
    for number, target in enumerate(view.targets):
        if number:
            entry = entry + layout.rules.follow_up_gap if follow_up else entry
        longer = _main_force(view, chart, rng, plan, letters.pop(), target, entry)
        if longer is None:
            return None
        plan = longer
    return tuple(sorted(_others(view, chart, rng, plan, letters), key=lambda raid: raid.letter))


def _main_force(
    view: RaidView, chart: Chart, rng: Rng, plan: Plan, letter: Letter, target: int, entry: int
) -> Plan | None:
    """The plan with a Main Force by the cheapest of many routes."""
    best: Plan | None = None
    lowest = 0.0
    detour = ROUND_THE_SOUTH if view.layout.southern else FAR_ROUND
    for _ in range(ROUTES):
        raid = raid_to(view.layout, rng, MAIN, letter, target, entry, detour, detour)
        if raid is None:
            continue
        longer = finished((*plan, raid))
        cost = chart.of(longer[-1], view.twilight)
        if (best is None or cost < lowest) and fits(view.layout, longer, longer[-1]):
            best, lowest = longer, cost
    return best if best is None else _loaded(view, chart, best)


def _loaded(view: RaidView, chart: Chart, plan: Plan) -> Plan:
    """Heavy bomb loads for the last raid of a plan, if little is met on the way out [12.3.1]."""
    *others, raid = plan
    harm = sum(chart.cost[hex_] for hex_ in raid.path[: raid.aim + 1]) * (1 + view.sight() / 2)
    return (*others, raid._replace(heavy=1)) if view.layout.loads and harm < LIGHTLY else plan


def _others(view: RaidView, chart: Chart, rng: Rng, plan: Plan, letters: list[Letter]) -> Plan:
    """Decoys, gardeners and nuisance raids, where they promise more than they risk."""
    layout = view.layout
    _, mosquitos, decoys = layout.raids_allowed
    if mosquitos > SPARE_MOSQUITOS and rng.below(2):
        mosquitos, decoys = mosquitos - MOSQUITOS_A_DECOY, decoys + 1
    for _ in range(decoys):
        made = [decoy(layout, rng, letters[-1], 1 + rng.below(3)) for _ in range(DECOYS)]
        plan = _added(layout, plan, sorted_by(chart, made, view.twilight), letters)
    for raid in _gardeners(view, chart, rng):
        if mosquitos:
            longer = _added(layout, plan, [raid._replace(letter=letters[-1])], letters)
            mosquitos -= len(longer) - len(plan)
            plan = longer
    for _ in range(mosquitos):
        made = _nuisances(view, chart, rng, plan, letters[-1])
        plan = _added(layout, plan, made, letters)
    return plan


def sorted_by(chart: Chart, raids: list[RaidPlan | None], twilight: int) -> list[RaidPlan | None]:
    """The cheapest first."""
    made = [raid for raid in raids if raid is not None]
    return [*sorted(made, key=lambda raid: chart.of(raid, twilight))]


class Prospect(NamedTuple):
    """A raid that might be flown, and what it promises in VP."""

    promise: float
    raid: RaidPlan


def best_first(prospects: Iterable[Prospect]) -> list[Prospect]:
    """What promises most comes first."""
    return sorted(prospects, key=lambda each: -each.promise)


def _nuisances(view: RaidView, chart: Chart, rng: Rng, plan: Plan, letter: Letter) -> list[RaidPlan | None]:
    """Mosquito raids worth their risk, the best first: to the capital, to the coast, out of the Main Force."""
    layout, scoring = view.layout, view.layout.scoring
    taken = {raid.target for raid in plan if raid.kind in (MAIN, MOSQUITO)}
    best: list[Prospect] = []
    for _ in range(NUISANCES):
        city = layout.capital if rng.below(4) == 0 else City(rng.below(len(layout.cities)))
        raid = None if city in taken else _nuisance(layout, plan, letter, city, rng)
        if raid is not None:
            worth = scoring.mosquito_raid_berlin if city == layout.capital else scoring.mosquito_raid
            harm = chart.of(raid, view.twilight) - HEX * len(raid.path)
            lost = HUNTED if layout.rules.gci_single_engined else CONFIRMED
            best.append(Prospect(worth - lost * layout.scenario.vp_per_mosquito * harm, raid))
    return [each.raid for each in best_first(best) if each.promise > -DIVERSION]


def _gardeners(view: RaidView, chart: Chart, rng: Rng) -> list[RaidPlan]:
    """The two most promising gardens, each by the safest of several routes; none if a Mosquito raid is worth more."""
    layout = view.layout
    best: list[Prospect] = []
    for garden, worth in sorted(layout.mines.items()):
        for _ in range(TRIES):
            raid = raid_to(layout, rng, GARDENING, Letter(0), garden, 1 + rng.below(4))
            if raid is not None:
                met = chart.of(raid, view.twilight) - HEX * len(raid.path)
                harm = BY_ITSELF * layout.scenario.vp_per_bomber * met
                best.append(Prospect(worth - harm - 0.2 * len(raid.legs), raid))
    found: dict[int, RaidPlan] = {}
    for promise, raid in best_first(best):
        if promise > -DIVERSION and raid.target not in found and len(found) < MAX_GARDENERS:
            found[raid.target] = raid
    return list(found.values())


def _nuisance(layout: Layout, plan: Plan, letter: Letter, city: City, rng: Rng) -> RaidPlan | None:
    """On its own, or breaking out of the Main Force, so that several cities are bombed at once."""
    parents = [raid for raid in plan if raid.kind in (MAIN, DECOY)]
    if parents and rng.below(2):
        return escort(layout, rng, letter, city, pick(parents, rng))
    return raid_to(layout, rng, MOSQUITO, letter, city, 1 + rng.below(3))


def _added(layout: Layout, plan: Plan, raids: list[RaidPlan | None], letters: list[Letter]) -> Plan:
    """The plan with the first of these that fits, whose letter is then used up."""
    for raid in raids:
        if raid is not None:
            longer = finished((*plan, raid))
            if fits(layout, longer, longer[-1]):
                letters.pop()
                return longer
    return plan
