"""Phase 1: the raid flies on, bombers first, intruders after them [4.0c, 7.2.1]."""

from __future__ import annotations

from collections.abc import Sequence

from viermot.games.nightfighter.model.board import ROW, TO_UMPIRE
from viermot.games.nightfighter.model.ids import Attacker
from viermot.games.nightfighter.model.layout import FLARE_DROPPER, INTRUDER, TORPEDO
from viermot.games.nightfighter.model.state import Game
from viermot.games.nightfighter.rules.bombers import fly, fly_unseen
from viermot.games.nightfighter.rules.intruders import move_intruders, take_bearings
from viermot.games.nightfighter.rules.naval import after_bombers
from viermot.kernel.agenda import step, task


@step
def move_bombers(game: Game) -> None:
    """Phase 1: intruders take their bearings, then bombers fly, then intruders [4.0c, 7.2.1, 27.2]."""
    layout = game.layout
    bombers: Sequence[Attacker] = game.on_map
    intruders: tuple[Attacker, ...] = ()
    if layout.intruders:
        intruders = tuple(a for a in game.on_map if layout.groups[game.a_group[a]].role == INTRUDER)
        bombers = [a for a in game.on_map if a not in intruders]
    if bombers:
        rules = "7.2a 7.2b 7.2.1a 7.0 6.0b" if layout.mp_by_altitude else "7.2a 7.2b 7.2.1a 7.0"
        if layout.naval:
            rules += _naval_rules(game)
        game.emit("bombers_fly", rules, TO_UMPIRE, len(bombers))
    if layout.naval or layout.german_stream:
        game.push(after_bombers)
    if intruders:
        game.emit("intruders_last", "7.2.1b 4.0c", TO_UMPIRE, len(intruders))
        order = _nearest_exit_first(game, bombers)
        game.next(task(take_bearings, intruders), task(fly, order), task(move_intruders, intruders))
    elif layout.naval or layout.alert_speed or (game.owners and max(game.a_handle)):
        fly(game, _nearest_exit_first(game, bombers))
    else:
        fly_unseen(game)


def _naval_rules(game: Game) -> str:
    """For the log: how raiders fly at sea, droppers along their arrow, torpedo bombers slowly [26.2.1b, 26.3a]."""
    groups, group = game.layout.groups, game.a_group
    roles = {groups[group[a]].role for a in game.on_map}
    return (" 26.2.1b" if FLARE_DROPPER in roles else "") + (" 26.3a" if TORPEDO in roles else "")


def _nearest_exit_first(game: Game, bombers: Sequence[Attacker]) -> tuple[Attacker, ...]:
    row, place, handle, first = ROW, game.a_hex, game.a_handle, game.handles + 1
    # ties in the order of their contacts: the order of entry is a secret
    return tuple(sorted(bombers, key=lambda a: handle[a] - first * row[place[a]]))
