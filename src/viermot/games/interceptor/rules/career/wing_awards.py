"""The wingman's medals: everything a pilot can earn, without the prestige [7.2.3.3, 7.8, ruling D90]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import Award
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    ACE,
    DIAMONDS,
    EHRENPOKAL,
    EK1,
    EK2,
    FLIGHT_CLASP,
    GERMAN_CROSS,
    KILLED,
    KNIGHTS_CROSS,
    WOUND_BADGE,
)
from viermot.games.interceptor.rules.career.awards import GRADE_RULES, SURE, due_at, name_of, next_grade
from viermot.kernel.agenda import step


@step
def wingman_awards(game: Game) -> None:
    """Whatever the sortie has earned him; while away he earns nothing [7.2.3.3]."""
    wingman, due = game.pilot.wingman, game.layout.pack.career.awards
    if wingman.away:
        return
    kills = wingman.bombers + wingman.fighters
    points = due.bomber_points * wingman.bombers + due.fighter_points * wingman.fighters
    earned = {
        WOUND_BADGE: wingman.wounds >= due.wounds[0],
        EK2: kills >= due.ek2,
        EK1: kills > due.ek2 and points >= due.ek1_points,
        ACE: kills >= due.ace,
        EHRENPOKAL: kills >= due.ehrenpokal,
        FLIGHT_CLASP: wingman.sorties >= due.clasps[0],
        GERMAN_CROSS: kills >= due.german_cross,
    }
    for award, is_due in earned.items():
        if is_due and not wingman.awards & award:
            confer(game, award, "7.2.3.3 7.8.8" if award == ACE else "7.2.3.3")
    knights_cross(game, kills)


def confer(game: Game, award: Award, rules: str) -> None:
    """A medal for him [7.2.3.3]."""
    game.pilot.wingman.awards |= award
    game.announce("wing_award", rules, name_of(award))


def knights_cross(game: Game, kills: int) -> None:
    """The next grade after a sortie in which he scored, by the pilot's rule; he too travels to Berlin [7.8.7]."""
    wingman, sortie = game.pilot.wingman, game.pilot.sortie
    grade = next_grade(wingman.awards)
    if grade is None or not sortie.wingman_kills or kills < due_at(game, grade) or sortie.wingman_wound == KILLED:
        return
    needed = SURE if grade == DIAMONDS else 1 + kills - due_at(game, grade)
    rule = f"7.2.3.3 {GRADE_RULES[grade]}"
    if needed < SURE and game.die("wingman's award", rule, name_of(grade), needed) > needed:
        return
    confer(game, grade, rule)
    if grade != KNIGHTS_CROSS:
        lines = game.layout.pack.career.lost_sorties.award_journey
        wingman.away = lines + 1  # the count goes down as each line begins
        game.announce("wing_away", "7.2.3.3 7.8.7.5", lines)
