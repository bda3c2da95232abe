"""Aimpoint, approach and marking: where the Target Indicators fall [10.3]."""

from __future__ import annotations

from viermot.games.bomber_command.components.map import AREA_TYPES
from viermot.games.bomber_command.components.tables import MARKINGS
from viermot.games.bomber_command.model.board import BRITISH, NEIGHBOUR, TO_ALL
from viermot.games.bomber_command.model.bombed_city import (
    bombed_city_of,
    marking_modifiers,
    plan_of,
)
from viermot.games.bomber_command.model.bombing_notation import (
    AREA,
)
from viermot.games.bomber_command.model.ids import NO_AREA, CityArea
from viermot.games.bomber_command.model.records import NO_DIRECTION
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.agenda import Facts, Refusal, question, step

# --- aimpoint and approach [10.3.1] -----------------------------------------------------------------------------


@question(BRITISH, "10.3.1a", AREA, undoable=True)
def choose_aimpoint(game: Game) -> list[CityArea]:
    """Which area does the raid aim at? [10.3.1, 10.6]"""
    plan, bombed = plan_of(game), bombed_city_of(game)
    if bombed.aimpoint != NO_AREA:
        return [bombed.aimpoint]
    if plan.oil != NO_AREA and _is_oil_target(game):
        return [plan.oil]
    wanted = [AREA_TYPES.index(name) for name in game.layout.rules.aimpoints]
    return [area for area in plan.every_area if plan.types[area] in wanted]


def _is_oil_target(game: Game) -> bool:
    """Did the chit of this city show oil? [4.5.1b]"""
    city = bombed_city_of(game).city
    return any(oil and target == city for target, oil in zip(game.targets, game.oil, strict=True))


@choose_aimpoint.tells
def choose_aimpoint_facts(game: Game) -> Facts:
    bombed = bombed_city_of(game)
    return {"city": bombed.city, "method": MARKINGS[bombed.method]}


@choose_aimpoint.refuses
def why_not_choose_aimpoint(game: Game, area: int) -> Refusal | None:
    if game.layout.is_downfall:
        return "10.3.1b", "aim_at_works"
    return "10.3.1a", "aim_at_fields"


@choose_aimpoint.chosen
def _aimed(game: Game, area: CityArea) -> None:
    bombed = game.bombed_city = bombed_city_of(game)._replace(aimpoint=area, ti=area)
    rule = "10.6a" if bombed.follows else "10.3.1b" if game.layout.is_downfall else "10.3.1a"
    if _is_oil_target(game):
        rule += " 4.5.1b 10.1.1"
    game.emit("aimpoint", rule, TO_ALL, bombed.city, plan_of(game).names[area])


@question(BRITISH, "10.3.1c", AREA, undoable=True)
def choose_approach(game: Game) -> list[CityArea]:
    """From which side do the bombers approach? Any, or under 12.4 the one the raid came from [10.3.1, 12.4]"""
    plan, aim = plan_of(game), bombed_city_of(game).aimpoint
    if game.layout.approach:
        fixed = plan.neighbour[aim * 6 + _came_from(game)]
        if fixed != plan.country:
            return [fixed]
    return list(plan.adjacent[aim])


def _came_from(game: Game) -> int:
    """The direction on the city map of the hex the raid entered from [12.4, 12.4.1]."""
    bombed = bombed_city_of(game)
    path, aim = game.plot[bombed.raid].path, game.plot[bombed.raid].aim
    if aim < 1:
        return 0
    hex_ = path[aim]
    direction = NEIGHBOUR[hex_ * 6 : hex_ * 6 + 6].index(path[aim - 1])
    north = game.north[game.targets.index(bombed.city)] if game.north else 1
    return (direction + north - 1) % 6


@choose_approach.tells
def choose_approach_facts(game: Game) -> Facts:
    bombed = bombed_city_of(game)
    return {"city": bombed.city, "area": plan_of(game).names[bombed.aimpoint]}


@choose_approach.refuses
def why_not_choose_approach(game: Game, area: int) -> Refusal | None:
    return ("12.4", "approach_fixed") if game.layout.approach else ("10.3.1c", "approach_apart")


@choose_approach.chosen
def _approached(game: Game, area: CityArea) -> None:
    bombed = game.bombed_city = bombed_city_of(game)._replace(approach=area)
    rule = "12.4" if game.layout.approach else "10.3.1c"
    if game.layout.variable_north:
        rule += " 12.4.1"
    plan = plan_of(game)
    direction = plan.direction(bombed.aimpoint, area) + 1
    game.emit("approach", rule, TO_ALL, bombed.city, plan.names[area], direction)


# --- marking [10.3.2, 10.3.3] -----------------------------------------------------------------------------------


@step
def mark_target(game: Game) -> None:
    """The pathfinders drop their Target Indicators, which may drift [10.3.2]."""
    bombed = bombed_city_of(game)
    city = bombed.city
    bombing = game.layout.aid.bombing
    parts = marking_modifiers(game, bombed.raid, city)
    if game.modifier:
        parts.append(("cards", game.modifier))
    change = sum(value for _, value in parts)
    total = sum(game.roll(2, "marking", "10.3.2b 10.3.2c", city)) + change
    row = _marking_row(game, total)
    drift, rows = bombing.drift[row], bombing.rows_down[row]
    rules = "10.3.2b 10.3.2c"
    if game.layout.separate_quality:
        rules += " 10.3.2e"
        quality = sum(game.roll(2, "marking quality", "10.3.2e", city)) + change
        rows = bombing.rows_down[_marking_row(game, quality)]
    if game.raid_no_oboe[bombed.raid]:
        rules += " 9.3.2"
    game.bombed_city = bombed._replace(rows=rows)
    game.emit("marked", rules, TO_ALL, city, total, tuple(parts), drift, rows)
    if drift:
        _drift(game, drift)


def _marking_row(game: Game, total: int) -> int:
    """The row of the Marking Table for a roll [10.3.2b]."""
    bombing = game.layout.aid.bombing
    return min(max(total - bombing.marking_lowest, 0), len(bombing.drift) - 1)


def _drift(game: Game, drift: int) -> None:
    """The TI drifts as the compass die says, and the Approach stays beside it [10.3.2d, 10.3.3, 10.6a]."""
    bombed, plan = bombed_city_of(game), plan_of(game)
    rules = "10.3.2d 10.3.3"
    if bombed.follows and bombed.drifted != NO_DIRECTION:
        rules += " 10.6a"
    else:
        bombed = bombed._replace(drifted=game.die("drift", "10.3.2d", bombed.city) - 1)
    beside = plan.direction(bombed.aimpoint, bombed.approach)
    ti = plan.drift(bombed.aimpoint, bombed.drifted, drift)
    approach = plan.country if ti == plan.country else plan.neighbour[ti * 6 + beside]
    game.bombed_city = bombed._replace(ti=ti, approach=approach)
    names = plan.names
    game.emit("drifted", rules, TO_ALL, bombed.city, bombed.drifted + 1, names[ti], names[approach])
