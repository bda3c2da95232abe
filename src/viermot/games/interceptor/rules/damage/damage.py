"""Damage to the interceptor [7.4, 7.4.1].

A hit is rolled on chart B6 with two dice, read as tens and ones. Hits are counted by system in `pilot.sortie.own_hits`,
those on the enemy fighter in `pilot.duel.enemy_hits`; airframe.py works out engines, agility and speed for both.
"""

from __future__ import annotations

from collections.abc import Sequence

from viermot.games.interceptor.model.ids import System, by_weapon
from viermot.games.interceptor.model.layout import Frame
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    BLOWN_UP,
    BURNING,
    CHARM_MARKER,
    EXPLOSION,
    FIRE,
    GUNNER,
    KILLED,
    LEAK,
    PILOT,
    S_AIRFRAME,
    S_ARMOUR,
    S_BOOST,
    S_CONTROLS,
    S_CREW,
    S_FORWARD,
    S_FUEL,
    S_GUNNER,
    S_IFF,
    S_MINOR,
    S_OXYGEN,
    S_PILOT,
    S_PORT_ENGINE,
    S_PORT_WING,
    S_RADIO,
    S_REAR_GUNS,
    S_ROCKETS,
    S_STARBOARD_ENGINE,
    S_STARBOARD_WING,
    S_TAIL,
    SHOT_AWAY,
)
from viermot.games.interceptor.rules.chance import FINE, GRAVE, SETBACK, roll_for
from viermot.games.interceptor.rules.damage.airframe import engine_of, is_down, power_left, without_power
from viermot.games.interceptor.rules.damage.wounds import bad_wound, wound_rolled
from viermot.kernel.agenda import step, task


@step
def take_hits(game: Game, hits: int) -> None:
    """Random hits on the interceptor, one after another [7.4.1]."""
    pilot = game.pilot
    while hits > 0 and not is_down(pilot):
        hits -= 1
        if pilot.career.markers & CHARM_MARKER:  # he may reroll this one before the next
            game.push(take_hits, hits)
            roll_for(game, 2, "fighter damage", "3.6a 7.4.1a", hit_placed, facts=(0,), bad=bad_place)
            return
        system = struck(game, game.roll(2, "fighter damage", "3.6a 7.4.1a", 0))
        if system in INTERRUPTING:
            game.next(task(own_hit, system), task(take_hits, hits))
            return
        damage_own(game, system)


def struck(game: Game, dice: Sequence[int]) -> System:
    """Chart B6: two dice, read as tens and ones [3.6, 7.4.1]."""
    tens, ones = dice
    return game.layout.fighter_damage[tens - 1][ones - 1]


def bad_place(game: Game, dice: tuple[int, ...]) -> int:
    """A hit on the pilot or fuel tank is grave, as is one that brings the aircraft down; one without effect is fine."""
    sortie, frame = game.pilot.sortie, game.mat
    system = struck(game, dice)
    last = system in STRUCTURE and sortie.own_hits[system] + 1 >= frame.lost_at[system]
    if system in (S_PILOT, S_CREW, S_FUEL) or last or (system in ENGINES and power_left(frame, sortie.own_hits) == 1):
        return GRAVE
    return SETBACK if system in ENGINES | STRUCTURE or carried(game, frame, system) else FINE


def tank_lost(game: Game, dice: tuple[int, ...]) -> int:
    """More than a leak?"""
    return SETBACK if game.layout.fuel_tank[sum(dice)] == LEAK else GRAVE


def crew_hit_is_bad(game: Game, dice: tuple[int, ...]) -> int:
    """Is it the pilot?"""
    return GRAVE if is_the_pilot(dice) else SETBACK if game.mat.crew > 1 else FINE


def is_the_pilot(dice: tuple[int, ...]) -> bool:
    """Who is hit? On 1 to 3 the pilot, otherwise the rear gunner [7.4.7]."""
    return sum(dice) <= 3


@step
def hit_placed(game: Game, dice: tuple[int, ...]) -> None:
    """Where a hit is, by chart B6 [3.6, 7.4.1]."""
    own_hit(game, struck(game, dice))


@step
def take_group(game: Game, more: int) -> None:
    """Group damage to the interceptor: the airframe package without the gunner, and random hits [7.4.1]."""
    game.announce("fighter_group", "7.4.1a 7.1.6c", 0)
    package = [task(own_hit, system) for system in game.layout.fighter_package]
    game.next(*package, task(take_hits, max(game.layout.fighter_random + more, 0)))


@step
def own_hit(game: Game, system: System) -> None:
    """One hit on that system of the interceptor; fuel tank and crew need a further roll."""
    pilot = game.pilot
    if is_down(pilot):
        return
    if system == S_FUEL:
        roll_for(game, 2, "fuel tank", "7.4a", own_fuel_tank, bad=tank_lost)
    elif system == S_PILOT:
        roll_for(game, 1, "wound", "7.4.7a", wound_rolled, PILOT, bad=bad_wound)
    elif system == S_GUNNER:
        hit_gunner(game)
    elif system == S_CREW:
        crew_hit(game)
    else:
        damage_own(game, system)


INTERRUPTING = frozenset((S_FUEL, S_PILOT, S_GUNNER, S_CREW))


def crew_hit(game: Game) -> None:
    """Pilot or rear gunner by one die; nobody if no gunner is carried [7.4.7]."""
    roll_for(game, 1, "crew hit", "7.4.7a", crew_hit_rolled, bad=crew_hit_is_bad)


@step
def crew_hit_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """Pilot or rear gunner [7.4.7]."""
    if is_the_pilot(dice):
        roll_for(game, 1, "wound", "7.4.7a", wound_rolled, PILOT, bad=bad_wound)
    else:
        hit_gunner(game)


