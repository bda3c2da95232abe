"""Nightfighter movement, fuel and deployment [7.1, 7.3, 7.5]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import (
    ADJACENT,
    BRITISH,
    ENGLAND,
    GERMAN,
    JUTLAND,
    REACH_1,
    REACH_2,
    SIZE,
    TO_ALL,
)
from viermot.games.bomber_command.model.ids import NO_BOX, Hex, Unit, by_unit
from viermot.games.bomber_command.model.notation import (
    NO,
    NONE,
    STEP_OFF,
    TAKE_GCI,
    THING,
    YES,
    box_in,
    box_options,
    hex_in,
    hex_options,
    unit_in,
    unit_option,
    unit_options,
)
from viermot.games.bomber_command.model.state import (
    GCI,
    IN_RAID,
    INTRUDER,
    LED_ASTRAY,
    RETURNING,
    SCRAMBLING,
    UNFIT,
    Game,
)
from viermot.games.bomber_command.rules.cards.cards import at_own_time
from viermot.games.bomber_command.rules.cards.effects import Played, effect, objects
from viermot.games.bomber_command.rules.combat.damage import send_home
from viermot.games.bomber_command.rules.combat.himmelbett import man, may_man
from viermot.games.bomber_command.rules.movement.raids import ComingOut, put_out
from viermot.kernel.agenda import Facts, Refusal, question, step, task

# -- Fighters Move ---------------------------------------------------------------------------------------------


@step
def fighters_move(game: Game) -> None:
    """Units inside raids may leave, then units move one by one, then fuel is used [5.0a, 9.4.3, 7.1, 7.5]."""
    game.next(
        *[task(leave_raid, unit) for unit, place in by_unit(game.unit_place) if place == IN_RAID],
        task(moves),
        task(burn_fuel),
    )


@question(GERMAN, "9.4.3a", THING, undoable=True, usually=NO, subject="unit", sheet="orders")
def leave_raid(game: Game, unit: Unit) -> list[int]:
    """Does the unit leave the raid it is in? One ordered home must [9.4.3, 7.4.3]."""
    return [YES] if game.has(unit, RETURNING) else [NO, YES]


@leave_raid.tells
def leave_raid_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit}


@leave_raid.chosen
def _leave(game: Game, unit: Unit, option: int) -> None:
    if option == NO:
        return
    rule = "7.4.3c" if game.has(unit, RETURNING) else "9.4.3a"
    send_home(game, unit, "9.4.3a")
    game.push(put_out, ComingOut(unit, rule))


@step
def moves(game: Game) -> None:
    """Every unit on the map moves, unless it has a GCI marker or a card has led it astray [7.1a, 9.3e]."""
    game.next(
        *[
            task(move, unit)
            for unit, place in by_unit(game.unit_place)
            if place >= 0 and not game.unit_marks[unit] & (GCI | LED_ASTRAY)
        ]
    )


@question(GERMAN, "7.1a", THING, undoable=True, subject="unit", sheet="orders")
def move(game: Game, unit: Unit) -> list[int]:
    """Where does the unit fly, up to two hexes? It may also just leave its box [7.1, 7.1.1, 7.3, 12.2.2]."""
    places = hex_options(reach_of(game, unit))
    return [*places, STEP_OFF] if game.unit_box[unit] else places


def reach_of(game: Game, unit: Unit) -> list[Hex]:
    """Where a unit can end its move; where it is now comes first."""
    place, marks = game.unit_place[unit], game.unit_marks[unit]
    fresh = marks & SCRAMBLING
    if place == JUTLAND:
        return [JUTLAND] if fresh else [JUTLAND, game.layout.jutland_door]
    if place == ENGLAND:
        return [ENGLAND, *sorted(game.layout.exits)]
    found = [*(REACH_1 if fresh else REACH_2)[place]]
    if not fresh and place == game.layout.jutland_door:
        found.append(JUTLAND)
    if not fresh and marks & INTRUDER and place in game.layout.exits:
        found.append(ENGLAND)
    return found


@move.tells
def move_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit, "hex": game.unit_place[unit], "fuel": game.unit_fuel[unit]}


@move.refuses
def why_not_move(game: Game, unit: Unit, option: int) -> Refusal | None:
    place = game.unit_place[unit]
    if option == STEP_OFF:
        return "7.3c", "not_on_a_box"
    if hex_in(option) == ENGLAND:
        return "12.2.2b", "not_to_england"
    if hex_in(option) == JUTLAND or place == JUTLAND:
        return "7.1.1", "jutland_takes_all"
    if game.has(unit, SCRAMBLING):
        return "7.1b", "one_hex_only"
    return "7.1a", "too_far"


@move.chosen
def _moved(game: Game, unit: Unit, option: int) -> None:
    if option == STEP_OFF:
        game.emit("stepped_off", "7.3b 7.3c", TO_ALL, unit, game.unit_box[unit])
        game.unit_box[unit] = NO_BOX
        return
    there = hex_in(option)
    fresh = game.unit_marks[unit] & SCRAMBLING
    if there != game.unit_place[unit]:
        rules = "7.1a 7.3b" if game.unit_box[unit] else "7.1a"
        if JUTLAND in (there, game.unit_place[unit]):
            rules = "7.1.1"
        elif ENGLAND in (there, game.unit_place[unit]):
            rules = "12.2.2b 2.1.2c"
        game.unit_place[unit] = there
        game.unit_box[unit] = NO_BOX
        game.emit("moved", rules + " 7.1b" if fresh else rules, TO_ALL, unit, there)
    elif fresh:
        game.emit("settled", "7.1b", TO_ALL, unit)
    game.unit_marks[unit] &= ~SCRAMBLING


at_own_time(move)


@step
def burn_fuel(game: Game) -> None:
    """Every unit in the air except GCI units uses one fuel, whether it moved or not [7.5b, 7.5.1]."""
    burnt, rules = [], "7.5b"
    for unit, place in by_unit(game.unit_place):
        if place >= 0 or place == IN_RAID:
            if game.unit_marks[unit] & GCI:
                rules = "7.5b 7.5.1"
                continue
            game.unit_fuel[unit] -= 1
            burnt.append((unit, game.unit_fuel[unit]))
    if burnt or rules != "7.5b":
        game.emit("fuel", rules, TO_ALL, tuple(burnt))


# -- Deployment ----------------------------------------------------------------------------------------------------


@step
def deployment(game: Game) -> None:
    """Units stack on cities and beacons in their hexes, or man Himmelbett hexes [7.3, 9.3]."""
    game.next(*[task(deploy, unit) for unit, place in by_unit(game.unit_place) if 0 <= place < SIZE])


@question(GERMAN, "7.3a", THING, undoable=True, subject="unit", sheet="orders")
def deploy(game: Game, unit: Unit) -> list[int]:
    """Does the unit stack on a city or beacon, or take a GCI marker? [7.3, 9.3]"""
    if game.unit_marks[unit] & (UNFIT | GCI):
        return [NONE]
    here = game.layout.boxes_in.get(game.unit_place[unit], ())
    options = [NONE] + box_options([box for box in here if box != game.unit_box[unit]])
    return options + [TAKE_GCI] if may_man(game, unit) else options


@deploy.tells
def deploy_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit, "hex": game.unit_place[unit]}


@deploy.refuses
def why_not_deploy(game: Game, unit: Unit, option: int) -> Refusal | None:
    return ("9.3a", "cannot_man") if option == TAKE_GCI else ("7.3a", "no_such_box_here")


@deploy.chosen
def _deployed(game: Game, unit: Unit, option: int) -> None:
    if option == TAKE_GCI:
        man(game, unit)
    elif option != NONE:
        game.unit_box[unit] = box_in(option)
        game.emit("deployed", "7.3a 2.1.1b", TO_ALL, unit, box_in(option))


at_own_time(deploy)


# -- CORONA -----------------------------------------------------------------------------------------------------


def _gullible(game: Game, hex_: Hex) -> list[Unit]:
    """Units in a hex that false orders can lead astray."""
    return [
        unit
        for unit, place in by_unit(game.unit_place)
        if place == hex_ and not game.unit_marks[unit] & (GCI | LED_ASTRAY)
    ]


@objects("corona")
def _for_corona(game: Game, function: Function) -> list[int]:
    hexes = sorted({place for place in game.unit_place if place in range(SIZE)})
    return hex_options([hex_ for hex_ in hexes if _gullible(game, hex_)])


@effect("corona")
def corona(game: Game, card: Played) -> None:
    """CORONA: the British player moves up to two units of a hex one hex [7.1]."""
    game.push(mislead, FalseOrders(hex_in(card.thing), card.function.value))


class FalseOrders(NamedTuple):
    """A hex whose units are given false orders, and how many more may be."""

    hex: Hex
    left: int


@question(BRITISH, "7.1a", THING, undoable=True)
def mislead(game: Game, orders: FalseOrders) -> list[int]:
    """Which unit of the hex is led astray? [7.1]"""
    return [NONE] + unit_options(_gullible(game, orders.hex))


@mislead.tells
def mislead_facts(game: Game, orders: FalseOrders) -> Facts:
    return {"hex": orders.hex}


@mislead.suggests
def _strongest_there(game: Game, orders: FalseOrders) -> int:
    """Whoever plays the card wants somebody led astray: the strongest [7.1]."""
    there = _gullible(game, orders.hex)
    return unit_option(max(there, key=game.strength)) if there else NONE


@mislead.chosen
def _misled(game: Game, orders: FalseOrders, option: int) -> None:
    if option != NONE:
        if orders.left > 1:
            game.push(mislead, orders._replace(left=orders.left - 1))
        game.push(mislead_to, unit_in(option))


@question(BRITISH, "7.1a", THING)
def mislead_to(game: Game, unit: Unit) -> list[int]:
    """Where is it led? [7.1]"""
    return hex_options(ADJACENT[game.unit_place[unit]])


@mislead_to.tells
def mislead_to_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit, "hex": game.unit_place[unit]}


@mislead_to.chosen
def _misled_to(game: Game, unit: Unit, option: int) -> None:
    game.unit_place[unit] = hex_in(option)
    game.unit_box[unit] = NO_BOX
    game.unit_marks[unit] = (game.unit_marks[unit] | LED_ASTRAY) & ~SCRAMBLING
    game.emit("led_astray", "7.1a", TO_ALL, unit, hex_in(option))
