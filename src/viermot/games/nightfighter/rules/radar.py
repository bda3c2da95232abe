"""Radar search: counters, contacts, sweeps; homers, jamming, GCI and MEW [13.0, 24.2.3, 24.3.2, 24.4, 24.5.1, 25.0]."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from viermot.games.nightfighter.model.board import BOX, DISTANCE, HEXES, PLAYER, TO_ALL, TO_UMPIRE, UMPIRE
from viermot.games.nightfighter.model.fitting import HEAVY, NOT_JAMMED
from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Hex, Radar
from viermot.games.nightfighter.model.layout import RadarCounter, tally_number
from viermot.games.nightfighter.model.notation import ATTACKER, HEX, NO_HEX
from viermot.games.nightfighter.model.records import Search, Sweep
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.special import drift_on_y_guidance
from viermot.kernel.agenda import Facts, Task, question, step, task
from viermot.kernel.hexes import UNLIMITED, WIDE

NOTHING, CONTACT, SAME_HEX, SILENT = range(4)  # what a search counter shows
IN_OR_BESIDE = tuple(tuple(sorted((h, *HEXES.adjacent[h]))) for h in HEXES.all)
ANYWHERE: Final = (*HEXES.all, NO_HEX)  # every hex, and NO_HEX for a counter kept off the map
RULES = {
    "ground": "13.1.1b 13.1.1c",
    "gci": "13.1.1b 13.1.1c",
    "mew": "13.1.1b 25.2",
    "flensburg": "24.2.3b 24.2.3a",
    "naxos": "24.3.2b 24.3.2a",
    "serrate": "24.4b 24.4a",
}
PLACED = {
    "ground": "13.1.1a 13.1 2.2.2",
    "gci": "13.1.1a 13.1 2.2.2",
    "mew": "13.1.1a 13.1 25.2",
    "flensburg": "24.2.3a 2.2.2",
    "naxos": "24.3.2a 2.2.2",
    "serrate": "24.4a 2.2.2",
}


@step
def radar_search(game: Game) -> None:
    """Phase 5: old counters off, new ones down, then the umpire looks at his map [13.1.1a, 13.1.3]."""
    if game.searches:
        game.emit("counters_removed", "13.1.3 13.1.4", TO_ALL, tuple(game.searches), tuple(game.sweeps))
        game.searches.clear()
        game.sweeps.clear()
    tasks: list[Task] = [
        task(place_search, radar) for radar in game.layout.radar_numbers if may_search(game, game.layout.radars[radar])
    ]
    if tasks:
        game.next(*tasks, task(resolve_searches))
    else:
        resolve_searches(game)


def may_search(game: Game, counter: RadarCounter) -> bool:
    """Ground radar always may; a homer needs a crew that can attend to it [24.2.3a, 24.3.2a, 24.4a, 17.3.2c]."""
    fighter = counter.fighter
    if fighter < 0:
        return True
    in_box = counter.family == "naxos" and game.f_hex[fighter] == BOX  # its counter goes anywhere, so it needs no hex
    if (not game.flies(fighter) and not in_box) or game.blinded(fighter) or game.shaken(fighter):
        return False
    return counter.family == "serrate" or game.f_fix[fighter] == NOBODY


@question(PLAYER, "13.1.1a", HEX, undoable=True)
def place_search(game: Game, radar: Radar) -> Sequence[Hex]:
    """Where does this search counter go? [13.1.1a, 24.2.3a, 24.4a]"""
    counter = game.layout.radars[radar]
    if counter.wide_arc_only and counter.fighter >= 0:
        return wide_ahead(game.f_hex[counter.fighter], game.f_facing[counter.fighter])
    return ANYWHERE


@cache
def wide_ahead(hex_: Hex, facing: int) -> tuple[Hex, ...]:
    """The Wide arc at any distance, or off the map."""
    return (*sorted(HEXES.arc(hex_, facing, WIDE, UNLIMITED)), NO_HEX)


@place_search.chosen
def search_placed(game: Game, radar: Radar, hex_: Hex) -> None:
    if hex_ != NO_HEX:
        game.searches.append(Search(radar, hex_, NOTHING))
        game.emit("search_placed", PLACED[game.layout.radars[radar].family], TO_ALL, radar, hex_)


@place_search.refuses
def why_not_place_search(game: Game, radar: Radar, hex_: int) -> tuple[str, str] | None:
    """Only a homer is bound to its arc; what is no hex at all cannot even be read [2.1.1a]."""
    return ("24.2.3a" if game.layout.radars[radar].family == "flensburg" else "24.4a", "outside_wide_arc")


@place_search.tells
def place_search_facts(game: Game, radar: Radar) -> Facts:
    return {"radar": radar, "value": game.layout.radars[radar].value}


@step
def resolve_searches(game: Game) -> None:
    """All counters are down: check them one by one [13.1.1a]; then fighters under Y guidance drift (scenario 4G)."""
    if game.layout.y_guided:
        game.push(drift_on_y_guidance)
    if game.searches:
        if len(game.searches) > 1:
            game.next(*[task(resolve_search, number) for number in range(1, len(game.searches))])
        resolve_search(game, 0)


def heard_by(game: Game, counter: RadarCounter) -> list[Attacker]:
    """The attackers that this kind of set can detect at all."""
    if counter.family in ("ground", "gci", "mew"):
        return game.on_map
    groups = game.layout.groups
    if counter.family == "flensburg":  # [24.2.3b]
        return [a for a in game.on_map if groups[game.a_group[a]].monica or groups[game.a_group[a]].village_inn]
    if counter.family == "naxos":  # [24.3.2b, 24.3.1]
        return [a for a in game.on_map if groups[game.a_group[a]].h2s and tally_number(game.a_id[a]) == 6]
    return [a for a in game.on_map if groups[game.a_group[a]].serrate_target]  # [24.4b]


@step
def resolve_search(game: Game, number: int) -> None:
    """Contact, or a sweep that points the way [13.1.1b, 13.1.2]."""
    radar, hex_, _ = game.searches[number]
    counter = game.layout.radars[radar]
    if game.layout.poor_contact and _out_of_touch(game, number, counter):
        return
    row, place, value = DISTANCE[hex_], game.a_hex, counter.value
    targets = heard_by(game, counter)
    found = [a for a in targets if row[place[a]] <= value]
    rules = RULES[counter.family]
    if counter.jam == HEAVY:
        rules += " 24.5.1b 24.5"
    elif counter.family == "naxos" and game.layout.any_h2s:
        rules += " 24.3.1"
    if not found:
        _show(game, number, NOTHING, rules)
        _no_contact(game, number, counter, targets)
        return
    if counter.family == "gci" and counter.jam != HEAVY and any(place[a] == hex_ for a in found):
        _show(game, number, SAME_HEX, "25.1.1")
        game.sweeps.append(Sweep(radar, hex_))
        return
    _show(game, number, CONTACT, rules)
    if counter.family == "mew":
        game.push(mew_sweeps, number, tuple(found), (), counter.sweeps)


def _out_of_touch(game: Game, number: int, counter: RadarCounter) -> bool:
    """Special rules that spoil a search: poor co-ordination (4H), fading Serrate (7D) [3.2e]."""
    radar, hex_, _ = game.searches[number]
    layout = game.layout
    if layout.poor_coordination and counter.family == "ground":
        silent: bool = game.die("co-ordination", "3.2e", radar) <= 2
        if silent:
            _show(game, number, SILENT, "3.2e")
        return silent
    fades = layout.fading_serrate and counter.family == "serrate"
    faded: bool = fades and game.secret_die("fading", "3.2e", radar) <= 4
    if faded:
        _show(game, number, NOTHING, RULES["serrate"])
        game.push(sweep, SweepArea(number, HEXES.adjacent[hex_]))
    return faded


def _show(game: Game, number: int, result: int, rules: str) -> None:
    radar, hex_, _ = game.searches[number]
    game.searches[number] = Search(radar, hex_, result)
    game.emit("search", rules, TO_ALL, radar, hex_, result)


def _no_contact(game: Game, number: int, counter: RadarCounter, targets: list[Attacker]) -> None:
    """The umpire places a sweep counter, as unhelpfully as the truth allows [13.1.2, 25.1]."""
    radar, hex_, _ = game.searches[number]
    if counter.jam != NOT_JAMMED:
        game.emit("no_sweep", "24.5.1a 24.5" if counter.jam != HEAVY else "24.5.1b", TO_ALL, radar)
        return
    if counter.family == "mew":
        game.push(mew_sweeps, number, (), (), counter.sweeps)
    elif counter.family == "gci":
        if targets:
            game.push(sweep, SweepArea(number, near_hexes(game, hex_, targets)))
        else:
            game.emit("no_sweep", "25.1b", TO_ALL, radar)
    else:
        if counter.family in ("flensburg", "serrate"):
            ahead = HEXES.arc(game.f_hex[counter.fighter], game.f_facing[counter.fighter], WIDE, UNLIMITED)
            targets = [a for a in targets if game.a_hex[a] in ahead]
        game.push(sweep, SweepArea(number, pointing_hexes(game, hex_, targets)))


def nearest(game: Game, hex_: Hex, attackers: Sequence[Attacker]) -> list[Attacker]:
    """The attackers closest to the hex [2.1.4b]."""
    row, place = DISTANCE[hex_], game.a_hex
    distances = [row[place[a]] for a in attackers]
    closest = min(distances)
    return [a for a, far in zip(attackers, distances, strict=True) if far == closest]


def pointing_hexes(game: Game, hex_: Hex, attackers: Sequence[Attacker]) -> tuple[Hex, ...]:
    """The hexes adjacent to the search that are closest to a nearest bomber; any of them, if there is none [13.1.2]."""
    if not attackers:
        return HEXES.adjacent[hex_]
    targets = {game.a_hex[a] for a in nearest(game, hex_, attackers)}
    return tuple(sorted({h for target in targets for h in pointing(hex_, target)}))


@cache
def pointing(hex_: Hex, target: Hex) -> tuple[Hex, ...]:
    """The neighbours of one hex that are closest to another."""
    row = DISTANCE[target]
    lowest = min(row[h] for h in HEXES.adjacent[hex_])
    return tuple(sorted(h for h in HEXES.adjacent[hex_] if row[h] == lowest))


def near_hexes(game: Game, hex_: Hex, attackers: Sequence[Attacker]) -> tuple[Hex, ...]:
    """A nearest bomber's hex and those around it [25.1a]."""
    targets = {game.a_hex[a] for a in nearest(game, hex_, attackers)}
    return tuple(sorted({h for target in targets for h in IN_OR_BESIDE[target]}))


