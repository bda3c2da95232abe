"""Coming down: landings good and bad, forced landings, parachutes [7.4.4, 7.4.5, 7.4.6, 7.5, 7.6]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import Crewman
from viermot.games.interceptor.model.modifiers import Modifier, Modifiers, rules_of, sum_of
from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AIRBORNE,
    BAILED_OUT,
    BLOWN_UP,
    BURNING,
    CRASHED,
    GUNNER,
    KILLED,
    LANDED,
    LANDING,
    LIGHT,
    LOST,
    PARACHUTE,
    PARACHUTIST,
    PILOT,
    ROUGH_LANDED,
    S_CONTROLS,
    S_FUEL,
    S_GEAR,
    S_PORT_WING,
    S_STARBOARD_WING,
    SERIOUS,
    SHOT_TO_PIECES,
    UNHURT,
    WRECKED,
)
from viermot.games.interceptor.rules.chance import FINE, GRAVE, SETBACK, roll_for
from viermot.games.interceptor.rules.damage.airframe import engine_damaged, without_power
from viermot.games.interceptor.rules.damage.wounds import bad_wound, together, wound, wound_rolled
from viermot.games.interceptor.rules.options import fatigue
from viermot.kernel.agenda import Words, question, step, task

LAND, JUMP = range(2)


# -- home ------------------------------------------------------------------------------------------------------


def cannot_reach_base(game: Game) -> bool:
    """Without power, or with a leak, base is too far [7.4.5, ruling D7]; in the book's example he lands anyway."""
    sortie = game.pilot.sortie
    if without_power(game.mat, sortie.own_hits):
        return True
    return bool(sortie.own_hits[S_FUEL]) and not game.layout.example


@step
def come_down(game: Game) -> None:
    """The Landing box: a roll to land, or a choice between a field and a parachute [6.1, 7.4.4, 7.4.5]."""
    sortie = game.pilot.sortie
    if sortie.fate != AIRBORNE:
        return
    if cannot_reach_base(game):
        game.announce("cannot_reach_base", "7.4.5a")
        game.push(forced_down)
    else:
        game.push(land, 0)


@question(PILOT, "7.4.5a", Words("land", "jump"))
def forced_down(game: Game) -> list[int]:
    """Land in a field, or bail out? [7.4.5]"""
    return [LAND, JUMP]


@forced_down.chosen
def field_or_parachute(game: Game, answer: int) -> None:
    if answer == JUMP:
        game.push(bail_out)
        return
    game.pilot.sortie.forced = 1
    game.announce("forced_landing", "7.4.5b")
    game.push(land, 1)


def landing_modifiers(game: Game, forced: int) -> Modifiers:
    """Everything that makes this landing easier or harder, each with its rule [7.4.4]."""
    sortie, career, chart = game.pilot.sortie, game.pilot.career, game.layout.landing
    own = sortie.own_hits
    found: Modifiers = []
    if engine_damaged(own):
        found.append(Modifier("engine", chart.engine_damaged, "7.4.4"))
    if forced:
        found.append(Modifier("forced", chart.forced, "7.4.5b"))
    if own[S_GEAR]:
        found.append(Modifier("gear", chart.gear, "7.4.4"))
    if own[S_CONTROLS]:
        found.append(Modifier("controls", chart.controls, "7.4.4"))
    if max(own[S_PORT_WING], own[S_STARBOARD_WING]) >= chart.wing_hits:
        found.append(Modifier("wing", chart.wing, "7.4.4"))
    if sortie.wound >= SERIOUS:
        found.append(Modifier("wound", chart.pilot_serious, "7.4.8b"))
    if game.raid.weather:
        found.append(Modifier("weather", game.layout.weather.landing[game.raid.weather], "7.5"))
    if career.skills & LANDING:
        found.append(Modifier("skill", chart.skill, "7.7c"))
    if sortie.trouble:
        found.append(Modifier("trouble", chart.engine_trouble, "7.10b"))
    if game.layout.fatigue and (tired := fatigue.on_landing(game)):
        found.append(Modifier("fatigue", tired, "10.3b"))
    return found


@step
def land(game: Game, forced: int) -> None:
    """Two dice plus all modifiers, on chart B7 [7.4.4]."""
    found = landing_modifiers(game, forced)
    game.announce("lands", rules_of("6.1d 7.4.4", found), tuple(found))
    roll_for(game, 2, "landing", "7.4.4", touched_down, sum_of(found), bad=hard)


def hard(game: Game, dice: tuple[int, ...], added: int) -> int:
    """Is it anything worse than a safe landing?"""
    return GRAVE if sum(dice) + added >= game.layout.landing.rough else FINE


