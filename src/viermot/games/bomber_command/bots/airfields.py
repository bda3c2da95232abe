"""What a flight costs before it meets anybody: aircraft lost in taking off and landing, in VP [7.4.2, 7.4.4]."""

from __future__ import annotations

from functools import cache
from typing import Final

from viermot.games.bomber_command.bots.tracking import far
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import FOG, JUTLAND, POOR, SIZE
from viermot.games.bomber_command.model.ids import Unit
from viermot.games.bomber_command.model.layout import Layout, read_chart
from viermot.games.bomber_command.model.state import FLOWN

DICE: Final = tuple(a + b for a in range(1, 7) for b in range(1, 7))


@cache
def expected(layout: Layout, landing: bool, weather: int, modifier: int) -> float:
    """Aircraft lost on average in one roll for a scramble or a recovery."""
    charts, lowest = (layout.recovery, layout.recovery_first) if landing else (layout.scramble, layout.scramble_first)
    column = charts[layout.weather_column[weather]]
    return float(sum(read_chart(column, lowest, roll + modifier).losses for roll in DICE)) / len(DICE)


def flight_cost(view: RaidView, unit: Unit) -> float:
    """What it costs to send a unit up and have it back in the present weather."""
    layout, counter = view.layout, view.layout.units[unit]
    up, down = layout.scramble_modifiers, layout.recovery_modifiers
    again = up["again"] if view.unit_marks[unit] & FLOWN else 0
    single = 0 if counter.twin else down["se"]
    weather = view.weather_at(counter.hex)
    lost = expected(layout, False, weather, again + _common(view, unit, up))
    lost += expected(layout, True, weather, single + _common(view, unit, down))
    return float(layout.scoring.nightfighter) * lost


def landing_cost(view: RaidView, unit: Unit, place: int) -> float:
    """What it costs to land from that place: at home if near, otherwise in the division below [7.4.4, 7.4.7]."""
    layout, counter = view.layout, view.layout.units[unit]
    down = layout.recovery_modifiers
    modifier = _common(view, unit, down) + (0 if counter.twin else down["se"])
    home = far(place, counter.hex) <= (0 if counter.hex == JUTLAND else 1)
    if place in layout.out_of_range:
        weather, modifier = FOG, modifier + down["out of range"]
    else:
        weather = view.weather_at(counter.hex if home or place >= SIZE else place)
    return float(layout.scoring.nightfighter) * expected(
        layout, True, weather, modifier + (0 if home else down["divert"])
    )


def _common(view: RaidView, unit: Unit, modifiers: dict[str, int]) -> int:
    """What modifies both rolls: the sky, and the crews."""
    counter = view.layout.units[unit]
    return (
        (modifiers["poor"] if view.visibility == POOR else 0)
        + (modifiers["moon"] if view.moon_up() else 0)
        + (modifiers["star"] if counter.star else 0)
        + (modifiers["me262"] if counter.type == "Me262" else 0)
    )
