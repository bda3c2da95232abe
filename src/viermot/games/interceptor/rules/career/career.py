"""Between sorties: who flies the next line of the log, and everything that follows a landing [2.4, 6.1e, 6.1f]."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import KILLED, WOUNDS
from viermot.games.interceptor.rules.career import crew
from viermot.games.interceptor.rules.career.awards import medals, posthumous
from viermot.games.interceptor.rules.career.injuries import treat_wounds
from viermot.games.interceptor.rules.career.repairs import leave_hospital, see_to_aircraft
from viermot.games.interceptor.rules.career.skills import newcomers_learn, spend_experience
from viermot.games.interceptor.rules.career.spending import spend_prestige
from viermot.games.interceptor.rules.career.victory import KILLED_IN_ACTION
from viermot.games.interceptor.rules.career.wing_awards import wingman_awards
from viermot.games.interceptor.rules.damage.losses import entries
from viermot.games.interceptor.rules.options import fatigue
from viermot.kernel.agenda import step, task

HOSPITAL: Final = "H"
# Why a line is missed: the letter in `pilot.career.away`, the word, the rule.
MISSED: Final = {
    "W": ("light wound", "7.4.8a"),
    HOSPITAL: ("hospital", "7.4.8b"),
    "P": ("new aircraft", "7.6a"),
    "F": ("way home", "7.4.5b"),
    "D": ("repairs", "7.4.2d"),
    "R": ("reassignment", "4.6.1a"),
    "T": ("type training", "9.3a"),
    "J": ("award journey", "7.8.7.5"),
    "L": ("leave", "10.3c"),
}


AFTER_THE_LOG: Final = (treat_wounds, see_to_aircraft, spend_experience, spend_prestige, newcomers_learn)


@step
def line_begins(game: Game) -> None:
    """The next line of the log: a man just out of hospital is first given an aircraft [6.1f, 9.4]."""
    career = game.pilot.career
    if career.discharge and HOSPITAL not in career.away:
        game.next(task(leave_hospital), task(newcomers_learn), task(reports))
    else:
        reports(game)


@step
def reports(game: Game) -> None:
    """Does this pilot fly the line? [6.1f, 10.3]"""
    pilot = game.pilot
    if pilot.career.away:
        why, pilot.career.away = pilot.career.away[0], pilot.career.away[1:]
        word, rule = MISSED[why]
        line_not_flown(game, rule, word)
        if why == "L" and "L" not in pilot.career.away:
            fatigue.back_from_leave(game)
    elif game.layout.fatigue:
        game.push(fatigue.fly_or_rest)
    else:
        pilot.sortie.flying = 1
    if pilot.wingman.away or pilot.career.gunner_away:
        crew.convalesce(game)


def line_not_flown(game: Game, rules: str, why: str = "out of range") -> None:
    """A line without a sortie: nothing counts, and the pilot rests [4.6.3b, 10.3a]."""
    game.announce("line_missed", rules, why)
    fatigue.rests(game)


@step
def after_sortie(game: Game) -> None:
    """Experience and medals, whose points may be spent at once; then log, wounds, aircraft and purchases [6.1e]."""
    prestige, sortie = game.pilot.prestige, game.pilot.sortie
    prestige.offers = prestige.looked = 0
    if sortie.wound == KILLED:
        fallen(game)
        return
    game.next(
        task(count_the_sortie),  # flights and experience [7.7a]
        task(medals),  # [7.8]
        task(wingman_awards),  # [7.2.3.3]
        task(write_the_log),  # [4.3.2]
        task(treat_wounds),  # [7.4.8]
        task(see_to_aircraft),  # [7.4.2, 9.4, 9.5]
        task(spend_experience),  # [7.7]
        task(spend_prestige),  # [8.1]
        task(newcomers_learn),  # those who came with an aircraft [7.9.2, 8.1 D]
    )


def fallen(game: Game) -> None:
    """The pilot is dead; what he did still counts [5.1.3, 5.2.2, 7.4.8d]."""
    career = game.pilot.career
    career.flights += 1
    posthumous(game)
    career.over = KILLED_IN_ACTION
    game.announce("fell", "5.1.3 7.4.8d", career.bombers, career.fighters)
    _log(game)


@step
def count_the_sortie(game: Game) -> None:
    """One more flight, with the experience and the fatigue it brings [7.7a, 10.3a]."""
    game.pilot.career.flights += 1
    game.announce("flown", "6.1e", game.pilot.career.flights)
    crew.gain_experience(game)
    fatigue.flew(game)


@step
def write_the_log(game: Game) -> None:
    """The line of the log is complete; an award journey may have ended the career [4.3.2, 10.7]."""
    _log(game)
    if game.pilot.career.over:
        while game.agenda and game.agenda[-1][0] in AFTER_THE_LOG:
            game.agenda.pop()


def _log(game: Game) -> None:
    sortie, career = game.pilot.sortie, game.pilot.career
    target = game.layout.raid_target[game.month].get(game.raid.roll, "")
    craft = game.mat.name
    wound, met = WOUNDS[sortie.wound], tuple(entries(sortie.sheet))
    game.announce("log_line", "4.3.2 2.3", target, craft, sortie.bombers, sortie.fighters, wound, career.xp, met)
