"""Wild Boar: attacks over a city being bombed, by units stacked there, late or reacting [9.5]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import ADJACENT, GERMAN, MAIN, SIZE, TO_ALL
from viermot.games.bomber_command.model.ids import NO_BOX, City, Hex, Raid, Unit, box_of, by_unit
from viermot.games.bomber_command.model.layout import NO_FLAK
from viermot.games.bomber_command.model.notation import (
    NONE,
    THING,
    box_option,
    city_in,
    city_option,
    city_options,
    hex_in,
    hex_option,
    hex_options,
    second_over,
    unit_in,
    unit_options,
)
from viermot.games.bomber_command.model.records import CombatMarker
from viermot.games.bomber_command.model.state import ATTACKED, FLYING, GCI, HOME, UNFIT, Game
from viermot.games.bomber_command.rules.cards.effects import Played, effect, objects
from viermot.games.bomber_command.rules.combat.combat import BY_WILD_BOAR, COLUMN_LATE, COLUMN_STACKED, attack_raid
from viermot.games.bomber_command.rules.combat.damage import deplete, lose_fighters
from viermot.games.bomber_command.rules.movement.raids import BOMBERS, WILD_MARKER, passed
from viermot.kernel.agenda import Facts, Refusal, question, step, task


def bombed_now(game: Game) -> list[tuple[City, Raid]]:
    """The target cities that a raid or its stream is over this turn, each with its raid [9.5.1a, 7.2.2b]."""
    found = []
    for city, raid, _, _ in game.drops:
        flew = game.raid_fate[raid] in (FLYING, HOME) and game.plot[raid].kind in BOMBERS
        if flew and game.plot[raid].aim in passed(game, raid):
            found.append((city, raid))
    return found


def may_hunt(game: Game, unit: Unit) -> bool:
    """Not inside a raid, and free of markers that forbid it [7.4.2b, 7.4.3b, 9.3e, 12.2.2a]."""
    return 0 <= game.unit_place[unit] < SIZE and not game.unit_marks[unit] & (UNFIT | GCI)


@step
def reactions(game: Game) -> None:
    """Units stacked next to a city where bombing begins may fly there before any attack [9.5.2]."""
    fresh = {game.layout.cities[city].hex for city, _, _, turn in game.drops if turn == game.turn}
    if fresh:
        game.next(
            *[
                task(react, unit)
                for unit in game.layout.every_unit
                if game.unit_box[unit] and may_hunt(game, unit) and fresh.intersection(ADJACENT[game.unit_place[unit]])
            ]
        )


@question(GERMAN, "9.5.2", THING, undoable=True, usually=NONE)
def react(game: Game, unit: Unit) -> list[int]:
    """Does the unit leave its beacon or city for an adjacent one being bombed? [9.5.2, ruling C10]"""
    fresh = {game.layout.cities[city].hex for city, _, _, turn in game.drops if turn == game.turn}
    return [NONE] + [hex_option(hex_) for hex_ in ADJACENT[game.unit_place[unit]] if hex_ in fresh]


@react.tells
def react_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit, "hex": game.unit_place[unit]}


@react.chosen
def _reacted(game: Game, unit: Unit, option: int) -> None:
    """It may fly there only to attack [9.5.2, ruling C68]."""
    if option != NONE:
        game.unit_place[unit] = hex_in(option)
        game.unit_box[unit] = NO_BOX
        game.emit("reacts", "9.5.2", TO_ALL, unit, hex_in(option))
        game.push(wild_boar, Boar(unit, 1))


@step
def declare_wild_boars(game: Game) -> None:
    """All Wild Boar attacks are declared before any attack is rolled [9.1.2b, 9.5.1]."""
    hexes = {game.layout.cities[city].hex for city, _ in bombed_now(game)}
    if hexes:
        declared = {marker.unit for marker in game.combats if marker.type == WILD_MARKER}  # those that have reacted
        game.next(
            *[
                task(wild_boar, Boar(unit, 0))
                for unit, place in by_unit(game.unit_place)
                if place in hexes and may_hunt(game, unit) and unit not in declared
            ]
        )


def over_cities(game: Game, bombing: Iterable[tuple[City, Raid]], hex_: Hex) -> dict[int, Raid]:
    """The raids over the cities of a hex, by option: the city, or "second over it" for a follow-up."""
    found: dict[int, Raid] = {}
    for city, raid in bombing:
        if game.layout.cities[city].hex == hex_:
            code = city_option(city)
            found[code if code not in found else second_over(code)] = raid
    return found


class Boar(NamedTuple):
    """A unit over a city being bombed; has it just reacted there? [9.5.1, 9.5.2]"""

    unit: Unit
    reacts: int


def _prey_of(game: Game, boar: Boar) -> dict[int, Raid]:
    """The raids a Wild Boar may attack where it is; if it reacted, only those that begin to bomb there now."""
    over = bombed_now(game)
    if boar.reacts:
        fresh = {raid for _, raid, _, turn in game.drops if turn == game.turn}
        over = [(city, raid) for city, raid in over if raid in fresh]
    return over_cities(game, over, game.unit_place[boar.unit])


@question(GERMAN, "9.5.1a", THING)
def wild_boar(game: Game, boar: Boar) -> list[int]:
    """Over which city does the unit attack, if any? Over any but its own it attacks late [9.5.1]."""
    if boar.reacts:
        return list(_prey_of(game, boar))
    return [NONE, *_prey_of(game, boar)] if may_hunt(game, boar.unit) else [NONE]


@wild_boar.suggests
def _own_city(game: Game, boar: Boar) -> int | None:
    """Over the city it is stacked on, or else the only one there is."""
    options = wild_boar.options(game, boar)
    own = box_option(game.unit_box[boar.unit])
    return own if own in options else options[1] if len(options) == 2 else None


@wild_boar.tells
def wild_boar_facts(game: Game, boar: Boar) -> Facts:
    return {"unit": boar.unit, "hex": game.unit_place[boar.unit]}


@wild_boar.refuses
def why_not_wild_boar(game: Game, boar: Boar, option: int) -> Refusal | None:
    return "9.5.1a", "not_bombed_here"


@wild_boar.chosen
def _declared(game: Game, boar: Boar, option: int) -> None:
    if option == NONE:
        return
    unit, city = boar.unit, city_in(option)
    raid = _prey_of(game, boar)[option]
    hex_ = game.unit_place[unit]
    stacked = game.unit_box[unit] == box_of(city)
    rules = "9.5.1a 9.5.1b 9.1.2b"
    if len({c for c, _ in bombed_now(game) if game.layout.cities[c].hex == hex_}) > 1:
        rules += " 9.5.1c" if not game.unit_box[unit] else "" if stacked else " 9.5.1d"
    if game.unit_box[unit] >= game.layout.first_beacon:
        game.unit_box[unit] = NO_BOX
        game.emit("leaves_beacon", "9.5.1b", TO_ALL, unit)
    twice = stacked and game.early == city and game.plot[raid].kind == MAIN
    for _ in range(2 if twice else 1):
        game.combats.append(CombatMarker(WILD_MARKER, hex_, raid, unit, city))
        game.emit("wild_boar_marker", rules, TO_ALL, unit, hex_, city, int(stacked))


@step
def resolve_wild_boar(game: Game, hex_: Hex, raid: Raid, unit: Unit, city: City, bold: int) -> None:
    """The STACKED column for a unit on that city, the LATE column for any other [9.5.1b]."""
    column = COLUMN_STACKED if game.unit_box[unit] == box_of(city) else COLUMN_LATE
    game.unit_marks[unit] |= ATTACKED
    if bold and game.flak_of(city) != NO_FLAK:
        game.push(own_flak, unit, city, bold)
    game.push(attack_raid, BY_WILD_BOAR, unit, raid, hex_, city, column, bold)


@step
def own_flak(game: Game, unit: Unit, city: City, bold: int) -> None:
    """After an attack under the WILD BOAR card, the city's own flak may hit the unit [9.6.3]."""
    if not game.has(unit, ATTACKED):  # the attack was called off
        return
    card = game.layout.card_named(GERMAN, "WILD BOAR")
    times = bold // game.layout.cards[GERMAN][card].functions[0].value
    for _ in range(times):
        die = game.die("own flak", "9.6.3", unit)
        lose_fighters(game, unit, int(die <= 2), "9.6.3")


