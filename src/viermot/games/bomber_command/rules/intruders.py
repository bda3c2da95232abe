"""Intruders over England, and the Air Defence of Great Britain [12.2, 9.2.3]."""

from __future__ import annotations

from viermot.games.bomber_command.model.board import BRITISH, DECOY, ENGLAND, GERMAN, TO_ALL
from viermot.games.bomber_command.model.ids import NO_CITY, Raid, Unit, by_raid, by_unit
from viermot.games.bomber_command.model.notation import (
    NO,
    NONE,
    THING,
    YES,
    number_in,
    number_option,
    unit_in,
    unit_options,
)
from viermot.games.bomber_command.model.state import ATTACKED, FLYING, HOME, INTRUDER, RETURNING, TAKING_OFF, Game
from viermot.games.bomber_command.rules.combat.combat import (
    BY_INTRUDER,
    COLUMN_STACKED,
    COLUMN_TAME_BOAR,
    attack_raid,
    attack_unit,
)
from viermot.kernel.agenda import Facts, question, step, task


@step
def declare_intruders(game: Game) -> None:
    """After scramble losses, units of 3.JD and 4.JD may be declared as intruders [12.2.1]."""
    if game.layout.intruders:
        game.next(*[task(intrude, unit) for unit, marks in by_unit(game.unit_marks) if marks & TAKING_OFF])


@question(GERMAN, "12.2.1", THING, usually=NO)
def intrude(game: Game, unit: Unit) -> list[int]:
    """Is the unit sent to England? [12.2.1]"""
    counter = game.layout.units[unit]
    if game.unit_place[unit] < 0 or counter.zone not in game.layout.may_intrude:
        return [NO]
    return [NO, YES] if game.intruders_sent < game.layout.rules.intruder_units else [NO]


@intrude.tells
def intrude_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit}


@intrude.chosen
def _intruded(game: Game, unit: Unit, option: int) -> None:
    if option == YES:
        game.unit_marks[unit] |= INTRUDER
        game.intruders_sent += 1
        game.emit("intruder", "12.2.1 12.2.2a", TO_ALL, unit)


def over_england(game: Game) -> list[Unit]:
    """The intruders in the England space."""
    return [unit for unit, place in by_unit(game.unit_place) if place == ENGLAND]


@step
def intruder_phase(game: Game) -> None:
    """The ADGB attacks one intruder, then intruders attack raids over England [12.2.3, 12.2.4]."""
    if over_england(game):
        game.next(task(defend_england), task(intruder_attacks))


@question(BRITISH, "12.2.3", THING)
def defend_england(game: Game) -> list[int]:
    """Which intruder does the Air Defence of Great Britain attack? [9.2.3, 12.2.3]"""
    return [*unit_options(over_england(game)), NONE]


@defend_england.chosen
def _defended(game: Game, option: int) -> None:
    if option != NONE:
        game.push(attack_unit, unit_in(option), ENGLAND, game.layout.aid.adgb, "9.2.3 12.2.3")


def raids_over_england(game: Game) -> list[Raid]:
    """Raids whose counter is in the England space, in the order they came home.

    Of those that arrived together, streams come first, then by exit hex: letters stay secret [8.3].
    """
    found = [
        raid
        for raid, fate in by_raid(game.raid_fate)
        if fate in (FLYING, HOME) and game.raid_step[raid] >= len(game.plot[raid].path)
    ]

    def came(raid: Raid) -> tuple[int, bool, int]:
        path = game.plot[raid].path
        return -((game.raid_step[raid] - len(path)) // 2), game.plot[raid].kind > DECOY, path[-1]

    return sorted(found, key=came)


def streams_over_england(game: Game) -> tuple[int, ...]:
    """Which of them, by number, have stream counters stacked under them, in plain sight [7.2.4]."""
    raids = raids_over_england(game)
    return tuple(number for number, raid in enumerate(raids, 1) if game.plot[raid].kind <= DECOY)


def raiders(game: Game) -> list[Unit]:
    """Intruders that can still attack this phase."""
    return [unit for unit in over_england(game) if not game.unit_marks[unit] & (ATTACKED | RETURNING)]


@step
def intruder_attacks(game: Game) -> None:
    """Each intruder in turn picks a raid [12.2.4]."""
    if raiders(game) and raids_over_england(game):
        game.push(intruder_attack)


@question(GERMAN, "12.2.4", THING)
def intruder_attack(game: Game) -> list[int]:
    """Which intruder attacks next? [12.2.4]"""
    return [*unit_options(raiders(game)), NONE]


@intruder_attack.chosen
def _intruder_chosen(game: Game, option: int) -> None:
    if option != NONE:
        game.unit_marks[unit_in(option)] |= ATTACKED
        game.next(task(intruder_target, unit_in(option)), task(intruder_attacks))


@question(GERMAN, "12.2.4", THING)
def intruder_target(game: Game, unit: Unit) -> list[int]:
    """Which of the raids over England, numbered as they came home? [12.2.4]"""
    return [number_option(place + 1) for place in range(len(raids_over_england(game)))]


@intruder_target.tells
def intruder_target_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit, "streams": streams_over_england(game)}


@intruder_target.chosen
def _target_chosen(game: Game, unit: Unit, option: int) -> None:
    """On the STACKED column, but on the Tame Boar column once raids are alerted [12.2.4]."""
    raid = raids_over_england(game)[number_in(option) - 1]
    column = COLUMN_TAME_BOAR if game.alerted else COLUMN_STACKED
    game.push(attack_raid, BY_INTRUDER, unit, raid, ENGLAND, NO_CITY, column, 0)
