"""Recovery: landing, diverting, losses, and raids coming home [7.4.4 to 7.4.8, 7.6, 9.9.1, 5.0b]."""

from __future__ import annotations

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import (
    BRITISH,
    DECOY,
    DISTANCE,
    DIVISIONS,
    ENGLAND,
    ENGLAND_ZONE,
    FOG,
    GARDENING,
    GERMAN,
    JUTLAND,
    MOSQUITO,
    OFF,
    POOR,
    TO_ALL,
    TO_BRITISH,
    ZONES,
)
from viermot.games.bomber_command.model.ids import NO_BOX, Raid, Unit, Zone, by_raid, by_unit
from viermot.games.bomber_command.model.layout import read_chart
from viermot.games.bomber_command.model.notation import (
    DIVERT,
    GO_HOME,
    IN_ORDER,
    NONE,
    THING,
    unit_in,
    unit_option,
    unit_options,
    zone_in,
    zone_options,
)
from viermot.games.bomber_command.model.records import LandingWeather, Modifier, counting
from viermot.games.bomber_command.model.state import (
    CLOSED,
    DEPLETED,
    DIVERTING,
    FAR_OFF,
    GCI,
    HOME,
    IN_RAID,
    INTRUDER,
    LED_ASTRAY,
    NOBODY,
    OUT,
    READY,
    REARM,
    RECOVERED,
    RECOVERING,
    RETURNING,
    SCRAMBLING,
    Game,
)
from viermot.games.bomber_command.rules.cards.cards import at_own_time, window
from viermot.games.bomber_command.rules.cards.effects import Played, effect, objects
from viermot.games.bomber_command.rules.cards.windows import W_CONFIRM, W_HOME, W_LANDING
from viermot.games.bomber_command.rules.combat.british import patrols_strike
from viermot.games.bomber_command.rules.combat.combat import cited
from viermot.games.bomber_command.rules.combat.damage import lose_bombers, lose_fighters
from viermot.games.bomber_command.rules.movement.raids import ComingOut, put_out
from viermot.kernel.agenda import Facts, Refusal, Task, question, step, task

THIRD, FOURTH = Zone(ZONES.index("3.JD")), Zone(ZONES.index("4.JD"))


@step
def recovery_phase(game: Game) -> None:
    """In strict order [5.0b]. By now false orders have done what they could: units are where they deployed [7.1]."""
    game.unit_marks = [marks & ~LED_ASTRAY for marks in game.unit_marks]
    game.next(
        task(rearmed),  # [7.4.5]
        task(must_recover),  # [7.4.4a, 7.5c]
        task(may_recover),
        task(landings),  # [7.4.4e]
        task(patrols_strike, 0),  # [9.2.4, ruling C2]
        task(after_landing),  # [7.4.4f]
        task(airfields_reopen),  # [7.4.6]
        task(raids_come_home),  # [7.2.4b, 7.6, 9.9.1]
    )


@step
def rearmed(game: Game) -> None:
    """Units in the Rearm & Refuel Box are ready again [7.4.5]."""
    units = tuple(unit for unit, place in by_unit(game.unit_place) if place == REARM)
    for unit in units:
        game.unit_place[unit] = READY
    if units:
        game.emit("ready", "7.4.5", TO_ALL, units)


@step
def must_recover(game: Game) -> None:
    """Units out of fuel must recover; one inside a raid first comes out in one of its hexes [7.5c, 7.4.4d]."""
    for unit in reversed(game.layout.every_unit):
        if game.airborne(unit) and (game.unit_fuel[unit] <= 0 or game.ending == "agreed"):
            game.push(recover_where, unit)
            if game.unit_place[unit] == IN_RAID:
                game.push(put_out, ComingOut(unit, "7.4.4d"))


@step
def may_recover(game: Game) -> None:
    """Other units may recover, one after another [7.4.4a]."""
    if any(place >= 0 for place in game.unit_place):
        game.push(recover)


@question(GERMAN, "7.4.4a", THING, undoable=True, usually=NONE, sheet="orders")
def recover(game: Game) -> list[int]:
    """Which unit lands next? [7.4.4]"""
    return [NONE] + [unit_option(unit) for unit, place in by_unit(game.unit_place) if place >= 0]


@recover.refuses
def why_not_recover(game: Game, option: int) -> Refusal | None:
    unit = unit_in(option)
    if unit in range(len(game.unit_place)) and game.unit_place[unit] == IN_RAID:
        return "7.4.4d", "still_in_raid"
    return "7.4.1", "not_in_the_air"


