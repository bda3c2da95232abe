"""The city under attack: where the TI lies, what has fallen where, what burns [10.3 to 10.6].

`game.town` holds the numbers of the attack under way, `game.areas` the counters, area by area and then the countryside.
Counters of an attack before this one lie apart: they may burn but not be moved [10.6b].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from viermot.games.bomber_command.components.map import AREA_TYPES
from viermot.games.bomber_command.components.tables import MARKINGS
from viermot.games.bomber_command.model.board import CLEAR, GOOD, POOR
from viermot.games.bomber_command.model.city import (
    CENTRE,
    FIELDS,
    INDUSTRIAL,
    RESIDENTIAL,
    TRANSPORT,
    CityPlan,
    city_plan,
)

if TYPE_CHECKING:
    from viermot.games.bomber_command.model.state import Game

# game.town
(
    RAID, CITY, METHOD, AIMPOINT, APPROACH, TI, DRIFTED, ROWS, LEFT_HE, LEFT_INC, POINTS, STAGE,
    CARD_ERROR, CARD_ACCURACY, CARD_CREEPBACK, CLUSTER, QUENCHED, CREPT, IGNORE_SIGNATURE, FOLLOWS, FIRST_FIRES,
    BEFORE2, LOADED, GONE,
) = range(24)  # fmt: skip
TOWN_SIZE: Final = 24

# game.areas, for each area
(HE, INC, OLD_HE, OLD_INC, BARRED_HE, BARRED_INC, OLD_BARRED_HE, OLD_BARRED_INC, FIRES, OLD_FIRES, STORM) = range(11)
STRIDE: Final = 11
BOMBS: Final = (HE, INC, OLD_HE, OLD_INC, BARRED_HE, BARRED_INC, OLD_BARRED_HE, OLD_BARRED_INC)

NEWHAVEN, PARRAMATTA, WANGANUI = range(3)  # as MARKINGS
AT_TI, AT_APPROACH, ELSEWHERE = range(3)  # the order of conversion [10.5.3a]

Recipe = tuple[int, int, int]  # HE, Incendiary, major fires
RECIPES: Final[dict[int, tuple[Recipe, ...]]] = {
    FIELDS: (),
    CENTRE: ((1, 2, 2), (0, 2, 1), (1, 1, 1), (2, 0, 1)),
    RESIDENTIAL: ((1, 1, 1), (0, 2, 1)),
    INDUSTRIAL: ((1, 2, 1), (2, 1, 1), (3, 0, 1)),
    TRANSPORT: ((1, 2, 1), (2, 1, 1), (3, 0, 1)),
}
CLUSTER_RECIPE: Final[Recipe] = (0, 1, 1)  # one Incendiary, by the card
CLUSTER_AREAS: Final = (CENTRE, RESIDENTIAL)

# game.sites: attacks that are over, (city, raid, aimpoint, drift direction or -1, fires, score in half points, areas)
SITE_CITY, SITE_RAID, SITE_AIMPOINT, SITE_DRIFT, SITE_FIRES, SITE_SCORE, SITE_AREAS = range(7)


def plan_of(game: Game) -> CityPlan:
    """The map of the city under attack."""
    table = game.table
    return city_plan(table.pack, table.cities[game.town[CITY]].map)


def blank_areas(plan: CityPlan) -> list[int]:
    """A city map with nothing on it."""
    return [0] * ((plan.size + 1) * STRIDE)


def hit_before(game: Game, city: int) -> tuple[Any, ...] | None:
    """The last attack of a Main Force on this city, if there was one [10.6]."""
    return next((tuple(site) for site in reversed(game.sites) if site[SITE_CITY] == city), None)


# --- marking -------------------------------------------------------------------------------------------------


def method_for(game: Game, weather: int) -> int:
    """How the target is marked in that weather [10.3.2a]."""
    return MARKINGS.index(game.table.pack.skies.weather[weather].marking)


def set_method(game: Game) -> None:
    """The marking of the city under attack, as the weather over it is now [10.3.2a]."""
    town = game.town
    town[METHOD] = method_for(game, game.weather_at(game.table.cities[town[CITY]].hex))


def marking_modifiers(game: Game, raid: int, city: int) -> list[tuple[str, int]]:
    """The modifiers of the marking roll without cards, each with its name [10.3.2c, 9.3.2]."""
    numbers = game.table.aid.bombing.marking
    box = game.table.cities[city]
    weather = game.weather_at(box.hex)
    method = method_for(game, weather)
    found: list[tuple[str, int]] = [(MARKINGS[method], numbers[MARKINGS[method]])]
    if box.oboe and not game.r_no_oboe[raid]:
        found.append(("OBOE", numbers["OBOE"]))
    if weather == CLEAR:
        found.append(("Clear", numbers["Clear"]))
    if method != NEWHAVEN and not box.oboe and box.signature != "Normal":
        found.append((box.signature, numbers[box.signature.lower()]))
    return found


def concentration(game: Game, raid: int, city: int, rows_down: int, load: int) -> int:
    """How many counters fall on the TI [10.4.2a, 12.3.1a, 12.3.2a]."""
    bombing = game.table.aid.bombing
    row = game.table.pack.skies.weather[game.weather_at(game.table.cities[city].hex)].row - 1 + rows_down
    if load == bombing.heavy:
        row -= 1
    elif load == bombing.light:
        row += 1
    return int(bombing.concentration[min(max(row, 0), len(bombing.concentration) - 1)])


# --- error and accuracy --------------------------------------------------------------------------------------


def error_of(game: Game, disruptions: int) -> int:
    """The error value of so many disruptions [10.5.2b]."""
    return sum(1 for step in game.table.aid.bombing.disruptions if disruptions >= step)


def error_parts(game: Game) -> list[tuple[str, int]]:
    """The bombing error, part by part [10.5.2a]."""
    town, bombing = game.town, game.table.aid.bombing
    parts = [
        ("visibility", bombing.poor_visibility if game.visibility == POOR else 0),
        ("signature", bombing.poor_signature if _signature(game) == "Poor" and not town[IGNORE_SIGNATURE] else 0),
        ("disruption", error_of(game, game.r_disrupt[town[RAID]])),
        ("cards", town[CARD_ERROR]),
    ]
    return [(name, value) for name, value in parts if value]


def accuracy_parts(game: Game) -> list[tuple[str, int]]:
    """The bombing accuracy, part by part [10.5.2c]."""
    town, bombing = game.town, game.table.aid.bombing
    moonlit = town[METHOD] == NEWHAVEN and game.moon_up()
    parts = [
        ("scenario", game.table.rules.accuracy),
        ("visibility", bombing.good_visibility if game.visibility == GOOD else 0),
        ("signature", bombing.good_signature if _signature(game) == "Good" else 0),
        ("moon", bombing.moonlit_newhaven if moonlit else 0),
        ("follow-up", bombing.follow_up if town[FOLLOWS] and town[FIRST_FIRES] >= 2 else 0),
        ("cards", town[CARD_ACCURACY]),
    ]
    return [(name, value) for name, value in parts if value]


def _signature(game: Game) -> str:
    return game.table.cities[game.town[CITY]].signature


# --- conversion ----------------------------------------------------------------------------------------------


def recipes_in(game: Game, plan: CityPlan, area: int) -> list[Recipe]:
    """The conversions that the counters of an area are enough for [10.5.3b, 10.6b]."""
    areas, at = game.areas, area * STRIDE
    he = areas[at + HE] + areas[at + OLD_HE]
    inc = areas[at + INC] + areas[at + OLD_INC]
    found = [recipe for recipe in RECIPES[plan.types[area]] if recipe[0] <= he and recipe[1] <= inc]
    if game.town[CLUSTER] and inc and plan.types[area] in CLUSTER_AREAS:
        found.append(CLUSTER_RECIPE)
    return found


def areas_at_stage(game: Game, plan: CityPlan, stage: int) -> list[int]:
    """The areas whose turn it is to be converted: the TI's, the Approach's, then the others [10.5.3a]."""
    ti, approach = game.town[TI], game.town[APPROACH]
    if stage == AT_TI:
        return [ti] if ti != plan.country else []
    if stage == AT_APPROACH:
        return [approach] if approach != plan.country else []
    return [area for area in range(plan.size) if area not in (ti, approach)]


Old = tuple[int, int]  # how many of the counters that burn lay there before this attack: HE, Incendiaries


def old_first(game: Game, area: int, he: int, inc: int) -> list[Old]:
    """The other ways to take so many counters: with more old ones than there must be, where that matters.

    It does while bombs may still creep back, since only those of this attack do [10.5.4, 10.6b, ruling C58].
    """
    town, areas, at = game.town, game.areas, area * STRIDE
    if not town[FOLLOWS] or town[STAGE] != AT_TI or town[CREPT]:
        return []
    least_he, least_inc = max(he - areas[at + HE], 0), max(inc - areas[at + INC], 0)
    return [
        (old_he, old_inc)
        for old_he in range(least_he, min(he, areas[at + OLD_HE]) + 1)
        for old_inc in range(least_inc, min(inc, areas[at + OLD_INC]) + 1)
        if (old_he, old_inc) != (least_he, least_inc)
    ]


def take(game: Game, area: int, he: int, inc: int, barred: bool = False, said: Old | None = None) -> None:
    """Take counters off an area, new ones before old unless said; or lay them aside there, barred from burning."""
    areas, at = game.areas, area * STRIDE
    for count, new, old, new_aside, old_aside, number in (
        (he, HE, OLD_HE, BARRED_HE, OLD_BARRED_HE, 0),
        (inc, INC, OLD_INC, BARRED_INC, OLD_BARRED_INC, 1),
    ):
        fresh = min(count, areas[at + new]) if said is None else count - said[number]
        areas[at + new] -= fresh
        areas[at + old] -= count - fresh
        if barred:
            areas[at + new_aside] += fresh
            areas[at + old_aside] += count - fresh
        else:
            game.town[GONE] += fresh


def creepback_trigger(game: Game) -> int:
    """How many fires in the area of the TI make the bombing creep back [10.5.4]."""
    return int(max(1, game.table.aid.bombing.creepback + game.town[CARD_CREEPBACK]))


def creeps_back(game: Game, plan: CityPlan) -> bool:
    """Has the bombing reason to creep back now? Once an attack [10.5.4, ruling C15]."""
    town = game.town
    if town[CREPT] or town[TI] == plan.country:
        return False
    return game.areas[town[TI] * STRIDE + FIRES] >= creepback_trigger(game)


def creep_back(game: Game) -> int:
    """Move this attack's counters from the TI to the Approach; how many."""
    areas, town = game.areas, game.town
    source, goal = town[TI] * STRIDE, town[APPROACH] * STRIDE
    moved = 0
    for kind in (HE, INC, BARRED_HE, BARRED_INC):
        moved += areas[source + kind]
        areas[goal + kind] += areas[source + kind]
        areas[source + kind] = 0
    town[CREPT] = 1
    return moved


