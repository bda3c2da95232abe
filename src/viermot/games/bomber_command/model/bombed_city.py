"""The city under attack: where the TI lies, what has fallen where, what burns [10.3 to 10.6].

`game.bombed_city` is the attack under way, `game.areas` has the counters, area by area and then the countryside.
Counters of an earlier attack lie apart: they may burn but not be moved [10.6b].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from viermot.games.bomber_command.components.map import AREA_TYPES
from viermot.games.bomber_command.components.tables import MARKINGS, Recipe
from viermot.games.bomber_command.model.board import CLEAR, GOOD, POOR
from viermot.games.bomber_command.model.city import (
    FIELDS,
    CityPlan,
    city_plan,
)
from viermot.games.bomber_command.model.ids import City, CityArea, Raid
from viermot.games.bomber_command.model.records import NOTHING, Area, BombedCity, Site

if TYPE_CHECKING:
    from viermot.games.bomber_command.model.state import Game

NEWHAVEN, PARRAMATTA, WANGANUI = range(3)  # as MARKINGS
AT_TI, AT_APPROACH, ELSEWHERE = range(3)  # the order of conversion [10.5.3a]


def bombed_city_of(game: Game) -> BombedCity:
    """The city under attack."""
    assert game.bombed_city is not None, "no city is under attack"
    return game.bombed_city


def plan_of(game: Game) -> CityPlan:
    """The map of the city under attack."""
    layout = game.layout
    return city_plan(layout.pack, layout.cities[bombed_city_of(game).city].map)


def blank_areas(plan: CityPlan) -> list[Area]:
    """A city map with nothing on it."""
    return [NOTHING] * (plan.size + 1)


def hit_before(game: Game, city: City) -> Site | None:
    """The last Main Force attack on this city, if there was one [10.6]."""
    return next((site for site in reversed(game.sites) if site.city == city), None)


# --- marking -------------------------------------------------------------------------------------------------


def method_for(game: Game, weather: int) -> int:
    """How a target is marked in that weather [10.3.2a]."""
    return MARKINGS.index(game.layout.pack.skies.weather[weather].marking)


def set_method(game: Game) -> None:
    """Set how the city under attack is marked, by the weather over it now [10.3.2a]."""
    bombed = bombed_city_of(game)
    game.bombed_city = bombed._replace(method=method_for(game, game.weather_at(game.layout.cities[bombed.city].hex)))


def marking_modifiers(game: Game, raid: Raid, city: City) -> list[tuple[str, int]]:
    """The modifiers of the marking roll without cards, each with its name [10.3.2c, 9.3.2]."""
    numbers = game.layout.aid.bombing.marking
    box = game.layout.cities[city]
    weather = game.weather_at(box.hex)
    method = method_for(game, weather)
    found: list[tuple[str, int]] = [(MARKINGS[method], numbers[MARKINGS[method]])]
    if box.oboe and not game.raid_no_oboe[raid]:
        found.append(("OBOE", numbers["OBOE"]))
    if weather == CLEAR:
        found.append(("Clear", numbers["Clear"]))
    if method != NEWHAVEN and not box.oboe and box.signature != "Normal":
        found.append((box.signature, numbers[box.signature.lower()]))
    return found


def concentration(game: Game, raid: Raid, city: City, rows_down: int, load: int) -> int:
    """How many counters fall on the TI [10.4.2a, 12.3.1a, 12.3.2a]."""
    bombing = game.layout.aid.bombing
    row = game.layout.pack.skies.weather[game.weather_at(game.layout.cities[city].hex)].row - 1 + rows_down
    if load == bombing.heavy:
        row -= 1
    elif load == bombing.light:
        row += 1
    return int(bombing.concentration[min(max(row, 0), len(bombing.concentration) - 1)])


# --- error and accuracy --------------------------------------------------------------------------------------


def error_of(game: Game, disruptions: int) -> int:
    """The bombing error for a number of disruptions [10.5.2b]."""
    return sum(1 for step in game.layout.aid.bombing.disruptions if disruptions >= step)


def error_parts(game: Game) -> list[tuple[str, int]]:
    """The bombing error, part by part [10.5.2a]."""
    bombed, bombing = bombed_city_of(game), game.layout.aid.bombing
    parts = [
        ("visibility", bombing.poor_visibility if game.visibility == POOR else 0),
        ("signature", bombing.poor_signature if _signature(game) == "Poor" and not bombed.ignore_signature else 0),
        ("disruption", error_of(game, game.raid_disruptions[bombed.raid])),
        ("cards", bombed.card_error),
    ]
    return [(name, value) for name, value in parts if value]


def accuracy_parts(game: Game) -> list[tuple[str, int]]:
    """The bombing accuracy, part by part [10.5.2c]."""
    bombed, bombing = bombed_city_of(game), game.layout.aid.bombing
    moonlit = bombed.method == NEWHAVEN and game.moon_up()
    parts = [
        ("scenario", game.layout.rules.accuracy),
        ("visibility", bombing.good_visibility if game.visibility == GOOD else 0),
        ("signature", bombing.good_signature if _signature(game) == "Good" else 0),
        ("moon", bombing.moonlit_newhaven if moonlit else 0),
        ("follow-up", bombing.follow_up if bombed.follows and bombed.first_fires >= 2 else 0),
        ("cards", bombed.card_accuracy),
    ]
    return [(name, value) for name, value in parts if value]


def _signature(game: Game) -> str:
    return game.layout.cities[bombed_city_of(game).city].signature


# --- conversion ----------------------------------------------------------------------------------------------


def recipes_in(game: Game, plan: CityPlan, area: CityArea) -> list[Recipe]:
    """The conversions that the counters in an area allow [10.5.3b, 10.6b]."""
    there, layout = game.areas[area], game.layout
    he, inc = there.he + there.old_he, there.inc + there.old_inc
    if not he and not inc:  # most areas, most of the time
        return []
    found = [recipe for recipe in layout.recipes[plan.types[area]] if recipe.he <= he and recipe.inc <= inc]
    cluster = layout.aid.conversion.cluster
    if (
        bombed_city_of(game).cluster
        and plan.types[area] in layout.cluster_areas
        and cluster.he <= he
        and cluster.inc <= inc
    ):
        found.append(cluster)
    return found


def cluster_may_burn(game: Game, plan: CityPlan, area: CityArea) -> bool:
    """Do the counters for CLUSTER INCENDIARIES lie there? [10.5.3]"""
    he, inc = game.areas[area].burnable
    cluster = game.layout.aid.conversion.cluster
    return plan.types[area] in game.layout.cluster_areas and cluster.he <= he and cluster.inc <= inc


def areas_at_stage(game: Game, plan: CityPlan, stage: int) -> list[CityArea]:
    """The areas that are converted at this stage: the TI's, the Approach's, then all others [10.5.3a]."""
    bombed = bombed_city_of(game)
    ti, approach = bombed.ti, bombed.approach
    if stage == AT_TI:
        return [ti] if ti != plan.country else []
    if stage == AT_APPROACH:
        return [approach] if approach != plan.country else []
    return [area for area in plan.every_area if area not in (ti, approach)]


class Old(NamedTuple):
    """How many of the counters that burn were there before this attack."""

    he: int
    inc: int


def old_first(game: Game, area: CityArea, he: int, inc: int) -> list[Old]:
    """The other ways to take that many counters: with more old ones than necessary, where that matters.

    It does while bombs may still creep back, since only those of this attack do [10.5.4, 10.6b, ruling C58].
    """
    bombed, there = bombed_city_of(game), game.areas[area]
    if not bombed.follows or bombed.stage != AT_TI or bombed.crept:
        return []
    minimum = Old(max(he - there.he, 0), max(inc - there.inc, 0))
    ways = [
        Old(old_he, old_inc)
        for old_he in range(minimum.he, min(he, there.old_he) + 1)
        for old_inc in range(minimum.inc, min(inc, there.old_inc) + 1)
    ]
    return [way for way in ways if way != minimum]


def take(game: Game, area: CityArea, he: int, inc: int, barred: bool = False, said: Old | None = None) -> None:
    """Remove counters from an area, new ones before old unless told otherwise; or set them aside there, barred from
    burning."""
    bombed, there = bombed_city_of(game), game.areas[area]
    old = said or Old(max(he - there.he, 0), max(inc - there.inc, 0))
    new_he, new_inc = he - old.he, inc - old.inc
    left = there._replace(
        he=there.he - new_he,
        inc=there.inc - new_inc,
        old_he=there.old_he - old.he,
        old_inc=there.old_inc - old.inc,
    )
    if barred:
        left = left._replace(
            barred_he=left.barred_he + new_he,
            barred_inc=left.barred_inc + new_inc,
            old_barred_he=left.old_barred_he + old.he,
            old_barred_inc=left.old_barred_inc + old.inc,
        )
    else:
        game.bombed_city = bombed._replace(gone=bombed.gone + new_he + new_inc)
    game.areas[area] = left


def creepback_trigger(game: Game) -> int:
    """How many fires in the TI's area make the bombing creep back [10.5.4]."""
    return int(max(1, game.layout.aid.bombing.creepback + bombed_city_of(game).card_creepback))