@recover.chosen
def _recover(game: Game, option: int) -> None:
    if option != NONE:
        game.next(task(recover_where, unit_in(option)), task(may_recover))


at_own_time(recover)


def near_home(game: Game, unit: Unit) -> bool:
    """In or next to the hex of its airfield; Jutland units must be in the box [7.4.4b]."""
    base, place = game.layout.units[unit].hex, game.unit_place[unit]
    if JUTLAND in (base, place):
        return base == place
    return DISTANCE[base][place] <= 1


@question(GERMAN, "7.4.4b", THING, undoable=True, subject="unit", sheet="orders")
def recover_where(game: Game, unit: Unit) -> list[int]:
    """Does it land at its own airfield or divert, and where to? [7.4.4, 7.4.8, 12.2.2]"""
    if game.unit_place[unit] == ENGLAND:
        zones = [THIRD, FOURTH]
        return zone_options([zone for zone in zones if zone != game.layout.allied_zone])
    return [GO_HOME, DIVERT] if near_home(game, unit) else [DIVERT]


@recover_where.tells
def recover_where_facts(game: Game, unit: Unit) -> Facts:
    return {"unit": unit, "hex": game.unit_place[unit]}


@recover_where.refuses
def why_not_recover_where(game: Game, unit: Unit, option: int) -> Refusal | None:
    return "7.4.4b", "not_near_home"


@recover_where.chosen
def _lands(game: Game, unit: Unit, option: int) -> None:
    """Into a Recovery Box: its own, or the divert box of the division it flies over [7.4.4]."""
    place, counter = game.unit_place[unit], game.layout.units[unit]
    rules = "7.4.4a 7.5c" if game.unit_fuel[unit] <= 0 else "7.4.4a"
    marks = game.unit_marks[unit] & ~(RETURNING | GCI | SCRAMBLING | INTRUDER)
    if option == GO_HOME:
        zone, rules = counter.zone, rules + " 7.4.4b"
    else:
        marks |= DIVERTING
        zone, rules = divert_zone(game, place, option), rules + " 7.4.4c"
        if place == ENGLAND:
            rules += " 12.2.2c"
        elif game.layout.zone_of[place] == game.layout.allied_zone:
            rules += " 7.4.8"
    if place in game.layout.out_of_range:
        marks |= FAR_OFF
    game.unit_marks[unit] = marks
    game.unit_place[unit] = RECOVERING
    game.unit_zone[unit] = zone
    game.unit_box[unit] = NO_BOX
    game.unit_fuel[unit] = 0
    game.emit("recovers", rules, TO_ALL, unit, zone, int(marks & DIVERTING > 0))


def divert_zone(game: Game, place: int, option: int) -> Zone:
    """The division it lands in when it diverts [7.4.4c, 7.4.8, 12.2.2c]."""
    if place == ENGLAND:
        return zone_in(option)
    zone = game.layout.zone_of[place]
    return THIRD if zone == game.layout.allied_zone else zone


# -- landing --------------------------------------------------------------------------------------------------


@step
def landings(game: Game) -> None:
    """Every recovering unit rolls, one after another [7.4.4e]."""
    game.push(land, tuple(unit for unit, place in by_unit(game.unit_place) if place == RECOVERING))


@step
def land(game: Game, landing: tuple[Unit, ...]) -> None:
    """In the order of the list; but the German player chooses it while the British hold cards [7.4.4e, ruling C73].

    Being asked tells him nothing: how many cards his opponent holds is open.
    """
    if len(landing) > 1 and game.hands[BRITISH]:
        game.push(landing_order, landing)
        return
    game.next(*[each for unit in landing for each in _landing(unit)])


def _landing(unit: Unit) -> tuple[Task, ...]:
    return task(window, W_LANDING, unit, NOBODY), task(roll_recovery, unit)


@question(GERMAN, "7.4.4e", THING)
def landing_order(game: Game, landing: tuple[Unit, ...]) -> list[int]:
    """Which unit lands first? Only cards make the order matter [7.4.4, ruling C73]."""
    return [IN_ORDER, *unit_options(landing)]


@landing_order.suggests
def _as_listed(game: Game, landing: tuple[Unit, ...]) -> int:
    return IN_ORDER


@landing_order.chosen
def _lands_first(game: Game, landing: tuple[Unit, ...], option: int) -> None:
    if option == IN_ORDER:
        game.next(*[each for unit in landing for each in _landing(unit)])
        return
    first = unit_in(option)
    game.next(*_landing(first), task(land, tuple(unit for unit in landing if unit != first)))


