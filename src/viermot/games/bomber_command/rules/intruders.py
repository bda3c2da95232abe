"""Intruders over England, and the Air Defence of Great Britain [12.2, 9.2.3]."""

from __future__ import annotations

from typing import Any

from viermot.games.bomber_command.model.board import BRITISH, DECOY, ENGLAND, GERMAN, OFF, TO_ALL
from viermot.games.bomber_command.model.notation import NO, NONE, NUMBER, THING, UNIT, YES
from viermot.games.bomber_command.model.state import ATTACKED, FLYING, HOME, INTRUDER, RETURNING, TAKING_OFF, Game
from viermot.games.bomber_command.rules.combat.combat import (
    BY_INTRUDER,
    COLUMN_STACKED,
    COLUMN_TAME_BOAR,
    attack_raid,
    attack_unit,
)
from viermot.kernel.agenda import question, step, task


@step
def declare_intruders(game: Game) -> None:
    """After scramble losses, units of 3.JD and 4.JD may be declared intruders [12.2.1]."""
    if game.table.intruders:
        game.next(*[task(intrude, unit) for unit, marks in enumerate(game.u_marks) if marks & TAKING_OFF])


@question(GERMAN, "12.2.1", THING, usually=NO)
def intrude(game: Game, unit: int) -> list[int]:
    """Is the unit sent to England? [12.2.1]"""
    fit = game.table.units[unit]
    if game.u_place[unit] < 0 or fit.zone not in game.table.may_intrude:
        return [NO]
    return [NO, YES] if game.intruders_sent < game.table.rules.intruder_units else [NO]


@intrude.tells
def _intrude_about(game: Game, unit: int) -> dict[str, Any]:
    return {"unit": unit}


@intrude.chosen
def _intruded(game: Game, unit: int, option: int) -> None:
    if option == YES:
        game.u_marks[unit] |= INTRUDER
        game.intruders_sent += 1
        game.emit("intruder", "12.2.1 12.2.2a", TO_ALL, unit)


def over_england(game: Game) -> list[int]:
    """The intruders in the England space."""
    return [unit for unit, place in enumerate(game.u_place) if place == ENGLAND]


@step
def intruder_phase(game: Game) -> None:
    """The ADGB attacks one intruder, then intruders attack raids over England [12.2.3, 12.2.4]."""
    if over_england(game):
        game.next(task(defend_england), task(intruder_attacks))


@question(BRITISH, "12.2.3", THING)
def defend_england(game: Game) -> list[int]:
    """Which intruder does the Air Defence of Great Britain attack? [9.2.3, 12.2.3]"""
    return [*[UNIT + unit for unit in over_england(game)], NONE]


@defend_england.chosen
def _defended(game: Game, option: int) -> None:
    if option != NONE:
        game.push(attack_unit, option - UNIT, ENGLAND, game.table.aid.adgb, "9.2.3 12.2.3")


def raids_over_england(game: Game) -> list[int]:
    """Raids whose counter is in the England space, the first to come home first.

    Of those that came together the ones with streams, then by where they left the map: letters stay secret [8.3].
    """
    found = [
        raid
        for raid, fate in enumerate(game.r_fate)
        if fate in (FLYING, HOME) and game.r_step[raid] >= len(game.r_path[raid])
    ]

    def came(raid: int) -> tuple[int, bool, int]:
        path = game.r_path[raid]
        return -((game.r_step[raid] - len(path)) // 2), game.r_kind[raid] > DECOY, path[-1]

    return sorted(found, key=came)


def streams_over_england(game: Game) -> tuple[int, ...]:
    """Which of them, by number, have stream counters stacked beneath them, for all to see [7.2.4]."""
    raids = raids_over_england(game)
    return tuple(number for number, raid in enumerate(raids, 1) if game.r_kind[raid] <= DECOY)


def raiders(game: Game) -> list[int]:
    """Intruders that may still attack this phase."""
    return [unit for unit in over_england(game) if not game.u_marks[unit] & (ATTACKED | RETURNING)]


@step
def intruder_attacks(game: Game) -> None:
    """Intruder after intruder picks a raid [12.2.4]."""
    if raiders(game) and raids_over_england(game):
        game.push(intruder_attack)


@question(GERMAN, "12.2.4", THING)
def intruder_attack(game: Game) -> list[int]:
    """Which intruder attacks next? [12.2.4]"""
    return [*[UNIT + unit for unit in raiders(game)], NONE]


@intruder_attack.chosen
def _intruder_chosen(game: Game, option: int) -> None:
    if option != NONE:
        game.u_marks[option - UNIT] |= ATTACKED
        game.next(task(intruder_target, option - UNIT), task(intruder_attacks))


@question(GERMAN, "12.2.4", THING)
def intruder_target(game: Game, unit: int) -> list[int]:
    """Which of the raids over England, numbered as they came home? [12.2.4]"""
    return [NUMBER + place + 1 for place in range(len(raids_over_england(game)))]


@intruder_target.tells
def _target_about(game: Game, unit: int) -> dict[str, Any]:
    return {"unit": unit, "streams": streams_over_england(game)}


@intruder_target.chosen
def _target_chosen(game: Game, unit: int, option: int) -> None:
    """The STACKED column, but the Tame Boar column once raids are alerted [12.2.4]."""
    raid = raids_over_england(game)[option - NUMBER - 1]
    column = COLUMN_TAME_BOAR if game.alerted else COLUMN_STACKED
    game.push(attack_raid, BY_INTRUDER, unit, raid, ENGLAND, OFF, column, 0)
