"""Searchlights: each zone tries one of its counters, and may fix it in the next zone [S14.0, S21.0a]."""

from __future__ import annotations

from viermot.games.nightfighter.model.ids import NO_ZONE, Attacker, Zone
from viermot.games.nightfighter.rules.searchlights import search_dice
from viermot.games.solitaire.model.board import HIGH, NONE, PLAYER, TO_ALL
from viermot.games.solitaire.model.notation import COUNTER_OR_DONE
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.uncertainty import locate, miss, prove, put
from viermot.kernel.agenda import Facts, question, step, task


@step
def searchlight_phase(game: Solo) -> None:
    """Phase 7: zones search in the player's order [S14.0a]."""
    layout = game.layout
    if game.cloud and any(layout.active):
        game.emit("lights_blocked", "14.1 3.3.3a 3.3.3b", TO_ALL)
    zones = tuple(zone for zone in layout.searching if zone not in game.a_light and can_search(game, zone))
    if zones:
        game.push(next_zone, zones)


def can_search(game: Solo, zone: Zone) -> bool:
    """Lights under cloud are useless; flares are not [14.1, 14.3d]."""
    return game.layout.flare_lit[zone] or not game.cloud


def in_zones(game: Solo, zones: tuple[Zone, ...]) -> list[Attacker]:
    """The counters in one of these zones; at high altitude only those that may be phantoms [S21.0a]."""
    found = [a for a in game.on_map if game.layout.zone_of[game.a_hex[a]] in zones]
    return [a for a in found if game.a_level[a] == HIGH] if game.layout.high else found


@step
def next_zone(game: Solo, zones: tuple[Zone, ...]) -> None:
    """Go on while any zone that has not yet searched has a counter in it [S14.0a]."""
    free = tuple(zone for zone in zones if zone not in game.a_light)
    if in_zones(game, free):
        game.push(light_up, free)


@question(PLAYER, "S14.0a", COUNTER_OR_DONE)
def light_up(game: Solo, zones: tuple[Zone, ...]) -> list[int]:
    """Which counter do the lights of its zone try next? [S14.0a]"""
    return [0, *[a + 1 for a in in_zones(game, zones)]]


@light_up.chosen
def lit_up(game: Solo, zones: tuple[Zone, ...], choice: int) -> None:
    if not choice:
        return
    zone = game.layout.zone_of[game.a_hex[choice - 1]]
    left = tuple(z for z in zones if z != zone)
    game.next(task(search_zone, zone, Attacker(choice - 1), left), task(next_zone, left))


@light_up.refuses
def why_not_light_up(game: Solo, zones: tuple[Zone, ...], choice: int) -> tuple[str, str] | None:
    zone = game.layout.zone_of[game.a_hex[choice - 1]]
    if game.layout.high and zone in zones:
        return ("S21.0a", "too_high_for_lights")
    return ("S14.0a", "zone_has_searched") if zone in game.layout.searching else ("S14.0a", "not_in_a_zone")


@light_up.tells
def light_up_facts(game: Solo, zones: tuple[Zone, ...]) -> Facts:
    return {}


@step
def search_zone(game: Solo, zone: Zone, counter: Attacker, others: tuple[Zone, ...]) -> None:
    """A phantom is found out first; then any 6 fixes the bomber, if it is where the lights reach [S14.0b, S14.0c]."""
    if game.a_level[counter] == HIGH and game.level(counter) != NONE:
        rules = "S14.0b S5.4d S14.0a" + (" S21.0a" if game.layout.high else " S5.4g")
        if not prove(game, counter, rules):
            return
    if game.layout.high:
        game.emit("too_high", "S21.0a 21.2", TO_ALL)
        return
    count, rules = search_dice(game, zone)
    if 6 not in game.roll(count, "searchlight", "S14.0c S14.0a " + rules, zone):
        game.emit("lights_fail", "S14.0c", TO_ALL, zone, game.a_handle[counter])
        return
    if game.level(counter) == NONE:  # no need to look for it [ruling B14]
        cone(game, counter, zone, "S14.0c")
        return
    hex_ = locate(game, counter, "S14.0c")
    if hex_ is None:
        return
    there = game.layout.zone_of[hex_]
    if there == zone or (there != NO_ZONE and takes_over(game, there)):
        rules = "S14.0c" if there == zone else "S14.0e" + ("" if game.layout.active[there] else " S14.0g")
        put(game, counter, hex_, rules)
        cone(game, counter, there, rules)
    else:
        reach = {
            h for z in game.layout.searching if z == zone or takes_over(game, z) for h in game.layout.zone_hexes[z]
        }
        game.emit("outside_lights", "S14.0e", TO_ALL, zone, game.a_handle[counter])
        miss(game, counter, hex_, reach)


def takes_over(game: Solo, zone: Zone) -> bool:
    """May this zone fix a bomber that another has found? Flares hold it as lights do [S14.0e, S14.0g]."""
    return zone in game.layout.searching and can_search(game, zone) and zone not in game.a_light


def cone(game: Solo, counter: Attacker, zone: Zone, rules: str) -> None:
    """The lights hold it; neither that zone nor the one that searched does anything more this phase [S14.0e]."""
    game.a_light[counter] = zone
    hex_, facing = game.a_hex[counter], game.a_facing[counter]
    game.emit("coned", rules + " S5.1a", TO_ALL, zone, game.a_handle[counter], hex_, facing)
