"""The condition of a fighter, ours or theirs: engines, speed, guns, and what forces it home [7.4.1, 7.4.2]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import System, Weapon, by_weapon
from viermot.games.interceptor.model.layout import Frame
from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    KILLED,
    S_ARMOUR,
    S_CONTROLS,
    S_FORWARD,
    S_FUEL,
    S_OXYGEN,
    S_PILOT,
    S_PORT_ENGINE,
    S_REAR_GUNS,
    S_STARBOARD_ENGINE,
    SERIOUS,
)


def engine_of(frame: Frame, system: System) -> System:
    """Which engine is hit: a single-engined aircraft has only one [7.4.1]."""
    return S_PORT_ENGINE if frame.engines == 1 else system


def engines_out(frame: Frame, hits: list[int]) -> int:
    """How many engines are knocked out."""
    out = int(hits[S_PORT_ENGINE] >= frame.engine)
    return out + int(frame.engines == 2 and hits[S_STARBOARD_ENGINE] >= frame.engine)


def power_left(frame: Frame, hits: list[int]) -> int:
    """How many more engine hits, armour included, put all its engines out [7.4.1]."""
    left = frame.engines * frame.engine - hits[S_PORT_ENGINE] - hits[S_STARBOARD_ENGINE]
    return left + int(frame.radial and not hits[S_ARMOUR])


def without_power(frame: Frame, hits: list[int]) -> bool:
    """Are all its engines out?"""
    return engines_out(frame, hits) == frame.engines


def engine_damaged(hits: list[int]) -> bool:
    """Is any engine damaged beyond its armour?"""
    return hits[S_PORT_ENGINE] > 0 or hits[S_STARBOARD_ENGINE] > 0


def is_agile(game: Game, frame: Frame, hits: list[int]) -> bool:
    """Does it have the agility of a Bf109 or Spitfire? Damage to engine or controls takes it away [7.2.2.8, D2]."""
    if not frame.agile or hits[S_CONTROLS]:
        return False
    return not engine_damaged(hits) or game.layout.example


def speed_loss(game: Game, frame: Frame, hits: list[int]) -> int:
    """What engine damage costs in speed [7.4.1, ruling D18]."""
    if frame.radial:
        loss = game.layout.radial_loss
        return loss[min(hits[S_PORT_ENGINE], len(loss) - 1)]
    lost = 0
    for engine in (S_PORT_ENGINE, S_STARBOARD_ENGINE):
        if hits[engine]:
            lost += game.layout.inline_loss[2 if hits[engine] >= frame.engine and frame.engines == 2 else 1]
    return lost


def firing_weapons(game: Game) -> list[Weapon]:
    """The forward weapons that can fire: neither jammed nor broken, with ammunition left [7.1.3, 7.1.15]."""
    sortie = game.pilot.sortie
    out = sortie.jammed | sortie.broken
    return [weapon for weapon, left in by_weapon(sortie.ammo) if left and not out >> weapon & 1]


def firepower(game: Game) -> int:
    """The total firepower of all weapons that can fire [7.1.6]."""
    sortie, career = game.pilot.sortie, game.pilot.career
    fp = game.layout.aircraft[career.aircraft].fp
    out = sortie.jammed | sortie.broken
    total = 0
    for weapon, left in enumerate(sortie.ammo):
        if left and not out >> weapon & 1:
            total += fp[weapon]
    return total


def enemy_firepower(game: Game) -> int:
    """The opponent's remaining firepower: a first hit on his weapons costs some, a second all."""
    duel = game.pilot.duel
    hits = duel.enemy_hits[S_FORWARD]
    (fp,) = game.layout.fighters[duel.enemy].fp
    return fp if not hits else max(fp - game.layout.first_weapon_hit, 1) if hits == 1 else 0


def must_abort(pilot: Pilot) -> bool:
    """Does a leak, lost oxygen or a serious wound force him home? [7.4.2, 7.4.8]"""
    return bool(pilot.sortie.own_hits[S_FUEL] or pilot.sortie.own_hits[S_OXYGEN] or pilot.sortie.wound >= SERIOUS)


def is_down(pilot: Pilot) -> bool:
    """Is his sortie over in mid-air, with aircraft lost or pilot dead?"""
    return bool(pilot.sortie.downed) or pilot.sortie.wound == KILLED


def out_of_action(game: Game) -> bool:
    """Is he down, or can he only glide? [7.4.1]"""
    return is_down(game.pilot) or without_power(game.mat, game.pilot.sortie.own_hits)


def has_gunner(game: Game) -> bool:
    """Is there a rear gunner who can shoot? [7.2.2.4]"""
    sortie = game.pilot.sortie
    return game.mat.crew > 1 and sortie.gunner_wound < SERIOUS and not sortie.own_hits[S_REAR_GUNS]


def wants_home(pilot: Pilot) -> bool:
    """Does the opponent want to get away, being wounded, leaking, or without oxygen or guns? [7.3.1]"""
    hits = pilot.duel.enemy_hits
    return bool(hits[S_PILOT] or hits[S_FUEL] or hits[S_OXYGEN] or hits[S_FORWARD] > 1)
