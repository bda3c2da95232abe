"""How a career ends, and how well [PC1, PC6, A10.1]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import ACTIVE, CREW_FATES, GREEN, OWN
from viermot.kernel.json import JsonObject

FULL_YEAR = 48  # weeks
LEVELS = ("defeat", "draw", "minor_victory", "victory", "decisive_victory")


def is_it_over(game: Career) -> bool:
    """At the end of a week: lost, won, or the year is over."""
    found = _staffel(game) if game.layout.is_staffel else _pilot(game)
    if found is None:
        return False
    game.ending, game.level = found[:2]
    game.agenda.clear()
    game.tell("career_over", found[2], game.ending, game.level, points(game))
    return True


def _pilot(game: Career) -> tuple[str, str, str] | None:
    form, crew = game.layout.form, game.crews[OWN]
    assert form is not None
    rule = "PC1" if form.always_green else "PC6"
    if crew.fate != ACTIVE:
        return CREW_FATES[crew.fate], "defeat", rule
    if not form.always_green and game.status_of(crew) == GREEN:
        return "no longer seasoned", "defeat", rule
    if _reached(game, form.goal):
        return "goal reached", "victory", rule
    if game.week >= game.layout.weeks:
        return "end of the campaign", "minor_victory" if _minor(game) else "defeat", rule
    return None


def _reached(game: Career, goal: Mapping[Literal["kills", "points"], int]) -> bool:
    crew = game.crews[OWN]
    return all((crew.kills if what == "kills" else crew.points) >= least for what, least in goal.items())


def _minor(game: Career) -> bool:
    """The Iron Cross 1st Class, which is kept once given; or sixteen kills at the end [PC1, PC6]."""
    form = game.layout.form
    assert form is not None
    if form.always_green:
        return game.crews[OWN].awards >= 2
    return _reached(game, form.minor)


def points(game: Career) -> int:
    """What is compared in the end: the Staffel's balance, or the pilot's points or kills."""
    rules = game.layout.book.staffel.victory
    if game.layout.is_staffel:
        losses = rules.crew_lost * game.lost_crews + rules.aircraft_lost * game.lost_planes
        return game.score + game.bonus - losses
    return game.crews[OWN].points if game.layout.always_green else game.crews[OWN].kills


def _staffel(game: Career) -> tuple[str, str, str] | None:
    if not game.active():
        return "no crews left", "defeat", "A10.1"
    if game.week < game.layout.weeks:
        return None
    rules = game.layout.book.staffel.victory
    total = points(game) * FULL_YEAR // game.layout.weeks  # a shorter war asks for less
    if total >= rules.decisive:
        level = "decisive_victory"
    elif total >= rules.win:
        level = "victory"
    else:
        level = "draw" if total >= rules.draw else "defeat"
    return "end of the campaign", level, "A10.1"


def result(game: Career) -> JsonObject | None:
    """How the career ended, None while it goes on."""
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