def hit_gunner(game: Game) -> None:
    """The rear gunner is hit, if there is one and he is alive [7.4.7, 7.4]."""
    if game.mat.crew < 2:
        game.announce("no_effect", "7.4.7b", 0, S_GUNNER)
    elif game.pilot.sortie.gunner_wound == KILLED:
        game.announce("no_effect", "7.4b", 0, S_GUNNER)
    else:
        roll_for(game, 1, "wound", "7.4.7a", wound_rolled, GUNNER, bad=bad_wound)


@step
def own_fuel_tank(game: Game, dice: tuple[int, ...]) -> None:
    """A leak, a fire, or the end [7.4, 7.4.1]."""
    sortie = game.pilot.sortie
    result = game.layout.fuel_tank[sum(dice)]
    if result == LEAK:
        game.announce("fuel", "7.4a 7.4.2b", 0, result)
        if sortie.own_hits[S_FUEL]:
            game.announce("no_effect", "7.4b", 0, S_FUEL)
        else:
            sortie.own_hits[S_FUEL] = 1
            count_for_repair(game, S_FUEL, 1)
    elif result == FIRE:
        game.announce("fuel", "7.4a", 0, result)
        lose_own(game, BURNING)
    elif result == EXPLOSION:
        game.announce("fuel", "7.4a 7.4.1b 7.6b", 0, result)
        lose_own(game, BLOWN_UP)


def damage_own(game: Game, system: System) -> None:
    """One hit on a system of the interceptor that needs no further roll."""
    sortie, frame = game.pilot.sortie, game.mat
    hits = sortie.own_hits
    if system in ENGINES:
        if not hit_engine(game, frame, hits, engine_of(frame, system), 0):
            return
    elif system in STRUCTURE:
        hits[system] += 1
        game.announce("hit", "7.4.1a", 0, system, hits[system])
        if hits[system] >= frame.lost_at[system]:
            lose_own(game, SHOT_AWAY)
    elif system == S_FORWARD:
        hit_own_weapon(game)
        return
    elif not carried(game, frame, system):
        game.announce("no_effect", "7.4.1h", 0, system)
        return
    elif hits[system]:
        game.announce("no_effect", "7.4b", 0, system)
        return
    else:
        hits[system] = 1
        if system == S_ROCKETS:
            sortie.rockets = 0
            game.announce("hit", "7.4.1a 7.1.14c", 0, system, 1)
        elif system == S_RADIO:
            game.announce("hit", "7.4.1a 7.2.2.3b", 0, system, 1)
        elif system == S_OXYGEN:
            game.announce("hit", "7.4.1a 7.4.2b", 0, system, 1)
        else:
            game.announce("hit", "7.4.1a", 0, system, 1)
    count_for_repair(game, system, 1)


def carried(game: Game, frame: Frame, system: System) -> bool:
    """Does our aircraft carry such a system, and is it still aboard? [7.4.1]"""
    if system in (S_IFF, S_MINOR):
        return False
    if system == S_BOOST:
        return frame.boost
    if system == S_REAR_GUNS:
        return frame.crew > 1
    if system == S_ROCKETS:
        return bool(game.pilot.sortie.rockets)
    return True


ENGINES = frozenset((S_PORT_ENGINE, S_STARBOARD_ENGINE))
STRUCTURE = frozenset((S_PORT_WING, S_STARBOARD_WING, S_AIRFRAME, S_TAIL, S_CONTROLS))


def hit_engine(game: Game, frame: Frame, hits: list[int], engine: System, side: int) -> bool:
    """An engine hit: armour absorbs the first on a radial; then speed suffers, and finally the engine stops [7.4.1].

    Returns whether it had any effect.
    """
    if frame.radial and not hits[S_ARMOUR]:
        hits[S_ARMOUR] = 1
        game.announce("armour", "7.4.1c 7.4.1d", side)
        return True
    if hits[engine] >= frame.engine:
        game.announce("no_effect", "7.4b", side, engine)
        return False
    hits[engine] += 1
    rules = "7.4.1a 7.4.1c 7.4.1e" if frame.radial else "7.4.1a 7.4.1e"
    if frame.engines == 1:
        rules += " 7.4.1d"
    game.announce("hit", rules, side, engine, hits[engine])
    if without_power(frame, hits):
        if side:
            game.announce("without_power", "7.4a", side)
        else:
            game.announce("without_power", "7.4.1f 7.4.5a", side)
    return True


def hit_own_weapon(game: Game) -> None:
    """One forward weapon, drawn at random, is knocked out for good [7.4.1]."""
    sortie = game.pilot.sortie
    whole = [weapon for weapon, _ in by_weapon(sortie.ammo) if not sortie.broken >> weapon & 1]
    if not whole:
        game.announce("no_effect", "7.4b", 0, S_FORWARD)
        return
    weapon = whole[game.either(len(whole), "weapon") if len(whole) > 1 else 0]
    sortie.broken |= 1 << weapon
    sortie.own_hits[S_FORWARD] += 1
    game.announce("weapon_broken", "7.4.1a", game.mat.weapons[weapon].name)
    count_for_repair(game, S_FORWARD, 1)


def count_for_repair(game: Game, system: System, hits: int) -> None:
    """Each hit with an effect counts for repair [7.4.2]; in example mode each damaged system counts once [D6, D41]."""
    sortie = game.pilot.sortie
    if not game.layout.example:
        sortie.repair += hits
        return
    sortie.repair = sum(1 for hit in sortie.own_hits if hit)


def lose_own(game: Game, why: int) -> None:
    """The interceptor is shot down [7.4]."""
    sortie = game.pilot.sortie
    if not sortie.downed:
        sortie.downed = why
        game.announce("shot_down", "7.4a", why)
