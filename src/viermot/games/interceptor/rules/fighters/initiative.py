"""Initiative: who gains position at the end of a round of fighter combat [7.2.2.7, 7.2.2.8]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.interceptor.model.ids import WheelPlace
from viermot.games.interceptor.model.modifiers import Modifier, Modifiers, rules_of, sum_of
from viermot.games.interceptor.model.notation import NO, YES, YES_NO
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AWARENESS,
    ENEMY_ACE,
    KILLED,
    PILOT,
    REFLEXES,
    S_BOOST,
    S_ROCKETS,
    TAILED,
    TAILING,
    WINGMAN_FINE,
)
from viermot.games.interceptor.rules.bombers.gunfire import gunner_skills
from viermot.games.interceptor.rules.bombers.rockets import has_bomb
from viermot.games.interceptor.rules.chance import FINE, SETBACK, roll_for
from viermot.games.interceptor.rules.damage.airframe import is_agile, speed_loss
from viermot.games.interceptor.rules.options import fatigue
from viermot.kernel.agenda import Facts, question, step


def own_speed(game: Game) -> int:
    """The interceptor's speed, with its damage and load [7.1.14, 7.4.1]."""
    sortie, frame = game.pilot.sortie, game.mat
    speed = frame.speed - speed_loss(game, frame, sortie.own_hits)
    if frame.rocket_hit and not sortie.rockets and not sortie.own_hits[S_ROCKETS]:
        speed += 1
    if sortie.trouble:
        speed += game.layout.trouble_speed
    return speed - int(has_bomb(game))


def own_modifiers(game: Game) -> Modifiers:
    """What helps the pilot: agility, boost, fame, a sharp eye, rest [7.2.2.8, 7.7, 7.8.8, 10.3]."""
    pilot, chart, frame = game.pilot, game.layout.initiative, game.mat
    found: Modifiers = []
    if is_agile(game, frame, pilot.sortie.own_hits):
        found.append(Modifier("agile", chart.agile, "7.2.2.8a"))
    if frame.boost and not pilot.sortie.own_hits[S_BOOST]:
        found.append(Modifier("boost", chart.boost, "7.2.2.7a"))
    ace = game.layout.pack.career.awards.ace
    if pilot.career.kills >= ace:
        found.append(Modifier("ace", chart.ace, "7.8.8"))
    if pilot.sortie.wingman == WINGMAN_FINE and pilot.wingman.bombers + pilot.wingman.fighters >= ace:
        found.append(Modifier("wingman", chart.ace, "7.8.8"))
    if pilot.career.skills & AWARENESS:
        found.append(Modifier("awareness", chart.awareness, "7.7g"))
    if frame.crew > 1 and gunner_skills(pilot) & AWARENESS and pilot.sortie.gunner_wound < KILLED:
        found.append(Modifier("gunner", chart.awareness, "7.7g"))
    if game.layout.fatigue and (tired := fatigue.on_initiative(game)):
        found.append(Modifier("fatigue", tired, "10.3b"))
    return found


def enemy_modifiers(game: Game) -> Modifiers:
    """What helps his opponent."""
    duel, chart = game.pilot.duel, game.layout.initiative
    found: Modifiers = []
    if is_agile(game, game.layout.fighters[duel.enemy], duel.enemy_hits):
        found.append(Modifier("agile", chart.agile, "7.2.2.8a"))
    if duel.quality == ENEMY_ACE:
        found.append(Modifier("ace", chart.enemy_ace, "10.4"))
    return found


@step
def initiative(game: Game) -> None:
    """One die each [7.2.2.7]."""
    rules = rules_of("7.2.2.7a", [*own_modifiers(game), *enemy_modifiers(game)])
    if game.layout.versus:
        rules += " 10.1.2"
    roll_for(game, 2, "initiative", rules, initiative_rolled, facts=(game.pilot.duel.enemy,), bad=outflown)


def outflown(game: Game, dice: tuple[int, ...]) -> int:
    """Does the enemy gain position?"""
    reached = totals(game, dice, own_modifiers(game), enemy_modifiers(game))
    return SETBACK if steps_gained(game, reached) < 0 else FINE


def enemy_speed(game: Game) -> int:
    """The opponent's speed, with its damage [7.4.1]."""
    frame = game.layout.fighters[game.pilot.duel.enemy]
    return frame.speed - speed_loss(game, frame, game.pilot.duel.enemy_hits)


class Totals(NamedTuple):
    """Each side's die with its speed and modifiers."""

    ours: int
    theirs: int


def totals(game: Game, dice: tuple[int, ...], ours: Modifiers, theirs: Modifiers) -> Totals:
    """Die, speed and modifiers of each side [7.2.2.7]."""
    own_die, enemy_die = dice
    return Totals(
        own_die + own_speed(game) + sum_of(ours),
        enemy_die + enemy_speed(game) + sum_of(theirs),
    )


def steps_gained(game: Game, reached: Totals) -> int:
    """A clear lead gains one or two positions, for us or for him [7.2.2.7]."""
    lead, chart = reached.ours - reached.theirs, game.layout.initiative
    steps = 0 if abs(lead) < chart.one else 1 if abs(lead) < chart.two else 2
    return steps if lead > 0 else -steps


@step
def initiative_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """Who gains position; a comrade's help turns the wheel as well [7.2.2.7, 10.1.1]."""
    duel = game.pilot.duel
    ours, theirs = own_modifiers(game), enemy_modifiers(game)
    reached = totals(game, dice, ours, theirs)
    speeds = (own_speed(game), enemy_speed(game))
    game.announce("initiative", rules_of("7.2.2.7a", [*ours, *theirs]), *reached, *speeds, tuple(ours), tuple(theirs))
    shift(game, steps_gained(game, reached), "7.2.2.7a")
    if duel.helped:
        game.announce("helped", "10.1.1b", duel.helped)
        shift(game, duel.helped, "10.1.1b")
        duel.helped = 0
    game.push(gain_by_reflexes)


def shift(game: Game, steps: int, rule: str) -> None:
    """Turn the wheel in 90-degree steps, for us or against us; nobody does better than tailing [7.2.2.7]."""
    duel = game.pilot.duel
    wanted = duel.orientation + steps
    duel.orientation = WheelPlace(max(TAILED, min(TAILING, wanted)))
    if steps:
        rules = f"{rule} 7.2.2.7b 7.2.2a" if "7.2.2.7a" in rule else f"{rule} 7.2.2.7b"
        game.announce("orientation", rules, duel.orientation)


@question(PILOT, "7.7f", YES_NO, default=NO)
def gain_by_reflexes(game: Game) -> list[int]:
    """Use Reflexes now to gain a position? [7.7, ruling D27]"""
    pilot = game.pilot
    ready = pilot.career.skills & REFLEXES and not pilot.sortie.spent & REFLEXES and pilot.duel.orientation < TAILING
    return [NO, YES] if ready else [NO]


@gain_by_reflexes.chosen
def reflexes_used(game: Game, answer: int) -> None:
    if answer:
        game.use_up(REFLEXES)
        game.announce("reflexes", "7.7f")
        shift(game, 1, "7.7f")


@gain_by_reflexes.tells
def gain_by_reflexes_facts(game: Game) -> Facts:
    return {"orientation": game.pilot.duel.orientation}