class SweepArea(NamedTuple):
    """A radar counter and the hexes it may sweep."""

    number: int
    hexes: tuple[Hex, ...]


@question(UMPIRE, "13.1.2a", HEX)
def sweep(game: Game, area: SweepArea) -> tuple[Hex, ...]:
    """In which of these hexes does the sweep counter go? [13.1.2a, 25.1a, 5.0a]"""
    return area.hexes


@sweep.chosen
def swept(game: Game, area: SweepArea, hex_: Hex) -> None:
    radar = game.searches[area.number].radar
    family = game.layout.radars[radar].family
    rules = "25.1a 5.0a" if family == "gci" else mew_rules(game, area.number) if family == "mew" else "13.1.2a 5.0a"
    if not game.on_map and family == "ground":
        game.emit("empty_map", "13.1.2b", TO_UMPIRE)
    game.sweeps.append(Sweep(radar, hex_))
    game.emit("sweep", rules, TO_ALL, radar, hex_)


@sweep.tells
def sweep_facts(game: Game, area: SweepArea) -> Facts:
    return {"radar": game.searches[area.number].radar, "hex": game.searches[area.number].hex}


def mew_rules(game: Game, number: int) -> str:
    """The same for every sweep of a search: which of them are exactly on a bomber the player must guess."""
    return "25.2.2 25.2.1 5.0a" if game.searches[number].result == CONTACT else "25.2.1 5.0a"


