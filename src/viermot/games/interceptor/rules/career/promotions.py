"""Promotion, three times a year, on either track [7.9]."""

from __future__ import annotations

from viermot.games.interceptor.model.modifiers import Modifier, sum_of
from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import COMMANDS, HAUPTMANN, KNIGHTS_CROSS, MAJOR, RANKS
from viermot.games.interceptor.rules.career.prestige import gain
from viermot.games.interceptor.rules.chance import FINE, SETBACK, roll_for
from viermot.kernel.agenda import step


def track_of(pilot: Pilot) -> tuple[str, ...]:
    """The ranks an officer or an NCO can rise to."""
    return RANKS[0 if pilot.career.officer else 1]


def rank_of(game: Game) -> str:
    """The pilot's rank in words."""
    return track_of(game.pilot)[game.pilot.career.rank]


def command_of(pilot: Pilot) -> str:
    """What an officer commands: a Staffel as Hauptmann, a Gruppe from Major up; "" for everybody else [7.9.1]."""
    return COMMANDS[pilot.career.rank] if pilot.career.officer else ""


@step
def promotion(game: Game) -> None:
    """Roll for the next rank; kills and awards of the last four months help [7.9.3]."""
    pilot = game.pilot
    if pilot.career.over or pilot.career.rank + 1 >= len(track_of(pilot)):
        return
    modifiers = _modifiers(game)
    pilot.career.kills_then = pilot.career.kills
    pilot.career.period_awards = 0
    added = sum_of(modifiers)
    roll_for(game, 1, "promotion", "7.9.3a 7.9.3b", promotion_rolled, added, facts=(modifiers,), bad=passed_over)


def passed_over(game: Game, dice: tuple[int, ...], added: int) -> int:
    """No promotion this time?"""
    return SETBACK if sum(dice) + added > game.layout.pack.career.promotion.success else FINE


@step
def promotion_rolled(game: Game, dice: tuple[int, ...], added: int) -> None:
    """The next rank, with what it brings an officer [7.9, 7.9.1]."""
    pilot = game.pilot
    if passed_over(game, dice, added):
        game.announce("no_promotion", "7.9.3b", rank_of(game))
        return
    pilot.career.rank += 1
    game.announce("promoted", "7.9.3b 7.9a", rank_of(game))
    if pilot.career.officer:
        gain(game, 1, "7.9a")
        if post := command_of(pilot):
            game.announce("command", "7.9.1b", post)
        if pilot.career.rank in (HAUPTMANN, MAJOR):
            pilot.prestige.free_moves += 1
            game.announce("free_move", "7.9.1a", pilot.prestige.free_moves)


def _modifiers(game: Game) -> tuple[Modifier, ...]:
    career, chart = game.pilot.career, game.layout.pack.career.promotion
    tens = (career.kills - career.kills_then) // chart.kills_each
    found = (
        Modifier("knights_cross", chart.knights_cross if career.awards & KNIGHTS_CROSS else 0, "7.9.3b"),
        Modifier("kills", chart.kills * tens, "7.9.3b"),
        Modifier("awards", chart.award * career.period_awards, "7.9.3b"),
    )
    return tuple(modifier for modifier in found if modifier.points)
