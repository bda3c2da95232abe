"""Tail warning: something is behind you [27.3]."""

from __future__ import annotations

from viermot.games.nightfighter.model.board import HEXES, TO_ALL
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.layout import INTRUDER
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.slips import may_slip
from viermot.kernel.agenda import Task, step, task


def behind(game: Game, hex_: Hex, facing: int) -> list[Hex]:
    """The hexes directly behind the fighter that the set covers [27.3a, ruling A25]."""
    far = game.layout.tail_warning
    line = HEXES.line(hex_, (facing + 3) % 6, max(far, default=0))
    return [there for distance, there in enumerate(line, 1) if distance in far]


@step
def call_tail_warnings(game: Game) -> None:
    """One call for each fighter with something on its tail, not saying where or what [27.3a]."""
    jamming = game.layout.scenario.jamming
    rules = "27.3a 27.3c" if jamming.ai or jamming.search != "none" else "27.3a"  # jamming does not affect it
    detected: dict[int, Task] = {}
    for fighter, fit in game.layout.numbered():
        hex_ = game.f_hex[fighter]
        if not fit.tail or hex_ < 0:
            continue
        known = (game.f_tally[fighter], game.f_fix[fighter])
        tail = behind(game, hex_, game.f_facing[fighter])
        place = game.a_hex
        causes = [a for a in game.placed_for_sure() if place[a] in tail or (place[a] == hex_ and a not in known)]
        if causes:
            game.f_warned[fighter] = game.turn
            game.emit("tail_warning", rules, TO_ALL, fighter)
            for attacker in causes:
                if game.layout.groups[game.a_group[attacker]].role == INTRUDER:
                    detected[attacker] = task(may_slip, attacker)
    game.next(*detected.values())  # each is asked once, however many fighters it has warned
