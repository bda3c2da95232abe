"""What wounds cost once the pilot is on the ground [7.4.8]."""

from __future__ import annotations

from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import BAILED_OUT, CREW, LIGHT, PILOT, ROUGH_LANDED, SERIOUS
from viermot.games.interceptor.rules.career import crew
from viermot.games.interceptor.rules.chance import roll_for
from viermot.kernel.agenda import step


def stay_away(pilot: Pilot, why: str, lines: int) -> None:
    """Miss at least this many lines; wounds, repairs and the way home overlap, but an award journey is added [D42]."""
    together = len(laid_up(pilot))
    if lines > together:
        pilot.career.away = why * lines + pilot.career.away[together:]


def laid_up(pilot: Pilot) -> str:
    """The lines he already misses, not counting an award journey."""
    return pilot.career.away.rstrip("J")


@step
def treat_wounds(game: Game) -> None:
    """Hospital for a serious wound, a sortie for a light one [7.4.8]."""
    pilot, lost = game.pilot, game.layout.pack.career.lost_sorties
    game.push(way_home)
    if pilot.sortie.wound == SERIOUS:
        roll_for(game, 2, "hospital", "7.4.8b", in_hospital, facts=(CREW[PILOT],), bad=crew.long_in_hospital)
    elif pilot.sortie.wound == LIGHT:
        stay_away(pilot, "W", lost.light_wound)
        game.announce("wounded", "7.4.8a", "light", lost.light_wound)


@step
def way_home(game: Game) -> None:
    """If he came down elsewhere he has to get home; then the crew is seen to [7.4.5b, 7.4.6, 7.6a]."""
    pilot, lost = game.pilot, game.layout.pack.career.lost_sorties
    if pilot.sortie.fate == BAILED_OUT:
        stay_away(pilot, "P", lost.parachute)
        game.announce("away", "7.6a", "new aircraft", lost.parachute)
    elif pilot.sortie.forced:
        stay_away(pilot, "F", lost.forced_landing)
        game.announce("away", "7.4.5b", "way home", lost.forced_landing)
    if pilot.sortie.fate == ROUGH_LANDED:
        stay_away(pilot, "D", lost.rough_landing)
        game.announce("away", "7.4.6", "repairs", lost.rough_landing)
    crew.see_to_gunner(game)
    crew.see_to_wingman(game)


@step
def in_hospital(game: Game, dice: tuple[int, ...]) -> None:
    """How many lines he spends in hospital, by chart C2 [7.4.8]."""
    lines = crew.lines_in_hospital(game, dice)
    stay_away(game.pilot, "H", lines)
    game.announce("hospital", "7.4.8b", CREW[PILOT], lines)
