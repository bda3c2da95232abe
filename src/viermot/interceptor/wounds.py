"""Wounds of pilot and gunner [7.4.7, 7.4.8]."""

from __future__ import annotations

from viermot.interceptor.state import Game
from viermot.interceptor.terms import KILLED, PILOT, SERIOUS
from viermot.kernel.agenda import step


@step
def wound_rolled(game: Game, dice: tuple[int, ...], who: int) -> None:
    """Light, serious or deadly [7.4.7]."""
    wound(game, who, game.table.wound[dice[0]])


def worse(before: int, grade: int) -> int:
    """Two light wounds make a serious one, two serious ones kill; otherwise the worse of the two counts [7.4.7]."""
    return min(before + 1, KILLED) if before == grade else max(before, grade)


def wound(game: Game, who: int, grade: int) -> None:
    """A wound on top of those of this sortie [7.4.7, 7.4.8]."""
    pilot = game.pilot
    before = pilot.wound if who == PILOT else pilot.gun_wound
    after = worse(before, grade)
    if who == PILOT:
        pilot.wound = after
        pilot.wounds_now += 1
    else:
        pilot.gun_wound = after
    if after == KILLED:
        rules = "7.4.7a 7.4.8d"
    elif after == SERIOUS:
        rules = "7.4.7a 7.4.8b" if who == PILOT else "7.4.7a 7.4.8c"
    else:
        rules = "7.4.7a 7.4.8a"
    game.tell("injured", rules, who, grade, after)
