"""Moving to another unit, for points or by rank [4.6.1, 7.9.1, ruling D31]."""

from __future__ import annotations

from collections.abc import Collection

from viermot.games.interceptor.model.notation import AIRCRAFT
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import PILOT, SERIES
from viermot.games.interceptor.rules.career.prestige import pay
from viermot.games.interceptor.rules.career.upgrades import exists, level_allows, take_over
from viermot.kernel.agenda import Refusal, question


def can_move(game: Game) -> bool:
    """Has he the points, or a free move by rank?"""
    return (
        bool(game.pilot.prestige.free_moves) or game.pilot.prestige.points >= game.layout.pack.career.prestige.transfer
    )


def units_to_join(game: Game) -> list[int]:
    """Units in the field by now whose aircraft he flies or may be given [4.6.1a, 4.6.1b]."""
    here, month, mine = game.pilot.career.unit, game.month, game.mat.series
    open_to_him = {series for series in range(len(SERIES)) if series == mine or _types(game, (series,))}
    return [
        unit
        for unit, since in enumerate(game.layout.unit_since)
        if since <= month and unit != here and not open_to_him.isdisjoint(game.layout.unit_series[unit])
    ]


def types_for(game: Game, unit: int) -> list[int]:
    """What a newcomer from another series may be given there."""
    return _types(game, game.layout.unit_series[unit])


def _types(game: Game, flown: Collection[int]) -> list[int]:
    lost = game.pilot.prestige.lost_unique
    return [
        craft.number
        for craft in game.layout.aircraft
        if craft.series in flown
        and exists(game, craft.number)
        and level_allows(game, craft.number)
        and not lost >> craft.number & 1
    ]


def move(game: Game, unit: int) -> None:
    """Pay or use the free move, lose a sortie, and change aircraft if the unit flies another series [4.6.1]."""
    prestige, career, costs = game.pilot.prestige, game.pilot.career, game.layout.pack.career
    if prestige.free_moves:
        prestige.free_moves -= 1
        game.tell("free_move", "7.9.1a", prestige.free_moves)
    else:
        pay(game, costs.prestige.transfer, "transfer")
    career.unit = unit
    career.away += "R" * costs.lost_sorties.transfer
    row = game.layout.pack.units[unit]
    game.tell("transfer", "4.6.1a 4.6.2a", row.name, row.base, row.zone, costs.lost_sorties.transfer)
    if game.mat.series not in game.layout.unit_series[unit]:
        game.push(type_of_the_unit)


@question(PILOT, "4.6.1b", AIRCRAFT)
def type_of_the_unit(game: Game) -> list[int]:
    """Which aircraft of the new unit's series? It comes with the transfer [4.6.1b]."""
    return types_for(game, game.pilot.career.unit)


@type_of_the_unit.refuses
def not_flown_there(game: Game, option: int) -> Refusal | None:
    if game.layout.aircraft[option].series not in game.layout.unit_series[game.pilot.career.unit]:
        return ("4.6.1b", "other_series")
    return ("9.5", "not_yet") if not exists(game, option) else ("8.2b", "level")


@type_of_the_unit.chosen
def type_taken(game: Game, number: int) -> None:
    take_over(game, number, "4.6.1b")
