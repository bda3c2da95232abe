"""Damage to enemy fighters: chart B6 and what follows from it [7.4.1, 7.3.1]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import System
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    BLOWN_UP,
    BURNING,
    FIRE,
    KILLED,
    LEAK,
    NO_ENGINE,
    S_BOOST,
    S_CREW,
    S_FORWARD,
    S_FUEL,
    S_GEAR,
    S_GUNNER,
    S_IFF,
    S_MINOR,
    S_OXYGEN,
    S_PILOT,
    S_RADIO,
    S_REAR_GUNS,
    S_ROCKETS,
    SHOT_AWAY,
    SHOT_TO_PIECES,
)
from viermot.games.interceptor.rules.damage.airframe import engine_of, without_power
from viermot.games.interceptor.rules.damage.damage import ENGINES, STRUCTURE, hit_engine, struck
from viermot.games.interceptor.rules.damage.wounds import WEIGHT, grade_of
from viermot.kernel.agenda import step

ONE_HIT = frozenset((S_GEAR, S_RADIO, S_BOOST, S_ROCKETS, S_REAR_GUNS, S_GUNNER, S_IFF, S_MINOR))


@step
def hit_enemy(game: Game, hits: int) -> None:
    """Random hits on the enemy fighter [7.4.1]."""
    duel = game.pilot.duel
    while hits > 0 and duel.enemy >= 0 and not duel.down:
        hits -= 1
        damage_enemy(game, struck(game, game.roll(2, "fighter damage", "3.6a 7.4.1a", 1)))


def hit_enemy_group(game: Game, more: int) -> None:
    """Group damage to a fighter: the airframe package without the gunner, and random hits [7.4.1]."""
    duel = game.pilot.duel
    game.announce("fighter_group", "7.4.1a 7.1.6c", 1)
    for system in game.layout.fighter_package:
        if not duel.down:
            damage_enemy(game, system)
    hit_enemy(game, max(game.layout.fighter_random + more, 0))


def damage_enemy(game: Game, system: System) -> None:
    """One hit on a system of the enemy fighter; whoever did the damage is noted [7.4.3]."""
    hits = game.pilot.duel.enemy_hits
    before = sum(hits)
    hit_system(game, system)
    if sum(hits) > before:
        game.pilot.duel.scored |= 1 << game.pilot.round.firing


def hit_system(game: Game, system: System) -> None:
    """What the hit does [7.4.1]."""
    duel = game.pilot.duel
    frame, hits = game.layout.fighters[duel.enemy], duel.enemy_hits
    if system in ENGINES:
        hit_engine(game, frame, hits, engine_of(frame, system), 1)
        if without_power(frame, hits):
            down_enemy(game, NO_ENGINE)
    elif system in STRUCTURE:
        hits[system] += 1
        game.announce("hit", "7.4.1a", 1, system, hits[system])
        if hits[system] >= frame.lost_at[system]:
            down_enemy(game, SHOT_AWAY)
    elif system in ONE_HIT:
        game.announce("no_effect", "7.4.1h", 1, system)
    elif system == S_FUEL:
        enemy_fuel_tank(game)
    elif system in (S_PILOT, S_CREW):
        enemy_pilot_hit(game, system)
    elif hits[system] >= (2 if system == S_FORWARD else 1):
        game.announce("no_effect", "7.4b", 1, system)
    else:
        hits[system] += 1
        leaves = system == S_OXYGEN or hits[S_FORWARD] > 1
        game.announce("hit", "7.4.1a 7.3.1a" if leaves else "7.4.1a", 1, system, hits[system])


def enemy_fuel_tank(game: Game) -> None:
    """He is leaking fuel and will go home, or he is on fire [7.4, 7.3.1]."""
    result = game.layout.fuel_tank[sum(game.roll(2, "fuel tank", "7.4a", 1))]
    game.announce("fuel", "7.4a 7.3.1a" if result == LEAK else "7.4a", 1, result)
    if result == LEAK:
        game.pilot.duel.enemy_hits[S_FUEL] = 1
    else:
        down_enemy(game, BURNING if result == FIRE else BLOWN_UP)


def enemy_pilot_hit(game: Game, system: System) -> None:
    """A wounded pilot goes home, a dead one falls [7.3.1]."""
    if system == S_CREW and game.die("crew hit", "7.4.7a", 1) > 3:
        game.announce("no_effect", "7.4.1h", 1, S_GUNNER)
        return
    grade = game.layout.wound[game.die("wound", "7.4.7a", 1)]
    hits = game.pilot.duel.enemy_hits
    hits[S_PILOT] += WEIGHT[grade]
    after = grade_of(hits[S_PILOT])
    game.announce("enemy_wounded", "7.4.7a 7.3.1a", after)
    if after == KILLED:
        down_enemy(game, SHOT_TO_PIECES)


def down_enemy(game: Game, why: int) -> None:
    """The enemy fighter is shot down [7.4]."""
    duel = game.pilot.duel
    if not duel.down:
        duel.down = why
        game.announce("enemy_down", "7.4a" if why != SHOT_TO_PIECES else "7.4c", duel.enemy, why)
