"""Searchlights: markers, searches, fixes and flares [14.0, 21.2, 24.5.3, 28.3]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.nightfighter.model.board import DISTANCE, NO_MOON, TO_ALL, UMPIRE
from viermot.games.nightfighter.model.ids import Attacker, Hex, Zone
from viermot.games.nightfighter.model.layout import tally_number
from viermot.games.nightfighter.model.notation import ATTACKER, HEX
from viermot.games.nightfighter.model.records import Marker
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.fog import make_contact
from viermot.kernel.agenda import Facts, Words, question, step, task

AT_RANDOM, BY_HAND = 0, 1


@step
def searchlight_phase(game: Game) -> None:
    """Phase 7: the umpire marks zones with bombers in them, then each marker is rolled for [14.2.1a]."""
    layout = game.layout
    if game.cloud and any(layout.active):
        game.emit("lights_blocked", "14.1 3.3.3a 3.3.3b", TO_ALL)
    occupied = {layout.zone_of[game.a_hex[a]] for a in game.on_map}
    zones: list[Zone] = []
    for zone in layout.searching:
        if zone in game.a_light:
            game.emit("zone_busy", "14.2.2", TO_ALL, zone)
        elif layout.flare_lit[zone] or (zone in occupied and not game.cloud):
            zones.append(zone)
    if len(zones) > 1:
        game.next(task(place_markers, tuple(zones)), task(search_zones))
    elif zones:
        game.next(task(place_marker, zones[0]), task(search_zones))


@question(UMPIRE, "14.2.1a", Words("at random", "by hand"), default=AT_RANDOM)  # gives nothing away
def place_markers(game: Game, zones: tuple[Zone, ...]) -> tuple[int, ...]:
    """Several zones search: place all markers at random, or choose each? [14.2.1a, 14.2.1f]"""
    return (AT_RANDOM, BY_HAND)


@place_markers.chosen
def markers_placed(game: Game, zones: tuple[Zone, ...], how: int) -> None:
    if how == BY_HAND:
        game.next(*[task(place_marker, zone) for zone in zones])
        return
    for zone in zones:
        hexes = game.layout.zone_hexes[zone]
        marker_placed(game, zone, hexes[game.dice.draw(len(hexes), "umpire:marker")])


@place_markers.tells
def place_markers_facts(game: Game, zones: tuple[Zone, ...]) -> Facts:
    return {"zones": zones}


@question(UMPIRE, "14.2.1a", HEX)
def place_marker(game: Game, zone: Zone) -> tuple[Hex, ...]:
    """Where in this zone does the search marker go? [14.2.1a, 14.3a]"""
    return game.layout.zone_hexes[zone]


@place_marker.chosen
def marker_placed(game: Game, zone: Zone, hex_: Hex) -> None:
    game.markers.append(Marker(zone, hex_))
    rules = "14.3a 5.0a" if game.layout.flare_lit[zone] else "14.2.1a 3.2d 5.0a 2.1.3a"
    game.emit("marker", rules, TO_ALL, zone, hex_)


@place_marker.tells
def place_marker_facts(game: Game, zone: Zone) -> Facts:
    return {"zone": zone}


@step
def search_zones(game: Game) -> None:
    """Once all markers are down, roll for each [14.2.1b]."""
    if game.layout.high:
        game.emit("too_high", "21.2", TO_ALL)
        return
    inside: dict[Zone, list[Attacker]] = {zone: [] for zone, _ in game.markers}
    for attacker in game.on_map:
        zone = game.layout.zone_of[game.a_hex[attacker]]
        if zone in inside:
            inside[zone].append(attacker)
    game.next(*[task(search_zone, zone, tuple(bombers)) for zone, bombers in inside.items()])


def search_dice(game: Game, zone: Zone) -> tuple[int, str]:
    """How many dice this zone rolls, and by which rules [14.2.1b, 14.3b, 14.3d, 24.5.3, 28.3]."""
    layout = game.layout
    moon = game.moon != NO_MOON
    if layout.active[zone] and not game.cloud:
        if layout.directed:
            dice, rules = 4, "14.2.1b"
        else:
            dice = 1 + game.visibility + moon
            rules = "14.2.1b 24.5.3" if layout.scenario.directed else "14.2.1b"
        if layout.flare_lit[zone]:
            dice, rules = dice + 1, rules + " 14.3b"
    elif layout.active[zone]:
        dice, rules = 1, "14.3d"
    else:
        dice, rules = 1 + moon, "14.3b 14.3d" if game.cloud else "14.3b"
    if layout.confusion and not layout.near_zone[zone].isdisjoint(game.f_hex):
        dice, rules = (dice + 1) // 2, rules + " 28.3"
    return dice, rules


@step
def search_zone(game: Game, zone: Zone, bombers: tuple[Attacker, ...]) -> None:
    """A bomber in the zone whose number comes up is coned; of several, the one closest to a fighter [14.2.1c]."""
    count, rules = search_dice(game, zone)
    dice = game.roll(count, "searchlight", rules + " 14.2.1f", zone)
    matching = [a for a in bombers if tally_number(game.a_id[a]) in dice]
    if not matching:
        return
    fighters = game.fighters_on_map()
    if len(matching) > 1 and fighters:
        closeness = {a: min(DISTANCE[game.f_hex[f]][game.a_hex[a]] for f in fighters) for a in matching}
        matching = [a for a in matching if closeness[a] == min(closeness.values())]
    game.push(cone_which, Cone(zone, tuple(matching)))


class Cone(NamedTuple):
    """A searching zone, and the bombers its lights can hold."""

    zone: Zone
    matching: tuple[Attacker, ...]


@question(UMPIRE, "14.2.1c", ATTACKER)
def cone_which(game: Game, cone: Cone) -> tuple[Attacker, ...]:
    """Equally close to a fighter: which one do the lights fix? [14.2.1c]"""
    return cone.matching


@cone_which.chosen
def coned(game: Game, cone: Cone, attacker: Attacker) -> None:
    game.a_light[attacker] = cone.zone
    game.markers = [marker for marker in game.markers if marker.zone != cone.zone]
    handle = make_contact(game, attacker, "14.2.1d 5.1c")
    rules = "14.2.1c 14.2.1d" if game.layout.active[cone.zone] else "14.2.1c 14.2.1d 14.3b"
    game.emit("coned", rules, TO_ALL, cone.zone, handle, game.a_hex[attacker], game.a_facing[attacker])


@cone_which.tells
def cone_which_facts(game: Game, cone: Cone) -> Facts:
    return {"zone": cone.zone}
