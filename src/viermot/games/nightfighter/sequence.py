"""The sequence of play: the ten phases of a turn, in the book's order [4.0]."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

from viermot.games.nightfighter.model.board import TO_ALL, TO_UMPIRE
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.ai import ai_search
from viermot.games.nightfighter.rules.combat import combat_phase
from viermot.games.nightfighter.rules.entry import enter_bombers
from viermot.games.nightfighter.rules.fighters import move_fighters
from viermot.games.nightfighter.rules.flak import flak_phase
from viermot.games.nightfighter.rules.intruders import end_of_intruders
from viermot.games.nightfighter.rules.naval import flares_burn_out
from viermot.games.nightfighter.rules.radar import radar_search
from viermot.games.nightfighter.rules.raid import move_bombers
from viermot.games.nightfighter.rules.searchlights import searchlight_phase
from viermot.games.nightfighter.rules.slips import offer_slips
from viermot.games.nightfighter.rules.tally import tally_phase
from viermot.games.nightfighter.rules.victory import close, declare, is_it_over
from viermot.kernel.agenda import step, task


@step
def end_of_turn(game: Game) -> None:
    """Phase 10: search markers come off, the turn marker moves on [14.2.1e, 4.0e]."""
    if game.markers:
        game.markers.clear()
        game.emit("markers_removed", "14.2.1e 4.0e", TO_ALL)
    if game.turn == game.layout.scenario.end_turn:
        close(game, "last turn")
    elif game.layout.may_declare:
        game.next(task(declare), task(begin_turn))
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
ENTER = 2
MAY_END = (1, 3, 4, 9)  # the phases in which aircraft are lost or leave; after them the game may be over [4.1a]
SLIP_PHASES = (2, 3, 4, 5, 6, 7, 8, 9, 10)  # before each of them a detected intruder may reconsider [16.0e]
INTRUDER_PHASES = (1, *SLIP_PHASES)


@cache
def turn_plan(omit: frozenset[int], intruders: bool, one_screen: bool) -> tuple[tuple[tuple[Any, ...], ...], ...]:
    """The rest of the turn from each phase on (0 is none), for a turn that was interrupted there."""
    return tuple(rest_of_turn(first, omit, intruders, one_screen) for first in range(len(PHASES) + 1))


def rest_of_turn(first: int, omit: frozenset[int], intruders: bool, one_screen: bool) -> tuple[tuple[Any, ...], ...]:
    """The phases from here on: number, step, announcement, may the game end before it, intruders, what follows."""
    used = [phase for phase in PHASES if phase >= first and phase not in omit]
    before = {after: phase for phase, after in pairwise(phase for phase in PHASES if phase not in omit)}
    return tuple(
        (
            phase,
            PHASES[phase][1],
            announcement(phase, bool(omit), one_screen),
            task(play_phases, phase, 1) if before.get(phase) in MAY_END else None,
            intruders and phase in INTRUDER_PHASES,
            task(play_phases, after, 0) if after else None,
        )
        for phase, after in zip(used, [*used[1:], None], strict=True)
    )


def announcement(phase: int, some_omitted: bool, one_screen: bool) -> tuple[Any, ...]:
    """The event that opens a phase [4.0a, 4.0b, 4.0d].

    Where the umpire is a person, the player is not told which of the umpire's two phases it is: where he stops to think
    would show what he is thinking about [8.1.4b].
    """
    rules = "4.0a" + (" 4.0b" if some_omitted else "") + (" 4.0d" if phase == 8 else "")
    return ("phase", rules, TO_UMPIRE if one_screen and phase == ENTER else TO_ALL, (phase,))


@step
def begin_turn(game: Game) -> None:
    """A new turn; the track has twenty spaces and starts over when it is full [2.1.5a]."""
    game.turn += 1
    game.emit("turn", "2.1.5a 4.0a" if game.turn & 1 else "2.1.5a 2.1.5b 4.0a", TO_ALL, game.turn)
    if game.flares:
        flares_burn_out(game)
    game.push(play_phases, 1, 0)


@step
def play_phases(game: Game, first: int, known_to_go_on: int) -> None:
    """Play phase after phase; when one leaves tasks on the agenda, the others wait beneath them [4.0a, 4.0b]."""
    layout, agenda, log = game.layout, game.agenda, game.own_log()
    waiting = len(agenda)
    for phase, do, opening, if_not_over, intruders, after in turn_plan(
        layout.omit, layout.intruders, layout.asks_each_turn
    )[first]:
        if if_not_over and not known_to_go_on and is_it_over(game, if_not_over):
            return
        known_to_go_on = 0
        game.phase = phase
        log.append(opening)
        if intruders:
            _with_intruders(game, phase, do)
        else:
            do(game)
        if after and len(agenda) > waiting:
            agenda.insert(waiting, after)
            return


def _with_intruders(game: Game, phase: int, do: Callable[[Game], None]) -> None:
    """Intruders finish moving after the bombers, and a detected one may reconsider [4.0c, 16.0e]."""
    if phase == 1:
        game.push(end_of_intruders)
    elif game.turn in game.a_slip:
        game.next(task(offer_slips), task(do))
        return
    do(game)
