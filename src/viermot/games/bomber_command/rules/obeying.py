"""The German order sheet: what a unit's order means for each question about it [5.0a, 7.1 to 7.4].

An order is one for as long as it stands, and says where to go and what to do there:

    K5            fly there, by the shortest way, and wait
    J8 Ida        fly there and stack on that beacon or city
    H7 gci        fly there and take a GCI marker
    K5 off        fly there and stay out of its boxes
    stay          stay where it is; on the ground, too
    home          fly home and land there
    land          land this turn, wherever it is

A unit on the ground that is told to fly somewhere takes off. One without an order stays where it is and stacks on what
is there. Whoever waits turns for home while his fuel lasts, unless he is told to stay; near his field he lands when it
runs out, when he has been ordered to return, and when the night is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from viermot.games.bomber_command.model.board import DISTANCE, ENGLAND, JUTLAND, SIZE
from viermot.games.bomber_command.model.ids import Hex, Unit, by_unit
from viermot.games.bomber_command.model.notation import (
    CARD_NOW,
    DIVERT,
    GO_HOME,
    NO,
    NONE,
    STEP_OFF,
    TAKE_GCI,
    THING,
    YES,
    box_in,
    hex_in,
    hex_option,
    is_box,
    is_place,
    unit_option,
)
from viermot.games.bomber_command.model.state import FLOWN, GCI, IN_RAID, READY, RETURNING, SCRAMBLING, Game
from viermot.games.bomber_command.rules.movement.fighters import deploy, leave_raid, move
from viermot.games.bomber_command.rules.movement.recovery import near_home, recover, recover_where
from viermot.games.bomber_command.rules.movement.scramble import fly_off, ready, scramble
from viermot.kernel.agenda import Unreadable
from viermot.kernel.standing import Told

ENOUGH_FUEL: Final = 2  # to go on for a turn and still get home
STAY, HOME, LAND = "stay", "home", "land"
OUT_OF_BOXES: Final = "off"
NOWHERE: Final = Hex(-1)
NOTHING_TOLD: Final = Told({}, {})


class Mission(NamedTuple):
    """An order, read: a place to be, what to do there as an option's text ("" for what is usual), or a bare word."""

    place: Hex
    there: str
    word: str


def mission_of(game: Game, text: str) -> Mission:
    """What an order says; Unreadable if it names no place."""
    if text in ("", STAY, HOME, LAND):
        return Mission(NOWHERE, "", text)
    name, _, there = text.partition(" ")
    code = THING.read(game, name)
    if not is_place(code):
        raise Unreadable("unreadable.word", text=text, words=", ".join((STAY, HOME, LAND)))
    return Mission(hex_in(code), there, "")


def told_to(game: Game, unit: Unit, told: Told) -> Mission | None:
    """A unit's order; None if it cannot be read, and the player has to be asked.

    One that has been ordered to return goes home, and so do all when the night is over, whatever was ordered before.
    """
    name = game.layout.units[unit].name
    if name not in told.now and game.airborne(unit) and (game.end_stage or game.has(unit, RETURNING)):
        return Mission(NOWHERE, "", HOME)
    try:
        return mission_of(game, told.of(name))
    except Unreadable:
        return None


# -- the way ---------------------------------------------------------------------------------------------------


def _doors(game: Game, place: Hex) -> list[Hex]:
    """The hexes of the map through which a place is reached [7.1.1, 12.2.2]."""
    if place == JUTLAND:
        return [game.layout.jutland_door]
    return sorted(game.layout.exits) if place == ENGLAND else [place]


def far(game: Game, start: Hex, goal: Hex) -> int:
    """How many hexes it is from one place to another; the spaces off the map are one more."""
    if start == goal:
        return 0
    between = min(DISTANCE[one][other] for one in _doors(game, start) for other in _doors(game, goal))
    return between + int(start >= SIZE) + int(goal >= SIZE)


def towards(game: Game, options: Iterable[int], goal: Hex) -> int:
    """Of the places offered the one nearest to where it is going; the first listed, if several are."""
    return min((code for code in options if is_place(code)), key=lambda code: far(game, hex_in(code), goal))


# -- each question ---------------------------------------------------------------------------------------------


@leave_raid.obeys
def leaves(game: Game, unit: Unit, told: Told) -> int | None:
    """It stays in the stream while it has the fuel, unless it is told to come home [9.4.3]."""
    mission = told_to(game, unit, told)
    if mission is None or not told.is_handed_in("leave_raid"):
        return None
    if mission.word == HOME:
        return YES
    return NO if game.unit_fuel[unit] >= ENOUGH_FUEL and not game.has(unit, RETURNING) else None


@move.obeys
def flies(game: Game, unit: Unit, told: Told) -> int | None:
    """Towards where it is to be; home, if it has been ordered to return [7.1, 7.4.3]."""
    mission = told_to(game, unit, told)
    if mission is None or not told.is_handed_in("move"):
        return None
    here, fresh = game.unit_place[unit], game.layout.units[unit].name in told.now
    if mission.word == HOME or (mission.word != STAY and not fresh and must_turn_back(game, unit)):
        return _homeward(game, unit)
    if mission.place in (NOWHERE, here):
        return STEP_OFF if mission.there == OUT_OF_BOXES and game.unit_box[unit] else hex_option(here)
    return towards(game, [code for code in move.options(game, unit) if code < CARD_NOW], mission.place)