@step
def touched_down(game: Game, dice: tuple[int, ...], added: int) -> None:
    """Safe, rough, a crash, or fatal [7.4.6]."""
    career, sortie, chart = game.pilot.career, game.pilot.sortie, game.layout.landing
    total = sum(dice) + added
    two = game.mat.crew > 1
    if total < chart.rough:
        sortie.fate = LANDED
        game.announce("landed", "7.4.4", total)
    elif total < chart.crash:
        sortie.fate = ROUGH_LANDED
        game.announce("rough_landing", "7.4.6", total)
        wound(game, PILOT, LIGHT)
        if two and sortie.gunner_wound < KILLED:
            wound(game, GUNNER, LIGHT)
    elif total < chart.destroyed:
        sortie.fate = CRASHED
        sortie.lost = 1
        game.announce("crash_landing", "7.4.6", total)
        hurt = (GUNNER, PILOT) if two and sortie.gunner_wound < KILLED else (PILOT,)
        game.next(*[task(hurt_in_crash, who) for who in hurt])
    else:
        sortie.fate = WRECKED
        sortie.lost = 1
        game.announce("wrecked", "7.4.6", total)
        all_killed(game)
    career.markers &= ~game.layout.lost_on_landing


@step
def hurt_in_crash(game: Game, who: Crewman) -> None:
    """A crash wounds everybody aboard [7.4.6, 7.4.7]."""
    roll_for(game, 1, "wound", "7.4.6 7.4.7a", wound_rolled, who, bad=bad_wound)


def all_killed(game: Game) -> None:
    """Nobody survives."""
    sortie = game.pilot.sortie
    sortie.wound = KILLED
    if game.mat.crew > 1:
        sortie.gunner_wound = KILLED
    game.announce("all_killed", "7.4.8d")


# -- parachutes ----------------------------------------------------------------------------------------------------


@step
def abandon(game: Game) -> None:
    """The aircraft is lost in the air: bail out, if there is time [7.4, 7.6]."""
    sortie = game.pilot.sortie
    if sortie.downed == BLOWN_UP:
        sortie.fate = LOST
        sortie.lost = 1
        game.announce("no_parachute", "7.6b 7.4.1b")
        all_killed(game)
    elif sortie.wound == KILLED:
        sortie.fate = LOST
        sortie.lost = 1
        game.announce("pilot_dead", "7.4.8d")
    else:
        game.push(bail_out)


def may_bail_out(pilot: Pilot) -> bool:
    """After a round of the pass, or whenever he is wounded or the aircraft damaged [7.4.1]."""
    return bool(pilot.round.number or any(pilot.sortie.own_hits) or pilot.sortie.wound)


@step
def bail_out(game: Game) -> None:
    """Each man rolls on chart B8 [7.6, 7.4.1]."""
    sortie, career = game.pilot.sortie, game.pilot.career
    sortie.fate = BAILED_OUT
    sortie.lost = 1
    career.markers &= ~game.layout.lost_on_landing
    game.announce("bails_out", "7.6a 7.4.1g" if not sortie.downed else "7.6a")
    if game.mat.crew > 1 and sortie.gunner_wound < KILLED:
        game.next(task(man_jumps, PILOT), task(man_jumps, GUNNER))
    else:
        game.push(man_jumps, PILOT)


def parachute_modifiers(game: Game, who: Crewman) -> Modifiers:
    """What helps or hinders this man's jump [7.6]."""
    pilot, chart = game.pilot, game.layout.parachute
    found: Modifiers = []
    skills = pilot.career.skills if who == PILOT else pilot.gunner.skills
    if skills & PARACHUTE:
        found.append(Modifier("skill", chart.skill, "7.7e"))
    if (pilot.sortie.wound if who == PILOT else pilot.sortie.gunner_wound) >= SERIOUS:
        found.append(Modifier("wound", chart.wounded, "7.6a"))
    if pilot.sortie.downed == BURNING:
        found.append(Modifier("fire", chart.fire, "7.6a"))
    if pilot.sortie.downed == SHOT_TO_PIECES:
        found.append(Modifier("destroyed", chart.destroyed, "7.6b"))
    if who == PILOT and pilot.career.special == PARACHUTIST:
        found.append(Modifier("ace", -1, "10.2.2"))
    if who == PILOT and game.layout.fatigue and (tired := fatigue.on_parachute(game)):
        found.append(Modifier("fatigue", tired, "10.3b"))
    return found


@step
def man_jumps(game: Game, who: Crewman) -> None:
    """Two dice plus all modifiers [7.6]."""
    found = parachute_modifiers(game, who)
    game.announce("jumps", rules_of("7.6a", found), who, tuple(found))
    added = sum_of(found)
    roll_for(game, 2, "parachute", "7.6a", down_to_earth, who, added, bad=bad_jump)


def bad_jump(game: Game, dice: tuple[int, ...], who: Crewman, added: int) -> int:
    """An injury is a setback; a badly hurt pilot is grave."""
    result = jump(game, sum(dice) + added)
    if not result:
        return FINE
    return GRAVE if who == PILOT and together(game, who, result) >= SERIOUS else SETBACK


@step
def down_to_earth(game: Game, dice: tuple[int, ...], who: Crewman, added: int) -> None:
    """Safe, hurt or dead [7.6]."""
    result = jump(game, sum(dice) + added)
    game.announce("jumped", "7.6a", who, sum(dice) + added, result)
    if result:
        wound(game, who, result)


def jump(game: Game, total: int) -> int:
    """Chart B8: the wound a jump ends with [7.6]."""
    chart = game.layout.parachute
    if total >= chart.killed:
        return KILLED
    if total >= chart.serious:
        return SERIOUS
    return LIGHT if total >= chart.light else UNHURT