def lose_outside(game: Game, plan: CityPlan) -> int:
    """What lies in the countryside is lost; how many counters."""
    at = plan.country * STRIDE
    lost = 0
    for kind in (HE, INC, BARRED_HE, BARRED_INC):
        lost += game.areas[at + kind]
        game.areas[at + kind] = 0
    game.town[GONE] += lost
    return lost


def faults(game: Game) -> list[str]:
    """What cannot be in an attack under way: bombs from nowhere, fires less than none [10.4.1]."""
    if not game.town:
        return ["bombs without a city [10.3]"] if game.areas else []
    town, plan, areas = game.town, plan_of(game), game.areas
    wrong = []
    if len(areas) != (plan.size + 1) * STRIDE or min(areas, default=0) < 0:
        return ["a city map that does not fit [10.1a]"]
    lain = sum(areas[at + kind] for at in range(0, len(areas), STRIDE) for kind in (HE, INC, BARRED_HE, BARRED_INC))
    if lain + town[LEFT_HE] + town[LEFT_INC] + town[GONE] != town[LOADED]:
        wrong.append("bomb counters do not add up [10.4.1]")
    if any(areas[area * STRIDE + FIRES] for area in range(plan.size) if plan.types[area] == FIELDS):
        wrong.append("a major fire in the fields [10.5.3b]")
    return wrong


