"""The eight historical aces: how their cards start them off, and the total they must match [10.2]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.interceptor.model.ids import Model, MonthNumber, Unit, by_unit
from viermot.games.interceptor.model.notation import AIRCRAFT
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import ACE as ACE_STATUS
from viermot.games.interceptor.model.terms import AWARDS, MONTHS, NCO, OFFICER, PILOT, RANKS, SKILLS, SPECIALS
from viermot.kernel.agenda import Refusal, question


class Posting(NamedTuple):
    """A unit, and the month in which he joins it."""

    unit: Unit
    month: MonthNumber


def posting(game: Game) -> Posting:
    """The unit on his card and the month he joins it: March 1943, or when history says [10.2, 10.2.1]."""
    layout = game.layout
    ace = layout.pack.aces[game.pilot.career.ace]
    late = ace.later if layout.ace_late else None
    name, since = (late.unit, MonthNumber(MONTHS.index(late.since))) if late else (ace.unit, MonthNumber(0))
    unit = next(unit for unit, row in by_unit(layout.pack.units) if row.name == name)
    return Posting(unit, max(layout.start, since, layout.unit_since[unit]))


def lay_card(game: Game) -> None:
    """Lay the card on the pilot's chart: rank, kills, awards, skills [10.2, 10.2.2]."""
    pack, pilot = game.layout.pack, game.pilot
    ace = pack.aces[game.layout.ace]
    pilot.career.ace = ace.name
    pilot.career.officer = int(ace.rank in RANKS[OFFICER])
    pilot.career.rank = RANKS[OFFICER if pilot.career.officer else NCO].index(ace.rank)
    pilot.career.bombers, pilot.career.fighters = ace.bombers, ace.kills - ace.bombers
    pilot.career.kills_then = ace.kills
    pilot.career.awards = sum(1 << AWARDS.index(award) for award in ace.awards)
    if ace.kills >= pack.career.awards.ace:
        pilot.career.awards |= ACE_STATUS
    pilot.career.wounds = int("wound badge" in ace.awards)
    pilot.prestige.level, pilot.prestige.points = ace.level, ace.points
    pilot.career.skills = sum(1 << SKILLS.index(skill) for skill in ace.skills)
    pilot.career.xp = ace.experience
    pilot.wingman.xp = pack.career.experience.wingman
    pilot.career.special = SPECIALS.index(ace.special)


def choices(game: Game) -> tuple[str, ...]:
    """The aircraft of the ace's unit; if it has any of a series he is expert in, only those [10.2.1]."""
    ace = game.layout.pack.aces[game.pilot.career.ace]
    names = game.layout.pack.units[game.pilot.career.unit].aircraft
    craft = game.layout.pack.aircraft
    expert = tuple(name for name in names if f"expert {craft[name].series}" in ace.skills)
    return expert or names


@question(PILOT, "10.2.1", AIRCRAFT)
def ace_aircraft(game: Game) -> list[Model]:
    """Which of his unit's aircraft does the ace fly? [10.2.1]"""
    wanted = choices(game)
    return [craft.number for craft in game.layout.aircraft if craft.name in wanted]


@ace_aircraft.refuses
def why_not_ace_aircraft(game: Game, option: int) -> Refusal | None:
    return ("10.2.1", "not_in_unit")


@ace_aircraft.chosen
def ace_is_ready(game: Game, number: Model) -> None:
    career, prestige, craft = game.pilot.career, game.pilot.prestige, game.layout.aircraft[number]
    career.aircraft = number
    prestige.waived = number + 1
    unit = game.layout.pack.units[career.unit]
    game.announce("ace_card", "10.2 10.2.1 10.2.2", career.ace, unit.name, craft.name, career.kills)
