"""Scramble: taking off, accidents, and patrols over the airfields [7.4.2, 5.0c]."""

from __future__ import annotations

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import ADJACENT, FOG, GERMAN, HEAVY, POOR, SIZE, TO_ALL
from viermot.games.bomber_command.model.ids import NO_BOX, Unit, by_unit
from viermot.games.bomber_command.model.layout import read_chart
from viermot.games.bomber_command.model.notation import (
    NONE,
    THING,
    hex_in,
    hex_options,
    unit_in,
    unit_option,
    unit_options,
)
from viermot.games.bomber_command.model.records import Modifier, counting
from viermot.games.bomber_command.model.state import (
    CLOSED,
    FLOWN,
    GROUNDED,
    NOBODY,
    READY,
    SCRAMBLING,
    TAKING_OFF,
    Game,
)
from viermot.games.bomber_command.rules.cards.cards import at_own_time, window
from viermot.games.bomber_command.rules.cards.effects import Played, add_modifier, effect, objects
from viermot.games.bomber_command.rules.cards.windows import W_SCRAMBLED, W_TAKE_OFF
from viermot.games.bomber_command.rules.combat.british import patrols_strike
from viermot.games.bomber_command.rules.combat.combat import cited
from viermot.games.bomber_command.rules.combat.damage import deplete, lose_fighters
from viermot.games.bomber_command.rules.intruders import declare_intruders
from viermot.kernel.agenda import Facts, Refusal, question, step, task


@step
def scramble_phase(game: Game) -> None:
    """Units are placed; patrols attack; losses are rolled; intruders are declared [5.0c]."""
    if not game.end_stage:  # there is nothing left to fly against [11.0z]
        game.next(
            task(scrambles),
            task(window, W_SCRAMBLED, NOBODY, NOBODY),
            task(patrols_strike, TAKING_OFF),
            task(scramble_losses),
            task(declare_intruders),
            task(settle),
        )


def ready(game: Game) -> list[Unit]:
    """The units that may scramble [7.4.2a]."""
    return [unit for unit, place in by_unit(game.unit_place) if place == READY and not game.unit_marks[unit] & GROUNDED]


@step
def scrambles(game: Game) -> None:
    """One unit after another, until the German player stops."""
    if ready(game):
        game.push(scramble)


@question(GERMAN, "7.4.2a", THING, undoable=True, default=NONE, sheet="orders")
def scramble(game: Game) -> list[int]:
    """Which unit takes off next? [7.4.2]"""
    return [NONE] + unit_options(ready(game))


@scramble.refuses
def why_not_scramble(game: Game, option: int) -> Refusal | None:
    unit = unit_in(option)
    if unit in range(len(game.unit_place)) and game.has(unit, GROUNDED):
        return "6.2a", "grounded"
    return "7.4.1", "not_ready"


@scramble.chosen
def _scrambled(game: Game, option: int) -> None:
    """Place it in its airfield's hex with full fuel; a twin-engined unit gets a Scramble marker [7.4.2a, 7.5a]."""
    if option == NONE:
        return
    unit = unit_in(option)
    counter = game.layout.units[unit]
    game.unit_place[unit] = counter.hex
    game.unit_fuel[unit] = counter.endurance
    game.unit_marks[unit] |= TAKING_OFF | (SCRAMBLING if counter.twin else 0)
    game.emit(
        "scrambled",
        "7.4.2a 7.4.2b 7.5a" if counter.twin else "7.4.2a 7.5a",
        TO_ALL,
        unit,
        counter.hex,
        counter.endurance,
    )
    game.push(scrambles)
    if not counter.twin and counter.hex < SIZE:
        game.push(fly_off, unit)


at_own_time(scramble)


@question(GERMAN, "7.4.2a", THING, undoable=True, subject="unit", sheet="orders")
def fly_off(game: Game, unit: Unit) -> list[int]:
    """A single-engined unit may move one hex as it scrambles [7.4.2a]."""
    place = game.unit_place[unit]
    return hex_options((place, *ADJACENT[place]))


@fly_off.tells
def fly_off_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit, "hex": game.unit_place[unit]}


@fly_off.chosen
def _flew_off(game: Game, unit: Unit, option: int) -> None:
    if hex_in(option) != game.unit_place[unit]:
        game.unit_place[unit] = hex_in(option)
        game.emit("moved", "7.4.2a", TO_ALL, unit, hex_in(option))


@step
def scramble_losses(game: Game) -> None:
    """Every unit that took off rolls for accidents, unless its airfield was closed [7.4.2c]."""
    for unit in reversed(_taking_off(game)):
        game.next(task(window, W_TAKE_OFF, unit, NOBODY), task(roll_scramble, unit))