# --- scoring -------------------------------------------------------------------------------------------------


def score2(game: Game, plan: CityPlan) -> int:
    """What the city map is worth, in half VP [11.1.1, 11.1.2, ruling C18]."""
    scoring, areas = game.table.scoring, game.areas
    counter2 = round(scoring.counter * 2)
    doubled = [AREA_TYPES.index(name) for name in scoring.doubled]
    total = 0
    for area in range(plan.size):
        kind = plan.types[area]
        if kind == FIELDS:
            continue
        at = area * STRIDE
        bombs = sum(areas[at + slot] for slot in BOMBS)
        fires = areas[at + FIRES] + areas[at + OLD_FIRES]
        fire = scoring.aimpoint_fire if area == game.town[AIMPOINT] else scoring.fire
        total += (bombs * counter2 + fires * fire * 2) * (2 if kind in doubled else 1)
    return total


def put_aside(areas: list[int], plan: CityPlan) -> list[int]:
    """The map of a finished attack as the next one finds it: everything on it is old, nothing is barred [10.6a]."""
    old = blank_areas(plan)
    for area in range(plan.size):
        at = area * STRIDE
        old[at + OLD_HE] = sum(areas[at + slot] for slot in (HE, OLD_HE, BARRED_HE, OLD_BARRED_HE))
        old[at + OLD_INC] = sum(areas[at + slot] for slot in (INC, OLD_INC, BARRED_INC, OLD_BARRED_INC))
        old[at + OLD_FIRES] = areas[at + FIRES] + areas[at + OLD_FIRES]
        old[at + STORM] = areas[at + STORM]
    return old
