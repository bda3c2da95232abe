"""Conflagration: conversion into major fires, creepback, firestorms, and what it is worth [10.5.3 to 10.6, 11.1]."""

from __future__ import annotations

from typing import Final, NamedTuple

from viermot.games.bomber_command.components.tables import Recipe
from viermot.games.bomber_command.model.board import BRITISH, TO_ALL
from viermot.games.bomber_command.model.city import CENTRE, CityPlan
from viermot.games.bomber_command.model.records import Site
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.model.town import (
    AT_TI,
    ELSEWHERE,
    Old,
    areas_at_stage,
    cluster_may_burn,
    creep_back,
    creeps_back,
    lose_outside,
    old_first,
    plan_of,
    recipes_in,
    score2,
    take,
    town_of,
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
from viermot.kernel.agenda import Facts, Refusal, question, step, task

BOTH_FIRES: Final = 2  # of two Incendiaries and an HE in a City Centre [10.5.3b]


# --- conversion [10.5.3] ----------------------------------------------------------------------------------------


@step
def conversions(game: Game) -> None:
    """Conversion by conversion: the TI's area, the Approach's, then the others [10.5.3a]."""
    plan, town = plan_of(game), town_of(game)
    for stage in range(town.stage, ELSEWHERE + 1):
        if _may_burn(game, plan, stage):
            game.town = town._replace(stage=stage)
            game.next(task(window, W_CONVERSION, town.raid, town.city), task(convert))
            return


def _may_burn(game: Game, plan: CityPlan, stage: int) -> bool:
    """Is there anything in these areas that a conversion or a card could touch? What lies open decides, not a hand."""
    return any(_may_burn_in(game, plan, stage, area) for area in areas_at_stage(game, plan, stage))


def _may_burn_in(game: Game, plan: CityPlan, stage: int, area: int) -> bool:
    there = game.areas[area]
    if not (there.he or there.inc or there.old_he or there.old_inc):
        return False
    if cluster_may_burn(game, plan, area):
        return True
    creeps = stage == AT_TI and there.fires and there.fresh
    return bool(recipes_in(game, plan, area) or (creeps and not town_of(game).crept))


@question(BRITISH, "10.5.3a", CONVERSION)
def convert(game: Game) -> list[int]:
    """Which counters become a major fire? [10.5.3]"""
    plan = plan_of(game)
    found = [DONE]
    for area in areas_at_stage(game, plan, town_of(game).stage):
        for recipe in recipes_in(game, plan, area):
            code = conversion_code(area, recipe.he, recipe.inc)
            found += [code, *[with_old(code, old) for old in old_first(game, area, recipe.he, recipe.inc)]]
    return found


@convert.tells
def convert_facts(game: Game) -> Facts:
    town = town_of(game)
    return {"city": town.city, "stage": town.stage}


@convert.refuses
def why_not_convert(game: Game, option: int) -> Refusal | None:
    plan = plan_of(game)
    if converted(option).area not in areas_at_stage(game, plan, town_of(game).stage):
        return "10.5.3a", "not_its_turn_to_burn"
    return "10.5.3b", "does_not_burn"


@convert.chosen
def _converted(game: Game, option: int) -> None:
    town = town_of(game)
    if option == DONE:
        game.town = town._replace(stage=town.stage + 1)
        game.push(conversions)
        return
    chosen = converted(option)
    game.town = town._replace(quenched=0)
    game.next(
        task(window, W_CONVERTING, town.raid, chosen.area),
        task(burn, chosen.area, chosen.he, chosen.inc, old_in(option) or ()),
        task(conversions),
    )


def fires_of(game: Game, area: int, high_explosive: int, incendiary: int) -> Recipe:
    """The conversion of these counters there, with the fires it starts [10.5.3b]."""
    for recipe in game.layout.recipes[plan_of(game).types[area]]:
        if (recipe.he, recipe.inc) == (high_explosive, incendiary):
            return recipe
    return game.layout.aid.conversion.cluster


@step
def burn(game: Game, area: int, high_explosive: int, incendiary: int, said: tuple[int, ...]) -> None:
    """The counters go and fires are there, unless somebody put them out [10.5.3b, 10.5.3c]."""
    town, plan = town_of(game), plan_of(game)
    old = Old(*said) if said else None
    recipe = fires_of(game, area, high_explosive, incendiary)
    if recipe == game.layout.aid.conversion.cluster:
        game.town = town._replace(cluster=0)
    if not town.quenched:
        _light(game, area, recipe, old)
    elif recipe.fires == BOTH_FIRES and town.quenched == 1:
        game.push(save_one, HalfQuenched(area, said))
    else:
        take(game, area, high_explosive, incendiary, barred=True, said=old)
        game.emit("quenched", "10.5.3c", TO_ALL, town.city, plan.names[area])


def _light(game: Game, area: int, recipe: Recipe, old: Old | None = None) -> None:
    """Counters become fires [10.5.3b, 10.6b]."""
    there = game.areas[area]
    mixed = town_of(game).follows and (old or recipe.he > there.he or recipe.inc > there.inc)
    take(game, area, recipe.he, recipe.inc, said=old)
    left = game.areas[area]
    game.areas[area] = left._replace(fires=left.fires + recipe.fires)
    rules = "10.5.3a 10.5.3b 10.6b" if mixed else "10.5.3a 10.5.3b"
    game.emit(
        "fires", rules, TO_ALL, town_of(game).city, plan_of(game).names[area], recipe.he, recipe.inc, recipe.fires
    )
    creep_if_due(game)


class HalfQuenched(NamedTuple):
    """Two fires of which one is put out, and how many old counters were said to burn [10.5.3c]."""

    area: int
    said: tuple[int, ...]


@question(BRITISH, "10.5.3c", CONVERSION)
def save_one(game: Game, fire: HalfQuenched) -> list[int]:
    """One of two fires is put out: which two counters burn all the same? [10.5.3]"""
    whole, halves = _halves(game, fire.area)
    return [conversion_code(fire.area, recipe.he, recipe.inc) for recipe in halves] or [
        conversion_code(fire.area, whole.he, whole.inc)
    ]


def _halves(game: Game, area: int) -> tuple[Recipe, list[Recipe]]:
    """The conversion that starts two fires there, and those with fewer that its counters are enough for."""
    recipes = game.layout.recipes[plan_of(game).types[area]]
    whole = next(recipe for recipe in recipes if recipe.fires == BOTH_FIRES)
    fewer = [recipe for recipe in recipes if recipe.fires < BOTH_FIRES]
    return whole, [recipe for recipe in fewer if recipe.he <= whole.he and recipe.inc <= whole.inc]


@save_one.tells
def save_one_facts(game: Game, fire: HalfQuenched) -> Facts:
    return {"city": town_of(game).city, "area": plan_of(game).names[fire.area]}


@save_one.chosen
def _saved(game: Game, fire: HalfQuenched, option: int) -> None:
    area, chosen, old = fire.area, converted(option), Old(*fire.said) if fire.said else None
    game.emit("quenched", "10.5.3c", TO_ALL, town_of(game).city, plan_of(game).names[area])
    burnt = Old(min(chosen.he, old.he), min(chosen.inc, old.inc)) if old else None  # of the old ones
    left = Old(old.he - burnt.he, old.inc - burnt.inc) if old and burnt else None
    whole, _ = _halves(game, area)
    take(game, area, whole.he - chosen.he, whole.inc - chosen.inc, barred=True, said=left)
    _light(game, area, Recipe(chosen.he, chosen.inc, 1), burnt)


# --- creepback [10.5.4] -----------------------------------------------------------------------------------------


def creep_if_due(game: Game) -> None:
    """When enough burns on the TI, what has not burnt there goes to the Approach, or is lost outside [10.5.4]."""
    plan, town = plan_of(game), town_of(game)
    if not creeps_back(game, plan):
        return
    moved = creep_back(game)
    game.emit("creepback", "10.5.4", TO_ALL, town.city, plan.names[town.approach], moved)
    if town.approach == plan.country:
        lose_outside(game, plan)


# --- firestorms [10.5.5] ----------------------------------------------------------------------------------------


@step
def firestorms(game: Game) -> None:
    """In good weather a City Centre with enough fires may burn as one [10.5.5, 10.6c, ruling C17]."""
    if game.bad:
        return
    plan, town = plan_of(game), town_of(game)
    rules = "10.5.5 10.6c" if town.follows else "10.5.5"
    for area in range(plan.size):
        there = game.areas[area]
        fires = there.all_fires
        if plan.types[area] != CENTRE or fires < game.layout.aid.bombing.firestorm:
            continue
        if not there.fires or there.storm:  # nothing new burns, or it has had its storm
            continue
        dice = game.roll(2, "firestorm", rules, town.city)
        begins = sum(dice) < fires
        if begins:
            game.areas[area] = there._replace(fires=there.fires + fires, storm=1)
        game.emit("firestorm", rules, TO_ALL, town.city, plan.names[area], begins, fires)


# --- the end of an attack -----------------------------------------------------------------------------------------


@step
def end_of_attack(game: Game) -> None:
    """Count what the map is worth; a city hit twice is counted once, as it is at the end [11.1.1, 11.1.2]."""
    plan, town, areas = plan_of(game), town_of(game), game.areas
    score = score2(game, plan)
    fires = sum(area.fires for area in areas[: plan.size])
    game.bombing_vp2 += score - town.before2
    game.sites.append(Site(town.city, town.raid, town.aimpoint, town.drifted, fires, score, tuple(areas)))
    rule = "11.1.2" if game.layout.is_downfall else "11.1.1"
    game.emit("bombing_over", rule, TO_ALL, town.city, fires, score, score - town.before2)
    game.town = None
    game.areas = []
