"""Wounds of pilot and gunner [7.4.7, 7.4.8]."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.ids import Crewman
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import KILLED, PILOT, SERIOUS
from viermot.games.interceptor.rules.chance import GRAVE, SETBACK
from viermot.kernel.agenda import step


@step
def wound_rolled(game: Game, dice: tuple[int, ...], who: Crewman) -> None:
    """Light, serious or deadly [7.4.7]."""
    wound(game, who, game.layout.wound[sum(dice)])


# Two light wounds make a serious one and two serious ones kill [10.7 B]: so they weigh 1, 2 and 4 and simply add up,
# in whatever order they come (ruling D83). Lists of damage hold this weight where they count hits on a man.
WEIGHT: Final = (0, 1, 2, 4)


def grade_of(weight: int) -> int:
    """How badly a man is hurt when his wounds add up to this weight."""
    return sum(weight >= minimum for minimum in WEIGHT[1:])


def together(game: Game, who: Crewman, grade: int) -> int:
    """How badly he is hurt with one more wound."""
    sortie = game.pilot.sortie
    weight, state = (sortie.hurt, sortie.wound) if who == PILOT else (sortie.gunner_hurt, sortie.gunner_wound)
    return grade_of(max(weight, WEIGHT[state]) + WEIGHT[grade])


def bad_wound(game: Game, dice: tuple[int, ...], who: Crewman) -> int:
    """A wound that leaves the pilot seriously hurt or dead is grave."""
    return GRAVE if who == PILOT and together(game, who, game.layout.wound[sum(dice)]) >= SERIOUS else SETBACK


def wound(game: Game, who: Crewman, grade: int) -> None:
    """A wound on top of those of this sortie [7.4.7, 7.4.8]."""
    sortie = game.pilot.sortie
    after = together(game, who, grade)
    if who == PILOT:
        sortie.hurt = max(sortie.hurt, WEIGHT[sortie.wound]) + WEIGHT[grade]
        sortie.wound = after
        sortie.new_wounds += 1
    else:
        sortie.gunner_hurt = max(sortie.gunner_hurt, WEIGHT[sortie.gunner_wound]) + WEIGHT[grade]
        sortie.gunner_wound = after
    if after == KILLED:
        rules = "7.4.7a 7.4.8d"
    elif after == SERIOUS:
        rules = "7.4.7a 7.4.8b" if who == PILOT else "7.4.7a 7.4.8c"
    else:
        rules = "7.4.7a 7.4.8a"
    game.announce("injured", rules, who, grade, after)
