"""How the standard British player plots a night: the Main Force by the safest of many routes, then what pays besides.

A route is judged by what lies along it: the Himmelbett line, flak, beacons with nightfighters about them, turns,
length, and the hour it comes home. Gardeners go where the mines are worth most, a Mosquito to the capital, the rest as
escorts and spoofs.
"""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import (
    ADJACENT,
    DECOY,
    DISTANCE,
    FOG,
    GARDENING,
    HEAVY,
    LETTERS,
    MAIN,
    MOSQUITO,
    ON_MAP,
    SIZE,
)
from viermot.games.bomber_command.model.ids import City, Hex
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.obeyed import MAX_GARDENERS, MOSQUITOS_A_DECOY, fits, validate
from viermot.games.bomber_command.rules.plot.plan import Plan, RaidPlan, encode, finished
from viermot.games.bomber_command.rules.plot.samples import decoy, escort, pick, raid_to, sample, shuffled
from viermot.kernel.dice import Rng

ROUTES: Final = 60  # looked at for a Main Force
TRIES: Final = 6  # for any other raid
LINE: Final = 2.0  # what a Himmelbett hex on the way costs, about in VP
FLAK: Final = 0.5
BEACON: Final = 0.35
TURN: Final = 0.3
HEX: Final = 0.12
EARLIEST: Final = 1
TWILIGHT: Final = 2.0  # how much worse it is then
FIELD: Final = 0.1  # a point of strength on an airfield, less the further off it is
REACH: Final = 4
GROUNDED: Final = {FOG: 0.0, HEAVY: 0.5}  # what is left of an airfield under such weather
SKY: Final = 0.3  # how much harder attacks are for every point of the weather modifier
FAR_ROUND: Final = 2  # hexes a Main Force may go out of its way
ROUND_THE_SOUTH: Final = 8  # where it may enter behind the Allied front
CONFIRMED: Final = 0.03  # Mosquitos lost where a Main Force loses one
HUNTED: Final = 0.08  # the same where they are hunted
NUISANCES: Final = 16
DIVERSION: Final = 0.0  # what a raid is worth that makes the German guess
DECOYS: Final = 8
LIGHTLY: Final = 6.0  # harm on the way to the target that is borne for heavy bomb loads
SPARE_MOSQUITOS: Final = 2
BY_ITSELF: Final = 0.3  # what a lone raid of heavy bombers loses where a Main Force loses one


class Chart:
    """What every hex of the map costs a raid that flies over it under tonight's sky."""

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
    letters = shuffled(list(range(len(LETTERS))), rng)
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
    view: RaidView, chart: Chart, rng: Rng, plan: Plan, letter: int, target: int, entry: int
) -> Plan | None:
    """The plan with a Main Force by the cheapest of many routes."""
    best: Plan | None = None
    least = 0.0
    detour = ROUND_THE_SOUTH if view.layout.southern else FAR_ROUND
    for _ in range(ROUTES):
        raid = raid_to(view.layout, rng, MAIN, letter, target, entry, detour, detour)
        if raid is None:
            continue
        longer = finished((*plan, raid))
        cost = chart.of(longer[-1], view.twilight)
        if (best is None or cost < least) and fits(view.layout, longer, longer[-1]):
            best, least = longer, cost
    return best if best is None else _loaded(view, chart, best)


def _loaded(view: RaidView, chart: Chart, plan: Plan) -> Plan:
    """Heavy bomb loads for the last raid of a plan, where little is met on the way out [12.3.1]."""
    *others, raid = plan
    harm = sum(chart.cost[hex_] for hex_ in raid.path[: raid.aim + 1]) * (1 + view.sight() / 2)
    return (*others, raid._replace(heavy=1)) if view.layout.loads and harm < LIGHTLY else plan


def _others(view: RaidView, chart: Chart, rng: Rng, plan: Plan, letters: list[int]) -> Plan:
    """Decoys, gardeners and nuisance raids, as far as they promise more than they risk."""
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


def _nuisances(view: RaidView, chart: Chart, rng: Rng, plan: Plan, letter: int) -> list[RaidPlan | None]:
    """Mosquito raids worth their risk, the best first: to the capital, to the coast, out of the Main Force."""
    layout, scoring = view.layout, view.layout.scoring
    taken = {raid.target for raid in plan if raid.kind in (MAIN, MOSQUITO)}
    best: list[tuple[float, RaidPlan]] = []
    for _ in range(NUISANCES):
        city = layout.capital if rng.below(4) == 0 else City(rng.below(len(layout.cities)))
        raid = None if city in taken else _nuisance(layout, plan, letter, city, rng)
        if raid is not None:
            worth = scoring.mosquito_raid_berlin if city == layout.capital else scoring.mosquito_raid
            harm = chart.of(raid, view.twilight) - HEX * len(raid.path)
            lost = HUNTED if layout.rules.gci_single_engined else CONFIRMED
            best.append((worth - lost * layout.scenario.vp_per_mosquito * harm, raid))
    return [raid for promise, raid in sorted(best, key=lambda made: -made[0]) if promise > -DIVERSION]


def _gardeners(view: RaidView, chart: Chart, rng: Rng) -> list[RaidPlan]:
    """The two gardens that promise most, each by the safest of some routes; none where a Mosquito is worth more."""
    layout = view.layout
    best: list[tuple[float, Hex, RaidPlan]] = []
    for garden, worth in sorted(layout.mines.items()):
        for _ in range(TRIES):
            raid = raid_to(layout, rng, GARDENING, 0, garden, 1 + rng.below(4))
            if raid is not None:
                harm = (
                    BY_ITSELF * layout.scenario.vp_per_bomber * (chart.of(raid, view.twilight) - HEX * len(raid.path))
                )
                best.append((worth - harm - 0.2 * len(raid.legs), garden, raid))
    found: dict[Hex, RaidPlan] = {}
    for promise, garden, raid in sorted(best, key=lambda made: -made[0]):
        if promise > -DIVERSION and garden not in found and len(found) < MAX_GARDENERS:
            found[garden] = raid
    return list(found.values())


def _nuisance(layout: Layout, plan: Plan, letter: int, city: City, rng: Rng) -> RaidPlan | None:
    """On its own, or out of the Main Force on the way, so that several cities are under bombs at a time."""
    parents = [raid for raid in plan if raid.kind in (MAIN, DECOY)]
    if parents and rng.below(2):
        return escort(layout, rng, letter, city, pick(parents, rng))
    return raid_to(layout, rng, MOSQUITO, letter, city, 1 + rng.below(3))


def _added(layout: Layout, plan: Plan, raids: list[RaidPlan | None], letters: list[int]) -> Plan:
    """The plan with the first of these that fits, whose letter is then used up."""
    for raid in raids:
        if raid is not None:
            longer = finished((*plan, raid))
            if fits(layout, longer, longer[-1]):
                letters.pop()
                return longer
    return plan
