"""Flak: as dangerous to friend as to foe [22.0, 26.1]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import TO_ALL
from viermot.games.nightfighter.model.ids import NO_ZONE, Fighter
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.gunnery import damage
from viermot.kernel.agenda import step


@step
def flak_phase(game: Game) -> None:
    """Phase 4: one roll for all; only a double six does harm [22.0a, ruling A20]."""
    layout = game.layout
    fighters = game.fighters_on_map()
    in_zones = [f for f in fighters if _zone_flak(game, f)]
    in_box = [f for f in fighters if layout.zone_of[game.f_hex[f]] == layout.task_force] if layout.naval else []
    if not in_zones and not in_box:
        return
    by_flares = any(not layout.active_at[game.f_hex[f]] for f in in_zones)
    dice = game.roll(2, "flak", "22.0a 22.0c" + (" 26.1" if in_box else "") + (" 14.3e" if by_flares else ""))
    if sum(dice) < 12:
        return
    count, rules = (8, "26.1 22.0b") if not in_zones else (4, "22.0b")
    burst = list(game.roll(count, "flak burst", rules))
    for fighter in sorted({*in_zones, *in_box}):
        hits = burst.count(layout.fighters[fighter].tally)
        if hits:
            damage(game, fighter, hits, rules)
        else:
            game.emit("flak_misses", rules, TO_ALL, fighter)


def _zone_flak(game: Game, fighter: Fighter) -> bool:
    zone = game.layout.zone_of[game.f_hex[fighter]]
    return zone != NO_ZONE and game.layout.flak_zones[zone]
