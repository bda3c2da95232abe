"""Moving to another unit, for points or by rank [4.6.1, 7.9.1, ruling D31]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import Model, Unit, by_unit
from viermot.games.interceptor.model.notation import AIRCRAFT
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import PILOT
from viermot.games.interceptor.rules.career.prestige import pay
from viermot.games.interceptor.rules.career.upgrades import exists, open_models, take_over
from viermot.kernel.agenda import Refusal, question


def can_move(game: Game) -> bool:
    """Does he have the points, or a free move by rank?"""
    return (
        bool(game.pilot.prestige.free_moves) or game.pilot.prestige.points >= game.layout.pack.career.prestige.transfer
    )


def units_to_join(game: Game) -> list[Unit]:
    """Units already in the field whose aircraft he flies or may be given [4.6.1a, 4.6.1b]."""
    here, month, mine = game.pilot.career.unit, game.month, game.mat.series
    open_to_him = {mine, *[craft.series for craft in open_models(game)]}
    return [
        unit
        for unit, since in by_unit(game.layout.unit_since)
        if since <= month and unit != here and not open_to_him.isdisjoint(game.layout.unit_series[unit])
    ]


def types_for(game: Game, unit: Unit) -> list[Model]:
    """The aircraft that a newcomer from another series may be given there."""
    flown = game.layout.unit_series[unit]
    return [craft.number for craft in open_models(game) if craft.series in flown]


def move(game: Game, unit: Unit) -> None:
    """Pay, or use the free move; lose a sortie; and change aircraft if the unit flies another series [4.6.1]."""
    prestige, career, costs = game.pilot.prestige, game.pilot.career, game.layout.pack.career
    if prestige.free_moves:
        prestige.free_moves -= 1
        game.announce("free_move", "7.9.1a", prestige.free_moves)
    else:
        pay(game, costs.prestige.transfer, "transfer")
    career.unit = unit
    career.away += "R" * costs.lost_sorties.transfer
    row = game.layout.pack.units[unit]
    game.announce("transfer", "4.6.1a 4.6.2a", row.name, row.base, row.zone, costs.lost_sorties.transfer)
    if game.mat.series not in game.layout.unit_series[unit]:
        game.push(type_of_the_unit)


@question(PILOT, "4.6.1b", AIRCRAFT)
def type_of_the_unit(game: Game) -> list[Model]:
    """Which aircraft of the new unit's series? It comes with the transfer [4.6.1b]."""
    return types_for(game, game.pilot.career.unit)


@type_of_the_unit.refuses
def why_not_type_of_the_unit(game: Game, option: int) -> Refusal | None:
    if game.layout.aircraft[option].series not in game.layout.unit_series[game.pilot.career.unit]:
        return ("4.6.1b", "other_series")
    return ("9.5", "not_yet") if not exists(game, Model(option)) else ("8.2b", "level")


@type_of_the_unit.chosen
def type_taken(game: Game, number: Model) -> None:
    take_over(game, number, "4.6.1b")
