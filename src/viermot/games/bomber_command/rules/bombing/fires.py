"""Conflagration: conversion to major fires, creepback, firestorms, and what it all scores [10.5.3 to 10.6, 11.1]."""

from __future__ import annotations

from typing import Final, NamedTuple

from viermot.games.bomber_command.components.tables import Recipe
from viermot.games.bomber_command.model.board import BRITISH, TO_ALL
from viermot.games.bomber_command.model.bombed_city import (
    AT_TI,
    ELSEWHERE,
    Old,
    areas_at_stage,
    bombed_city_of,
    cluster_may_burn,
    creep_back,
    creeps_back,
    half_points,
    lose_outside,
    old_first,
    plan_of,
    recipes_in,
    take,
)
from viermot.games.bomber_command.model.bombing_notation import (
    CONVERSION,
    DONE,
    conversion_code,
    converted,
    old_in,
    with_old,
)
from viermot.games.bomber_command.model.city import CENTRE, CityPlan
from viermot.games.bomber_command.model.ids import CityArea
from viermot.games.bomber_command.model.records import Site
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.cards.cards import window
from viermot.games.bomber_command.rules.cards.windows import W_CONVERSION, W_CONVERTING
from viermot.kernel.agenda import Facts, Refusal, question, step, task

BOTH_FIRES: Final = 2  # from two Incendiaries and an HE in a City Centre [10.5.3b]


# --- conversion [10.5.3] ----------------------------------------------------------------------------------------


@step
def conversions(game: Game) -> None:
    """Conversions, one by one: in the TI's area, then the Approach's, then all others [10.5.3a]."""
    plan, bombed = plan_of(game), bombed_city_of(game)
    for stage in range(bombed.stage, ELSEWHERE + 1):
        if _may_burn(game, plan, stage):
            game.bombed_city = bombed._replace(stage=stage)
            game.next(task(window, W_CONVERSION, bombed.raid, bombed.city), task(convert))
            return


def _may_burn(game: Game, plan: CityPlan, stage: int) -> bool:
    """Could a conversion or a card still do anything in these areas? Judged by what is in the open, not by a hand."""
    return any(_may_burn_in(game, plan, stage, area) for area in areas_at_stage(game, plan, stage))


def _may_burn_in(game: Game, plan: CityPlan, stage: int, area: CityArea) -> bool:
    there = game.areas[area]
    if not (there.he or there.inc or there.old_he or there.old_inc):
        return False
    if cluster_may_burn(game, plan, area):
        return True
    creeps = stage == AT_TI and there.fires and there.fresh
    return bool(recipes_in(game, plan, area) or (creeps and not bombed_city_of(game).crept))


@question(BRITISH, "10.5.3a", CONVERSION, undoable=True)
def convert(game: Game) -> list[int]:
    """Which counters become a major fire? [10.5.3]"""
    plan = plan_of(game)
    found = [DONE]
    for area in areas_at_stage(game, plan, bombed_city_of(game).stage):
        for recipe in recipes_in(game, plan, area):
            code = conversion_code(area, recipe.he, recipe.inc)
            found += [code, *[with_old(code, old) for old in old_first(game, area, recipe.he, recipe.inc)]]
    return found


@convert.tells
def convert_facts(game: Game) -> Facts:
    bombed = bombed_city_of(game)
    return {"city": bombed.city, "stage": bombed.stage}


@convert.refuses
def why_not_convert(game: Game, option: int) -> Refusal | None:
    plan = plan_of(game)
    if converted(option).area not in areas_at_stage(game, plan, bombed_city_of(game).stage):
        return "10.5.3a", "not_its_turn_to_burn"
    return "10.5.3b", "does_not_burn"


@convert.chosen
def _converted(game: Game, option: int) -> None:
    bombed = bombed_city_of(game)
    if option == DONE:
        game.bombed_city = bombed._replace(stage=bombed.stage + 1)
        game.push(conversions)
        return
    chosen = converted(option)
    game.bombed_city = bombed._replace(quenched=0)
    game.next(
        task(window, W_CONVERTING, bombed.raid, chosen.area),
        task(burn, chosen.area, chosen.he, chosen.inc, old_in(option) or ()),
        task(conversions),
    )


def fires_of(game: Game, area: CityArea, high_explosive: int, incendiary: int) -> Recipe:
    """The conversion of these counters there, with the fires it starts [10.5.3b]."""
    for recipe in game.layout.recipes[plan_of(game).types[area]]:
        if (recipe.he, recipe.inc) == (high_explosive, incendiary):
            return recipe
    return game.layout.aid.conversion.cluster


@step
def burn(game: Game, area: CityArea, high_explosive: int, incendiary: int, said: tuple[int, ...]) -> None:
    """The counters burn and become fires, unless the fires are put out [10.5.3b, 10.5.3c]."""
    bombed, plan = bombed_city_of(game), plan_of(game)
    old = Old(*said) if said else None
    recipe = fires_of(game, area, high_explosive, incendiary)
    if recipe == game.layout.aid.conversion.cluster:
        game.bombed_city = bombed._replace(cluster=0)
    if not bombed.quenched:
        _light(game, area, recipe, old)
    elif recipe.fires == BOTH_FIRES and bombed.quenched == 1:
        game.push(save_one, HalfQuenched(area, said))
    else:
        take(game, area, high_explosive, incendiary, barred=True, said=old)
        game.emit("quenched", "10.5.3c", TO_ALL, bombed.city, plan.names[area])


