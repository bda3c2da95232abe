"""Intruders that have been detected or fired at slip away, whenever the umpire likes [16.0e].

"At any point" in the turn means between any two of its steps: before every phase still to come and, within a phase,
before each fighter's move, each of the player's rolls and each attack. Whatever has begun is finished first, and the
umpire can say that this intruder will not slip this turn [ruling A37].
"""

from __future__ import annotations

from viermot.games.nightfighter.model.board import UMPIRE
from viermot.games.nightfighter.model.ids import Attacker
from viermot.games.nightfighter.model.state import ON_MAP, Game
from viermot.games.nightfighter.rules.bombers import leave_lights, tell_move
from viermot.games.nightfighter.rules.fog import open_sides, shift, side_of
from viermot.kernel.agenda import Facts, Task, Words, question, step, task

NOT_NOW, BY_THE_DIE, NOT_THIS_TURN = 0, 4, 5


@step
def may_slip(game: Game, intruder: Attacker) -> None:
    """Detected or fired at, it may slip aside at any time for the rest of the turn [16.0e]."""
    if game.a_fate[intruder] == ON_MAP and game.layout.displacement and game.a_slip[intruder] != game.turn:
        game.a_slip[intruder] = game.turn
        game.push(slip, intruder)


def offers(game: Game) -> tuple[Task, ...]:
    """What to put between two steps of a phase: the offer to slip, if there are any intruders."""
    return (task(offer_slips),) if game.layout.intruders else ()


@step
def offer_slips(game: Game) -> None:
    """Ask again about each intruder that may still slip [16.0e]."""
    if game.turn in game.a_slip:
        game.next(*[task(slip, intruder) for intruder in game.on_map if game.a_slip[intruder] == game.turn])


@question(
    UMPIRE, "16.0e", Words("no", "left", "centre", "right", "roll", "not this turn"), default=NOT_NOW
)  # most of the time it stays where it is
def slip(game: Game, intruder: Attacker) -> list[int]:
    """Displace the intruder: not now, by choice, by the die, or not at all this turn? [16.0e]"""
    return [NOT_NOW, *open_sides(game, intruder), BY_THE_DIE, NOT_THIS_TURN]


@slip.chosen
def slipped(game: Game, intruder: Attacker, side: int) -> None:
    if side == NOT_NOW:
        return
    game.a_slip[intruder] = 0
    if side == NOT_THIS_TURN:
        return
    if side == BY_THE_DIE:
        side = side_of(game, game.secret_die("corkscrew", "16.0e", intruder))
    old = game.a_hex[intruder]
    shift(game, intruder, side, "16.0e")
    if game.a_hex[intruder] != old and game.a_handle[intruder]:  # the marker the player sees moves too
        tell_move(game, intruder)
        if game.is_lit(intruder):
            game.push(leave_lights, intruder, (game.layout.zone_of[game.a_hex[intruder]],))


@slip.tells
def slip_facts(game: Game, intruder: Attacker) -> Facts:
    return {"attacker": intruder}
