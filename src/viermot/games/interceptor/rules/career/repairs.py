"""Repairs, scrounging, and replacing a lost aircraft [7.4.2, 7.9.2, 8.1 E, 9.4, 9.5]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import Model
from viermot.games.interceptor.model.notation import AIRCRAFT
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    KILLED,
    LOST_MACHINE,
    MACHINE,
    OLD_CREW,
    PILOT,
    ROUGH_LANDED,
    SERIOUS,
    UNHURT,
    UNTERFELDWEBEL,
)
from viermot.games.interceptor.rules.career import crew
from viermot.games.interceptor.rules.career.injuries import laid_up, stay_away
from viermot.games.interceptor.rules.career.prestige import pay
from viermot.games.interceptor.rules.career.upgrades import may_have, take_over
from viermot.games.interceptor.rules.chance import FINE, SETBACK, roll_for
from viermot.kernel.agenda import Facts, Refusal, Words, question, step

WAIT, NEW_MACHINE = range(2)


@step
def see_to_aircraft(game: Game) -> None:
    """A new aircraft if his is lost or he leaves hospital; otherwise repairs, by number of hits [7.4.2d, 9.4a, 9.5]."""
    sortie, career, bands = game.pilot.sortie, game.pilot.career, game.layout.pack.career.repair
    gone = sortie.lost or sortie.repair >= bands.written_off
    if gone:
        if not sortie.lost:
            game.announce("written_off", "7.4.2d 7.4.2e", sortie.repair)
        strike_off(game)
    if sortie.wound == SERIOUS:
        career.discharge = MACHINE | (LOST_MACHINE if gone else 0)
        if game.mat.crew == 2 and sortie.gunner_wound != KILLED:
            career.discharge |= OLD_CREW
        game.announce("aircraft_waits", "9.4a")
    elif gone:
        game.push(new_aircraft, 1)
    elif sortie.repair >= bands.lose_sortie:
        game.push(repair)
    elif sortie.repair and sortie.fate != ROUGH_LANDED:  # after which it is under repair anyway
        game.announce("ready", "7.4.2d", sortie.repair)


@step
def leave_hospital(game: Game) -> None:
    """Out of hospital: an aircraft of his choice, and his old crew for a point [9.4, ruling D77]."""
    sortie, career = game.pilot.sortie, game.pilot.career
    due, career.discharge = career.discharge, 0
    sortie.wound = UNHURT
    game.announce("out_of_hospital", "9.4a")
    if due & OLD_CREW and game.mat.crew == 2:
        game.push(crew.keep_crew)
    if due & MACHINE:
        game.push(new_aircraft, 2 if due & LOST_MACHINE else 0)


def strike_off(game: Game) -> None:
    """A one-off that is lost is gone for good [9.8]."""
    if is_unique(game, game.pilot.career.aircraft):
        game.pilot.prestige.lost_unique |= 1 << game.pilot.career.aircraft
        game.announce("unique_lost", "9.8", game.mat.name)


def is_unique(game: Game, number: Model) -> bool:
    """Was only one ever built? [9.8]"""
    return game.layout.pack.aircraft[game.layout.aircraft[number].name].unique


# --- repair --------------------------------------------------------------------------------------------


@step
def repair(game: Game) -> None:
    """Four or five hits cost a sortie, unless the pilot is away anyway or knows how to get parts [7.4.2d, 7.9.2]."""
    pilot, hits = game.pilot, game.pilot.sortie.repair
    if pilot.sortie.fate == ROUGH_LANDED:
        return
    if laid_up(pilot):
        game.announce("ready", "7.4.2d", hits)
    elif not pilot.career.officer and pilot.career.rank >= UNTERFELDWEBEL:
        game.announce("scrounged", "7.9.2b", hits)
    elif not pilot.career.officer:
        roll_for(game, 1, "scrounging", "7.9.2a", scrounging, bad=no_parts)
    else:
        game.push(wait_for_repairs)


def no_parts(game: Game, dice: tuple[int, ...]) -> int:
    """Nothing found?"""
    return FINE if sum(dice) >= game.layout.pack.career.repair.scrounge else SETBACK


@step
def scrounging(game: Game, dice: tuple[int, ...]) -> None:
    """An Unteroffizier may find the parts [7.9.2]."""
    if no_parts(game, dice):
        game.push(wait_for_repairs)
    else:
        game.announce("scrounged", "7.9.2a", game.pilot.sortie.repair)


@question(PILOT, "8.1b", Words("wait", "new aircraft"), default=WAIT)
def wait_for_repairs(game: Game) -> list[int]:
    """Lose a sortie to repairs, or pay for another aircraft? [7.4.2, 8.1 E]"""
    return [WAIT, NEW_MACHINE] if game.pilot.prestige.points >= game.layout.pack.career.prestige.no_repair else [WAIT]


@wait_for_repairs.tells
def wait_for_repairs_facts(game: Game) -> Facts:
    return {"hits": game.pilot.sortie.repair, "points": game.pilot.prestige.points}


@wait_for_repairs.chosen
def repairs_decided(game: Game, choice: int) -> None:
    if choice == WAIT:
        stay_away(game.pilot, "D", 1)
        game.announce("repairs", "7.4.2d", game.pilot.sortie.repair, 1)
    else:
        pay(game, game.layout.pack.career.prestige.no_repair, "no repairs")
        game.push(new_aircraft, 1)


# --- another aircraft ----------------------------------------------------------------------------------


@question(PILOT, "9.5", AIRCRAFT)
def new_aircraft(game: Game, lost: int) -> list[Model]:
    """Which aircraft of the series, of those in service that his level allows? [9.4, 9.5, 9.7, ruling D37]

    After hospital he may go back to a one-off, but a lost one cannot be replaced [9.8]. `lost` is 0 after hospital, 1
    for a lost aircraft, 2 for both.
    """
    series = game.mat.series
    found = [craft.number for craft in game.layout.aircraft if craft.series == series and may_have(game, craft.number)]
    return [
        number for number in found if not (lost and number == game.pilot.career.aircraft and is_unique(game, number))
    ]


@new_aircraft.refuses
def why_not_new_aircraft(game: Game, lost: int, option: int) -> Refusal | None:
    craft = game.layout.pack.aircraft[game.layout.aircraft[option].name]
    if game.layout.aircraft[option].series != game.mat.series:
        return ("9.5", "other_series")
    if game.pilot.prestige.lost_unique >> option & 1 or (
        lost and craft.unique and option == game.pilot.career.aircraft
    ):
        return ("9.8", "unique_lost")
    return ("8.2b", "level") if craft.prestige > game.pilot.prestige.level else ("9.5", "not_yet")


@new_aircraft.chosen
def aircraft_received(game: Game, lost: int, number: Model) -> None:
    take_over(game, number, ("9.4a", "9.5", "9.4a 9.5")[lost])
