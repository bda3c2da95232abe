"""Prestige Points and the Prestige Level: how they come and go [8.0]."""

from __future__ import annotations

from viermot.games.interceptor.model.state import Game


def gain(game: Game, points: int, rules: str) -> None:
    """A point raises the level too; the level stops at the highest any aircraft needs [8.1a, 8.2a]."""
    pilot = game.pilot
    pilot.points += points
    pilot.level = min(game.table.pack.career.prestige.highest, pilot.level + points)
    game.tell("prestige", f"{rules} 8.1a 8.2a", pilot.points, pilot.level)


def pay(game: Game, points: int, what: str) -> None:
    """Spend points; the level never falls [8.1b, 8.2a]."""
    game.pilot.points -= points
    game.tell("paid", "8.1b 8.2a", what, points, game.pilot.points)
