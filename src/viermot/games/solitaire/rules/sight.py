"""How far crews can see: in good visibility, only straight ahead [S3.0b, S10.0d]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import DISTANCE, GOOD, HEXES, NEIGHBOUR, OFF
from viermot.games.nightfighter.model.ids import Attacker, Fighter, Hex
from viermot.games.nightfighter.rules.sight import bright_cloud
from viermot.games.solitaire.model.state import Solo

AROUND = tuple(frozenset((hex_, *HEXES.adjacent[hex_])) for hex_ in HEXES.all)


def lit_for(game: Solo, fighter: Fighter, counter: Attacker) -> bool:
    """Do lights make it visible from further away? Not from above, except for the V-1 [14.2.5, SC8F]."""
    return game.is_lit(counter) and (not game.f_dives[fighter] or game.layout.flying_bombs)


def sight(game: Solo, fighter: Fighter, counter: Attacker) -> frozenset[Hex]:
    """The hexes in which this crew could tally that counter's bomber [S3.0b, S5.2c, S10.0d]."""
    hex_ = game.f_hex[fighter]
    if bright_cloud(game, game.a_hex[counter]):
        return AROUND[hex_]
    if lit_for(game, fighter, counter):
        there = game.a_hex[counter]
        seen = DISTANCE[hex_][there] <= game.layout.lit_sight[game.visibility]
        return frozenset((there,)) if seen else frozenset()
    if game.visibility == GOOD:
        ahead = NEIGHBOUR[hex_ * 6 + game.f_facing[fighter]]
        return frozenset((hex_, ahead)) if ahead != OFF else frozenset((hex_,))
    return frozenset((hex_,))


def sees(game: Solo, fighter: Fighter, counter: Attacker) -> bool:
    """Is a counter that shows its bomber's exact place within visible range?"""
    return game.a_hex[counter] in sight(game, fighter, counter)


def sight_rules(game: Solo, fighter: Fighter, counter: Attacker) -> str:
    """The rules that set the range just used, for the log."""
    if bright_cloud(game, game.a_hex[counter]):
        return "3.3.2c S10.0d S3.0b" if game.visibility == GOOD else "3.3.2c S10.0d"
    if lit_for(game, fighter, counter):
        return "3.3.2b 14.2.5a" + (" SC8F" if game.layout.flying_bombs else "")
    return "S3.0b" if game.visibility == GOOD else "3.3.2a"