# -- cards --------------------------------------------------------------------------------------------------


def _hunted_cities(game: Game) -> list[City]:
    """The cities with Wild Boar markers."""
    return list(dict.fromkeys(marker.city for marker in game.combats if marker.type == WILD_MARKER))


@objects("wild boar")
def _for_wild_boar(game: Game, function: Function) -> list[int]:
    return city_options(_hunted_cities(game))


@effect("wild boar")
def wild_boar_card(game: Game, card: Played) -> None:
    """WILD BOAR: every Wild Boar over that city fights better this phase, but under its own flak [9.6.3]."""
    city = city_in(card.thing)
    for place, marker in enumerate(game.combats):
        if marker.type == WILD_MARKER and marker.city == city:
            game.combats[place] = marker._replace(extra=marker.extra + card.function.value)
    game.emit("wild_boars_bold", "9.6.3 6.2.1", TO_ALL, city, card.function.value)


@objects("trigger happy flak")
def _for_flak(game: Game, function: Function) -> list[int]:
    return city_options([city for city in _hunted_cities(game) if game.flak_of(city) != NO_FLAK])


@effect("trigger happy flak")
def trigger_happy_flak(game: Game, card: Played) -> None:
    """TRIGGER HAPPY FLAK: a die for each unit over the city: 5 a nightfighter, 6 depletion as well [9.6.3]."""
    city = city_in(card.thing)
    over = [marker for marker in game.combats if marker.type == WILD_MARKER and marker.city == city]
    for unit in dict.fromkeys(marker.unit for marker in over):
        die = game.die("trigger happy flak", "9.6.3", unit)
        lose_fighters(game, unit, int(die >= 5), "9.6.3")
        if die == 6:
            deplete(game, unit, "9.6.3")


