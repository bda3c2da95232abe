"""Tame Boar: infiltrating the stream, attacks from inside it, and leaving it [9.4]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import ADJACENT, BRITISH, GERMAN, MOSQUITO, OFF, SIZE, TO_ALL
from viermot.games.bomber_command.model.ids import NO_BEACON, NO_BOX, NO_CITY, NO_RAID, City, Hex, Raid, Unit, by_unit
from viermot.games.bomber_command.model.notation import (
    NONE,
    THING,
    box_in,
    box_options,
    city_in,
    hex_in,
    hex_option,
    hex_options,
    is_box,
    unit_in,
    unit_option,
    unit_options,
)
from viermot.games.bomber_command.model.records import Modifier, counting
from viermot.games.bomber_command.model.state import (
    ATTACKED,
    BOMB_DROP,
    DEPLETED,
    FLYING,
    GCI,
    IN_RAID,
    NOBODY,
    RETURNING,
    SECOND_TRY,
    STRAGGLED,
    TRIED,
    UNFIT,
    Game,
    attack_of,
)
from viermot.games.bomber_command.rules.cards.cards import at_own_time, window
from viermot.games.bomber_command.rules.cards.effects import Played, add_modifier, check, effect, objects
from viermot.games.bomber_command.rules.cards.windows import W_INFILTRATION
from viermot.games.bomber_command.rules.combat.combat import BY_TAME_BOAR, COLUMN_TAME_BOAR, attack_raid, cited
from viermot.games.bomber_command.rules.combat.damage import deplete
from viermot.games.bomber_command.rules.combat.wild_boar import over_cities
from viermot.games.bomber_command.rules.detection import counter_hexes, raid_at, remove_false
from viermot.games.bomber_command.rules.intruders import intruder_phase
from viermot.kernel.agenda import Facts, Refusal, question, step, task

NOT_ON_BEACON = -2  # [9.4.1b]


@step
def tame_boar_phase(game: Game) -> None:
    """First all infiltrations, then all attacks, then England [5.0a, 9.4.1]."""
    game.unit_marks = [marks & ~(TRIED | ATTACKED | SECOND_TRY | STRAGGLED) for marks in game.unit_marks]
    game.next(task(infiltrations), task(tame_boars), task(intruder_phase), task(forget_fidget))


@step
def forget_fidget(game: Game) -> None:
    """FIDGET lasts one phase."""
    game.fidget = NO_BEACON


# -- infiltration ---------------------------------------------------------------------------------------------


def prey_of(game: Game, unit: Unit) -> list[int]:
    """What a unit may try to infiltrate: counters in reach, and cities being bombed in its hex [9.4.1a, 9.4.2]."""
    place = game.unit_place[unit]
    if place not in range(SIZE) or game.unit_marks[unit] & (UNFIT | GCI | TRIED) or not game.layout.units[unit].twin:
        return []
    counters = counter_hexes(game)
    found = [hex_option(place)] if place in counters else []
    if game.unit_box[unit] >= game.layout.first_beacon:
        found += hex_options([hex_ for hex_ in ADJACENT[place] if hex_ in counters])
    return [*dict.fromkeys(found), *over_cities(game, _lit(game), place)]


def _lit(game: Game) -> list[tuple[City, Raid]]:
    """The cities being bombed by raids still on the map, which can be infiltrated by the light of the fires [9.4.2]."""
    either_side = game.layout.rules.infiltrate_resolving
    return [
        (city, raid)
        for city, raid, side, _ in game.drops
        if (side == BOMB_DROP or either_side) and game.raid_fate[raid] == FLYING
    ]


@step
def infiltrations(game: Game) -> None:
    """One unit after another, until the German player stops [9.4.1]."""
    if any(prey_of(game, unit) for unit in game.layout.every_unit):
        game.push(infiltrator)


@question(GERMAN, "9.4.1a", THING, undoable=True)
def infiltrator(game: Game) -> list[int]:
    """Which unit tries to get into a raid next? [9.4.1]"""
    return [NONE] + unit_options([unit for unit in game.layout.every_unit if prey_of(game, unit)])


@infiltrator.refuses
def why_not_infiltrator(game: Game, option: int) -> Refusal | None:
    unit = unit_in(option)
    if unit not in range(len(game.unit_place)):
        return None
    if not game.layout.units[unit].twin:
        return "9.4", "single_engined"
    if game.has(unit, TRIED):
        return "9.4.1d", "tried_already"
    return ("7.4.2b", "marked_scramble") if game.has(unit, UNFIT) else ("9.4.1a", "no_raid_in_reach")


@infiltrator.chosen
def _infiltrator_chosen(game: Game, option: int) -> None:
    if option != NONE:
        game.next(task(infiltrate_what, unit_in(option)), task(infiltrations))


at_own_time(infiltrator)


@question(GERMAN, "9.4.1a", THING)
def infiltrate_what(game: Game, unit: Unit) -> list[int]:
    """Which counter or bombed city does it make for? [9.4.1, 9.4.2, ruling C9]"""
    return prey_of(game, unit)


@infiltrate_what.suggests
def usual_prey(game: Game, unit: Unit) -> int:
    """The first that it may make for."""
    return prey_of(game, unit)[0]


@infiltrate_what.tells
def infiltrate_what_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit}


@infiltrate_what.chosen
def _infiltrate(game: Game, unit: Unit, option: int) -> None:
    game.unit_marks[unit] |= TRIED
    if is_box(option):
        city = city_in(option)
        hex_ = game.layout.cities[city].hex
        raid = over_cities(game, _lit(game), hex_)[option]
    else:
        city, hex_ = NO_CITY, hex_in(option)
        raid = raid_at(game, hex_)
    game.emit("infiltrates", "9.4.2a 9.4.2b" if city != NO_CITY else "9.4.1a", TO_ALL, unit, hex_, city)
    if raid == NOBODY:
        remove_false(game, hex_)
        return
    game.next(task(window, W_INFILTRATION, unit, raid), task(roll_infiltration, unit, raid, hex_, city))


@step
def roll_infiltration(game: Game, unit: Unit, raid: Raid, hex_: Hex, city: City) -> None:
    """Two dice against the infiltration value: below it the unit fails, at it part gets in, above it all do [9.4.1]."""
    if game.has(unit, RETURNING) or not game.airborne(unit):
        game.emit("attempt_void", "7.4.3b", TO_ALL, unit)
        return
    modifiers = infiltration_modifiers(game, unit, raid, hex_, city)
    dice = game.roll(2, "infiltration", "9.4.1b", unit)
    total = sum(dice) + sum(value for _, value, _ in modifiers)
    value = game.infiltration_value()
    game.emit("infiltration", cited("9.4.1b 9.4.1c", modifiers), TO_ALL, unit, tuple(modifiers), total, value)
    if total < value:
        return
    game.unit_place[unit] = IN_RAID
    game.unit_raid[unit] = raid
    game.unit_box[unit] = NO_BOX
    game.emit("infiltrated", "9.4.1d 8.3", TO_ALL, unit, game.plot[raid].letter)
    if total == value and not game.unit_marks[unit] & DEPLETED:
        deplete(game, unit, "9.4.1c")


def infiltration_modifiers(game: Game, unit: Unit, raid: Raid, hex_: Hex, city: City) -> list[Modifier]:
    """All modifiers of an infiltration roll, each with its rule [9.4.1b]."""
    on_beacon = game.unit_box[unit] >= game.layout.first_beacon
    found = [
        ("cards", game.modifier, "6.2.1"),
        ("beleuchter", game.beleuchter, "8.1b"),
        *game.sky_modifiers(hex_),
        ("no_beacon", 0 if on_beacon or city != NO_CITY else NOT_ON_BEACON, "9.4.1b"),
        ("wind", wind_on(game, raid), "12.1.3b"),
    ]
    if on_beacon and game.fidget == game.unit_box[unit]:
        card = game.layout.card_named(BRITISH, "FIDGET")
        found.append(("fidget", game.layout.cards[BRITISH][card].functions[0].value, "6.2a"))
    return counting(found)


def wind_on(game: Game, raid: Raid) -> int:
    """A raid with the wind behind it is harder to infiltrate, one flying into it easier [12.1.3b, ruling C33]."""
    if game.wind == OFF:
        return 0
    path = game.plot[raid].course
    course = path[min(game.raid_step[raid], len(path) - 1)]
    turn = (course - game.wind // 30) % 12
    if turn in (11, 0, 1):
        return -game.layout.wind_modifier
    return game.layout.wind_modifier if turn in (5, 6, 7) else 0


# -- attacks ---------------------------------------------------------------------------------------------------


def inside(game: Game) -> list[Unit]:
    """Units in raid boxes that may attack now [9.4.1d, 7.4.3b]."""
    return [
        unit
        for unit, raid in by_unit(game.unit_raid)
        if raid >= 0 and not game.unit_marks[unit] & (ATTACKED | RETURNING)
    ]


@step
def tame_boars(game: Game) -> None:
    """Each unit inside a raid may attack it once [9.4.1d]."""
    if inside(game):
        game.push(tame_boar)


@question(GERMAN, "9.4.1d", THING)
def tame_boar(game: Game) -> list[int]:
    """Which infiltrated unit attacks next? [9.4.1]"""
    return [*unit_options(inside(game)), NONE]


@tame_boar.suggests
def _strongest(game: Game) -> int:
    return unit_option(max(inside(game), key=game.strength))


@tame_boar.chosen
def _tame_boar_chosen(game: Game, option: int) -> None:
    if option != NONE:
        unit = unit_in(option)
        game.unit_marks[unit] |= ATTACKED
        game.next(task(pick_weather, AttackFromInside(unit, 0)), task(after_tame_boar, unit), task(tame_boars))


at_own_time(tame_boar)


class AttackFromInside(NamedTuple):
    """A unit that attacks the raid it is in, and its extra modifier [9.4.4]."""

    unit: Unit
    extra: int


@question(BRITISH, "9.4.4", THING)
def pick_weather(game: Game, attack: AttackFromInside) -> list[int]:
    """Which hex of the raid gives the weather? Only its modifier is announced [9.4.4]."""
    found: dict[int, int] = {}
    for hex_ in game.raid_hexes(game.unit_raid[attack.unit]):
        found.setdefault(game.weather_modifier(hex_), hex_option(hex_))
    return list(found.values())


@pick_weather.tells
def pick_weather_facts(game: Game, attack: AttackFromInside) -> Facts:
    return {"unit": attack.unit, "letter": game.plot[game.unit_raid[attack.unit]].letter}


@pick_weather.chosen
def _weather_picked(game: Game, attack: AttackFromInside, option: int) -> None:
    unit, hex_ = attack.unit, hex_in(option)
    game.emit("weather_told", "9.4.4 9.1.1b", TO_ALL, game.weather_modifier(hex_))
    game.push(attack_raid, BY_TAME_BOAR, unit, game.unit_raid[unit], hex_, NO_CITY, COLUMN_TAME_BOAR, attack.extra)


@step
def after_tame_boar(game: Game, unit: Unit) -> None:
    """Mosquitos shake the unit off; a card may let it attack again [9.4.3c]."""
    raid = game.unit_raid[unit]
    if game.plot[raid].kind == MOSQUITO:
        if not game.has(unit, ATTACKED):  # called off: a unit ordered home leaves when fighters move [7.4.3c]
            return
        game.unit_raid[unit] = NO_RAID
        game.unit_place[unit] = game.raid_hexes(raid)[0]
        game.emit("left_raid", "9.4.3c", TO_ALL, unit, game.unit_place[unit])
    elif game.has(unit, SECOND_TRY):
        game.unit_marks[unit] = (game.unit_marks[unit] & ~SECOND_TRY) | STRAGGLED
        if not game.has(unit, RETURNING):
            card = game.layout.card_named(GERMAN, "STRAGGLERS: TAME BOAR")
            game.push(pick_weather, AttackFromInside(unit, game.layout.cards[GERMAN][card].functions[0].value))


# -- cards ------------------------------------------------------------------------------------------------------


@check("stragglers tame boar")
def _may_straggle(game: Game, function: Function) -> bool:
    attack = game.attack
    if attack is None or attack.kind != BY_TAME_BOAR:
        return False
    return game.plot[attack.raid].kind != MOSQUITO and not game.unit_marks[attack.unit] & (
        SECOND_TRY | STRAGGLED | RETURNING
    )


@effect("stragglers tame boar")
def stragglers_tame_boar(game: Game, card: Played) -> None:
    """STRAGGLERS: TAME BOAR: the unit attacks the same raid a second time [9.4.1]."""
    unit = attack_of(game).unit
    game.unit_marks[unit] |= SECOND_TRY
    game.emit("attacks_again", "9.4.1d", TO_ALL, unit)


@objects("fidget")
def _for_fidget(game: Game, function: Function) -> list[int]:
    beacons = sorted({box for box in game.unit_box if box >= game.layout.first_beacon})
    return box_options(beacons)


@effect("fidget")
def fidget(game: Game, card: Played) -> None:
    """FIDGET: units on that beacon find it harder to infiltrate this phase [9.4.1]."""
    game.fidget = box_in(card.thing)
    game.emit("beacon_jammed", "9.4.1b", TO_ALL, box_in(card.thing))


@effect("beleuchter")
def beleuchter(game: Game, card: Played) -> None:
    """BELEUCHTER: a marker for the rest of the night, or a bonus to this roll if it is already there [8.1b, 9.4.1b]."""
    if game.beleuchter:
        add_modifier(game, card.function.value, "6.2.1")
    else:
        game.beleuchter = 1
        game.emit("beleuchter", "8.1b", TO_ALL)
