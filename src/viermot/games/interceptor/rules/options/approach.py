"""Advanced combat against bombers: where the interceptor comes in from [10.5]."""

from __future__ import annotations

from viermot.games.interceptor.model.notation import PLACE
from viermot.games.interceptor.model.options import LEVELS, Spot, spot
from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import CLIMB, DIVE, HIGH, LOW, PILOT
from viermot.games.interceptor.rules.chance import roll_for
from viermot.games.interceptor.rules.damage.damage import take_hits
from viermot.kernel.agenda import Facts, Refusal, question, step

LOCATIONS = range(1, 9)
CLIMB_PACKAGE, DIVE_PACKAGE = 3, 4  # of group damage


def is_vertical(pilot: Pilot) -> bool:
    """A climb or a dive: one round, at Medium range [10.5]."""
    return pilot.attack.location >= CLIMB


def position(pilot: Pilot) -> Spot:
    """Where he comes in from."""
    return Spot(pilot.attack.location, pilot.attack.altitude)


def package(pilot: Pilot) -> int:
    """Which group damage applies: the point of aim's, or that of a climb or dive [10.5]."""
    if pilot.attack.location == CLIMB:
        return CLIMB_PACKAGE
    return DIVE_PACKAGE if pilot.attack.location == DIVE else pilot.attack.aim


def theirs(game: Game) -> int:
    """What the approach adds to the bomber's hits."""
    return game.layout.approach[game.pilot.attack.location, game.pilot.attack.altitude].theirs


def ours(game: Game) -> int:
    """What the approach adds to the interceptor's hits."""
    return game.layout.approach[game.pilot.attack.location, game.pilot.attack.altitude].ours


@step
def take_position(game: Game) -> None:
    """A first pass, or one after a climb or dive, starts anywhere; others start opposite the previous one [10.5]."""
    pilot = game.pilot
    if pilot.attack.location and not is_vertical(pilot):
        pilot.attack.location = game.layout.opposite[pilot.attack.location]
        game.announce("position", "10.5f", position(pilot).code)
        game.push(adjust)
    else:
        roll_for(game, 1, "position", "10.5a", location_rolled, sides=10)


@step
def location_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """From which side; a climb or a dive fixes the altitude, otherwise it is rolled for [10.5]."""
    pilot = game.pilot
    pilot.attack.location = sum(dice)
    if is_vertical(pilot):
        pilot.attack.altitude = LOW if pilot.attack.location == CLIMB else HIGH
        in_position(game)
    else:
        roll_for(game, 1, "altitude", "10.5a", altitude_rolled)


@step
def altitude_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """Low, level or high [10.5]."""
    game.pilot.attack.altitude = game.layout.altitude[sum(dice)]
    in_position(game)


def in_position(game: Game) -> None:
    """He is in position, and may still shift one place [10.5]."""
    game.announce("position", "10.5a", position(game.pilot).code)
    game.push(adjust)


@question(PILOT, "10.5b", PLACE)
def adjust(game: Game) -> list[int]:
    """Attack from here, or from a place beside, above or below? [10.5]"""
    pilot = game.pilot
    here = position(pilot).code
    if is_vertical(pilot):
        return [here, *(Spot(location, pilot.attack.altitude).code for location in LOCATIONS)]
    places = (pilot.attack.location, *game.layout.neighbours[pilot.attack.location])
    levels = [level for level in LEVELS if abs(level - pilot.attack.altitude) <= 1]
    around = [Spot(place, level).code for place in places for level in levels]
    return [here, *(code for code in around if code != here)]


@adjust.suggests
def adjust_suggested(game: Game) -> int | None:
    return position(game.pilot).code


@adjust.refuses
def why_not_adjust(game: Game, place: int) -> Refusal:
    wanted = spot(place)
    if wanted.is_vertical:
        return ("10.5b", "not_vertical")
    if is_vertical(game.pilot):
        return ("10.5d", "too_far")
    return ("10.5b" if wanted.location != game.pilot.attack.location else "10.5c", "too_far")


@adjust.tells
def adjust_facts(game: Game) -> Facts:
    return {"place": position(game.pilot).code, "bomber": game.pilot.attack.target}


@adjust.chosen
def adjusted(game: Game, place: int) -> None:
    """Moving round costs a hit and climbing the first shot; diving is free [10.5]."""
    pilot = game.pilot
    location, altitude = spot(place)
    was_location, was_altitude = pilot.attack.location, pilot.attack.altitude
    pilot.attack.location, pilot.attack.altitude = location, altitude
    if (location, altitude) == (was_location, was_altitude):
        if is_vertical(pilot):
            game.announce("vertical", "10.5e", place)
        return
    if was_location >= CLIMB:
        game.announce("adjusts", "10.5d", place)
        hit = climbs = was_location == CLIMB
    else:
        hit, climbs = location != was_location, altitude > was_altitude
        rules = ("10.5b " if hit else "") + ("10.5c" if altitude != was_altitude else "")
        game.announce("adjusts", rules.strip(), place)
    if climbs:
        pilot.attack.late_shot = 1
    if hit:
        take_hits(game, 1)
