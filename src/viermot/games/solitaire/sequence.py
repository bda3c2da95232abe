"""The sequence of play: Nightfighter's ten phases, as one player plays them [4.0, S3.0]."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from viermot.games.nightfighter.rules.fighters import move_fighters
from viermot.games.nightfighter.rules.flak import flak_phase
from viermot.games.nightfighter.rules.victory import end_game
from viermot.games.solitaire.model.board import TO_ALL
from viermot.games.solitaire.model.state import Solo
from viermot.games.solitaire.rules.ai import ai_search
from viermot.games.solitaire.rules.combat import combat_phase
from viermot.games.solitaire.rules.entry import enter_bombers
from viermot.games.solitaire.rules.radar import radar_search
from viermot.games.solitaire.rules.raid import move_bombers
from viermot.games.solitaire.rules.searchlights import searchlight_phase
from viermot.games.solitaire.rules.tally import tally_phase
from viermot.games.solitaire.rules.victory import is_it_over
from viermot.kernel.agenda import step, task


@step
def end_of_turn(game: Solo) -> None:
    """Phase 10: hexes excluded this turn are open again [S5.5c]; the turn marker moves on [4.0e]."""
    if any(game.a_out):
        game.a_out = [()] * len(game.a_out)
        game.emit("exclusions_end", "S5.5c", TO_ALL)
    if game.turn == game.layout.scenario.end_turn:
        end_game(game, "last turn")
    else:
        game.push(begin_turn)


PHASES = {
    1: ("move bombers", move_bombers),  # 7.0, S7.0
    2: ("enter bombers", enter_bombers),  # S8.0
    3: ("move fighters", move_fighters),  # 9.0, 18.0, 23.0
    4: ("flak", flak_phase),  # 22.0
    5: ("radar search", radar_search),  # S13.0, S24.0, S25.0
    6: ("AI search", ai_search),  # S19.0
    7: ("searchlight", searchlight_phase),  # S14.0
    8: ("tally", tally_phase),  # S10.0, S15.0
    9: ("combat", combat_phase),  # 11.0, S17.0
    10: ("end of turn", end_of_turn),  # 4.0, S5.5
}
MAY_END = (1, 3, 4, 5, 6, 7, 8, 9)  # the phases in which aircraft are lost, leave or turn out to be phantoms [4.1a]


@cache
def rest_of_turn(first: int, omit: frozenset[int]) -> tuple[tuple[Any, ...], ...]:
    """The phases from here on: number, step, whether the game may be over before it, what comes next."""
    used = [phase for phase in PHASES if phase >= first and phase not in omit]
    before = {after: phase for phase, after in pairwise(phase for phase in PHASES if phase not in omit)}
    return tuple(
        (phase, PHASES[phase][1], before.get(phase) in MAY_END, after)
        for phase, after in zip(used, [*used[1:], None], strict=True)
    )


@step
def begin_turn(game: Solo) -> None:
    """A new turn; the track has twenty spaces and starts over when it is full [2.1.5a]."""
    game.turn += 1
    fighters = len(game.f_hex)
    game.f_spent = [0] * fighters
    game.f_turned = [0] * fighters
    game.emit("turn", "2.1.5a 4.0a" if game.turn & 1 else "2.1.5a 2.1.5b 4.0a", TO_ALL, game.turn)
    game.push(play_phases, 1, 0)


@step
def play_phases(game: Solo, first: int, known_to_go_on: int) -> None:
    """Play phase after phase; when one leaves tasks on the agenda, the others wait beneath them [4.0a, 4.0b]."""
    agenda, omit = game.agenda, game.layout.omit
    waiting = len(agenda)
    for phase, do, may_be_over, after in rest_of_turn(first, omit):
        if may_be_over and not known_to_go_on and is_it_over(game, task(play_phases, phase, 1)):
            return
        known_to_go_on = 0
        game.phase = phase
        game.emit("phase", "4.0a 4.0b" if omit else "4.0a", TO_ALL, phase)
        do(game)
        if after and len(agenda) > waiting:
            agenda.insert(waiting, task(play_phases, after, 0))
            return