def _light(game: Game, area: CityArea, recipe: Recipe, old: Old | None = None) -> None:
    """Counters become fires [10.5.3b, 10.6b]."""
    there = game.areas[area]
    mixed = bombed_city_of(game).follows and (old or recipe.he > there.he or recipe.inc > there.inc)
    take(game, area, recipe.he, recipe.inc, said=old)
    left = game.areas[area]
    game.areas[area] = left._replace(fires=left.fires + recipe.fires)
    rules = "10.5.3a 10.5.3b 10.6b" if mixed else "10.5.3a 10.5.3b"
    game.emit(
        "fires",
        rules,
        TO_ALL,
        bombed_city_of(game).city,
        plan_of(game).names[area],
        recipe.he,
        recipe.inc,
        recipe.fires,
    )
    creep_if_due(game)


class HalfQuenched(NamedTuple):
    """Two fires, one of which is put out, and how many old counters were to burn [10.5.3c]."""

    area: CityArea
    said: tuple[int, ...]


@question(BRITISH, "10.5.3c", CONVERSION)
def save_one(game: Game, fire: HalfQuenched) -> list[int]:
    """One of two fires is put out: which two counters still burn? [10.5.3]"""
    whole, halves = _halves(game, fire.area)
    return [conversion_code(fire.area, recipe.he, recipe.inc) for recipe in halves] or [
        conversion_code(fire.area, whole.he, whole.inc)
    ]


def _halves(game: Game, area: CityArea) -> tuple[Recipe, list[Recipe]]:
    """The conversion that starts two fires there, and the smaller ones that its counters also allow."""
    recipes = game.layout.recipes[plan_of(game).types[area]]
    whole = next(recipe for recipe in recipes if recipe.fires == BOTH_FIRES)
    fewer = [recipe for recipe in recipes if recipe.fires < BOTH_FIRES]
    return whole, [recipe for recipe in fewer if recipe.he <= whole.he and recipe.inc <= whole.inc]


@save_one.tells
def save_one_facts(game: Game, fire: HalfQuenched) -> Facts:
    return {"city": bombed_city_of(game).city, "area": plan_of(game).names[fire.area]}


@save_one.chosen
def _saved(game: Game, fire: HalfQuenched, option: int) -> None:
    area, chosen, old = fire.area, converted(option), Old(*fire.said) if fire.said else None
    game.emit("quenched", "10.5.3c", TO_ALL, bombed_city_of(game).city, plan_of(game).names[area])
    burnt = Old(min(chosen.he, old.he), min(chosen.inc, old.inc)) if old else None  # of the old ones
    left = Old(old.he - burnt.he, old.inc - burnt.inc) if old and burnt else None
    whole, _ = _halves(game, area)
    take(game, area, whole.he - chosen.he, whole.inc - chosen.inc, barred=True, said=left)
    _light(game, area, Recipe(chosen.he, chosen.inc, 1), burnt)


# --- creepback [10.5.4] -----------------------------------------------------------------------------------------


def creep_if_due(game: Game) -> None:
    """With enough fires on the TI, unburnt counters there move to the Approach, or are lost outside [10.5.4]."""
    plan, bombed = plan_of(game), bombed_city_of(game)
    if not creeps_back(game, plan):
        return
    moved = creep_back(game)
    game.emit("creepback", "10.5.4", TO_ALL, bombed.city, plan.names[bombed.approach], moved)
    if bombed.approach == plan.country:
        lose_outside(game, plan)


# --- firestorms [10.5.5] ----------------------------------------------------------------------------------------


@step
def firestorms(game: Game) -> None:
    """In good weather, enough fires in a City Centre may become a firestorm [10.5.5, 10.6c, ruling C17]."""
    if game.bad:
        return
    plan, bombed = plan_of(game), bombed_city_of(game)
    rules = "10.5.5 10.6c" if bombed.follows else "10.5.5"
    for area in plan.every_area:
        there = game.areas[area]
        fires = there.all_fires
        if plan.types[area] != CENTRE or fires < game.layout.aid.bombing.firestorm:
            continue
        if not there.fires or there.storm:  # nothing new is burning, or it has had its firestorm
            continue
        dice = game.roll(2, "firestorm", rules, bombed.city)
        begins = sum(dice) < fires
        if begins:
            game.areas[area] = there._replace(fires=there.fires + fires, storm=1)
        game.emit("firestorm", rules, TO_ALL, bombed.city, plan.names[area], begins, fires)


# --- the end of an attack -----------------------------------------------------------------------------------------


@step
def end_of_attack(game: Game) -> None:
    """Score the map; a city hit twice is scored once, as it stands at the end [11.1.1, 11.1.2]."""
    plan, bombed, areas = plan_of(game), bombed_city_of(game), game.areas
    score = half_points(game, plan)
    fires = sum(area.fires for area in areas[: plan.size])
    game.bombing_half_vp += score - bombed.half_points_before
    game.sites.append(Site(bombed.city, bombed.raid, bombed.aimpoint, bombed.drifted, fires, score, tuple(areas)))
    rule = "11.1.2" if game.layout.is_downfall else "11.1.1"
    game.emit("bombing_over", rule, TO_ALL, bombed.city, fires, score, score - bombed.half_points_before)
    game.bombed_city = None
    game.areas = []
