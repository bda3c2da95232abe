"""Prestige Points and the Prestige Level: how they are gained and spent [8.0]."""

from __future__ import annotations

from viermot.games.interceptor.model.state import Game


def gain(game: Game, points: int, rules: str) -> None:
    """A point raises the level too; the level stops at the highest any aircraft needs [8.1a, 8.2a]."""
    prestige = game.pilot.prestige
    prestige.points += points
    prestige.level = min(game.layout.pack.career.prestige.highest, prestige.level + points)
    game.announce("prestige", f"{rules} 8.1a 8.2a", prestige.points, prestige.level)


def pay(game: Game, points: int, what: str) -> None:
    """Spend points; the level never falls [8.1b, 8.2a]."""
    game.pilot.prestige.points -= points
    game.announce("paid", "8.1b 8.2a", what, points, game.pilot.prestige.points)
