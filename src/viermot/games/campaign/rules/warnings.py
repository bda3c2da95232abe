"""Warnings before something irreversible: the campaign's own, and in the air those of the sortie's game."""

from __future__ import annotations

from viermot.games.campaign.model.state import Career
from viermot.games.campaign.rules.recovery import bale_out
from viermot.games.campaign.rules.sortie import in_flight, in_flight_still
from viermot.kernel.agenda import Warned, warn

REWORDED = frozenset({"ends_game", "last_leaves_map"})  # what ends the sortie's game ends only the sortie


def _in_the_air(game: Career, option: int) -> Warned | None:
    asked = game.sortie.asked
    found: Warned | None = asked[0].warning(game.sortie, *asked[1:], option)
    if found is None:
        return None
    words = asked[0].name.partition(".")[0]  # the text belongs to the game that asks
    if found.key in REWORDED:
        words = "campaign"
    return Warned(f"{words}.warning.{found.key}", found.asks, **found.fields)


for _asked in (in_flight, in_flight_still):
    _asked.warns(_in_the_air)


@bale_out.warns
def abandons(game: Career, flight: int, jump: int) -> Warned | None:
    """The aircraft is lost, and the crew may be hurt [A7.2]."""
    return warn("bale_out") if jump else None
