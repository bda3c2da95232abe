"""The quality of enemy fighter pilots, an optional rule [10.4]."""

from __future__ import annotations

from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import MONTHS, QUALITIES


def of_enemy(game: Game) -> int:
    """Green, trained, veteran or ace, by the date and one die [10.4]."""
    chart = game.layout.pack.career.pilot_quality
    late = game.month >= MONTHS.index(chart.late_since)
    die = game.die("enemy pilot", "10.4")
    quality = (chart.late if late else chart.early)[die - 1]
    game.announce("enemy_pilot", "10.4", quality)
    return QUALITIES.index(quality)


def more_hits(game: Game, quality: int) -> int:
    """How many more or fewer hits than a trained pilot [10.4]."""
    return game.layout.pack.career.pilot_quality.hits[quality]