@step
def mew_sweeps(game: Game, number: int, found: tuple[Attacker, ...], done: tuple[Attacker, ...], left: int) -> None:
    """MEW shows every contact exactly, then the next nearest in or beside their hexes, five in all [25.2.1, 25.2.2]."""
    if not left:
        return
    hex_ = game.searches[number].hex
    exact = [a for a in found if a not in done]
    rest = exact or [a for a in game.on_map if a not in done]
    if not rest:
        return
    closest = nearest(game, hex_, rest)
    if len(closest) > left:
        game.push(mew_target, MewSearch(number, found, done, left, tuple(closest)))
    else:
        first = min(closest, key=lambda a: game.a_hex[a])  # in map order: who entered first is a secret
        _mew_sweep(game, number, found, done, left, first)


class MewSearch(NamedTuple):
    """A MEW search: the bombers it found, those already shown, and how many sweeps are left."""

    number: int
    found: tuple[Attacker, ...]
    done: tuple[Attacker, ...]
    left: int
    closest: tuple[Attacker, ...]


@question(UMPIRE, "25.2.1", ATTACKER)
def mew_target(game: Game, search: MewSearch) -> tuple[Attacker, ...]:
    """Equally near, and too few sweeps for all: which one is shown? [25.2.1, ruling A23]"""
    return search.closest


@mew_target.chosen
def mew_targeted(game: Game, search: MewSearch, attacker: Attacker) -> None:
    _mew_sweep(game, search.number, search.found, search.done, search.left, attacker)


def _mew_sweep(
    game: Game, number: int, found: tuple[Attacker, ...], done: tuple[Attacker, ...], left: int, attacker: Attacker
) -> None:
    hex_ = game.a_hex[attacker]
    game.push(mew_sweeps, number, found, (*done, attacker), left - 1)
    if attacker in found:
        radar = game.searches[number].radar
        game.sweeps.append(Sweep(radar, hex_))
        game.emit("sweep", mew_rules(game, number), TO_ALL, radar, hex_)
    else:
        game.push(sweep, SweepArea(number, IN_OR_BESIDE[hex_]))