def turns_home(game: Game, unit: Unit) -> bool:
    """Does a unit on the map fly home without being told to now?"""
    return bool(game.end_stage) or game.has(unit, RETURNING) or must_turn_back(game, unit)


def must_turn_back(game: Game, unit: Unit) -> bool:
    """Has it stayed as long as its fuel allows, at two hexes a turn to a hex beside its field? [7.1a, 7.4.4b, 7.5]"""
    away = max(far(game, game.unit_place[unit], game.layout.units[unit].hex) - 1, 0)
    return game.unit_fuel[unit] <= (away + 1) // 2 + 1


def _homeward(game: Game, unit: Unit) -> int:
    options = [code for code in move.options(game, unit) if code < CARD_NOW]
    return towards(game, options, game.layout.units[unit].hex)


@scramble.obeys
def takes_off(game: Game, told: Told) -> int | None:
    """Whoever is ordered somewhere takes off, one after another; if one cannot, the player is asked [7.4.2]."""
    if not told.is_handed_in("scramble"):
        return None
    able = ready(game)
    held_up = False
    for unit, place in by_unit(game.unit_place):
        if place != READY:
            continue
        mission = told_to(game, unit, told)
        if mission is None or mission.place == NOWHERE:
            held_up = held_up or mission is None
            continue
        now = game.layout.units[unit].name in told.now
        if unit in able and (now or not game.has(unit, FLOWN)):  # what stands takes it up once, not after each landing
            return unit_option(unit)
        held_up = held_up or (now and unit not in able)
    return None if held_up else NONE


@fly_off.obeys
def flies_off(game: Game, unit: Unit, told: Told) -> int | None:
    """A single-engined unit goes the first hex of its way [7.4.2a]."""
    mission = told_to(game, unit, told)
    if mission is None or not told.is_handed_in("fly_off"):
        return None
    return towards(game, fly_off.options(game, unit), game.unit_place[unit] if mission.place < 0 else mission.place)


@deploy.obeys
def deploys(game: Game, unit: Unit, told: Told) -> int | None:
    """At the end of its way it does what it was told to; on its way nothing; without an order what is usual [7.3]."""
    mission = told_to(game, unit, told)
    if mission is None or not told.is_handed_in("deploy"):
        return None
    if mission.place not in (NOWHERE, game.unit_place[unit]) or mission.there == OUT_OF_BOXES:
        return NONE
    if mission.there:
        return _there(game, unit, mission.there)
    found = stacks(game, unit)
    return NONE if found is None else found


def _there(game: Game, unit: Unit, wanted: str) -> int | None:
    """What it was told to do where it is; if that is not offered, and it has not been done, the player is asked."""
    try:
        code = THING.read(game, wanted)
    except Unreadable:
        return None
    done = game.has(unit, GCI) if code == TAKE_GCI else is_box(code) and game.unit_box[unit] == box_in(code)
    return NONE if done else code if code in deploy.options(game, unit) else None


def stacks(game: Game, unit: Unit) -> int | None:
    """The one box that makes sense: a twin's only beacon, else the only city or beacon there is [7.3a].

    None where there is a choice, or a GCI marker to be had, which binds it to the hex [9.3].
    """
    if game.unit_box[unit]:
        return NONE
    options = deploy.options(game, unit)
    boxes = [code for code in options if is_box(code)]
    beacons = [code for code in boxes if box_in(code) >= game.layout.first_beacon]
    if TAKE_GCI in options:
        return None
    if game.layout.units[unit].twin and len(beacons) == 1:
        return beacons[0]
    return boxes[0] if len(boxes) == 1 else None if boxes else NONE


def lands(game: Game, unit: Unit, told: Told) -> bool:
    """Does it land this turn? When told to; near its field also when it is on its way home or out of fuel [7.4.4]."""
    name = game.layout.units[unit].name
    order, marks = told.of(name), game.unit_marks[unit]
    near = near_home(game, unit)
    if order == LAND:
        return True
    if game.end_stage:  # nothing is left to fly against [11.0z]
        return near or bool(marks & GCI) or game.unit_fuel[unit] <= 1 or not _reaches_home(game, unit)
    if not near or marks & (GCI | SCRAMBLING):
        return False
    return bool(marks & RETURNING) or order == HOME or (game.unit_fuel[unit] < ENOUGH_FUEL and name not in told.now)


def _reaches_home(game: Game, unit: Unit) -> bool:
    return far(game, game.unit_place[unit], game.layout.units[unit].hex) <= 2 * game.unit_fuel[unit] + 1


def next_to_land(game: Game, told: Told) -> int:
    """The first unit that lands by its orders or by habit; none if nobody does."""
    for unit, place in by_unit(game.unit_place):
        if place >= 0 and place != IN_RAID and lands(game, unit, told):
            return unit_option(unit)
    return NONE


@recover.obeys
def recovers(game: Game, told: Told) -> int | None:
    """Those who land this turn, one after another [7.4.4a]."""
    return next_to_land(game, told) if told.is_handed_in("recover") else None


@recover_where.obeys
def lands_where(game: Game, unit: Unit, told: Told) -> int | None:
    """At home if that is near, else where it is; over England the player says which division [7.4.4]."""
    if not told.is_handed_in("recover_where"):
        return None
    options = recover_where.options(game, unit)
    return GO_HOME if GO_HOME in options else DIVERT if DIVERT in options else None
