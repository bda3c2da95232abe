"""Dropping the bombs: their mix, on the TI, then ring by ring around it [10.4]."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, repeat

from viermot.games.bomber_command.model.board import BRITISH, TO_ALL
from viermot.games.bomber_command.model.bombed_city import (
    bombed_city_of,
    concentration,
    plan_of,
)
from viermot.games.bomber_command.model.bombing_notation import (
    AREA,
    BOMB_WORDS,
    MIX,
    mix_code,
    mixed,
)
from viermot.games.bomber_command.model.city import CityPlan
from viermot.games.bomber_command.model.ids import CityArea
from viermot.games.bomber_command.model.records import HE, INC
from viermot.games.bomber_command.model.state import Game
from viermot.kernel.agenda import Facts, Refusal, question, step


def _load(game: Game) -> int:
    from viermot.games.bomber_command.rules.movement.raids import load_of

    return load_of(game, bombed_city_of(game).raid)


@question(BRITISH, "10.4.1", MIX)
def choose_mix(game: Game) -> list[int]:
    """How many of the bomb counters are HE? The whole load falls, or less [10.4.1]."""
    load = _load(game)
    return [mix_code(high_explosive, kept) for kept in range(load + 1) for high_explosive in range(load - kept + 1)]


@choose_mix.tells
def choose_mix_facts(game: Game) -> Facts:
    bombed = bombed_city_of(game)
    return {"city": bombed.city, "load": _load(game), "area": plan_of(game).names[bombed.ti]}


@choose_mix.refuses
def why_not_choose_mix(game: Game, option: int) -> Refusal | None:
    return "10.4.1", "too_many_bombs"


@choose_mix.chosen
def _mixed(game: Game, option: int) -> None:
    load, bombing = _load(game), game.layout.aid.bombing
    high_explosive, kept = mixed(option)
    incendiary = load - kept - high_explosive
    bombed = game.bombed_city = bombed_city_of(game)._replace(
        left_he=high_explosive, left_inc=incendiary, loaded=load - kept
    )
    rules = {bombing.heavy: "10.4.1 12.3.1a", bombing.light: "10.4.1 12.3.2a"}.get(load, "10.4.1")
    game.emit("bomb_mix", rules, TO_ALL, bombed.city, high_explosive, incendiary)


def _left(game: Game) -> int:
    return bombed_city_of(game).left


def _drop(game: Game, areas: Iterable[CityArea]) -> list[int]:
    """Drop a counter, drawn blind, on each of these areas while any are left; returns the kind of each [10.4.2]."""
    bombed, kinds = bombed_city_of(game), []
    left_he, left_inc = bombed.left_he, bombed.left_inc
    for area in islice(areas, bombed.left):
        kind = HE if game.dice.draw(left_he + left_inc, "bombs") < left_he else INC
        if kind == HE:
            left_he -= 1
        else:
            left_inc -= 1
        game.areas[area] = game.areas[area].with_more(kind)
        kinds.append(kind)
    game.bombed_city = bombed._replace(left_he=left_he, left_inc=left_inc)
    return kinds


@step
def drop_on_markers(game: Game) -> None:
    """As many as the Bomb Concentration Table says fall on the TI's area [10.4.2a, 10.4.2b]."""
    bombed, plan = bombed_city_of(game), plan_of(game)
    count = concentration(game, bombed.raid, bombed.city, bombed.rows, _load(game))
    fallen = _drop(game, repeat(bombed.ti, count))
    high_explosive, incendiary = fallen.count(HE), fallen.count(INC)
    rules = "10.4.2a 10.4.3" if bombed.ti == plan.country else "10.4.2a 10.4.2b"
    game.emit("bombs_on_ti", rules, TO_ALL, bombed.city, plan.names[bombed.ti], count, high_explosive, incendiary)


def _empty(game: Game, areas: Iterable[CityArea]) -> list[CityArea]:
    """Those areas on which none of this attack's bombs have fallen."""
    return [area for area in areas if not game.areas[area].fresh]


@step
def drop_the_rest(game: Game) -> None:
    """One per area, ring by ring around the TI; in a ring he cannot fill the player chooses [10.4.2c, 10.4.3]."""
    if not _left(game):
        return
    bombed, plan = bombed_city_of(game), plan_of(game)
    if bombed.ti == plan.country:
        _drop_from_outside(game, plan)
        return
    for number, ring in enumerate(plan.rings[bombed.ti][1:], 1):
        free = _empty(game, ring)
        if free and _left(game) < len(free):
            game.push(place_bomb, number)
            return
        if free:
            kinds = _drop(game, free)
            fallen = [(plan.names[area], BOMB_WORDS[kind]) for area, kind in zip(free, kinds, strict=True)]
            game.emit("bomb_ring", "10.4.2c", TO_ALL, bombed.city, number, tuple(fallen))
        if not _left(game):
            return
    count = _left(game)  # on the smaller maps there are no areas left for them
    _drop(game, repeat(plan.country, count))
    game.emit("bombs_in_countryside", "10.4.2c", TO_ALL, bombed.city, count)


def _drop_from_outside(game: Game, plan: CityPlan) -> None:
    """With the TI in the countryside: one in the city, one outside, and so on [10.4.3, ruling C14]."""
    bombed = bombed_city_of(game)
    if bombed.points:  # the last one fell in the city
        game.bombed_city = bombed._replace(points=0)
        _drop(game, [plan.country])
        game.emit("bombs_in_countryside", "10.4.3", TO_ALL, bombed.city, 1)
        game.push(drop_the_rest)
    else:  # no load is large enough to fill a city in this way
        game.push(place_bomb, 0)


@question(BRITISH, "10.4.2c", AREA)
def place_bomb(game: Game, ring: int) -> list[CityArea]:
    """Where does the next counter fall? It is drawn afterwards [10.4.2c, 10.4.3]"""
    plan = plan_of(game)
    return _empty(game, plan.rings[bombed_city_of(game).ti][ring] if ring else plan.every_area)


@place_bomb.tells
def place_bomb_facts(game: Game, ring: int) -> Facts:
    return {"city": bombed_city_of(game).city, "left": _left(game), "ring": ring}


@place_bomb.refuses
def why_not_place_bomb(game: Game, ring: int, area: int) -> Refusal | None:
    plan = plan_of(game)
    if area == plan.country or not _empty(game, [CityArea(area)]):
        return ("10.4.2c", "one_bomb_an_area") if ring else ("10.4.3", "one_bomb_an_area")
    return "10.4.2c", "nearer_ring_first"


@place_bomb.chosen
def _placed(game: Game, ring: int, area: CityArea) -> None:
    (kind,) = _drop(game, [area])
    bombed = game.bombed_city = bombed_city_of(game)._replace(points=int(not ring))
    rule = "10.4.2c" if ring else "10.4.3"
    game.emit("bomb", rule, TO_ALL, bombed.city, plan_of(game).names[area], BOMB_WORDS[kind])
    game.push(drop_the_rest)
