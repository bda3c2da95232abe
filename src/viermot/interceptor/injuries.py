"""What wounds cost once the pilot is on the ground [7.4.8]."""

from __future__ import annotations

from viermot.interceptor import crew
from viermot.interceptor.state import Game, Pilot
from viermot.interceptor.terms import BAILED_OUT, CREW, LIGHT, PILOT, ROUGH_LANDED, SERIOUS
from viermot.kernel.agenda import step


def stay_away(pilot: Pilot, why: str, lines: int) -> None:
    """Miss at least so many lines; wound, repair and the journey home run at the same time."""
    if lines > len(pilot.away):
        pilot.away = why * lines


@step
def treat_wounds(game: Game) -> None:
    """Hospital for the wounded, and the way home for who came down elsewhere [7.4.5b, 7.4.6, 7.4.8, 7.6a]."""
    pilot, lost = game.pilot, game.table.pack.career.lost_sorties
    if pilot.wound == SERIOUS:
        lines = crew.lines_in_hospital(game, CREW[PILOT], "7.4.8b")
        stay_away(pilot, "H", lines)
        game.tell("hospital", "7.4.8b", CREW[PILOT], lines)
    elif pilot.wound == LIGHT:
        stay_away(pilot, "W", lost.light_wound)
        game.tell("wounded", "7.4.8a", "light", lost.light_wound)
    if pilot.fate == BAILED_OUT:
        stay_away(pilot, "P", lost.parachute)
        game.tell("away", "7.6a", "new aircraft", lost.parachute)
    elif pilot.forced:
        stay_away(pilot, "F", lost.forced_landing)
        game.tell("away", "7.4.5b", "way home", lost.forced_landing)
    if pilot.fate == ROUGH_LANDED:
        stay_away(pilot, "D", lost.rough_landing)
        game.tell("away", "7.4.6", "repairs", lost.rough_landing)
    crew.see_to_gunner(game)
    crew.see_to_wingman(game)