def creeps_back(game: Game, plan: CityPlan) -> bool:
    """Does the bombing creep back now? Once per attack [10.5.4, ruling C15]."""
    bombed = bombed_city_of(game)
    if bombed.crept or bombed.ti == plan.country:
        return False
    return game.areas[bombed.ti].fires >= creepback_trigger(game)


def without_fallen(area: Area) -> Area:
    """An area with no counter of this attack left on it."""
    return area._replace(he=0, inc=0, barred_he=0, barred_inc=0)


def creep_back(game: Game) -> int:
    """Move this attack's counters from the TI to the Approach; returns how many."""
    areas, bombed = game.areas, bombed_city_of(game)
    moved, there = areas[bombed.ti], areas[bombed.approach]
    areas[bombed.approach] = there._replace(
        he=there.he + moved.he,
        inc=there.inc + moved.inc,
        barred_he=there.barred_he + moved.barred_he,
        barred_inc=there.barred_inc + moved.barred_inc,
    )
    areas[bombed.ti] = without_fallen(moved)
    game.bombed_city = bombed._replace(crept=1)
    return moved.fallen


def lose_outside(game: Game, plan: CityPlan) -> int:
    """What lies in the countryside is lost; returns how many counters."""
    bombed, outside = bombed_city_of(game), game.areas[plan.country]
    game.areas[plan.country] = without_fallen(outside)
    game.bombed_city = bombed._replace(gone=bombed.gone + outside.fallen)
    return outside.fallen


