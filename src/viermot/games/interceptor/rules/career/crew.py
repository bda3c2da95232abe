"""Wingman and gunner between sorties: hospital, replacements, experience [7.2.3.3, 7.4.8, 7.9.2, 9.3, 9.6].

Whenever the aircraft has a second seat somebody sits in it. While the gunner is in hospital (`gun_missing`) a man
without skills flies for him, and what the gunner was stands under `ward_`. A wingman shot down is away until
`wing_missing` lines have begun.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from viermot.kernel.agenda import Words, question, step

AS_HE_COMES, TRAINED_MAN = range(2)
LET_GO, KEEP = range(2)
OLD_GUNNER, NEW_GUNNER = range(2)
LONG_STAY = 8  # lines in hospital: a month


# --- experience ----------------------------------------------------------------------------------------


def gain_experience(game: Game) -> None:
    """One point for so many sorties flown, for everybody aboard; Leadership hurries crew and wingman [7.7a, 7.7j]."""
    pilot, rates = game.pilot, game.table.pack.career.experience
    if pilot.flights % rates.sorties == 0:
        pilot.xp += 1
        game.tell("experience", "7.7a", CREW[PILOT], pilot.xp)
    led = pilot.skills & LEADERSHIP
    each, rules = (rates.sorties_led, "7.7j") if led else (rates.sorties, "7.7a")
    if not pilot.wing_missing:
        pilot.wing_sorties += 1
        pilot.wing_wounds += int(pilot.wing_wound > UNHURT)
        pilot.wing_flights += 1
        if pilot.wing_flights >= each:
            pilot.wing_flights = 0
            pilot.wing_xp += 1
            game.tell("experience", f"7.2.3.3 {rules}", CREW[WINGMAN], pilot.wing_xp)
    if game.mat.crew == 2:
        pilot.gun_flights += 1
        if pilot.gun_flights >= each:
            pilot.gun_flights = 0
            pilot.gun_xp += 1
            game.tell("experience", rules, CREW[GUNNER], pilot.gun_xp)


# --- after a sortie ------------------------------------------------------------------------------------


def lines_in_hospital(game: Game, dice: Sequence[int]) -> int:
    """How many lines a serious wound costs, by chart C2 [7.4.8]."""
    return int(game.table.serious_wound[sum(dice) - 2])


def long_in_hospital(game: Game, dice: tuple[int, ...]) -> int:
    """More than a month out of it?"""
    lines = lines_in_hospital(game, dice)
    return GRAVE if lines >= LONG_STAY else SETBACK


def see_to_wingman(game: Game) -> None:
    """A wingman shot down comes back after a line, or after hospital; one killed is replaced [7.2.3, ruling D24].

    If he has just been sent to Berlin for an award, that comes on top, as for the pilot [ruling D42].
    """
    pilot = game.pilot
    if pilot.wing != WINGMAN_DOWN:
        return
    if pilot.wing_wound == KILLED:
        game.tell("crew_gone", "7.2.3", CREW[WINGMAN])
        game.push(replacement, WINGMAN)
        return
    lines = game.table.pack.career.lost_sorties.parachute
    if pilot.wing_wound == SERIOUS:
        lines = lines_in_hospital(game, game.roll(2, "hospital", "7.2.3", CREW[WINGMAN]))
    pilot.wing_missing = lines + max(pilot.wing_missing, 1)  # the count goes down as each line begins
    game.tell("wing_away", "7.2.3", pilot.wing_missing - 1)


def see_to_gunner(game: Game) -> None:
    """A wounded gunner is replaced for a time, a killed one for good [7.4.8a, 7.4.8c, 7.4.8d]."""
    pilot = game.pilot
    if game.mat.crew < 2 or not pilot.gun_wound:
        return
    if pilot.gun_wound == KILLED:
        game.tell("crew_gone", "7.4.8d", CREW[GUNNER])
        game.push(replacement, GUNNER)
        return
    if pilot.gun_wound == LIGHT:
        gunner_away(game, game.table.pack.career.lost_sorties.light_wound, "7.4.8a")
    else:
        roll_for(game, 2, "hospital", "7.4.8c", gunner_in_hospital, facts=(CREW[GUNNER],), bad=long_in_hospital)


@step
def gunner_in_hospital(game: Game, dice: tuple[int, ...]) -> None:
    """So many lines in hospital, by chart C2 [7.4.8c]."""
    gunner_away(game, lines_in_hospital(game, dice), "7.4.8c")


def gunner_away(game: Game, lines: int, rules: str) -> None:
    """A man without skills flies in his place [7.4.8a, 7.4.8c]."""
    pilot = game.pilot
    if not pilot.gun_missing:  # a stand-in who is hurt is simply replaced by another
        pilot.ward_xp, pilot.ward_skills = pilot.gun_xp, pilot.gun_skills
        pilot.ward_kills, pilot.ward_flights = pilot.gun_kills, pilot.gun_flights
        pilot.gun_missing = lines + 1
    new_gunner(game, 0)
    game.tell("gunner_replaced", rules, lines)


def new_gunner(game: Game, xp: int) -> None:
    """Somebody without skills takes the rear seat [9.6]."""
    pilot = game.pilot
    pilot.gun_xp = xp
    pilot.gun_skills = pilot.gun_kills = pilot.gun_flights = 0


def no_gunner(game: Game) -> None:
    """Nobody sits there any more, and nobody waits to come back."""
    pilot = game.pilot
    new_gunner(game, 0)
    pilot.gun_missing = pilot.ward_xp = pilot.ward_skills = pilot.ward_kills = pilot.ward_flights = 0


# --- replacements --------------------------------------------------------------------------------------


@question(PILOT, "8.1b", Words("as he comes", "trained"), default=AS_HE_COMES)
def replacement(game: Game, who: int) -> list[int]:
    """Pay for a replacement who has learned something? A Feldwebel need not [7.9.2, 8.1 D]."""
    pilot = game.pilot
    if knows_the_system(game) or pilot.points < game.table.pack.career.prestige.crewman:
        return [AS_HE_COMES]
    return [AS_HE_COMES, TRAINED_MAN]


@replacement.tells
def who_is_replaced(game: Game, who: int) -> dict[str, object]:
    return {"who": CREW[who], "points": game.pilot.points}


@replacement.chosen
def replacement_comes(game: Game, who: int, trained: int) -> None:
    pilot, rates = game.pilot, game.table.pack.career.experience
    xp, rules = (rates.wingman, "7.2.3.3 9.6") if who == WINGMAN else (rates.gunner, "9.6")
    if knows_the_system(game):
        xp, rules = rates.feldwebel, "7.9.2c 9.6"
    elif trained:
        pay(game, game.table.pack.career.prestige.crewman, "crewman")
        xp, rules = rates.bought, "8.1b 9.6"
    if who == WINGMAN:
        pilot.wing_xp = xp
        pilot.wing_skills = pilot.wing_bombers = pilot.wing_fighters = pilot.wing_flights = pilot.wing_awards = 0
        pilot.wing_sorties = pilot.wing_wounds = 0
        pilot.wing_missing = 0
    else:
        new_gunner(game, xp)
        pilot.gun_missing = 0
    pilot.newcomer = int(xp > 0)
    game.tell("new_man", rules, CREW[who], xp)


def knows_the_system(game: Game) -> bool:
    """Is the pilot a Feldwebel or higher, who gets good men? [7.9.2c]"""
    return not game.pilot.officer and game.pilot.rank >= FELDWEBEL


def change_seats(game: Game, seats_before: int) -> None:
    """Another aircraft may need a gunner or have no seat for him [9.3b, 9.6]."""
    seats = game.mat.crew
    if seats > seats_before:
        no_gunner(game)
        game.tell("counts_on", "9.3b", CREW[GUNNER])
        game.push(replacement, GUNNER)
    elif seats < seats_before:
        no_gunner(game)
        game.tell("surplus_man", "9.3b 9.6", CREW[GUNNER])


@question(PILOT, "9.4b", Words("let go", "keep"))
def keep_crew(game: Game) -> list[int]:
    """After hospital: pay to get the gunner back, or take a new one? [9.4]"""
    return [LET_GO, KEEP] if game.pilot.points >= game.table.pack.career.prestige.crewman else [LET_GO]


@keep_crew.chosen
def crew_decided(game: Game, keep: int) -> None:
    if keep:
        points = game.table.pack.career.prestige.crewman
        pay(game, points, "crewman")
        game.tell("crew_kept", "9.4b", points)
        return
    game.tell("crew_gone", "9.4b", CREW[GUNNER])
    no_gunner(game)
    game.push(replacement, GUNNER)


# --- as a line begins ----------------------------------------------------------------------------------


def convalesce(game: Game) -> None:
    """A line of the log goes by for those who are away [7.4.8]."""
    pilot = game.pilot
    if pilot.wing_missing:
        pilot.wing_missing -= 1
        if not pilot.wing_missing:
            game.tell("wing_back", "7.2.3")
    if pilot.gun_missing:
        pilot.gun_missing -= 1
        if not pilot.gun_missing:
            game.push(gunner_returns)


@step
def gunner_returns(game: Game) -> None:
    """Out of hospital; if his stand-in has learned something the pilot may prefer him [7.4.8c]."""
    if game.pilot.gun_xp or game.pilot.gun_skills:
        game.push(which_gunner)
    else:
        gunner_chosen(game, OLD_GUNNER)


@question(PILOT, "7.4.8c", Words("old", "new"))
def which_gunner(game: Game) -> list[int]:
    """The old gunner is back: take him, or keep the new one? [7.4.8]"""
    return [OLD_GUNNER, NEW_GUNNER]


@which_gunner.chosen
def gunner_chosen(game: Game, choice: int) -> None:
    pilot = game.pilot
    if choice == OLD_GUNNER:
        pilot.gun_xp, pilot.gun_skills = pilot.ward_xp, pilot.ward_skills
        pilot.gun_kills, pilot.gun_flights = pilot.ward_kills, pilot.ward_flights
    pilot.ward_xp = pilot.ward_skills = pilot.ward_kills = pilot.ward_flights = 0
    game.tell("gunner_back", "7.4.8c", "old" if choice == OLD_GUNNER else "new")
