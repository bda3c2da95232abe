"""British attacks on nightfighters: patrols, airfields, SERRATE and PERFECTOS [9.2]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import BRITISH, ENGLAND, FOG, HEAVY, TO_ALL
from viermot.games.bomber_command.model.ids import Unit, by_unit
from viermot.games.bomber_command.model.notation import (
    AIRFIELD,
    ATTACK,
    NONE,
    THING,
    unit_in,
    unit_option,
    unit_options,
)
from viermot.games.bomber_command.model.records import PatrolAway
from viermot.games.bomber_command.model.state import ATTACKED, CLOSED, IN_RAID, RECOVERING, SCRAMBLING, TAKING_OFF, Game
from viermot.games.bomber_command.rules.cards.cards import at_own_time, window
from viermot.games.bomber_command.rules.cards.effects import Played, effect, objects
from viermot.games.bomber_command.rules.cards.windows import W_AIRFIELD
from viermot.games.bomber_command.rules.combat.combat import attack_unit, interrupt
from viermot.games.bomber_command.rules.combat.damage import deplete
from viermot.kernel.agenda import Facts, Refusal, question, step, task

CLOSES = 6  # a die and the patrol's strength [9.2.5a]


@step
def patrols_strike(game: Game, when: int) -> None:
    """Each patrol in the pool may attack one unit or airfield [9.2.4a]."""
    if game.patrols:
        game.unit_marks = [marks & ~ATTACKED for marks in game.unit_marks]
        game.next(*[task(patrol, PatrolInReach(strength, when)) for strength in sorted(game.patrols, reverse=True)])


def in_reach(game: Game, when: int) -> list[Unit]:
    """Units that have just scrambled, or are in Recovery Boxes, and have not been attacked this phase [9.2.4a]."""
    if when == TAKING_OFF:
        return [
            unit
            for unit, marks in by_unit(game.unit_marks)
            if marks & TAKING_OFF and not marks & ATTACKED and game.unit_place[unit] >= 0
        ]
    return [
        unit for unit, place in by_unit(game.unit_place) if place == RECOVERING and not game.unit_marks[unit] & ATTACKED
    ]


class PatrolInReach(NamedTuple):
    """A patrol in the pool, and what it may attack: units taking off, or units landing."""

    strength: int
    when: int  # TAKING_OFF, or 0 for landing


@question(BRITISH, "9.2.4a", THING, undoable=True, default=NONE)
def patrol(game: Game, used: PatrolInReach) -> list[int]:
    """Which unit does the patrol of this strength attack? [9.2.4]"""
    return [NONE] + unit_options(in_reach(game, used.when))


@patrol.tells
def patrol_facts(game: Game, used: PatrolInReach) -> Facts:
    return {"strength": used.strength}


@patrol.refuses
def why_not_patrol(game: Game, used: PatrolInReach, option: int) -> Refusal | None:
    return "9.2.4a", "not_for_a_patrol"


@patrol.chosen
def _patrol_used(game: Game, used: PatrolInReach, option: int) -> None:
    """A patrol is away for as many turns as its strength [9.2.4c]."""
    if option == NONE:
        return
    unit, strength, when = unit_in(option), used.strength, used.when
    game.unit_marks[unit] |= ATTACKED
    pool = list(game.patrols)
    pool.remove(strength)
    game.patrols = tuple(pool)
    game.patrols_away = (*game.patrols_away, PatrolAway(strength, game.turn + strength))
    game.emit("patrol", "9.2.4a 9.2.4c", TO_ALL, strength, unit, game.turn + strength)
    # A stronger patrol was held back when its turn came; having seen this attack, the player may think again.
    held_back = [
        task(patrol, PatrolInReach(other, when)) for other in sorted(game.patrols, reverse=True) if other > strength
    ]
    if when == TAKING_OFF:
        game.next(task(patrol_how, PatrolTarget(strength, unit)), *held_back)
    else:
        game.next(task(attack_unit, unit, ~game.unit_zone[unit], strength, "9.2.1 9.2.4a 9.2.4b"), *held_back)


at_own_time(patrol)


class PatrolTarget(NamedTuple):
    """A patrol, and the unit it catches taking off."""

    strength: int
    unit: Unit


@question(BRITISH, "9.2.5a", THING)
def patrol_how(game: Game, target: PatrolTarget) -> list[int]:
    """Does the patrol attack the unit or its airfield? Not the airfield in Heavy Cloud or Fog [9.2.5]."""
    closed_in = game.weather_at(game.layout.units[target.unit].hex) in (HEAVY, FOG)
    return [ATTACK] if closed_in else [ATTACK, AIRFIELD]


@patrol_how.tells
def patrol_how_facts(game: Game, target: PatrolTarget) -> Facts:
    return {"strength": target.strength, "unit": target.unit}


@patrol_how.chosen
def _patrol_attacks(game: Game, target: PatrolTarget, option: int) -> None:
    strength, unit = target
    if option == AIRFIELD:
        game.next(task(window, W_AIRFIELD, unit, strength), task(attack_airfield, strength, unit))
        return
    if game.weather_at(game.layout.units[unit].hex) in (HEAVY, FOG):
        game.emit("airfield_hidden", "9.2.5b", TO_ALL, unit)
    base = game.layout.units[unit].hex  # it is caught where it took off, even if it has flown on [ruling C65]
    game.push(attack_unit, unit, base, strength, "9.2.1 9.2.4a 9.2.4b")


@step
def attack_airfield(game: Game, strength: int, unit: Unit) -> None:
    """A die plus the patrol's strength: six or more puts the unit in the Closed Airfield Box [9.2.5a]."""
    die = game.die("airfield", "9.2.5a", unit, strength)
    if die + strength >= CLOSES:
        game.unit_place[unit] = CLOSED
        game.unit_marks[unit] &= ~SCRAMBLING
        game.emit("airfield_closed", "9.2.5a", TO_ALL, unit)
    else:
        game.emit("airfield_open", "9.2.5a", TO_ALL, unit)


# -- cards ------------------------------------------------------------------------------------------------------


def _airborne(game: Game, twins_only: bool) -> list[int]:
    """Units on the map, in Jutland or in a raid, but not over England."""
    return [
        unit_option(unit)
        for unit, place in by_unit(game.unit_place)
        if (place == IN_RAID or (place >= 0 and place != ENGLAND)) and (not twins_only or game.layout.units[unit].twin)
    ]


@objects("serrate")
def _for_serrate(game: Game, function: Function) -> list[int]:
    return _airborne(game, True)


@objects("perfectos")
def _for_perfectos(game: Game, function: Function) -> list[int]:
    return _airborne(game, False)


@effect("serrate")
@effect("perfectos")
def homers(game: Game, card: Played) -> None:
    """SERRATE, PERFECTOS: the unit is depleted, then attacked at the card's strength [9.2.2]."""
    unit = unit_in(card.thing)
    place = game.unit_place[unit]
    if place == IN_RAID:  # any hex of that raid will do, so the British player takes the best
        place = max(game.raid_hexes(game.unit_raid[unit]), key=game.weather_modifier)
    interrupt(game)
    deplete(game, unit, "9.2.2")
    game.push(attack_unit, unit, place, card.function.value, "9.2.1 9.2.2")
