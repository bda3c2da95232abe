"""Wingman and gunner between sorties: hospital, replacements, experience [7.2.3.3, 7.4.8, 7.9.2, 9.3, 9.6].

Whenever the aircraft has a second seat, somebody sits in it. While the gunner is in hospital (`career.gunner_away`) a
man without skills flies in his place, and the gunner himself is the `patient`. A wingman who was shot down stays away
until `wingman.away` lines have begun.
"""

from __future__ import annotations

from collections.abc import Sequence

from viermot.games.interceptor.model.ids import Crewman
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    CREW,
    FELDWEBEL,
    GUNNER,
    KILLED,
    LEADERSHIP,
    LIGHT,
    PILOT,
    SERIOUS,
    UNHURT,
    WINGMAN,
    WINGMAN_DOWN,
)
from viermot.games.interceptor.rules.career.prestige import pay
from viermot.games.interceptor.rules.chance import GRAVE, SETBACK, roll_for
from viermot.kernel.agenda import Facts, Words, question, step

AS_HE_COMES, TRAINED_MAN = range(2)
LET_GO, KEEP = range(2)
OLD_GUNNER, NEW_GUNNER = range(2)
LONG_STAY = 8  # lines in hospital: a month


# --- experience ----------------------------------------------------------------------------------------


def gain_experience(game: Game) -> None:
    """A point every few sorties for each of them; with Leadership, crew and wingman learn faster [7.7a, 7.7j]."""
    pilot, rates = game.pilot, game.layout.pack.career.experience
    if pilot.career.flights % rates.sorties == 0:
        pilot.career.xp += 1
        game.announce("experience", "7.7a", CREW[PILOT], pilot.career.xp)
    led = pilot.career.skills & LEADERSHIP
    each, rules = (rates.sorties_led, "7.7j") if led else (rates.sorties, "7.7a")
    if not pilot.wingman.away:
        pilot.wingman.sorties += 1
        pilot.wingman.wounds += int(pilot.sortie.wingman_wound > UNHURT)
        pilot.wingman.towards_xp += 1
        if pilot.wingman.towards_xp >= each:
            pilot.wingman.towards_xp = 0
            pilot.wingman.xp += 1
            game.announce("experience", f"7.2.3.3 {rules}", CREW[WINGMAN], pilot.wingman.xp)
    if game.mat.crew == 2:
        pilot.gunner.towards_xp += 1
        if pilot.gunner.towards_xp >= each:
            pilot.gunner.towards_xp = 0
            pilot.gunner.xp += 1
            game.announce("experience", rules, CREW[GUNNER], pilot.gunner.xp)


# --- after a sortie ------------------------------------------------------------------------------------


def lines_in_hospital(game: Game, dice: Sequence[int]) -> int:
    """How many lines a serious wound costs, by chart C2 [7.4.8]."""
    return int(game.layout.serious_wound[sum(dice) - 2])


def long_in_hospital(game: Game, dice: tuple[int, ...]) -> int:
    """Is he away for more than a month?"""
    lines = lines_in_hospital(game, dice)
    return GRAVE if lines >= LONG_STAY else SETBACK


def see_to_wingman(game: Game) -> None:
    """A wingman who was shot down is back after a line, or after hospital; a dead one is replaced [7.2.3, ruling D24].

    If he has just been sent to Berlin for an award, that is added, as for the pilot [ruling D42].
    """
    wingman, sortie = game.pilot.wingman, game.pilot.sortie
    if sortie.wingman != WINGMAN_DOWN:
        return
    if sortie.wingman_wound == KILLED:
        game.announce("crew_gone", "7.2.3", CREW[WINGMAN])
        game.push(replacement, WINGMAN)
        return
    lines = game.layout.pack.career.lost_sorties.parachute
    if sortie.wingman_wound == SERIOUS:
        lines = lines_in_hospital(game, game.roll(2, "hospital", "7.2.3", CREW[WINGMAN]))
    wingman.away = lines + max(wingman.away, 1)  # the count goes down as each line begins
    game.announce("wing_away", "7.2.3", wingman.away - 1)


def see_to_gunner(game: Game) -> None:
    """A wounded gunner gets a stand-in, a dead one is replaced [7.4.8a, 7.4.8c, 7.4.8d]."""
    sortie = game.pilot.sortie
    if game.mat.crew < 2 or not sortie.gunner_wound:
        return
    if sortie.gunner_wound == KILLED:
        game.announce("crew_gone", "7.4.8d", CREW[GUNNER])
        game.push(replacement, GUNNER)
        return
    if sortie.gunner_wound == LIGHT:
        gunner_away(game, game.layout.pack.career.lost_sorties.light_wound, "7.4.8a")
    else:
        roll_for(game, 2, "hospital", "7.4.8c", gunner_in_hospital, facts=(CREW[GUNNER],), bad=long_in_hospital)


@step
def gunner_in_hospital(game: Game, dice: tuple[int, ...]) -> None:
    """How many lines he spends in hospital, by chart C2 [7.4.8c]."""
    gunner_away(game, lines_in_hospital(game, dice), "7.4.8c")


def gunner_away(game: Game, lines: int, rules: str) -> None:
    """A man without skills flies in his place [7.4.8a, 7.4.8c]."""
    pilot = game.pilot
    if not pilot.career.gunner_away:  # a wounded stand-in is simply replaced by another
        pilot.patient.xp, pilot.patient.skills = pilot.gunner.xp, pilot.gunner.skills
        pilot.patient.kills, pilot.patient.towards_xp = pilot.gunner.kills, pilot.gunner.towards_xp
        pilot.career.gunner_away = lines + 1
    new_gunner(game, 0)
    game.announce("gunner_replaced", rules, lines)