def faults(game: Game) -> list[str]:
    """What is impossible in an attack under way: bombs from nowhere, negative fires [10.4.1]."""
    if game.bombed_city is None:
        return ["bombs without a city [10.3]"] if game.areas else []
    bombed, plan, areas = game.bombed_city, plan_of(game), game.areas
    wrong = []
    if len(areas) != plan.size + 1 or min(min(area) for area in areas) < 0:
        return ["a city map that does not fit [10.1a]"]
    if sum(area.fallen for area in areas) + bombed.left + bombed.gone != bombed.loaded:
        wrong.append("bomb counters do not add up [10.4.1]")
    if any(areas[area].fires for area in plan.every_area if plan.types[area] == FIELDS):
        wrong.append("a major fire in the fields [10.5.3b]")
    return wrong


# --- scoring -------------------------------------------------------------------------------------------------


def half_points(game: Game, plan: CityPlan) -> int:
    """What the city map is worth, in half VP [11.1.1, 11.1.2, ruling C18]."""
    scoring, aimpoint = game.layout.scoring, bombed_city_of(game).aimpoint
    half_points_a_counter = round(scoring.counter * 2)
    doubled = [AREA_TYPES.index(name) for name in scoring.doubled]
    total = 0
    for area in plan.every_area:
        kind, there = plan.types[area], game.areas[area]
        if kind == FIELDS:
            continue
        fire = scoring.aimpoint_fire if area == aimpoint else scoring.fire
        worth = (there.fallen + there.old) * half_points_a_counter + there.all_fires * fire * 2
        total += worth * (2 if kind in doubled else 1)
    return total


def put_aside(areas: Sequence[Area], plan: CityPlan) -> list[Area]:
    """The map of a finished attack as the next attack finds it: everything on it is old, nothing is barred [10.6a]."""
    lain = [
        Area(
            old_he=area.he + area.old_he + area.barred_he + area.old_barred_he,
            old_inc=area.inc + area.old_inc + area.barred_inc + area.old_barred_inc,
            old_fires=area.all_fires,
            storm=area.storm,
        )
        for area in areas[: plan.size]
    ]
    return [*lain, NOTHING]
