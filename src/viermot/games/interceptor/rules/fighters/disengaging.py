"""Getting out of a fight, ours and theirs [7.3]."""

from __future__ import annotations

from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import TAILED, TAILING
from viermot.games.interceptor.rules.chance import FINE, SETBACK, roll_for
from viermot.games.interceptor.rules.damage.airframe import must_abort
from viermot.games.interceptor.rules.fighters.encounter import HE_LEFT, WE_LEFT, fight_ends
from viermot.games.interceptor.rules.fighters.initiative import initiative, shift
from viermot.kernel.agenda import step


@step
def enemy_disengages(game: Game) -> None:
    """Wounded, leaking or unarmed, he leaves instead of firing: always if tailing us, otherwise on 1 to 4 [7.3.1]."""
    duel = game.pilot.duel
    game.announce("enemy_disengages", "7.3.1a", duel.enemy)
    if duel.orientation == TAILED:
        game.announce("enemy_away", "7.3.1b")
        game.push(fight_ends, HE_LEFT)
        return
    if game.die("disengage", "7.3.1b", 1) <= game.layout.chances.disengage:
        game.announce("enemy_away", "7.3.1b")
        game.push(fight_ends, HE_LEFT)
    else:
        shift(game, 1, "7.3.1b")
        game.push(initiative)


def disengage(game: Game) -> None:
    """Certain when tailing him; on 1 to 4 when Advantaged [7.3]."""
    pilot = game.pilot
    if must_abort(pilot):
        game.announce("must_abort", "7.4.2b")
    if pilot.duel.orientation == TAILING:
        game.announce("disengaged", "7.3a")
        game.push(fight_ends, WE_LEFT)
    else:
        roll_for(game, 1, "disengage", "7.3a", disengage_rolled, bad=held)


def held(game: Game, dice: tuple[int, ...]) -> int:
    """Does he fail to get away?"""
    return FINE if sum(dice) <= game.layout.chances.disengage else SETBACK


@step
def disengage_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """If he fails, the enemy gains a position, nobody fires, and initiative follows [7.3, ruling D25]."""
    if held(game, dice):
        game.announce("not_disengaged", "7.3a")
        shift(game, -1, "7.3a")
        game.push(initiative)
    else:
        game.announce("disengaged", "7.3a")
        game.push(fight_ends, WE_LEFT)
