"""Tail warning radar: something is behind you [27.3]."""

from __future__ import annotations

from viermot.kernel.agenda import step
from viermot.nightfighter.board import HEXES, TO_ALL
from viermot.nightfighter.fog import may_slip
from viermot.nightfighter.state import Game
from viermot.nightfighter.table import INTRUDER


def behind(hex_: int, facing: int) -> list[int]:
    """The two hexes directly behind [27.3a, ruling A25]."""
    return HEXES.line(hex_, (facing + 3) % 6, 2)


@step
def call_tail_warnings(game: Game) -> None:
    """One call for each fighter with something on its tail, with no word of where or what [27.3a]."""
    for fighter, fit in enumerate(game.table.fighters):
        hex_ = game.f_hex[fighter]
        if not fit.tail or hex_ < 0:
            continue
        known = (game.f_tally[fighter], game.f_fix[fighter])
        tail = behind(hex_, game.f_face[fighter])
        place = game.a_hex
        causes = [a for a in game.placed_for_sure() if place[a] in tail or (place[a] == hex_ and a not in known)]
        if causes:
            game.f_warned[fighter] = game.turn
            game.emit("tail_warning", "27.3a", TO_ALL, fighter)
            for attacker in causes:
                if game.table.kinds[game.a_kind[attacker]].role == INTRUDER:
                    game.next((may_slip, attacker))