def scramble_modifiers(game: Game, unit: Unit) -> list[Modifier]:
    """All modifiers of a scramble roll, each with its rule."""
    counter, modifiers = game.layout.units[unit], game.layout.scramble_modifiers
    found = [
        ("poor_visibility", modifiers["poor"] if game.visibility == POOR else 0, "7.4.2c"),
        ("moon_or_twilight", modifiers["moon"] if game.moon_up() or game.is_twilight() else 0, "7.4.2c"),
        ("starred", modifiers["star"] if counter.star else 0, "7.4.2c"),
        ("again", modifiers["again"] if game.has(unit, FLOWN) else 0, "7.4.2c"),
        ("me262", modifiers["me262"] if counter.type == "Me262" else 0, "7.4.2c"),
        ("cards", game.modifier, "6.2.1"),
    ]
    return counting(found)


@step
def roll_scramble(game: Game, unit: Unit) -> None:
    """Two dice in the airfield's weather: losses, and D depletes any unit but a detachment [7.4.2c]."""
    counter = game.layout.units[unit]
    modifiers = scramble_modifiers(game, unit)
    dice = game.roll(2, "scramble", "7.4.2c", unit)
    total = sum(dice) + sum(value for _, value, _ in modifiers)
    column = game.layout.weather_column[game.weather_at(counter.hex)]
    lost, thinned = read_chart(game.layout.scramble[column], game.layout.scramble_first, total)
    rules = "7.4.2c 3.4.3" if counter.hex in game.layout.ruhr else "7.4.2c"
    game.emit("scramble_rolled", cited(rules, modifiers), TO_ALL, unit, tuple(modifiers), total, lost)
    lose_fighters(game, unit, lost, "7.4.2c")
    if thinned and not counter.detachment:
        deplete(game, unit, "7.4.2c")


@step
def settle(game: Game) -> None:
    """The phase is over: from now on these units count as having flown."""
    for unit, marks in by_unit(game.unit_marks):
        if marks & (TAKING_OFF | GROUNDED):
            flown = FLOWN if marks & TAKING_OFF else 0
            game.unit_marks[unit] = (marks | flown) & ~(TAKING_OFF | GROUNDED)


# -- cards -------------------------------------------------------------------------------------------------------


def _taking_off(game: Game) -> list[Unit]:
    """The units scrambling this phase that were not caught on the ground."""
    return [unit for unit, marks in by_unit(game.unit_marks) if marks & TAKING_OFF and game.airborne(unit)]


@objects("fuel shortage")
def _for_shortage(game: Game, function: Function) -> list[int]:
    return unit_options(ready(game))


@effect("fuel shortage")
def fuel_shortage(game: Game, card: Played) -> None:
    """FUEL SHORTAGE: a unit may not scramble this turn."""
    game.unit_marks[unit_in(card.thing)] |= GROUNDED
    game.emit("grounded", "7.4.2a", TO_ALL, unit_in(card.thing))


@objects("drop tanks")
def _for_tanks(game: Game, function: Function) -> list[int]:
    return unit_options([unit for unit in _taking_off(game) if game.unit_fuel[unit] < game.layout.aid.most_fuel])


@effect("drop tanks")
def drop_tanks(game: Game, card: Played) -> None:
    """DROP TANKS: two more boxes of fuel [7.5a]."""
    unit = unit_in(card.thing)
    game.unit_fuel[unit] = min(game.unit_fuel[unit] + card.function.value, game.layout.aid.most_fuel)
    game.emit("fuel", "7.5a", TO_ALL, ((unit, game.unit_fuel[unit]),))


@objects("no scramble marker")
def _for_readiness(game: Game, function: Function) -> list[int]:
    return unit_options([unit for unit in _taking_off(game) if game.has(unit, SCRAMBLING)])


@effect("no scramble marker")
def cockpit_readiness(game: Game, card: Played) -> None:
    """COCKPIT READINESS: a twin-engined unit takes no Scramble marker [7.4.2]."""
    game.unit_marks[unit_in(card.thing)] &= ~SCRAMBLING
    game.emit("settled", "7.4.2a", TO_ALL, unit_in(card.thing))


@effect("readiness")
def readiness(game: Game, card: Played) -> None:
    """COCKPIT READINESS: a safer take-off [7.4.2]."""
    add_modifier(game, card.function.value, "6.2.1")


@objects("intruders airfield")
def _for_intruders(game: Game, function: Function) -> list[int]:
    return [
        unit_option(unit)
        for unit in _taking_off(game)
        if game.weather_at(game.layout.units[unit].hex) not in (HEAVY, FOG)
    ]


@effect("intruders airfield")
def intruders_over_airfield(game: Game, card: Played) -> None:
    """INTRUDERS: on a four or more the airfield is closed before the accident roll [7.4.6]."""
    unit = unit_in(card.thing)
    die = game.die("airfield", "9.2.5a", unit)
    if die >= card.function.value:
        close_airfield(game, unit)


def close_airfield(game: Game, unit: Unit) -> None:
    """The unit is caught on the ground: into the Closed Airfield Box [9.2.5a]."""
    game.unit_place[unit] = CLOSED
    game.unit_box[unit] = NO_BOX
    game.unit_marks[unit] &= ~SCRAMBLING
    game.emit("airfield_closed", "9.2.5a", TO_ALL, unit)
