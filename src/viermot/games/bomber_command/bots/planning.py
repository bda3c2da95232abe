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
    OFF,
    ON_MAP,
    SIZE,
)
from viermot.games.bomber_command.model.ids import City, Hex, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.obeyed import MAX_GARDENERS, MOSQUITOS_A_DECOY, fits, validate
from viermot.games.bomber_command.rules.plot.plan import Plan, RaidPlan, encode, finished
from viermot.games.bomber_command.rules.plot.samples import decoy, escort, pick, raid_to, sample, shuffled
from viermot.kernel.dice import Rng

ROUTES: Final = 60  # tried for a Main Force
TRIES: Final = 6  # for any other raid
REACH: Final = 4  # hexes from an airfield within which its units still matter
GROUNDED: Final = {FOG: 0.0, HEAVY: 0.5}  # how much an airfield counts in each kind of weather
ROUND_THE_SOUTH: Final = 8  # hexes of detour, where a Main Force may enter behind the Allied front
CONFIRMED: Final = 0.03  # Mosquitos lost where a Main Force loses one
HUNTED: Final = 0.15  # the same where they are hunted: five claims in six are then good [9.9.2]
NUISANCES: Final = 16
DECOYS: Final = 8
LIGHTLY: Final = 6.0  # the most harm on the way out at which heavy bomb loads pay
SPARE_MOSQUITOS: Final = 2
BY_ITSELF: Final = 0.3  # what a lone raid of heavy bombers loses where a Main Force loses one


class Taste(NamedTuple):
    """What a British player considers when he draws a route; costs are roughly in Victory Points."""

    line: float = 2.0  # a Himmelbett hex on the way
    flak: float = 1.1
    beacon: float = 0.5
    field: float = 0.06  # each point of strength at an airfield, less with distance
    home: float = 2.0  # how much more the airfields count on the way home, when their units are up
    turn: float = -0.4  # a waypoint: it costs bombs, but it also shakes off whoever follows
    hex: float = 0.12
    dawn: float = 1.1  # a hex flown in twilight
    sky: float = 0.3  # how much harder attacks are for every point of the weather modifier
    earliest: int = 1  # the first turn in which a Main Force enters
    latest: int = 7  # ... and the last
    delay: float = 1.0  # what each turn of waiting is worth: units that took off too early run out of fuel
    detour: int = 2  # hexes a Main Force may go out of its way
    diversion: float = 2.0  # what it is worth to keep the German player guessing with one more raid
    exchange: int = 6  # in one night out of this many, two Mosquito raids are exchanged for a Decoy; 0 for never


STANDARD: Final = Taste()
DIRECT: Final = Taste(turn=1.0, hex=1.0, delay=0.3, detour=1, exchange=0)
DECEPTIVE: Final = Taste(turn=-1.5, hex=-0.4, detour=6, diversion=6.0, exchange=1)
NOVICE: Final = Taste(
    line=0.5, flak=0.3, beacon=0.0, field=0.02, turn=1.0, hex=1.0, dawn=0.3, latest=2, delay=0.0,
    diversion=0.0, exchange=0,
)  # fmt: skip


class Chart:
    """What every hex of the map costs a raid that flies over it in tonight's weather, on its way out and home."""

    def __init__(self, view: RaidView, taste: Taste) -> None:
        layout = view.layout
        self.taste, self.twilight = taste, view.twilight
        fixed = [taste.hex] * 256
        for hex_ in layout.himmelbett:
            fixed[hex_] += taste.line
        for hex_ in layout.beacon_hex:
            for near in (hex_, *ADJACENT[hex_]):
                fixed[near] += taste.beacon
        fields = _airfields(view)
        flak = [taste.flak * (1 + value) if value >= 0 else 0.0 for value in layout.area_flak]
        flak += [0.0] * (256 - len(flak))
        sky = [1.0] * 256
        for hex_ in ON_MAP:
            sky[hex_] += taste.sky * view.weather_modifier(hex_)
        self.out, self.home = (
            [
                (cost + weight * field) * weather + guns
                for cost, field, weather, guns in zip(fixed, fields, sky, flak, strict=True)
            ]
            for weight in (taste.field, taste.home * taste.field)
        )

    def of(self, raid: RaidPlan) -> float:
        """What a whole raid costs."""
        turn = raid.aim + 1 if raid.aim != OFF else len(raid.path) // 2
        dark = max(2 * (self.twilight - raid.entry) - 2 + raid.first, 0)  # hexes flown before twilight
        dawn = self.taste.dawn * max(len(raid.path) - dark, 0)
        return self.harm(raid.path[:turn], raid.path[turn:]) + dawn + self.taste.turn * raid.waypoints

    def harm(self, out: Iterable[Hex], home: Iterable[Hex] = ()) -> float:
        """What is met on the way out and home."""
        return sum([self.out[hex_] for hex_ in out], 0.0) + sum([self.home[hex_] for hex_ in home], 0.0)


def _airfields(view: RaidView) -> list[float]:
    """How much strength is based near each hex: less with distance, and less where the weather keeps it down."""
    layout = view.layout
    found = [0.0] * 256
    for unit in layout.units:
        base = unit.hex if unit.hex < SIZE else layout.jutland_door
        weight = max(unit.full, unit.depleted) * GROUNDED.get(view.weather_at(base), 1.0)
        for place, distance in enumerate(DISTANCE[base]):
            if distance <= REACH:
                found[place] += weight * (REACH + 1 - distance) / (REACH + 1)
    return found


