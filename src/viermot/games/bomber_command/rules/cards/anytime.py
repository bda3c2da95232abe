"""Cards playable at any time: when their holder is asked if one of them is all he could play [6.2a, ruling C75].

Being asked in every window about a card that would do nothing there is tedious. So each card names the moments at
which it changes what comes next, judged by what its holder knows; at all others it is offered only when he is asked
something anyway, and at his own decisions (`cards.at_own_time`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from viermot.games.bomber_command.model.board import BRITISH, ENGLAND_ZONE, FOG, GARDENING, MOSQUITO
from viermot.games.bomber_command.model.ids import by_raid
from viermot.games.bomber_command.model.state import FLYING, IN_RAID, RESOLVE, TAKING_OFF, Game
from viermot.games.bomber_command.rules.cards.windows import (
    W_BOMBING,
    W_FIGHTERS,
    W_GCI,
    W_HOME,
    W_INFILTRATION,
    W_MARKERS,
    W_MARKING,
    W_RAIDS,
    W_RECOVERY,
    W_SCRAMBLED,
    W_TAME,
    W_TAME_PHASE,
    W_WILD,
)
from viermot.games.bomber_command.rules.movement.raids import FLAK_MARKER

Matters = Callable[[Game, int, int], bool]  # game, seat, window


def guns_will_fire(game: Game, seat: int, which: int) -> bool:
    """MOBILE FLAK: before raids fly into it, and before flak markers are resolved."""
    if which == W_MARKERS:
        return any(marker.type == FLAK_MARKER for marker in game.combats)
    return which == W_RAIDS


def weather_counts(game: Game, seat: int, which: int) -> bool:
    """WEATHER: before take-offs, attacks, infiltrations, landings and marking."""
    if which == W_SCRAMBLED:
        return any(marks & TAKING_OFF for marks in game.unit_marks)
    if which == W_MARKERS:
        return bool(game.combats)
    if which == W_TAME_PHASE:
        return bool(game.counters) or bool(game.drops) or IN_RAID in game.unit_place
    if which == W_RECOVERY:
        return any(place >= 0 or place == IN_RAID for place in game.unit_place)
    return which in (W_MARKING, W_HOME)


def fog_over_england(game: Game, seat: int, which: int) -> bool:
    """FIDO: before a raid lands in fog [7.6.1]."""
    return which == W_HOME and game.weather_in(ENGLAND_ZONE) == FOG


def bombs_are_due(game: Game, seat: int, which: int) -> bool:
    """SCATTERED STREAM, WIND FINDERS: before anything that disruption spoils is resolved [9.8.3]."""
    if which != W_BOMBING:
        return False
    due = [drop for drop in game.drops if drop.side == RESOLVE]
    if any(seat != BRITISH or game.plot[drop.raid].kind != MOSQUITO for drop in due):
        return True
    return seat == BRITISH and any(
        plotted.kind == GARDENING and game.raid_fate[raid] == FLYING and game.raid_step[raid] == plotted.aim
        for raid, plotted in by_raid(game.plot)
    )


def somebody_attacks(game: Game, seat: int, which: int) -> bool:
    """SERRATE, PERFECTOS: before units move, hunt or land, and before a unit attacks or infiltrates."""
    return which in (W_FIGHTERS, W_RAIDS, W_TAME_PHASE, W_RECOVERY, W_GCI, W_TAME, W_WILD, W_INFILTRATION)


MATTERS: Final[dict[str, Matters]] = {
    "mobile flak": guns_will_fire,
    "weather": weather_counts,
    "fido": fog_over_england,
    "scattered stream": bombs_are_due,
    "wind finders": bombs_are_due,
    "serrate": somebody_attacks,
    "perfectos": somebody_attacks,
}
