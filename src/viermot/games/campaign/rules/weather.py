"""The night: visibility, cloud and moon [A3b, A3c, A3d, CM1, PC5]."""

from __future__ import annotations

from viermot.games.campaign.components import base_pack
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import GOOD, MODERATE, NO_MOON, POOR
from viermot.kernel.agenda import step


@step
def night_weather(game: Career) -> None:
    """Visibility on two dice, cloud on one, for the whole night [A3b]."""
    total = sum(game.roll(2, "visibility", "A3b"))
    tables = base_pack(game.layout.book, game.layout.game_name).book  # those of the game that sorties are flown with
    sky = tables.visibility
    game.visibility = POOR if total <= sky.poor else MODERATE if total <= sky.moderate else GOOD
    game.cloud = int(game.die("cloud", "A3b") <= tables.cloud.cloudy)
    rules = "A3b" if game.layout.umpired or not game.layout.is_staffel else "A3b CM1"
    game.announce("weather", rules, game.visibility, game.cloud)


@step
def weather_changes(game: Career) -> None:
    """With an umpire visibility may change after each scenario, 1 worse, 6 better [A3c]; alone it does not [CM1]."""
    if not game.layout.umpired:
        return
    die = game.die("weather change", "A3c")
    before = game.visibility
    if die == 1:
        game.visibility = max(POOR, before - 1)
    elif die == 6:
        game.visibility = min(GOOD, before + 1)
    if game.visibility != before:
        game.announce("visibility_changes", "A3c", game.visibility)


def moon_rises(game: Career, minimum: int, rule: str) -> None:
    """In a week with a moon, it may have risen when a scenario begins; once up, it stays up [A3d, PC5]."""
    if game.moon == NO_MOON or game.risen:
        return
    if game.die("moonrise", rule) >= minimum:
        game.risen = 1
        game.announce("moon_risen", rule, game.moon)
