"""Invariants: what must hold whatever is played. The fuzzer checks them after every decision."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import BOX, EXIT_FACING, SIZE
from viermot.games.nightfighter.model.ids import NOBODY
from viermot.games.nightfighter.model.layout import FLARE_DROPPER, INTRUDER
from viermot.games.nightfighter.model.state import DESTROYED, HELD, MAX_TURNS_HELD, ON_MAP, Game


def faults(game: Game) -> list[str]:
    """Every broken invariant, described for a programmer."""
    return [*contradictions(game), *_facings(game), *_pools(game)]


def contradictions(game: Game) -> list[str]:
    """Those that no position may break; one written by hand may turn a bomber round, or have too many of them."""
    return [*_attackers(game), *fighter_faults(game), *_contacts(game), *_counts(game)]


def _attackers(game: Game) -> list[str]:
    wrong: list[str] = []
    groups = game.layout.groups
    for a, fate in enumerate(game.a_fate):
        group = groups[game.a_group[a]]
        if (fate == ON_MAP) != (a in game.on_map):
            wrong.append(f"attacker {game.a_id[a]} has fate {fate} but live is {game.on_map}")
        if fate == ON_MAP and not 0 <= game.a_hex[a] < SIZE:
            wrong.append(f"attacker {game.a_id[a]} is on the map but in hex {game.a_hex[a]}")
        if fate != ON_MAP and game.a_hex[a] >= 0:
            wrong.append(f"attacker {game.a_id[a]} has left the map but stands in a hex")
        if fate == ON_MAP and game.a_hits[a] >= group.damage:
            wrong.append(f"attacker {game.a_id[a]} flies on with {game.a_hits[a]} hits [11.0d]")
    if len(set(game.a_id)) != len(game.a_id):
        wrong.append("two attackers have one id")
    if len(set(game.on_map)) != len(game.on_map):
        wrong.append("an attacker is on the map twice")
    return wrong


def fighter_faults(game: Game) -> list[str]:
    wrong: list[str] = []
    for f, hex_ in enumerate(game.f_hex):
        fit = game.layout.fighters[f]
        if game.f_fate[f] != ON_MAP and hex_ >= 0:
            wrong.append(f"fighter {fit.ident} is gone but stands in a hex")
        if game.f_fate[f] == ON_MAP and game.turn and hex_ < 0 and hex_ != BOX:
            wrong.append(f"fighter {fit.ident} is nowhere")
        if game.f_fate[f] == ON_MAP and game.f_hits[f] >= fit.damage:
            wrong.append(f"fighter {fit.ident} flies on with {game.f_hits[f]} hits [11.0d]")
        if not 0 <= game.f_dives[f] <= 3:
            wrong.append(f"fighter {fit.ident} has {game.f_dives[f]} dives [18.0b]")
        if hex_ < 0 and (game.f_tally[f] != NOBODY or game.f_fix[f] != NOBODY):
            wrong.append(f"fighter {fit.ident} is gone but holds somebody")
    return wrong


def _contacts(game: Game) -> list[str]:
    wrong: list[str] = []
    held = {t for t in (*game.f_tally, *game.f_fix) if t != NOBODY}
    for a in held:
        if game.a_fate[a] != ON_MAP:
            wrong.append(f"attacker {game.a_id[a]} is held but gone")
    for a in game.attackers():
        if game.in_contact(a) and not game.a_handle[a]:
            wrong.append(f"attacker {game.a_id[a]} is in contact without a handle [5.1c]")
        if game.a_handle[a] and game.owners[game.a_handle[a] - 1] != a:
            wrong.append(f"the handle of attacker {game.a_id[a]} belongs to another")
        if game.a_fate[a] != ON_MAP and (game.a_handle[a] or game.a_light[a] >= 0):
            wrong.append(f"attacker {game.a_id[a]} is gone but marked")
        zone = game.a_light[a]
        if zone >= 0 and game.asked is None and game.layout.zone_of[game.a_hex[a]] != zone:
            wrong.append(f"attacker {game.a_id[a]} is lit by a zone it is not in [14.2.3]")
    lit = [zone for zone in game.a_light if zone >= 0]
    if len(lit) != len(set(lit)):
        wrong.append("a zone holds two bombers [14.2.2]")
    if game.handles != len(game.owners):
        wrong.append("handles and owners differ")
    return wrong


def _counts(game: Game) -> list[str]:
    wrong: list[str] = []
    down = sum(fate == DESTROYED for fate in game.a_fate)
    if down != game.kills + game.intruder_kills + game.german_kills:
        wrong.append("kills do not add up")
    if sum(fate == DESTROYED for fate in game.f_fate) != game.losses:
        wrong.append("losses do not add up")
    if any(game.a_fate[a] == HELD and game.a_delay[a] > MAX_TURNS_HELD for a in game.attackers()):
        wrong.append("a bomber is held back for more than two turns [8.1.4a]")
    return wrong


def _facings(game: Game) -> list[str]:
    groups = game.layout.groups
    return [
        f"bomber {game.a_id[a]} does not face the exit [7.1]"
        for a, facing in enumerate(game.a_facing)
        if groups[game.a_group[a]].role not in (INTRUDER, FLARE_DROPPER) and facing != EXIT_FACING
    ]


def _pools(game: Game) -> list[str]:
    wrong: list[str] = []
    drawn = [0] * len(game.layout.groups)
    for number in game.a_group:
        drawn[number] += 1
    for number in game.layout.group_numbers:
        group = game.layout.groups[number]
        if drawn[number] > group.count or drawn[number] != len(group.ids) - len(game.pools[number]):
            wrong.append(f"counters of {group.type} do not add up [8.1.1b]")
    return wrong
