"""The journey to Berlin for the higher grades, and the extremely optional rule [7.8.7.5, 10.7]."""

from __future__ import annotations

from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import KILLED, PILOT, WOUNDS
from viermot.games.interceptor.rules.career import victory
from viermot.games.interceptor.rules.chance import roll_for
from viermot.games.interceptor.rules.damage.wounds import WEIGHT, grade_of
from viermot.kernel.agenda import Words, question, step

QUIETLY, SHOOT = range(2)


@step
def award_journey(game: Game, award: str) -> None:
    """The trip to Berlin costs a sortie [7.8.7.5]."""
    lines = game.layout.pack.career.lost_sorties.award_journey
    game.pilot.career.away += "J" * lines
    game.announce("journey", "7.8.7.5", award)
    if game.layout.plot:
        game.push(at_headquarters)


@question(PILOT, "10.7", Words("quietly", "shoot"))
def at_headquarters(game: Game) -> list[int]:
    """Receive the award, or use the pistol nobody has taken away? [10.7]"""
    return [QUIETLY, SHOOT]


@at_headquarters.chosen
def received(game: Game, choice: int) -> None:
    if choice == QUIETLY:
        game.announce("quietly", "10.7")
        return
    roll_for(game, 1, "pistol shots", "10.7", shots_fired)


@step
def shots_fired(game: Game, dice: tuple[int, ...]) -> None:
    """Each shot wounds like any other hit [10.7]."""
    shots = sum(dice)
    wounds = [game.layout.wound[game.die("pistol wound", "10.7")] for _ in range(shots)]
    wound = grade_of(sum(WEIGHT[grade] for grade in wounds))
    game.announce("shots", "10.7", shots, WOUNDS[wound])
    game.pilot.career.over = victory.ASSASSIN if wound == KILLED else victory.PLOTTER
