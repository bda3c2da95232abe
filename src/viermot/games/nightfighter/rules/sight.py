"""How far crews can see: moon, visibility and cloud [3.3]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import DISTANCE, FULL_MOON
from viermot.games.nightfighter.model.ids import Attacker, Fighter, Hex
from viermot.games.nightfighter.model.state import Game


def bright_cloud(game: Game, hex_: Hex) -> bool:
    """Is this hex illuminated cloud? [3.3.3b, 3.3.3c, 14.1]"""
    return bool(game.cloud) and (game.moon == FULL_MOON or game.layout.active_at[hex_])


def any_bright_cloud(game: Game) -> bool:
    """Is any hex of the map illuminated cloud? [10.1.1a]"""
    return bool(game.cloud) and (game.moon == FULL_MOON or any(game.layout.active))


def visible_range(game: Game, fighter: Fighter, attacker: Attacker) -> int:
    """From how many hexes away this fighter can see that attacker [3.3.2]."""
    if game.cloud and (game.moon == FULL_MOON or game.layout.active_at[game.a_hex[attacker]]):
        return 1  # whatever else holds it [3.3.2c, ruling A13]
    return lit_range(game, fighter) if game.is_lit(attacker) else game.layout.sight[game.visibility]


def lit_range(game: Game, fighter: Fighter) -> int:
    """From how many hexes away this fighter can see what the lights hold [14.2.5a, 14.2.5b, 18.0d]."""
    layout = game.layout
    return (layout.sight if game.f_dives[fighter] else layout.lit_sight)[game.visibility]


def sees(game: Game, fighter: Fighter, attacker: Attacker) -> bool:
    """Is the attacker within visible range of this fighter? [3.3.2, 10.1]"""
    return DISTANCE[game.f_hex[fighter]][game.a_hex[attacker]] <= visible_range(game, fighter, attacker)


def anyone_sees(game: Game, fighters: list[Fighter], attacker: Attacker) -> bool:
    """Is the attacker within visible range of one of these fighters? [3.3.2, 10.1]"""
    row, place = DISTANCE[game.a_hex[attacker]], game.f_hex
    for fighter in fighters:  # noqa: SIM110 (asked so often that a generator is too dear)
        if row[place[fighter]] <= visible_range(game, fighter, attacker):
            return True
    return False


def sight_rules(game: Game, fighter: Fighter, attacker: Attacker) -> str:
    """The rules that set the visible range just used, for the log."""
    if bright_cloud(game, game.a_hex[attacker]):
        return "3.3.2c 3.3.3c" if game.moon == FULL_MOON else "3.3.2c 3.3.3b"
    if game.is_lit(attacker):
        return "14.2.5b 18.0d" if game.f_dives[fighter] else "3.3.2b 14.2.5a"
    return "3.3.2a"