def recovery_modifiers(game: Game, unit: Unit) -> list[Modifier]:
    """All modifiers of a nightfighter's recovery roll, each with its rule."""
    counter, modifiers, marks = game.layout.units[unit], game.layout.recovery_modifiers, game.unit_marks[unit]
    found = [
        ("single_engined", 0 if counter.twin else modifiers["se"], "7.4.4e"),
        ("diverting", modifiers["divert"] if marks & DIVERTING else 0, "7.4.4e"),
        ("poor_visibility", modifiers["poor"] if game.visibility == POOR else 0, "7.4.4e"),
        ("moon_or_twilight", modifiers["moon"] if game.moon_up() or game.is_twilight() else 0, "7.4.4e"),
        ("starred", modifiers["star"] if counter.star else 0, "7.4.4e"),
        ("me262", modifiers["me262"] if counter.type == "Me262" else 0, "7.4.4e"),
        ("out_of_range", modifiers["out of range"] if marks & FAR_OFF else 0, "7.4.7"),
        ("good_landing", sum(by for zone, by in game.landing_zone if zone == game.unit_zone[unit]), "6.2a"),
        ("cards", game.modifier, "6.2.1"),
    ]
    return counting(found)


def landing_weather(game: Game, unit: Unit) -> int:
    """The weather it lands in: the division's, but out of range always Fog [7.4.4e, 7.4.7]."""
    return FOG if game.has(unit, FAR_OFF) else game.weather_in(game.unit_zone[unit])


@step
def roll_recovery(game: Game, unit: Unit) -> None:
    """Two dice in the division's weather; out of range it is always Fog [7.4.4e, 7.4.7]."""
    modifiers = recovery_modifiers(game, unit)
    dice = game.roll(2, "recovery", "7.4.4e", unit)
    total = sum(dice) + sum(value for _, value, _ in modifiers)
    far = game.has(unit, FAR_OFF)
    column = game.layout.weather_column[landing_weather(game, unit)]
    lost, calamity = read_chart(game.layout.recovery[column], game.layout.recovery_first, total)
    rules = cited("7.4.4e 7.4.7" if far else "7.4.4e", modifiers)
    game.emit("recovery_rolled", rules, TO_ALL, unit, tuple(modifiers), total, lost)
    lose_fighters(game, unit, lost, "7.4.4e")
    if calamity:
        retire(game, unit, "7.4.4e")


def retire(game: Game, unit: Unit, rules: str) -> None:
    """The unit is out of the game."""
    game.unit_place[unit] = OUT
    game.unit_marks[unit] = DEPLETED if game.layout.units[unit].detachment else 0
    game.emit("out", rules, TO_ALL, unit)


@step
def after_landing(game: Game) -> None:
    """Units that diverted are out of the game; the others rearm and return to full strength [7.4.4f]."""
    game.landing_zone = ()
    for unit, place in by_unit(game.unit_place):
        if place != RECOVERING:
            continue
        if game.has(unit, DIVERTING):
            retire(game, unit, "7.4.4f")
            continue
        game.unit_place[unit] = REARM
        full = 0 if game.layout.units[unit].detachment else DEPLETED
        game.unit_marks[unit] &= ~(DIVERTING | FAR_OFF | RETURNING | full)
        game.emit("rearms", "7.4.4f", TO_ALL, unit)


@step
def airfields_reopen(game: Game) -> None:
    """Units caught on the ground rearm [7.4.6]."""
    for unit, place in by_unit(game.unit_place):
        if place == CLOSED:
            full = 0 if game.layout.units[unit].detachment else DEPLETED
            game.unit_place[unit] = REARM
            game.unit_marks[unit] &= ~(RETURNING | SCRAMBLING | full)
            game.unit_fuel[unit] = 0
            game.emit("rearms", "7.4.6", TO_ALL, unit)


# -- raids ----------------------------------------------------------------------------------------------------


@step
def raids_come_home(game: Game) -> None:
    """Raids that are in England, stream and all, are removed, Mosquitos last [7.2.4b, 5.0b]."""
    home = [raid for raid, fate in by_raid(game.raid_fate) if fate == HOME]
    for raid in reversed(as_told(game, home)):
        kind = game.plot[raid].kind
        if kind <= DECOY:
            game.next(task(window, W_HOME, NOBODY, raid), task(recover_raid, raid))
        elif kind == MOSQUITO:
            game.next(task(window, W_CONFIRM, NOBODY, raid), task(confirm_losses, raid))
        else:
            game.push(recover_raid, raid)


