"""Pilot fatigue and annual leave, an optional rule [10.3]."""

from __future__ import annotations

from viermot.games.interceptor.components.careers import Fatigue
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import PILOT
from viermot.kernel.agenda import Facts, Refusal, Words, question

FLY, STAND_DOWN, LEAVE = range(3)


def state_of(game: Game) -> Fatigue:
    """The line of the fatigue table the pilot is on."""
    tired = game.pilot.career.fatigue
    return max((row for row in game.layout.pack.career.fatigue if row.level <= tired), key=lambda row: row.level)


def on_landing(game: Game) -> int:
    """What fatigue adds to the landing roll [10.3b]."""
    return state_of(game).landing if game.layout.fatigue else 0


def on_parachute(game: Game) -> int:
    """What fatigue adds to his own parachute roll [10.3b]."""
    return state_of(game).parachute if game.layout.fatigue else 0


def on_initiative(game: Game) -> int:
    """What fatigue adds to the initiative roll [10.3b]."""
    return state_of(game).initiative if game.layout.fatigue else 0


def flew(game: Game) -> None:
    """A sortie tires the pilot [10.3a]."""
    if game.layout.fatigue:
        game.pilot.career.fatigue += game.layout.pack.career.rest.flown
        game.announce("fatigue", "10.3a", game.pilot.career.fatigue)


def rests(game: Game) -> None:
    """A line not flown, for whatever reason, is a rest [10.3a]."""
    if game.layout.fatigue and game.pilot.career.fatigue:
        game.pilot.career.fatigue = max(0, game.pilot.career.fatigue + game.layout.pack.career.rest.not_flown)
        game.announce("fatigue", "10.3a", game.pilot.career.fatigue)


def back_from_leave(game: Game) -> None:
    """After leave the pilot is as good as new [10.3c]."""
    game.pilot.career.fatigue = 0
    game.announce("rested", "10.3c")


@question(PILOT, "10.3a", Words("fly", "stand down", "leave"), default=FLY)
def fly_or_rest(game: Game) -> list[int]:
    """Fly, sit this one out, or take the year's leave? [10.3]"""
    return [FLY, STAND_DOWN] if game.pilot.career.leave else [FLY, STAND_DOWN, LEAVE]


@fly_or_rest.refuses
def why_not_fly_or_rest(game: Game, option: int) -> Refusal:
    return ("10.3c", "one_leave")


@fly_or_rest.tells
def fly_or_rest_facts(game: Game) -> Facts:
    return {"fatigue": game.pilot.career.fatigue}


@fly_or_rest.chosen
def decided_to_fly(game: Game, choice: int) -> None:
    sortie, career = game.pilot.sortie, game.pilot.career
    if choice == FLY:
        sortie.flying = 1
        return
    if choice == LEAVE:
        lines = game.layout.pack.career.lost_sorties.leave
        career.leave = 1
        career.away = "L" * (lines - 1)
        game.announce("leave", "10.3c", lines)
        if not career.away:
            back_from_leave(game)
    else:
        game.announce("stands_down", "10.3a")
    rests(game)