def new_gunner(game: Game, xp: int) -> None:
    """A man without skills takes the rear seat [9.6]."""
    gunner = game.pilot.gunner
    gunner.xp = xp
    gunner.skills = gunner.kills = gunner.towards_xp = 0


def no_gunner(game: Game) -> None:
    """The seat is empty, and nobody is waiting to come back."""
    career, patient = game.pilot.career, game.pilot.patient
    new_gunner(game, 0)
    career.gunner_away = patient.xp = patient.skills = patient.kills = patient.towards_xp = 0


# --- replacements --------------------------------------------------------------------------------------


@question(PILOT, "8.1b", Words("as he comes", "trained"), default=AS_HE_COMES)
def replacement(game: Game, who: Crewman) -> list[int]:
    """Pay for a replacement who has learned something? A Feldwebel need not [7.9.2, 8.1 D]."""
    prestige = game.pilot.prestige
    if knows_the_system(game) or prestige.points < game.layout.pack.career.prestige.crewman:
        return [AS_HE_COMES]
    return [AS_HE_COMES, TRAINED_MAN]


@replacement.tells
def replacement_facts(game: Game, who: Crewman) -> Facts:
    return {"who": CREW[who], "points": game.pilot.prestige.points}


@replacement.chosen
def replacement_comes(game: Game, who: Crewman, trained: int) -> None:
    career, wingman, rates = game.pilot.career, game.pilot.wingman, game.layout.pack.career.experience
    xp, rules = (rates.wingman, "7.2.3.3 9.6") if who == WINGMAN else (rates.gunner, "9.6")
    if knows_the_system(game):
        xp, rules = rates.feldwebel, "7.9.2c 9.6"
    elif trained:
        pay(game, game.layout.pack.career.prestige.crewman, "crewman")
        xp, rules = rates.bought, "8.1b 9.6"
    if who == WINGMAN:
        wingman.xp = xp
        wingman.skills = wingman.bombers = wingman.fighters = wingman.towards_xp = wingman.awards = 0
        wingman.sorties = wingman.wounds = 0
        wingman.away = 0
    else:
        new_gunner(game, xp)
        career.gunner_away = 0
    career.newcomer = int(xp > 0)
    game.announce("new_man", rules, CREW[who], xp)


def knows_the_system(game: Game) -> bool:
    """Is the pilot a Feldwebel or higher, who gets good men? [7.9.2c]"""
    return not game.pilot.career.officer and game.pilot.career.rank >= FELDWEBEL


def change_seats(game: Game, seats_before: int) -> None:
    """A different aircraft may need a gunner, or have no seat for one [9.3b, 9.6]."""
    seats = game.mat.crew
    if seats > seats_before:
        no_gunner(game)
        game.announce("counts_on", "9.3b", CREW[GUNNER])
        game.push(replacement, GUNNER)
    elif seats < seats_before:
        no_gunner(game)
        game.announce("surplus_man", "9.3b 9.6", CREW[GUNNER])


@question(PILOT, "9.4b", Words("let go", "keep"))
def keep_crew(game: Game) -> list[int]:
    """After hospital: pay to get the gunner back, or take a new one? [9.4]"""
    return [LET_GO, KEEP] if game.pilot.prestige.points >= game.layout.pack.career.prestige.crewman else [LET_GO]


@keep_crew.chosen
def crew_decided(game: Game, keep: int) -> None:
    if keep:
        points = game.layout.pack.career.prestige.crewman
        pay(game, points, "crewman")
        game.announce("crew_kept", "9.4b", points)
        return
    game.announce("crew_gone", "9.4b", CREW[GUNNER])
    no_gunner(game)
    game.push(replacement, GUNNER)


# --- as a line begins ----------------------------------------------------------------------------------


def convalesce(game: Game) -> None:
    """One line of the log passes for those who are away [7.4.8]."""
    wingman, career = game.pilot.wingman, game.pilot.career
    if wingman.away:
        wingman.away -= 1
        if not wingman.away:
            game.announce("wing_back", "7.2.3")
    if career.gunner_away:
        career.gunner_away -= 1
        if not career.gunner_away:
            game.push(gunner_returns)


@step
def gunner_returns(game: Game) -> None:
    """Out of hospital; if his stand-in has learned something, the pilot may keep him instead [7.4.8c]."""
    if game.pilot.gunner.xp or game.pilot.gunner.skills:
        game.push(which_gunner)
    else:
        gunner_chosen(game, OLD_GUNNER)


@question(PILOT, "7.4.8c", Words("old", "new"))
def which_gunner(game: Game) -> list[int]:
    """The old gunner is back: take him, or keep the new one? [7.4.8]"""
    return [OLD_GUNNER, NEW_GUNNER]


@which_gunner.chosen
def gunner_chosen(game: Game, choice: int) -> None:
    patient, gunner = game.pilot.patient, game.pilot.gunner
    if choice == OLD_GUNNER:
        gunner.xp, gunner.skills = patient.xp, patient.skills
        gunner.kills, gunner.towards_xp = patient.kills, patient.towards_xp
    patient.xp = patient.skills = patient.kills = patient.towards_xp = 0
    game.announce("gunner_back", "7.4.8c", "old" if choice == OLD_GUNNER else "new")
