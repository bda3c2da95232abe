"""Invariants: what must hold whatever is played. The fuzzer checks them after every decision."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import EXIT_FACING, SIZE
from viermot.games.nightfighter.model.check import fighter_faults
from viermot.games.nightfighter.model.ids import NOBODY
from viermot.games.nightfighter.model.state import DESTROYED, ON_MAP
from viermot.games.solitaire.model.board import HIGH, LOW, counter_name
from viermot.games.solitaire.model.state import Solo


def faults(game: Solo) -> list[str]:
    """Every broken invariant, described for a programmer."""
    wrong = contradictions(game)
    if max((ident // 10 for ident in game.a_id), default=0) > game.layout.attackers_in_all:
        wrong.append("more bombers than the scenario has")
    return wrong


def contradictions(game: Solo) -> list[str]:
    """Those that no position may break. (One written by hand may have more bombers than the scenario.)"""
    return [*_counters(game), *_uncertainty(game), *_bombers(game), *fighter_faults(game), *_counts(game)]


def _counters(game: Solo) -> list[str]:
    wrong: list[str] = []
    for a, fate in enumerate(game.a_fate):
        name = counter_name(game.a_id[a])
        if (fate == ON_MAP) != (a in game.on_map):
            wrong.append(f"counter {name} has fate {fate} but live is {game.on_map}")
        if (fate == ON_MAP) != (0 <= game.a_hex[a] < SIZE):
            wrong.append(f"counter {name} has fate {fate} but stands in {game.a_hex[a]}")
        if game.a_handle[a] != (a + 1 if fate == ON_MAP else 0):
            wrong.append(f"counter {name} has handle {game.a_handle[a]}")
        if fate != ON_MAP and (game.a_track[a] or game.a_light[a] >= 0):
            wrong.append(f"counter {name} is gone but marked")
        if game.a_facing[a] != EXIT_FACING:
            wrong.append(f"counter {name} does not face the exit [7.1]")
        if fate == ON_MAP and game.a_hits[a] >= game.layout.groups[game.a_group[a]].damage:
            wrong.append(f"counter {name} flies on with {game.a_hits[a]} hits [11.0d]")
    hexes = [game.a_hex[a] for a in game.on_map]
    if len(set(hexes)) != len(hexes):
        wrong.append("two counters share a hex [S7.0b]")
    if len(set(game.a_id)) != len(game.a_id):
        wrong.append("two counters have one name")
    return wrong


def _uncertainty(game: Solo) -> list[str]:
    wrong: list[str] = []
    for a in game.on_map:
        name = counter_name(game.a_id[a])
        if game.in_contact(a) and game.a_level[a] != LOW and not game.layout.flying_bombs:
            wrong.append(f"counter {name} is marked but would revert to level {game.a_level[a]} [S5.1b]")
        if game.a_hits[a] and game.a_level[a] == HIGH:
            wrong.append(f"counter {name} was hit but may be a phantom")
        zone = game.a_light[a]
        if zone >= 0 and game.asked is None and game.layout.zone_of[game.a_hex[a]] != zone:
            wrong.append(f"counter {name} is lit by a zone it is not in [14.2.3]")
    lit = [zone for zone in game.a_light if zone >= 0]
    if len(lit) != len(set(lit)):
        wrong.append("a zone holds two bombers [14.2.2]")
    for target in {*game.f_tally, *game.f_fix} - {NOBODY}:
        if game.a_fate[target] != ON_MAP:
            wrong.append(f"counter {counter_name(game.a_id[target])} is held but gone")
    return wrong


def _bombers(game: Solo) -> list[str]:
    """High exactly while a bomber has several counters left, and never more than six [S5.4]."""
    wrong: list[str] = []
    for bomber in {ident // 10 for ident in game.a_id}:
        left, counters = game.left(bomber), game.counters_of(bomber)
        if left > 6:
            wrong.append(f"bomber {bomber} has {left} counters [S5.4a]")
        for a in counters:
            if (game.a_level[a] == HIGH) != (left > 1):
                wrong.append(f"counter {counter_name(game.a_id[a])} is level {game.a_level[a]} of {left} [S5.4b]")
    return wrong


def _counts(game: Solo) -> list[str]:
    wrong: list[str] = []
    if sum(fate == DESTROYED for fate in game.a_fate) != game.kills + game.german_kills:
        wrong.append("kills do not add up")
    if sum(fate == DESTROYED for fate in game.f_fate) != game.losses:
        wrong.append("losses do not add up")
    return wrong