@objects("early arrival")
def _for_early(game: Game, function: Function) -> list[int]:
    """Cities whose bombing begins this turn and that have units stacked on them; elsewhere it would do nothing."""
    manned = {game.unit_box[unit] for unit in _free(game)}
    return [city_option(city) for city, _, _, turn in game.drops if turn == game.turn and box_of(city) in manned]


@effect("early arrival")
def early_arrival(game: Game, card: Played) -> None:
    """EARLY ARRIVAL AT TARGET: units stacked there attack a Main Force twice this phase [9.5.1]."""
    city = city_in(card.thing)
    raid = next(raid for over, raid, _, turn in game.drops if over == city and turn == game.turn)
    if game.plot[raid].kind == MAIN:
        game.early = city
        game.emit("early_arrival", "9.5.1a", TO_ALL, city)
    else:
        game.emit("no_main_force", "9.5.1a", TO_ALL, city)


def _free(game: Game) -> list[Unit]:
    return [unit for unit in game.layout.every_unit if may_hunt(game, unit)]


@objects("controllers guess")
def _for_guess(game: Game, function: Function) -> list[int]:
    return unit_options(_free(game))


@effect("controllers guess")
def controllers_guess(game: Game, card: Played) -> None:
    """CONTROLLER'S GUESS: a unit moves one hex after the raids have moved [9.5.2]."""
    yet_to_come = any(task[0] is declare_wild_boars for task in game.agenda)
    game.push(guess, Guess(unit_in(card.thing), int(not yet_to_come)))


class Guess(NamedTuple):
    """A unit that the controller moves; have Wild Boars been declared already?"""

    unit: Unit
    declared: int


@question(GERMAN, "7.1a", THING)
def guess(game: Game, guessed: Guess) -> list[int]:
    """Where does the controller send the unit?"""
    return hex_options(ADJACENT[game.unit_place[guessed.unit]])


@guess.tells
def guess_facts(game: Game, guessed: Guess) -> Facts:
    return {"unit": guessed.unit, "hex": game.unit_place[guessed.unit]}


@guess.chosen
def _guessed(game: Game, guessed: Guess, option: int) -> None:
    unit = guessed.unit
    game.combats = [marker for marker in game.combats if marker.type != WILD_MARKER or marker.unit != unit]
    game.unit_place[unit] = hex_in(option)
    game.unit_box[unit] = NO_BOX
    game.emit("moved", "7.1a", TO_ALL, unit, hex_in(option))
    if guessed.declared:
        game.push(wild_boar, Boar(guessed.unit, 0))
