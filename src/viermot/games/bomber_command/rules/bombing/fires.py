"""Conflagration: conversion into major fires, creepback, firestorms, and what it is worth [10.5.3 to 10.6, 11.1]."""

from __future__ import annotations

from typing import Any, Final

from viermot.games.bomber_command.model.board import BRITISH, TO_ALL
from viermot.games.bomber_command.model.city import CENTRE, CityPlan
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.model.town import (
    AIMPOINT,
    APPROACH,
    AT_TI,
    BEFORE2,
    CITY,
    CLUSTER,
    CLUSTER_AREAS,
    CLUSTER_RECIPE,
    CREPT,
    DRIFTED,
    ELSEWHERE,
    FIRES,
    FOLLOWS,
    HE,
    INC,
    OLD_FIRES,
    OLD_INC,
    QUENCHED,
    RAID,
    RECIPES,
    STAGE,
    STORM,
    STRIDE,
    Old,
    Recipe,
    areas_at_stage,
    creep_back,
    creeps_back,
    lose_outside,
    old_first,
    plan_of,
    recipes_in,
    score2,
    take,
)
from viermot.games.bomber_command.model.town_notation import (
    CONVERSION,
    DONE,
    conversion_code,
    converted,
    old_in,
    with_old,
)
from viermot.games.bomber_command.rules.cards.cards import window
from viermot.games.bomber_command.rules.cards.windows import W_CONVERSION, W_CONVERTING
from viermot.kernel.agenda import question, step, task

BOTH_FIRES: Final = 2  # of two Incendiaries and an HE in a City Centre [10.5.3b]


# --- conversion [10.5.3] ----------------------------------------------------------------------------------------


@step
def conversions(game: Game) -> None:
    """Conversion by conversion: the TI's area, the Approach's, then the others [10.5.3a]."""
    plan, town = plan_of(game), game.town
    for stage in range(town[STAGE], ELSEWHERE + 1):
        if _may_burn(game, plan, stage):
            town[STAGE] = stage
            game.next(task(window, W_CONVERSION, town[RAID], town[CITY]), task(convert))
            return


def _may_burn(game: Game, plan: CityPlan, stage: int) -> bool:
    """Is there anything in these areas that a conversion or a card could touch? What lies open decides, not a hand."""
    return any(_may_burn_in(game, plan, stage, area) for area in areas_at_stage(game, plan, stage))


def _may_burn_in(game: Game, plan: CityPlan, stage: int, area: int) -> bool:
    counters, at = game.areas, area * STRIDE
    if plan.types[area] in CLUSTER_AREAS and counters[at + INC] + counters[at + OLD_INC]:
        return True
    creeps = stage == AT_TI and counters[at + FIRES] and counters[at + HE] + counters[at + INC]
    return bool(recipes_in(game, plan, area) or (creeps and not game.town[CREPT]))


@question(BRITISH, "10.5.3a", CONVERSION)
def convert(game: Game) -> list[int]:
    """Which counters become a major fire? [10.5.3]"""
    plan = plan_of(game)
    found = [DONE]
    for area in areas_at_stage(game, plan, game.town[STAGE]):
        for recipe in recipes_in(game, plan, area):
            code = conversion_code(area, recipe)
            found += [code, *[with_old(code, *old) for old in old_first(game, area, recipe[0], recipe[1])]]
    return found


@convert.tells
def _convert_about(game: Game) -> dict[str, Any]:
    return {"city": game.town[CITY], "stage": game.town[STAGE]}


@convert.refuses
def _convert_why_not(game: Game, option: int) -> tuple[str, str] | None:
    plan = plan_of(game)
    area, _, _ = converted(option)
    if area not in areas_at_stage(game, plan, game.town[STAGE]):
        return "10.5.3a", "not_its_turn_to_burn"
    return "10.5.3b", "does_not_burn"


@convert.chosen
def _converted(game: Game, option: int) -> None:
    town = game.town
    if option == DONE:
        town[STAGE] += 1
        game.push(conversions)
        return
    area, high_explosive, incendiary = converted(option)
    town[QUENCHED] = 0
    game.next(
        task(window, W_CONVERTING, town[RAID], area),
        task(burn, area, high_explosive, incendiary, old_in(option) or ()),
        task(conversions),
    )


def fires_of(plan: CityPlan, area: int, high_explosive: int, incendiary: int) -> Recipe:
    """The conversion of these counters there, with the fires it starts [10.5.3b]."""
    for recipe in RECIPES[plan.types[area]]:
        if recipe[:2] == (high_explosive, incendiary):
            return recipe
    return CLUSTER_RECIPE


