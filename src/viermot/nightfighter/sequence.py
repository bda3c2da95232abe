"""The sequence of play: the ten phases of a turn, in the book's order [4.0]."""

from __future__ import annotations

from functools import cache
from typing import Any

from viermot.kernel.agenda import step
from viermot.nightfighter.ai import ai_search
from viermot.nightfighter.board import TO_ALL
from viermot.nightfighter.combat import combat_phase
from viermot.nightfighter.entry import enter_bombers
from viermot.nightfighter.fighters import move_fighters
from viermot.nightfighter.flak import flak_phase
from viermot.nightfighter.fog import offer_slips
from viermot.nightfighter.intruders import end_of_intruders
from viermot.nightfighter.naval import flares_burn_out
from viermot.nightfighter.radar import radar_search
from viermot.nightfighter.raid import move_bombers
from viermot.nightfighter.searchlights import searchlight_phase
from viermot.nightfighter.state import Game
from viermot.nightfighter.tally import tally_phase
from viermot.nightfighter.victory import end_game, is_it_over


@step
def end_of_turn(game: Game) -> None:
    """Phase 10: search markers off, the turn marker on [14.2.1e, 4.0e]."""
    if game.markers:
        game.markers.clear()
        game.emit("markers_removed", "14.2.1e 4.0e", TO_ALL)
    if game.turn == game.table.scenario.end_turn:
        end_game(game, "last turn")
    else:
        begin_turn(game)


PHASES = {
    1: ("move bombers", move_bombers),  # 7.0, 27.2
    2: ("enter bombers", enter_bombers),  # 8.0
    3: ("move fighters", move_fighters),  # 9.0, 27.3
    4: ("flak", flak_phase),  # 22.0
    5: ("radar search", radar_search),  # 13.0
    6: ("AI search", ai_search),  # 19.0
    7: ("searchlight", searchlight_phase),  # 14.0
    8: ("tally", tally_phase),  # 10.0, 15.0
    9: ("combat", combat_phase),  # 11.0, 17.0
    10: ("end of turn", end_of_turn),  # 4.0
}
MAY_END = (1, 3, 4, 9)  # the phases in which aircraft are lost or leave; after them the game may be over [4.1a]
SLIP_PHASES = (5, 6, 8, 9)  # when a detected intruder may think again [16.0e]


@cache
def phases_from(first: int, omit: frozenset[int]) -> tuple[tuple[Any, ...], ...]:
    """The phases still to come this turn, each with whether to ask first if the game is over; last one first."""
    used = [phase for phase in PHASES if phase >= first and phase not in omit]
    before = [0, *used][: len(used)]
    return tuple((begin_phase, phase, int(last in MAY_END)) for phase, last in zip(used, before, strict=True))[::-1]


@cache
def announcement(phase: int, some_omitted: bool) -> tuple[Any, ...]:
    """The event that opens a phase, made once [4.0a, 4.0b, 4.0d]."""
    rules = "4.0a" + (" 4.0b" if some_omitted else "") + (" 4.0d" if phase == 8 else "")
    return ("phase", rules, TO_ALL, (phase,))


@step
def begin_turn(game: Game) -> None:
    """Another turn; the track has twenty spaces and is used again from the first [2.1.5a]."""
    game.turn += 1
    fighters = len(game.f_hex)
    game.f_spent = [0] * fighters
    game.f_turned = [0] * fighters
    game.emit("turn", "2.1.5a 4.0a" if game.turn & 1 else "2.1.5a 2.1.5b 4.0a", TO_ALL, game.turn)
    if game.flares:
        flares_burn_out(game)
    game.agenda.extend(phases_from(1, game.table.omit))


@step
def begin_phase(game: Game, phase: int, may_be_over: int) -> None:
    """Announce the phase and do it [4.0a, 4.0b, 4.0d]."""
    if may_be_over and is_it_over(game, (begin_phase, phase, 0)):
        return
    game.phase = phase
    table = game.table
    game.record(announcement(phase, bool(table.omit)))
    if table.intruders:
        if phase == 1:
            game.next((end_of_intruders,))
        elif phase in SLIP_PHASES and game.turn in game.a_slip:
            game.next((offer_slips,), (PHASES[phase][1],))
            return
    PHASES[phase][1](game)
