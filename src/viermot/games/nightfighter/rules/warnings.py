"""Warnings before a player does something irreversible, drawn only from what his own seat knows."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import NEIGHBOUR, OFF
from viermot.games.nightfighter.model.ids import Attacker, Fighter
from viermot.games.nightfighter.model.notation import IN_BOX, end_of
from viermot.games.nightfighter.model.state import ON_MAP, Game
from viermot.games.nightfighter.rules.fighters import (
    DIVE,
    Flight,
    Moving,
    manoeuvre,
    must_leave,
    next_mover,
    path,
)
from viermot.games.nightfighter.rules.intruders import intruder_path
from viermot.games.nightfighter.rules.setup import place_fighter
from viermot.games.nightfighter.rules.victory import declare, fly_for_more
from viermot.kernel.agenda import Warned, note, warn


@place_fighter.warns
def placed_to_leave(game: Game, fighter: Fighter, place: int) -> Warned | None:
    """A fighter enters the hex it faces before it may turn; facing the edge, it is gone with its first move [9.2.1]."""
    if place == IN_BOX or NEIGHBOUR[place] != OFF:
        return None
    return warn("faces_edge", fighter=game.layout.fighters[fighter].ident)


@path.warns
def flies_off(game: Game, flight: Flight, way: int) -> Warned | None:
    """Off the map is out of the game [9.2.1]; without a fighter the game is over [4.1a]."""
    hex_, facing = end_of(game.f_hex[flight.fighter], game.f_facing[flight.fighter], way)
    if hex_ != OFF:  # warn now: when only one path is legal, nothing is asked
        doomed = must_leave(next_mover(game, flight.fighter), hex_, facing)
        return note("faces_edge", fighter=game.layout.fighters[flight.fighter].ident) if doomed else None
    others = any(fate == ON_MAP for other, fate in enumerate(game.f_fate) if other != flight.fighter)
    return warn("leaves_map" if others else "last_leaves_map", fighter=game.layout.fighters[flight.fighter].ident)


@manoeuvre.warns
def last_dive(game: Game, moving: Moving, way: int) -> Warned | None:
    """Height once lost is not regained [18.0b]; to use up all of it says so itself."""
    if way % 3 == DIVE and game.f_dives[moving.fighter] == 1:
        return note("last_dive", fighter=game.layout.fighters[moving.fighter].ident)
    return None


@fly_for_more.warns
def stops(game: Game, go_on: int) -> Warned | None:
    """The game ends here [4.1c]."""
    return None if go_on else warn("ends_game")


@declare.warns
def declares(game: Game, lost: int) -> Warned | None:
    """The umpire's word ends the game [5.0b]."""
    return warn("ends_game") if lost else None


@intruder_path.warns
def intruder_flies_off(game: Game, intruder: Attacker, way: int) -> Warned | None:
    """An intruder that leaves does not come back [27.2]."""
    gone = end_of(game.a_hex[intruder], game.a_facing[intruder], way)[0] == OFF
    return warn("intruder_leaves_map", attacker=game.a_id[intruder]) if gone else None