@step
def burn(game: Game, area: int, high_explosive: int, incendiary: int, said: tuple[int, ...]) -> None:
    """The counters go and fires are there, unless somebody put them out [10.5.3b, 10.5.3c]."""
    town, plan = game.town, plan_of(game)
    old = (said[0], said[1]) if said else None
    recipe = fires_of(plan, area, high_explosive, incendiary)
    if recipe == CLUSTER_RECIPE:
        town[CLUSTER] = 0
    if not town[QUENCHED]:
        _light(game, area, recipe, old)
    elif recipe[2] == BOTH_FIRES and town[QUENCHED] == 1:
        game.push(save_one, area, said)
    else:
        take(game, area, high_explosive, incendiary, barred=True, said=old)
        game.emit("quenched", "10.5.3c", TO_ALL, town[CITY], plan.names[area])


def _light(game: Game, area: int, recipe: Recipe, old: Old | None = None) -> None:
    """Counters become fires [10.5.3b, 10.6b]."""
    town, at = game.town, area * STRIDE
    mixed = town[FOLLOWS] and (old or recipe[0] > game.areas[at + HE] or recipe[1] > game.areas[at + INC])
    take(game, area, recipe[0], recipe[1], said=old)
    game.areas[at + FIRES] += recipe[2]
    rules = "10.5.3a 10.5.3b 10.6b" if mixed else "10.5.3a 10.5.3b"
    game.emit("fires", rules, TO_ALL, town[CITY], plan_of(game).names[area], recipe[0], recipe[1], recipe[2])
    creep_if_due(game)


@question(BRITISH, "10.5.3c", CONVERSION)
def save_one(game: Game, area: int, said: tuple[int, ...]) -> list[int]:
    """One of two fires is put out: which two counters burn all the same? [10.5.3]"""
    return [conversion_code(area, recipe) for recipe in ((0, 2, 1), (1, 1, 1))]


@save_one.tells
def _save_about(game: Game, area: int, said: tuple[int, ...]) -> dict[str, Any]:
    return {"city": game.town[CITY], "area": plan_of(game).names[area]}


@save_one.chosen
def _saved(game: Game, area: int, said: tuple[int, ...], option: int) -> None:
    _, high_explosive, incendiary = converted(option)
    game.emit("quenched", "10.5.3c", TO_ALL, game.town[CITY], plan_of(game).names[area])
    burnt = (min(high_explosive, said[0]), min(incendiary, said[1])) if said else None  # of the old ones
    left = (said[0] - burnt[0], said[1] - burnt[1]) if burnt else None
    take(game, area, 1 - high_explosive, 2 - incendiary, barred=True, said=left)
    _light(game, area, (high_explosive, incendiary, 1), burnt)


# --- creepback [10.5.4] -----------------------------------------------------------------------------------------


def creep_if_due(game: Game) -> None:
    """When enough burns on the TI, what has not burnt there goes to the Approach, or is lost outside [10.5.4]."""
    plan, town = plan_of(game), game.town
    if not creeps_back(game, plan):
        return
    moved = creep_back(game)
    game.emit("creepback", "10.5.4", TO_ALL, town[CITY], plan.names[town[APPROACH]], moved)
    if town[APPROACH] == plan.country:
        lose_outside(game, plan)


# --- firestorms [10.5.5] ----------------------------------------------------------------------------------------


@step
def firestorms(game: Game) -> None:
    """In good weather a City Centre with enough fires may burn as one [10.5.5, 10.6c, ruling C17]."""
    if game.bad:
        return
    plan, town, counters = plan_of(game), game.town, game.areas
    rules = "10.5.5 10.6c" if town[FOLLOWS] else "10.5.5"
    for area in range(plan.size):
        at = area * STRIDE
        fires = counters[at + FIRES] + counters[at + OLD_FIRES]
        if plan.types[area] != CENTRE or fires < game.table.aid.bombing.firestorm:
            continue
        if not counters[at + FIRES] or counters[at + STORM]:  # nothing new burns, or it has had its storm
            continue
        dice = game.roll(2, "firestorm", rules, town[CITY])
        begins = sum(dice) < fires
        if begins:
            counters[at + FIRES] += fires
            counters[at + STORM] = 1
        game.emit("firestorm", rules, TO_ALL, town[CITY], plan.names[area], begins, fires)


# --- the end of an attack -----------------------------------------------------------------------------------------


@step
def end_of_attack(game: Game) -> None:
    """Count what the map is worth; a city hit twice is counted once, as it is at the end [11.1.1, 11.1.2]."""
    plan, town, counters = plan_of(game), game.town, game.areas
    score = score2(game, plan)
    fires = sum(counters[area * STRIDE + FIRES] for area in range(plan.size))
    game.bombing_vp2 += score - town[BEFORE2]
    game.sites.append((town[CITY], town[RAID], town[AIMPOINT], town[DRIFTED], fires, score, tuple(counters)))
    rule = "11.1.2" if game.table.is_downfall else "11.1.1"
    game.emit("bombing_over", rule, TO_ALL, town[CITY], fires, score, score - town[BEFORE2])
    game.town = []
    game.areas = []
