"""How a career ends, and how well [PC1, PC6, A10.1]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from viermot.games.campaign.components import Goal
from viermot.games.campaign.model.ids import OWN_CREW
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import ACTIVE, CREW_FATES, GREEN
from viermot.kernel.json import JsonObject

FULL_YEAR = 48  # weeks
LEVELS = ("defeat", "draw", "minor_victory", "victory", "decisive_victory")


class Verdict(NamedTuple):
    """How a career ends: why, how well, and by which rule."""

    ending: str
    level: str
    rule: str


def is_it_over(game: Career) -> bool:
    """At the end of a week: has it been lost or won, or is the year over?"""
    found = _staffel(game) if game.layout.is_staffel else _pilot(game)
    if found is None:
        return False
    game.ending, game.level, rule = found
    game.agenda.clear()
    game.announce("career_over", rule, game.ending, game.level, points(game))
    return True


def _pilot(game: Career) -> Verdict | None:
    form, crew = game.layout.form, game.crews[OWN_CREW]
    assert form is not None
    rule = "PC1" if form.always_green else "PC6"
    if crew.fate != ACTIVE:
        return Verdict(CREW_FATES[crew.fate], "defeat", rule)
    if not form.always_green and game.status_of(crew) == GREEN:
        return Verdict("no longer seasoned", "defeat", rule)
    if _reached(game, form.goal):
        return Verdict("goal reached", "victory", rule)
    if game.week >= game.layout.weeks:
        return Verdict("end of the campaign", "minor_victory" if _reached(game, form.minor) else "defeat", rule)
    return None


def _reached(game: Career, goal: Mapping[Goal, int]) -> bool:
    """Does the pilot have that many kills, points or awards? [PC1, PC6]"""
    crew = game.crews[OWN_CREW]
    has: Mapping[Goal, int] = {"kills": crew.kills, "points": crew.points, "awards": crew.awards}
    return all(has[what] >= minimum for what, minimum in goal.items())


def points(game: Career) -> int:
    """What is compared at the end: the Staffel's balance, or the pilot's points or kills."""
    rules = game.layout.book.staffel.victory
    if game.layout.is_staffel:
        losses = rules.crew_lost * game.lost_crews + rules.aircraft_lost * game.lost_planes
        return game.score + game.bonus - losses
    return game.crews[OWN_CREW].points if game.layout.always_green else game.crews[OWN_CREW].kills


def _staffel(game: Career) -> Verdict | None:
    if not game.active():
        return Verdict("no crews left", "defeat", "A10.1")
    if game.week < game.layout.weeks:
        return None
    rules = game.layout.book.staffel.victory
    total = points(game) * FULL_YEAR // game.layout.weeks  # a shorter campaign asks for less
    if total >= rules.decisive:
        level = "decisive_victory"
    elif total >= rules.win:
        level = "victory"
    else:
        level = "draw" if total >= rules.draw else "defeat"
    return Verdict("end of the campaign", level, "A10.1")


def result(game: Career) -> JsonObject | None:
    """How the career ended; None while it goes on."""
    if not game.ending:
        return None
    return {
        "level": game.level,
        "reason": game.ending,
        "score": points(game),
        "kills": len(game.victims),
        "points": game.score,
        "losses": game.lost_planes,
        "crews_lost": game.lost_crews,
        "weeks": game.week,
        "sorties": len(game.flown),
    }