def as_told(game: Game, raids: list[Raid]) -> list[Raid]:
    """Streams, gardeners, Mosquitos; the worst hit of each first, since that is announced anyway [8.3, ruling C73].

    Going by letter or by the plot, or taking a Main Force before a Decoy, would tell which raid is which.
    """

    def key(raid: Raid) -> tuple[int, ...]:
        kind, letter = game.plot[raid].kind, game.plot[raid].letter
        if kind <= DECOY:
            return False, False, -game.raid_disruptions[raid], -game.raid_damage[raid], letter
        if kind == MOSQUITO:
            return True, True, -game.raid_losses[raid], -game.raid_hunt[raid], letter
        return True, False, letter

    return sorted(raids, key=key)


def raid_is_home(game: Game, raid: Raid, rules: str) -> None:
    """The raid is removed; only Mosquitos are announced as such, and no letter is given [9.9.1, 8.3, C49]."""
    game.raid_fate[raid] = RECOVERED
    game.emit("raid_home", rules, TO_ALL, MOSQUITO if game.plot[raid].kind == MOSQUITO else OFF)
    game.emit("own_home", rules + " 8.3", TO_BRITISH, game.plot[raid].letter)


@step
def recover_raid(game: Game, raid: Raid) -> None:
    """Two dice in England's weather; +1 for every five disruption and damage markers [7.6]."""
    if game.plot[raid].kind == GARDENING:
        raid_is_home(game, raid, "7.2.4b 7.6c")
        return
    values = game.layout.recovery_modifiers
    harm = game.raid_disruptions[raid] + game.raid_damage[raid]
    weather = game.weather_in(ENGLAND_ZONE)
    found = [
        ("damage", harm // values["damage step"], "7.6b"),
        ("fido", values["fido"] if game.fido and weather == FOG else 0, "7.6.1"),
        ("cards", game.modifier, "6.2.1"),
    ]
    modifiers = counting(found)
    told = "7.6b 12.5" if game.layout.fog_of_war else "7.6b"
    game.emit("harm_told", told, TO_ALL, game.raid_disruptions[raid], game.raid_damage[raid])
    dice = game.roll(2, "raid recovery", "7.6a")
    total = sum(dice) + sum(value for _, value, _ in modifiers)
    column = game.layout.weather_column[weather]
    lost, _ = read_chart(game.layout.recovery[column], game.layout.recovery_first, total)
    rules = cited("7.6a 3.4.2b", modifiers)
    game.emit("raid_recovery", rules, TO_ALL, tuple(modifiers), total, lost)
    lose_bombers(game, raid, lost, "7.6a")
    raid_is_home(game, raid, "7.2.4b")


@step
def confirm_losses(game: Game, raid: Raid) -> None:
    """A die for each Mosquito claimed: a one confirms it, or up to five if it was hunted [9.9.1, 9.9.2]."""
    claimed, hunted = game.raid_losses[raid], game.raid_hunt[raid]
    if claimed:
        fogged = game.layout.fog_of_war
        if hunted:
            game.emit("hunt_told", "9.9.2 12.5" if fogged else "9.9.2", TO_ALL, hunted)
        dice = game.roll(claimed, "Mosquito losses", "9.9.1", hunted)
        confirmed = sum(1 for at, die in enumerate(dice) if die <= (5 if at < hunted else 1))
        game.raid_losses[raid] = confirmed
        letter = OFF if fogged else game.plot[raid].letter  # all see whose marker goes back on the open track [9.8.2a]
        game.raid_known[raid] |= int(not fogged)
        game.emit("confirmed", "9.9.1 9.9.2" if hunted else "9.9.1", TO_ALL, letter, claimed, confirmed)
    raid_is_home(game, raid, "7.2.4b 7.6c")


# -- cards ----------------------------------------------------------------------------------------------------


@objects("recovery weather")
def _for_landing(game: Game, function: Function) -> list[int]:
    return zone_options([zone for zone in DIVISIONS if zone != game.layout.allied_zone])


@effect("recovery weather")
def good_landing(game: Game, card: Played) -> None:
    """WEATHER: a bonus to all recovery rolls in one division this phase [7.4.4]."""
    game.landing_zone = (*game.landing_zone, LandingWeather(zone_in(card.thing), card.function.value))
    game.emit("landing_weather", "7.4.4e", TO_ALL, zone_in(card.thing), card.function.value)
