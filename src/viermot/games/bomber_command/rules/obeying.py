"""The German order sheet: what a unit's order means for each question about it [5.0a, 7.1 to 7.4].

An order stands until it is changed, and says where to go and what to do there:

    K5            fly there, by the shortest way, and wait
    J8 Ida        fly there and stack on that beacon or city
    H7 gci        fly there and take a GCI marker
    K5 off        fly there and stay out of its boxes
    K5 land       fly there and land
    stay          stay where it is, even on the ground or inside a raid
    home          fly home and land there
    land          land this turn, wherever that is

A unit on the ground that is told to fly somewhere takes off. One without an order stays where it is and stacks on what
is there. A waiting unit turns for home while it still has the fuel, unless told to stay; near its field it lands when
its fuel runs out, when it has been ordered to return, and when the night is over. Where the enemy has brought a unit
somewhere else, out of a raid or by false orders, its order does not apply, and the player is asked if he has a choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from viermot.games.bomber_command.model.board import DISTANCE, ENGLAND, JUTLAND, NAME, SIZE
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
from viermot.games.bomber_command.model.state import (
    ATTACKED,
    FLOWN,
    GCI,
    IN_RAID,
    LED_ASTRAY,
    READY,
    RETURNING,
    SCRAMBLING,
    TRIED,
    Game,
)
from viermot.games.bomber_command.rules.movement.fighters import deploy, leave_raid, move
from viermot.games.bomber_command.rules.movement.recovery import near_home, recover, recover_where
from viermot.games.bomber_command.rules.movement.scramble import fly_off, ready, scramble
from viermot.kernel.agenda import Unreadable
from viermot.kernel.standing import Told

ENOUGH_FUEL: Final = 2  # to fly on for a turn and still get home
STAY, HOME, LAND = "stay", "home", "land"
OUT_OF_BOXES: Final = "off"
NOWHERE: Final = Hex(-1)
NOTHING_TOLD: Final = Told({}, {})


class Mission(NamedTuple):
    """An order as read: a place to go, what to do there as an option's text ("" for the usual), or a bare word."""

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

    A unit ordered to return goes home, as do all when the night is over, whatever was ordered before.
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
    """How many hexes it is from one place to another; a space off the map counts as one more."""
    if start == goal:
        return 0
    between = min(DISTANCE[one][other] for one in _doors(game, start) for other in _doors(game, goal))
    return between + int(start >= SIZE) + int(goal >= SIZE)


def towards(game: Game, options: Iterable[int], goal: Hex) -> int:
    """Of the places offered, the one nearest its destination; the first listed, if tied."""
    return min((code for code in options if is_place(code)), key=lambda code: far(game, hex_in(code), goal))


# -- each question ---------------------------------------------------------------------------------------------


@leave_raid.obeys
def leaves(game: Game, unit: Unit, told: Told) -> int | None:
    """It stays in the stream while it has the fuel, or longer if told to, unless told to come home [9.4.3]."""
    mission = told_to(game, unit, told)
    if mission is None or not told.is_handed_in("leave_raid"):
        return None
    if mission.word == HOME:
        return YES
    stays = mission.word == STAY or game.unit_fuel[unit] >= ENOUGH_FUEL
    return NO if stays and not game.has(unit, RETURNING) else None


@move.obeys
def flies(game: Game, unit: Unit, told: Told) -> int | None:
    """It flies towards its destination; home, if it has been ordered to return [7.1, 7.4.3]."""
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
    """Does a unit on the map now fly home without being told to?"""
    return bool(game.end_stage) or game.has(unit, RETURNING) or must_turn_back(game, unit)


def must_turn_back(game: Game, unit: Unit) -> bool:
    """Has it stayed as long as its fuel allows, at two hexes a turn to a hex next to its field? [7.1a, 7.4.4b, 7.5]"""
    away = max(far(game, game.unit_place[unit], game.layout.units[unit].hex) - 1, 0)
    return game.unit_fuel[unit] <= (away + 1) // 2 + 1


def _homeward(game: Game, unit: Unit) -> int:
    options = [code for code in move.options(game, unit) if code < CARD_NOW]
    return towards(game, options, game.layout.units[unit].hex)