def plan_night(view: RaidView, rng: Rng, taste: Taste = STANDARD) -> int:
    """A plan for tonight, as the option it is."""
    layout, targets, follow_up = view.layout, view.targets, view.follow_up
    chart = Chart(view, taste)
    for _ in range(3):
        plan = _try(view, chart, rng)
        if plan is not None and validate(layout, targets, follow_up, plan) is None:
            return encode(plan)
    return encode(sample(layout, targets, follow_up, rng))


def _try(view: RaidView, chart: Chart, rng: Rng) -> Plan | None:
    layout, follow_up = view.layout, view.follow_up
    letters = shuffled(list(EVERY_LETTER), rng)
    plan: Plan = ()
    earliest = chart.taste.earliest
    for number, target in enumerate(view.targets):
        if number and follow_up:
            earliest = plan[0].entry + layout.rules.follow_up_gap
        longer = _main_force(view, chart, rng, plan, letters.pop(), target, earliest)
        if longer is None:
            return None
        plan = longer
    return tuple(sorted(_others(view, chart, rng, plan, letters), key=lambda raid: raid.letter))


def _main_force(
    view: RaidView, chart: Chart, rng: Rng, plan: Plan, letter: Letter, target: int, earliest: int
) -> Plan | None:
    """The plan with a Main Force by the cheapest of many routes, at the best of many hours."""
    best: Plan | None = None
    lowest = 0.0
    taste = chart.taste
    detour = max(ROUND_THE_SOUTH, taste.detour) if view.layout.southern else taste.detour
    hours = max(taste.latest - earliest, 0) + 1
    for _ in range(ROUTES):
        entry = earliest + rng.below(hours)
        raid = raid_to(view.layout, rng, MAIN, letter, target, entry, detour, detour)
        if raid is None:
            continue
        longer = finished((*plan, raid))
        cost = chart.of(longer[-1]) - taste.delay * entry
        if (best is None or cost < lowest) and fits(view.layout, longer, longer[-1]):
            best, lowest = longer, cost
    return best if best is None else _loaded(view, chart, best)


def _loaded(view: RaidView, chart: Chart, plan: Plan) -> Plan:
    """Heavy bomb loads for the last raid of a plan, if little is met on the way out [12.3.1]."""
    *others, raid = plan
    harm = chart.harm(raid.path[: raid.aim + 1]) * (1 + view.sight() / 2)
    return (*others, raid._replace(heavy=1)) if view.layout.loads and harm < LIGHTLY else plan


def _others(view: RaidView, chart: Chart, rng: Rng, plan: Plan, letters: list[Letter]) -> Plan:
    """Decoys, gardeners and nuisance raids, where they promise more than they risk."""
    layout = view.layout
    _, mosquitos, decoys = layout.raids_allowed
    swap = chart.taste.exchange
    if mosquitos > SPARE_MOSQUITOS and swap and rng.below(swap) == swap - 1:
        mosquitos, decoys = mosquitos - MOSQUITOS_A_DECOY, decoys + 1
    for _ in range(decoys):
        made = [decoy(layout, rng, letters[-1], 1 + rng.below(3)) for _ in range(DECOYS)]
        plan = _added(layout, plan, sorted_by(chart, made), letters)
    for raid in _gardeners(view, chart, rng):
        if mosquitos:
            longer = _added(layout, plan, [raid._replace(letter=letters[-1])], letters)
            mosquitos -= len(longer) - len(plan)
            plan = longer
    for _ in range(mosquitos):
        made = _nuisances(view, chart, rng, plan, letters[-1])
        plan = _added(layout, plan, made, letters)
    return plan


def sorted_by(chart: Chart, raids: list[RaidPlan | None]) -> list[RaidPlan | None]:
    """The cheapest first."""
    made = [raid for raid in raids if raid is not None]
    return [*sorted(made, key=chart.of)]


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
    hunted = layout.rules.gci_single_engined
    best: list[Prospect] = []
    for _ in range(NUISANCES):
        city = layout.capital if rng.below(4) == 0 else City(rng.below(len(layout.cities)))
        raid = None if city in taken else _nuisance(layout, plan, letter, city, rng)
        if raid is not None:
            worth = scoring.mosquito_raid_berlin if city == layout.capital else scoring.mosquito_raid
            harm = chart.of(raid) - chart.taste.hex * len(raid.path)
            lost = HUNTED if hunted else CONFIRMED
            best.append(Prospect(worth - lost * layout.scenario.vp_per_mosquito * harm, raid))
    bold = min(chart.taste.diversion, 0.0) if hunted else chart.taste.diversion  # who is shot down misleads nobody long
    return [each.raid for each in best_first(best) if each.promise > -bold]


def _gardeners(view: RaidView, chart: Chart, rng: Rng) -> list[RaidPlan]:
    """The two most promising gardens, each by the safest of several routes; none if a Mosquito raid is worth more."""
    layout = view.layout
    best: list[Prospect] = []
    for garden, worth in sorted(layout.mines.items()):
        for _ in range(TRIES):
            raid = raid_to(layout, rng, GARDENING, Letter(0), garden, 1 + rng.below(4))
            if raid is not None:
                met = chart.of(raid) - chart.taste.hex * len(raid.path)
                harm = BY_ITSELF * layout.scenario.vp_per_bomber * met
                best.append(Prospect(worth - harm - 0.2 * len(raid.legs), raid))
    found: dict[int, RaidPlan] = {}
    for promise, raid in best_first(best):
        if promise > -chart.taste.diversion and raid.target not in found and len(found) < MAX_GARDENERS:
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
