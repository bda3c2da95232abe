"""Medals, clasps and ace status [7.8]."""

from __future__ import annotations

from typing import Final, NamedTuple

from viermot.games.interceptor.model.ids import Award
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    ACE,
    AWARDS,
    DIAMONDS,
    EHRENPOKAL,
    EK1,
    EK2,
    FLIGHT_CLASP,
    GERMAN_CROSS,
    KNIGHTS_CROSS,
    OAK_LEAVES,
    SWORDS,
    WOUND_BADGE,
)
from viermot.games.interceptor.rules.career import journey
from viermot.games.interceptor.rules.career.prestige import gain
from viermot.games.interceptor.rules.chance import FINE, SETBACK, roll_for
from viermot.kernel.agenda import step

FOR_PROMOTION: Final = EK1 | EHRENPOKAL | GERMAN_CROSS  # [7.9.3b]
GRADES: Final = (KNIGHTS_CROSS, OAK_LEAVES, SWORDS, DIAMONDS)
GRADE_RULES: Final = {KNIGHTS_CROSS: "7.8.7a", OAK_LEAVES: "7.8.7.1", SWORDS: "7.8.7.2", DIAMONDS: "7.8.7.3"}
SURE: Final = 6  # what one die never exceeds
WOUND_GRADES: Final = ("black", "silver", "gold")
CLASP_GRADES: Final = ("bronze", "silver", "gold")


@step
def medals(game: Game) -> None:
    """Everything the sortie has earned, in the order of the book [6.1e, 7.8]."""
    wound_badge(game)
    for_kills(game)
    knights_cross(game)
    flight_clasp(game)


def posthumous(game: Game) -> None:
    """What a dead pilot's last sortie has earned without a roll [2.4, 7.8, ruling D53]."""
    wound_badge(game)
    for_kills(game)
    due = grade_due(game)
    if due is not None and due.needed >= SURE:
        confer(game, due.grade, f"{GRADE_RULES[due.grade]} 7.8.7.4")
    flight_clasp(game)


def name_of(award: Award) -> str:
    """The word for an award bit."""
    return AWARDS[award.bit_length() - 1]


def confer(game: Game, award: Award, rules: str) -> None:
    """An award, with its Prestige Point [7.8a]."""
    career = game.pilot.career
    career.awards |= award
    if award & FOR_PROMOTION:
        career.period_awards += 1
    game.announce("award", rules, name_of(award))
    gain(game, 1, rules if award == ACE else f"{rules} 7.8a")


def wound_badge(game: Game) -> None:
    """Black, silver and gold at the first, third and fifth wound; only the first counts for prestige [7.8.1]."""
    career, sortie = game.pilot.career, game.pilot.sortie
    before = career.wounds
    career.wounds += sortie.new_wounds
    for grade, due in zip(WOUND_GRADES, game.layout.pack.career.awards.wounds, strict=True):
        if before < due <= career.wounds:
            game.announce("badge", "7.8.1", grade, career.wounds)
            if not career.awards & WOUND_BADGE:
                confer(game, WOUND_BADGE, "7.8.1")


def for_kills(game: Game) -> None:
    """The awards that follow automatically from a number of kills [7.8.2, 7.8.3, 7.8.4, 7.8.6, 7.8.8]."""
    career, due = game.pilot.career, game.layout.pack.career.awards
    kills = career.kills
    if kills >= due.ek2 and not career.awards & EK2:
        confer(game, EK2, "7.8.2")
    points = due.bomber_points * career.bombers + due.fighter_points * career.fighters
    if kills > due.ek2 and points >= due.ek1_points and career.awards & EK2 and not career.awards & EK1:
        confer(game, EK1, "7.8.3")
    if kills >= due.ace and not career.awards & ACE:
        confer(game, ACE, "7.8.8")
    if kills >= due.ehrenpokal and not career.awards & EHRENPOKAL:
        confer(game, EHRENPOKAL, "7.8.4")
    if kills >= due.german_cross and not career.awards & GERMAN_CROSS:
        confer(game, GERMAN_CROSS, "7.8.6")


def knights_cross(game: Game) -> None:
    """The next grade: once he has enough kills, one die, easier with every further kill [7.8.7, ruling D28]."""
    due = grade_due(game)
    if due is None:
        return
    grade, needed = due
    if needed >= SURE:
        receive(game, grade)
    else:
        facts = (name_of(grade), needed)
        roll_for(game, 1, "award", GRADE_RULES[grade], grade_rolled, grade, needed, facts=facts, bad=passed_over)


def passed_over(game: Game, dice: tuple[int, ...], grade: Award, needed: int) -> int:
    """No award this time?"""
    return SETBACK if sum(dice) > needed else FINE


class Due(NamedTuple):
    """A grade of the Knight's Cross that is due, and the highest roll that earns it."""

    grade: Award
    needed: int


def grade_due(game: Game) -> Due | None:
    """The grade that a sortie with new kills makes possible, if any [7.8.7]."""
    career, sortie = game.pilot.career, game.pilot.sortie
    grade = next_grade(career.awards)
    if grade is None or not sortie.bombers + sortie.fighters or career.kills < due_at(game, grade):
        return None
    return Due(grade, SURE if grade == DIAMONDS else 1 + career.kills - due_at(game, grade))


def next_grade(awards: int) -> Award | None:
    """The lowest grade of the Knight's Cross he does not hold."""
    return next((grade for grade in GRADES if not awards & grade), None)


@step
def grade_rolled(game: Game, dice: tuple[int, ...], grade: Award, needed: int) -> None:
    """He gets it, or must wait for another kill [7.8.7]."""
    if passed_over(game, dice, grade, needed):
        game.announce("no_award", GRADE_RULES[grade], name_of(grade))
    else:
        receive(game, grade)


def receive(game: Game, grade: Award) -> None:
    """A grade of the Knight's Cross; for the higher ones he travels to Berlin [7.8.7.4, 7.8.7.5]."""
    confer(game, grade, f"{GRADE_RULES[grade]} 7.8.7.4")
    if grade != KNIGHTS_CROSS:
        game.push(journey.award_journey, name_of(grade))


def due_at(game: Game, grade: Award) -> int:
    """The number of kills from which a grade is possible [7.8.7]."""
    due = game.layout.pack.career.awards
    return {KNIGHTS_CROSS: due.knights_cross, OAK_LEAVES: due.oak_leaves, SWORDS: due.swords}.get(grade, due.diamonds)


def flight_clasp(game: Game) -> None:
    """Bronze, silver and gold, by flights; only the first counts for prestige [7.8.5]."""
    career = game.pilot.career
    for grade, due in zip(CLASP_GRADES, game.layout.pack.career.awards.clasps, strict=True):
        if career.flights == due:
            game.announce("clasp", "7.8.5", grade, career.flights)
            if not career.awards & FLIGHT_CLASP:
                confer(game, FLIGHT_CLASP, "7.8.5")