@scramble.obeys
def takes_off(game: Game, told: Told) -> int | None:
    """Units ordered somewhere take off, one after another; if one cannot, the player is asked [7.4.2]."""
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
        if unit in able and (now or not game.has(unit, FLOWN)):  # a standing order sends it up only once
            return unit_option(unit)
        held_up = held_up or (now and unit not in able)
    return None if held_up else NONE


@fly_off.obeys
def flies_off(game: Game, unit: Unit, told: Told) -> int | None:
    """A single-engined unit flies the first hex of its way [7.4.2a]."""
    mission = told_to(game, unit, told)
    if mission is None or not told.is_handed_in("fly_off"):
        return None
    return towards(game, fly_off.options(game, unit), game.unit_place[unit] if mission.place < 0 else mission.place)


@deploy.obeys
def deploys(game: Game, unit: Unit, told: Told) -> int | None:
    """On arrival it does what it was told to, on the way nothing, and without an order the usual thing [7.3].

    Where it was brought by others it does the usual thing too, and the player is asked if there is none.
    """
    mission = told_to(game, unit, told)
    if mission is None or not told.is_handed_in("deploy"):
        return None
    if mission.place not in (NOWHERE, game.unit_place[unit]):
        return stacks(game, unit) if brought_here(game, unit) else NONE
    if mission.there in (OUT_OF_BOXES, LAND):
        return NONE
    if mission.there:
        return _there(game, unit, mission.there)
    found = stacks(game, unit)
    return NONE if found is None else found


def brought_here(game: Game, unit: Unit) -> bool:
    """May others have brought it where it is: out of a raid it got into, or by false orders? [7.1, 9.4.3]

    A unit that tried to get into a raid and stayed put looks the same; at worst the player is asked once too often.
    """
    return bool(game.unit_marks[unit] & (TRIED | ATTACKED | LED_ASTRAY))


def _there(game: Game, unit: Unit, wanted: str) -> int | None:
    """What it was told to do here; if that is not offered and has not been done yet, the player is asked."""
    try:
        code = THING.read(game, wanted)
    except Unreadable:
        return None
    done = game.has(unit, GCI) if code == TAKE_GCI else is_box(code) and game.unit_box[unit] == box_in(code)
    return NONE if done else code if code in deploy.options(game, unit) else None


def stacks(game: Game, unit: Unit) -> int | None:
    """The only sensible box: for a twin the only beacon, otherwise the only city or beacon there is [7.3a].

    None if there is a choice, or a GCI marker to be had, which would tie it to the hex [9.3].
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
    """Does it land this turn? When told to; near its field, also when heading home or out of fuel [7.4.4]."""
    name = game.layout.units[unit].name
    order, marks = told.of(name), game.unit_marks[unit]
    near = near_home(game, unit)
    if order == LAND or _arrived_to_land(game, unit, order):
        return True
    if game.end_stage:  # nothing is left to fly against [11.0z]
        return near or bool(marks & GCI) or game.unit_fuel[unit] <= 1 or not _reaches_home(game, unit)
    if not near or marks & (GCI | SCRAMBLING):
        return False
    return bool(marks & RETURNING) or order == HOME or (game.unit_fuel[unit] < ENOUGH_FUEL and name not in told.now)


def _arrived_to_land(game: Game, unit: Unit, order: str) -> bool:
    """Was it sent where it is now in order to land there?"""
    return order == f"{NAME[game.unit_place[unit]]} {LAND}"


def _reaches_home(game: Game, unit: Unit) -> bool:
    return far(game, game.unit_place[unit], game.layout.units[unit].hex) <= 2 * game.unit_fuel[unit] + 1


def next_to_land(game: Game, told: Told) -> int:
    """The first unit that lands by order or by habit; none if no unit does."""
    for unit, place in by_unit(game.unit_place):
        if place >= 0 and place != IN_RAID and lands(game, unit, told):
            return unit_option(unit)
    return NONE


@recover.obeys
def recovers(game: Game, told: Told) -> int | None:
    """The units that land this turn, one after another [7.4.4a]."""
    return next_to_land(game, told) if told.is_handed_in("recover") else None


@recover_where.obeys
def lands_where(game: Game, unit: Unit, told: Told) -> int | None:
    """At home if that is near, otherwise where it is; over England the player chooses the division [7.4.4]."""
    if not told.is_handed_in("recover_where"):
        return None
    options = recover_where.options(game, unit)
    return GO_HOME if GO_HOME in options else DIVERT if DIVERT in options else None
