"""What the weather is worth to the standard players: when a WEATHER card pays, and in which zone a marker does most.

Everything is in VP for the British player: bombers and nightfighters that crash on landing, how well a target can be
marked, and how hard attacks are on the way home.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import BRITISH, DECOY, ENGLAND_ZONE, FOG, MAIN, SIZE
from viermot.games.bomber_command.model.ids import Zone, by_unit
from viermot.games.bomber_command.model.layout import Layout, read_chart
from viermot.games.bomber_command.model.notation import zone_in, zone_option
from viermot.games.bomber_command.model.state import FLYING, IN_RAID, RECOVERED, RESOLVE
from viermot.kernel.registry import Ask

DICE: Final = tuple(a + b for a in range(1, 7) for b in range(1, 7))
A_ROW: Final = 1.0  # of the Bomb Concentration Table, in VP
A_HEX: Final = 0.25  # of the Main Force's route where attacks are harder by one
A_LANDING: Final = 0.5  # the share of units in the air that land before the weather changes again
HOMEWARD: Final = 7  # turn from which most units think of landing
MANY: Final = 4  # units in the air that make it worthwhile
FEW: Final = 2  # more units than this landing together are worth lighting the airfields for


@cache
def crashes(layout: Layout, weather: int) -> float:
    """Aircraft lost on average in a landing in such weather [7.4.4, 7.6]."""
    column = layout.recovery[layout.weather_column[weather]]
    return float(sum(read_chart(column, layout.recovery_first, roll).losses for roll in DICE)) / len(DICE)


def in_the_air(view: RaidView, zone: Zone) -> int:
    """Units in the air whose airfield is in the zone."""
    units = view.layout.units
    return sum(
        1 for u, place in enumerate(view.unit_place) if (place >= 0 or place == IN_RAID) and units[u].zone == zone
    )


def targets_ahead(view: RaidView) -> list[int]:
    """Cities that a Main Force will bomb; the German player knows those with a bombing marker only."""
    if view.side == BRITISH:
        return [raid.target for raid in view.raids() if raid.kind == MAIN and not raid.bombed]
    return [city for city, _ in view.drops()]


def hexes_ahead(view: RaidView, zone: Zone) -> int:
    """Hexes of the zone that Main Forces have yet to cross, as far as the seat knows."""
    zone_of = view.layout.zone_of
    if view.side == BRITISH:
        raids = [raid for raid in view.raids() if raid.kind == MAIN and raid.fate == FLYING]
        return sum(1 for raid in raids for hex_ in raid.path[max(raid.step, 0) :] if zone_of[hex_] == zone)
    return 2 * sum(1 for hex_, _ in view.counters() if hex_ < SIZE and zone_of[hex_] == zone)


def worth(view: RaidView, zone: Zone, weather: int) -> float:
    """What such weather in the zone is worth to the British player."""
    layout = view.layout
    if zone == ENGLAND_ZONE:
        still_out = sum(1 for raid in view.raids() if raid.kind <= DECOY and raid.fate != RECOVERED)
        bombers = still_out if view.side == BRITISH else layout.rules.main_force
        return -crashes(layout, weather) * float(layout.scenario.vp_per_bomber * bombers)
    sky = layout.pack.skies.weather[weather]
    marking = sum(A_ROW for city in targets_ahead(view) if layout.zone_of[layout.cities[city].hex] == zone)
    landing = A_LANDING * layout.scoring.nightfighter * crashes(layout, weather) * in_the_air(view, zone)
    return float(landing - marking * sky.row - A_HEX * sky.modifier * hexes_ahead(view, zone))


def zone_for(view: RaidView, ask: Ask) -> int:
    """The zone in which the marker drawn does the seat most good, or least harm."""
    weather, now = ask.facts["weather"], view.weather
    sign = 1 if view.side == BRITISH else -1
    return int(max(ask.codes, key=lambda code: sign * gain(view, zone_in(code), weather, now[zone_in(code)])))


def gain(view: RaidView, zone: Zone, weather: int, before: int) -> float:
    """What the change is worth to the British player."""
    return worth(view, zone, weather) - worth(view, zone, before)


# -- when to play the cards ---------------------------------------------------------------------------------------


def bombing_is_due(view: RaidView) -> bool:
    """Is a city about to be bombed? [10.2a]"""
    return any(side == RESOLVE for _, side in view.drops())


def draw(view: RaidView, ask: Ask, function: Function) -> bool:
    """Before a city is bombed in the wrong weather, or when many units are about to land."""
    window = ask.facts["window"]
    layout, skies = view.layout, view.layout.pack.skies.weather
    if window == "bombing" and bombing_is_due(view):
        rows = [skies[view.weather_at(layout.cities[city].hex)].row for city, side in view.drops() if side == RESOLVE]
        minimum, maximum = min(sky.row for sky in skies), max(sky.row for sky in skies)
        return bool(max(rows) > minimum + 1) if view.side == BRITISH else bool(min(rows) < maximum)
    up = sum(1 for place in view.unit_place if place >= 0)
    return bool(window == "recovery" and view.turn >= HOMEWARD and up >= MANY)


def fido(view: RaidView, ask: Ask, function: Function) -> bool:
    """When England is in fog and somebody has to land there [7.6.1]."""
    return bool(view.weather[ENGLAND_ZONE] == FOG and view.turn >= HOMEWARD)


class Landing(NamedTuple):
    """How many units will land in a division now, and which division that is."""

    units: int
    zone: Zone


def busiest_landing(view: RaidView) -> Landing:
    """The division in which most units are about to land, out of fuel or at the end of the night."""
    counts: dict[Zone, int] = {}
    for unit, place in by_unit(view.unit_place):
        if place >= 0 and (view.unit_fuel[unit] <= 1 or view.end_stage):
            zone = view.layout.units[unit].zone
            counts[zone] = counts.get(zone, 0) + 1
    return max((Landing(count, zone) for zone, count in counts.items()), default=Landing(0, ENGLAND_ZONE))


def lights(view: RaidView, ask: Ask, function: Function) -> bool:
    """When several units of a division have to land at once."""
    return busiest_landing(view).units > FEW


def lit_zone(view: RaidView, codes: list[int]) -> int:
    """The division in which most will land."""
    wanted = zone_option(busiest_landing(view).zone)
    return wanted if wanted in codes else codes[0]
